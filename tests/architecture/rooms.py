"""Who may import whom: every room of the house, and all it may know, of the standard library too.

`make check` reads every import of every file, those inside functions and for types only too. A
file that stands in no room, an import that its room may not make, modules that import one
another, within a room too, and a command that reaches into the ledger are breaches.
"""

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

from tests.architecture.parsed import nodes, parsed

PURE: Final = frozenset(
    {
        *(
            "base64",
            "binascii",
            "bisect",
            "calendar",
            "codecs",
            "collections",
            "contextlib",
            "copy",
        ),
        *(
            "dataclasses",
            "datetime",
            "difflib",
            "enum",
            "fractions",
            "functools",
            "hashlib",
            "heapq",
        ),
        *("itertools", "json", "math", "operator", "re", "types", "typing", "unicodedata"),
    }
)
"""What every room may know of the standard library: it computes, and reaches nothing outside the program."""

OUTSIDE: Final[dict[str, frozenset[str]]] = {
    "ledger.values": frozenset({"os", "pathlib", "secrets", "stat", "tomllib", "zoneinfo"}),
    "ledger.baccarat.odds": frozenset({"pathlib"}),
    "ledger.rules": frozenset({"importlib.resources", "pathlib", "textwrap", "tomllib"}),
    "ledger.store": frozenset(
        {
            "fcntl",
            "logging",
            "os",
            "pathlib",
            "shutil",
            "sqlite3",
            "tempfile",
            "threading",
            "time",
            "uuid",
            "warnings",
        }
    ),
    "ledger.seal": frozenset({"fcntl", "os", "pathlib", "shlex", "stat", "struct", "subprocess"}),
    "ledger.seal.unfinished": frozenset({"importlib"}),
    "ledger.export": frozenset({"io", "pathlib", "urllib"}),
    "ledger.desks": frozenset({"random", "threading", "time"}),
    "ledger.feed": frozenset(
        {"fcntl", "os", "pathlib", "random", "select", "stat", "sys", "threading", "time"}
    ),
    "projections.engine": frozenset({"gc", "time", "zlib"}),
    "projections.models": frozenset({"zoneinfo"}),
    "projections.queries.check_models": frozenset({"secrets"}),
    "projections.queries.check_streams": frozenset({"zlib"}),
    "projections.queries.verify": frozenset({"importlib"}),
    "projections.queries.workers": frozenset(
        {"multiprocessing", "os", "pickle", "signal", "threading", "time"}
    ),
    "cli.serve.makers": frozenset({"multiprocessing"}),
    "projections.group.carried": frozenset(
        {"os", "pathlib", "shutil", "sys", "tempfile", "weakref"}
    ),
    "projections.group": frozenset({"logging", "os", "queue"}),
    "projections.figures.theory": frozenset({"pathlib"}),
    "projections.figures": frozenset({"csv", "io", "statistics"}),
    "projections.reports": frozenset({"decimal", "importlib", "io", "textwrap", "zoneinfo"}),
    "projections.pages.charts": frozenset({"xml"}),
    "projections.pages": frozenset({"zoneinfo"}),
    "migrations": frozenset({"pathlib", "sys", "tempfile"}),
    "cli.serve.logs": frozenset({"logging"}),
    "cli.serve.server": frozenset({"socket"}),
    "cli.serve": frozenset({"asyncio", "concurrent", "secrets", "urllib", "zlib"}),
    "cli.commands.serve": frozenset({"ipaddress", "socket", "webbrowser"}),
    "cli.frame.echo": frozenset({"termios"}),
    "cli.frame.main": frozenset({"atexit"}),
    "cli.frame.pager": frozenset({"subprocess"}),
    "cli": frozenset(
        {
            *(
                "csv",
                "errno",
                "gc",
                "importlib",
                "io",
                "os",
                "pathlib",
                "random",
                "select",
                "shlex",
                "shutil",
                "signal",
            ),
            *("stat", "sys", "textwrap", "threading", "time", "traceback", "zoneinfo"),
        }
    ),
}
"""What else a floor may know of it; rooms within have what their floor has."""

