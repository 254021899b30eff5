"""What importing modules loads, in a program that has loaded nothing else."""

import subprocess
import sys
from functools import cache

_LOADS = """\
import sys
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
    print(name, *sys.modules)
"""


@cache
def loaded(*modules: str) -> dict[str, set[str]]:
    """By module, in the order in which one program imports them, all that is loaded once it is there."""
    said = subprocess.run(
        [sys.executable, "-c", _LOADS, *modules], check=True, capture_output=True, text=True
    ).stdout
    return {name: set(found) for name, *found in map(str.split, said.splitlines())}
