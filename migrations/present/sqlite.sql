CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

CREATE TABLE carried_marks (
	round TEXT NOT NULL, 
	seat BIGINT NOT NULL, 
	version BIGINT NOT NULL, 
	"table" TEXT NOT NULL, 
	day TEXT NOT NULL, 
	settled_day TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_carried_marks PRIMARY KEY (round, seat, version)
);

CREATE TABLE checkpoints (
	size BIGINT NOT NULL, 
	"key" TEXT NOT NULL, 
	note TEXT NOT NULL, 
	recorded_at BIGINT NOT NULL, 
	CONSTRAINT pk_checkpoints PRIMARY KEY (size, "key")
);

CREATE TABLE corrections (
	stream TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	document TEXT NOT NULL, 
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	of_day TEXT NOT NULL, 
	figure TEXT NOT NULL, 
	cents BIGINT NOT NULL, 
	original TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	"by" TEXT NOT NULL, 
	approved_by TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	seat BIGINT NOT NULL, 
	accounting TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_corrections PRIMARY KEY (stream, version)
);

CREATE TABLE day_acknowledged (
	day TEXT NOT NULL, 
	finding TEXT NOT NULL, 
	code TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	"by" TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	cents BIGINT, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_day_acknowledged PRIMARY KEY (day, finding)
);

CREATE TABLE day_closings (
	day TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	"by" TEXT NOT NULL, 
	second TEXT NOT NULL, 
	books_at BIGINT NOT NULL, 
	books TEXT NOT NULL, 
	findings TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_day_closings PRIMARY KEY (day)
);

CREATE TABLE disputes (
	round TEXT NOT NULL, 
	number BIGINT NOT NULL, 
	"table" TEXT NOT NULL, 
	day TEXT NOT NULL, 
	seat BIGINT NOT NULL, 
	claim TEXT NOT NULL, 
	evidence TEXT NOT NULL, 
	raised_by TEXT NOT NULL, 
	raised_at BIGINT NOT NULL, 
	ruling TEXT, 
	reason TEXT, 
	decided_by TEXT, 
	decided_at BIGINT, 
	document TEXT, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_disputes PRIMARY KEY (round, number)
);

CREATE TABLE events (
	position INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	originator_id TEXT NOT NULL, 
	originator_version INTEGER NOT NULL, 
	topic TEXT NOT NULL, 
	state BLOB NOT NULL, 
	CONSTRAINT uq_events_originator_id_originator_version UNIQUE (originator_id, originator_version)
);

CREATE TABLE evidence (
	subject TEXT NOT NULL, 
	about TEXT NOT NULL, 
	stream TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	day TEXT NOT NULL, 
	figure TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_evidence PRIMARY KEY (subject, about, stream, version)
);

CREATE TABLE evidence_journal (
	stream TEXT NOT NULL, 
	entries TEXT NOT NULL, 
	CONSTRAINT pk_evidence_journal PRIMARY KEY (stream)
);

CREATE TABLE exceptions (
	stream TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	"by" TEXT NOT NULL, 
	subject TEXT NOT NULL, 
	message TEXT NOT NULL, 
	code TEXT, 
	cents BIGINT, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_exceptions PRIMARY KEY (stream, version)
);

CREATE TABLE feed_digests (
	source TEXT NOT NULL, 
	last_seq BIGINT NOT NULL, 
	digests BLOB NOT NULL, 
	CONSTRAINT pk_feed_digests PRIMARY KEY (source, last_seq)
);

CREATE TABLE feed_sources (
	source TEXT NOT NULL, 
	last_seq BIGINT NOT NULL, 
	CONSTRAINT pk_feed_sources PRIMARY KEY (source)
);

CREATE TABLE feeds (
	source TEXT NOT NULL, 
	seq BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	recorded_at BIGINT NOT NULL, 
	set_aside BIGINT NOT NULL, 
	CONSTRAINT pk_feeds PRIMARY KEY (source)
);

CREATE TABLE form_duplicates (
	serial TEXT NOT NULL, 
	day TEXT NOT NULL, 
	void BIGINT NOT NULL, 
	cents BIGINT, 
	"table" TEXT, 
	form_day TEXT, 
	patron TEXT, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_form_duplicates PRIMARY KEY (serial, day)
);

