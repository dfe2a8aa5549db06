"""Measures what many batches do to a keyed table: its files, and the time to read it.

    python benchmarks/maintenance.py [--rows 1000000] [--batches 100] [--batch 1000] [--repeat 9] [--formats iceberg]

Nine in ten rows of a batch update random keys, and one in ten has a new key. After the batches, all of the table is
read, beside a copy that was written at once; the two take turns. Prints the files of the table, the ratio of the reads
with its spread, and the seconds of a run with and without maintenance.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path

from dbt.adapters.tablestore.spark import session
from pyspark.sql import SparkSession

from _measure import dbt, write_settings
from engines import CHANGES, COLUMNS, KEYED, changes, prepare


def files(spark: SparkSession, table: str, format: str) -> str:
    """The files of a table, in words."""
    if format == "delta":
        return f"{spark.sql(f'describe detail {table}').collect()[0].numFiles} files"
    row = spark.sql(f"select count_if(content = 0) as d, count_if(content <> 0) as x from {table}.files").collect()[0]
    return f"{row.d} data files and {row.x} delete files"


def read(spark: SparkSession, table: str) -> float:
    """The seconds to read all columns of a table."""
    start = time.perf_counter()
    spark.sql(f"select * from {table}").write.format("noop").mode("overwrite").save()
    return time.perf_counter() - start


def main() -> None:
    """Runs the batches, and measures the reads."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--batch", type=int, default=1_000)
    parser.add_argument("--batches", type=int, default=100)
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--formats", nargs="+", choices=["iceberg", "delta"], default=["iceberg", "delta"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        os.chdir(folder)
        (folder / "models").mkdir()
        write_settings(folder)
        for format in options.formats:
            config = ", ".join(f"{key}={value!r}" for key, value in {**KEYED, "file_format": format}.items())
            text = f"{{{{ config({config}) }}}}\nselect {COLUMNS} from {CHANGES}\n"
            (folder / "models" / f"kept_{format}.sql").write_text(text)
        dbt(folder, "show", "--inline", "select 1")
        spark = session._root
        assert spark is not None
        for format in options.formats:
            catalog = "spark_catalog" if format == "delta" else "lake"
            spark.sql(f"create schema if not exists {catalog}.bench")
            table, copy = f"{catalog}.bench.kept_{format}", f"{catalog}.bench.copy_{format}"
            prepare(spark, f"kept_{format}", {"rows": options.rows, "file_format": format})
            usual, maintained = [], []
            for number in range(1, options.batches + 1):
                sql = changes(options.rows, options.batch, number)
                spark.sql(f"create or replace global temporary view changes as {sql}")
                start = time.perf_counter()
                dbt(folder, "run", "--select", f"kept_{format}")
                (usual if number % 20 else maintained).append(time.perf_counter() - start)
            spark.sql(f"create table {copy} using {format} as select * from {table}")
            ratios = [read(spark, table) / read(spark, copy) for _ in range(options.repeat + 1)][1:]
            print(f"\n{format}: {options.batches} batches of {options.batch:,} rows into {options.rows:,}")
            print(f"  {files(spark, table, format)}; a fresh copy has {files(spark, copy, format)}")
            print(
                f"  read / read of the copy: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
            )
            each = statistics.median(usual)
            spent = (sum(maintained) - each * len(maintained)) / options.batches
            print(f"  a run: {each:.2f} s; maintenance adds {spent:.2f} s to it on average", flush=True)
        session.stop()
        os.chdir("/")


if __name__ == "__main__":
    main()
