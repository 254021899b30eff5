"""A gaming day typed by hand, from the opener to the drop, on both databases."""

from pathlib import Path

from tests.cli.conftest import DAY, SIGNED, Terminal

WAGERS = ("--wager", "3:banker:20", "--wager", "4:p:100", "--wager", "5:dbp:5:cash")


def _round_by_steps(terminal: Terminal, table: str) -> None:
    terminal.does("wager", "place", table, "3", "banker", "20")
    terminal.does("wager", "place", table, "4", "p", "$100")
    terminal.does("wager", "place", table, "5", "Dragon-Bonus-Player", "5", "--tender", "cash")
    terminal.does("round", "bets-closed", table)
    terminal.does("round", "deal", table, "--player", "7d 4h", "--banker", "5c,5h")
    terminal.does("round", "third", table, "p", "2s")
    terminal.does("round", "third", table, "banker", "4♣")
    terminal.does("round", "settle", table, "--outcome", "banker")


def test_worked_example_of_the_books(terminal: Terminal) -> None:
    """Opener $10,000; a buy-in of $200; $20 on Banker wins with vigorish at payout."""
    terminal.does(
        *("table", "open", "MB-01", "--rules", "house-dragon", "--pit", "P-1"),
        *("--opener", "100x100", *SIGNED),
    )
    terminal.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    terminal.does("chips", "buy-in", "MB-01", "3", "200")
    terminal.does(
        *("round", "play", "MB-01", "--wager", "3:b:20"),
        *("--player", "7d Qh", "--banker", "9c Kh"),
    )
    terminal.does("table", "close", "MB-01", "--closer", "100x97 25x3 5x1 1x1", *SIGNED)
    terminal.does("day", "count", DAY, "--table", "MB-01", "--cash", "200")

    (books,) = terminal.json("report", "win")

    assert books["hand_result"] == -2_000
    assert books["vig_collected"] == 100
    assert books["win_hands"] == books["win_tray"] == -1_900
    assert books["expected_tray"] == books["closer"] == 978_100
    assert (books["tray_variance"], books["drop_variance"], books["form_variance"]) == (0, 0, 0)
    assert books["hold_bps"] == -950


def test_round_typed_in_steps_makes_the_same_books_as_a_whole_round(terminal: Terminal) -> None:
    terminal.dealing("MB-01").dealing("MB-02")

    _round_by_steps(terminal, "MB-01")
    terminal.does(
        *("round", "play", "MB-02", *WAGERS, "--player", "7d 4h 2s", "--banker", "5c 5h 4c"),
        *("--outcome", "banker"),
    )

    first, second = terminal.json("report", "win")
    assert {**first, "table": "MB-02"} == second
    by_steps, whole = (terminal.json("round", "show", f"{table}:1") for table in ("MB-01", "MB-02"))
    for part in ("outcome", "lines", "announce"):
        assert by_steps[part] == whole[part]


def test_round_typed_makes_the_same_books_as_fed(terminal: Terminal, tmp_path: Path) -> None:
    terminal.dealing("MB-01").dealing("MB-02")
    terminal.does("round", "play", "MB-01", *WAGERS, "--player", "7d 4h 2s", "--banker", "5c 5h 4c")
    record = (
        '{"v":1,"source":"reader-2","seq":1,"at":"2026-07-11T18:00:00-04:00","by":"C-1",'
        '"table":"MB-02","type":"round","wagers":[{"seat":3,"bet":"banker","cents":2000},'
        '{"seat":4,"bet":"player","cents":10000},'
        '{"seat":5,"bet":"dragon_bonus_player","cents":500,"tender":"cash"}],'
        '"player":["7d","4h","2s"],"banker":["5c","5h","4c"]}\n'
    )
    feed = tmp_path / "reader-2.ndjson"
    feed.write_text(record)
    terminal.does("feed", str(feed))

    first, second = terminal.json("report", "win")
    assert {**first, "table": "MB-02"} == second


def test_deferred_vigorish_is_shown_and_collected(terminal: Terminal) -> None:
    terminal.dealing()
    _round_by_steps(terminal, "MB-01")

    assert terminal.json("vig", "outstanding") == [
        {
            "table": "MB-01",
            "seat": 3,
            "cents": 100,
            "owed_back": 0,
            "since": "2026-07-11T22:00:00Z",
            "rounds": ["MB-01:2026-07-11:1"],
        }
    ]
    terminal.does("vig", "collect", "MB-01", "3", "0.25")
    assert terminal.json("vig", "outstanding", "--table", "MB-01")[0]["cents"] == 75
    terminal.does("vig", "collect", "MB-01", "3")
    assert terminal.json("vig", "outstanding") == []
    (seat,) = terminal.json("report", "vig")
    assert (seat["assessed"], seat["collected"], seat["outstanding"]) == (100, 100, 0)


def test_everything_shown_is_empty_before_anything_happened(terminal: Terminal) -> None:
    for shown in (
        ("vig", "outstanding"),
        ("table", "list"),
        ("round", "list"),
        ("chips", "list"),
        ("report", "win"),
        ("report", "vig"),
        ("report", "exceptions"),
    ):
        assert terminal.json(*shown) == [], shown
        assert terminal.does(*shown, "--format", "ndjson") == "", shown