CREATE TABLE form_originals (
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	forms TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_form_originals PRIMARY KEY (day, "table")
);

CREATE TABLE form_originals_read (
	serial TEXT NOT NULL, 
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	n BIGINT NOT NULL, 
	cents BIGINT NOT NULL, 
	printed TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_form_originals_read PRIMARY KEY (serial, day, "table", n)
);

CREATE TABLE form_series (
	series TEXT NOT NULL, 
	first BIGINT NOT NULL, 
	last BIGINT NOT NULL, 
	next BIGINT NOT NULL, 
	copies BIGINT NOT NULL, 
	pit TEXT, 
	clerks TEXT, 
	received_day TEXT, 
	issued BIGINT NOT NULL, 
	void BIGINT NOT NULL, 
	lost BIGINT NOT NULL, 
	kept BIGINT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_form_series PRIMARY KEY (series)
);

CREATE TABLE forms (
	serial TEXT NOT NULL, 
	series TEXT NOT NULL, 
	number BIGINT NOT NULL, 
	status TEXT NOT NULL, 
	day TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	recorded_at BIGINT NOT NULL, 
	pit_boss TEXT NOT NULL, 
	clerk TEXT NOT NULL, 
	"table" TEXT, 
	seat BIGINT, 
	cents BIGINT, 
	rounds TEXT, 
	patron TEXT, 
	dealer TEXT, 
	patron_signed BIGINT, 
	statement TEXT, 
	stated_by TEXT, 
	reason TEXT, 
	dropped_at BIGINT, 
	forwarded_at BIGINT, 
	voided_at BIGINT, 
	void_pit_boss TEXT, 
	void_clerk TEXT, 
	patron_id TEXT, 
	seated TEXT, 
	out_of_order BIGINT, 
	dropped_day TEXT, 
	forwarded_day TEXT, 
	voided_day TEXT, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_forms PRIMARY KEY (serial)
);

CREATE TABLE forms_in_hand (
	series TEXT NOT NULL, 
	day TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	missing TEXT, 
	beyond TEXT, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_forms_in_hand PRIMARY KEY (series, day)
);

CREATE TABLE forms_lost (
	series TEXT NOT NULL, 
	number BIGINT NOT NULL, 
	serial TEXT NOT NULL, 
	day TEXT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_forms_lost PRIMARY KEY (series, number)
);

CREATE TABLE forms_unsettled (
	serial TEXT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_forms_unsettled PRIMARY KEY (serial)
);

CREATE TABLE hour_grid (
	property TEXT NOT NULL, 
	zone TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_hour_grid PRIMARY KEY (property)
);

CREATE TABLE hours_journal (
	stream TEXT NOT NULL, 
	entries TEXT NOT NULL, 
	CONSTRAINT pk_hours_journal PRIMARY KEY (stream)
);

CREATE TABLE idempotency_keys (
	"key" TEXT NOT NULL, 
	request_sha256 VARCHAR(64) NOT NULL, 
	answer BLOB NOT NULL, 
	recorded_at BIGINT NOT NULL, 
	CONSTRAINT pk_idempotency_keys PRIMARY KEY ("key")
);

CREATE TABLE instants (
	span TEXT NOT NULL, 
	first_happened BIGINT NOT NULL, 
	last_happened BIGINT NOT NULL, 
	first_recorded BIGINT NOT NULL, 
	last_recorded BIGINT NOT NULL, 
	CONSTRAINT pk_instants PRIMARY KEY (span)
);

CREATE TABLE inventory (
	stream TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	cents BIGINT NOT NULL, 
	chips TEXT, 
	slip TEXT, 
	seat BIGINT, 
	dealer TEXT, 
	supervisor TEXT, 
	"by" TEXT NOT NULL, stands_at BIGINT, moved_cents BIGINT, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_inventory PRIMARY KEY (stream, version)
);

CREATE TABLE inventory_journal (
	stream TEXT NOT NULL, 
	entries TEXT NOT NULL, 
	CONSTRAINT pk_inventory_journal PRIMARY KEY (stream)
);

