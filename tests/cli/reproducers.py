"""For every error of `pit`: how a person comes upon it. Commands are written as they are typed.

`BEFORE` is what was done before, `CASES` the command that is refused. The name of a case is the code
of the error, with a word behind it where one code has several reproducers.
"""

from tests.sealing import LOG, NEXT

SIGNED = "--dealer D-7 --supervisor S-2"
OPENER = '--opener "100x50 25x200 5x400"'

INIT = ('init --name "Harbor House" --zone America/New_York',)
OPEN = (*INIT, f"table open MB-01 --rules ma-midi --pit P-1 {OPENER} {SIGNED}")
SHOE = (*OPEN, "shoe start MB-01 1 --burn 4d")
BETS = (*SHOE, "wager place MB-01 3 banker 20")
CLOSED = (*BETS, "round bets-closed MB-01")
DEALT = (*CLOSED, 'round deal MB-01 --player "7d Qh" --banker "9c Kh"')
DRAWING = (*CLOSED, 'round deal MB-01 --player "Qs 7s" --banker "5c Qs"')
BANKER_WINS = 'round play MB-01 --wager 3:banker:75 --player "7d Qh" --banker "9c Kh"'
OWING = (*SHOE, BANKER_WINS)
HOUSE = (*INIT, f"table open MB-01 --rules house-dragon --pit P-1 {OPENER} {SIGNED}")
EZ = (*INIT, f"table open MB-01 --rules ma-midi-ez --pit P-1 {OPENER} {SIGNED}")
BIG = (*INIT, f"table open MB-01 --rules ma-big --pit P-1 {OPENER} {SIGNED}")
PAIR = (
    *SHOE,
    "wager place MB-01 3 player 25",
    "wager place MB-01 3 house-money 5",
    "round bets-closed MB-01",
    'round deal MB-01 --player "2d 2h" --banker "5c Kh"',
)
DIV = (
    *INIT,
    f"table open MB-01 --rules div-mini --pit P-1 {OPENER} {SIGNED}",
    "shoe start MB-01 1 --burn 4d",
    BANKER_WINS,
)
RECEIVED = "form receive CVF --first 1001 --last 1002"
FORMS = (*DIV, f"{RECEIVED} --pit P-1 --clerk C-1")
SIGNERS = "--dealer D-7 --pit-boss B-2"
PATRON = '--patron "R. Ames" --patron-signed'
ON_FORM = f"form issue CVF-1001 MB-01 3 {PATRON} {SIGNERS}"
ISSUED = (*FORMS, ON_FORM)
VOID = "form void CVF-1001 --reason torn --pit-boss B-2"
LOST = "form lost CVF-1001 --reason burnt --authorised-by B-2"
FOURS = 'round play MB-01 --player "4d 4d" --banker "4d 4d"'
TWO_SIT = ("seat sit MB-01 2", "seat sit MB-01 5")
RED = f"shoe receive MB-01 A --colour red {SIGNED}"
BLUE = f"shoe receive MB-01 B --colour blue {SIGNED}"
SHUFFLE = "shoe shuffle MB-01 --cut-by dealer --depth 60"
START = "shoe start MB-01 1 --burn 4d"
ENDED = "shoe end MB-01 --reason completed"
RECUT = "shoe recut MB-01 --ordered-by S-2 --reason uneven --cut-by dealer --depth 60"
BIG_SHOE = (*BIG, START, *TWO_SIT)
MINI_OPEN = DIV[:2]
MINI = (*MINI_OPEN, START)
STORED = (*MINI_OPEN, RED, BLUE, SHUFFLE, START, "shoe store MB-01 B")
FACE_UP = "round irregular MB-01 face-up 7d --disclosed"
IN_ERROR = "round irregular MB-01 third-card 2h --undisclosed"
UNSEEN = "round irregular MB-01 drawn-in-error --undisclosed"
SIMULATED = 'round simulated MB-01 --player "7d Qh" --banker "9c Kh"'
DRAWN = (*CLOSED, 'round deal MB-01 --player "2d 2s" --banker "5c Kh"')
REQUEST = 'chips request MB-01 fill --chips "100x20" --supervisor S-2'
PREPARE = "chips prepare MB-01 fill --slip F-17 --cage G-1 --security X-1"
RECEIVE = f"chips receive MB-01 fill --slip F-17 {SIGNED}"
VOID_SLIP = "chips void MB-01 fill --slip F-17 --reason torn --supervisor S-2 --cage G-1"
FILL = f'chips fill MB-01 --slip F-17 --chips "100x20" {SIGNED}'
RESHUFFLED = "shuffle=lace_and_reshuffle"
NOTICE = "--authorised-by S-1 --notice-at 17:00"

LINKED = (
    *SHOE,
    "meter install R9-1 --rules ma-midi --table MB-01 --authorised-by M-1",
)
PLAYED = (
    *LINKED,
    'round play MB-01 --wager 3:royal-9:5 --player "7d Qh" --banker "8c Kh"',
)
JACKPOT = (
    *LINKED,
    'round play MB-01 --wager 3:royal-9:5 --player "Kc 9h" --banker "9h Kc"',
)
BIG_LINKED = (
    *BIG,
    "shoe start MB-01 1 --burn 4d",
    "shoe curator MB-01 dealer",
    "meter install R9-2 --rules ma-big --table MB-01 --authorised-by M-1",
    'round play MB-01 --wager 3:royal-9:5 --player "7d Qh" --banker "8c Kh"',
)
APPROVED = "--document MC-1 --reason typed --approved-by S-2"
ADJUSTED = "--document MC-7 --reason reset --authorised-by S-2 --second M-1"
OTHER_LINK = "meter install R9-3 --rules ma-midi --authorised-by M-1"
RETIRE = (
    "meter retire R9-1 --to R9-3 --document MC-9 --reason closed --authorised-by B-2 --second A-1"
)
AWARD = "meter award MB-01:2026-07-11:1 3"
REVERSE = "meter award-reverse MB-01:2026-07-11:1/3"
TAKEN_BACK = "--document MC-9 --reason misread --authorised-by B-2 --second A-1"

RUTH = 'operator register C-1 --name "Ruth Okafor" --licence L-100 --role accounting'
STAFF = (
    *INIT,
    f"{RUTH} --role pit_boss",
    'operator register D-7 --name "Ida Moreau" --licence L-207 --role dealer',
    'operator register S-2 --name "Sam Abe" --licence L-302 --role floorperson',
)
TWO = (
    *INIT,
    'operator register A-1 --name "Ada Lund" --licence L-1 --role accounting --by A-1',
    'operator register A-2 --name "Bo Marsh" --licence L-2 --role accounting --by A-1',
    'operator register C-1 --name "Cy Nolan" --licence L-3 --role pit_clerk --by A-1',
)
FILED = "--by A-1 --passphrase-file A-1.phrase"
SET_LATE = "property set late-after=20"
SIGN = "day sign 2026-07-10"
ON_DUTY = f"table open MB-01 --rules ma-midi --pit P-1 {OPENER}"
THEN = "--at 2026-07-10T12:00"
"""The day before, which is over."""
NOON = "--at 2026-07-11T12:00"
AFTERNOON = "--at 2026-07-11T15:00"
OPEN_AT_NOON = (*INIT, f"{OPEN[-1]} {NOON}")
SHOE_AT_NOON = (*OPEN_AT_NOON, f"shoe start MB-01 1 --burn 4d {NOON}")
LINKED_AT_NOON = (
    *SHOE_AT_NOON,
    f"{OTHER_LINK.replace('R9-3', 'R9-1')} {NOON}",
    f"{OTHER_LINK} {NOON}",
)

TOKEN = (*INIT, "feed token new reader-7 --at 16:00")
REVOKE = "feed token revoke reader-7 1 --reason replaced"

BEFORE = (
    *INIT,
    f"table open MB-01 --rules ma-midi --pit P-1 {OPENER} {SIGNED} {THEN}",
)
PLAYED_BEFORE = (
    *BEFORE,
    f"shoe start MB-01 1 --burn 4d {THEN}",
    f"{BANKER_WINS} {THEN}",
    f"vig collect MB-01 3 {THEN}",
)
COUNTED = (
    *PLAYED_BEFORE,
    f'table close MB-01 --closer "100x49 25x199 5x400" {SIGNED} {THEN}',
    "day count 2026-07-10 --table MB-01 --cash 0",
)
SEEN = (*COUNTED, 'day acknowledge 2026-07-10 tray_variance:MB-01 --reason "chip found later"')
DAY_CLOSED = (*SEEN, "--by A-1 day close 2026-07-10 --second A-2 --yes")
CLOSE = "day close 2026-07-10 --second A-2 --yes"
CLOSE_MONTH = "day close --month 2026-06 --second A-2 --yes"
CORRECT = (
    "day correct MB-01 hand-result --raise 5 --names MB-01:2026-07-11:1 --document MC-1"
    " --reason misread --approved-by S-2"
)
CORRECT_VIG = (
    "day correct MB-01 vig-collected --lower 3.75 --names MB-01:2026-07-10:1 --seat 3 --document MC-1"
    " --reason misread --approved-by S-2"
)
STOCK = "chips stock fill --prefix F- --first 1 --last 50"
SLIPS_LOST = "chips lost fill --prefix F- --first 17 --reason torn --authorised-by B-2"
ON_ITS_WAY = (*OPEN, REQUEST, PREPARE)
FILLED = (*OPEN, f'chips fill MB-01 --slip F-17 --chips "25x120" {SIGNED}')
CORRECT_FILL = (
    "day correct MB-01 fills --names {} --of-day 2026-07-11 --document MC-1 --reason misread"
    " --approved-by S-2"
)
DISPUTED = (*OWING, 'audit dispute raise MB-01:2026-07-11:1 --claim "Player won"')
DECIDE = "audit dispute decide MB-01:2026-07-11:1"
RULED = "--reason camera --decided-by S-2"

