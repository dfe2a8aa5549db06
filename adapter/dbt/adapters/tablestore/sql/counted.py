"""Numbers of things for people."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """``1 change``, ``2,000 changes``; the plural of the noun ends in ``s``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
