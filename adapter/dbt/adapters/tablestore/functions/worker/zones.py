"""Time zones by the names that a Spark session accepts, of which some are not in the database of time zones."""

from __future__ import annotations

import datetime
import re
import zoneinfo
from typing import Any

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_MICROSECOND = datetime.timedelta(microseconds=1)
_OFFSET = re.compile(r"(?:UTC|GMT|UT)?([+-])(\d\d?)(?::?(\d\d?)(?::?(\d\d))?)?")
# Java's ZoneId.SHORT_IDS, by which Spark reads the names of three letters.
SHORT_ZONES = {
    "ACT": "Australia/Darwin",
    "AET": "Australia/Sydney",
    "AGT": "America/Argentina/Buenos_Aires",
    "ART": "Africa/Cairo",
    "AST": "America/Anchorage",
    "BET": "America/Sao_Paulo",
    "BST": "Asia/Dhaka",
    "CAT": "Africa/Harare",
    "CNT": "America/St_Johns",
    "CST": "America/Chicago",
    "CTT": "Asia/Shanghai",
    "EAT": "Africa/Addis_Ababa",
    "ECT": "Europe/Paris",
    "EST": "-05:00",
    "HST": "-10:00",
    "IET": "America/Indiana/Indianapolis",
    "IST": "Asia/Kolkata",
    "JST": "Asia/Tokyo",
    "MIT": "Pacific/Apia",
    "MST": "-07:00",
    "NET": "Asia/Yerevan",
    "NST": "Pacific/Auckland",
    "PLT": "Asia/Karachi",
    "PNT": "America/Phoenix",
    "PRT": "America/Puerto_Rico",
    "PST": "America/Los_Angeles",
    "SST": "Pacific/Guadalcanal",
    "VST": "Asia/Ho_Chi_Minh",
}


def zone_of(name: str) -> datetime.tzinfo:
    """The time zone of a session: ``Europe/Paris``, ``+02:00``, ``GMT+3``, ``PST``, ``Z``.

    Raises:
        zoneinfo.ZoneInfoNotFoundError: Python does not have it.
    """
    name = SHORT_ZONES.get(name, name)
    offset = _OFFSET.fullmatch(name)
    if offset is not None:
        sign, *numbers = offset.groups(default="0")
        hours, minutes, seconds = map(int, numbers)
        length = datetime.timedelta(hours=hours, minutes=minutes, seconds=seconds)
        return datetime.timezone(-length if sign == "-" else length)
    return zoneinfo.ZoneInfo("UTC" if name in ("Z", "UT") else name)


def epoch_microseconds(moment: datetime.datetime) -> int:
    """The microseconds from 1970-01-01 UTC to a datetime with a zone, from which pyarrow makes a TIMESTAMP.

    From the datetime itself, it would leave out the zone where the environment has PYARROW_IGNORE_TIMEZONE, which
    pyspark.pandas sets.
    """
    return (moment - _EPOCH) // _MICROSECOND


def in_zone(kind: Any, zone: str) -> Any:
    """An Arrow type whose timestamps with a zone are in this one, those inside of it too."""
    import pyarrow as pa

    def field(found: Any) -> Any:
        return found.with_type(in_zone(found.type, zone))

    if pa.types.is_timestamp(kind) and kind.tz is not None:
        # Arrow knows offsets, but not Java's names; Python's name of an offset is UTC+02:00
        return pa.timestamp(kind.unit, str(zone_of(zone)).removeprefix("UTC") or "UTC")
    if pa.types.is_list(kind):
        return pa.list_(field(kind.value_field))
    if pa.types.is_map(kind):
        return pa.map_(field(kind.key_field), field(kind.item_field))
    if pa.types.is_struct(kind):
        return pa.struct([field(found) for found in kind])
    return kind