UNDO = "undo MB-01 --reason typed"
WAGER = "wager place MB-01 3 banker 20"
REVERSE_ROUND = 'round reverse MB-01:2026-07-11:1 --reason "of another table" --approved-by S-2'
REVERSED = (*OWING, REVERSE_ROUND)
INSTEAD = f"{BANKER_WINS} --instead-of MB-01:2026-07-11:1"
BET_5 = "wager place MB-01 3 banker 5"
COUPON = "wager place MB-01 3 banker 5 --tender coupon --coupon 1017"

Case = tuple[tuple[str, ...], str]

WITNESSED = f"--key witness.key --log {LOG}"
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
"""A published key, of golang.org/x/mod/sumdb/note."""

CASES: dict[str, Case] = {
    # operators
    "second_registrar": (TWO, "operator roles A-1 --role accounting --role audit --by A-1"),
    "first_passphrase": (TWO, "operator enroll C-1"),
    "not_enrolled": (TWO, "operator enroll C-1 --by A-1"),
    "passphrase_needed": (TWO, f"{SET_LATE} --by A-1"),
    "passphrase_wrong": (TWO, f"{SET_LATE} --by A-1 --passphrase-file A-2.phrase"),
    "passphrase_locked": (TWO, f"{SET_LATE} {FILED}"),
    "passphrase_altered": (TWO, f"{SET_LATE} {FILED}"),
    "passphrase_exposed": (TWO, "operator enroll A-1 --by A-1 --new-passphrase-file A-1.phrase"),
    "bad_passphrase": (TWO, "operator enroll A-1 --by A-1 --new-passphrase-file A-1.phrase"),
    "nothing_to_sign": (TWO, f"{SIGN} --by A-2"),
    "not_yours_to_sign": (TWO, f"{SIGN} --yes {FILED}"),
    "not_yours_to_refuse": (TWO, f"{SIGN} --refuse --reason x"),
    "at_before_proposal": (TWO, f"{SIGN} --refuse --reason x {FILED} {THEN}"),
    "unknown_operator": (STAFF, f"{ON_DUTY} --dealer D-77 --supervisor S-2"),
    "operator_suspended": (
        (*STAFF, 'operator suspend D-7 --reason "licence expired"'),
        f"{ON_DUTY} --dealer D-7 --supervisor S-2",
    ),
    "role_required": (STAFF, f"{ON_DUTY} --dealer S-2 --supervisor D-7"),
    "first_operator": (
        INIT,
        'operator register D-7 --name "Ida Moreau" --licence L-207 --role dealer',
    ),
    "operator_registered": (
        STAFF,
        'operator register D-7 --name "Dov Katz" --licence L-208 --role dealer',
    ),
    "licence_taken": (
        STAFF,
        'operator register D-8 --name "Ida Moreau" --licence l-207 --role dealer',
    ),
    "before_last_change": (
        (
            *INIT,
            f"{RUTH} {NOON}",
            f'operator register D-7 --name "Ida Moreau" --licence L-207 --role dealer {NOON}',
            "operator roles D-7 --role floorperson",
        ),
        f"operator suspend D-7 --reason x {AFTERNOON}",
    ),
    "at_before_token": (TOKEN, f"{REVOKE} --at 15:00"),
    "token_revoked": ((*TOKEN, REVOKE), REVOKE),
    "at_before_registration": (STAFF, f"operator suspend D-7 --reason x {THEN}"),
    "nothing_changes": (STAFF, "operator reinstate D-7"),
    "last_registrar": (STAFF, "operator roles C-1 --role pit_boss"),
    "bad_operator": (INIT, "operator register C-1 --name Ruth --licence '' --role audit"),
    "bad_role": (STAFF, "operator roles D-7 --role pitclerk"),
    "no_reason": (STAFF, "operator suspend D-7 --reason ''"),
    # the end of the day, corrections, disputes
    "day_closed": (DAY_CLOSED, f"chips buy-in MB-01 3 100 {THEN}"),
    "day_closed.copy": (DAY_CLOSED, "day duplicates 2026-07-10 --form CVF-1001:1:MB-01:A --by A-1"),
    "day_closed.part": (DAY_CLOSED, "chips parts 2026-07-10 table --fill F-17:2000 --by A-1"),
    "later_day_closed": (
        DAY_CLOSED,
        f"table open MB-02 --rules ma-midi --pit P-1 {OPENER} {SIGNED} --at 2026-07-09T12:00",
    ),
    "day_not_over": (INIT, "day close 2026-07-11 --second A-2 --yes"),
    "month_not_over": (INIT, CLOSE_MONTH.replace("06", "07")),
    "month_days_open": (
        (
            *INIT,
            f"table open MB-01 --rules ma-midi --pit P-1 {OPENER} {SIGNED} --at 2026-06-30T12:00",
        ),
        CLOSE_MONTH,
    ),
    "month_closed": ((*INIT, f"--by A-1 {CLOSE_MONTH}"), CLOSE_MONTH),
    "day_blocked": (PLAYED_BEFORE, CLOSE),
    "earlier_day_open": (
        (
            *SEEN,
            f"table open MB-02 --rules ma-midi --pit P-1 {OPENER} {SIGNED} --at 2026-07-09T12:00",
        ),
        CLOSE,
    ),
    "finding_blocks": (
        PLAYED_BEFORE,
        "day acknowledge 2026-07-10 drop_not_counted:MB-01 --reason later",
    ),
    "findings_not_acknowledged": (COUNTED, CLOSE),
    "acknowledged_already": (SEEN, SEEN[-1]),
    "nothing_sought": (INIT, "audit search seat:"),
    "nothing_sought.text": (INIT, 'audit search ""'),
    "bad_number.seat": (INIT, "audit search seat:x"),
    "unknown_event": (INIT, "audit event 99"),
    "unknown_finding": (COUNTED, "day reconcile explain tray_varance:MB-01 --day 2026-07-10"),
    "not_confirmed": (SEEN, CLOSE.removesuffix(" --yes")),
    "no_day": (OWING, CORRECT.replace("MB-01:2026-07-11:1", "F-17")),
    "day_differs": (OWING, f"{CORRECT} --of-day 2026-07-10"),
    "day_to_come": (
        OPEN,
        CORRECT.replace("hand-result", "fills") + f" --of-day 2026-07-11 {THEN}",
    ),
    "figure_unknown": (
        OWING,
        CORRECT.replace("hand-result", "drop").replace("MB-01:2026-07-11:1", "box")
        + " --of-day 2026-07-11",
    ),
    "figure_below_zero": (
        FILLED,
        f"{CORRECT_FILL.format('F-17')} --lower 20000000",
    ),
    "accounting_missing": (FILLED, f"{CORRECT_FILL.format('F-17')} --raise 20000000"),
    "unknown_slip": (FILLED, f"{CORRECT_FILL.format('F-99')} --raise 5"),
    "seat_missing": (OWING, CORRECT.replace("hand-result", "vig-collected")),
    "more_than_owed.corrected": (
        OWING,
        CORRECT.replace("hand-result", "vig-collected").replace("--raise 5", "--raise 500")
        + " --approved-by A-1 --seat 3",
    ),
    "forms_not_provided.corrected": (
        OWING,
        CORRECT.replace("hand-result", "vig-documented").replace("--raise 5", "--raise 1")
        + " --seat 3",
    ),
    "too_many_approve": (OWING, f"{CORRECT} --approved-by A-1 --approved-by A-2"),
    "which_dispute": (
        (*DISPUTED, f"{DISPUTED[-1]} --seat 3"),
        f"{DECIDE} denied {RULED}",
    ),
    "not_an_amount": (OWING, CORRECT.replace("--raise 5", "--raise 0")),
    "unknown_round.corrected": (OWING, CORRECT.replace(":1 ", ":9 ")),
    "dispute_open": (DISPUTED, DISPUTED[-1]),
    "no_dispute": (OWING, f"{DECIDE} denied {RULED}"),
    "document_missing": (DISPUTED, f"{DECIDE} upheld {RULED} --to-player 5"),
    "nothing_corrected": (DISPUTED, f"{DECIDE} upheld {RULED} --document MC-1"),
    "denied_not_corrected": (DISPUTED, f"{DECIDE} denied {RULED} --to-player 5 --document MC-1"),
    "two_corrections.books": (OPEN, f"{CORRECT} --lower 5"),
    "two_corrections": (
        DISPUTED,
        f"{DECIDE} upheld {RULED} --to-player 5 --to-house 5 --document MC-1",
    ),
    "no_award_named": (
        DISPUTED,
        f"{DECIDE} upheld {RULED} --to-house 5 --document MC-1 --handed-back tray",
    ),
    # progressive meters
    "unknown_link": (SHOE, "meter show R9-1"),
    "link_exists": (LINKED, "meter install R9-1 --rules ma-midi --authorised-by M-1"),
    "no_royal_9": (INIT, "meter install R9-1 --rules div-mini --authorised-by M-1"),
    "reserve_too_large": (
        INIT,
        "meter install R9-1 --rules ma-midi --reserve major=901 --authorised-by M-1",
    ),
    "bad_rate": (INIT, "meter install R9-1 --rules ma-midi --reserve major=3% --authorised-by M-1"),
    "unknown_meter": (
        LINKED,
        "meter adjust R9-1 mayor --lower 5 --document MC-7 --reason x --authorised-by S-2 --second M-1",
    ),
    "correction_undocumented": (LINKED, "meter adjust R9-1 major --lower 50"),
    "tables_linked": ((*LINKED, OTHER_LINK), RETIRE),
    "award_waits": ((*JACKPOT, OTHER_LINK, "meter unlink R9-1 MB-01"), RETIRE),
    "no_such_balance": ((*LINKED, "meter unlink R9-1 MB-01"), RETIRE.replace("R9-3", "R9-1")),
    "link_retired": (
        (*LINKED, OTHER_LINK, "meter unlink R9-1 MB-01", RETIRE),
        "meter link R9-1 MB-01",
    ),
    "link_left": (
        (*PLAYED, OTHER_LINK, "meter move R9-1 MB-01 --to R9-3", REVERSE_ROUND),
        (
            "round play MB-01 --wager 3:royal-9:5 --wager 3:banker:20 --player '7d Qh' --banker '8c Kh'"
            " --instead-of MB-01:2026-07-11:1"
        ),
    ),
    "witness_missing": (LINKED, "meter read R9-1 major 50000"),
    "below_seed": (LINKED, f"meter adjust R9-1 major --lower 50 {ADJUSTED}"),
    "corrected_since": (
        (*LINKED, PLAYED[-1], f"meter adjust R9-1 k9_player --lower 0.25 {ADJUSTED}"),
        UNDO,
    ),
    "above_maximum": (BIG_LINKED, f"meter adjust R9-2 must_hit --raise 1000 {ADJUSTED}"),
    "no_correction": (LINKED, "meter adjust R9-1 major"),
    "table_linked": (LINKED, "meter link R9-1 MB-01"),
    "link_differs": (
        (*BIG, "meter install R9-1 --rules ma-midi --authorised-by M-1"),
        "meter link R9-1 MB-01",
    ),
    "link_differs.rules": (LINKED, f"rules adopt div-mini --table MB-01 {NOTICE}"),
    "link_differs.rates": (
        LINKED,
        "meter rates R9-1 --rules ma-big --notice-at 12:00 --document RS-12 --authorised-by M-1",
    ),
    "rates_unnoticed": (
        LINKED,
        "meter rates R9-1 --rules ma-midi --notice-at 19:00 --document RS-12 --authorised-by M-1",
    ),
    "not_linked": (PLAYED, "meter must-hit MB-01 3 --link R9-2"),
    "no_must_hit": (PLAYED, "meter must-hit MB-01 3 --link R9-1"),
    "no_such_result": (
        BIG_LINKED,
        "meter must-hit MB-01 3 --link R9-2 --round MB-01:2026-07-11:2",
    ),
    "round_in_progress.must_hit": (
        (
            *BIG_LINKED,
            "wager place MB-01 3 royal-9 5",
            "round bets-closed MB-01",
        ),
        "meter must-hit MB-01 3 --link R9-2 --round MB-01:2026-07-11:2",
    ),
    "took_no_part": (BIG_LINKED, "meter must-hit MB-01 4 --link R9-2"),
    "hit_already": (
        (*BIG_LINKED, "meter must-hit MB-01 3 --link R9-2"),
        "meter must-hit MB-01 3 --link R9-2",
    ),
    "not_at_shift_end": (
        OPEN,
        f"table count MB-01 --tray 100x85 {SIGNED} --shift 14-22",
    ),
    "never_counted": (
        OPEN,
        f"day correct MB-01 closer --lower 100 --names closer --of-day today {APPROVED}",
    ),
    "seat_not_meant": (
        (*OPEN, "chips buy-in MB-01 3 100"),
        f"day correct MB-01 buy-ins --lower 5 --names buy-ins --seat 3 --of-day today {APPROVED}",
    ),
    "names_otherwise": (
        OPEN,
        f"day correct MB-01 opener --lower 100 --names K-1 --of-day today {APPROVED}",
    ),
    "no_buy_in": (
        (*OPEN, "chips buy-in MB-01 5 100"),
        f'day correct MB-01 buy-ins --lower 100 --names "seat 3" --of-day today {APPROVED}',
    ),
    "no_such_award": (PLAYED, f"{AWARD} --supervisor S-2"),
    "supervisor_missing": (JACKPOT, AWARD),
    "tray_counted": (
        (*JACKPOT, f'table close MB-01 --closer "100x50 25x200 5x401" {SIGNED}'),
        f"{AWARD} --supervisor S-2",
    ),
    "award_stands": (JACKPOT, f"{AWARD} --supervisor S-2 --refused doubtful"),
    "royal_9_not_played": (JACKPOT, "rules odds --link R9-1 --decks 6"),
    "submission_or_link": (INIT, "rules odds"),
    "award_not_settled": (JACKPOT, f"{AWARD} --supervisor S-2 --instead --cage"),
    "award_as_recorded": (
        (*JACKPOT, f"{AWARD} --supervisor S-2"),
        f"{AWARD} --supervisor S-2 --instead",
    ),
    "bad_award": (JACKPOT, f"meter award-reverse MB-01:2026-07-11:1:3:major {TAKEN_BACK}"),
    "unknown_award": (PLAYED, f"{REVERSE} {TAKEN_BACK}"),
    "award_not_paid": (JACKPOT, f"{REVERSE} {TAKEN_BACK} --handed-back cage"),
    "which_award": (
        (
            *BIG_LINKED,
            'round play MB-01 --wager 3:royal-9:5 --player "Ks 9c" --banker "2s 5d"',
            "meter must-hit MB-01 3 --link R9-2",
        ),
        f"{REVERSE.replace(':1/', ':2/')} {TAKEN_BACK}",
    ),
    "award_reversed": ((*JACKPOT, f"{REVERSE} {TAKEN_BACK}"), f"{REVERSE} {TAKEN_BACK}"),
    "award_reversed.must_hit": (
        (*BIG_LINKED, "meter must-hit MB-01 3 --link R9-2", f"{REVERSE} {TAKEN_BACK}"),
        "meter must-hit MB-01 3 --link R9-2",
    ),
    "royal_9_stake": (LINKED, "wager place MB-01 3 royal-9 10"),
    # what was typed cannot be read
    "usage": (INIT, "table opne MB-01"),
    "usage.noun": (INIT, "tabel open MB-01"),
    "usage.option": (INIT, "table open MB-01 --rule ma-midi"),
    "usage.missing": (INIT, "table close MB-01"),
    "usage.argument": (INIT, "seat sit MB-01"),
    "usage.more": (INIT, "seat sit MB-01 3 4 5"),
    "usage.no_value": (INIT, "seat sit MB-01 3 --at"),
    "usage.no_flag": (INIT, "seat sit MB-01 3 --json=yes"),
    "usage.no_verb": (INIT, "seat --by C-1"),
    "usage.twice": (INIT, "report win --table MB-01 --table MB-02"),
    "bad_number": (INIT, "rules odds ma-midi --decks many"),
    "bad_number.bounds": (INIT, "rules odds ma-midi --decks 17"),
    "bad_month": (INIT, "day close --month 2026-13 --second A-2"),
    "unknown_period": (INIT, "report win --period week"),
    "no_author": (INIT, "seat sit MB-01 3"),
    "bad_config": (INIT, "seat sit MB-01 3"),
    "file_exists": ((*INIT, "report day --html day.html"), "report day --html day.html"),
    "file_is_a_database": (INIT, "report day --html pit.db --force"),
    "file_is_a_secret": (
        (*INIT, "audit key new own.key --name pier-nine"),
        "report day --html own.key --force",
    ),
    "file_not_written": (INIT, "report day --html nowhere/day.html"),
    "unknown_card": (SHOE, 'round play MB-01 --player "1H 7d" --banker "9c Kh"'),
    "unknown_bet": (SHOE, "wager place MB-01 3 bankre 20"),
    "unknown_bet.two": (SHOE, "wager place MB-01 3 dragon 20"),
    "unknown_bet.of_the_table": (SHOE, "wager place MB-01 3 qq 20"),
    "unknown_hand": (DRAWING, "round third MB-01 tie 2d"),
    "unknown_outcome": (DEALT, "round settle MB-01 --outcome house"),
    "unknown_tender": (SHOE, "wager place MB-01 3 banker 20 --tender cheque"),
    "unknown_option": (INIT, "rules show ma-midi --option vigorish.round=up"),
    "unknown_store_url": ((), "--db mysql://pit table list"),
    "unknown_time_zone": ((), 'init --name "Harbor House" --zone America/Boston'),
    "unknown_read_model": (INIT, "db rebuild vigorsh"),
    "bad_cutoff": ((), 'init --name "Harbor House" --zone America/New_York --cutoff 6am'),
    "bad_chips": (INIT, f"table open MB-01 --rules ma-midi --pit P-1 --opener 100-50 {SIGNED}"),
    "bad_chips.twice": (OPEN, f"table close MB-01 --closer '25x4 25x5' {SIGNED}"),
    "bad_chips.none": (OPEN, f"table close MB-01 --closer '' {SIGNED}"),
    "bad_day": (INIT, "report win --day 11.7.2026"),
    "bad_option": (INIT, "rules show ma-midi --option rounding"),
    "bad_option.twice": (INIT, "rules show ma-midi --option tie=8:1 --option tie=9:1"),
    "bad_press": (SHOE, 'round play MB-01 --press 3 --player "4d 4h" --banker "9c Kh"'),
    "bad_round": (OPEN, "audit replay MB-01:2026-07-11:last"),
    "bad_seat": (OPEN, "seat sit MB-01 three"),
    "bad_table_code": (INIT, f"table open MB/1 --rules ma-midi --pit P-1 {OPENER} {SIGNED}"),
    "not_yet": (INIT, "report win --as-of 99"),
    "not_yet.time": (INIT, "report win --known-at 23:59"),
    "round_or_day": (OWING, "audit replay"),
    "no_rounds": (OWING, "audit replay --day 2026-07-10"),
    "no_such_step": (OWING, "audit replay MB-01:2026-07-11:1 --until 99"),
    "no_state": (INIT, "audit diff win"),
    "no_period": (INIT, "audit diff vig --from 0 --period month"),
    "bad_time": (OPEN, "seat sit MB-01 3 --at noon"),
    "bad_value": (OPEN, "seat sit MB-01 15"),
    "looks_like_another": (OPEN, f"{OPEN[-1].replace('MB-01', 'MB-0l')}"),
    "money_negative.no_option": (SHOE, "wager place MB-01 3 banker -20"),
    "unknown_link.near": (LINKED, "meter show R9-l"),
    "unknown_series.near": (FORMS, "form show CFV-1001"),
    "unknown_slip.near": (FILLED, f"{CORRECT_FILL.format('F-71')} --raise 5"),
    "unknown_award.near": (JACKPOT, f"{REVERSE.replace('/3', '/4')} {TAKEN_BACK}"),
    "no_dispute.near": (DISPUTED, f"{DECIDE.replace(':1', ':2')} denied {RULED}"),
    "never_printed": (INIT, "report versions --day 2026-07-11"),
    "form_unused.print": (FORMS, "form print CVF-1001 form.html"),
    "slip_unused": (FILLED, "chips show credit F-17"),
    "slip_unused.print": (FILLED, "chips print fill F-18 slip.html"),
    "form_unused.near": (ISSUED, "form show CVF-1011"),
    "usage.two_verbs": (INIT, "round s MB-01"),
    "usage.three_words_a_wager": (SHOE, "wager place MB-01 3 banker 20 3 tie"),
    "usage.whose_vigorish": (OWING, "vig collect MB-01"),
    "usage.of_a_day": (OWING, "report win --table MB-01 --period month"),
    "nothing_owed.all": (SHOE, "vig collect MB-01 --all"),
    "unread_word": (SHOE, "play MB-01 3b25 lunch"),
    "two_readings": (EZ, "play MB-01 3p825"),
    "unknown_bet.in_a_line": (SHOE, "play MB-01 3q25"),
    "money_unreadable.in_a_line": (SHOE, "play MB-01 3b"),
    "amount_too_large.in_a_line": (SHOE, "play MB-01 1b999999999999999"),
    "money_negative.in_a_line": (SHOE, "play MB-01 3b-25"),
    "bad_seat.in_a_line": (SHOE, "play MB-01 5-1b25"),
    "unknown_card.in_a_line": (SHOE, "play MB-01 3b25 7dXh 9c9d"),
    "unknown_hand.in_a_line": (SHOE, 'play MB-01 "3b25 3>t"'),
    "hands_unclear": (SHOE, "play MB-01 3b25 7dQh9c9d"),
    "nothing_before": (OWING, "play MB-01 5="),
    "nothing_before.reversed": (REVERSED, "play MB-01 ="),
    "left_since": (
        (*OWING, "vig collect MB-01 --all", "seat leave MB-01 3", "seat sit MB-01 3"),
        "play MB-01 =",
    ),
    "coupon_before": (
        (*SHOE, f"{BANKER_WINS} --wager 3:banker:5:coupon:1017"),
        "play MB-01 3x2",
    ),
    "same_under_key": (OWING, "play MB-01 3x2 --key k-1"),
    "empty_line": (SHOE, "play MB-01 /"),
    "line_too_long": (SHOE, f"play MB-01 {'1-9b25 ' * 56}"),
    "bad_wager": (SHOE, 'round play MB-01 --wager 3:banker --player "4d 4h" --banker "9c Kh"'),
    "ambiguous_time": (OPEN, "seat sit MB-01 3 --at 2026-11-01T01:30"),
    "time_out_of_range": (OPEN, "seat sit MB-01 3 --at 0999-07-11T18:00-04:00"),
    "money_unreadable": (OPEN, "chips buy-in MB-01 3 20.505"),
    "money_negative": (OPEN, "chips buy-in MB-01 3 -- -20"),
    "opener_missing": (OPEN, f"table open MB-02 --rules ma-midi --pit P-1 {SIGNED}"),
    "opener_missing.offered": (
        (*OPEN, f"table close MB-01 --closer '5x20 100x50' {SIGNED}"),
        f"table open MB-01 {SIGNED}",
    ),
    "new_table": (INIT, f"table open MB-01 {OPENER} {SIGNED}"),
    "nothing_counted": (OPEN, "day count today --table MB-01"),
    "property_unnamed": ((), "init"),
    "bad_box": (INIT, "day count today --file boxes.csv"),
    "box_typed_and_filed": (INIT, "day count today --file boxes.csv --cash 20"),
    "which_box": (OPEN, "day count today --cash 20"),
    "form_compared": (
        (*ISSUED, "day duplicates today --form CVF-1001:3.75"),
        VOID,
    ),
    "form_forwarded": ((*ISSUED, "form forward CVF"), VOID),
    "duplicate_not_entered": (
        INIT,
        'day take-back today --duplicate CVF-1001 --reason "it is CVF-1002"',
    ),
    "form_lost": ((*FORMS, LOST), LOST),
    "form_lost.used": ((*FORMS, LOST), VOID),
    "run_of_forms": (FORMS, "form count CVF --from 1001 --to 1001 --from 1002"),
    "numbers_reversed.counted": (FORMS, "form count CVF --from 1002 --to 1001"),
    "numbers_reversed.lost": (FORMS, f"{LOST.replace('1001', '1002')} --to 1001"),
    "form_listed_twice.counted": (
        FORMS,
        "form count CVF --from 1001 --to 1002 --from 1002 --to 1002",
    ),
    "original_in_box": ((*ISSUED, f"form drop CVF-1001 {SIGNERS}"), VOID),
    "seat_taken_since": (
        (*ISSUED, "seat leave MB-01 3", "seat sit MB-01 3"),
        VOID,
    ),
    "bad_duplicate": (INIT, "day duplicates today --file duplicates.csv"),
    "bad_part": (INIT, "chips parts today cage --file parts.csv"),
    "bad_slip": (INIT, "chips parts today cage --fill F-17"),
    "no_parts": (INIT, "chips parts today cage"),
    "unknown_kind": (OPEN, REQUEST.replace("fill", "refill")),
    "unknown_side": (INIT, "chips parts today bank --fill F-17:2000"),
    "bad_form": (OPEN, "day count today --table MB-01 --cash 100 --form CVF-1001"),
    "bad_serial": (FORMS, "form show CVF"),
    "bad_series": (INIT, "form receive CVF/1 --first 1 --last 9"),
    "no_duplicates": (INIT, "day duplicates today"),
    "accounts_unreadable": (INIT, "export journal --accounts pit.db"),
    "file_unreadable": (INIT, "day duplicates today --file latin-1.csv"),
    "pit_and_clerks": (INIT, f"{RECEIVED} --pit P-1"),
    "rules_unreadable": (INIT, "rules lint pit.db"),
    "wrong_type": (INIT, "rules show ma-midi --option vigorish.rounding=down"),
    "not_a_file": (INIT, "feed ."),
    "quarantine_is_feed": (INIT, "feed day.ndjson --quarantine day.ndjson"),
    # what was named does not exist
    "no_property": ((), "report win"),
    "no_round_yet": (OPEN, "round show MB-01"),
    "no_such_file": (INIT, "feed missing.ndjson"),
    "unknown_token": (INIT, REVOKE),
    "rules_file_missing": (INIT, "rules lint mine.toml"),
    "rules_directory_missing": (INIT, "rules list"),
    "rules_unknown.limit": (INIT, "property set table-minimum.ma-mid=25"),
    "rules_unknown": (INIT, f"table open MB-01 --rules ma-mid --pit P-1 {OPENER} {SIGNED}"),
    "form_unused": (FORMS, "form show CVF-1001"),
    "no_such_file.duplicates": (INIT, "day duplicates today --file missing.csv"),
    "unknown_series": (FORMS, "form forward CV"),
    "unknown_series.shown": (FORMS, "form show CV-1"),
    "unknown_round": (OWING, "audit replay MB-01:2026-07-11:2"),
    "unknown_table": (OPEN, "seat sit MB-10 3"),
    "unknown_table.shown": (OPEN, "vig outstanding --table MB01"),
    # refused by a rule of the game, the house or the books
    "books_open": (INIT, "export journal"),
    "win_unknown": (OPEN, "export journal --preliminary"),
    "already_dealt": (DEALT, 'round deal MB-01 --player "7d Qh" --banker "9c Kh"'),
    "amount_too_large": (OPEN, "chips buy-in MB-01 3 1000000000000"),
    "amount_too_large.chips": (OPEN, f"table close MB-01 --closer 100x99999999999999 {SIGNED}"),
    "amount_too_large.read": (OPEN, f"day count today --table MB-01 --cash {'9' * 40}"),
    "tray_cannot_hold": (
        OPEN,
        f'chips credit MB-01 --slip C-7 --chips "100x51" {SIGNED}',
    ),
    "tray_cannot_hold.sum": (
        (*OPEN, "chips buy-in MB-01 3 9000"),
        f'chips credit MB-01 --slip C-7 --chips "100x31" {SIGNED}',
    ),
    "beyond_limit": (
        (*OPEN, "property set largest-buy-in=5000"),
        "chips buy-in MB-01 3 5000.01",
    ),
    "entered_twice": (BETS, "wager place MB-01 3 banker 20"),
    "bad_count": (OPEN, "day count today --table MB-01 --notes 0x5"),
    "bad_inventory": (OPEN, f"table close MB-01 --closer 0x5 {SIGNED}"),
    "bet_not_offered": (SHOE, "wager place MB-01 3 dragon-7 20"),
    "bets_closed": (CLOSED, "wager place MB-01 4 banker 50"),
    "bets_closed.again": (CLOSED, "round bets-closed MB-01"),
    "bets_open": (BETS, 'round deal MB-01 --player "7d Qh" --banker "9c Kh"'),
    "batch_again": ((*OPEN, RED, BLUE, SHUFFLE, START, ENDED), f"{SHUFFLE} --batch A"),
    "batch_in_play": ((*OPEN, RED, SHUFFLE, START), RED),
    "batch_not_received": ((*OPEN, RED), f"{SHUFFLE} --batch Z"),
    "burn_missing": (OPEN, "shoe start MB-01 1"),
    "cards_dealt": ((*SHOE, BANKER_WINS), f"{RECUT} --burn 9d"),
    "cards_spread": ((*MINI, "shoe spread MB-01"), START),
    "continuous_shuffler": (
        (INIT[0], f"{MINI_OPEN[1]} --option shuffle=continuous {NOTICE}", "shoe start MB-01 1"),
        "shoe cut-card MB-01",
    ),
    "continuous_shuffler.cut": (
        (INIT[0], f"{MINI_OPEN[1]} --option shuffle=continuous {NOTICE}", RED),
        SHUFFLE,
    ),
    "cut_missing": ((*OPEN, RED), "shoe shuffle MB-01 --depth 60"),
    "batch_stored": ((*STORED, ENDED), f"{SHUFFLE} --batch A --method automated"),
    "shuffler_full": (STORED, "shoe store MB-01 B"),
    "cards_not_handed": (
        (
            *BIG_SHOE,
            "shoe curator MB-01 dealer --declined 2 --declined 5",
            "round bets-closed MB-01",
        ),
        "round hand MB-01 banker dealer",
    ),
    "cards_out_of_order": (DEALT, "round hand MB-01 banker 5"),
    "handed_out_of_turn": (
        (*SHOE, "wager place MB-01 3 player 25", "round bets-closed MB-01", DEALT[-1]),
        "round hand MB-01 banker dealer",
    ),
    "relinquishment": (DEALT, "round hand MB-01 banker 3 --ordered-by S-2"),
    "confirmation_missing": (
        MINI,
        "wager place MB-01 3 banker 25 --tender cash --confirmed-by D-7",
    ),
    "stake_not_taken": (
        (
            *INIT,
            f"table open MB-01 --rules ma-midi --option unit_cents=500 --pit P-1 {OPENER} {SIGNED}",
            START,
        ),
        "wager place MB-01 3 banker 24",
    ),
    "nothing_to_confirm": (SHOE, "wager place MB-01 3 banker 25 --confirmed-by D-7"),
    "curator_missing": (BIG_SHOE, "round bets-closed MB-01"),
    "cut_card_outside": (OPEN, f"{START} --cut-card-at 412"),
    "recut_by_dealer": ((*OPEN, SHUFFLE), RECUT.replace("S-2", "D-7")),
    "shoe_number": (OPEN, START.replace(" 1 ", " 0 ")),
    "shoe_number_used": ((*OPEN, START, ENDED), START),
    "cut_out_of_order": ((*OPEN, *TWO_SIT), SHUFFLE),
    "cut_too_near": (OPEN, SHUFFLE.replace("60", "20")),
    "decks_used": ((*BIG, RED, SHUFFLE, START, ENDED), SHUFFLE),
    "dealer_designated": (BIG_SHOE, "shoe curator MB-01 2 --designated"),
    "order_by_nobody": (BIG_SHOE, "shoe curator MB-01 2 --reason slow"),
    "order_for_nothing": (BIG_SHOE, "shoe curator MB-01 2 --ordered-by S-2"),
    "cut_by_another": ((*OPEN, RED, SHUFFLE), f"{START} --cut-by 4"),
    "no_feathered_stack": (OPEN, f"{SHUFFLE} --checked-by S-2"),
    "checked_by_dealer": (
        (INIT[0], f"{MINI_OPEN[1]} --option shuffle=feather {NOTICE}"),
        f"{SHUFFLE} --checked-by D-7",
    ),
    "no_curator": (SHOE, "shoe curator MB-01 dealer"),
    "not_offered": (BIG_SHOE, "shoe curator MB-01 4"),
    "not_pre_shuffled": (MINI_OPEN, f"{SHUFFLE} --method pre-shuffled"),
    "not_shuffled": ((*OPEN, RED), START),
    "nothing_to_cut": (OPEN, RECUT),
    "other_batch": ((*OPEN, RED, BLUE, SHUFFLE), f"{START} --batch B"),
    "same_back_colour": ((*OPEN, RED), BLUE.replace("blue", "red")),
    "seat_empty.cut": (OPEN, SHUFFLE.replace("dealer", "4")),
    "second_batch_missing": ((*OPEN, RED), f"{SHUFFLE} --method automated"),
    "shoe_in_use": (SHOE, SHUFFLE),
    "shoe_out_of_order": (BIG_SHOE, "shoe curator MB-01 5"),
    "shoe_to_pass": (
        (*BIG_SHOE, "shoe curator MB-01 2", 'round play MB-01 --player "9d Qh" --banker "7c Kh"'),
        "round bets-closed MB-01",
    ),
    "too_many_batches": ((*OPEN, RED, BLUE), f"shoe receive MB-01 C --colour green {SIGNED}"),
    "burned_cards": (
        DIV[:-1],
        'round irregular MB-01 drawn-in-error 2d --disclosed --shown "3d"',
    ),
    "card_missing": (SHOE, "round irregular MB-01 face-up --disclosed"),
    "cards_on_layout": ((*DEALT, FACE_UP), SIMULATED),
    "face_up_is_disclosed": (SHOE, "round irregular MB-01 face-up 7d --undisclosed"),
    "hand_full": ((*SHOE, *[UNSEEN] * 4), UNSEEN),
    "no_hand_dealt": (SHOE, IN_ERROR),
    "no_simulated_round": (SHOE, SIMULATED),
    "other_first_card": (
        (*SHOE, "round irregular MB-01 drawn-in-error 2d --undisclosed"),
        FOURS,
    ),
    "other_first_card.simulated": ((*SHOE, FACE_UP), SIMULATED.replace("7d", "8d")),
    "player_has_three": ((*DRAWN, "round third MB-01 player 3h"), IN_ERROR),
    "simulated_round_due": ((*SHOE, FACE_UP), "wager place MB-01 3 banker 20"),
    "third_card_due": (DRAWN, IN_ERROR),
    "card_not_in_shoe": ((*SHOE, FOURS), FOURS),
    "count_does_not_add_up": (OPEN, "day count today --table MB-01 --cash 100 --notes 20x4"),
    "coupon_bet": (SHOE, "wager place MB-01 3 tie 5 --coupon 1017"),
    "coupon_number": (BETS, "wager place MB-01 3 banker 5 --tender cash --coupon 1017"),
    "coupon_on_table": (
        (*BETS, "wager place MB-01 3 banker 5 --coupon 1017"),
        "wager place MB-01 3 banker 5 --coupon 1017",
    ),
    "coupon_without_wager": (SHOE, "wager place MB-01 3 banker 5 --coupon 1017"),
    "cut_card_already_seen": ((*SHOE, "shoe cut-card MB-01"), "shoe cut-card MB-01"),
    "cut_card_too_late": (OPEN, "shoe start MB-01 1 --burn 4d --cut-card-at 5"),
    "database_not_empty": ((), 'init --name "Harbor House" --zone America/New_York'),
    "decks_differ": (OPEN, "shoe start MB-01 1 --burn 4d --decks 6"),
    "count_below_correction": (
        (
            *(*OPEN, "day count today --table MB-01 --cash 100"),
            CORRECT_FILL.replace("fills --names {}", "drop --lower 100 --names box"),
        ),
        "day count today --table MB-01 --cash 20 --recount",
    ),
    "drop_already_counted": (
        (*OPEN, "day count today --table MB-01 --cash 100"),
        "day count today --table MB-01 --cash 120",
    ),
    "no_such_note": (OPEN, "day count today --table MB-01 --machine 20x1 --hand 25x1"),
    "bad_box_number": (OPEN, "day count today --table MB-01 --cash 100 --box 'no. 7'"),
    "team_too_small": (OPEN, "day count today --table MB-01 --cash 100 --team CT-1,ct-1,CT-2"),
    "box_out_of_order": (
        OPEN,
        "day count today --table MB-01 --cash 100 --pulled 2026-07-11T17:00 --opened 2026-07-11T16:00",
    ),
    "box_not_named": (
        (
            *(*OPEN, "day count today --table MB-01 --box 1 --cash 100"),
            "day count today --table MB-01 --box 2 --cash 100",
        ),
        "day count today --table MB-01 --cash 120 --recount",
    ),
    "counted_alone": (
        (*OPEN, "property set blind-counts=closer", f"table close MB-01 --closer 100x50 {SIGNED}"),
        f"table close MB-01 --closer 100x51 {SIGNED}",
    ),
    "notes_twice": (OPEN, "day count today --table MB-01 --notes 20x1 --hand 20x1"),
    "drop_not_counted": (OPEN, "day count today --table MB-01 --cash 120 --recount"),
    "hand_incomplete": (DRAWING, "round settle MB-01"),
    "main_wager_missing": (
        (*HOUSE, "shoe start MB-01 1 --burn 4d"),
        "wager place MB-01 3 dragon-bonus-player 5",
    ),
    "more_than_owed": (OWING, "vig collect MB-01 3 5"),
    "no_meter": (SHOE, "wager place MB-01 3 royal-9 5"),
    "no_round": (SHOE, "round settle MB-01"),
    "hands_not_recorded": (
        (*INIT, f"table open MB-01 --rules ma-midi --pit P-1 {OPENER} {SIGNED} --tray-only"),
        "wager place MB-01 3 banker 20",
    ),
    "no_shoe": (OPEN, "wager place MB-01 3 banker 20"),
    "no_such_seat": (OPEN, "chips buy-in MB-01 12 20"),
    "no_such_wager": (BETS, "wager withdraw MB-01 4 banker"),
    "not_dealt": (CLOSED, "round third MB-01 player 2d"),
    "not_positive": (SHOE, "wager place MB-01 3 banker 0"),
    "not_the_demos": (INIT, "demo --directory ."),
    "nothing_owed": (OWING, "vig collect MB-01 4"),
    "notice_missing": (OPEN, "rules adopt ma-midi --table MB-01 --option vigorish.rounding=exact"),
    "notice_missing.opening": (
        INIT,
        f"table open MB-01 --rules ma-midi --option {RESHUFFLED} --pit P-1 {OPENER} {SIGNED}",
    ),
    "notice_too_short": (
        OPEN,
        f"rules adopt ma-midi --table MB-01 --option {RESHUFFLED} {NOTICE.replace('00', '45')}",
    ),
    "number_used": ((*OPEN, FILL), FILL),
    "option_not_offered": (INIT, "rules show ma-midi-ez --option vigorish.rounding=up"),
    "outcome_differs": (DEALT, "round settle MB-01 --outcome player"),
    "pit_differs": (
        OPEN,
        f"table open MB-02 --rules ma-midi --option {RESHUFFLED} --pit P-1 {OPENER} {SIGNED} {NOTICE}",
    ),
    "press_in_part": (PAIR, "round press MB-01 3 player 10"),
    "pressed_already": (
        (*PAIR, "round press MB-01 3 player"),
        "round press MB-01 3 player",
    ),
    "press_too_late": (
        (*PAIR, "round third MB-01 player 2s"),
        "round press MB-01 3 player",
    ),
    "press_without_wager": (PAIR, "round press MB-01 3 banker"),
    "press_without_win": (DEALT, "round press MB-01 3 banker"),
    "property_differs": (INIT, 'init --name "Long Wharf"'),
    "settings_differ": (INIT, "init --clock-tolerance 5"),
    "settings_in_force": (INIT, "property set clock-tolerance=2"),
    "unknown_setting": (INIT, "property set clock-tolerence=5"),
    "bad_setting": (INIT, "property set late-after=soon"),
    "bad_setting.range": (INIT, "property set clock-tolerance=600"),
    "bad_setting.minimum": (
        (*INIT, "property set table-maximum.ma-midi=500"),
        "property set table-minimum.ma-midi=501",
    ),
    "bad_shifts": (INIT, "property set shifts=08-16-00"),
    "round_in_progress": (BETS, f"table close MB-01 --closer none {SIGNED}"),
    "rules_differ": (
        (*OPEN, f"table close MB-01 --closer none {SIGNED}"),
        f"table open MB-01 --rules ma-midi-ez {OPENER} {SIGNED}",
    ),
    "tables_or_pit": (OPEN, f"rules adopt ma-midi {NOTICE}"),
    "tables_or_pit.both": (OPEN, f"rules adopt ma-midi --table MB-01 --pit P-1 {NOTICE}"),
    "no_such_tables": (OPEN, f"rules adopt ma-midi --pit P-2 {NOTICE}"),
    "rules_id_differs": (INIT, "rules show mine"),
    "rules_id_taken": (INIT, "rules show ma-midi"),
    "version_not_raised": (INIT, f"rules adopt mine --table MB-01 {NOTICE}"),
    "rules_in_force": (OPEN, f"rules adopt ma-midi --table MB-01 {NOTICE}"),
    "seat_empty": (OPEN, "seat leave MB-01 3"),
    "seat_taken": ((*OPEN, "seat sit MB-01 3"), "seat sit MB-01 3"),
    "no_such_seat.wager": (SHOE, "wager place MB-01 12 banker 20"),
    "seats_taken": ((*BIG, "seat sit MB-01 11"), f"rules adopt ma-midi --table MB-01 {NOTICE}"),
    "shoe_over": ((*SHOE, "shoe end MB-01 --reason damaged"), "wager place MB-01 3 banker 20"),
    "shoe_short": ((), 'round deal MB-01 --player "7d Qh" --banker "9c Kh"'),
    "signed_twice": (
        INIT,
        f"table open MB-01 --rules ma-midi --pit P-1 {OPENER} --dealer D-7 --supervisor D-7",
    ),
    "bad_id": (OPEN, 'seat sit MB-01 3 --by "Ann Lee"'),
    "name_missing": (
        INIT,
        f"table open MB-01 --rules ma-midi --pit P-1 {OPENER} --dealer D-7 --supervisor ' '",
    ),
    "table_closed": ((*OPEN, f"table close MB-01 --closer none {SIGNED}"), "seat sit MB-01 3"),
    "table_not_open_that_day": (OPEN, "day count 2026-07-10 --table MB-01 --cash 100"),
    "table_closed.vigorish": (
        (
            *SEEN,
            CORRECT_VIG,
        ),
        "vig collect MB-01 3",
    ),
    "table_open": (OPEN, f"table open MB-01 {OPENER} {SIGNED}"),
    "tender_not_accepted": (
        (*HOUSE, "shoe start MB-01 1 --burn 4d", "wager place MB-01 3 banker 20"),
        "wager place MB-01 3 banker 5 --coupon 1017",
    ),
    "third_card_not_due": (DEALT, "round third MB-01 player 2d"),
    "two_cards_each": (CLOSED, 'round deal MB-01 --player 7d --banker "9c Kh"'),
    "vigorish_owed": (OWING, "shoe start MB-01 2 --burn 4d"),
    "vigorish_owed.table": (OWING, f"table close MB-01 --closer none {SIGNED}"),
    "vigorish_owed.shoe": (OWING, "shoe end MB-01 --reason damaged"),
    "form_first": (DIV, 'vig uncollected MB-01 3 --reason "walked away" --supervisor S-2'),
    "forms_not_provided.uncollected": (
        OWING,
        "vig uncollected MB-01 3 --reason 'walked away' --supervisor S-2 --no-form 'would not wait'",
    ),
    "at_in_future": (OPEN, f"{FILL} --at 2027-07-11T18:00"),
    "at_before_opening": (OPEN, f"{FILL} {NOON}"),
    "at_before_close": (
        (*OPEN, f"table close MB-01 --closer none {SIGNED}"),
        f"table open MB-01 {OPENER} {SIGNED} {NOON}",
    ),
    "at_before_shoe": ((*SHOE_AT_NOON[:-1], START), f"shoe cut-card MB-01 {AFTERNOON}"),
    "at_before_round": ((*SHOE_AT_NOON, BANKER_WINS), f"{BANKER_WINS} {AFTERNOON}"),
    "at_before_last_act": (
        (*SHOE_AT_NOON, FILL),
        f"table close MB-01 --closer none {SIGNED} {AFTERNOON}",
    ),
    "at_before_mark": (OWING, f"vig collect MB-01 3 {NOON}"),
    "at_before_box": (
        OPEN,
        "day count today --table MB-01 --cash 100 --opened 2026-07-11T17:00 --at 2026-07-11T16:00",
    ),
    "at_before_day": (INIT, "day duplicates 2026-07-12 --void CVF-1001"),
    "at_before_days_end": (INIT, "day close 2026-07-10 --second A-2 --yes --at 2026-07-10T12:00"),
    "at_before_month": (INIT, f"{CLOSE_MONTH} --at 2026-06-30T12:00"),
    "at_before_receipt": ((*INIT, RECEIVED), f"form assign CVF --pit P-1 --clerk C-1 {NOON}"),
    "at_before_entry": (
        (*SHOE_AT_NOON, FILL),
        f"{CORRECT_FILL.format('F-17')} --lower 5 {AFTERNOON}",
    ),
    "at_before_notice": (
        INIT,
        f"{OPEN[-1]} {NOON} --notice-at 2026-07-11T15:00 --authorised-by M-1",
    ),
    "at_before_seat": ((*SHOE_AT_NOON, "seat sit MB-01 3"), f"seat leave MB-01 3 {AFTERNOON}"),
    "at_before_cards": ((*OPEN_AT_NOON, RED), f"{SHUFFLE} {AFTERNOON}"),
    "at_before_issue": (ISSUED, f"form drop CVF-1001 {SIGNERS} {NOON}"),
    "at_before_installation": (
        LINKED,
        f"meter adjust R9-1 major --raise 5 --document M-7 --reason x --authorised-by S-2 --second M-1 {NOON}",
    ),
    "at_before_linking": (
        (*LINKED_AT_NOON, "meter link R9-1 MB-01"),
        f"meter unlink R9-1 MB-01 {AFTERNOON}",
    ),
    "at_before_meters": (
        (*LINKED_AT_NOON, "meter link R9-1 MB-01", "meter unlink R9-1 MB-01"),
        f"{RETIRE} {AFTERNOON}",
    ),
    "at_before_property": (INIT, f"property set late-after=20 {NOON}"),
    "vigorish_owed.leaving": (OWING, "seat leave MB-01 3"),
    "vigorish_owed.form": (DIV, "seat leave MB-01 3"),
    "clerk_differs": (
        (*DIV, f"{RECEIVED} --pit P-1 --clerk C-1 --clerk C-2"),
        f"{ON_FORM} --clerk C-2",
    ),
    "duplicate_entered": (
        (*INIT, "day duplicates today --form CVF-1001:3.75"),
        "day duplicates today --void CVF-1001",
    ),
    "bad_prefix": (INIT, STOCK.replace("F-", "F-1")),
    "slips_received": ((*INIT, STOCK), STOCK),
    "slips_not_received": (INIT, SLIPS_LOST),
    "slips_lost": ((*INIT, STOCK, SLIPS_LOST), SLIPS_LOST),
    "slips_listed_twice": (
        (*INIT, STOCK),
        "chips unused fill --prefix F- --from 1 --to 9 --from 9 --to 12",
    ),
    "slip_entered": (
        (*INIT, "chips parts today cage --fill F-17:2000"),
        "chips parts today cage --fill f-17:2000",
    ),
    "chips_requested": ((*OPEN, REQUEST), REQUEST),
    "chips_not_requested": (OPEN, PREPARE),
    "slip_not_on_its_way": (OPEN, RECEIVE),
    "slip_not_on_its_way.near": (ON_ITS_WAY, RECEIVE.replace("F-17", "F-71")),
    "void_without_cage": (ON_ITS_WAY, VOID_SLIP.replace("--cage G-1", "")),
    "at_before_request": ((*OPEN_AT_NOON, REQUEST), f"{PREPARE} {AFTERNOON}"),
    "at_before_preparation": (
        (*OPEN_AT_NOON, f"{REQUEST} {NOON}", PREPARE),
        f"{RECEIVE} {AFTERNOON}",
    ),
    "form_dropped": (
        (*ISSUED, f"form drop CVF-1001 {SIGNERS}"),
        f"form drop CVF-1001 {SIGNERS}",
    ),
    "form_listed_twice": (
        OPEN,
        "day count today --table MB-01 --cash 0 --form CVF-1001:1 --form CVF-1001:2",
    ),
    "form_not_issued": ((*FORMS, VOID), f"form drop CVF-1001 {SIGNERS}"),
    "form_not_next": (FORMS, ON_FORM.replace("1001", "1002")),
    "form_of_another_pit": ((*DIV, f"{RECEIVED} --pit P-2 --clerk C-1"), ON_FORM),
    "form_signed_twice": (FORMS, ON_FORM.replace("B-2", "D-7")),
    "form_used": ((*FORMS, VOID), ON_FORM),
    "forms_not_provided": (OWING, ON_FORM),
    "not_of_series": (FORMS, ON_FORM.replace("1001", "2001")),
    "not_the_clerk": ((*DIV, f"{RECEIVED} --pit P-1 --clerk C-2"), ON_FORM),
    "nothing_to_forward": (FORMS, "form forward CVF"),
    "numbers_reversed": (INIT, "form receive CVF --first 1002 --last 1001"),
    "patron_signature": (FORMS, ON_FORM.replace("--patron-signed", "")),
    "series_known": (FORMS, RECEIVED),
    "series_not_in_pit": ((*DIV, RECEIVED), ON_FORM),
    "series_too_long": (INIT, "form receive CVF --first 1 --last 1001001"),
    "series_used_up": (
        (*FORMS, VOID, VOID.replace("1001", "1002")),
        ON_FORM.replace("1001", "1002"),
    ),
    "statement_by_others": (
        FORMS,
        ON_FORM.replace("--patron-signed", '--statement "left the table" --stated-by C-1'),
    ),
    "witness_differs": (ISSUED, "form drop CVF-1001 --dealer D-7 --pit-boss B-3"),
    "wager_at_stake": (BETS, "seat leave MB-01 3"),
    # a key that stood for something else
    "key_reused": (
        (*OPEN, "chips buy-in MB-01 3 20 --key k-1"),
        "chips buy-in MB-01 3 40 --key k-1",
    ),
    # the store contradicts itself
    "event_missing": (OWING, "db check"),
    "store_damaged": (OWING, "db check"),
    "event_too_new": (OWING, "db check"),
    "event_unfit": (OWING, "db check"),
    "event_differs": (OWING, "db check"),
    "event_unreadable": (OWING, "db check"),
    "counter_set_back": (OWING, "db check"),
    "counter_used_up": (OWING, "db check"),
    "feed_digests": (OWING, "db check"),
    "feed_position": (OWING, "db check"),
    "meter_differs": (PLAYED, "db check"),
    "not_as_signed": (DAY_CLOSED, "db check"),
    "read_model_differs": ((*OWING, "vig outstanding"), "db check"),
    "rules_missing": (OWING, "audit replay MB-01:2026-07-11:1"),
    "snapshot_differs": (
        (*OPEN, f"table close MB-01 --closer none {SIGNED}"),
        "db check",
    ),
    "unknown_topic": (OWING, "db check"),
    # undo
    "undo_out_of_reach": ((*SHOE, FILL, f"{UNDO} --approved-by S-2"), UNDO),
    "not_the_last_act": ((*SHOE, WAGER), f"{UNDO} --entry 5"),
    "cannot_be_undone": ((*SHOE, WAGER, "round void MB-01 --reason misdeal"), UNDO),
    "opening_rested_upon": (
        (*OPEN, "day count today --table MB-01 --cash 100"),
        f"{UNDO} --approved-by S-2",
    ),
    "meters_moved": (
        (*JACKPOT, f"{AWARD} --cage --supervisor S-2"),
        UNDO,
    ),
    "award_at_once": ((*BIG_LINKED, "meter must-hit MB-01 3 --link R9-2"), UNDO),
    "approval_missing": ((*SHOE, FILL), UNDO),
    "approval_own": ((*SHOE, WAGER), f"{UNDO} --approved-by C-1"),
    "reason_missing": ((*SHOE, FILL), "undo MB-01 --approved-by S-2"),
    # one record contradicts itself
    "rules_altered": (OWING, "db check"),
    "count_differs": (OWING, "db check"),
    "undone_out_of_order": ((*SHOE, WAGER, UNDO), "db check"),
    "round_differs": (OWING, "db check"),
    "key_missing": ((*SHOE, FILL), "db check"),
    "form_differs": (ISSUED, "db check"),
    "key_without_events": ((*OWING, "vig collect MB-01 3 --key k-1"), "db check"),
    "guards_missing": (OWING, "db check"),
    "tables_altered": (OWING, "db check"),
    "value_unreadable": ((*OWING, "vig outstanding"), "db check"),
    "log_not_verified": (OWING, "db rebuild"),
    # keys, and what they sign
    "no_seal_key": (INIT, "audit seal"),
    "bad_key": (INIT, "audit check-proof pit.db --key harbor-house"),
    "bad_key_name": (INIT, 'audit key new mine.key --name "Harbor House"'),
    "key_exposed": (INIT, "audit seal --key log.key"),
    "nothing_signs": (INIT, "audit seal --key public.key"),
    "signing_failed": (INIT, "audit seal --key failing.key"),
    "verification_unusable": (INIT, "audit verify --resume part.json"),
    "wrong_kind_of_key": (INIT, "audit seal --key witness.key"),
    "other_origin": (INIT, "audit seal --key other.key"),
    "other_seal_key": ((*INIT, f"property set seal-key={NEXT}"), "audit seal --key log.key"),
    "key_not_handed_over": (INIT, "audit seal --key next.key"),
    "memory_unreadable": (INIT, "audit seal --key log.key"),
    "log_does_not_go_on": (OPEN, "audit seal --key log.key"),
    "note_malformed": (INIT, f"audit cosign pit.db {WITNESSED}"),
    "no_checkpoint": (INIT, f"audit cosign poem.note {WITNESSED}"),
    "signature_wrong": (INIT, f"audit cosign own.checkpoint {WITNESSED}"),
    "not_signed": (INIT, f"audit cosign own.checkpoint --key witness.key --log {PETER}"),
    "proof_missing": (INIT, f"audit cosign later.checkpoint {WITNESSED}"),
    "older_store": (INIT, f"audit cosign own.checkpoint {WITNESSED}"),
    "older_store.put_back": (OPEN, f"audit verify --against theirs.checkpoint --key {LOG}"),
    "histories_contradict": (OPEN, "audit verify --against theirs.checkpoint"),
    # what is proved to others
    "nothing_to_prove": (OPEN, "audit prove fill:F-99"),
    "round_in_progress.proof": (BETS, "audit prove MB-01:2026-07-11:1"),
    "never_sealed": (INIT, "export events --to copy"),
    "bad_scheduler": (INIT, "group report win --from copy --unverified --scheduler nowhere"),
    "no_export": (INIT, f"audit verify --export copy --key {LOG}"),
    "place_unusable": (INIT, "export events --to nowhere://books"),
    "not_sealed_yet": (OWING, "audit prove MB-01:2026-07-11:1"),
    "not_of_this_log": (OWING, "audit prove MB-01:2026-07-11:1 --checkpoint own.checkpoint"),
    "proof_malformed": (OWING, f"audit check-proof cut.proof --key {LOG}"),
    "not_in_the_log": (OWING, f"audit check-proof forged.proof --key {LOG}"),
    "proof_incomplete": (OWING, f"audit check-proof other.proof --key {LOG}"),
    # the log is not as it was sealed
    "event_changed": (OWING, "audit verify"),
    "event_added": (OWING, "audit verify"),
    "event_moved": (OWING, "audit verify"),
    "event_missing.sealed": (OWING, "audit verify"),
    "log_cut_off": (OWING, "audit verify"),
    "not_as_sealed": (OWING, "audit verify"),
    "seal_altered": (OWING, "audit verify"),
    "checkpoint_altered": (OWING, "audit verify"),
    "checkpoint_missing": (SEEN, "audit verify"),
    "key_not_handed_over.lost": (INIT, f"audit verify --key {LOG}"),
    # a round that is reversed
    "reversed_already": (REVERSED, REVERSE_ROUND),
    "round_reversed": (REVERSED, CORRECT),
    "round_void": ((*BETS, "round void MB-01 --reason x"), REVERSE_ROUND),
    "round_in_books": (
        (*OWING, "vig uncollected MB-01 3 --reason left --supervisor S-2"),
        REVERSE_ROUND,
    ),
    "card_irregular": (
        (*SHOE, "round irregular MB-01 drawn-in-error 7d --undisclosed", BANKER_WINS),
        f"{REVERSE_ROUND} --not-dealt",
    ),
    "approval_own.reverse": (OWING, REVERSE_ROUND.replace("S-2", "C-1")),
    "award_won": (JACKPOT, REVERSE_ROUND),
    "meter_won_since": (
        (*PLAYED, JACKPOT[-1]),
        REVERSE_ROUND,
    ),
    "not_reversed": (OWING, INSTEAD),
    "at_of_the_other": (REVERSED, f"{INSTEAD} --at 18:18"),
    "entered_again": ((*REVERSED, INSTEAD), INSTEAD),
    "cards_stay_dealt": (REVERSED, INSTEAD.replace("7d", "6d")),
    "rules_changed_since": (
        (*REVERSED, f"rules adopt ma-midi --table MB-01 --option {RESHUFFLED} {NOTICE}"),
        INSTEAD,
    ),
    "bad_reversal": (OWING, "round reverse --file rounds.csv --approved-by S-2"),
    "nothing_owed_back": (OWING, "vig hand-back MB-01 3"),
    "more_than_owed_back": (
        (*OWING, "vig collect MB-01 3", REVERSE_ROUND),
        "vig hand-back MB-01 3 100",
    ),
    "round_typed_and_filed": (OWING, f"{REVERSE_ROUND} --file rounds.csv"),
    "no_round_named": (OWING, "round reverse --reason x --approved-by S-2"),
    # the store cannot be reached
    "store_busy": (OPEN, "seat sit MB-01 3"),
    "store_not_ready": (OPEN, "seat sit MB-01 3 --key k-1"),
    "store_not_set_up": ((), "table list"),
    "store_too_new": (OPEN, "table list"),
    "store_too_old": (OPEN, "table list"),
    "store_unreadable": ((), "table list"),
    "no_roles": (INIT, "db roles"),
    "store_unreachable": ((), "--db postgresql://pit@127.0.0.1:1/pit table list"),
}

