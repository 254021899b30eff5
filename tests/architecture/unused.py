"""What is declared and used by nobody: modules, functions, classes, methods and constants of the program, fields of its
structs, columns of its read models, what its objects keep, its pages, and packages that it says it needs. A name that
only tests or benchmarks use, or that only uses itself, is used by nobody: what is used is reached from where the
program is entered.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

from tests.architecture.parsed import nodes, parsed, staying
from tests.architecture.reach import Member, Name, Node, Program

PROGRAM: Final = ("ledger", "projections", "cli", "migrations")
AROUND: Final = ("benchmarks", "tests")

CALLED_BY_OTHERS: Final = {
    **dict.fromkeys(
        ("upgrade", "downgrade", "revision", "down_revision", "branch_labels", "depends_on"),
        "a migration's, read by Alembic",
    ),
    **dict.fromkeys(
        tuple(f"upcast_v{n}_v{n + 1}" for n in range(1, 21)),
        "called by its name when an old event is read",
    ),
    "SqlFactory": "named in the environment of an eventsourcing application",
    "application_recorder": "called by the eventsourcing library",
    "aggregate_recorder": "called by the eventsourcing library",
    "tracking_recorder": "called by the eventsourcing library",
    "process_recorder": "called by the eventsourcing library",
    "to_domain_event": "called by the eventsourcing library",
    "construct_env": "called by the eventsourcing library",
    "construct_transcoder": "called by the eventsourcing library",
    "insert_events": "called by the eventsourcing library",
    "insert_tracking": "called by the eventsourcing library",
    "max_tracking_id": "called by the eventsourcing library",
    "subscribe": "called by the eventsourcing library",
    "stop": "called by the eventsourcing library",
    "class_version": "read by the eventsourcing library",
    "is_snapshotting_enabled": "read by the eventsourcing library",
    "invoke": "called by click",
    "command_class": "read by click",
    "allow_extra_args": "read by click",
    "get_metavar": "called by click",
    "parse_args": "called by click",
    "resolve_command": "called by click",
    "writable": "called by the input and output library",
    "format_commands": "called by click",
    "get_help_option": "called by click",
    "get_params": "called by click",
    "handle_parse_result": "called by click",
    "get_completions": "called by prompt_toolkit",
    "store_string": "called by prompt_toolkit",
    "emit": "called by logging",
    "handle_exit": "called by uvicorn",
    "force_exit": "read by uvicorn",
}
"""Names that somebody else uses, and who."""

_SETTINGS: Final = "read by the names that settings have"
_STORED: Final = "on record, and nobody asks for it"
_PRINTED: Final = "of an answer that is only encoded"
READ_WHOLE: Final = {
    **dict.fromkeys(
        (
            f"{of}.{bound}_cents"
            for of in ("Settings", "PropertySettingsChanged")
            for bound in ("largest_wager", "largest_buy_in", "largest_slip", "largest_drop")
        ),
        _SETTINGS,
    ),
    "CardsShuffled.washed": _STORED,
    **dict.fromkeys(
        ("NothingHolding.but_topic", "NoneSpelledAs.small"),
        "a parameter of a statement, in its place",
    ),
    **dict.fromkeys(
        ("Act.v", "FormIssue.v", "FormVoid.v", "FormDrop.v", "FormCount.v"),
        "the version of the feed's contract, which decoding checks",
    ),
    **dict.fromkeys(
        (
            *(f"MeterDay.{each}_exact" for each in ("opening", "contributions", "returns")),
            *("MeterDay.recomputed_exact", "Award.folded_exact"),
            *(f"BesidePrior.prior_{each}" for each in ("from_day", "to_day", "rounds")),
            *("Checked.ok", "Audited.ok", "Verified.ok"),
            *("Contents.last_event", "Status.last_event", "Status.needed"),
            "LinkStanding.supervisor_above",
            "LinkStanding.liability_exact",
        ),
        _PRINTED,
    ),
    **dict.fromkeys(
        ("Books.vig_assessed", "Books.vig_uncollected"),
        "what the made-up dealer knows of his day, for whoever holds it against the ledger's",
    ),
}
"""Fields of structs that nothing reads by their name, and why they are there."""

PAGES: Final = ("templates", "static")
"""Folders of pages, and of what goes with them."""

ENTERED: Final = ("migrations.env", "migrations.versions.")
"""Modules that Alembic loads."""

NOT_IMPORTED: Final = {
    "tzdata": "zones of places, where the system has none",
    "slipcover": "measures what the tests reach, in .ci/run",
    "ruff": "run by make check",
    "mypy": "run by make check",
    "types-openpyxl": "read by mypy",
}
"""Packages that are needed though nothing imports them."""


def trees(root: Path, tops: tuple[str, ...]) -> Iterator[tuple[str, ast.Module]]:
    """Every file of some folders, as it is parsed."""
    for top in tops:
        yield from _trees(root, top)


@cache
def _trees(root: Path, top: str) -> list[tuple[str, ast.Module]]:
    with staying():
        return [
            (str(file.relative_to(root)), parsed(file.read_text(encoding="utf-8")))
            for file in sorted((root / top).rglob("*.py"))
        ]


@cache
def _read(root: Path) -> tuple[dict[str, ast.Module], Program, set[Node]]:
    """The modules of the program, what they declare, and what of it is reached."""
    trees_of = {_module(file): tree for file, tree in trees(root, PROGRAM)}
    program = Program(trees_of)
    return trees_of, program, program.reached({*_entered(root, trees_of), *_called(trees_of)})


def unused_names(root: Path) -> list[str]:
    """Each module of the program that is not imported from where it is entered, and each name that is not used."""
    trees_of, program, reached = _read(root)
    missed = [each for each in trees_of if trees_of[each].body and Name(each) not in reached]
    return [
        *(f"{module}: nothing imports it" for module in missed),
        *(
            f"{each.module}: nothing uses {f'{each.of}.' if each.of else ''}{each.name}"
            for each in program.declared
            if each not in reached
            and each.module not in missed
            and not each.name.startswith("__")
            and f"{each.of}.{each.name}" not in READ_WHOLE
        ),
    ]


def unused_files(root: Path) -> list[str]:
    """Each page, and each file that goes with one, that the program names nowhere."""
    there = [each for top in PROGRAM for kind in PAGES for each in (root / top).rglob(f"{kind}/*")]
    sources = {
        file: file.read_text(encoding="utf-8")
        for file in (*there, *(each for top in PROGRAM for each in (root / top).rglob("*.py")))
    }
    return [
        f"{page.relative_to(root)}: nothing names it"
        for page in sorted(there)
        if not any(page.name in text for file, text in sources.items() if file != page)
    ]


def superfluous(root: Path) -> list[str]:
    """Each reason that is given for a field that is read, or that there is not."""
    _, program, reached = _read(root)
    unread = {f"{each.of}.{each.name}" for each in program.declared if each not in reached}
    return sorted(READ_WHOLE.keys() - unread)


def _entered(root: Path, trees_of: Mapping[str, ast.Module]) -> Iterator[Node]:
    """Scripts, modules that are run, what Alembic loads, and what pages read."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for script in project.get("scripts", {}).values():
        module, _, name = script.partition(":")
        yield from (Name(module), Name(module, name))
    for module, tree in trees_of.items():
        runs = any(isinstance(x, ast.If) and "__main__" in ast.unparse(x.test) for x in tree.body)
        if runs or module.startswith(ENTERED):
            yield Name(module)
    for page in (each for top in PROGRAM for each in (root / top).rglob("templates/*")):
        yield from map(Member, re.findall(r"\.(\w+)", page.read_text(encoding="utf-8")))


