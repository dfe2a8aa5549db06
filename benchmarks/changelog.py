"""Compares the time to read the changes of one commit from a short changelog and from a long one.

    python benchmarks/changelog.py [--short 10] [--long 300] [--changes 20000] [--rounds 7]

The changelogs are tables as keyed models create them, with the same number of changes in each commit. Prints the median
seconds to read the last commit, and the ratio, which should be near 1 on both formats.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.spark import session

import harness
from _measure import dbt, write_settings
from formats import CATALOGS


def start(folder: Path) -> Any:
    """The Spark of a dbt run in this process."""
    write_settings(folder)
    dbt(folder, "show", "--inline", "select 1")
    return session._root


def fill(spark: Any, format: str, name: str, commits: int, changes: int) -> str:
    """Creates a changelog with this number of commits; returns its name."""
    table = f"{CATALOGS[format]}.bench.{name}"
    columns = [{"quoted": "`k`", "type": "bigint"}, {"quoted": "`v`", "type": "string"}]
    plan = {"table_format": harness.call("_format", format), "columns": columns, "kept_columns": []}
    others = "'' as _row_kind, 0 as _commit, current_timestamp() as _committed_at"
    rows = f"select k, v, {others} from values (1, '') as t(k, v) where false"
    spark.sql(harness.call("_log_created", plan | {"kept_tables": []}, table, rows, "bench")["sql"])
    for commit in range(1, commits + 1):
        spark.sql(
            f"insert into {table} select id, concat('value ', id), if(id % 2 = 0, '-U', '+U'), {commit}, "
            f"timestamp'2024-01-01' from range(0, {changes}, 1, 1)"
        )
    return table


def main() -> None:
    """Measures both changelogs on each format and prints the results."""
    parser = argparse.ArgumentParser(description="Read one commit from a short and a long changelog.")
    parser.add_argument("--short", type=int, default=10)
    parser.add_argument("--long", type=int, default=300)
    parser.add_argument("--changes", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        os.chdir(temporary)
        spark = start(Path(temporary))
        for format, catalog in CATALOGS.items():
            spark.sql(f"create schema if not exists {catalog}.bench")
            taken: dict[int, list[float]] = {arguments.short: [], arguments.long: []}
            logs = {n: fill(spark, format, f"log_{n}", n, arguments.changes) for n in taken}
            for round_ in range(arguments.rounds + 1):
                for commits, log in logs.items():
                    begun = time.perf_counter()
                    query = f"select sum(k), max(v) from {log} where _commit > {commits - 1} and _commit <= {commits}"
                    spark.sql(query).collect()
                    if round_:
                        taken[commits].append(time.perf_counter() - begun)
            short, long = (statistics.median(taken[n]) for n in taken)
            print(
                f"{format}: {short:.3f} s of {arguments.short} commits, {long:.3f} s of {arguments.long} commits, "
                f"ratio {long / short:.2f}",
                flush=True,
            )
        os.chdir("/")
        session.stop()


if __name__ == "__main__":
    main()
