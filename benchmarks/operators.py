"""Compares the operators with hand-written SQL, in one run, as ratios.

    python benchmarks/operators.py [--rows 3000000] [--repeat 3] [--versions 10] [--only NAME ...]

Each round runs every query once, so that a busy minute of the machine affects all of them. The result is the median of
the ratios of all rounds. A query is read to the end, and nothing is written. The table shows the elapsed seconds and
those of the processors, which other programs affect less. The exit code is 1 when a ratio of elapsed times is above its
limit.
"""

from __future__ import annotations

import sys
import tempfile

from pyspark.sql import SparkSession

from _measure import Limit, arguments, compare, spark_session
from harness import call

# Our query, the one it is compared with, and the largest acceptable ratio.
LIMITS = [
    Limit("deduplicate", "dbt_utils.deduplicate", 0.5),
    Limit("deduplicate", "row_number = 1", 0.7),
    Limit("deduplicate, mixed directions", "row_number = 1", 1.1),
    Limit("topn", "row_number <= 3", 1.1),
    Limit("as_of_join", "join, then row_number", 0.2),
    Limit("as_of_join, twice the rows", "as_of_join", 2.3),
    Limit("sample", "rand() < 0.1", 1.3),
    Limit("fillna", "coalesce", 1.2),
]


def queries() -> dict[str, str]:
    """The queries by name: ours are rendered by the macros, the others are hand-written."""
    row_number = "row_number() over (partition by k order by ts desc) as rn from events"
    dbt_utils = (
        f"with row_numbered as (select _inner.*, {row_number} as _inner) "
        "select distinct data.* from events as data natural join row_numbered where row_numbered.rn = 1"
    )
    ranged_join = (
        "select * except (n) from (select l.*, r.rate, "
        "row_number() over (partition by l.id order by r.valid_from desc) as n from orders as l "
        "left join rates as r on l.cur = r.cur and r.valid_from <= l.ordered_at) where n = 1"
    )
    as_of = ("cur", "ordered_at", "valid_from", "left", ["rate"])
    return {
        "deduplicate": f"select * from {call('deduplicate', 'events', 'k', 'ts')}",
        "deduplicate, mixed directions": f"select * from {call('deduplicate', 'events', 'k', ['ts', 'id desc'])}",
        "dbt_utils.deduplicate": dbt_utils,
        "row_number = 1": f"select * except (rn) from (select *, {row_number}) where rn = 1",
        "topn": f"select * from {call('topn', 'events', 3, 'k', 'ts desc')}",
        "row_number <= 3": f"select * except (rn) from (select *, {row_number}) where rn <= 3",
        "as_of_join": f"select * from {call('as_of_join', 'orders', 'rates', *as_of)}",
        "as_of_join, twice the rows": f"select * from {call('as_of_join', 'orders2', 'rates2', *as_of)}",
        "join, then row_number": ranged_join,
        "sample": f"select * from {call('sample', 'events', 0.1, 42, 'id')}",
        "rand() < 0.1": "select * from events where rand() < 0.1",
        "fillna": f"select * from {call('fillna', 'events', {'amount': 0, 'name': 'none'})}",
        "coalesce": "select id, k, coalesce(name, 'none') as name, ts, coalesce(amount, 0D) as amount, u from events",
    }


def make_tables(spark: SparkSession, folder: str, rows: int, versions: int) -> None:
    """Writes Parquet files and creates views on them. Keys are in random order, and rates change about once an hour."""
    keys, second = rows // versions, "timestamp_seconds(1600000000 + pmod(xxhash64(id, {}), {}))"
    events = (
        f"select id, pmod(xxhash64(id, 1), {keys}) as k, 'name ' || id % 1000 as name, "
        f"{second.format(2, 10_000_000)} as ts, id * 0.5D as amount, hex(xxhash64(id)) as u from range(0, {rows}, 1, 4)"
    )
    texts = {"events": events}
    for suffix, times in (("", 1), ("2", 2)):
        texts[f"orders{suffix}"] = (
            f"select id, pmod(xxhash64(id, 3), {2000 * times}) as cur, {second.format(4, 600_000)} as ordered_at, "
            f"id * 0.5D as amount from range(0, {rows * times}, 1, 4)"
        )
        texts[f"rates{suffix}"] = (
            f"select pmod(xxhash64(id, 5), {2000 * times}) as cur, {second.format(6, 600_000)} as valid_from, "
            f"id * 1.5D as rate from range(0, {rows // 30 * times}, 1, 4)"
        )
    for name, sql in texts.items():
        spark.sql(sql).write.parquet(f"{folder}/{name}")
        spark.read.parquet(f"{folder}/{name}").createOrReplaceTempView(name)


def main() -> int:
    """Measures, prints seconds and ratios, and returns the exit code."""
    parser = arguments(__doc__, rows=3_000_000)
    parser.add_argument("--versions", type=int, default=10, help="rows per key of deduplicate and topn")
    options = parser.parse_args()
    spark = spark_session(partitions=8)
    with tempfile.TemporaryDirectory() as folder:
        make_tables(spark, folder, options.rows, options.versions)
        print(f"{options.rows:,} rows, {options.versions} per key", end=", ")
        over = compare(spark, queries(), LIMITS, options)
    spark.stop()
    return int(over > 0)


if __name__ == "__main__":
    sys.exit(main())
