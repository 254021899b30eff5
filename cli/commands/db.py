"""`pit db`: the store itself."""

import re
from pathlib import Path

import click

from cli.frame.files import resume_option
from cli.frame.options import Noun, as_json, options, patience_option, session, workers_option
from cli.frame.paging import say
from cli.frame.reading import print_json, progress
from cli.frame.stopping import stopped_by_signals
from cli.frame.usage import misused
from cli.typed.kinds import pick
from ledger.values.errors import IntegrityFailure

db = Noun("db", help="The store itself: upgrade, check, status, follow, rebuild, roles, snapshot.")


@db.command("upgrade")
@as_json
def upgrade(as_json: bool) -> None:
    """Bring the store's tables up to this version; all of it or nothing. Make a copy first."""
    from cli.frame.bootstrap import unchecked_store
    from migrations import upkeep

    with unchecked_store(session().url) as ledger:
        done = upkeep.upgrade(ledger)
    if as_json:
        print_json(done)
    elif done.version_before == done.version:
        click.echo(f"Version {done.version}: nothing to do.")
    else:
        click.echo(f"Brought from version {done.version_before} to {done.version}.")


@db.command("check")
@options(workers_option, resume_option, as_json)
def check_store(resume: Path | None, as_json: bool) -> None:
    """Fold every stream, hold every read model against a rebuild, settle every round again. Exit 5 names a fault.

    With --resume one that was stopped goes on with what it had not done, while the log is the same.

    That nobody changed what was recorded, only a seal can say: pit audit verify.
    """
    from cli.shown.verified import checked
    from ledger.seal.unfinished import Unfinished
    from projections.queries import check

    steps = Unfinished(resume)
    found = check.check(session().ledger, progress(), steps)
    steps.finished()
    if as_json:
        print_json(found)
        return
    say(checked(found))


@db.command("status")
@as_json
def status(as_json: bool) -> None:
    """The store's version and size, and how far each read model is."""
    from msgspec.structs import asdict

    from cli.frame.bootstrap import unchecked_store
    from migrations import upkeep

    with unchecked_store(session().url) as ledger:
        found = upkeep.status(ledger)
    if as_json:
        print_json(found)
        return
    say(
        f"{name.replace('_', ' ').capitalize():<14}{_words(value)}"
        for name, value in asdict(found).items()
        if value is not None
    )


def _words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} at {_words(part)}" for name, part in value.items()) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)


@db.command("follow")
@patience_option
@as_json
def follow(patience: int, as_json: bool) -> None:
    """Keep the read models current while the log grows, until Ctrl-C: whoever asks for a report does not wait for them.

    A line says how far they are, at first and after each change. A store that is lost is waited for.
    """
    import msgspec

    from cli.frame.bootstrap import of_this_version
    from ledger.feed import Outage
    from projections.queries import current

    def say(text: str) -> None:
        note = msgspec.json.encode({"code": "store", "message": text}).decode()
        click.echo(note if as_json else text, err=True)

    ledger = session().ledger
    with stopped_by_signals() as stop:
        outage = Outage(say, stop.wait, patience)
        for now in current.follow(ledger, stop.wait, outage, lambda: of_this_version(ledger)):
            line = f"Event {now.position:,} of {now.head:,}: {now.lag:,} behind."
            click.echo(msgspec.json.encode(now).decode() if as_json else line)


@db.command("rebuild")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--reason", metavar="TEXT", help="Why, though the log does not verify.")
@options(workers_option, resume_option, as_json)
def rebuild(
    *, names: tuple[str, ...], reason: str | None, resume: Path | None, as_json: bool
) -> None:
    """Rebuild read models, all or those named, beside the live ones, and put them in their place.

    Refused while the log does not verify: what is made anew would agree with what was changed, and what it said before
    is evidence. With --reason it is done all the same, and recorded.

    With --resume one that was stopped goes on where it was, with the same version of the program. What it had made
    stays until then, on SQLite in a folder beside the store; a rebuild without --resume clears it away.
    """
    from cli.frame.sealing import own_keys
    from ledger.seal.unfinished import Unfinished
    from projections.queries import rebuild as rebuild_query

    known = dict.fromkeys(rebuild_query.NAMES, ())
    chosen = [pick(name, known, "read model") for name in names] or list(known)

    def judge(found: IntegrityFailure) -> None:
        _record_rebuild(chosen, found, reason)

    steps = None if resume is None else Unfinished(resume)
    done = rebuild_query.rebuild(session().ledger, chosen, progress(), judge, own_keys(), steps)
    if steps is not None:
        steps.finished()
    if as_json:
        print_json(done)
        return
    for each in done:
        click.echo(f"{each.name} rebuilt to event {each.position:,}")


def _record_rebuild(names: list[str], found: IntegrityFailure, reason: str | None) -> None:
    """Record why read models are made anew although the log does not verify; without a reason they are not."""
    from cli.frame.writing import said
    from ledger.property.acts import RebuildReadModels

    if not reason:
        raise IntegrityFailure(
            "log_not_verified",
            f"The log does not verify: {found}",
            "Copy the store first, with its read models: they are evidence. Then say --reason, which is recorded.",
            found=found.refusal.code,
            **{name: value for name, value in found.refusal.facts.items() if name != "found"},
        )
    act = said(RebuildReadModels, None, read_models=names, found=found.refusal.code, reason=reason)
    session().ledger.do(act)


@db.command("roles")
@click.option("--prefix", default="pit", metavar="NAME", help="Names of the roles: pit_owner, ...")
@click.option("--apply", is_flag=True, help="Run it, as somebody who may make roles.")
@as_json
def roles(prefix: str, apply: bool, as_json: bool) -> None:
    """The roles of a store on PostgreSQL, as SQL: an owner, a writer and an auditor, and what each may do.

    The owner upgrades and rebuilds; the writer appends, and changes or deletes no event; the auditor only reads. Safe
    to repeat.
    """
    from migrations import upkeep

    if not re.fullmatch(r"[a-z][a-z0-9_]{0,50}", prefix):
        raise misused(
            f"--prefix: {prefix!r} cannot begin the names of roles.",
            "Write small letters, digits and _, a letter first.",
            prefix=prefix,
        )
    done = upkeep.roles_of(session().ledger, prefix, apply=apply)
    if as_json:
        print_json(done)
    else:
        click.echo("\n".join(f"{each};" for each in done.statements))


@db.command("snapshot")
@as_json
def write_snapshots(as_json: bool) -> None:
    """Write the snapshots that are missing: of tables one every 500 events, of progressive links one every 100."""
    from projections.queries.check import snapshot

    written = snapshot(session().ledger, progress())
    if as_json:
        print_json({"snapshots": written})
    else:
        click.echo(f"Snapshots written: {', '.join(written) or 'none was due'}.")
