"""Durations as text: Flink's grammar and ISO 8601 for reading, the largest whole unit for writing."""

from __future__ import annotations

import re
from collections.abc import Collection

# Spellings and lengths in nanoseconds of Flink's TimeUtils. It has no week, and a month has no fixed length.
_SPELLINGS = {
    "d": ("day", "days"),
    "h": ("hour", "hours"),
    "min": ("m", "minute", "minutes"),
    "s": ("sec", "secs", "second", "seconds"),
    "ms": ("milli", "millis", "millisecond", "milliseconds"),
    "us": ("µs", "micro", "micros", "microsecond", "microseconds"),
    "ns": ("nano", "nanos", "nanosecond", "nanoseconds"),
}
_MILLISECOND = 1_000_000
_NANOSECONDS = {
    "d": 86_400_000 * _MILLISECOND,
    "h": 3_600_000 * _MILLISECOND,
    "min": 60_000 * _MILLISECOND,
    "s": 1000 * _MILLISECOND,
    "ms": _MILLISECOND,
    "us": 1000,
    "ns": 1,
}
_UNIT_OF = {spelling: unit for unit, others in _SPELLINGS.items() for spelling in (unit, *others)} | {"": "ms"}
UNITS = tuple(_NANOSECONDS)
# Spark counts the hours of an interval in 32 bits.
_LONGEST_DAYS = 89_478_485
_LONGEST = _LONGEST_DAYS * _NANOSECONDS["d"]

_NUMBER_AND_UNIT = re.compile(r"([0-9]{1,18})\s*([a-zµ]*)")
_ISO = re.compile(
    r"p(?=.)(?:([0-9]{1,18})d)?(?:t(?=.)(?:([0-9]{1,18})h)?(?:([0-9]{1,18})m)?(?:([0-9]{1,18})(?:\.([0-9]{1,9}))?s)?)?"
)


def milliseconds(value: object, units: Collection[str] = UNITS) -> int | None:
    """The length of a duration in milliseconds, or None when the value is not one.

    Accepted are a whole number and one of ``units`` in any of its spellings, a bare number of milliseconds (also as an
    int), and ISO 8601 such as ``PT12H``. A length that is not whole milliseconds is refused, and one that Spark cannot
    count, which is more than 89,478,485 days.
    """
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    nanoseconds = _nanoseconds(str(value).strip().lower(), units)
    if nanoseconds is None or nanoseconds % _MILLISECOND or nanoseconds > _LONGEST:
        return None
    return nanoseconds // _MILLISECOND


def accepted(units: Collection[str] = UNITS) -> str:
    """What :func:`milliseconds` accepts, for error messages."""
    bare = ", a bare number of milliseconds" if "ms" in units else ""
    limit = f"; at most {_LONGEST_DAYS} d"
    return f"one whole number and one unit ({', '.join(units)}), as in '12 h'{bare}, or ISO 8601 as in 'PT12H'{limit}"


def text(length: int) -> str:
    """A length in milliseconds as text that :func:`milliseconds` reads: ``90 min``, and ``0 ms`` for zero."""
    nanoseconds = length * _MILLISECOND
    unit = next(unit for unit, size in _NANOSECONDS.items() if nanoseconds % size == 0) if length else "ms"
    return f"{nanoseconds // _NANOSECONDS[unit]} {unit}"


def describe(ttl: int) -> str:
    """A TTL in milliseconds for people: ``90 min``, and ``never expires`` for zero."""
    return text(ttl) if ttl else "never expires"


def _nanoseconds(value: str, units: Collection[str]) -> int | None:
    if match := _NUMBER_AND_UNIT.fullmatch(value):
        unit = _UNIT_OF.get(match[2])
        return int(match[1]) * _NANOSECONDS[unit] if unit is not None and unit in units else None
    if match := _ISO.fullmatch(value):
        *numbers, fraction = match.groups()
        parts = {unit: int(number) for unit, number in zip(("d", "h", "min", "s"), numbers, strict=True) if number}
        if all(unit in units for unit in parts):
            whole = sum(number * _NANOSECONDS[unit] for unit, number in parts.items())
            return whole + int((fraction or "0").ljust(9, "0"))
    return None