def test_void_gives_every_wager_back_and_is_an_exception(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does("wager", "place", "MB-01", "3", "b", "20")
    terminal.does("wager", "place", "MB-01", "3", "tie", "5")
    terminal.does("wager", "withdraw", "MB-01", "3", "t")
    terminal.does("round", "void", "MB-01", "--reason", "cards spilled")

    (books,) = terminal.json("report", "win")
    assert (books["rounds"], books["voids"], books["hand_result"]) == (0, 1, 0)
    (_, found) = terminal.json("report", "exceptions")
    assert (found["kind"], found["message"], found["cents"]) == (
        "round_voided",
        "cards spilled",
        2000,
    )
    told = terminal.json("audit", "replay", "MB-01")
    assert told["status"] == "void"
    assert [wager["withdrawn"] for wager in told["wagers"]] == [False, True]
    assert [wager["cents"] for wager in told["returned"]] == [2000]
    assert told["recomputed_agrees"] is True


def test_fills_credits_and_slips(terminal: Terminal) -> None:
    terminal.opened()
    terminal.does("chips", "fill", "MB-01", "--slip", "F-17", "--chips", "100x20", *SIGNED)
    terminal.does("chips", "fill", "MB-01", "--slip", "F-19", "--chips", "25x4", *SIGNED)
    terminal.does("chips", "credit", "MB-01", "--slip", "C-1", "--chips", "5x100", *SIGNED)

    kinds = [(row["kind"], row["cents"], row["slip"]) for row in terminal.json("chips", "list")]

    assert kinds == [
        ("opener", 1_200_000, None),
        ("fill", 200_000, "F-17"),
        ("fill", 10_000, "F-19"),
        ("credit", 50_000, "C-1"),
    ]
    (_, missing) = terminal.json("report", "exceptions")
    assert (missing["kind"], missing["subject"]) == ("slip_missing", "F-18")
    assert terminal.json("table", "show", "MB-01")["tray"] == 1_360_000


def test_drop_is_counted_by_notes_and_counted_again(terminal: Terminal) -> None:
    terminal.opened()
    count = ("day", "count", "today", "--table", "MB-01")
    terminal.does(*count, "--notes", "100x150 20x250")
    assert terminal.json("report", "win")[0]["drop"] == 2_000_000
    assert terminal.is_refused(*count, "--cash", "1")["code"] == "drop_already_counted"
    terminal.does(*count, "--cash", "19,980", "--recount")
    assert terminal.json("report", "win")[0]["drop"] == 1_998_000


def test_day_show_says_what_is_still_to_be_done(terminal: Terminal) -> None:
    terminal.opened()
    shown = terminal.json("day", "show")
    assert shown["gaming_day"] == DAY
    assert shown["status"] == "incomplete"
    assert shown["uncounted"] == shown["without_closer"] == ["MB-01"]
    assert [table["table"] for table in shown["tables"]] == ["MB-01"]
    assert "24 hours" in terminal.does("day", "show", DAY)


def test_gaming_days_of_23_and_25_hours(on_file: Terminal) -> None:
    hours = {
        day: on_file.json("day", "show", day)["hours"] for day in ("2026-03-07", "2026-10-31", DAY)
    }
    assert hours == {"2026-03-07": 23, "2026-10-31": 25, DAY: 24}


def test_table_reopens_under_the_rules_and_in_the_pit_it_had(terminal: Terminal) -> None:
    terminal.opened()
    terminal.does("table", "close", "MB-01", "--closer", "100x50 25x200 5x400", *SIGNED)
    terminal.does("table", "open", "MB-01", "--opener", "100x50 25x200 5x400", *SIGNED)
    (listed,) = terminal.json("table", "list")
    assert (listed["status"], listed["rules"], listed["pit"]) == ("open", "ma-midi", "P-1")


def test_shoe_is_played_to_its_last_hand(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does("shoe", "cut-card", "MB-01")
    for _ in range(2):
        terminal.does("round", "play", "MB-01", "--player", "7d Qh", "--banker", "9c Kh", "--yes")
    assert terminal.is_refused("round", "bets-closed", "MB-01")["code"] == "shoe_over"
    terminal.does("shoe", "start", "MB-01", "2", "--burn", "as")
    terminal.does("shoe", "end", "MB-01", "--reason", "damaged card")
    assert terminal.json("table", "show", "MB-01")["shoe_over"] is True


def test_house_money_is_pressed_by_hand(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does("wager", "place", "MB-01", "3", "player", "25")
    terminal.does("wager", "place", "MB-01", "3", "hm", "5")
    terminal.does("round", "bets-closed", "MB-01")
    terminal.does("round", "deal", "MB-01", "--player", "4d 4h", "--banker", "9c Kh")
    terminal.does("round", "press", "MB-01", "3", "player", "15")
    terminal.does("round", "settle", "MB-01")
    told = terminal.json("round", "show", "MB-01")
    assert [(press["seat"], press["cents"]) for press in told["presses"]] == [(3, 1500)]
    staked = {line["bet"]: line["cents"] for line in told["lines"]}
    assert staked == {"player": 4000, "house_money": 500}
