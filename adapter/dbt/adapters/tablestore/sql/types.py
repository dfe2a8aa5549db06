"""SQL types as text, in Spark's spelling: as DESCRIBE and ``DataType.simpleString`` write them."""

from __future__ import annotations

import re

# Decimal digits of the largest value.
_DIGITS = {"tinyint": 3, "smallint": 5, "int": 10, "bigint": 19}
_DECIMAL = re.compile(r"decimal(?:\( *(\d+) *(?:, *(\d+) *)?\))?")
_INTERVAL = re.compile(r"interval (day|hour|minute|second)(?: to (hour|minute|second))?")
_UNITS = ["day", "hour", "minute", "second"]


def holds(wide: str, narrow: str) -> bool:
    """Whether every value of the type ``narrow`` is a value of the type ``wide``, without rounding.

    ``bigint`` holds ``int``, ``decimal(12,2)`` holds ``int`` and ``decimal(5,1)``, ``double`` holds ``float`` but not
    ``bigint``. A nested type holds only itself.
    """
    if wide == narrow or narrow == "void" or (wide, narrow) == ("double", "float"):
        return True
    if wide == "string":
        return narrow.partition("(")[0] in ("char", "varchar")
    if wide in _DIGITS:
        return narrow in _DIGITS and _DIGITS[narrow] <= _DIGITS[wide]
    if (outer := _decimal(wide)) and (inner := _decimal(narrow)):
        (precision, scale), (digits, fraction) = outer, inner
        return fraction <= scale and digits - fraction <= precision - scale
    if (longer := _interval(wide)) and (shorter := _interval(narrow)):
        return longer[0] <= shorter[0] and shorter[1] <= longer[1]
    return False


def _decimal(kind: str) -> tuple[int, int] | None:
    """Precision and scale of a DECIMAL, or of an integer as one."""
    if kind in _DIGITS:
        return _DIGITS[kind], 0
    match = _DECIMAL.fullmatch(kind)
    return (int(match.group(1) or 10), int(match.group(2) or 0)) if match else None


def _interval(kind: str) -> tuple[int, int] | None:
    """The positions of the first and last unit of a day-time interval."""
    match = _INTERVAL.fullmatch(kind)
    if match is None:
        return None
    first, last = match.group(1), match.group(2) or match.group(1)
    return _UNITS.index(first), _UNITS.index(last)
