"""Spellings of a TTL that are accepted or refused, for the readers in Python and in Jinja.

A case is a text and its length in milliseconds, or None when the text is refused. The grammar is Flink's TimeUtils (one
whole number and one unit, milliseconds without a unit) and ISO 8601 (``PT12H``). A length must be whole milliseconds.
"""

from __future__ import annotations

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000

CASES: list[tuple[str, int | None]] = [
    # every unit in every spelling
    *((f"2 {unit}", 2 * DAY) for unit in ("d", "day", "days")),
    *((f"2 {unit}", 2 * HOUR) for unit in ("h", "hour", "hours")),
    *((f"2 {unit}", 2 * MINUTE) for unit in ("m", "min", "minute", "minutes")),
    *((f"2 {unit}", 2 * SECOND) for unit in ("s", "sec", "secs", "second", "seconds")),
    *((f"2 {unit}", 2) for unit in ("ms", "milli", "millis", "millisecond", "milliseconds")),
    *((f"3000 {unit}", 3) for unit in ("us", "µs", "micro", "micros", "microsecond", "microseconds")),
    *((f"5000000 {unit}", 5) for unit in ("ns", "nano", "nanos", "nanosecond", "nanoseconds")),
    # a bare number is milliseconds; 0 of any unit means that nothing expires
    ("2000", 2000),
    ("0", 0),
    ("0 ms", 0),
    ("0 s", 0),
    ("0 ns", 0),
    ("007 d", 7 * DAY),
    # blanks and case
    ("1d", DAY),
    ("1  d", DAY),
    (" 1 d ", DAY),
    ("\t90 min\n", 90 * MINUTE),
    ("1 DAYS", DAY),
    ("12H", 12 * HOUR),
    ("1500 Ms", 1500),
    # ISO 8601
    ("PT12H", 12 * HOUR),
    ("P1DT12H", DAY + 12 * HOUR),
    ("P7D", 7 * DAY),
    ("PT90M", 90 * MINUTE),
    ("PT1H30M5S", HOUR + 30 * MINUTE + 5 * SECOND),
    ("PT0.5S", 500),
    ("PT1.001S", 1001),
    ("PT1.250000000S", 1250),
    ("PT0S", 0),
    ("pt2s", 2000),
    (" PT2S ", 2000),
    # the longest that Spark counts
    ("89478485 d", 89478485 * DAY),
    ("106751992 d", None),
    ("P106751992D", None),
    ("999999999999999999 d", None),
    # not whole milliseconds
    ("1 us", None),
    ("1500 micros", None),
    ("1500 ns", None),
    ("PT0.0005S", None),
    # units that Flink does not have, or whose length is not fixed
    ("1 week", None),
    ("2 weeks", None),
    ("1 w", None),
    ("1 month", None),
    ("1 year", None),
    ("10 foo", None),
    ("1 dayss", None),
    ("1 hs", None),
    ("1 hr", None),
    ("2 hrs", None),
    ("2 mins", None),
    ("P1W", None),
    ("P1M", None),
    ("P1Y", None),
    # no number, or more than one
    ("", None),
    (" ", None),
    ("d", None),
    ("ms", None),
    ("1 d 2 h", None),
    ("1d2h", None),
    ("1 2", None),
    ("1 d;", None),
    ("interval 1 day", None),
    # numbers that are not plain whole numbers
    ("-1d", None),
    ("-5 ms", None),
    ("+1 d", None),
    ("1.5 h", None),
    ("0.5 s", None),
    ("1,5 h", None),
    ("1_000 ms", None),
    ("1e3 ms", None),
    ("0x10 s", None),
    ("\u0661 d", None),  # a digit, but not an ASCII one
    ("1" + 18 * "0" + " ms", None),
    # ISO 8601 without a value, or with a sign or a fraction elsewhere
    ("P", None),
    ("PT", None),
    ("P1DT", None),
    ("-PT2S", None),
    ("PT-2S", None),
    ("PT1.5H", None),
    ("PT.5S", None),
    ("PT1.S", None),
    ("P12H", None),
    ("T12H", None),
    ("12H PT", None),
    ("PT12H30", None),
]
