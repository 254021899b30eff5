"""What the word before the cursor may become."""

import shlex
from collections.abc import Iterator
from contextlib import suppress

import click
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from cli.completion.takes import ANYTHING, FILE, NAMES, expected
from cli.frame.options import Session, gaming_day
from cli.shell.lines import HERE, OWN, Shell

TODAY = "today:"


class Words(Completer):
    """The words that may come next: nouns, verbs, options, and names of the store, in whatever case they are typed."""

    def __init__(self, shell: Shell, group: click.Group, kept: Session) -> None:
        self._shell = shell
        self._group = group
        self._kept = kept

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002  prompt_toolkit's signature
    ) -> Iterator[Completion]:
        before = document.text_before_cursor
        try:
            words = shlex.split(before)
        except ValueError:
            return
        typed = "" if not words or before[-1:].isspace() else words.pop()
        if typed.startswith("--") and "=" in typed:
            option, typed = typed.split("=", 1)
            words.append(option)
        with suppress(Exception):  # Whatever it is, the line can be typed.
            for each in self._offered(words, typed):
                if each.casefold().startswith(typed.casefold()):
                    yield Completion(each, start_position=-len(typed))

    def _offered(self, words: list[str], typed: str) -> list[str]:
        words = words[1:] if words[:1] == ["pit"] else words
        match words:
            case []:
                below = expected(self._group, ()).below
                return [*below, *OWN, *(self._kept.names("TABLE") if typed else ())]
            case [own] if own in OWN:
                return self._names(OWN[own], "")
        found = expected(self._group, self._shell.in_full(words))
        if typed.startswith("-"):
            return [each.name for each in found.options]
        rounds = self._rounds_today(typed) if found.kind in {"ROUND", "TABLE"} else []
        return [*found.below] or rounds or self._names(found.kind, found.of)

    def _rounds_today(self, typed: str) -> list[str]:
        """The rounds of today that are named as this one is begun: `.:7`, `MB-01:today:7`."""
        code, colon, rest = typed.partition(":")
        today = TODAY if rest and TODAY.startswith(rest[: len(TODAY)]) else ""
        if not colon or not (today or code == HERE):
            return []
        ledger = self._kept.ledger
        table = self._shell.table if code == HERE else ledger.spelled(code)
        of_today = f"{table}:{gaming_day(None, ledger.calendar, self._kept.stands_at())}:"
        names = self._kept.names("ROUND", table) if table else ()
        numbers = (each.removeprefix(of_today) for each in names if each.startswith(of_today))
        return [f"{code}:{today}{n}" for n in numbers]

    def _names(self, kind: str, of: str) -> list[str]:
        """The names of a kind, or the words that it is."""
        if kind in {ANYTHING, FILE}:
            return []
        if kind not in NAMES:
            return kind.split()
        here = [HERE] if kind == "TABLE" and self._shell.table else []
        return [*here, *self._kept.names(kind, of)]
