"""A short text for a long one: the same for the same text, in each process."""

from __future__ import annotations

import hashlib


def checksum(text: str) -> str:
    """The checksum of a text, 32 hexadecimal digits."""
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
