"""Compares the window macros with hand-written SQL, in one run, as ratios.

    python benchmarks/windows.py [--rows 3000000] [--repeat 3] [--only NAME ...]

Both sides of a comparison aggregate the same rows into the same windows and groups, take turns, and discard the result.
First, both results are compared on a sample. `dense` has 100 rows per minute and group, `sparse` 1 row per group in 10
minutes. A ratio below 1 is faster than hand-written SQL. It is the median of the ratios of all rounds. The table shows
the ratio of elapsed seconds and that of processor seconds, which other programs affect less.
"""

from __future__ import annotations

import sys
import tempfile
from typing import NamedTuple

from pyspark.sql import SparkSession

from _measure import arguments, middle, ratio, rounds, spark_session
from harness import call

AGGREGATES = {"total": "sum(price)", "bids": "count(*)"}
HOUR_BY_MINUTE = {"type": "hop", "time_column": "ts", "slide": "1 minute", "size": "60 minutes"}
TEN_MINUTES = {"type": "tumble", "time_column": "ts", "size": "10 minutes"}
GROWING_HOUR = {"type": "cumulate", "time_column": "ts", "step": "2 minutes", "size": "1 hour"}


def aggregated(table: str, window: dict[str, str]) -> str:
    """A call of ``window_aggregate``."""
    return f"select window_start, item, total, bids from {call('window_aggregate', table, window, 'item', AGGREGATES)}"


def grouped(start: str, rows: str, end: str = "") -> str:
    """A hand-written GROUP BY; ``start`` and ``end`` are the window."""
    keys = ", ".join(filter(None, [start, end, "item"]))
    return f"select {start} as window_start, item, sum(price) as total, count(*) as bids from {rows} group by {keys}"


def over_macro(macro: str, table: str, *lengths: str) -> str:
    """A GROUP BY of the rows of a window macro."""
    return grouped("window_start", call(macro, table, "ts", *lengths), "window_end")


# Arithmetic on local times in milliseconds: in the session's time zone or, because a TIMESTAMP_NTZ has no arithmetic,
# through a TIMESTAMP. The windows are TIMESTAMP_NTZ like those of the macros. As TIMESTAMP they would cost less: the
# macros take up to 1.3 times as long.
ZONED = {False: "from_utc_timestamp(ts, current_timezone())", True: "cast(ts as timestamp)"}
LOCAL = "(select *, unix_millis({local}) as at from {table})"
WALL = "cast(timestamp_millis({}) as timestamp_ntz)"
CUT = WALL.format("at - pmod(at, 600000)")
TEN = f"(select *, {CUT} as begin, {WALL.format('at - pmod(at, 600000) + 600000')} as until from {LOCAL})"
GROWING = f"""(
    select item, price, {WALL.format("hour")} as begin, explode(sequence(
        {WALL.format("hour + (floor((at - hour) / 120000) + 1) * 120000")}, {WALL.format("hour + 3600000")},
        interval '2 minutes')) as until
    from (select *, at - pmod(at, 3600000) as hour from {LOCAL})
)"""


class Comparison(NamedTuple):
    """One ratio: ``ours`` and ``theirs`` have ``{table}`` and ``{local}``, ``limit`` is the largest ratio."""

    name: str
    tables: tuple[str, ...]
    ours: str
    theirs: str
    limit: float


