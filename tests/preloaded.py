"""All that processes forked for tests need: it is imported once, by the one that forks them (tests/forked.py)."""

import cli.commands.feed
import cli.commands.report
import cli.commands.shell
import cli.frame.main
import cli.shown.feed_progress
import ledger.feed.intake
import tests.cli.terminals
import tests.killed
import tests.works

__all__ = ["cli", "ledger", "tests"]