CREATE TABLE inventory_numbers (
	series TEXT NOT NULL, 
	number BIGINT NOT NULL, 
	stream TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	slip TEXT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_inventory_numbers PRIMARY KEY (series, number, stream, version)
);

CREATE TABLE inventory_slip_copies (
	day TEXT NOT NULL, 
	side TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	same TEXT NOT NULL, 
	slip TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	void BIGINT NOT NULL, 
	cents BIGINT, 
	chips TEXT, 
	"table" TEXT, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_inventory_slip_copies PRIMARY KEY (day, side, kind, same)
);

CREATE TABLE inventory_slip_counts (
	series TEXT NOT NULL, 
	day TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	counted TEXT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_inventory_slip_counts PRIMARY KEY (series, day)
);

CREATE TABLE inventory_slip_runs (
	series TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	day TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	prefix TEXT NOT NULL, 
	first BIGINT NOT NULL, 
	last BIGINT NOT NULL, 
	lost BIGINT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_inventory_slip_runs PRIMARY KEY (series, version)
);

CREATE TABLE inventory_slip_steps (
	stream TEXT NOT NULL, 
	request BIGINT NOT NULL, 
	version BIGINT NOT NULL, 
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	step TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	cents BIGINT NOT NULL, 
	"by" TEXT NOT NULL, 
	chips TEXT, 
	slip TEXT, 
	cage TEXT, 
	security TEXT, 
	dealer TEXT, 
	supervisor TEXT, 
	reason TEXT, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_inventory_slip_steps PRIMARY KEY (stream, request, version)
);

CREATE TABLE inventory_used (
	series TEXT NOT NULL, 
	first BIGINT NOT NULL, 
	last BIGINT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_inventory_used PRIMARY KEY (series, first)
);

CREATE TABLE late (
	day TEXT NOT NULL, 
	stream TEXT NOT NULL, 
	source TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	"by" TEXT NOT NULL, 
	entries BIGINT NOT NULL, 
	most BIGINT NOT NULL, 
	first_at BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_late PRIMARY KEY (day, stream, source, kind, "by")
);

CREATE TABLE late_after (
	property TEXT NOT NULL, 
	minutes BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_late_after PRIMARY KEY (property)
);

CREATE TABLE late_journal (
	stream TEXT NOT NULL, 
	entries TEXT NOT NULL, 
	CONSTRAINT pk_late_journal PRIMARY KEY (stream)
);

CREATE TABLE limits (
	property TEXT NOT NULL, 
	settings TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_limits PRIMARY KEY (property)
);

CREATE TABLE limits_beyond (
	stream TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	line BIGINT NOT NULL, 
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	setting TEXT NOT NULL, 
	what TEXT NOT NULL, 
	cents BIGINT NOT NULL, 
	limit_cents BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	"by" TEXT NOT NULL, 
	source TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_limits_beyond PRIMARY KEY (stream, version, line)
);

CREATE TABLE limits_journal (
	stream TEXT NOT NULL, 
	entries TEXT NOT NULL, 
	CONSTRAINT pk_limits_journal PRIMARY KEY (stream)
);

CREATE TABLE limits_laid (
	"table" TEXT NOT NULL, 
	seat BIGINT NOT NULL, 
	bet TEXT NOT NULL, 
	coupon BIGINT NOT NULL, 
	round TEXT NOT NULL, 
	cents BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_limits_laid PRIMARY KEY ("table", seat, bet, coupon)
);

CREATE TABLE limits_rules (
	"table" TEXT NOT NULL, 
	rules TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_limits_rules PRIMARY KEY ("table")
);

CREATE TABLE mark_places (
	round TEXT NOT NULL, 
	seat BIGINT NOT NULL, 
	"table" TEXT NOT NULL, 
	day TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	cents BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_mark_places PRIMARY KEY (round, seat)
);

