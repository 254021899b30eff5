CREATE SCHEMA pit_turns;

CREATE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'events are never changed or deleted'
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;

CREATE FUNCTION refuse_change_of_seal() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'the seal is never changed or deleted'
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;

CREATE FUNCTION take_writers_turn() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    LOCK TABLE pit_turns.writing IN SHARE UPDATE EXCLUSIVE MODE;
    IF NOT EXISTS (SELECT FROM alembic_version WHERE version_num = current_setting('pit.version', true)) THEN
        RAISE EXCEPTION 'the store is of another version than the program'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN NULL;
END
$$;

CREATE TABLE pit_turns.sealing (
);

CREATE TABLE pit_turns.waiting (
);

CREATE TABLE pit_turns.writing (
);

CREATE TABLE alembic_version (
    version_num character varying(32) NOT NULL
);

CREATE TABLE carried_marks (
    round text NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    version bigint NOT NULL,
    "table" text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    settled_day text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE checkpoints (
    size bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    note text NOT NULL,
    recorded_at bigint NOT NULL
);

CREATE TABLE corrections (
    stream text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    document text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    of_day text NOT NULL COLLATE pg_catalog."C",
    figure text NOT NULL COLLATE pg_catalog."C",
    cents bigint NOT NULL,
    original text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    by text NOT NULL COLLATE pg_catalog."C",
    approved_by text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    seat bigint NOT NULL,
    accounting text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE day_acknowledged (
    day text NOT NULL COLLATE pg_catalog."C",
    finding text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    by text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    cents bigint,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE day_closings (
    day text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    by text NOT NULL COLLATE pg_catalog."C",
    second text NOT NULL COLLATE pg_catalog."C",
    books_at bigint NOT NULL,
    books text NOT NULL COLLATE pg_catalog."C",
    findings text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE disputes (
    round text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    "table" text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    claim text NOT NULL COLLATE pg_catalog."C",
    evidence text NOT NULL COLLATE pg_catalog."C",
    raised_by text NOT NULL COLLATE pg_catalog."C",
    raised_at bigint NOT NULL,
    ruling text COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    decided_by text COLLATE pg_catalog."C",
    decided_at bigint,
    document text COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE events (
    "position" bigint NOT NULL,
    originator_id text NOT NULL COLLATE pg_catalog."C",
    originator_version integer NOT NULL,
    topic text NOT NULL,
    state bytea NOT NULL
);

ALTER TABLE events ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME events_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE evidence (
    subject text NOT NULL COLLATE pg_catalog."C",
    about text NOT NULL COLLATE pg_catalog."C",
    stream text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    day text NOT NULL COLLATE pg_catalog."C",
    figure text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE evidence_journal (
    stream text NOT NULL COLLATE pg_catalog."C",
    entries text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE exceptions (
    stream text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    by text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    message text NOT NULL COLLATE pg_catalog."C",
    code text COLLATE pg_catalog."C",
    cents bigint,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE feed_digests (
    source text NOT NULL COLLATE pg_catalog."C",
    last_seq bigint NOT NULL,
    digests bytea NOT NULL
);

CREATE TABLE feed_sources (
    source text NOT NULL COLLATE pg_catalog."C",
    last_seq bigint NOT NULL
);

CREATE TABLE feeds (
    source text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    at bigint NOT NULL,
    recorded_at bigint NOT NULL,
    set_aside bigint NOT NULL
);

CREATE TABLE form_duplicates (
    serial text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    void bigint NOT NULL,
    cents bigint,
    "table" text COLLATE pg_catalog."C",
    form_day text COLLATE pg_catalog."C",
    patron text COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE form_originals (
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    forms text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE form_originals_read (
    serial text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    n bigint NOT NULL,
    cents bigint NOT NULL,
    printed text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE form_series (
    series text NOT NULL COLLATE pg_catalog."C",
    first bigint NOT NULL,
    last bigint NOT NULL,
    next bigint NOT NULL,
    copies bigint NOT NULL,
    pit text COLLATE pg_catalog."C",
    clerks text COLLATE pg_catalog."C",
    received_day text COLLATE pg_catalog."C",
    issued bigint NOT NULL,
    void bigint NOT NULL,
    lost bigint NOT NULL,
    kept bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE forms (
    serial text NOT NULL COLLATE pg_catalog."C",
    series text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    recorded_at bigint NOT NULL,
    pit_boss text NOT NULL COLLATE pg_catalog."C",
    clerk text NOT NULL COLLATE pg_catalog."C",
    "table" text COLLATE pg_catalog."C",
    seat bigint,
    cents bigint,
    rounds text COLLATE pg_catalog."C",
    patron text COLLATE pg_catalog."C",
    dealer text COLLATE pg_catalog."C",
    patron_signed bigint,
    statement text COLLATE pg_catalog."C",
    stated_by text COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    dropped_at bigint,
    forwarded_at bigint,
    voided_at bigint,
    void_pit_boss text COLLATE pg_catalog."C",
    void_clerk text COLLATE pg_catalog."C",
    patron_id text COLLATE pg_catalog."C",
    seated text COLLATE pg_catalog."C",
    out_of_order bigint,
    dropped_day text COLLATE pg_catalog."C",
    forwarded_day text COLLATE pg_catalog."C",
    voided_day text COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE forms_in_hand (
    series text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    missing text COLLATE pg_catalog."C",
    beyond text COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE forms_lost (
    series text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    serial text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE forms_unsettled (
    serial text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE hour_grid (
    property text NOT NULL COLLATE pg_catalog."C",
    zone text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE hours_journal (
    stream text NOT NULL COLLATE pg_catalog."C",
    entries text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE idempotency_keys (
    key text NOT NULL COLLATE pg_catalog."C",
    request_sha256 character varying(64) NOT NULL,
    answer bytea NOT NULL,
    recorded_at bigint NOT NULL
);

CREATE TABLE instants (
    span text NOT NULL COLLATE pg_catalog."C",
    first_happened bigint NOT NULL,
    last_happened bigint NOT NULL,
    first_recorded bigint NOT NULL,
    last_recorded bigint NOT NULL
);

CREATE TABLE inventory (
    stream text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    cents bigint NOT NULL,
    chips text COLLATE pg_catalog."C",
    slip text COLLATE pg_catalog."C",
    seat bigint,
    dealer text COLLATE pg_catalog."C",
    supervisor text COLLATE pg_catalog."C",
    by text NOT NULL COLLATE pg_catalog."C",
    stands_at bigint,
    moved_cents bigint,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE inventory_journal (
    stream text NOT NULL COLLATE pg_catalog."C",
    entries text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE inventory_numbers (
    series text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    stream text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    slip text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE inventory_slip_copies (
    day text NOT NULL COLLATE pg_catalog."C",
    side text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    same text NOT NULL COLLATE pg_catalog."C",
    slip text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    void bigint NOT NULL,
    cents bigint,
    chips text COLLATE pg_catalog."C",
    "table" text COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE inventory_slip_counts (
    series text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    counted text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE inventory_slip_runs (
    series text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    day text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    prefix text NOT NULL COLLATE pg_catalog."C",
    first bigint NOT NULL,
    last bigint NOT NULL,
    lost bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE inventory_slip_steps (
    stream text NOT NULL COLLATE pg_catalog."C",
    request bigint NOT NULL,
    version bigint NOT NULL,
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    step text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    cents bigint NOT NULL,
    by text NOT NULL COLLATE pg_catalog."C",
    chips text COLLATE pg_catalog."C",
    slip text COLLATE pg_catalog."C",
    cage text COLLATE pg_catalog."C",
    security text COLLATE pg_catalog."C",
    dealer text COLLATE pg_catalog."C",
    supervisor text COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE inventory_used (
    series text NOT NULL COLLATE pg_catalog."C",
    first bigint NOT NULL,
    last bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE late (
    day text NOT NULL COLLATE pg_catalog."C",
    stream text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    by text NOT NULL COLLATE pg_catalog."C",
    entries bigint NOT NULL,
    most bigint NOT NULL,
    first_at bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE late_after (
    property text NOT NULL COLLATE pg_catalog."C",
    minutes bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE late_journal (
    stream text NOT NULL COLLATE pg_catalog."C",
    entries text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE limits (
    property text NOT NULL COLLATE pg_catalog."C",
    settings text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE limits_beyond (
    stream text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    line bigint NOT NULL,
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    setting text NOT NULL COLLATE pg_catalog."C",
    what text NOT NULL COLLATE pg_catalog."C",
    cents bigint NOT NULL,
    limit_cents bigint NOT NULL,
    at bigint NOT NULL,
    by text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE limits_journal (
    stream text NOT NULL COLLATE pg_catalog."C",
    entries text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE limits_laid (
    "table" text NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    bet text NOT NULL COLLATE pg_catalog."C",
    coupon bigint NOT NULL,
    round text NOT NULL COLLATE pg_catalog."C",
    cents bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE limits_rules (
    "table" text NOT NULL COLLATE pg_catalog."C",
    rules text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE mark_places (
    round text NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    "table" text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    cents bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE meter_awards (
    round text NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    meter text NOT NULL COLLATE pg_catalog."C",
    link text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    level text NOT NULL COLLATE pg_catalog."C",
    reading bigint NOT NULL,
    cents bigint NOT NULL,
    player text NOT NULL COLLATE pg_catalog."C",
    banker text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    won_at bigint NOT NULL,
    won_by text NOT NULL COLLATE pg_catalog."C",
    reseed_cents bigint NOT NULL,
    folded bigint NOT NULL,
    due_cents bigint NOT NULL,
    due_reseed_cents bigint NOT NULL,
    settled_cents bigint NOT NULL,
    from_tray_cents bigint NOT NULL,
    won bigint NOT NULL,
    settled bigint NOT NULL,
    settled_day text COLLATE pg_catalog."C",
    place text COLLATE pg_catalog."C",
    supervisor text COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    reversed bigint NOT NULL,
    given_back bigint NOT NULL,
    since_cents bigint NOT NULL,
    reversed_day text COLLATE pg_catalog."C",
    handed_back text COLLATE pg_catalog."C",
    document text COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE meter_days (
    link text NOT NULL COLLATE pg_catalog."C",
    meter text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    contributions bigint NOT NULL,
    returns bigint NOT NULL,
    reseeds bigint NOT NULL,
    awards bigint NOT NULL,
    corrections bigint NOT NULL,
    recomputed bigint NOT NULL,
    transfers bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE meter_links (
    link text NOT NULL COLLATE pg_catalog."C",
    terms text NOT NULL COLLATE pg_catalog."C",
    rated bigint NOT NULL,
    retired_day text COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE meter_readings (
    link text NOT NULL COLLATE pg_catalog."C",
    meter text NOT NULL COLLATE pg_catalog."C",
    visible bigint NOT NULL,
    reserve bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE meter_rounds (
    round text NOT NULL COLLATE pg_catalog."C",
    link text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    staked_cents bigint NOT NULL,
    contributed bigint NOT NULL,
    recomputed bigint NOT NULL,
    returned bigint NOT NULL,
    lines text NOT NULL COLLATE pg_catalog."C",
    recomputed_lines text NOT NULL COLLATE pg_catalog."C",
    bets_closed bigint NOT NULL,
    taken bigint NOT NULL,
    void bigint NOT NULL,
    given_back bigint NOT NULL,
    must_hit bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE meter_signs (
    link text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    day text NOT NULL COLLATE pg_catalog."C",
    meter text NOT NULL COLLATE pg_catalog."C",
    occasion text NOT NULL COLLATE pg_catalog."C",
    shown bigint NOT NULL,
    rolled_over bigint NOT NULL,
    ledger bigint NOT NULL,
    difference bigint NOT NULL,
    at bigint NOT NULL,
    by text NOT NULL COLLATE pg_catalog."C",
    witness text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE meter_table_days (
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    contributions bigint NOT NULL,
    tray_awards_cents bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE meter_tables (
    "table" text NOT NULL COLLATE pg_catalog."C",
    link text NOT NULL COLLATE pg_catalog."C",
    terms text NOT NULL COLLATE pg_catalog."C",
    since bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE meters_journal (
    stream text NOT NULL COLLATE pg_catalog."C",
    entries text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE note_counts (
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    stands_at bigint NOT NULL,
    at bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE note_form_days (
    serial text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    cents bigint,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE note_slip_days (
    series text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    last bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE notes (
    day text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C",
    what text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    posted text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    by text NOT NULL COLLATE pg_catalog."C",
    cents bigint,
    document text COLLATE pg_catalog."C",
    text text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE notes_journal (
    stream text NOT NULL COLLATE pg_catalog."C",
    entries text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE passphrases (
    operator text NOT NULL COLLATE pg_catalog."C",
    kept text NOT NULL,
    changed_at bigint NOT NULL
);

CREATE TABLE past_rows (
    model text NOT NULL COLLATE pg_catalog."C",
    node bigint NOT NULL,
    until bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    since bigint NOT NULL,
    content text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE performance (
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    hour bigint NOT NULL,
    dealer text NOT NULL COLLATE pg_catalog."C",
    sha256 text NOT NULL COLLATE pg_catalog."C",
    decks bigint NOT NULL,
    bets text NOT NULL COLLATE pg_catalog."C",
    sums text NOT NULL COLLATE pg_catalog."C",
    awards_cents bigint NOT NULL,
    posted_cents bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE performance_clock (
    property text NOT NULL COLLATE pg_catalog."C",
    zone text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE performance_dealt (
    "table" text NOT NULL COLLATE pg_catalog."C",
    dealer text NOT NULL COLLATE pg_catalog."C",
    decks bigint NOT NULL,
    open_day text NOT NULL COLLATE pg_catalog."C",
    of_day text NOT NULL COLLATE pg_catalog."C",
    sha256 text NOT NULL COLLATE pg_catalog."C",
    dealt_decks bigint NOT NULL,
    dealt_by text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE performance_journal (
    stream text NOT NULL COLLATE pg_catalog."C",
    entries text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE performance_rounds (
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    n bigint NOT NULL,
    again bigint NOT NULL,
    sha256 text NOT NULL COLLATE pg_catalog."C",
    decks bigint NOT NULL,
    dealer text NOT NULL COLLATE pg_catalog."C",
    hour bigint NOT NULL,
    awards_cents bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE performance_rules (
    sha256 text NOT NULL COLLATE pg_catalog."C",
    rules text NOT NULL COLLATE pg_catalog."C",
    document text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE places_journal (
    stream text NOT NULL COLLATE pg_catalog."C",
    entries text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE property_clock (
    property text NOT NULL COLLATE pg_catalog."C",
    zone text NOT NULL COLLATE pg_catalog."C",
    cutoff text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE property_shifts (
    day text NOT NULL COLLATE pg_catalog."C",
    shifts text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE round_pointers (
    round text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    stream text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE rounds (
    id text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    n bigint NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    shoe text COLLATE pg_catalog."C",
    rules text COLLATE pg_catalog."C",
    rules_version bigint,
    rules_sha256 text COLLATE pg_catalog."C",
    player text NOT NULL COLLATE pg_catalog."C",
    banker text NOT NULL COLLATE pg_catalog."C",
    outcome text COLLATE pg_catalog."C",
    player_points bigint,
    banker_points bigint,
    announce text COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    staked_cents bigint,
    returned_cents bigint,
    vig_cents bigint,
    first_version bigint NOT NULL,
    last_version bigint NOT NULL,
    opened_at bigint NOT NULL,
    ended_at bigint,
    by text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE rounds_journal (
    stream text NOT NULL COLLATE pg_catalog."C",
    entries text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE rules_pointers (
    "table" text NOT NULL COLLATE pg_catalog."C",
    sha256 text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL
);

CREATE TABLE seal_hashes (
    level integer NOT NULL,
    first bigint NOT NULL,
    "position" bigint NOT NULL,
    hashes bytea NOT NULL
);

CREATE TABLE seat_owed (
    month text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    cents bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE signed_days (
    day text NOT NULL COLLATE pg_catalog."C",
    part text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    content bytea NOT NULL,
    sha256 text NOT NULL COLLATE pg_catalog."C",
    remade bigint NOT NULL
);

CREATE TABLE snapshots (
    originator_id text NOT NULL COLLATE pg_catalog."C",
    originator_version integer NOT NULL,
    topic text NOT NULL,
    state bytea NOT NULL
);

CREATE TABLE table_blind (
    property text NOT NULL COLLATE pg_catalog."C",
    counts text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE table_counts (
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    figure text NOT NULL COLLATE pg_catalog."C",
    box text NOT NULL COLLATE pg_catalog."C",
    first_version bigint NOT NULL,
    first_by text NOT NULL COLLATE pg_catalog."C",
    first_cents bigint NOT NULL,
    first_chips text NOT NULL COLLATE pg_catalog."C",
    first_forms text COLLATE pg_catalog."C",
    second_version bigint,
    second_by text COLLATE pg_catalog."C",
    second_cents bigint,
    second_chips text COLLATE pg_catalog."C",
    second_forms text COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE table_days (
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    first_version bigint NOT NULL,
    last_version bigint NOT NULL,
    earlier text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE table_drops (
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    box text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    at bigint NOT NULL,
    by text NOT NULL COLLATE pg_catalog."C",
    cash_cents bigint NOT NULL,
    forms_cents bigint NOT NULL,
    cash text COLLATE pg_catalog."C",
    counts text COLLATE pg_catalog."C",
    team text COLLATE pg_catalog."C",
    kind text COLLATE pg_catalog."C",
    placed_at bigint,
    pulled_at bigint,
    opened_at bigint,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE table_hands (
    "table" text NOT NULL COLLATE pg_catalog."C",
    hands bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE table_hours (
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    hour bigint NOT NULL,
    rounds bigint NOT NULL,
    hand_result_cents bigint NOT NULL,
    vig_collected_cents bigint NOT NULL,
    vig_documented_cents bigint NOT NULL,
    coupons bigint NOT NULL,
    coupons_kept bigint NOT NULL,
    coupon_face_cents bigint NOT NULL,
    coupon_paid_cents bigint NOT NULL,
    vig_uncollected_cents bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE table_owed (
    month text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    cents bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE table_places (
    "table" text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    pit text COLLATE pg_catalog."C",
    game text COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE table_rules (
    "table" text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    rules text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    sha256 text NOT NULL COLLATE pg_catalog."C",
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE table_win (
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    rounds bigint NOT NULL,
    voids bigint NOT NULL,
    opener_cents bigint,
    closer_cents bigint,
    fills_cents bigint NOT NULL,
    credits_cents bigint NOT NULL,
    buy_ins_cents bigint,
    drop_cash_cents bigint,
    drop_forms_cents bigint,
    hand_result_cents bigint,
    vig_assessed_cents bigint,
    vig_collected_cents bigint,
    vig_documented_cents bigint,
    drop_corrections_cents bigint NOT NULL,
    opener_corrections_cents bigint NOT NULL,
    closer_corrections_cents bigint NOT NULL,
    vig_uncollected_cents bigint,
    hands bigint,
    no_tray bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE table_win_journal (
    stream text NOT NULL COLLATE pg_catalog."C",
    entries text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE tracking (
    name text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL
);

CREATE TABLE verifications (
    at bigint NOT NULL,
    "position" bigint NOT NULL,
    program text NOT NULL,
    answer bytea NOT NULL
);

CREATE TABLE vigorish_days (
    day text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    assessed_cents bigint NOT NULL,
    collected_cents bigint NOT NULL,
    documented_cents bigint NOT NULL,
    uncollected_cents bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

CREATE TABLE vigorish_journal (
    stream text NOT NULL COLLATE pg_catalog."C",
    entries text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE vigorish_marks (
    round text NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    since bigint NOT NULL,
    "table" text NOT NULL COLLATE pg_catalog."C",
    cents bigint NOT NULL,
    milestone bigint DEFAULT '0'::bigint NOT NULL
);

ALTER TABLE ONLY alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);

ALTER TABLE ONLY carried_marks
    ADD CONSTRAINT pk_carried_marks PRIMARY KEY (round, seat, version);

ALTER TABLE ONLY checkpoints
    ADD CONSTRAINT pk_checkpoints PRIMARY KEY (size, key);

ALTER TABLE ONLY corrections
    ADD CONSTRAINT pk_corrections PRIMARY KEY (stream, version);

ALTER TABLE ONLY day_acknowledged
    ADD CONSTRAINT pk_day_acknowledged PRIMARY KEY (day, finding);

ALTER TABLE ONLY day_closings
    ADD CONSTRAINT pk_day_closings PRIMARY KEY (day);

ALTER TABLE ONLY disputes
    ADD CONSTRAINT pk_disputes PRIMARY KEY (round, number);

ALTER TABLE ONLY events
    ADD CONSTRAINT pk_events PRIMARY KEY ("position");

ALTER TABLE ONLY evidence
    ADD CONSTRAINT pk_evidence PRIMARY KEY (subject, about, stream, version);

ALTER TABLE ONLY evidence_journal
    ADD CONSTRAINT pk_evidence_journal PRIMARY KEY (stream);

ALTER TABLE ONLY exceptions
    ADD CONSTRAINT pk_exceptions PRIMARY KEY (stream, version);

ALTER TABLE ONLY feed_digests
    ADD CONSTRAINT pk_feed_digests PRIMARY KEY (source, last_seq);

ALTER TABLE ONLY feed_sources
    ADD CONSTRAINT pk_feed_sources PRIMARY KEY (source);

ALTER TABLE ONLY feeds
    ADD CONSTRAINT pk_feeds PRIMARY KEY (source);

ALTER TABLE ONLY form_duplicates
    ADD CONSTRAINT pk_form_duplicates PRIMARY KEY (serial, day);

ALTER TABLE ONLY form_originals
    ADD CONSTRAINT pk_form_originals PRIMARY KEY (day, "table");

ALTER TABLE ONLY form_originals_read
    ADD CONSTRAINT pk_form_originals_read PRIMARY KEY (serial, day, "table", n);

ALTER TABLE ONLY form_series
    ADD CONSTRAINT pk_form_series PRIMARY KEY (series);

ALTER TABLE ONLY forms
    ADD CONSTRAINT pk_forms PRIMARY KEY (serial);

ALTER TABLE ONLY forms_in_hand
    ADD CONSTRAINT pk_forms_in_hand PRIMARY KEY (series, day);

ALTER TABLE ONLY forms_lost
    ADD CONSTRAINT pk_forms_lost PRIMARY KEY (series, number);

ALTER TABLE ONLY forms_unsettled
    ADD CONSTRAINT pk_forms_unsettled PRIMARY KEY (serial);

ALTER TABLE ONLY hour_grid
    ADD CONSTRAINT pk_hour_grid PRIMARY KEY (property);

ALTER TABLE ONLY hours_journal
    ADD CONSTRAINT pk_hours_journal PRIMARY KEY (stream);

ALTER TABLE ONLY idempotency_keys
    ADD CONSTRAINT pk_idempotency_keys PRIMARY KEY (key);

ALTER TABLE ONLY instants
    ADD CONSTRAINT pk_instants PRIMARY KEY (span);

ALTER TABLE ONLY inventory
    ADD CONSTRAINT pk_inventory PRIMARY KEY (stream, version);

ALTER TABLE ONLY inventory_journal
    ADD CONSTRAINT pk_inventory_journal PRIMARY KEY (stream);

ALTER TABLE ONLY inventory_numbers
    ADD CONSTRAINT pk_inventory_numbers PRIMARY KEY (series, number, stream, version);

ALTER TABLE ONLY inventory_slip_copies
    ADD CONSTRAINT pk_inventory_slip_copies PRIMARY KEY (day, side, kind, same);

ALTER TABLE ONLY inventory_slip_counts
    ADD CONSTRAINT pk_inventory_slip_counts PRIMARY KEY (series, day);

ALTER TABLE ONLY inventory_slip_runs
    ADD CONSTRAINT pk_inventory_slip_runs PRIMARY KEY (series, version);

ALTER TABLE ONLY inventory_slip_steps
    ADD CONSTRAINT pk_inventory_slip_steps PRIMARY KEY (stream, request, version);

ALTER TABLE ONLY inventory_used
    ADD CONSTRAINT pk_inventory_used PRIMARY KEY (series, first);

ALTER TABLE ONLY late
    ADD CONSTRAINT pk_late PRIMARY KEY (day, stream, source, kind, by);

ALTER TABLE ONLY late_after
    ADD CONSTRAINT pk_late_after PRIMARY KEY (property);

ALTER TABLE ONLY late_journal
    ADD CONSTRAINT pk_late_journal PRIMARY KEY (stream);

ALTER TABLE ONLY limits
    ADD CONSTRAINT pk_limits PRIMARY KEY (property);

ALTER TABLE ONLY limits_beyond
    ADD CONSTRAINT pk_limits_beyond PRIMARY KEY (stream, version, line);

ALTER TABLE ONLY limits_journal
    ADD CONSTRAINT pk_limits_journal PRIMARY KEY (stream);

ALTER TABLE ONLY limits_laid
    ADD CONSTRAINT pk_limits_laid PRIMARY KEY ("table", seat, bet, coupon);

ALTER TABLE ONLY limits_rules
    ADD CONSTRAINT pk_limits_rules PRIMARY KEY ("table");

ALTER TABLE ONLY mark_places
    ADD CONSTRAINT pk_mark_places PRIMARY KEY (round, seat);

ALTER TABLE ONLY meter_awards
    ADD CONSTRAINT pk_meter_awards PRIMARY KEY (round, seat, meter);

ALTER TABLE ONLY meter_days
    ADD CONSTRAINT pk_meter_days PRIMARY KEY (link, meter, day);

ALTER TABLE ONLY meter_links
    ADD CONSTRAINT pk_meter_links PRIMARY KEY (link);

ALTER TABLE ONLY meter_readings
    ADD CONSTRAINT pk_meter_readings PRIMARY KEY (link, meter);

ALTER TABLE ONLY meter_rounds
    ADD CONSTRAINT pk_meter_rounds PRIMARY KEY (round);

ALTER TABLE ONLY meter_signs
    ADD CONSTRAINT pk_meter_signs PRIMARY KEY (link, version);

ALTER TABLE ONLY meter_table_days
    ADD CONSTRAINT pk_meter_table_days PRIMARY KEY (day, "table");

ALTER TABLE ONLY meter_tables
    ADD CONSTRAINT pk_meter_tables PRIMARY KEY ("table");

ALTER TABLE ONLY meters_journal
    ADD CONSTRAINT pk_meters_journal PRIMARY KEY (stream);

ALTER TABLE ONLY note_counts
    ADD CONSTRAINT pk_note_counts PRIMARY KEY (day, "table");

ALTER TABLE ONLY note_form_days
    ADD CONSTRAINT pk_note_form_days PRIMARY KEY (serial);

ALTER TABLE ONLY note_slip_days
    ADD CONSTRAINT pk_note_slip_days PRIMARY KEY (series, day);

ALTER TABLE ONLY notes
    ADD CONSTRAINT pk_notes PRIMARY KEY (day, "position", subject);

ALTER TABLE ONLY notes_journal
    ADD CONSTRAINT pk_notes_journal PRIMARY KEY (stream);

ALTER TABLE ONLY passphrases
    ADD CONSTRAINT pk_passphrases PRIMARY KEY (operator);

ALTER TABLE ONLY past_rows
    ADD CONSTRAINT pk_past_rows PRIMARY KEY (model, node, until, key);

ALTER TABLE ONLY performance
    ADD CONSTRAINT pk_performance PRIMARY KEY (day, "table", hour, dealer, sha256, decks);

ALTER TABLE ONLY performance_clock
    ADD CONSTRAINT pk_performance_clock PRIMARY KEY (property);

ALTER TABLE ONLY performance_dealt
    ADD CONSTRAINT pk_performance_dealt PRIMARY KEY ("table");

ALTER TABLE ONLY performance_journal
    ADD CONSTRAINT pk_performance_journal PRIMARY KEY (stream);

ALTER TABLE ONLY performance_rounds
    ADD CONSTRAINT pk_performance_rounds PRIMARY KEY (day, "table", n, again);

ALTER TABLE ONLY performance_rules
    ADD CONSTRAINT pk_performance_rules PRIMARY KEY (sha256);

ALTER TABLE ONLY places_journal
    ADD CONSTRAINT pk_places_journal PRIMARY KEY (stream);

ALTER TABLE ONLY property_clock
    ADD CONSTRAINT pk_property_clock PRIMARY KEY (property);

ALTER TABLE ONLY property_shifts
    ADD CONSTRAINT pk_property_shifts PRIMARY KEY (day);

ALTER TABLE ONLY round_pointers
    ADD CONSTRAINT pk_round_pointers PRIMARY KEY (round, "position");

ALTER TABLE ONLY rounds
    ADD CONSTRAINT pk_rounds PRIMARY KEY (id);

ALTER TABLE ONLY rounds_journal
    ADD CONSTRAINT pk_rounds_journal PRIMARY KEY (stream);

ALTER TABLE ONLY rules_pointers
    ADD CONSTRAINT pk_rules_pointers PRIMARY KEY ("table", sha256);

ALTER TABLE ONLY seal_hashes
    ADD CONSTRAINT pk_seal_hashes PRIMARY KEY (level, first);

ALTER TABLE ONLY seat_owed
    ADD CONSTRAINT pk_seat_owed PRIMARY KEY (month, "table", seat);

ALTER TABLE ONLY signed_days
    ADD CONSTRAINT pk_signed_days PRIMARY KEY (day, part);

ALTER TABLE ONLY snapshots
    ADD CONSTRAINT pk_snapshots PRIMARY KEY (originator_id, originator_version);

ALTER TABLE ONLY table_blind
    ADD CONSTRAINT pk_table_blind PRIMARY KEY (property);

ALTER TABLE ONLY table_counts
    ADD CONSTRAINT pk_table_counts PRIMARY KEY (day, "table", figure, box, first_version);

ALTER TABLE ONLY table_days
    ADD CONSTRAINT pk_table_days PRIMARY KEY (day, "table");

ALTER TABLE ONLY table_drops
    ADD CONSTRAINT pk_table_drops PRIMARY KEY (day, "table", box);

ALTER TABLE ONLY table_hands
    ADD CONSTRAINT pk_table_hands PRIMARY KEY ("table");

ALTER TABLE ONLY table_hours
    ADD CONSTRAINT pk_table_hours PRIMARY KEY (day, "table", hour);

ALTER TABLE ONLY table_owed
    ADD CONSTRAINT pk_table_owed PRIMARY KEY (month, "table");

ALTER TABLE ONLY table_places
    ADD CONSTRAINT pk_table_places PRIMARY KEY ("table", day);

ALTER TABLE ONLY table_rules
    ADD CONSTRAINT pk_table_rules PRIMARY KEY ("table", day);

ALTER TABLE ONLY table_win
    ADD CONSTRAINT pk_table_win PRIMARY KEY (day, "table");

ALTER TABLE ONLY table_win_journal
    ADD CONSTRAINT pk_table_win_journal PRIMARY KEY (stream);

ALTER TABLE ONLY tracking
    ADD CONSTRAINT pk_tracking PRIMARY KEY (name);

ALTER TABLE ONLY verifications
    ADD CONSTRAINT pk_verifications PRIMARY KEY (at);

ALTER TABLE ONLY vigorish_days
    ADD CONSTRAINT pk_vigorish_days PRIMARY KEY (day, "table", seat);

ALTER TABLE ONLY vigorish_journal
    ADD CONSTRAINT pk_vigorish_journal PRIMARY KEY (stream);

ALTER TABLE ONLY vigorish_marks
    ADD CONSTRAINT pk_vigorish_marks PRIMARY KEY (round, seat, since);

ALTER TABLE ONLY events
    ADD CONSTRAINT uq_events_originator_id_originator_version UNIQUE (originator_id, originator_version);

CREATE INDEX ix_carried_marks_settled_day ON carried_marks USING btree (settled_day);

CREATE INDEX ix_corrections_day_table ON corrections USING btree (day, "table");

CREATE INDEX ix_corrections_of_day ON corrections USING btree (of_day);

CREATE INDEX ix_disputes_day_table ON disputes USING btree (day, "table");

CREATE INDEX ix_events_rare ON events USING btree (originator_id, originator_version) WHERE (topic <> ALL (ARRAY['table.wagers_placed'::text, 'table.wager_withdrawn'::text, 'table.bets_closed'::text, 'table.cards_dealt'::text, 'table.third_card_dealt'::text, 'table.house_money_pressed'::text, 'table.round_settled'::text, 'table.vigorish_marked'::text, 'table.vigorish_collected'::text, 'table.vigorish_documented'::text, 'table.seat_taken'::text, 'table.seat_left'::text, 'table.bought_in'::text, 'link.contributions_taken'::text, 'feed.record_refused'::text]));

CREATE INDEX ix_events_rare_topic ON events USING btree (topic, "position") WHERE (topic <> ALL (ARRAY['table.wagers_placed'::text, 'table.wager_withdrawn'::text, 'table.bets_closed'::text, 'table.cards_dealt'::text, 'table.third_card_dealt'::text, 'table.house_money_pressed'::text, 'table.round_settled'::text, 'table.vigorish_marked'::text, 'table.vigorish_collected'::text, 'table.vigorish_documented'::text, 'table.seat_taken'::text, 'table.seat_left'::text, 'table.bought_in'::text, 'link.contributions_taken'::text, 'feed.record_refused'::text]));

CREATE INDEX ix_evidence_day ON evidence USING btree (day);

CREATE INDEX ix_exceptions_day_table ON exceptions USING btree (day, "table");

CREATE INDEX ix_form_duplicates_day ON form_duplicates USING btree (day);

CREATE INDEX ix_form_originals_read_day ON form_originals_read USING btree (day);

CREATE INDEX ix_forms_day ON forms USING btree (day);

CREATE INDEX ix_forms_in_hand_day ON forms_in_hand USING btree (day);

CREATE INDEX ix_forms_lost_day ON forms_lost USING btree (day);

CREATE INDEX ix_forms_series_number ON forms USING btree (series, number);

CREATE INDEX ix_inventory_day_table ON inventory USING btree (day, "table");

CREATE INDEX ix_inventory_numbers_day ON inventory_numbers USING btree (day);

CREATE INDEX ix_inventory_slip_copies_same ON inventory_slip_copies USING btree (same);

CREATE INDEX ix_inventory_slip_steps_day ON inventory_slip_steps USING btree (day);

CREATE INDEX ix_inventory_slip_steps_slip ON inventory_slip_steps USING btree (slip);

CREATE INDEX ix_limits_beyond_day ON limits_beyond USING btree (day);

CREATE INDEX ix_mark_places_day ON mark_places USING btree (day);

CREATE INDEX ix_meter_awards_day_table ON meter_awards USING btree (day, "table");

CREATE INDEX ix_meter_awards_reversed_day ON meter_awards USING btree (reversed_day);

CREATE INDEX ix_meter_awards_settled_day ON meter_awards USING btree (settled_day);

CREATE INDEX ix_meter_rounds_day_table ON meter_rounds USING btree (day, "table");

CREATE INDEX ix_meter_rounds_day_table_round ON meter_rounds USING btree (day, "table", round) WHERE (((contributed <> 0) OR (recomputed <> 0) OR (returned <> 0)) AND ((lines <> recomputed_lines) OR (contributed <> recomputed) OR (returned <>
CASE
    WHEN (void > 0) THEN contributed
    ELSE (0)::bigint
END)));

CREATE INDEX ix_meter_signs_day ON meter_signs USING btree (day);

CREATE INDEX ix_performance_hour_day ON performance USING btree (hour, day);

CREATE INDEX ix_rounds_day_table_n ON rounds USING btree (day, "table", n);

CREATE INDEX ix_rounds_status_day ON rounds USING btree (status, day);

CREATE INDEX ix_table_win_table_day ON table_win USING btree ("table", day);

CREATE TRIGGER checkpoints_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_seal();

ALTER TABLE checkpoints ENABLE ALWAYS TRIGGER checkpoints_are_kept;

CREATE TRIGGER events_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE events ENABLE ALWAYS TRIGGER events_are_kept;

CREATE TRIGGER events_are_written_in_turn BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION take_writers_turn();

ALTER TABLE events ENABLE ALWAYS TRIGGER events_are_written_in_turn;

CREATE TRIGGER seal_hashes_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON seal_hashes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_seal();

ALTER TABLE seal_hashes ENABLE ALWAYS TRIGGER seal_hashes_are_kept;
