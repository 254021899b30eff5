"""Who may import whom: every room of the house, and all it may know besides the standard library.

`make check` reads every import of every file, those inside functions and for types only too. A
file that stands in no room, an import that its room may not make, and modules that import one
another, within a room too, are breaches.
"""

import ast
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

HALLS: Final = ("ledger", "projections", "cli")
"""Rooms lead off them; no file stands there."""

VALUES: Final = ("ledger.values", "msgspec")
GAME: Final = (*VALUES, "ledger.baccarat", "ledger.rules")
EVENTS: Final = (*VALUES, "ledger.events")
SQL: Final = ("ledger.store", "sqlalchemy")

NOUNS: Final = ("table", "link", "form", "day", "operators", "property", "pit")
AGGREGATES: Final = tuple(f"ledger.{noun}" for noun in NOUNS)
ACTS: Final = tuple(f"ledger.{noun}.acts" for noun in NOUNS)

FOLDED: Final = ("projections.engine", "projections.models")
SHOWN: Final = (
    *("projections.figures", "projections.reconcile", "projections.replay"),
    *("projections.reports", "projections.pages", "projections.queries"),
)
"""Questions, and what they are answered with."""
FACE: Final = (
    *(*GAME, "ledger.events", *ACTS, "ledger.desks", "ledger.feed", "ledger.seal", *SHOWN, "click"),
)
FRAME: Final = ("cli.typed", "cli.shown", "cli.frame")

ROOMS: Final[dict[str, tuple[str, ...]]] = {
    "ledger": (),
    "ledger.values": (),
    "ledger.baccarat": ("ledger.values",),
    "ledger.rules": (*VALUES, "ledger.baccarat"),
    "ledger.events.base": (*VALUES, "eventsourcing"),
    "ledger.events": (*VALUES, "ledger.events.base"),
    "ledger.table.acts": EVENTS,
    **dict.fromkeys(ACTS[1:], (*EVENTS, "ledger.table.acts")),
    "ledger.table": (*GAME, "ledger.events"),
    "ledger.link": (*GAME, "ledger.events", "ledger.table"),
    "ledger.form": (*EVENTS, "ledger.table"),
    "ledger.day": EVENTS,
    "ledger.operators": EVENTS,
    "ledger.property": EVENTS,
    "ledger.pit": (*EVENTS, "ledger.table"),
    "ledger.store": (*EVENTS, "sqlalchemy", "eventsourcing"),
    "ledger.seal": (*VALUES, *SQL, "cryptography"),
    "ledger.transaction": (*GAME, "ledger.events", *AGGREGATES, "ledger.store", "eventsourcing"),
    "ledger.desks": (
        *(*GAME, "ledger.events", *AGGREGATES, "ledger.store", "ledger.transaction"),
        "eventsourcing",
    ),
    "ledger.feed": (*EVENTS, "ledger.table.acts", "ledger.store", "ledger.desks", "eventsourcing"),
    "projections": (),
    "projections.engine": (*EVENTS, *SQL),
    "projections.models.settled": EVENTS,
    "projections.models": (*EVENTS, *SQL, "projections.engine", "projections.models.settled"),
    "projections.models.registry": FOLDED,
    "projections.figures": (*EVENTS, *SQL, *FOLDED, "rich"),
    "projections.reconcile": (*EVENTS, *SQL, *FOLDED, "projections.figures"),
    "projections.replay": (*GAME, "ledger.events", *SQL, *FOLDED, "projections.figures"),
    "projections.reports": (
        *(*VALUES, "sqlalchemy", "projections.engine", "projections.figures"),
        *("projections.reconcile", "xlsxwriter"),
    ),
    "projections.pages": (*VALUES, "projections.figures", "projections.reports", "jinja2"),
    "projections.queries": (
        *(*GAME, "ledger.events", *SQL, *AGGREGATES, "ledger.transaction", "ledger.desks"),
        *(*FOLDED, "projections.figures", "projections.reconcile", "projections.replay"),
        *("projections.reports", "projections.pages", "ledger.seal"),
    ),
    "migrations.versions": ("sqlalchemy", "alembic"),
    "migrations.version": ("ledger.values", *SQL),
    "migrations": (*SQL, "projections.models", "migrations.version", "alembic"),
    "cli": (),
    "cli.typed": (*EVENTS, *ACTS, "projections.queries", "click"),
    "cli.shown.said": ("ledger.values",),
    "cli.shown": (*FACE, "cli.typed", "rich"),
    "cli.frame.failing": (
        *("ledger.values", "ledger.store", "cli.typed", "cli.shown.said", "eventsourcing", "click"),
    ),
    "cli.frame": (*FACE, "cli.typed", "cli.shown", "cli.frame.failing", "migrations.version"),
    "cli.commands.init": (*(*FACE, "ledger.property", *FRAME, "migrations", "sqlalchemy"),),
    "cli.commands.db": (*FACE, *FRAME, "migrations"),
    "cli.commands.shell": (*FACE, *FRAME, "prompt_toolkit"),
    "cli.commands": (*FACE, *FRAME),
    "cli.demo": ("ledger.values", "cli.shown.said", "cli.frame", "cli.commands", "click"),
}
"""From the ground up: a room may know rooms above it in this table only, so there are no circles.
A room within another is named before the other where the other is built on it.
"""

