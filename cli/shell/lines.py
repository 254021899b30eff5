"""Lines typed one after the other, by a person or out of a script: what each means, and what became of it."""

import io
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Final, cast

import click

from cli.frame.failing import FINDINGS, guarded, show
from cli.frame.main import NOUNS, in_shell, pit
from cli.frame.naming import suggesting
from cli.frame.options import Noun, Session
from cli.frame.paging import show_lines
from cli.shown.said import drawing
from ledger.values.codes import CODE
from ledger.values.errors import Misused, NotFound, PitError, Refusal, Refused

if TYPE_CHECKING:
    from projections.queries.standing import TableStanding
    from projections.queries.unsaid import Watch

LONGEST_LINE: Final = 1 << 16
"""Characters of a line; reading words takes the square of it."""

LEAVE: Final = frozenset({"exit", "quit"})
HERE: Final = "."
"""A word, or what stands before the first colon of one, that means the table in the prompt."""

_AT_A_TABLE: Final = frozenset({"TABLE", "ROUND", "AWARD"})

_AT_ONCE: Final = re.compile(rf"^{re.escape(HERE)}(?=[^:])")
"""What begins a line that is a round at that table, be there a blank or not."""

BYTE_ORDER_MARK: Final = "\ufeff"
"""What some editors write before the first line of a script."""

AGAIN: Final = "!!"

LOOKS: Final = frozenset({"--dry-run", "--help", "-h"})
"""With one of these a line records nothing."""

OWN: Final[Mapping[str, str]] = {
    "use": "TABLE",
    "by": "OPERATOR",
    "help": " ".join(NOUNS),
    "show": "TABLE",
    **dict.fromkeys(("u", "clear", "exit", AGAIN, "?"), ""),
}
"""What the shell does itself, and what may follow: a kind of names, or words."""

SHORTHAND: Final = "shorthand"
"""What help tells of besides commands: how a round is written in one line."""

ALONE: Final = {HERE, *OWN} - {"u"}
"""What is told of among the shell's own words."""

HELP = """Type commands as after `pit`: a noun, a verb, and what belongs to it, each as far as it is clear.
  . 3b25 / 7dQh 9cKh   plays a round at the table in the prompt: help shorthand
  .                    stands for that table, .:7 for its round 7 of today
  TABLE, use TABLE     puts a table there
  MB-02 3b25           plays a round at another one, which is there then
  show, show TABLE     shows it, or another one
  u, undo              takes back its last act, once it is seen what that is
  by ID                somebody else types from here on
  !!                   the last line again, and behind it what is typed behind this: !! --yes
  ?, help VERB         tells about a command
  clear, exit          clears the screen, leaves
"""

MISUSED: Final = 2
_DONE: Final = {0, FINDINGS}
_MAY_NOT: Final = {Refused.exit_code, NotFound.exit_code}
NO_TABLE_HERE: Final = (
    "no_table_here",
    "No table is worked at yet.",
    "Type use TABLE, or name one.",
)


