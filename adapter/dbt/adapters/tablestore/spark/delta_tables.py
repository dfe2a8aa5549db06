"""What Delta's own classes tell about a table without a job of Spark."""

from __future__ import annotations

import json
from typing import Any

from dbt.adapters.tablestore.jvm.classes import java_class
from pyspark.sql import SparkSession

_NAMES = "org.apache.spark.sql.delta.util.FileNames"
_COMMIT = '{"commitInfo":'


def delta_log(session: SparkSession, table: str) -> Any:
    """Delta's log of a table of Spark's own catalog."""
    parse = session._jsparkSession.sessionState().sqlParser().parseTableIdentifier
    name = table.removeprefix("spark_catalog.")
    return java_class(session, "org.apache.spark.sql.delta.DeltaLog").forTable(session._jsparkSession, parse(name))


def current_version(session: SparkSession, log: Any) -> int:
    """The last version of a table."""
    none = java_class(session, "scala.Option").empty
    return int(log.update(False, none(), none()).version())


def read_version(session: SparkSession, log: Any, version: int) -> str:
    """The actions of a version, one per line as JSON."""
    return _read(session, log, java_class(session, _NAMES).unsafeDeltaFile(log.logPath(), version))


def last_version(session: SparkSession, table: str) -> dict[str, Any]:
    """The last version of a table, with what DESCRIBE HISTORY says about its writer, and what Delta has counted."""
    log = delta_log(session, table)
    version = current_version(session, log)
    lines = read_version(session, log, version).splitlines()
    found: dict[str, Any] = next((json.loads(line)["commitInfo"] for line in lines if line.startswith(_COMMIT)), {})
    return {
        "version": version,
        "operation": found.get("operation"),
        "userMetadata": found.get("userMetadata"),
        "operationMetrics": json.dumps(found.get("operationMetrics", {})),
    }


def size(session: SparkSession, table: str) -> int:
    """The bytes of a table's files, from the checksum of its last version; 0 if that has none.

    Delta's snapshot knows them too, but computes all of its state for that.
    """
    log = delta_log(session, table)
    path = java_class(session, _NAMES).checksumFile(log.logPath(), current_version(session, log))
    if not path.getFileSystem(_configuration(session)).exists(path):
        return 0
    return int(json.loads(_read(session, log, path))["tableSizeBytes"])


def _read(session: SparkSession, log: Any, path: Any) -> str:
    return str(log.store().read(path, _configuration(session)).mkString("\n"))


def _configuration(session: SparkSession) -> Any:
    return session._jsparkSession.sessionState().newHadoopConf()