APART: Final = frozenset({"projections.models"})
"""Rooms whose files may not know one another."""


def room_of(name: str) -> str | None:
    """The innermost room in which a module stands, or to which an imported name belongs."""
    parts = name.split(".")
    prefixes = (".".join(parts[:n]) for n in range(len(parts), 0, -1))
    return next((prefix for prefix in prefixes if prefix in ROOMS), None)


def imported(module: str, source: str) -> Iterator[str]:
    """Full names of all that a module imports, wherever in it, less the standard library."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import():
                names = [alias.name for alias in node.names]
            case ast.ImportFrom():
                above = module.split(".")[: -node.level] if node.level else []
                start = ".".join([*above, *([node.module] if node.module else [])])
                names = [f"{start}.{alias.name}" for alias in node.names]
            case _:
                continue
        yield from (name for name in names if name.split(".")[0] not in sys.stdlib_module_names)


def known(module: str, source: str) -> set[str]:
    """The rooms and packages that a module may not know, and does. Raises KeyError without a room."""
    room = room_of(module)
    if room is None or (room in HALLS and module != room):
        raise KeyError(module)
    may = ROOMS[room] if room in APART else (*ROOMS[room], room)
    targets = {room_of(name) or name.split(".")[0] for name in imported(module, source)}
    return {
        target
        for target in targets
        if not any(target == each or target.startswith(f"{each}.") for each in may)
    }


def sources(root: Path) -> Iterator[tuple[str, str]]:
    """Every module under `root`, and its source."""
    for top in (*HALLS, "migrations"):
        for file in sorted((root / top).rglob("*.py")):
            parts = file.relative_to(root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            yield name, file.read_text(encoding="utf-8")


def circle(house: Mapping[str, str]) -> list[str]:
    """Modules each of which imports the next, for types or within functions too, the last the first; of several circles
    one. house: every module's source.
    """
    try:
        TopologicalSorter(
            {
                module: {_module(name, house) for name in imported(module, source)} - {module, ""}
                for module, source in house.items()
            }
        ).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found[::-1]
    return []


def _module(name: str, house: Mapping[str, str]) -> str:
    """The module that an imported name is, or is of; "" where it is none of the house."""
    while name and name not in house:
        name = name.rpartition(".")[0]
    return name


def breaches(root: Path) -> list[str]:
    """All that is wrong under `root`, each a sentence."""
    house = dict(sources(root))
    found = []
    for module, source in house.items():
        try:
            found += [f"{module} may not import {each}" for each in sorted(known(module, source))]
        except KeyError:
            found.append(f"{module} stands in no room")
    if around := circle(house):
        found.append(" imports ".join(around))
    return found


def main(root: Path) -> int:
    """Print the breaches; 1 if there is one."""
    found = breaches(root)
    said = [*found, f"Rooms: {len(found)} imports that may not be.", ""]
    sys.stdout.write("\n".join(said))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(*sys.argv[1:2]) if len(sys.argv) > 1 else Path()))