class Shell:
    """A session. The store stays open; kept: the session whose store and author commands take unless they name others.

    run: carries out a command, of a line of a script, and returns its exit code. code: the exit code of the first line
    that failed, else of one that found something; failed: whether the last one did. goes_on: whether others come after
    that. numbered: whether errors say in which line, which is `line`. before: the table that the last command was
    about, as it stood before it.
    """

    def __init__(
        self,
        kept: Session,
        run: Callable[[list[str], int], int],
        *,
        goes_on: bool = True,
        numbered: bool = False,
    ) -> None:
        self._kept = kept
        self._run = run
        self._goes_on = goes_on
        self._numbered = numbered
        self.line = 0  # of those that are numbered
        self._last = ""
        self.table = ""
        self.before: TableStanding | None = None
        self.failed = False
        self.code = 0

    def take(self, line: str) -> bool:
        """Carry out a line. False where it says to leave, or where it failed and none is to come after that."""
        self.line += self._numbered
        self.failed = False
        if len(line) > LONGEST_LINE:
            return self._note(
                self._refuse("line_too_long", "The line is too long.", "Type one command.")
            )
        try:
            words = self._words(line)
        except Misused as error:
            show(error.refusal, as_json=False, line=self.line)
            return self._note(MISUSED)
        if not words:
            return True
        if words[0] in LEAVE:
            return False
        # Its own words can be stopped too, and look at the store.
        return self._note(guarded(lambda: self._carry_out(words), as_json=False, line=self.line))

    def _words(self, line: str) -> list[str]:
        """The words of a line, without `pit` before them. Raises Misused for a quotation mark that is not closed."""
        line = line.removeprefix(BYTE_ORDER_MARK).strip()
        if line.split(maxsplit=1)[:1] == [AGAIN]:
            line = line.replace(AGAIN, self._last, 1).strip()
            click.echo(line, err=True)
        try:
            words = words_of(line)
        except ValueError:
            raise Misused(
                "open_quote", "A quotation mark is not closed.", "Type the line again."
            ) from None
        # Without its comment, into which what is typed behind it would fall.
        self._last = shlex.join(words) if words else self._last
        return words[1:] if words[:1] == ["pit"] else words

    def _note(self, code: int) -> bool:
        self.failed = code not in _DONE
        self.code = code or self.code if self.code in _DONE else self.code
        return self._goes_on or not self.failed

    def _carry_out(self, words: list[str]) -> int:
        """Raises UnicodeError for bytes that are no text."""
        "".join(words).encode()
        own = self._own(words)
        if own is not None:
            return own()
        if self._may_be_meant_for_a_table(words[0]):
            return self._guarded(lambda: self._use(words[0]))
        if self._says_nothing(words[0]):
            return self._no_command(words[0])
        typed = self._at_the_table(words)
        if typed is None:
            return self._refuse(*NO_TABLE_HERE)
        self.before = self._named(typed) or self.standing()
        code = self._run(typed, self.line)
        if not code and self._is_table(words[0]) and LOOKS.isdisjoint(words):
            self.table = self._kept.ledger.spelled(words[0])
        return code

    def _own(self, words: list[str]) -> Callable[[], int] | None:
        """What the shell does itself; None for a command."""
        if words[1:] in (["--help"], ["-h"]) and words[0] in {"use", "by"}:
            words = ["help", words[0]]
        match words:
            case ["help" | "?", *about] | [*about, "?"]:
                return lambda: self._help(about)
            case ["use" | "by" as verb, *names]:
                return lambda: self._at(verb, names)
            case [name] if self._is_table(name):
                return lambda: self._guarded(lambda: self._use(name))
            case ["clear", *more]:
                return lambda: self._guarded(lambda: _clear(more))
        return None

    def _at_the_table(self, words: list[str]) -> list[str] | None:
        """A command with the table in the prompt where it means that; None where there is none."""
        match words:
            case [name, _, *_] if name == HERE or self._is_table(name):
                words = ["play", *words]
            case ["."] | ["show"]:
                words = ["table", "show", HERE]
            case ["show", *rest]:
                named = not rest[0].startswith("-")
                words = ["table", "show", *([] if named else [HERE]), *rest]
            case ["u" | "undo", *rest] if not rest or rest[0].startswith("-"):
                words = ["undo", HERE, *rest]
        full = []
        for n, word in enumerate(words):
            option, equals, value = _parted(word)
            before = [*words[:n], *([option] if equals else ())]
            if _is_here(value) and _takes_a_table(before):
                if not self.table:
                    return None
                value = self._spelled(value)
            full.append(f"{option}{equals}{value}")
        return full

    def in_full(self, words: list[str]) -> list[str]:
        """The command that these words begin, with its noun and its table."""
        return self._at_the_table(words) or words

    def round_typed(self, typed: str) -> "tuple[TableStanding, str] | None":
        """The table at which a round is typed, and the round so far; None for any other line."""
        words: list[str] = []
        with suppress(ValueError):  # A quotation mark that is not closed yet.
            words = words_of(typed.lstrip())
        match self.in_full(words) if words else ():
            case ["play", code, *line] if line and not any(each.startswith("-") for each in line):
                with suppress(PitError):
                    shown = self.watch.at(self._kept.ledger.spelled(code))
                    return (shown, " ".join(line)) if shown is not None else None
        return None

    def _is_table(self, word: str) -> bool:
        """Whether the first word of a line is a table: no noun begins so."""
        if not CODE.fullmatch(word) or _begins_a_noun(word):
            return False
        with suppress(PitError):
            return self.watch.at(self._kept.ledger.spelled(word)) is not None
        return False

    def _may_be_meant_for_a_table(self, word: str) -> bool:
        """Whether the first word of a line is written as tables are: letters first, and digits."""
        written = re.fullmatch(r"[A-Za-z][A-Za-z.]*[-_]?\d[\w.-]*", word) is not None
        return written and not (
            _begins_a_noun(word) or _begins_a_round(word) or self._is_table(word)
        )

    def _named(self, typed: list[str]) -> "TableStanding | None":
        """The table that a command names, by itself or by a round of it, wherever it stands in it."""
        codes = ((n, word.split(":")[0]) for n, word in enumerate(typed))
        known = (code for n, code in codes if CODE.fullmatch(code) and _takes_a_table(typed[:n]))
        with suppress(PitError):
            spelled = map(self._kept.ledger.spelled, known)
            return next(filter(None, map(self.watch.at, spelled)), None)
        return None

    def _spelled(self, word: str) -> str:
        """`.` and `.:7` with the table that they mean."""
        return f"{self.table}{word.removeprefix(HERE)}" if self.table and _is_here(word) else word

    def _guarded(self, run: Callable[[], object]) -> int:
        with_names = suggesting(self._kept.names)(run)
        return guarded(with_names, as_json=False, line=self.line)

    def _says_nothing(self, word: str) -> bool:
        """Whether a line cannot begin so: neither a noun, nor a word of the shell's, nor a table, nor an option."""
        known = word in {HERE, *OWN} or word.startswith("-") or _begins_a_noun(word)
        return not known and not self._is_table(word)

    def _no_command(self, word: str) -> int:
        from projections.queries.near import either, nearest

        verbs, known = _verbs(), {*NOUNS, *OWN}
        with suppress(PitError):
            known.update(self._kept.names("TABLE"))
        close = [word] if word in verbs else nearest(word, known | verbs.keys())
        meant = [each for name in close for each in ([name] if name in known else verbs[name])]
        near = f"Did you mean {either(meant)}?" if meant else ""
        dot = f"A round begins with a dot ({HERE} {word})." if _begins_a_round(word) else ""
        return self._refuse(
            "usage", f"There is no command {word}.", f"{near or dot} See ?.".strip()
        )

    def _help(self, about: list[str]) -> int:
        found = _named(about)
        if about == [SHORTHAND]:
            told = list(_shorthand())
        elif about and (about[0] in ALONE or self._is_table(about[0])):
            nouns = ", ".join(noun for noun, _ in found)
            told = [HELP, f"A verb of {nouns} too: help NOUN {about[0]}."] if found else [HELP]
        elif len(about) == 1 and self._says_nothing(about[0]) and not found:
            return self._no_command(about[0])
        elif about and not found:
            return self._run([*about, "--help"], self.line)
        else:
            told = [_told(each) for each in found] if about else [HELP, _told([])]
        return self._guarded(lambda: show_lines("\n".join(told).splitlines()))

    def _refuse(self, code: str, message: str, next_step: str) -> int:
        show(Refusal(code, message, next_step), as_json=False, line=self.line)
        return MISUSED

    def _at(self, verb: str, names: list[str]) -> int:
        """`use TABLE` and `by OPERATOR`."""
        if len(names) != 1:
            what = OWN[verb]
            return self._refuse(
                "usage", f"{verb} takes one {what.lower()}.", f"Type {verb} {what}."
            )
        does = self._use if verb == "use" else self._hand_over
        return self._guarded(lambda: does(names[0]))

    def _use(self, code: str) -> None:
        from projections.queries.codes import verify_known

        named = self._spelled(code)
        if named == HERE:
            raise Misused(*NO_TABLE_HERE)
        self.table = verify_known(self._kept.ledger, self._kept.ledger.spelled(named)) or ""

    def begin(self, name: str) -> bool:
        """Somebody types from the start on, known as `by` has it; where the store does not answer, whoever they are.
        False where they may not.
        """
        code = self._guarded(lambda: self._hand_over(name))
        if code in _MAY_NOT:
            return False
        self._kept.hand_over(name)
        return bool(name)

    def may_begin(self, name: str) -> bool:
        """Whether who is named already may type; where the store does not answer, nobody knows otherwise."""
        return self._guarded(lambda: self._kept.ledger.verify_acts(name)) not in _MAY_NOT

    def _hand_over(self, to: str) -> None:
        """Somebody else types. Raises NotFound; Refused, where names are taken as given for a word typed ahead too."""
        if (self._is_table(to) or to in {*NOUNS, *OWN}) and to not in self._kept.names("OPERATOR"):
            raise Refused(
                "bad_id",
                f"{to} is a table or a command, and nobody who types.",
                "Type who it is.",
                by=to,
            )
        self._kept.ledger.hand_over(to)
        self._kept.hand_over(to)

    # -- what is seen of the table

    @cached_property
    def watch(self) -> "Watch":
        """The tables worked at, from when the store is first asked."""
        from projections.queries.unsaid import Watch

        return Watch(self._kept.ledger)

    def standing(self) -> "TableStanding | None":
        """The table worked at; None where there is none, or the store does not answer."""
        return self.stands(self.table) if self.table else None

    def stands(self, table: str) -> "TableStanding | None":
        """A table as it stands; None where there is none, or the store does not answer."""
        with suppress(PitError):
            return self.watch.at(table)
        return None

    def prompt(self) -> str:
        """`MB-01 r17> `: the table worked at, and the round in progress."""
        from cli.shown.at_table import prompt

        return prompt(self.standing())


