"""What was done before a command is refused, and parts of commands that several have. As they are typed."""

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
TWO_SIT = ("seat sit MB-01 2", "seat sit MB-01 5")
RED = f"shoe receive MB-01 A --colour red {SIGNED}"
BLUE = f"shoe receive MB-01 B --colour blue {SIGNED}"
SHUFFLE = "shoe shuffle MB-01 --cut-by dealer --depth 60"
START = "shoe start MB-01 1 --burn 4d"
RECUT = "shoe recut MB-01 --ordered-by S-2 --reason uneven --cut-by dealer --depth 60"
BIG_SHOE = (*BIG, START, *TWO_SIT)
MINI_OPEN = DIV[:2]
MINI = (*MINI_OPEN, START)
FACE_UP = "round irregular MB-01 face-up 7d --disclosed"
SIMULATED = 'round simulated MB-01 --player "7d Qh" --banker "9c Kh"'
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
THEN = "--at 2026-07-10T12:00"
"""The day before, which is over."""
NOON = "--at 2026-07-11T12:00"
AFTERNOON = "--at 2026-07-11T15:00"
OPEN_AT_NOON = (*INIT, f"{OPEN[-1]} {NOON}")
SHOE_AT_NOON = (*OPEN_AT_NOON, f"shoe start MB-01 1 --burn 4d {NOON}")
TOKEN = (*INIT, "feed token new reader-7 --at 16:00")
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
CORRECT = (
    "day correct MB-01 hand-result --raise 5 --names MB-01:2026-07-11:1 --document MC-1"
    " --reason misread --approved-by S-2"
)
STOCK = "chips stock fill --prefix F- --first 1 --last 50"
SLIPS_LOST = "chips lost fill --prefix F- --first 17 --reason torn --authorised-by B-2"
ON_ITS_WAY = (*OPEN, REQUEST, PREPARE)
FILLED = (*OPEN, f'chips fill MB-01 --slip F-17 --chips "25x120" {SIGNED}')
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

Cases = dict[str, tuple[tuple[str, ...], str]]
"""What was done before, and the command that is refused, by the error's code: with a word behind it where one code has
several.
"""
