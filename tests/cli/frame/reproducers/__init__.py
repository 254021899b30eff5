"""For every error of `pit`: how a person comes upon it. Commands are written as they are typed.

Each stands in the module of the noun whose command is refused; those of nouns that have few, and of what is no noun, in
`others`. The name of a case is the code of the error, with a word behind it where one code has several reproducers.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from tests.cli.frame.reproducers.beginnings import Cases

BY_NOUN: Final[dict[str, Cases]] = {
    each.name: getattr(import_module(f"{__name__}.{each.name}"), "CASES", {})
    for each in iter_modules(__path__)
}
CASES: Final[Cases] = {name: case for of in BY_NOUN.values() for name, case in of.items()}
