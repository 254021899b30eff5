"""How `pit` ends when something goes wrong: a sentence and an exit code, never a traceback.

1 refused, 2 misused, 3 not found, 4 conflict, 5 the store contradicts itself, 6 findings, 7 the
store cannot be reached, 70 a fault of the program, 74 the answer could not be written, 130 stopped by
the user. What is shown goes to stderr; with --json as JSON.
"""

import errno
import os
import re
import sys
from collections.abc import Callable
from typing import Any

import click
from click.exceptions import Exit

from cli.frame.paging import at_words, say
from cli.shown.said import drawing
from ledger.values.errors import Misused, PitError, Refusal, StoreUnreachable

FINDINGS = 6
"""Of a command that ran and found what does not agree."""

STOPPED = 130
FAULT = 70
UNHEARD = 74
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class OutputFailedError(PitError):
    """Standard output cannot be written, and nothing was recorded that stands without it."""

    exit_code = UNHEARD


class NobodyReadsError(Exception):
    """Whoever read the output has left, or nobody ever did: no error, and nothing more to say."""


def guarded(run: Callable[[], Any], *, as_json: bool, line: int = 0) -> int:
    """Run a command and return its exit code. as_json: show errors as JSON. line: of a script, that it stands in."""
    try:
        result = run()
    except (click.Abort, KeyboardInterrupt):
        stopped = Refusal("stopped", "Stopped.", "What was recorded before stays recorded.")
        show(stopped, as_json, line)
        return STOPPED
    except NobodyReadsError:
        return 0
    except Exception as error:  # noqa: BLE001  the last line of defence: nobody is shown a traceback
        known = explain(error)
        show(known.refusal, as_json, line)
        return known.exit_code
    return result if isinstance(result, int) else 0


def show(refusal: Refusal, as_json: bool, line: int = 0) -> None:
    """Print code, sentence, facts and next step on stderr; never a password, wherever one was typed."""
    if as_json:
        click.echo(in_json(refusal, line), err=True)
        return
    where = f"line {line}: " if line else ""
    head = f"{where}{refusal.code}:"
    sentence, facts, next_step = in_words(refusal)
    first, *rest = at_words([f"{head} {sentence}"], err=True)
    click.echo(where, nl=False, err=True)
    colour = None if os.environ.get("NO_COLOR") else "red"
    shown = click.style(f"{refusal.code}:", fg=colour, bold=colour is not None)
    click.echo(shown, nl=False, file=drawing(sys.stderr))
    click.echo(first.removeprefix(head), err=True)
    for each in rest:
        click.echo(each, err=True)
    if facts:
        say([f"  {facts}"], err=True)
    say([f"  {next_step}"], err=True)


def in_json(refusal: Refusal, line: int = 0) -> str:
    """An error as programs get it. line: of a script, that it stands in."""
    import json

    error = {
        "code": refusal.code,
        "message": refusal.message,
        "facts": dict(refusal.facts),
        "next_step": refusal.next_step,
    }
    said = {"error": error | ({"line": line} if line else {})}
    return _without_passwords(json.dumps(said, default=str))


def in_words(refusal: Refusal) -> tuple[str, str, str]:
    """An error as a person reads it: its sentence, its facts, the next step."""
    facts = ", ".join(f"{name}: {_plain(value)}" for name, value in refusal.facts.items())
    return _without_passwords(refusal.message), _without_passwords(facts), refusal.next_step


def _without_passwords(text: str) -> str:
    """Text in which a store's address may have been typed: user:PASSWORD@, ?password=PASSWORD."""
    return re.sub(_CREDENTIALS, "***", text, flags=re.IGNORECASE)


_CREDENTIALS = r"""(?<=://)[^\s/@]*:\S*(?=@)|(?<=password=)[^\s&'"\\]+"""


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_plain(part)}" for name, part in value.items()) or "none"
    if isinstance(value, list | tuple):
        return " ".join(_plain(part) for part in value) or "none"
    return "none" if value is None or value == "" else str(value)


def explain(error: Exception) -> PitError:
    """The error that a person is shown for this one."""
    known = _known(error) or _fault(error)
    if os.environ.get("PIT_DEBUG") and isinstance(known, StoreUnreachable | _FaultError):
        _show_what_was_said(error)
    return known


def is_fault(error: Exception) -> bool:
    """Whether it is one that nobody was made for."""
    known = isinstance(error, click.ClickException | click.Abort | Exit | NobodyReadsError)
    return not known and _known(error) is None


def _known(error: Exception) -> PitError | None:
    known = error if isinstance(error, PitError) else None
    return known or _of_the_store(error) or _of_a_file(error)


def _of_the_store(error: Exception) -> PitError | None:
    if "ledger.store.errors" not in sys.modules:
        return None
    from eventsourcing.persistence import PersistenceError

    from ledger.store.causes import facts_of
    from ledger.store.errors import library_error, store_errors

    if not isinstance(error, PersistenceError) and library_error(error) is None:
        return None
    try:
        with store_errors():
            raise error
    except PitError as known:
        return known
    except Exception:  # noqa: BLE001  it is the same error again, and was not one of those that have a sentence
        return StoreUnreachable(
            "store_failed",
            "The store could not do what was asked.",
            "Nothing was recorded; try again, then run pit db check.",
            **facts_of(error),
        )


def _of_a_file(error: Exception) -> PitError | None:
    if isinstance(error, OSError):
        name = error.filename or "A file"
        return Misused(
            "file_unusable",
            f"{name} cannot be used: {error.strerror or error}.",
            "Make room, and repeat the command."
            if error.errno in _NO_ROOM
            else "Check the name and the permissions.",
        )
    if isinstance(error, UnicodeError):
        return Misused(
            "not_utf8",
            "What was read or typed is not UTF-8 text.",
            "Give it in UTF-8.",
        )
    return None


def _show_what_was_said(error: Exception) -> None:
    """Where an error came from, and what a driver or a server said of it."""
    import traceback

    for part in traceback.format_exception(error):
        click.echo(_without_passwords(part), nl=False, err=True)


class _FaultError(PitError):
    exit_code = FAULT


def _fault(error: Exception) -> PitError:
    import traceback
    from pathlib import Path

    last = traceback.extract_tb(error.__traceback__)[-1]
    return _FaultError(
        "fault",
        f"pit came upon something it was not made for: {type(error).__name__}: {error}.",
        "Run pit db check, which says whether the store is what its events come to. If it is, set PIT_DEBUG=1, repeat"
        " the command, and report what it prints.",
        where=f"{Path(last.filename).name}:{last.lineno}",
    )