CREATE TABLE "meter_awards" (
	round TEXT NOT NULL, 
	seat BIGINT NOT NULL, 
	meter TEXT NOT NULL, 
	link TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	day TEXT NOT NULL, 
	level TEXT NOT NULL, 
	reading BIGINT NOT NULL, 
	cents BIGINT NOT NULL, 
	player TEXT NOT NULL, 
	banker TEXT NOT NULL, 
	status TEXT NOT NULL, 
	won_at BIGINT NOT NULL, 
	won_by TEXT NOT NULL, 
	reseed_cents BIGINT NOT NULL, 
	folded BIGINT NOT NULL, 
	due_cents BIGINT NOT NULL, 
	due_reseed_cents BIGINT NOT NULL, 
	settled_cents BIGINT NOT NULL, 
	from_tray_cents BIGINT NOT NULL, 
	won BIGINT NOT NULL, 
	settled BIGINT NOT NULL, 
	settled_day TEXT, 
	place TEXT, 
	supervisor TEXT, 
	reason TEXT, 
	reversed BIGINT NOT NULL, 
	given_back BIGINT NOT NULL, 
	since_cents BIGINT NOT NULL, 
	reversed_day TEXT, 
	handed_back TEXT, 
	document TEXT, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_meter_awards PRIMARY KEY (round, seat, meter)
);

CREATE TABLE "meter_days" (
	link TEXT NOT NULL, 
	meter TEXT NOT NULL, 
	day TEXT NOT NULL, 
	contributions BIGINT NOT NULL, 
	returns BIGINT NOT NULL, 
	reseeds BIGINT NOT NULL, 
	awards BIGINT NOT NULL, 
	corrections BIGINT NOT NULL, 
	recomputed BIGINT NOT NULL, 
	transfers BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_meter_days PRIMARY KEY (link, meter, day)
);

CREATE TABLE "meter_links" (
	link TEXT NOT NULL, 
	terms TEXT NOT NULL, 
	rated BIGINT NOT NULL, 
	retired_day TEXT, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_meter_links PRIMARY KEY (link)
);

CREATE TABLE meter_readings (
	link TEXT NOT NULL, 
	meter TEXT NOT NULL, 
	visible BIGINT NOT NULL, 
	reserve BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_meter_readings PRIMARY KEY (link, meter)
);

CREATE TABLE meter_rounds (
	round TEXT NOT NULL, 
	link TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	day TEXT NOT NULL, 
	staked_cents BIGINT NOT NULL, 
	contributed BIGINT NOT NULL, 
	recomputed BIGINT NOT NULL, 
	returned BIGINT NOT NULL, 
	lines TEXT NOT NULL, 
	recomputed_lines TEXT NOT NULL, 
	bets_closed BIGINT NOT NULL, 
	taken BIGINT NOT NULL, 
	void BIGINT NOT NULL, 
	given_back BIGINT NOT NULL, must_hit BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_meter_rounds PRIMARY KEY (round)
);

CREATE TABLE meter_signs (
	link TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	day TEXT NOT NULL, 
	meter TEXT NOT NULL, 
	occasion TEXT NOT NULL, 
	shown BIGINT NOT NULL, 
	rolled_over BIGINT NOT NULL, 
	ledger BIGINT NOT NULL, 
	difference BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	"by" TEXT NOT NULL, 
	witness TEXT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_meter_signs PRIMARY KEY (link, version)
);

CREATE TABLE meter_table_days (
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	contributions BIGINT NOT NULL, 
	tray_awards_cents BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_meter_table_days PRIMARY KEY (day, "table")
);

CREATE TABLE "meter_tables" (
	"table" TEXT NOT NULL, 
	link TEXT NOT NULL, 
	terms TEXT NOT NULL, 
	since BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_meter_tables PRIMARY KEY ("table")
);

CREATE TABLE meters_journal (
	stream TEXT NOT NULL, 
	entries TEXT NOT NULL, 
	CONSTRAINT pk_meters_journal PRIMARY KEY (stream)
);

CREATE TABLE note_counts (
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	stands_at BIGINT NOT NULL, 
	at BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_note_counts PRIMARY KEY (day, "table")
);

CREATE TABLE note_form_days (
	serial TEXT NOT NULL, 
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, cents BIGINT, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_note_form_days PRIMARY KEY (serial)
);

CREATE TABLE note_slip_days (
	series TEXT NOT NULL, 
	day TEXT NOT NULL, 
	last BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_note_slip_days PRIMARY KEY (series, day)
);