ELSEWHERE = {
    **dict.fromkeys(
        (
            *("not_signed_in", "not_let_in", "names_withheld", "not_our_form", "form_too_long"),
            *("not_a_form", "nobody_enrolled", "too_many_sign_ins"),
        ),
        "whoever signs in to pit serve, or does not: test_doors of it",
    ),
    **dict.fromkeys(
        ("bad_host", "cannot_listen", "feed_store_read_only"),
        "pit serve where it cannot: test_command of it",
    ),
    "no_name": "pit serve with a host that is all there are: test_command of it",
    "no_such_page": "an address of pit serve: test_doors of it",
    "only_read": "what is sent to pit serve: test_doors of it",
    "not_served": "what is sent to pit serve: test_doors of it",
    "not_installed": "needs the extra to be missing: test_command of pit serve",
    "day_changed": "needs another writer: test_closing of the application",
    "month_changed": "needs another writer: test_closing of the application",
    "passphrases_differ": "typed twice at a terminal: test_passphrases",
    "second_not_fed": "a feed answers with it: test_passphrases of the operators",
    "signed_too_late": "needs time to pass: test_signing",
    "books_changed": "no command signs other books than those proposed: test_signing",
    "busy": "needs other writers: tests of the table's two writers",
    "nothing_to_record": "what is typed says what there is to record, or is refused before: test_decisions",
    "hand_illegal": "a third card typed is third_card_not_due; audit settle answers with it",
    "press_not_positive": "a press is all that may be pressed; audit settle answers with it",
    "press_too_large": "a press is all that may be pressed; audit settle answers with it",
    "press_onto": "a typed hand is player or banker; audit settle answers with it",
    "read_model_in_use": "needs another program in the middle of a rebuild",
    "read_model_started_over": "needs another program in the middle of a rebuild",
    "read_models_apart": "needs other writers",
    "shoe_in_play": "no two submissions that ship differ in decks",
    "stake_not_positive": "a typed stake is not_positive first; audit settle answers with it",
    "time_without_offset": "a typed time without an offset is local time",
    "stopped": "Ctrl-C",
    "store_read_only": "a file that this user may not write: test_audit",
    "store_full": "a disk without room: test_errors of the store",
    "clock_behind": "a clock that was set back: test_clock",
    "worker_lost": "a process that is killed: test_workers of the queries",
    "maker_lost": "a process that is killed: test_makers of the server",
    **dict.fromkeys(
        (
            *("token_needed", "token_unknown", "token_of_another", "token_of_other_tables"),
            *("too_many_feeds", "packed_otherwise", "not_gzip", "unknown_query"),
            *("request_too_large", "sender_silent", "server_ending"),
        ),
        "equipment is answered with it: test_equipment of the server",
    ),
    **dict.fromkeys(
        ("seal_differs", "export_of_another_log", "export_unreadable", "export_altered"),
        "a copy of the log, or a log that is copied, that was altered: tests of the export",
    ),
    "exported_meanwhile": "two exports to a folder at once: test_export",
    "figures_of_another_log": "two properties of one name: test_export_figures",
    **dict.fromkeys(
        ("export_not_sealed", "export_not_together", "export_begins_later", "no_day_closed"),
        "a copy of the log that was altered, or of which a part is gone or to come: tests of export and group",
    ),
    **dict.fromkeys(
        ("scheduler_unreachable", "no_workers"),
        "a cluster that is not there, or has no worker: tests of the group",
    ),
    "store_changed": "a file that others write to while it is read: test_errors of the store",
    "store_lost": "a server that goes away under a feed: test_outages of the feed",
    "role_may_not": "a role of the database: test_roles",
    "store_failed": "whatever a driver says that has no sentence of its own: test_ending",
    "file_unusable": "whatever the operating system says of a file: test_ending",
    "control_character": "test_text_from_outside",
    "open_quote": "a line of pit shell: test_shell",
    "table_twin": "a typed code is that of the table: test_names",
    "not_utf8": "test_ending",
    "store_not_utf8": "a database of another encoding: test_store",
}
"""Codes that no typed command shows by itself, and why."""
