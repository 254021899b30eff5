"""What of a program is reached from where it is entered: its names, the members of its classes, its modules.

A name is reached where code that is reached reads it, so functions that only call themselves or each other are not. A
method, property or field is reached by its name, whosever it is. What a module does when it is imported is reached with
it: also what a decorator enters in a table there.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tests.architecture.parsed import nodes, walk

PLAIN: Final = {
    *("property", "classmethod", "staticmethod", "cached_property", "cache", "contextmanager"),
    *("dataclass", "override", "overload", "lru_cache", "asynccontextmanager", "wraps"),
}
"""Decorators that leave a name to be used; any other enters it in a table."""

QUOTED: Final = re.compile(r"[\w.:\[\], |]+")
"""Text that may be a name, or a type that is known later."""

QUESTION: Final = re.compile(r"\b(SELECT|WHERE)\b")
"""Text that asks the store, by the names of tables and columns."""


@dataclass(frozen=True, order=True)
class Name:
    """A name of a module; "": what the module does when it is imported. of: the class of a member."""

    module: str
    name: str = ""
    of: str = ""


@dataclass(frozen=True)
class Member:
    """A member of any class, by its name alone."""

    name: str


@dataclass(frozen=True)
class Anywhere:
    """A name of any module, as it is loaded by its name."""

    name: str


Node = Name | Member | Anywhere


class Program:
    """The modules of a program, each by its dotted name. declared: every name and member."""

    def __init__(self, modules: Mapping[str, ast.Module]) -> None:
        self._modules = modules
        self.declared: list[Name] = []
        self._read = defaultdict[Node, set[Node]](set)
        for module, tree in modules.items():
            _Module(self, modules, module).read(tree)

    def reached(self, roots: set[Node]) -> set[Node]:
        """All that is reached from some names."""
        members = defaultdict[str, list[Name]](list)
        by_name = defaultdict[str, list[Name]](list)
        for each in self.declared:
            (members if each.of else by_name)[each.name].append(each)
        found, waiting = set[Node](), list(roots)
        while waiting:
            node = waiting.pop()
            if node in found:
                continue
            found.add(node)
            waiting += self._read[node]
            match node:
                case Member(name):
                    waiting += members[name]
                case Anywhere(name):
                    waiting += by_name[name]
                case Name(module, "") if "." in module:
                    waiting.append(Name(module.rpartition(".")[0]))
                case Name(module, name, ""):
                    waiting += (each for each in members[name] if each.module == module)
        return found

    def declare(self, name: Name) -> Name:
        """A name that a module declares."""
        self.declared.append(name)
        return name

    def add(self, owner: Node, read: set[Node]) -> None:
        """What is reached with its owner."""
        self._read[owner] |= read


class _Module:
    """One module, taken apart into what it declares and what each part reads."""

    def __init__(self, program: Program, modules: Mapping[str, ast.Module], name: str) -> None:
        self._program, self._modules, self._name = program, modules, name
        self._aliases: dict[str, str] = {}

    def read(self, tree: ast.Module) -> None:
        self._aliases = dict(self._whole(tree))
        for node in tree.body:
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if is_plain(node):
                    self._add(self._program.declare(Name(self._name, name)), node)
                case ast.ClassDef(name=name):
                    self._class(node, name)
                case (
                    ast.Assign(targets=[ast.Name(id=name)])
                    | ast.AnnAssign(target=ast.Name(id=name))
                ):
                    declared = self._program.declare(Name(self._name, name))
                    self._add(declared, node)
                    if table := _table(node.value):
                        self._program.add(Member(table), {declared})
                case ast.Assign(targets=[ast.Tuple(elts=several)]) if all(
                    isinstance(one, ast.Name) for one in several
                ):
                    for name in map(ast.unparse, several):
                        self._add(self._program.declare(Name(self._name, name)), node)
                case ast.ImportFrom(module=str(origin), names=names):
                    # It is imported by what is read of it; a module's own work is done with the one that imports it.
                    for each in names:
                        bound = Name(self._name, each.asname or each.name)
                        self._program.add(bound, {Name(origin, each.name)})
                    self._program.add(Name(self._name), {Name(origin), *self._imported(node)})
                case _:
                    self._add(Name(self._name), node)
        self._by_name(tree)

    def _class(self, node: ast.ClassDef, name: str) -> None:
        owner = Name(self._name, name)
        if is_plain(node):
            self._program.declare(owner)
        else:
            self._program.add(Name(self._name), {owner})
        for part in (*node.bases, *node.decorator_list):
            self._add(owner, part)
        for field in held(node):
            self._program.declare(Name(self._name, field, name))
        for each in node.body:
            match each:
                case ast.FunctionDef(name=method) | ast.AsyncFunctionDef(name=method) if is_plain(
                    each
                ) and not method.startswith("__"):
                    self._add(self._program.declare(Name(self._name, method, name)), each)
                case _:
                    self._add(owner, each)

    def _add(self, owner: Node, part: ast.AST) -> None:
        self._program.add(owner, set(self._reads(part)))

    def _reads(self, part: ast.AST) -> Iterator[Node]:
        for node in walk(part):
            match node:
                case ast.Attribute(value=ast.Name(id=alias), attr=name) if alias in self._aliases:
                    yield Name(self._aliases[alias], name)
                    yield Name(self._aliases[alias])
                case ast.Attribute(attr=name, ctx=ast.Load()):
                    yield Member(name)
                case ast.Name(id=name, ctx=ast.Load()):
                    yield Name(self._name, name)
                case ast.MatchClass(kwd_attrs=names):
                    yield from map(Member, names)
                case ast.ImportFrom():
                    yield from self._imported(node)
                case ast.JoinedStr() | ast.Constant() if QUESTION.search(text := _text(node)):
                    # What a migration asks for is what was there then.
                    if not self._name.startswith("migrations."):
                        yield from map(Member, re.findall(r"\w+", text))
                case ast.Constant(value=str(text)) if QUOTED.fullmatch(text):
                    yield from (Name(self._name, word) for word in re.findall(r"\w+", text))
                    yield from self._topic(text)

    def _imported(self, node: ast.ImportFrom) -> Iterator[Node]:
        """The modules that an import reaches, and where it stands in a function what it imports of them."""
        for each in node.names:
            origin = node.module or ""
            whole = f"{origin}.{each.name}"
            yield Name(whole) if whole in self._modules else Name(origin)
            if node.col_offset:
                yield Name(origin, each.name)

    def _topic(self, text: str) -> Iterator[Node]:
        """`ledger.table.state:Table`, or a module alone."""
        module, _, name = text.partition(":")
        if module in self._modules:
            yield from (Name(module), Name(module, name))

    def _by_name(self, tree: ast.Module) -> None:
        """A module that imports others by their names reaches all that it has a name of."""
        there = nodes(tree)
        if not any(
            getattr(each, "attr", getattr(each, "id", "")) == "import_module" for each in there
        ):
            return
        texts = {each.value for each in there if isinstance(each, ast.Constant)}
        words = {w for text in texts if isinstance(text, str) for w in re.findall(r"\w+", text)}
        names = words | {each.attr for each in there if isinstance(each, ast.Attribute)}
        heads = [text for text in texts if isinstance(text, str) and text.endswith(".")]
        loaded = {f"{head}{word}" for head in heads for word in words} & self._modules.keys()
        self._program.add(
            Name(self._name), {*map(Anywhere, names), *(Name(module) for module in loaded)}
        )

    def _whole(self, tree: ast.Module) -> Iterator[tuple[str, str]]:
        """The modules that one imports whole, by the names under which it does."""
        for node in nodes(tree):
            match node:
                case ast.ImportFrom(module=str(origin), names=names):
                    for each in names:
                        if (whole := f"{origin}.{each.name}") in self._modules:
                            yield each.asname or each.name, whole
                case ast.Import(names=names):
                    for each in names:
                        if each.asname and each.name in self._modules:
                            yield each.asname, each.name


def held(node: ast.ClassDef) -> set[str]:
    """The fields and constants of a class, and what its methods keep in it; members of a closed set are reached by
    their values.
    """
    closed = any(_decorator(base).endswith("Enum") for base in node.bases)
    found = set()
    for each in (*node.body, *walk(node)):
        match each:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)) if each in node.body:
                found.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) if each in node.body and not closed:
                found.add(name)
    return found - {getattr(each, "name", "") for each in node.body}


def is_plain(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether a declaration has to be read to be used: no decorator enters it in a table."""
    return all(_decorator(each) in PLAIN for each in node.decorator_list)


def _decorator(of: ast.expr) -> str:
    if isinstance(of, ast.Call):
        of = of.func
    return of.attr if isinstance(of, ast.Attribute) else getattr(of, "id", "")


def _table(declared: ast.expr | None) -> str:
    """What a table is called in the store, "" of what is none."""
    match declared:
        case ast.Call(func=ast.Name(id="Table") | ast.Attribute(attr="Table"), args=[first, *_]):
            return _text(first)
    return ""


def _text(node: ast.expr) -> str:
    """What is written out of a text."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return " ".join(map(_text, parts))
    return ""