CREATE TABLE notes (
	day TEXT NOT NULL, 
	position BIGINT NOT NULL, 
	subject TEXT NOT NULL, 
	what TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	posted TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	"by" TEXT NOT NULL, 
	cents BIGINT, 
	document TEXT, 
	text TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_notes PRIMARY KEY (day, position, subject)
);

CREATE TABLE notes_journal (
	stream TEXT NOT NULL, 
	entries TEXT NOT NULL, 
	CONSTRAINT pk_notes_journal PRIMARY KEY (stream)
);

CREATE TABLE passphrases (
	operator TEXT NOT NULL, 
	kept TEXT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	CONSTRAINT pk_passphrases PRIMARY KEY (operator)
);

CREATE TABLE past_rows (
	model TEXT NOT NULL, 
	node BIGINT NOT NULL, 
	until BIGINT NOT NULL, 
	"key" TEXT NOT NULL, 
	since BIGINT NOT NULL, 
	content TEXT NOT NULL, 
	CONSTRAINT pk_past_rows PRIMARY KEY (model, node, until, "key")
)
 WITHOUT ROWID

;

CREATE TABLE performance (
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	hour BIGINT NOT NULL, 
	dealer TEXT NOT NULL, 
	sha256 TEXT NOT NULL, 
	decks BIGINT NOT NULL, 
	bets TEXT NOT NULL, 
	sums TEXT NOT NULL, 
	awards_cents BIGINT NOT NULL, 
	posted_cents BIGINT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_performance PRIMARY KEY (day, "table", hour, dealer, sha256, decks)
);

CREATE TABLE performance_clock (
	property TEXT NOT NULL, 
	zone TEXT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_performance_clock PRIMARY KEY (property)
);

CREATE TABLE performance_dealt (
	"table" TEXT NOT NULL, 
	dealer TEXT NOT NULL, 
	decks BIGINT NOT NULL, 
	open_day TEXT NOT NULL, 
	of_day TEXT NOT NULL, 
	sha256 TEXT NOT NULL, 
	dealt_decks BIGINT NOT NULL, 
	dealt_by TEXT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_performance_dealt PRIMARY KEY ("table")
);

CREATE TABLE performance_journal (
	stream TEXT NOT NULL, 
	entries TEXT NOT NULL, 
	CONSTRAINT pk_performance_journal PRIMARY KEY (stream)
);

CREATE TABLE performance_rounds (
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	n BIGINT NOT NULL, 
	again BIGINT NOT NULL, 
	sha256 TEXT NOT NULL, 
	decks BIGINT NOT NULL, 
	dealer TEXT NOT NULL, 
	hour BIGINT NOT NULL, 
	awards_cents BIGINT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_performance_rounds PRIMARY KEY (day, "table", n, again)
);

CREATE TABLE performance_rules (
	sha256 TEXT NOT NULL, 
	rules TEXT NOT NULL, 
	document TEXT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_performance_rules PRIMARY KEY (sha256)
);

CREATE TABLE places_journal (
	stream TEXT NOT NULL, 
	entries TEXT NOT NULL, 
	CONSTRAINT pk_places_journal PRIMARY KEY (stream)
);

CREATE TABLE property_clock (
	property TEXT NOT NULL, 
	zone TEXT NOT NULL, 
	cutoff TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_property_clock PRIMARY KEY (property)
);

CREATE TABLE property_shifts (
	day TEXT NOT NULL, 
	shifts TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_property_shifts PRIMARY KEY (day)
);

CREATE TABLE round_pointers (
	round TEXT NOT NULL, 
	position BIGINT NOT NULL, 
	stream TEXT NOT NULL, 
	CONSTRAINT pk_round_pointers PRIMARY KEY (round, position)
);

CREATE TABLE rounds (
	id TEXT NOT NULL, 
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	n BIGINT NOT NULL, 
	status TEXT NOT NULL, 
	shoe TEXT, 
	rules TEXT, 
	rules_version BIGINT, 
	rules_sha256 TEXT, 
	player TEXT NOT NULL, 
	banker TEXT NOT NULL, 
	outcome TEXT, 
	player_points BIGINT, 
	banker_points BIGINT, 
	announce TEXT, 
	reason TEXT, 
	staked_cents BIGINT, 
	returned_cents BIGINT, 
	vig_cents BIGINT, 
	first_version BIGINT NOT NULL, 
	last_version BIGINT NOT NULL, 
	opened_at BIGINT NOT NULL, 
	ended_at BIGINT, 
	"by" TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_rounds PRIMARY KEY (id)
);

