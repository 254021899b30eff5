"""A session of `pit shell`, as it is kept from line to line."""

from collections.abc import Iterator

import pytest

from cli.frame.main import in_shell
from cli.frame.options import Session
from cli.shell.lines import Shell
from tests.cli.conftest import Terminal


@pytest.fixture
def kept(terminal: Terminal) -> Iterator[Session]:
    """A session at a store with a table that deals."""
    terminal.dealing()
    found = Session(terminal.url, "C-1")
    yield found
    found.close()


def shell_of(kept: Session) -> Shell:
    """What takes its lines."""
    return Shell(kept, lambda words, line: in_shell.carry_out(words, kept, line))