COMPARISONS = [
    Comparison(
        "hop 60/1 minutes, window_aggregate / window()",
        ("dense", "dense_ntz"),
        aggregated("{table}", HOUR_BY_MINUTE),
        grouped("window(ts, '60 minutes', '1 minute').start", "{table}"),
        0.2,
    ),
    Comparison(
        "hop 60/1 minutes, window_aggregate / window()",
        ("sparse", "sparse_ntz"),
        aggregated("{table}", HOUR_BY_MINUTE),
        grouped("window(ts, '60 minutes', '1 minute').start", "{table}"),
        1.0,
    ),
    Comparison(
        "tumble 10 minutes, macro / arithmetic",
        ("dense", "dense_ntz"),
        over_macro("tumble", "{table}", "10 minutes"),
        grouped("begin", TEN, "until"),
        1.0,
    ),
    Comparison(
        "tumble 10 minutes, window_aggregate / arithmetic",
        ("dense", "dense_ntz"),
        aggregated("{table}", TEN_MINUTES),
        grouped(CUT, LOCAL),
        1.0,
    ),
    Comparison(
        "cumulate 2/60 minutes, macro / arithmetic",
        ("dense", "dense_ntz"),
        over_macro("cumulate", "{table}", "2 minutes", "1 hour"),
        grouped("begin", GROWING, "until"),
        1.0,
    ),
    Comparison(
        "cumulate 2/60 minutes, window_aggregate / arithmetic",
        ("dense", "dense_ntz"),
        aggregated("{table}", GROWING_HOUR),
        grouped("begin", GROWING, "until"),
        1.0,
    ),
]


def tables(spark: SparkSession, rows: int, folder: str) -> None:
    """Creates the tables as Parquet files, with a TIMESTAMP and with a TIMESTAMP_NTZ."""
    for name, minutes_between in [("dense", 0.001), ("sparse", 0.1)]:
        step = int(minutes_between * 60_000)
        base = f"""select timestamp_millis(1600000000000 + id * {step}) as ts,
            case when {step} < 1000 then id % 10 else id % 100 end as item, cast(id % 1000 as double) as price
            from range(0, {rows}, 1, 2)"""
        for suffix, time_type in [("", "timestamp"), ("_ntz", "timestamp_ntz")]:
            path = f"{folder}/{name}{suffix}"
            spark.sql(f"select cast(ts as {time_type}) as ts, item, price from ({base})").write.parquet(path)
            spark.read.parquet(path).createOrReplaceTempView(name + suffix)
            spark.table(name + suffix).limit(5000).createOrReplaceTempView(f"{name}{suffix}_sample")


def check(spark: SparkSession, name: str, table: str, sides: dict[str, str]) -> None:
    """Ends the program when the two sides return different rows for a sample."""
    sample = [
        sorted(spark.sql(sql.replace(table, f"{table}_sample")).select("item", "total", "bids").collect())
        for sql in sides.values()
    ]
    if sample[0] != sample[1]:
        raise SystemExit(f"{name} on {table}: the two sides return different rows")


def main() -> int:
    """Runs the comparisons; the exit code is 1 when a ratio is above its limit."""
    options = arguments(__doc__, rows=3_000_000).parse_args()
    spark = spark_session(partitions=4, memory="4g")
    over = 0
    with tempfile.TemporaryDirectory() as folder:
        tables(spark, options.rows, folder)
        print(f"{'':52} {'table':10} {'ours':>8} {'theirs':>8} {'ratio':>6} {'of cpu':>6}  limit")
        for comparison in COMPARISONS:
            if not all(word in comparison.name for word in options.only):
                continue
            for table in comparison.tables:
                queries = {
                    side: sql.replace("{table}", table).replace("{local}", ZONED[table.endswith("_ntz")])
                    for side, sql in (("ours", comparison.ours), ("theirs", comparison.theirs))
                }
                check(spark, comparison.name, table, queries)
                taken = rounds(spark, queries, options.repeat)
                of = ratio(taken["ours"], taken["theirs"])
                mark = "  over" if of.clock > comparison.limit else ""
                over += bool(mark)
                clocks = [middle(costs).clock for costs in taken.values()]
                print(
                    f"{comparison.name:52} {table:10} {clocks[0]:7.2f}s {clocks[1]:7.2f}s {of.clock:6.2f} "
                    f"{of.processors:6.2f}  {comparison.limit}{mark}",
                    flush=True,
                )
    spark.stop()
    return int(over > 0)


if __name__ == "__main__":
    sys.exit(main())