def _called(trees_of: Mapping[str, ast.Module]) -> Iterator[Node]:
    for name in CALLED_BY_OTHERS:
        yield Member(name)
        yield from (Name(module, name) for module in trees_of)


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported(root: Path, tops: tuple[str, ...]) -> set[str]:
    """The packages, as they are named where they come from, that some folders import."""
    names = set()
    for _, tree in trees(root, tops):
        for node in nodes(tree):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module)
    known = packages_distributions()
    tops_imported = {name.split(".")[0] for name in names}
    return {dist.lower().replace("_", "-") for top in tops_imported for dist in known.get(top, [])}


RUN: Final = ("serve", "group")
"""Extras of what is run, and not of what it is built or tried with."""


def dependencies(root: Path) -> list[str]:
    """Each package that is declared and not used, or used and not declared."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    run = (each for name in RUN if name in extras for each in extras[name])
    needed = _bare([*project["dependencies"], *run])
    all_of_them = (needed | _bare(extras["dev"])) - {project["name"]}
    at_run = imported(root, PROGRAM)
    at_all = at_run | imported(root, AROUND)
    ours = {project["name"]}
    return [
        *(
            f"{name} is declared and not used"
            for name in all_of_them - at_all - NOT_IMPORTED.keys()
        ),
        *(f"{name} is used and not declared" for name in at_run - needed - ours),
        *(f"{name} is used by tests and not declared" for name in at_all - all_of_them - ours),
    ]


def _bare(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=]", each)[0] for each in requirements}


def main(root: Path) -> int:
    """Print what is unused; 1 if there is something."""
    found = [*unused_names(root), *unused_files(root), *sorted(dependencies(root))]
    sys.stdout.write("\n".join([*found, f"Unused: {len(found)}.", ""]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(*sys.argv[1:2])))
