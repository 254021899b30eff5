"""`pit audit search`: what the log says of a seat, an amount, a patron."""

import re

from tests.cli.conftest import DAY, Terminal


def _found(terminal: Terminal, *words: str) -> set[str]:
    return {found["said"] for found in terminal.json("audit", "search", *words)}


def test_a_wager_a_mark_and_a_collection_are_found_by_their_seat_and_amount(
    terminal: Terminal,
) -> None:
    """A line of an event has no names in its bytes, and is found by them all the same."""
    terminal.dealing()
    terminal.does("play", "MB-01", "3b20 5p30 7b20 / 7dQh 9cKh")
    terminal.does("vig", "collect", "MB-01", "3")
    said = [row["said"] for row in terminal.json("audit", "history", "MB-01", "--day", DAY)]
    for seat in (3, 5, 7):
        of_seat = {each for each in said if re.search(rf"\bseat {seat}\b", each)}
        assert len(of_seat) > 1
        assert of_seat <= _found(terminal, f"seat:{seat}")
    for amount in ("20", "30", "1.00", "40"):
        with_it = {each for each in said if f"${float(amount):.2f}" in each}
        assert with_it
        assert with_it <= _found(terminal, f"amount:{amount}")
    assert _found(terminal, "seat:3", "amount:20") < _found(terminal, "seat:3")
    assert _found(terminal, "seat:9") == set()


def test_a_name_is_found_in_whatever_case_it_is_written(terminal: Terminal) -> None:
    terminal.dealing()
    names = ("R. McAmes", "Juan de la Cruz", "Stra\u00dfer", "\ufb01nnegan", "O'neil \\ co")
    for seat, name in enumerate(names, 4):
        terminal.does("seat", "sit", "MB-01", str(seat), "--patron", name)
    for seat, name in enumerate(names, 4):
        forms = {name, name.lower(), name.upper(), name.title(), name.casefold()}
        for sought in (*forms, *(each[1:-1] for each in forms)):
            assert _found(terminal, f"patron:{sought}") == {f"MB-01: seat {seat} taken"}, sought


def test_however_many_words_are_looked_for_all_of_them_are(terminal: Terminal) -> None:
    terminal.dealing()
    words = ["MB-01", "ma-"] * 1_000
    assert _found(terminal, *words) == _found(terminal, "MB-01", "ma-") != set()
    assert _found(terminal, *words, "nowhere") == set()