def words_of(line: str) -> list[str]:
    """The words of a line, up to a comment: a word that begins with #, outside quotation marks. Behind a dot at its
    beginning need be no blank. Raises ValueError for a quotation mark that is not closed.
    """
    line = _AT_ONCE.sub(f"{HERE} ", line)
    typed = io.StringIO(line)
    reader = shlex.shlex(typed, posix=True)
    reader.whitespace_split, reader.commenters = True, ""
    words = []
    while (rest := line[typed.tell() :].lstrip()) and not rest.startswith("#"):
        words.append(next(reader))
    return words


def _is_here(word: str) -> bool:
    return word.partition(":")[0] == HERE


def _parted(word: str) -> tuple[str, str, str]:
    """An option and its value where they are one word; else nothing, and the word."""
    option, equals, value = word.partition("=")
    return (option, equals, value) if word.startswith("--") and equals else ("", "", word)


def _takes_a_table(words: list[str]) -> bool:
    """Whether behind these words of a command stands a table, or what is named by one: a folder is `.` too."""
    from cli.completion.takes import expected

    with suppress(PitError):  # Which command it is, is not clear: whoever carries it out says so.
        return expected(in_shell, words).kind in _AT_A_TABLE
    return False


def _begins_a_noun(word: str) -> bool:
    return any(noun.startswith(word) for noun in NOUNS)


