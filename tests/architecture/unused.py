"""What is declared and used by nobody: functions, classes, methods and constants of the program,
columns of its read models, and packages that it says it needs. A name that only tests or benchmarks
use is used by nobody.

A name is looked for where its module is imported; a method or column by its name in the whole
program, whosever it is.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final, NamedTuple

PROGRAM: Final = ("ledger", "projections", "cli", "migrations")
AROUND: Final = ("benchmarks", "tests")

PLAIN: Final = {
    *("property", "classmethod", "staticmethod", "cached_property", "cache", "contextmanager"),
    *("dataclass", "override", "overload"),
}
"""Decorators that leave a name to be used; any other enters it in a table."""

READ_MODELS: Final = "projections/models/"

QUOTED: Final = re.compile(r"[\w.:\[\], |]+")
"""Text that may be a name, or a type that is known later."""

CALLED_BY_OTHERS: Final = {
    **dict.fromkeys(
        ("upgrade", "downgrade", "revision", "down_revision", "branch_labels", "depends_on"),
        "a migration's, read by Alembic",
    ),
    **dict.fromkeys(
        ("upcast_v1_v2", "upcast_v2_v3", "upcast_v3_v4"),
        "called by its name when an old event is read",
    ),
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


class Declared(NamedTuple):
    """A name that a module declares; of: the class that it belongs to, "" at the top."""

    file: str
    name: str
    of: str = ""


def declared(file: str, tree: ast.Module) -> Iterator[Declared]:
    """Functions, classes and constants of a module, less what a decorator enters in a table; methods; and of a read
    model the columns of its rows.
    """
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) if _is_plain(node):
                yield Declared(file, name)
            case ast.ClassDef(name=name):
                if _is_plain(node):
                    yield Declared(file, name)
                for each in node.body:
                    if isinstance(each, ast.FunctionDef) and _is_plain(each):
                        yield Declared(file, each.name, name)
                    elif isinstance(each, ast.AnnAssign) and file.startswith(READ_MODELS):
                        yield Declared(file, ast.unparse(each.target), name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield Declared(file, name)


def _is_plain(node: ast.FunctionDef | ast.ClassDef) -> bool:
    return all(_name(each) in PLAIN for each in node.decorator_list)


def _name(decorator: ast.expr) -> str:
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    return decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", "")


class Uses:
    """What the modules of some trees read of one another. modules: each by its dotted name."""

    def __init__(self, modules: Mapping[str, ast.Module]) -> None:
        self._modules = modules
        self._members: set[str] = set()
        self._loaded: set[str] = set()
        self._of = {name: set[str]() for name in modules}
        for module, tree in modules.items():
            self._read(module, tree)

    def read_page(self, text: str) -> None:
        """Count what a template reads."""
        self._members.update(re.findall(r"\.(\w+)", text))

    def has(self, module: str, name: str, *, member: bool) -> bool:
        """Whether a name of a module, or a member of its classes, is read anywhere."""
        read = self._of[module] | (self._members if member else self._loaded)
        return name in read

    def _read(self, module: str, tree: ast.Module) -> None:
        aliases = dict(self._imported(tree))
        loads_by_name = False
        texts, named = set[str](), set[str]()
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=ast.Name(id=alias), attr=name) if alias in aliases:
                    self._of[aliases[alias]].add(name)
                    loads_by_name |= name == "import_module"
                case ast.Attribute(attr=name, ctx=ast.Load()):
                    named.add(name)
                case ast.Name(id=name, ctx=ast.Load()):
                    self._of[module].add(name)
                    loads_by_name |= name == "import_module"
                case ast.Constant(value=str(text)) if QUOTED.fullmatch(text):
                    texts.update(re.findall(r"\w+", text))
        self._of[module] |= texts
        self._members |= named
        if loads_by_name:
            self._loaded |= texts | named

    def _imported(self, tree: ast.Module) -> Iterator[tuple[str, str]]:
        """The modules that one imports whole, by the names under which it does; counts the names that it imports."""
        for node in ast.walk(tree):
            match node:
                case ast.ImportFrom(module=str(origin), names=names):
                    for each in names:
                        if (whole := f"{origin}.{each.name}") in self._modules:
                            yield each.asname or each.name, whole
                        elif origin in self._modules:
                            self._of[origin].add(each.name)
                case ast.Import(names=names):
                    yield from (
                        (x.asname, x.name) for x in names if x.asname and x.name in self._modules
                    )


def unused_names(root: Path) -> list[str]:
    """Each name of the program that nothing of the program uses."""
    program = dict(trees(root, PROGRAM))
    uses = Uses({_module(file): tree for file, tree in program.items()})
    for page in (each for top in PROGRAM for each in (root / top).rglob("*.j2")):
        uses.read_page(page.read_text(encoding="utf-8"))
    return [
        f"{each.file}: nothing uses {f'{each.of}.' if each.of else ''}{each.name}"
        for file, tree in program.items()
        for each in declared(file, tree)
        if each.name not in CALLED_BY_OTHERS
        and not each.name.startswith("__")
        and not uses.has(_module(file), each.name, member=bool(each.of))
    ]


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


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
