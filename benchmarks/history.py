"""Compares a history of versions with `dbt snapshot`, strategy `timestamp`, over the same changes in one process.

    python benchmarks/history.py [--versions 4000000] [--batch 10000] [--rounds 3] [--keys recent] [--format iceberg]
    python benchmarks/history.py --versions 16000000 --part 16 --without-snapshot [--statements]

Both tables begin as that of the same snapshot, with four versions of each key, sorted by key; the histories take theirs
over in the first round, which is not measured. A batch has a new version of each of its
keys, which are the last ones (`recent`) or anywhere (`random`). Then the history with a part of the versions, a
quarter, gets the same batches, which says whether a run costs what its batch or what its table has.
The snapshot selects from the batch alone, which spares it the comparison with all keys. Prints the seconds of the
nodes, the processor seconds of the whole commands, and the ratios of both per round. With `--statements`, also the
statements of the last round that take longest: their seconds, and of these those of parsing, planning, jobs and the
rest.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from dbt.adapters.tablestore.spark import session
from pyspark.sql import SparkSession

from _measure import Cost, dbt, middle, ratio, settle, spent, write_settings
from commit import Statement, Watch

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


def prepare(spark: SparkSession, table: str, table_format: str, versions: int) -> None:
    """The table of a snapshot, which the first run of a history takes over."""
    at = "timestamp'2026-01-01' + make_dt_interval({})".format
    spark.sql(
        f"create table {table} using {table_format} as select id div 4 as id, concat('status ', id % 4) as status, "
        f"cast(id div 4 % 1000 as decimal(10,2)) as amount, {at('id % 4')} as updated_at, "
        f"md5(concat(id div 4, '|', {at('id % 4')})) as dbt_scd_id, {at('id % 4')} as dbt_updated_at, "
        f"{at('id % 4')} as dbt_valid_from, if(id % 4 = 3, null, {at('id % 4 + 1')}) as dbt_valid_to "
        f"from range({versions})"
    )


def measure(folder: Path, given: argparse.Namespace) -> tuple[dict[str, list[Cost]], dict[str, list[Statement]]]:
    """For each table, the cost of each round, and the statements of the last one."""
    dbt(folder, "show", "--inline", "select 1")
    spark = session._root
    assert spark is not None
    sizes = {"history": given.versions, "part": given.versions // given.part}
    schema, names = f"{CATALOGS[given.format]}.bench", ["history", "part"]
    spark.sql(f"create schema if not exists {schema}")
    if not given.without_snapshot:
        names.append("snapshot")
    for name in names:
        prepare(spark, f"{schema}.{name}", given.format, sizes.get(name, given.versions))
    taken: dict[str, list[Cost]] = {name: [] for name in names}
    watch, statements = Watch(spark), {}
    for number in range(given.rounds + 1):
        for name, size in sizes.items():
            last = size // 4
            any_key = f"(select distinct cast(rand({number}) * {last} as bigint) as id from range({given.batch}))"
            keys = f"range({last - given.batch}, {last})" if given.keys == "recent" else any_key
            events(spark, name, keys, str(10 + number))
        for name in names:
            settle(spark)
            watch.begin()
            busy = spent(spark)
            seconds = dbt(folder, "snapshot" if name == "snapshot" else "run", "--select", name)[name]
            one = Cost(seconds, spent(spark) - busy)
            statements[name] = watch.taken()
            print(f"round {number} {name:10} {one.clock:6.2f} s, {one.processors:6.2f} s of processors", flush=True)
            taken[name] += [one] if number else []
    counts = "select count(*), count(dbt_valid_to), sum(hash(id, status, dbt_valid_from, dbt_valid_to))"
    found = {name: spark.sql(f"{counts} from {schema}.{name}").collect()[0] for name in names if name != "part"}
    assert len(set(found.values())) == 1, f"the tables have {found} rows, closed versions and checksums"
    session.stop()
    return taken, statements


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
    parser.add_argument("--statements", action="store_true", help="print the statements that take longest")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        os.chdir(folder)
        write_project(folder, arguments.format)
        taken, statements = measure(folder, arguments)
        os.chdir("/")
    for name, costs in taken.items():
        print(f"{name:10} {middle(costs).clock:6.2f} s, {middle(costs).processors:6.2f} s of processors")
        for statement in sorted(statements[name], key=lambda one: -one.seconds)[:12] if arguments.statements else []:
            phases = " ".join(f"{seconds:5.2f}" for seconds in statement.phases.values())
            print(f"  {statement.seconds:6.2f}  {phases}  {statement.text}")
    for other in [name for name in taken if name != "history"]:
        clocks = [a.clock / b.clock for a, b in zip(taken["history"], taken[other], strict=True)]
        of = ratio(taken["history"], taken[other])
        print(
            f"history / {other}: {of.clock:.2f} ({min(clocks):.2f} to {max(clocks):.2f}), "
            f"{of.processors:.2f} of the processors' seconds"
        )


if __name__ == "__main__":
    main()
