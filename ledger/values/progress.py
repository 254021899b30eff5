"""How far a long reading has come."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Told the position that is reached, and the one that is the goal."""