CREATE TABLE rounds_journal (
	stream TEXT NOT NULL, 
	entries TEXT NOT NULL, 
	CONSTRAINT pk_rounds_journal PRIMARY KEY (stream)
);

CREATE TABLE rules_pointers (
	"table" TEXT NOT NULL, 
	sha256 TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	CONSTRAINT pk_rules_pointers PRIMARY KEY ("table", sha256)
);

CREATE TABLE seal_hashes (
	level INTEGER NOT NULL, 
	first BIGINT NOT NULL, 
	position BIGINT NOT NULL, 
	hashes BLOB NOT NULL, 
	CONSTRAINT pk_seal_hashes PRIMARY KEY (level, first)
);

CREATE TABLE seat_owed (
	month TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	seat BIGINT NOT NULL, 
	cents BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_seat_owed PRIMARY KEY (month, "table", seat)
);

CREATE TABLE signed_days (
	day TEXT NOT NULL, 
	part TEXT NOT NULL, 
	position BIGINT NOT NULL, 
	content BLOB NOT NULL, 
	sha256 TEXT NOT NULL, 
	remade BIGINT NOT NULL, 
	CONSTRAINT pk_signed_days PRIMARY KEY (day, part)
);

CREATE TABLE snapshots (
	originator_id TEXT NOT NULL, 
	originator_version INTEGER NOT NULL, 
	topic TEXT NOT NULL, 
	state BLOB NOT NULL, 
	CONSTRAINT pk_snapshots PRIMARY KEY (originator_id, originator_version)
);

CREATE TABLE table_blind (
	property TEXT NOT NULL, 
	counts TEXT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_table_blind PRIMARY KEY (property)
);

CREATE TABLE table_counts (
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	figure TEXT NOT NULL, 
	box TEXT NOT NULL, 
	first_version BIGINT NOT NULL, 
	first_by TEXT NOT NULL, 
	first_cents BIGINT NOT NULL, 
	first_chips TEXT NOT NULL, 
	first_forms TEXT, 
	second_version BIGINT, 
	second_by TEXT, 
	second_cents BIGINT, 
	second_chips TEXT, 
	second_forms TEXT, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_table_counts PRIMARY KEY (day, "table", figure, box, first_version)
);

CREATE TABLE table_days (
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	first_version BIGINT NOT NULL, 
	last_version BIGINT NOT NULL, 
	earlier TEXT NOT NULL, 
	CONSTRAINT pk_table_days PRIMARY KEY (day, "table")
);

CREATE TABLE table_drops (
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	box TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	"by" TEXT NOT NULL, 
	cash_cents BIGINT NOT NULL, 
	forms_cents BIGINT NOT NULL, 
	cash TEXT, 
	counts TEXT, 
	team TEXT, 
	kind TEXT, 
	placed_at BIGINT, 
	pulled_at BIGINT, 
	opened_at BIGINT, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_table_drops PRIMARY KEY (day, "table", box)
);

CREATE TABLE table_hands (
	"table" TEXT NOT NULL, 
	hands BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_table_hands PRIMARY KEY ("table")
);

CREATE TABLE "table_hours" (
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	hour BIGINT NOT NULL, 
	rounds BIGINT NOT NULL, 
	hand_result_cents BIGINT NOT NULL, 
	vig_collected_cents BIGINT NOT NULL, 
	vig_documented_cents BIGINT NOT NULL, 
	coupons BIGINT NOT NULL, 
	coupons_kept BIGINT NOT NULL, 
	coupon_face_cents BIGINT NOT NULL, 
	coupon_paid_cents BIGINT NOT NULL, 
	vig_uncollected_cents BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_table_hours PRIMARY KEY (day, "table", hour)
);

CREATE TABLE table_owed (
	month TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	cents BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_table_owed PRIMARY KEY (month, "table")
);

CREATE TABLE table_places (
	"table" TEXT NOT NULL, 
	day TEXT NOT NULL, 
	pit TEXT, 
	game TEXT, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_table_places PRIMARY KEY ("table", day)
);

