"""Compares the cost of a batch in keyed models and in dbt-spark's `merge`, by the time of their Spark statements.

    python benchmarks/engines.py [--rows 4000000] [--batch 10000] [--rounds 5] [--only MODEL ...]
    python benchmarks/engines.py --growth [--sizes 1 4 16 64] [--rounds 5]

Every model gets the same batches: nine in ten rows update random keys, and one in ten has a new key. The models take
turns in one process. `deduplicate`, `partial-update`, `aggregation` and `lookup` (deduplicate with a changelog) are on
Iceberg. `dbt_spark_merge` is dbt-spark's incremental strategy on Delta, and `dbt_spark_merge_feed` the same with
Delta's change data feed. Prints the median seconds of a batch, the ratios with their limits, and the seconds of a whole
`dbt run` from the start of its process to its end. The exit code is 1 when a ratio is above its limit.

With `--growth`, it measures `deduplicate` on tables of 1, 4, 16 and 64 million rows, which take turns: with batches of
recent keys (the last 20,000, and new ones), and with batches of random keys.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.spark import session
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

from _measure import Limit, dbt, is_above, settle, write_settings

COLUMNS = "k, amount, status, score, updated_at"
CHANGES = "global_temp.changes"
KEYED = {"materialized": "incremental", "primary_key": "k", "sequence_field": "updated_at"}
FIELDS = {"amount": {"aggregate_function": "sum"}, "score": {"aggregate_function": "max"}}
LIMITS = [
    Limit("deduplicate", "dbt_spark_merge", 0.4),
    Limit("lookup", "dbt_spark_merge_feed", 0.33),
    Limit("deduplicate_4x", "deduplicate", 2.0),
    Limit("partial_update", "deduplicate", 1.3),
    Limit("aggregation", "deduplicate", 1.3),
]


def models(rows: int) -> dict[str, dict[str, Any]]:
    """The models by name: their config, and under `rows` the number of rows before the first batch."""
    return {
        "deduplicate": {"rows": rows, **KEYED},
        "lookup": {"rows": rows, **KEYED, "changelog_producer": "lookup"},
        "deduplicate_4x": {"rows": 4 * rows, **KEYED},
        "partial_update": {"rows": rows, **KEYED, "merge_engine": "partial-update"},
        "aggregation": {"rows": rows, **KEYED, "merge_engine": "aggregation", "fields": FIELDS},
        "dbt_spark_merge": {
            "rows": rows,
            "materialized": "incremental",
            "incremental_strategy": "merge",
            "unique_key": "k",
            "file_format": "delta",
        },
        "dbt_spark_merge_feed": {
            "rows": rows,
            "materialized": "incremental",
            "incremental_strategy": "merge",
            "unique_key": "k",
            "file_format": "delta",
            "tblproperties": {"delta.enableChangeDataFeed": "true"},
        },
    }


def chosen(arguments: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """All models, or those that the command line names."""
    return {name: config for name, config in models(arguments.rows).items() if name in (arguments.only or [name])}


class Stopwatch:
    """The seconds spent in the statements that dbt sends to Spark."""

    def __init__(self) -> None:
        self.seconds = 0.0
        original = Cursor.execute

        def execute(cursor: Cursor, sql: str, bindings: Any = None) -> None:
            start = time.perf_counter()
            try:
                original(cursor, sql, bindings)
            finally:
                self.seconds += time.perf_counter() - start

        Cursor.execute = execute  # type: ignore[method-assign]


def write_project(folder: Path, sizes: dict[str, dict[str, Any]]) -> None:
    """A project with one model per entry, each selecting the current changes."""
    (folder / "models").mkdir()
    write_settings(folder)
    for name, config in sizes.items():
        arguments = ", ".join(f"{key}={value!r}" for key, value in config.items() if key != "rows")
        text = "{{ config(" + arguments + ") }}\nselect " + COLUMNS + " from {{ var('changes', '" + CHANGES + "') }}\n"
        (folder / "models" / f"{name}.sql").write_text(text)


def changes(rows: int, batch: int, round_: int, recent: bool = False) -> str:
    """A batch: updates of random keys, or of recent ones, and new keys.

    Each key occurs once, or dbt-spark's merge would fail.
    """
    old = f"{rows} - 1 - 2 * id" if recent else f"pmod(id * 2654435761 + {round_} * 7919, {rows})"
    return f"""
      select
        if(id % 10 = 0, {rows} + {round_} * {batch} + id, {old}) as k,
        id as amount,
        concat('status ', id % 7) as status,
        cast(id % 100 as double) as score,
        timestamp'2024-06-01 00:00:00' + make_interval(0, 0, 0, 0, 0, {round_}, id / {batch}) as updated_at
      from range({batch})
    """


def prepare(spark: Any, name: str, config: dict[str, Any]) -> None:
    """Creates the table of a model before the first batch, with unique keys, in a single write."""
    catalog, using = ("spark_catalog", "delta") if config.get("file_format") == "delta" else ("lake", "iceberg")
    feed = "tblproperties ('delta.enableChangeDataFeed' = 'true')"
    properties = feed if "tblproperties" in config else ""
    spark.sql(
        f"""
        create table {catalog}.bench.{name} using {using} {properties} as
        select id as k, id % 1000 as amount, concat('status ', id % 7) as status, cast(id % 100 as double) as score,
          timestamp'2024-01-01 00:00:00' + make_interval(0, 0, 0, 0, 0, 0, id % 86400) as updated_at
        from range({config["rows"]})
        """
    )


def measure(folder: Path, arguments: argparse.Namespace) -> dict[str, list[float]]:
    """The seconds of Spark statements per model and round, after a round that warms up the JVM."""
    sizes = chosen(arguments)
    watch = Stopwatch()
    dbt(folder, "show", "--inline", "select 1")
    spark = session._root
    for catalog in ("lake", "spark_catalog"):
        spark.sql(f"create schema if not exists {catalog}.bench")
    for name, config in sizes.items():
        prepare(spark, name, config)
    taken: dict[str, list[float]] = {name: [] for name in sizes}
    for round_ in range(arguments.rounds + 1):
        for name, config in sizes.items():
            sql = changes(config["rows"], arguments.batch, round_)
            spark.sql(f"create or replace global temporary view changes as {sql}")
            settle(spark)
            watch.seconds = 0.0
            dbt(folder, "run", "--select", name)
            if round_:
                taken[name].append(watch.seconds)
            print(f"round {round_} {name:20} {watch.seconds:6.2f} s", flush=True)
    spark.sql(f"create table lake.bench.changes using iceberg as {changes(arguments.rows, arguments.batch, 99)}")
    spark.sql("create table spark_catalog.bench.changes using delta as select * from lake.bench.changes")
    session.stop()
    return taken


def growth(folder: Path, sizes: list[int], batch: int, rounds: int) -> None:
    """Measures the growth of the cost with the size of the table, and prints it."""
    watch = Stopwatch()
    dbt(folder, "show", "--inline", "select 1")
    spark = session._root
    spark.sql("create schema if not exists lake.bench")
    for millions in sizes:
        prepare(spark, f"rows_{millions}m", {"rows": millions * 1_000_000})
    for kind in ("recent", "random"):
        taken: dict[int, list[float]] = {millions: [] for millions in sizes}
        for round_ in range(rounds + 1):
            for millions in sizes:
                number = round_ + (100 if kind == "random" else 0)
                sql = changes(millions * 1_000_000, batch, number, recent=kind == "recent")
                spark.sql(f"create or replace global temporary view changes as {sql}")
                settle(spark)
                watch.seconds = 0.0
                dbt(folder, "run", "--select", f"rows_{millions}m")
                if round_:
                    taken[millions].append(watch.seconds)
        print(f"\nBatches of {batch:,} rows with {kind} keys, median of {rounds}, and the ratio of each round:")
        for millions, seconds in taken.items():
            ratios = [one / first for one, first in zip(seconds, taken[sizes[0]], strict=True)]
            print(
                f"  {millions:>3} million rows {statistics.median(seconds):6.2f} s   {statistics.median(ratios):5.2f} "
                f"({min(ratios):.2f} to {max(ratios):.2f})",
                flush=True,
            )
    session.stop()


def whole_run(folder: Path, name: str) -> float:
    """The seconds of `dbt run` for one model, in a process of its own."""
    table = "spark_catalog.bench.changes" if name == "dbt_spark_merge" else "lake.bench.changes"
    command = [
        str(Path(sys.executable).parent / "dbt"),
        "run",
        "--quiet",
        "--select",
        name,
        "--vars",
        f"changes: {table}",
    ]
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, env={**os.environ, "DBT_PROFILES_DIR": str(folder)})
    return time.perf_counter() - start


def main() -> int:
    """Measures the models, prints the results, and returns the exit code."""
    parser = argparse.ArgumentParser(description="The cost of a batch, compared with dbt-spark's merge.")
    parser.add_argument("--rows", type=int, default=4_000_000)
    parser.add_argument("--batch", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="+", metavar="MODEL", help="only some of the models")
    parser.add_argument("--growth", action="store_true", help="the cost of tables of several sizes")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1, 4, 16, 64], help="their millions of rows")
    arguments = parser.parse_args()
    if arguments.growth:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            os.chdir(folder)
            write_project(folder, {f"rows_{millions}m": KEYED for millions in arguments.sizes})
            growth(folder, arguments.sizes, arguments.batch, arguments.rounds)
            os.chdir("/")
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        os.chdir(folder)
        write_project(folder, chosen(arguments))
        # in a process of its own, because its Spark would keep the tables of the later runs locked
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            taken = pool.submit(measure, folder, arguments).result()
        processes = {name: whole_run(folder, name) for name in ("deduplicate", "dbt_spark_merge") if name in taken}
        os.chdir("/")
    median = {name: statistics.median(seconds) for name, seconds in taken.items()}
    print(f"\nA batch of {arguments.batch:,} rows, median of {arguments.rounds}:")
    for name, config in chosen(arguments).items():
        spread = f"{min(taken[name]):.2f} to {max(taken[name]):.2f}"
        print(f"  {name:20} {config['rows']:>11,} rows {median[name]:7.2f} s   ({spread})")
    print("\nRatios:")
    measured = [limit for limit in LIMITS if limit.ours in median and limit.other in median]
    above = [limit for limit in measured if is_above(limit, median[limit.ours] / median[limit.other])]
    print("\nA whole dbt run, process start to end:")
    for name, seconds in processes.items():
        print(f"  {name:20} {seconds:7.2f} s")
    return int(above != [])


if __name__ == "__main__":
    sys.exit(main())
