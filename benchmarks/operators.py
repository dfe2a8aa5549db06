"""The operators beside what one would otherwise write, in one run, as ratios.

    python benchmarks/operators.py [--rows 3000000] [--repeat 3] [--versions 10] [--only NAME ...]

Every round runs each query once, so a busy minute of the machine falls on all of them; the median of the rounds' ratios
counts. A query is read to the end and nothing is written. Beside the seconds by the clock stand those of the
processors, which other programs disturb less. The exit code is 1 when a ratio by the clock is above its limit.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from _measure import Cost, cost, ratio
from pyspark.sql import SparkSession

from harness import call

# Ours, what it is compared with, and the greatest ratio that is acceptable.
LIMITS = [
    ("deduplicate", "dbt_utils.deduplicate", 0.5),
    ("deduplicate", "row_number = 1", 0.7),
    ("deduplicate, mixed directions", "row_number = 1", 1.1),
    ("topn", "row_number <= 3", 1.1),
    ("as_of_join", "join, then row_number", 0.2),
    ("as_of_join, twice the rows", "as_of_join", 2.3),
    ("sample", "rand() < 0.1", 1.3),
    ("fillna", "coalesce", 1.2),
]


def queries() -> dict[str, str]:
    """Every query by name: ours rendered by the macros, the others as people write them."""
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
    """Parquet files and views on them; keys arrive in no order, and the rates change once an hour or so."""
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=3_000_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--versions", type=int, default=10, help="rows per key of deduplicate and topn")
    parser.add_argument("--only", nargs="*", help="names of our queries")
    options = parser.parse_args()
    limits = [limit for limit in LIMITS if not options.only or limit[0] in options.only]
    wanted = {name for limit in limits for name in limit[:2]}
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.memory", "3g")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "8")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    taken: dict[str, list[Cost]] = {name: [] for name in queries() if name in wanted}
    with tempfile.TemporaryDirectory() as folder:
        make_tables(spark, folder, options.rows, options.versions)
        for round_number in range(options.repeat + 1):
            for name in taken:
                time_taken = cost(spark, queries()[name])
                if round_number > 0:
                    taken[name].append(time_taken)
    spark.stop()
    print(f"{options.rows:,} rows, {options.versions} per key, median of {options.repeat} rounds")
    print(f"  {'':32} by the clock, of the processors")
    for name, times in taken.items():
        clock, processors = (statistics.median(values) for values in zip(*times, strict=True))
        print(f"  {name:32} {clock:7.2f} s {processors:7.2f} s")
    over = 0
    for ours, other, limit in limits:
        of = ratio(taken[ours], taken[other])
        over += of.clock > limit
        mark = "" if of.clock <= limit else "  ABOVE"
        print(f"{ours} / {other}: {of.clock:.2f}, {of.processors:.2f} (at most {limit}){mark}", flush=True)
    return int(over > 0)


if __name__ == "__main__":
    sys.exit(main())
