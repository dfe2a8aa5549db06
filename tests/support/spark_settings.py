"""The Spark settings of the tests: one set for all of them, so that a test process keeps one Spark.

The tests run many small statements, and compiling one costs more than running it on a handful of rows: expressions are
interpreted. The demo, the recorded answers and the benchmarks compile, as Spark does by itself.
"""

from __future__ import annotations

from pathlib import Path

from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.spark import session
from pyspark.sql import SparkSession

FIRST_COMPILER = {"spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1"}
"""Java's second compiler costs more than it gives in a short run (docs/start-up.md)."""

INTERPRETED = FIRST_COMPILER | {"spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN"}
"""Expressions are evaluated as they stand instead of being compiled first."""

SPARK_SETTINGS = INTERPRETED | {
    "spark.hadoop.fs.file.impl": "com.globalmentor.apache.hadoop.fs.BareLocalFileSystem",
    "spark.delta.logStore.file.impl": "io.delta.storage.LocalLogStore",
    "spark.sql.streaming.checkpointFileManagerClass": (
        "org.apache.spark.sql.execution.streaming.checkpointing.FileSystemBasedCheckpointFileManager"
    ),
}
"""Delta's files are written without a process for each of their permissions, as those of Iceberg always are."""


def open_session(warehouse: Path, **settings: str) -> SparkSession:
    """A session as dbt opens one for a target with this warehouse. ``settings`` add to those of all tests."""
    target = {"schema": "main", "warehouse": str(warehouse), "spark_config": SPARK_SETTINGS | settings}
    return session.open_session(TablestoreCredentials.from_dict(target), warehouse / "spark.log")
