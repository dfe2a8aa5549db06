"""Python values as Spark SQL literals."""

from __future__ import annotations

import datetime as dt
import math
from decimal import Decimal
from typing import Any

# A text stays on one line: statements are laid out and shown line by line. These are the ends of lines of `splitlines`.
_ENDS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_ESCAPES = str.maketrans(
    {"\\": r"\\", "'": r"\'", "\n": r"\n", "\r": r"\r"} | {end: f"\\u{ord(end):04x}" for end in _ENDS}
)


def literal(value: Any) -> str:
    """The SQL literal that Spark evaluates to the same value, on one line.

    The macro `_literal` of the package writes the same ones, except for bytes, which Jinja does not have.
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"double('{value}')" if math.isinf(value) or math.isnan(value) else f"{value!r}D"
    if isinstance(value, Decimal):
        return f"{value:f}BD"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, bytes):
        return f"X'{value.hex()}'"
    if isinstance(value, dt.datetime):
        return f"timestamp '{value.isoformat(sep=' ')}'"
    if isinstance(value, (dt.date, dt.time)):
        return f"{type(value).__name__} '{value.isoformat()}'"
    # Spark replaces `${...}` by a setting in every statement, inside of text, too
    return f"'{str(value).translate(_ESCAPES)}'".replace("${", r"\u0024{")