CREATE TABLE table_rules (
	"table" TEXT NOT NULL, 
	day TEXT NOT NULL, 
	rules TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	sha256 TEXT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_table_rules PRIMARY KEY ("table", day)
);

CREATE TABLE "table_win" (
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	rounds BIGINT NOT NULL, 
	voids BIGINT NOT NULL, 
	opener_cents BIGINT, 
	closer_cents BIGINT, 
	fills_cents BIGINT NOT NULL, 
	credits_cents BIGINT NOT NULL, 
	buy_ins_cents BIGINT, 
	drop_cash_cents BIGINT, 
	drop_forms_cents BIGINT, 
	hand_result_cents BIGINT, 
	vig_assessed_cents BIGINT, 
	vig_collected_cents BIGINT, 
	vig_documented_cents BIGINT, 
	drop_corrections_cents BIGINT NOT NULL, 
	opener_corrections_cents BIGINT NOT NULL, 
	closer_corrections_cents BIGINT NOT NULL, 
	vig_uncollected_cents BIGINT, 
	hands BIGINT, 
	no_tray BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_table_win PRIMARY KEY (day, "table")
);

CREATE TABLE table_win_journal (
	stream TEXT NOT NULL, 
	entries TEXT NOT NULL, 
	CONSTRAINT pk_table_win_journal PRIMARY KEY (stream)
);

CREATE TABLE tracking (
	name TEXT NOT NULL, 
	position BIGINT NOT NULL, 
	CONSTRAINT pk_tracking PRIMARY KEY (name)
);

CREATE TABLE verifications (
	at BIGINT NOT NULL, 
	position BIGINT NOT NULL, 
	program TEXT NOT NULL, 
	answer BLOB NOT NULL, 
	CONSTRAINT pk_verifications PRIMARY KEY (at)
);

CREATE TABLE "vigorish_days" (
	day TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	seat BIGINT NOT NULL, 
	assessed_cents BIGINT NOT NULL, 
	collected_cents BIGINT NOT NULL, 
	documented_cents BIGINT NOT NULL, 
	uncollected_cents BIGINT NOT NULL, milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_vigorish_days PRIMARY KEY (day, "table", seat)
);

CREATE TABLE vigorish_journal (
	stream TEXT NOT NULL, 
	entries TEXT NOT NULL, 
	CONSTRAINT pk_vigorish_journal PRIMARY KEY (stream)
);

CREATE TABLE vigorish_marks (
	round TEXT NOT NULL, 
	seat BIGINT NOT NULL, 
	since BIGINT NOT NULL, 
	"table" TEXT NOT NULL, 
	cents BIGINT NOT NULL, 
	milestone BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_vigorish_marks PRIMARY KEY (round, seat, since)
);

CREATE INDEX ix_carried_marks_settled_day ON carried_marks (settled_day);

CREATE INDEX ix_corrections_day_table ON corrections (day, "table");

CREATE INDEX ix_corrections_of_day ON corrections (of_day);

CREATE INDEX ix_disputes_day_table ON disputes (day, "table");

CREATE INDEX ix_events_rare ON events (originator_id, originator_version) WHERE topic NOT IN ('table.wagers_placed', 'table.wager_withdrawn', 'table.bets_closed', 'table.cards_dealt', 'table.third_card_dealt', 'table.house_money_pressed', 'table.round_settled', 'table.vigorish_marked', 'table.vigorish_collected', 'table.vigorish_documented', 'table.seat_taken', 'table.seat_left', 'table.bought_in', 'link.contributions_taken', 'feed.record_refused');

CREATE INDEX ix_events_rare_topic ON events (topic, position) WHERE topic NOT IN ('table.wagers_placed', 'table.wager_withdrawn', 'table.bets_closed', 'table.cards_dealt', 'table.third_card_dealt', 'table.house_money_pressed', 'table.round_settled', 'table.vigorish_marked', 'table.vigorish_collected', 'table.vigorish_documented', 'table.seat_taken', 'table.seat_left', 'table.bought_in', 'link.contributions_taken', 'feed.record_refused');

CREATE INDEX ix_evidence_day ON evidence (day);

CREATE INDEX ix_exceptions_day_table ON exceptions (day, "table");

