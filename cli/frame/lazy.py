"""Modules that others import for what most commands do not: to import them takes a fifth as long as SQLAlchemy."""

import importlib
import sys
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final


class _Late(ModuleType):
    """Stands for a module until something of it is asked for. taken: functions of it that somebody takes at once, and
    may call later.
    """

    def __init__(self, name: str, taken: tuple[str, ...]) -> None:
        super().__init__(name)
        for each in taken:
            setattr(self, each, _called(name, each))

    def __getattr__(self, name: str) -> Any:
        return getattr(_imported(self.__name__), name)


def _called(module: str, name: str) -> Callable[..., Any]:
    return lambda *given: vars(_imported(module))[name](*given)  # noqa: PLW0108  imported when called


def _imported(name: str) -> ModuleType:
    with _TURN:
        if isinstance(sys.modules.get(name), _Late):
            del sys.modules[name]
    return importlib.import_module(name)


_TURN: Final = threading.Lock()

LATE: Final = {
    "asyncio": ("iscoroutine",),
    "csv": (),
    "hashlib": (),
    "importlib.metadata": (),
    "ipaddress": (),
    "msgspec.inspect": (),
    "msgspec.msgpack": (),
    "msgspec.toml": (),
    "msgspec.yaml": (),
    "secrets": (),
    "shutil": (),
    "sqlalchemy.dialects.sqlite.aiosqlite": (),
    "sqlalchemy.dialects.sqlite.pysqlcipher": (),
}
"""With those of their functions that somebody takes as it is imported itself."""


def put_off() -> None:
    """Have them imported when something of them is asked for, unless they are already."""
    for name, taken in LATE.items():
        if name not in sys.modules:
            sys.modules[name] = late = _Late(name, taken)
            package, _, within = name.rpartition(".")
            if package in sys.modules:
                setattr(sys.modules[package], within, late)
