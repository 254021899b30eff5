"""What is read from JSON, by its types: each is looked up before several threads read.

The first time that msgspec meets a type it looks its fields up, and two threads that meet one at the same time end the
process.
"""

from contextlib import suppress

import msgspec


def look_up() -> None:
    """Look up every type that is imported. Whoever reads in a thread imports none that is read there."""
    to_do = [msgspec.Struct]
    while to_do:
        each = to_do.pop()
        to_do += each.__subclasses__()
        with suppress(TypeError):  # It is never read.
            msgspec.json.Decoder(each)
