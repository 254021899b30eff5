"""What commands ask of the ledger, each on the one of its ways on which it asks most.

To ask is to hand a ledger over, or to call one: an act is done, a question is put. What `cli` has of its own is
followed into, callbacks too: whoever is handed one may call it.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.architecture.parsed import nodes, parsed, walk
from tests.architecture.rooms import sources

Asked = tuple[str, ...]
"""Names of what is asked, one after the other."""

SAID: Final = frozenset({"calendar", "property", "catalogue", "address", "clock"})
"""What a ledger says of itself."""

WAYS: Final = 3
"""Of ways that go on so many are followed, those on which most is asked."""


class Face:
    """All functions of `cli`. apart: names of what is no question of its own."""

    def __init__(self, root: Path, apart: Iterable[str]) -> None:
        self._apart = frozenset(apart)
        self._functions: dict[str, tuple[str, ast.FunctionDef]] = {}
        self._imports: dict[str, dict[str, str]] = {}
        for module, source in sources(root):
            if module.startswith("cli."):
                self.read(module, source)

    def read(self, module: str, source: str) -> None:
        """Take in a module, or another version of it."""
        tree = parsed(source)
        self._imports[module] = {
            each.asname or each.name: f"{node.module}.{each.name}"
            for node in nodes(tree)
            if isinstance(node, ast.ImportFrom)
            for each in node.names
        }
        self._functions |= {
            f"{module}.{node.name}": (module, node)
            for node in tree.body
            if isinstance(node, ast.FunctionDef)
        }

    def commands(self) -> Iterator[str]:
        """The functions that are commands."""
        for name, (module, node) in self._functions.items():
            decorated = (ast.unparse(each).partition("(")[0] for each in node.decorator_list)
            if module.startswith("cli.commands.") and any(x.endswith("command") for x in decorated):
                yield name

    def asked(self, name: str, within: frozenset[str] = frozenset()) -> Asked:
        """What a function asks."""
        if name in self._apart | within or name not in self._functions:
            return ()
        module, node = self._functions[name]
        ended, going = _Reader(self, module, node, within | {name}).lines(node.body)
        return max([(), *ended, *going], key=len)

    def called(self, node: ast.expr, module: str) -> str:
        """The full name of what is called there."""
        match node:
            case ast.Name(id=name):
                # What a function imports hides what its module calls so.
                return self._imports[module].get(name, f"{module}.{name}")
            case ast.Attribute(value=ast.Name(id=name), attr=attr):
                return f"{self._imports[module].get(name, name)}.{attr}"
        return ast.unparse(node)

    def is_apart(self, name: str) -> bool:
        """Whether it is no question of its own."""
        return name in self._apart

    def is_own(self, name: str) -> bool:
        """Whether it is a function of `cli`."""
        return name in self._functions


class _Reader:
    """The ways through a function."""

    def __init__(
        self, face: Face, module: str, of: ast.FunctionDef, within: frozenset[str]
    ) -> None:
        self._face, self._module, self._within = face, module, within
        self._ledgers = {"ledger"} | {
            target.id
            for node in walk(of)
            if isinstance(node, ast.Assign) and _is_of_session(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }

    def lines(self, body: Sequence[ast.stmt]) -> tuple[list[Asked], list[Asked]]:
        """What is asked on ways that end in some lines, and on those that go on behind them."""
        ended, going = list[Asked](), list[Asked]([()])
        for node in body:
            done, on = self._line(node)
            ended += [(*before, *each) for before in going for each in done]
            ways = {(*before, *each) for before in going for each in on}
            going = sorted(ways, key=len)[-WAYS:]
        return ended, going

    def _line(self, node: ast.stmt) -> tuple[list[Asked], list[Asked]]:
        parts = [x for x in ast.iter_child_nodes(node) if not isinstance(x, ast.stmt)]
        match node:
            case ast.Return() | ast.Raise():
                return [self._calls(parts)], []
            case ast.If():
                ways = [self.lines(node.body), self.lines(node.orelse)]
            case ast.FunctionDef():
                ended, going = self.lines(node.body)
                return [], [*ended, *going]
            case ast.With() | ast.For() | ast.While():
                ways = [self.lines([*node.body, *getattr(node, "orelse", [])])]
            case ast.Try():
                caught = [line for each in node.handlers for line in each.body]
                ways = [self.lines([*node.body, *node.orelse, *node.finalbody])]
                ways.append(self.lines([*node.body, *caught, *node.finalbody]))
                parts = []
            case _:
                return [], [self._calls([node])]
        first = self._calls(parts)
        return (
            [(*first, *each) for ended, _ in ways for each in ended],
            [(*first, *each) for _, going in ways for each in going],
        )

    def _calls(self, parts: Iterable[ast.AST]) -> Asked:
        calls = (node for each in parts for node in walk(each) if isinstance(node, ast.Call))
        return tuple(asked for node in calls for asked in self._call(node))

    def _call(self, node: ast.Call) -> Asked:
        name = self._face.called(node.func, self._module)
        given = [*node.args, *(each.value for each in node.keywords)]
        if self._face.is_apart(name):
            return ()
        if self._face.is_own(name):
            return self._face.asked(name, self._within)
        if name.rpartition(".")[2] == "partial" and given:
            return self._call(ast.Call(given[0], given[1:], []))
        if isinstance(node.func, ast.Attribute) and self._is_ledger(node.func.value):
            return () if node.func.attr in SAID else (f"ledger.{node.func.attr}",)
        return (name,) if any(map(self._is_ledger, given)) else ()

    def _is_ledger(self, node: ast.expr) -> bool:
        return _is_of_session(node) or (isinstance(node, ast.Name) and node.id in self._ledgers)


def _is_of_session(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "ledger"
