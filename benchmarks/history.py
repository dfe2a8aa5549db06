"""Compares a history of versions with `dbt snapshot`, strategy `timestamp`, over the same changes in one process.

    python benchmarks/history.py [--versions 4000000] [--batch 10000] [--rounds 3] [--keys recent] [--format iceberg]
    python benchmarks/history.py --versions 16000000 --part 16 --without-snapshot

Both tables begin with the same versions, four of each key, sorted by key. A batch has a new version of each of its
keys, which are the last ones (`recent`) or anywhere (`random`). Then the history with a part of the versions, a
quarter, gets the same batches, which says whether a run costs what its batch or what its table has.
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
CATALOGS = {"iceberg": "lake", "delta": "spark_catalog"}
SELECT = "select id, status, amount, updated_at from global_temp.changes_{}"
SNAPSHOT = """
snapshots:
  - name: snapshot
    relation: ref('changes')
    config: {{unique_key: id, strategy: timestamp, updated_at: updated_at, file_format: {}}}
"""


def write_project(folder: Path, table_format: str) -> None:
    """A history, one with a part of its versions, and the snapshot."""
    (folder / "models").mkdir()
    (folder / "snapshots").mkdir()
    write_settings(folder)
    for name in ("history", "part"):
        config = f"{CONFIG}, file_format='{table_format}'"
        (folder / "models" / f"{name}.sql").write_text(f"{{{{ config({config}) }}}}\n{SELECT.format(name)}\n")
    (folder / "models" / "changes.sql").write_text(
        f"{{{{ config(materialized='ephemeral') }}}}\n{SELECT.format('history')}\n"
    )
    (folder / "snapshots" / "snapshot.yml").write_text(SNAPSHOT.format(table_format))


def events(spark: SparkSession, name: str, keys: str, day: str) -> None:
    """The view that a history selects from: a version of each of these keys, at the time of a day."""
    spark.sql(
        f"create or replace global temporary view changes_{name} as select id, concat('status ', {day}) as status, "
        f"cast(id % 1000 as decimal(10,2)) as amount, timestamp'2026-01-01' + make_dt_interval({day}) as updated_at "
        f"from {keys}"
    )


def measure(folder: Path, given: argparse.Namespace) -> dict[str, list[float]]:
    """For each table, the seconds of each round."""
    dbt(folder, "show", "--inline", "select 1")
    spark = session._root
    assert spark is not None
    sizes = {"history": given.versions, "part": given.versions // given.part}
    for name, size in sizes.items():
        four = f"(select id, day from range({size // 4}) lateral view explode(sequence(0, 3)) as day)"
        events(spark, name, four, "day")
        dbt(folder, "run", "--select", name)
    columns = "id, status, amount, updated_at, dbt_scd_id, dbt_updated_at, dbt_valid_from, dbt_valid_to"
    schema, names = f"{CATALOGS[given.format]}.bench", ["history", "part"]
    if not given.without_snapshot:
        names.append("snapshot")
        made = f"create table {schema}.snapshot using {given.format} as"
        spark.sql(f"{made} select {columns} from {schema}.history order by id")
    taken: dict[str, list[float]] = {name: [] for name in names}
    for number in range(given.rounds + 1):
        for name, size in sizes.items():
            last = size // 4
            any_key = f"(select distinct cast(rand({number}) * {last} as bigint) as id from range({given.batch}))"
            keys = f"range({last - given.batch}, {last})" if given.keys == "recent" else any_key
            events(spark, name, keys, str(10 + number))
        for name in names:
            settle(spark)
            seconds = dbt(folder, "snapshot" if name == "snapshot" else "run", "--select", name)[name]
            taken[name] += [seconds] if number else []  # the first round is not measured
    counts = "select count(*), count(dbt_valid_to), sum(hash(id, status, dbt_valid_from, dbt_valid_to))"
    found = {name: spark.sql(f"{counts} from {schema}.{name}").collect()[0] for name in names if name != "part"}
    assert len(set(found.values())) == 1, f"the tables have {found} rows, closed versions and checksums"
    session.stop()
    return taken


def main() -> None:
    """Measures the tables and prints the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--versions", type=int, default=4_000_000)
    parser.add_argument("--batch", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keys", choices=["recent", "random"], default="recent")
    parser.add_argument("--format", choices=list(CATALOGS), default="iceberg")
    parser.add_argument("--part", type=int, default=4, help="how many times fewer versions the other history has")
    parser.add_argument("--without-snapshot", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        os.chdir(folder)
        write_project(folder, arguments.format)
        taken = measure(folder, arguments)
        os.chdir("/")
    for name, seconds in taken.items():
        print(f"{name:10} {statistics.median(seconds):6.2f} s")
    for other in [name for name in taken if name != "history"]:
        ratios = [a / b for a, b in zip(taken["history"], taken[other], strict=True)]
        print(f"history / {other}: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
