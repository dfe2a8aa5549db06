"""The Spark settings of all tests; with one set for all of them, a test process needs only one Spark.

The tests run many small statements. Compiling one costs more than interpreting it for a few rows, and planning it again
between its stages costs more than it saves. The demo, `make golden` and the benchmarks use Spark's defaults.
"""

from __future__ import annotations

import sys
from pathlib import Path

from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.spark import session
from pyspark.sql import SparkSession

_LARGE_PAGES = " -XX:+UseTransparentHugePages" if sys.platform == "linux" else ""
FIRST_COMPILER = {"spark.driver.extraJavaOptions": f"-XX:TieredStopAtLevel=1 -Xmn1g{_LARGE_PAGES}"}
"""In a short run, Java's second compiler costs more than it saves (docs/start-up.md). Much space for new objects saves
collections, which copy everything that a long test run keeps. Large pages of memory save a twentieth: a run of a minute
needs a million small ones."""

INTERPRETED = FIRST_COMPILER | {
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.leafNodeDefaultParallelism": "1",
    "spark.buffer.pageSize": "1m",
}
"""Expressions are interpreted instead of compiled, a plan stays as it was made, and a few rows are one partition. Spark
keeps the rows of a broadcast in a page, of 64 MB unless told otherwise, as long as Python refers to the plan."""

SPARK_SETTINGS = INTERPRETED | {
    "spark.hadoop.fs.file.impl": "com.globalmentor.apache.hadoop.fs.BareLocalFileSystem",
    "spark.delta.logStore.file.impl": "io.delta.storage.LocalLogStore",
    "spark.sql.streaming.checkpointFileManagerClass": (
        "org.apache.spark.sql.execution.streaming.checkpointing.FileSystemBasedCheckpointFileManager"
    ),
}
"""Delta's files are written without a process for the permissions of each file, as Iceberg's files always are."""


def open_session(warehouse: Path, **settings: str) -> SparkSession:
    """A session like that of a dbt target with this warehouse. ``settings`` are added to those of all tests."""
    target = {"schema": "main", "warehouse": str(warehouse), "spark_config": SPARK_SETTINGS | settings}
    return session.open_session(TablestoreCredentials.from_dict(target), warehouse / "spark.log")
