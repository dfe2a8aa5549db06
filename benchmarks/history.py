"""Compares a history of versions with `dbt snapshot`, strategy `timestamp`, over the same changes in one process.

    python benchmarks/history.py [--versions 4000000] [--batch 10000] [--rounds 3] [--keys recent]

Both tables are on Iceberg and begin with the same versions, four of each key, sorted by key. A batch has a new
version of each of its keys, which are the last ones (`recent`) or anywhere (`random`). Then the history with a
quarter of the versions gets the same batches, which says whether a run costs what its batch or what its table has.
The snapshot selects from the batch alone, which spares it the comparison with all keys. Prints the seconds of the
nodes, and their ratios per round.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from pathlib import Path

from _measure import dbt, settle, write_settings
from dbt.adapters.tablestore.spark import session
from pyspark.sql import SparkSession

CONFIG = "materialized='incremental', primary_key='id', scd_type=2, sequence_field='updated_at', cluster_by='key'"
SELECT = "select id, status, amount, updated_at from global_temp.changes_{}"
SNAPSHOT = """
snapshots:
  - name: snapshot
    relation: ref('changes')
    config: {unique_key: id, strategy: timestamp, updated_at: updated_at, file_format: iceberg, schema: bench}
"""
NAMES = ("history", "snapshot", "quarter")


def write_project(folder: Path) -> None:
    """A history, one with a quarter of its versions, and the snapshot."""
    (folder / "models").mkdir()
    (folder / "snapshots").mkdir()
    write_settings(folder)
    for name in ("history", "quarter"):
        (folder / "models" / f"{name}.sql").write_text(f"{{{{ config({CONFIG}) }}}}\n{SELECT.format(name)}\n")
    (folder / "models" / "changes.sql").write_text(
        f"{{{{ config(materialized='ephemeral') }}}}\n{SELECT.format('history')}\n"
    )
    (folder / "snapshots" / "snapshot.yml").write_text(SNAPSHOT)


def events(spark: SparkSession, name: str, keys: str, day: str) -> None:
    """The view that a history selects from: a version of each of these keys, at the time of a day."""
    spark.sql(
        f"create or replace global temporary view changes_{name} as select id, concat('status ', {day}) as status, "
        f"cast(id % 1000 as decimal(10,2)) as amount, timestamp'2026-01-01' + make_dt_interval({day}) as updated_at "
        f"from {keys}"
    )


def measure(folder: Path, versions: int, batch: int, rounds: int, are_recent: bool) -> dict[str, list[float]]:
    """For each table, the seconds of each round."""
    dbt(folder, "show", "--inline", "select 1")
    spark = session._root
    assert spark is not None
    for name, size in (("history", versions), ("quarter", versions // 4)):
        four = f"(select id, day from range({size // 4}) lateral view explode(sequence(0, 3)) as day)"
        events(spark, name, four, "day")
        dbt(folder, "run", "--select", name)
    columns = "id, status, amount, updated_at, dbt_scd_id, dbt_updated_at, dbt_valid_from, dbt_valid_to"
    spark.sql(f"create table lake.bench.snapshot using iceberg as select {columns} from lake.bench.history order by id")
    taken: dict[str, list[float]] = {name: [] for name in NAMES}
    for number in range(rounds + 1):
        for name, size in (("history", versions // 4), ("quarter", versions // 16)):
            any_key = f"(select distinct cast(rand({number}) * {size} as bigint) as id from range({batch}))"
            keys = f"range({size - batch}, {size})" if are_recent else any_key
            events(spark, name, keys, str(10 + number))
        for name in NAMES:
            settle(spark)
            seconds = dbt(folder, "snapshot" if name == "snapshot" else "run", "--select", name)[name]
            taken[name] += [seconds] if number else []  # the first round is not measured
    ours, other = (
        spark.sql(f"select count(*), count(dbt_valid_to) from lake.bench.{name}").collect()[0]
        for name in ("history", "snapshot")
    )
    assert ours == other, f"the tables have {ours} and {other} rows and closed versions"
    session.stop()
    return taken


def main() -> None:
    """Measures the tables and prints the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--versions", type=int, default=4_000_000)
    parser.add_argument("--batch", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keys", choices=["recent", "random"], default="recent")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        os.chdir(folder)
        write_project(folder)
        are_recent = arguments.keys == "recent"
        taken = measure(folder, arguments.versions, arguments.batch, arguments.rounds, are_recent)
        os.chdir("/")
    for name, seconds in taken.items():
        print(f"{name:10} {statistics.median(seconds):6.2f} s")
    for other in ("snapshot", "quarter"):
        ratios = [a / b for a, b in zip(taken["history"], taken[other], strict=True)]
        print(f"history / {other}: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
