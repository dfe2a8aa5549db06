"""SQL types as text, in Spark's spelling: as DESCRIBE and ``DataType.simpleString`` write them."""

from __future__ import annotations

import re

from dbt.adapters.tablestore.sql.nested_types import Array, Map, NestedType, Struct, parse_nested

# Decimal digits of the largest value.
_DIGITS = {"tinyint": 3, "smallint": 5, "int": 10, "bigint": 19}
_DECIMAL = re.compile(r"decimal(?:\( *(\d+) *(?:, *(\d+) *)?\))?")
# What Spark compares a bigint as with decimals, and the digits that a decimal can have.
_BIGINT, _MOST_DIGITS = (20, 0), 38
# Not a date and a timestamp: where a zone has skipped a day, that date and the next one begin at the same time.
_SAME_VALUES = ({"string", "varchar", "char"}, {"float", "double"}, {"date", "timestamp_ntz"})
_UNITS = ["year", "month", "day", "hour", "minute", "second"]
_INTERVAL = re.compile(rf"interval ({'|'.join(_UNITS)})(?: to ({'|'.join(_UNITS)}))?")
_TIME = re.compile(r"time(?:\((\d)\))?")


def holds(wide: str, narrow: str) -> bool:
    """Whether every value of the type ``narrow`` is a value of the type ``wide``, without rounding.

    ``bigint`` holds ``int``, ``decimal(12,2)`` holds ``int`` and ``decimal(5,1)``, ``double`` holds ``float`` but not
    ``bigint``. A nested type holds one with the same fields in the same order, whose names are compared without case.
    The macro `_type_holds` of the package gives the same answers.
    """
    return _holds(parse_nested(wide), parse_nested(narrow))


def _holds(wide: NestedType, narrow: NestedType) -> bool:
    if narrow == "void":
        return True
    if isinstance(wide, Struct) and isinstance(narrow, Struct):
        return len(wide.fields) == len(narrow.fields) and all(
            to.lower() == name.lower() and _holds(outer, inner)
            for (to, outer), (name, inner) in zip(wide.fields, narrow.fields, strict=True)
        )
    if isinstance(wide, Array) and isinstance(narrow, Array):
        return _holds(wide.element, narrow.element)
    if isinstance(wide, Map) and isinstance(narrow, Map):
        return _holds(wide.key, narrow.key) and _holds(wide.value, narrow.value)
    return isinstance(wide, str) and isinstance(narrow, str) and _plain_holds(wide, narrow)


def _plain_holds(wide: str, narrow: str) -> bool:
    if wide == narrow or (wide, narrow) == ("double", "float"):
        return True
    if wide == "string":
        return narrow.partition("(")[0] in ("char", "varchar") or narrow.startswith("string collate ")
    if wide in _DIGITS:
        return narrow in _DIGITS and _DIGITS[narrow] <= _DIGITS[wide]
    if (outer := _decimal(wide)) and (inner := _decimal(narrow)):
        (precision, scale), (digits, fraction) = outer, inner
        return fraction <= scale and digits - fraction <= precision - scale
    if (longer := _interval(wide)) and (shorter := _interval(narrow)):
        return longer[0] <= shorter[0] and shorter[1] <= longer[1]
    if (finer := _TIME.fullmatch(wide)) and (coarser := _TIME.fullmatch(narrow)):
        return int(coarser[1] or 6) <= int(finer[1] or 6)
    return False


def match_one_to_one(one: str, other: str) -> bool:
    """Whether a value of one type is equal to at most one value of the other, in both directions.

    Spark converts one of the types, or both to a third one, and that can make one value of two: 1 is equal to '1' and
    to '01', and 9007199254740992.0 to 9007199254740992 and to 9007199254740993.
    """
    one, other = one.lower(), other.lower()
    if one == other or "void" in (one, other):
        return True
    first, second = (_BIGINT if kind == "bigint" else _decimal(kind) for kind in (one, other))
    if first and second:
        (precision, scale), (digits, fraction) = first, second
        return max(precision - scale, digits - fraction) + max(scale, fraction) <= _MOST_DIGITS
    return any({one.partition("(")[0], other.partition("(")[0]} <= names for names in _SAME_VALUES)


def _decimal(kind: str) -> tuple[int, int] | None:
    """Precision and scale of a DECIMAL, or of an integer as one."""
    if kind in _DIGITS:
        return _DIGITS[kind], 0
    match = _DECIMAL.fullmatch(kind)
    return (int(match.group(1) or 10), int(match.group(2) or 0)) if match else None


def _interval(kind: str) -> tuple[int, int] | None:
    """The positions of the first and last unit of an interval."""
    match = _INTERVAL.fullmatch(kind)
    if match is None:
        return None
    first, last = match.group(1), match.group(2) or match.group(1)
    return _UNITS.index(first), _UNITS.index(last)
