"""The keys that a clerk presses for one hand: five players, six wagers, a press and a third card."""

import sys

IN_ONE_LINE = "1b25 2p100 3t5 4dbb10 7b20 7hm5 / 7dqh 5h5s8c / 7>b"

BY_FLAGS = (
    *("round", "play", "MB-01", "--wager", "1:b:25", "--wager", "2:p:100", "--wager", "3:t:5"),
    *("--wager", "4:dbb:10", "--wager", "7:b:20", "--wager", "7:hm:5", "--player", "7d Qh"),
    *("--banker", "5h 5s 8c", "--press", "7:b"),
)

MOST_KEYS = 60

SHIFTED = frozenset('~!@#$%^&*()_+{}|:"<>?')


def keys(line: str) -> int:
    """The keys of a line with its Enter; one that needs Shift counts twice."""
    return len(line) + 1 + sum(each.isupper() or each in SHIFTED for each in line)


if __name__ == "__main__":
    ways = {
        "one line, in the shell": f". {IN_ONE_LINE}",
        "one line": f'pit play MB-01 "{IN_ONE_LINE}"',
        "round play": " ".join(f'"{each}"' if " " in each else each for each in ("pit", *BY_FLAGS)),
    }
    for name, line in ways.items():
        print(
            f"{name:<24}{keys(line):>4} keys   {keys(line) / MOST_KEYS:.2f} x the most that a hand may take"
        )
    if keys(ways["one line, in the shell"]) > MOST_KEYS:
        sys.exit(f"more than {MOST_KEYS} keys")