CREATE INDEX ix_form_duplicates_day ON form_duplicates (day);

CREATE INDEX ix_form_originals_read_day ON form_originals_read (day);

CREATE INDEX ix_forms_day ON forms (day);

CREATE INDEX ix_forms_in_hand_day ON forms_in_hand (day);

CREATE INDEX ix_forms_lost_day ON forms_lost (day);

CREATE INDEX ix_forms_series_number ON forms (series, number);

CREATE INDEX ix_inventory_day_table ON inventory (day, "table");

CREATE INDEX ix_inventory_numbers_day ON inventory_numbers (day);

CREATE INDEX ix_inventory_slip_copies_same ON inventory_slip_copies (same);

CREATE INDEX ix_inventory_slip_steps_day ON inventory_slip_steps (day);

CREATE INDEX ix_inventory_slip_steps_slip ON inventory_slip_steps (slip);

CREATE INDEX ix_limits_beyond_day ON limits_beyond (day);

CREATE INDEX ix_mark_places_day ON mark_places (day);

CREATE INDEX ix_meter_awards_day_table ON meter_awards (day, "table");

CREATE INDEX ix_meter_awards_reversed_day ON meter_awards (reversed_day);

CREATE INDEX ix_meter_awards_settled_day ON meter_awards (settled_day);

CREATE INDEX ix_meter_rounds_day_table ON meter_rounds (day, "table");

CREATE INDEX ix_meter_rounds_day_table_round ON meter_rounds (day, "table", round) WHERE (contributed <> 0 OR recomputed <> 0 OR returned <> 0) AND (lines <> recomputed_lines OR contributed <> recomputed OR returned <> CASE WHEN void > 0 THEN contributed ELSE 0 END);

CREATE INDEX ix_meter_signs_day ON meter_signs (day);

CREATE INDEX ix_performance_hour_day ON performance (hour, day);

CREATE INDEX ix_rounds_day_table_n ON rounds (day, "table", n);

CREATE INDEX ix_rounds_status_day ON rounds (status, day);

CREATE INDEX ix_table_win_table_day ON table_win ("table", day);

CREATE TRIGGER checkpoints_are_not_changed BEFORE UPDATE ON checkpoints 
BEGIN
    SELECT RAISE(ABORT, 'the seal is never changed or deleted');
END;

CREATE TRIGGER checkpoints_are_not_deleted BEFORE DELETE ON checkpoints 
BEGIN
    SELECT RAISE(ABORT, 'the seal is never changed or deleted');
END;

CREATE TRIGGER checkpoints_are_not_replaced BEFORE INSERT ON checkpoints WHEN EXISTS (SELECT 1 FROM checkpoints WHERE size = NEW.size AND "key" = NEW."key")
BEGIN
    SELECT RAISE(ABORT, 'the seal is never changed or deleted');
END;

CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events 
BEGIN
    SELECT RAISE(ABORT, 'events are never changed or deleted');
END;

CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events 
BEGIN
    SELECT RAISE(ABORT, 'events are never changed or deleted');
END;

CREATE TRIGGER events_are_not_replaced BEFORE INSERT ON events 
WHEN EXISTS (SELECT 1 FROM events WHERE position = NEW.position)
    OR EXISTS (
        SELECT 1 FROM events
        WHERE originator_id = NEW.originator_id AND originator_version = NEW.originator_version
    )

BEGIN
    SELECT RAISE(ABORT, 'events are never changed or deleted');
END;

CREATE TRIGGER seal_hashes_are_not_changed BEFORE UPDATE ON seal_hashes 
BEGIN
    SELECT RAISE(ABORT, 'the seal is never changed or deleted');
END;

CREATE TRIGGER seal_hashes_are_not_deleted BEFORE DELETE ON seal_hashes 
BEGIN
    SELECT RAISE(ABORT, 'the seal is never changed or deleted');
END;

CREATE TRIGGER seal_hashes_are_not_replaced BEFORE INSERT ON seal_hashes WHEN EXISTS (SELECT 1 FROM seal_hashes WHERE level = NEW.level AND first = NEW.first)
BEGIN
    SELECT RAISE(ABORT, 'the seal is never changed or deleted');
END;
