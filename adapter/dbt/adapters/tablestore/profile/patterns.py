"""Regular expressions that users write in arguments of macros."""

from __future__ import annotations

import re


def is_pattern(text: str) -> bool:
    """Whether a text is a regular expression of Python."""
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError):  # of `a{99999999999}`, and of thousands of parentheses
        return False
    return True