BY_NAME: Final = frozenset({"projections.reports.kinds", "cli.frame.main", "cli.frame.lazy"})
"""Modules that import others by name, from a table of theirs."""

INSIDE: Final = frozenset({"journal", "loader"})
"""What a ledger is made of: its face asks a desk or a query, and reaches for none of it."""

WIRED_BY: Final = "cli.frame.bootstrap"
"""The one module of the face that opens a store, and looks at its version."""

NO_PROGRAM: Final = frozenset({"benchmarks", "tests"})
"""Folders that hold Python and are nobody's room."""

HALLS: Final = ("ledger", "projections", "cli")
"""Rooms lead off them; no file stands there."""

VALUES: Final = ("ledger.values", "msgspec")
GAME: Final = (*VALUES, "ledger.baccarat", "ledger.rules")
EVENTS: Final = (*VALUES, "ledger.events")
SQL: Final = ("ledger.store", "sqlalchemy")

NOUNS: Final = (
    *("table", "link", "form", "day", "operators", "paper", "property", "equipment"),
    "pit",
)
AGGREGATES: Final = tuple(f"ledger.{noun}" for noun in NOUNS)
OF_TABLES: Final = tuple(
    f"ledger.table.{name}" for name in ("acts", "shoe_acts", "slip_acts", "said")
)
ACTS: Final = (*OF_TABLES, *(f"ledger.{noun}.acts" for noun in NOUNS[1:]))