def _clear(more: list[str]) -> None:
    if more:
        raise Misused("usage", "clear takes nothing.", "Type clear.")
    click.echo("\x1b[2J\x1b[H", nl=False, file=drawing(sys.stdout))


def _begins_a_round(word: str) -> bool:
    """Whether a word is one of a round in one line, to which the dot is lacking."""
    from cli.typed.shorthand import begins_a_round

    return begins_a_round(word)


def _shorthand() -> Iterator[str]:
    """How a round is written in one line, a kind of word after the other."""
    from cli.typed.shorthand import KINDS

    yield "A round in one line: wagers / cards / presses, in any order, as in . 3b25 / 7dQh 9cKh"
    for kind in KINDS:
        yield f"\n{kind.name.capitalize()}: {kind.form}"
        yield f"  {kind.says}"
        yield f"  {'  '.join(kind.examples)}"


def _told(path: list[str]) -> str:
    """The help of a command."""
    command: click.Command = pit
    context = click.Context(pit, info_name="pit", **pit.context_settings)
    for name in path:
        command = cast("click.Group", command).get_command(context, name) or command
        context = click.Context(command, context, name)
    return f"{command.get_help(context)}\n"


def _named(about: list[str]) -> list[list[str]]:
    """The commands of a verb that is asked about without its noun."""
    if len(about) != 1 or about[0] in NOUNS:
        return []
    return [each.split() for each in _verbs().get(about[0], ())]


def _verbs() -> dict[str, list[str]]:
    """By verb, the commands that it is of: `seat sit`."""
    context, found = click.Context(pit), dict[str, list[str]]()
    for noun in NOUNS:
        command = pit.get_command(context, noun)
        for verb in command.commands if isinstance(command, Noun) else ():
            found.setdefault(verb, []).append(f"{noun} {verb}")
    return found
