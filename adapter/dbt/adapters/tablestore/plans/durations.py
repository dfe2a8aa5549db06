"""TTLs as plans write them: Flink's grammar for reading, the largest whole unit for writing."""

from __future__ import annotations

import re

ACCEPTED = "a whole number with d, h, min, s or ms, as in '12 h', a bare number of milliseconds, or PT12H; 0 is never"

_LENGTHS = {"d": 86_400_000, "h": 3_600_000, "min": 60_000, "s": 1000, "ms": 1}
_SPELLINGS = {
    "d": ("day", "days"),
    "h": ("hour", "hours"),
    "min": ("m", "minute", "minutes"),
    "s": ("sec", "secs", "second", "seconds"),
    "ms": ("", "milli", "millis", "millisecond", "milliseconds"),
}
_UNITS = {name: _LENGTHS[unit] for unit, names in _SPELLINGS.items() for name in (unit, *names)}
_SIMPLE = re.compile(r"(\d+)\s*([a-z]*)")
_ISO = re.compile(r"P(?=.)(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d{1,3}))?S)?)?", re.IGNORECASE)


def milliseconds(value: object) -> int | None:
    """A TTL of a plan's file in milliseconds, 0 for never; None when it is none."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    text = str(value).strip()
    if match := _SIMPLE.fullmatch(text.lower()):
        number, unit = match.groups()
        return int(number) * _UNITS[unit] if unit in _UNITS else None
    if match := _ISO.fullmatch(text):
        days, hours, minutes, seconds, fraction = match.groups()
        units = zip((days, hours, minutes, seconds), ("d", "h", "min", "s"), strict=True)
        return sum(int(number or 0) * _LENGTHS[unit] for number, unit in units) + int((fraction or "0").ljust(3, "0"))
    return None


def written(ttl: int) -> str:
    """Milliseconds as a plan's file has them: ``90 min``, and ``0 ms`` for never."""
    unit = next(unit for unit, length in _LENGTHS.items() if ttl % length == 0) if ttl else "ms"
    return f"{ttl // _LENGTHS[unit]} {unit}"


def said(ttl: int) -> str:
    """Milliseconds as a log says them."""
    return written(ttl) if ttl else "never expires"