FOLDED: Final = ("projections.engine", "projections.models")
SHOWN: Final = (
    *("projections.figures", "projections.reconcile", "projections.replay"),
    *("projections.reports", "projections.pages", "projections.queries", "projections.group"),
)
"""Questions, and what they are answered with."""
FACE: Final = (
    *(*GAME, "ledger.events", *ACTS, "ledger.desks", "ledger.feed", "ledger.seal", *SHOWN, "click"),
    "ledger.export",
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
    "ledger.table.shoe_acts": (*EVENTS, *OF_TABLES[:1]),
    "ledger.table.slip_acts": (*EVENTS, *OF_TABLES[:1]),
    "ledger.table.said": (*EVENTS, *OF_TABLES[:3]),
    **dict.fromkeys(ACTS[len(OF_TABLES) :], (*EVENTS, "ledger.table.acts")),
    "ledger.table": (*GAME, "ledger.events"),
    "ledger.link": (*GAME, "ledger.events", "ledger.table"),
    "ledger.form": (*EVENTS, "ledger.table"),
    "ledger.day": EVENTS,
    "ledger.operators": EVENTS,
    "ledger.paper": EVENTS,
    "ledger.property": EVENTS,
    "ledger.equipment": EVENTS,
    "ledger.pit": (*EVENTS, "ledger.table"),
    "ledger.store": (*EVENTS, "sqlalchemy", "eventsourcing"),
    "ledger.seal": (*VALUES, *SQL, "cryptography"),
    "ledger.export": (*EVENTS, *SQL, "ledger.seal", "pyarrow", "fsspec"),
    "ledger.transaction": (*GAME, "ledger.events", *AGGREGATES, "ledger.store", "eventsourcing"),
    "ledger.desks": (
        *(*GAME, "ledger.events", *AGGREGATES, "ledger.store", "ledger.transaction"),
        *("eventsourcing", "ledger.seal"),
    ),
    "ledger.feed": (
        *EVENTS,
        *OF_TABLES,
        "ledger.form.acts",
        "ledger.equipment",
        "ledger.store",
        "ledger.desks",
        "eventsourcing",
    ),
    "projections": (),
    "projections.engine": (*EVENTS, *SQL),
    "projections.models.settled": EVENTS,
    "projections.models.meter_rows": ("msgspec",),
    "projections.models.meter_terms": (*EVENTS, "ledger.rules"),
    "projections.models": (
        *(*EVENTS, *SQL, "projections.engine"),
        *("projections.models.settled", "projections.models.meter_rows"),
        "projections.models.meter_terms",
    ),
    "projections.models.registry": (*FOLDED, "ledger.events"),
    "projections.figures.theory": GAME,
    "projections.figures": (*EVENTS, *SQL, *FOLDED, "projections.figures.theory", "rich"),
    "projections.reconcile": (*EVENTS, *SQL, *FOLDED, "projections.figures"),
    "projections.replay": (*GAME, "ledger.events", *SQL, *FOLDED, "projections.figures"),
    "projections.group": (
        *(*GAME, "ledger.events", *SQL, *FOLDED, "ledger.seal", "ledger.export"),
        *("projections.figures", "projections.replay", "dask", "distributed", "pyarrow"),
    ),
    "projections.reports": (
        *(*VALUES, "sqlalchemy", "projections.engine", "projections.figures"),
        *("projections.reconcile", "xlsxwriter", "pyarrow"),
    ),
    "projections.pages.words": ("ledger.values",),
    "projections.pages.charts": (*VALUES, "projections.figures", "projections.pages.words"),
    "projections.pages": (
        *(*VALUES, "projections.figures", "projections.reports", "jinja2", "markupsafe"),
    ),
    "projections.queries": (
        *(*GAME, "ledger.events", *SQL, *AGGREGATES, "ledger.transaction", "ledger.desks"),
        *(*FOLDED, "projections.figures", "projections.reconcile", "projections.replay"),
        *("projections.reports", "projections.pages", "ledger.seal", "ledger.export"),
    ),
    "migrations.versions": ("sqlalchemy", "alembic"),
    "migrations.version": ("ledger.values", *SQL),
    "migrations": (*SQL, "projections.models", "migrations.version", "alembic"),
    "migrations.upkeep": (
        *(*EVENTS, "ledger.property", "ledger.desks", "projections.queries", "sqlalchemy"),
        *("migrations", "migrations.version"),
    ),
    "cli": (),
    "cli.typed": (*EVENTS, *ACTS, "projections.queries", "click"),
    "cli.shown.said": ("ledger.values",),
    "cli.shown.fitting": ("rich",),
    "cli.shown": (*FACE, "cli.typed", "cli.shown.fitting", "rich"),
    "cli.frame.pager": ("click",),
    "cli.frame.paging": ("ledger.values", "cli.shown.fitting", "cli.frame.pager", "click"),
    "cli.frame.failing": (
        *("ledger.values", "ledger.store", "cli.typed", "cli.shown.said", "eventsourcing", "click"),
        "cli.frame.paging",
    ),
    "cli.frame": (
        *(*FACE, "cli.typed", "cli.shown", "cli.frame.failing", "cli.frame.paging"),
        "migrations.version",
    ),
    **dict.fromkeys(("cli.commands.init", "cli.commands.db"), (*FACE, *FRAME, "migrations.upkeep")),
    "cli.completion": (*FACE, *FRAME),
    "cli.shell": (*FACE, *FRAME, "cli.completion", "prompt_toolkit"),
    "cli.pages": (*FACE, *FRAME),
    "cli.serve": (
        *(
            *FACE,
            *FRAME,
            "starlette",
            "uvicorn",
            "anyio",
            "jinja2",
            "markupsafe",
            "prometheus_client",
        ),
    ),
    "cli.commands.completion": (*FACE, *FRAME, "cli.completion"),
    "cli.commands.serve": (*FACE, *FRAME, "cli.serve"),
    "cli.commands.shell": (*FACE, *FRAME, "cli.shell"),
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


@lru_cache(maxsize=2_000)
def _nodes(source: str) -> tuple[ast.Import | ast.ImportFrom | ast.Call, ...]:
    """What a source imports and calls: read once, as tests ask for the whole house again and again."""
    kinds = (ast.Import, ast.ImportFrom, ast.Call)
    return tuple(node for node in nodes(parsed(source)) if isinstance(node, kinds))


@lru_cache(maxsize=2_000)
def _attributes(source: str) -> set[str]:
    """What a source reads of anything."""
    return {node.attr for node in nodes(parsed(source)) if isinstance(node, ast.Attribute)}


@lru_cache(maxsize=2_000)
def imported(module: str, source: str) -> tuple[str, ...]:
    """Full names of all that a module imports, wherever in it."""
    return tuple(_imported(module, source))


def _imported(module: str, source: str) -> Iterator[str]:
    for node in _nodes(source):
        match node:
            case ast.Import():
                names = [alias.name for alias in node.names]
            case ast.ImportFrom():
                above = module.split(".")[: -node.level] if node.level else []
                start = ".".join([*above, *([node.module] if node.module else [])])
                names = [f"{start}.{alias.name}" for alias in node.names]
            case _:
                continue
        yield from names


def _is_standard(name: str) -> bool:
    return name.split(".", maxsplit=1)[0] in sys.stdlib_module_names


def outside(module: str, source: str) -> set[str]:
    """What a module may not know of the standard library, and does; and modules that it imports by name."""
    may = set(PURE).union(*(of for floor, of in OUTSIDE.items() if _within(module, floor)))
    found = {
        name.split(".")[0]
        for name in imported(module, source)
        if _is_standard(name) and not any(_within(name, each) for each in may)
    }
    if module in BY_NAME:
        return found
    for node in _nodes(source):
        match node:
            case ast.Call(
                func=ast.Attribute(attr=called) | ast.Name(id=called), args=[first, *_]
            ) if called in {"import_module", "__import__"} and not _is_foreign(first):
                found.add("a module by name")
    return found


def inside(module: str, source: str) -> set[str]:
    """What a module of the face reaches for within the ledger."""
    if not _within(module, "cli") or module == WIRED_BY:
        return set()
    return {f"a ledger's {each}" for each in _attributes(source) & INSIDE}


def _within(name: str, floor: str) -> bool:
    return name == floor or name.startswith(f"{floor}.")


def _is_foreign(name: ast.expr) -> bool:
    """Whether a name of a module, as it is written, begins as that of a package which is not the house's."""
    if isinstance(name, ast.JoinedStr) and name.values:
        name = name.values[0]
    text = name.value if isinstance(name, ast.Constant) else ""
    return (
        isinstance(text, str) and "." in text and text.split(".")[0] not in (*HALLS, "migrations")
    )


def known(module: str, source: str) -> set[str]:
    """The rooms and packages that a module may not know, and does. Raises KeyError without a room."""
    room = room_of(module)
    if room is None or (room in HALLS and module != room):
        raise KeyError(module)
    may = ROOMS[room] if room in APART else (*ROOMS[room], room)
    targets = {
        room_of(name) or name.split(".")[0]
        for name in imported(module, source)
        if not _is_standard(name)
    }
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


def strangers(root: Path) -> list[str]:
    """Top-level folders with Python in them that no contract knows, and modules beside them."""
    known_tops = {*HALLS, "migrations", *NO_PROGRAM, "mutants"}  # `make mutants` makes the last.
    tops = (top for top in root.iterdir() if not top.name.startswith("."))
    return sorted(
        f"{top.name}/" if top.is_dir() else top.name
        for top in tops
        if top.suffix == ".py"
        or (top.is_dir() and top.name not in known_tops and next(top.rglob("*.py"), None))
    )


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
    found = [f"{top} is no room, and holds Python" for top in strangers(root)]
    for module, source in house.items():
        try:
            may_not = known(module, source) | outside(module, source)
            found += [f"{module} may not import {each}" for each in sorted(may_not)]
            found += [f"{module} may not reach for {each}" for each in inside(module, source)]
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
