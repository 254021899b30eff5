"""What is declared and used by nobody: functions, classes, methods and constants of the program,
and packages that it says it needs. A name that only tests use is used by nobody.
"""

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

PROGRAM: Final = ("ledger", "projections", "cli", "migrations")
AROUND: Final = ("benchmarks", "tests")

PLAIN: Final = {
    *("property", "classmethod", "staticmethod", "cached_property", "cache", "contextmanager"),
    *("dataclass", "override", "overload"),
}
"""Decorators that leave a name to be used; any other enters it in a table."""

CALLED_BY_OTHERS: Final = {
    **dict.fromkeys(
        ("upgrade", "downgrade", "revision", "down_revision", "branch_labels", "depends_on"),
        "a migration's, read by Alembic",
    ),
    "upcast_v1_v2": "called by its name when an old event is read",
    "SqlFactory": "named in the environment of an eventsourcing application",
    "application_recorder": "called by the eventsourcing library",
    "aggregate_recorder": "called by the eventsourcing library",
    "tracking_recorder": "called by the eventsourcing library",
    "process_recorder": "called by the eventsourcing library",
    "to_domain_event": "called by the eventsourcing library",
    "insert_events": "called by the eventsourcing library",
    "insert_tracking": "called by the eventsourcing library",
    "max_tracking_id": "called by the eventsourcing library",
    "subscribe": "called by the eventsourcing library",
    "writable": "called by the input and output library",
    "format_commands": "called by click",
    "shell_complete": "called by click",
    "get_completions": "called by prompt_toolkit",
}
"""Names that somebody else uses, and who."""

NOT_IMPORTED: Final = {
    "tzdata": "zones of places, where the system has none",
    "pytest-cov": "an option of pytest, in .ci/run",
    "pytest-xdist": "an option of pytest, in the Makefile",
    "ruff": "run by make check",
    "mypy": "run by make check",
    "types-openpyxl": "read by mypy",
}
"""Packages that are needed though nothing imports them."""


def trees(root: Path, tops: tuple[str, ...]) -> Iterator[tuple[str, ast.Module]]:
    """Every file of some folders, as it is parsed."""
    for top in tops:
        for file in sorted((root / top).rglob("*.py")):
            yield str(file.relative_to(root)), ast.parse(file.read_text(encoding="utf-8"))


def declared(tree: ast.Module) -> Iterator[str]:
    """Functions, classes, methods and constants of a file, less what a decorator enters in a table."""
    for node in (
        *tree.body,
        *(each for c in tree.body if isinstance(c, ast.ClassDef) for each in c.body),
    ):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                if all(_name(each) in PLAIN for each in node.decorator_list):
                    yield node.name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if node in tree.body:
                    yield name


def _name(decorator: ast.expr) -> str:
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    return decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", "")


def used(tree: ast.Module) -> Iterator[str]:
    """Names that a file reads, of its own or of others."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                yield name
            case ast.Constant(value=str(text)) if re.fullmatch(r"[\w.]+", text):
                yield from text.split(".")


def unused_names(root: Path) -> list[str]:
    """Each name of the program that nothing of the program uses."""
    program = dict(trees(root, PROGRAM))
    uses = Counter(name for _, tree in trees(root, (*PROGRAM, "benchmarks")) for name in used(tree))
    return [
        f"{file}: nothing uses {name}"
        for file, tree in program.items()
        for name in declared(tree)
        if not uses[name] and name not in CALLED_BY_OTHERS and not name.startswith("__")
    ]


def imported(root: Path, tops: tuple[str, ...]) -> set[str]:
    """The packages, as they are named where they come from, that some folders import."""
    names = set()
    for _, tree in trees(root, tops):
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module)
    known = packages_distributions()
    tops_imported = {name.split(".")[0] for name in names}
    return {dist.lower().replace("_", "-") for top in tops_imported for dist in known.get(top, [])}


def dependencies(root: Path) -> list[str]:
    """Each package that is declared and not used, or used and not declared."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = _bare(project["dependencies"])
    all_of_them = needed | _bare(project["optional-dependencies"]["dev"])
    at_run, at_all = imported(root, PROGRAM), imported(root, (*PROGRAM, *AROUND))
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
    found = [*unused_names(root), *sorted(dependencies(root))]
    sys.stdout.write("\n".join([*found, f"Unused: {len(found)}.", ""]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(*sys.argv[1:2])))
