"""The page of the shorthand, made from what reads it."""

from collections.abc import Iterator

from cli.typed.shorthand import ERRORS, KINDS, Kind, Known, read_word
from cli.typed.values import BETS
from projections.queries.words import words

HEAD = """\
# A round in one line

Made from the code by `make docs`; do not edit.

`pit play MB-01 LINE` records a whole round; in `pit shell`, `. LINE` does so at the table in the prompt.

```text
pit play MB-01 "1b25 2p100 3t5 4dbb10 7b20 7hm5 / 7dQh 5h5s8c / 7>b"
```

Seat 1 has $25 on Banker, seat 2 $100 on Player, seat 3 $5 on the tie, seat 4 $10 on Dragon Bonus Banker, seat 7 $20 on
Banker and $5 on House Money. Player has 7♦ Q♥; Banker 5♥ 5♠, and drew 8♣. Seat 7 presses its House Money onto Banker.

- Words stand in any order, with blanks between; `/` is for the eye only. Capitals and small letters are the same.
- What could be two things is refused, and says so. Of two bets, the one that the table does not offer is not meant.
- Whole dollars, or dollars and cents: `3b25.50`. A shell reads `>` and `$`: quote the line.
- Without cards the wagers are put down and the round stays open. Cards without wagers are of those that are
  down, or of a round without any.
- A coupon of the round before is not said as before: it may be gone. Nor are wagers of who has left the seat since,
  whoever sits there now.
- All of a line is recorded, or nothing. A settled round is answered in full words, with what was staked, handed back
  and is owed; wagers without cards with what each seat has in all, and all of them together.
  `pit undo` takes back all of it.
  `--dry-run` shows the same and records nothing.

## Words
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    parts += map(_kind, KINDS)
    bets = "\n".join(f"| {words(bet)} | {', '.join(map(_code, names))} |" for bet, names in _bets())
    parts.append(f"## Bets\n\n| bet | is written |\n|---|---|\n{bets}\n")
    errors = "\n".join(f"| `{code}` | {why} |" for code, why in ERRORS.items())
    parts.append(f"## What is refused\n\n| code | why |\n|---|---|\n{errors}\n")
    return "\n".join(parts)


def _kind(kind: Kind) -> str:
    shown = "\n".join(f"| `{each}` | {read_word(each, Known()).says} |" for each in kind.examples)
    return f"### {kind.name.capitalize()}: `{kind.form}`\n\n{kind.says}\n\n| written | means |\n|---|---|\n{shown}\n"


def _bets() -> Iterator[tuple[str, tuple[str, ...]]]:
    for bet, aliases in BETS.items():
        yield bet, (*aliases, bet)


def _code(text: str) -> str:
    return f"`{text}`"
