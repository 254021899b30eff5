"""All that processes forked for tests need: it is imported once, by the one that forks them (tests/forked.py)."""

import tomllib

import cryptography.hazmat.primitives.asymmetric.ed25519
import distributed
import sqlalchemy.dialects.postgresql

import cli.commands.db
import cli.commands.feed
import cli.commands.report
import cli.commands.shell
import cli.frame.bootstrap
import cli.frame.main
import cli.serve.makers
import cli.shown.feed_progress
import ledger.feed.intake
import ledger.store.factory
import migrations.run
import projections.group.report
import projections.models.registry
import projections.queries.check
import projections.queries.current
import projections.queries.rebuild
import projections.queries.shoes_again
import tests.cli.commands.feed.running
import tests.cli.terminals
import tests.killed
import tests.stores
import tests.works

__all__ = [
    "cli",
    "cryptography",
    "distributed",
    "ledger",
    "migrations",
    "projections",
    "sqlalchemy",
    "tests",
    "tomllib",
]

# Tables are declared when they are first asked for.
projections.models.registry.whole_metadata()
