"""`pit audit`: the log sealed, witnessed, verified, and proved to others; and the keys for it."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import click

from cli.frame.extras import needing
from cli.frame.failing import FINDINGS, show
from cli.frame.files import force, resume_option, write_file
from cli.frame.options import Noun, PitCommand, as_json, options, session, workers_option
from cli.frame.paging import say, show_lines
from cli.frame.reading import print_json, progress
from cli.frame.sealing import note_in, own_keys, remembered, seal_log
from cli.frame.usage import misused
from cli.shown.verified import copied, told
from cli.typed.kinds import FILE, NEW_FILE, number
from ledger.values.errors import IntegrityFailure
from ledger.values.files import read_small
from ledger.values.numbers import counted

if TYPE_CHECKING:
    from ledger.seal.sealing import Sealed

PAUSE_SECONDS = 1.0

key_option = click.option(
    "--key", "key_file", type=FILE, metavar="FILE", help="The key file; else PIT_SEAL_KEY."
)
public_option = click.option(
    "--key", "public", multiple=True, metavar="KEY", help="A public key, as it was handed out."
)
public_required = click.option(
    "--key",
    "public",
    multiple=True,
    required=True,
    metavar="KEY",
    help="A public key, as it was handed out.",
)
out_option = options(
    click.option("--out", type=NEW_FILE, metavar="FILE", help="Write it to FILE."), force
)

key = Noun("key", help="Keys that seal the log, or witness it: new, show.")


@key.command("new")
@click.argument("place", metavar="FILE", type=NEW_FILE)
@click.option("--name", metavar="NAME", help="Whose key it is; else the property's name.")
@click.option("--witness", is_flag=True, help="It cosigns checkpoints of others.")
@as_json
def new_key(place: Path, name: str | None, witness: bool, as_json: bool) -> None:
    """Make a key and write it to FILE, which only you can read. Prints its public key.

    A log is sealed under the name of its key: another one for the same property has the same name. Keep the file, and
    FILE.seen that comes to stand beside it, where nobody has them who can write to the store.

    \b
    pit audit key new /mnt/key/harbor-house.key
    pit audit key new commission.key --name commission.example --witness
    """
    from ledger.seal import keys
    from ledger.seal import note as signed_note

    if name is None and witness:
        raise misused("Say with --name whose key it is: a witness is not the property.")
    named = name or signed_note.key_name(session().ledger.property.name)
    made = keys.new(place, named, signed_note.COSIGNATURE if witness else signed_note.ED25519)
    _show_key(made.written(), as_json=as_json)


@key.command("show")
@click.argument("place", metavar="FILE", type=FILE)
@as_json
def show_key(place: Path, as_json: bool) -> None:
    """The public key of a key file: what others need to verify what it signs."""
    from ledger.seal import keys

    _show_key(keys.read(place).key.written(), as_json=as_json)


def _show_key(public: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"public_key": public})
    else:
        click.echo(public)


@click.command("seal", cls=PitCommand)
@key_option
@click.option(
    "--old",
    type=FILE,
    metavar="FILE",
    help="The file of the key before, which hands over to the new one.",
)
@click.option(
    "--old-lost",
    is_flag=True,
    help="The key before is lost: the new one takes over alone, and verify says so for good.",
)
@click.option("--since", type=FILE, metavar="FILE", help="Prove that it goes on from that one.")
@out_option
@click.option("--follow", is_flag=True, help="Go on sealing as the log grows, until stopped.")
@click.option(
    "--every",
    type=number(1),
    default=1_000,
    metavar="EVENTS",
    show_default=True,
    help="With --follow: so often.",
)
@options(as_json)
def seal(
    *,
    key_file: Path | None,
    since: Path | None,
    out: Path | None,
    force: bool,
    follow: bool,
    every: int,
    as_json: bool,
    **before: Any,
) -> None:
    """Seal the log as it stands: print a checkpoint of it, signed. Every event up to now is under it.

    What is printed, or written with --out, is all that a witness needs; with --since, the last one they signed, it has
    the proof that the log only went on. Refused where the log does not go on from what this key signed before.

    Another key takes over once the property names it, with a checkpoint that the one before signs too: --old.

    \b
    pit audit seal --key /mnt/key/harbor-house.key --out today.checkpoint
    pit audit seal --since commission.checkpoint --out for-commission.checkpoint
    pit audit seal --follow --every 500
    pit audit seal --key /mnt/key/new.key --old /mnt/key/harbor-house.key
    """
    from ledger.desks import seals

    sealed = seal_log(key_file, **before)
    _answer(sealed, since, out, force=force, as_json=as_json)
    while follow:
        time.sleep(PAUSE_SECONDS)
        if seals.has_grown(session().ledger, sealed, every):
            sealed = seal_log(key_file)
            _answer(sealed, since, out, force=True, as_json=as_json)


def _answer(
    sealed: "Sealed", since: Path | None, out: Path | None, *, force: bool, as_json: bool
) -> None:
    from ledger.desks import seals

    known = None if since is None else note_in(since)
    written = seals.for_witness(session().ledger, sealed, known)
    if out is not None:
        write_file(out, written.encode(), force=force)
    if as_json:
        found = {"origin": sealed.checkpoint.origin, "size": sealed.checkpoint.size}
        print_json({**found, "position": sealed.position, "checkpoint": sealed.note.written()})
    elif out is None:
        click.echo(written, nl=False)


@click.command("checkpoints", cls=PitCommand)
@as_json
def checkpoints(as_json: bool) -> None:
    """The checkpoints that the store has, the newest first. Whether the log agrees with them: pit audit verify."""
    from projections.queries.checkpoints import sealed

    found = sealed(session().ledger)
    if as_json:
        print_json(found)
        return
    show_lines(
        f"{each.size:>12,} events  {each.root}  {each.origin}, signed by {', '.join(each.signed_by)}"
        for each in found.checkpoints
    )
    if not found.checkpoints:
        click.echo("Nothing was ever sealed.")


@click.command("verify", cls=PitCommand)
@public_option
@click.option(
    "--against",
    "against",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="A checkpoint that somebody else kept; as often as there are.",
)
@click.option("--since", type=FILE, metavar="FILE", help="All up to that checkpoint was verified.")
@click.option("--hashes", is_flag=True, help="The seal only: settle nothing again.")
@click.option(
    "--export",
    "exports",
    multiple=True,
    metavar="DIR",
    help="A copy that pit export events made, in the place of the store; as often as there are.",
)
@options(workers_option, resume_option, as_json)
def verify(
    *,
    public: tuple[str, ...],
    against: tuple[Path, ...],
    since: Path | None,
    hashes: bool,
    exports: tuple[str, ...],
    resume: Path | None,
    as_json: bool,
) -> None:
    """Hold the log against its seal, event by event, and then the store against itself. Exit 5 names the first fault.

    Every event is hashed anew and held against every checkpoint: in the store, in the signed books of days, and
    --against. Then everything is folded and every round settled again, as pit db check does.

    Name the public keys with --key as they were handed out: those that the store has may have been put there. What the
    key of PIT_SEAL_KEY signed last is held against the log too.

    With --resume one that was stopped goes on where it was; what was read before is not read again. Keep FILE where
    nobody has it who can write to the store: it is believed. It is removed when all is verified.

    With --export no store is read: every event of the copy is hashed, and the checkpoints in it are held against --key.
    Of several properties each is, whatever is found of the others.

    \b
    pit audit verify --key "harbor-house+1f3a...+AW..." --against commission.checkpoint
    pit audit verify --since last-month.checkpoint --hashes
    pit audit verify --export /mnt/group --key "harbor-house+1f3a...+AW..."
    """
    if exports:
        if against or since or hashes or resume:
            raise misused("--export is verified whole: say nothing but --key with it.")
        _verify_exports(exports, public, as_json=as_json)
        return
    from ledger.seal.note import Key
    from ledger.seal.unfinished import Unfinished
    from projections.queries import verify as verify_query
    from projections.queries.verify import Given

    given = [Given(note_in(each), f"in {each}") for each in against]
    keys = [Key.read(each) for each in public]
    found = verify_query.verify(
        session().ledger,
        keys or own_keys(),
        [*given, *remembered()],
        None if since is None else Given(note_in(since), f"in {since}"),
        hashes_only=hashes,
        unfinished=Unfinished(resume),
        progress=progress(),
    )
    if as_json:
        print_json(found)
        return
    say(told(found))


def _verify_exports(folders: tuple[str, ...], public: tuple[str, ...], *, as_json: bool) -> None:
    from ledger.seal.note import Key

    with needing("group", "pit audit verify --export"):
        from projections.queries import exports

    keys = [Key.read(each) for each in public] or own_keys()
    if not keys:
        raise misused("Say --key: the public key of the property, as it was handed out.")
    found = exports.verified(folders, keys, progress())
    if as_json:
        print_json(found.verified)
    else:
        for each in found.verified:
            say(copied(each))
    for fault in found.faults:
        show(fault.refusal, as_json)
    if found.faults:
        click.get_current_context().exit(IntegrityFailure.exit_code)


@click.command("cosign", cls=PitCommand)
@click.argument("place", metavar="FILE", type=FILE)
@click.option(
    "--key",
    "key_place",
    type=FILE,
    required=True,
    metavar="FILE",
    help="Your key file: pit audit key new --witness.",
)
@click.option("--log", required=True, metavar="KEY", help="The public key of the log.")
@out_option
@options(as_json)
def cosign(
    place: Path, key_place: Path, log: str, out: Path | None, force: bool, as_json: bool
) -> None:
    """Witness the checkpoint in FILE: sign it too, where the log only went on from the last one that you signed.

    No store is needed. What you signed last is remembered beside your key, in one step with what is checked. Keep what
    is printed: it is what the log is held against with pit audit verify --against.

    \b
    pit audit cosign today.checkpoint --key commission.key --log "harbor-house+1f3a...+AW..." --out ours.checkpoint
    """
    from ledger.seal import keys, travelling, witness
    from ledger.seal.memory import Memory
    from ledger.seal.note import Key

    travelled = travelling.read(note_in(place))
    signer = keys.read(key_place)
    signed, last = witness.cosign(
        travelled, Key.read(log), signer, Memory(key_place), int(time.time())
    )
    if out is not None:
        write_file(out, signed.written().encode(), force=force)
    found = {"origin": travelled.checkpoint.origin, "size": travelled.checkpoint.size}
    before = None if last is None else last.size
    if as_json:
        print_json({**found, "goes_on_from": before, "checkpoint": signed.written()})
        return
    if out is None:
        click.echo(signed.written(), nl=False)
    if before is None:
        click.echo("The first checkpoint of this log that this key signs.", err=True)
    else:
        click.echo(f"It goes on from what you witnessed: {counted(before, 'event')}.", err=True)


@click.command("prove", cls=PitCommand)
@click.argument("name", metavar="ROUND")
@click.option(
    "--checkpoint", type=FILE, metavar="FILE", help="Under that one, such as a witness has it."
)
@out_option
@click.option("--json", is_flag=True, expose_value=False, help="Said or not: the file is JSON.")
def prove(name: str, checkpoint: Path | None, out: Path | None, force: bool) -> None:
    """Prove to somebody who has no database what happened in ROUND: one file with its events, and that they are sealed.

    ROUND is named as in pit audit replay; or form:CVF-1001, fill:F-17, credit:C-4, award:ROUND:SEAT.

    \b
    pit audit prove MB-01:2026-07-11:17 --out round-17.proof
    """
    from ledger.seal import bundle
    from projections.queries import proof

    given = None if checkpoint is None else note_in(checkpoint)
    written = bundle.written(proof.prove(session().ledger, name, given, progress()))
    if out is not None:
        write_file(out, written, force=force)
    else:
        click.echo(written.decode(), nl=False)


@click.command("check-proof", cls=PitCommand)
@click.argument("place", metavar="FILE", type=FILE)
@public_required
@click.option("--html", type=NEW_FILE, metavar="FILE", help="Write it to FILE as a page to print.")
@options(force, as_json)
@click.pass_context
def check_proof(
    ctx: click.Context,
    place: Path,
    public: tuple[str, ...],
    html: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Tell what the proof in FILE shows, once all of it holds. No database is needed.

    --key is the public key of the log, or of a witness whom you trust, as they handed it out themselves. A round is
    settled again by this program: exit 6 where it comes to something else. Exit 5 where anything in the file does not
    hold.

    \b
    pit audit check-proof round-17.proof --key "harbor-house+1f3a...+AW..."
    """
    from cli.shown.round import whole
    from ledger.seal.bundle import MOST_BYTES
    from ledger.seal.note import Key
    from projections.queries import proof

    content = read_small(place, MOST_BYTES)
    found, page = proof.check(content, [Key.read(each) for each in public])
    if html is not None:
        write_file(html, page.encode(), force=force)
    elif as_json:
        print_json(found)
    else:
        lines = found.lines if found.round is None else whole(found.round, ZoneInfo(found.zone))
        say((*lines, "", found.words))
    if found.round is not None and found.round.recomputed_agrees is False:
        ctx.exit(FINDINGS)
