"""How many files the last commit of a table has added, from the metadata of its format and without a job of Spark."""

from __future__ import annotations

from typing import Any

from dbt.adapters.tablestore.spark.delta_tables import current_version, delta_log, read_version
from dbt.adapters.tablestore.spark.iceberg_tables import iceberg_table
from pyspark.sql import SparkSession

_ADDED = ("added-data-files", "added-delete-files")
_RECORD = "tablestore.commit"
_ADD = '{"add":'
# A commit is followed by few versions of other kinds: its seal, and maintenance.
_MOST_VERSIONS = 5


def added_files(session: SparkSession, table: str) -> int | None:
    """Data and delete files of the last commit that was no compaction; None if the format is another one."""
    found = iceberg_table(session, table)
    if found is not None:
        return _of_iceberg(found)
    return _of_delta(session, delta_log(session, table))


def _of_iceberg(table: Any) -> int | None:
    snapshot = table.currentSnapshot()
    while snapshot is not None and snapshot.operation() == "replace" and snapshot.parentId() is not None:
        snapshot = table.snapshot(snapshot.parentId())
    if snapshot is None:
        return None
    added = _added_by(snapshot)
    parent = table.snapshot(snapshot.parentId()) if snapshot.parentId() is not None else None
    # the last snapshot of a commit has its new keys and its record, the one before it has updates and deletes, if any
    if parent is not None and _RECORD in snapshot.summary() and _RECORD not in parent.summary():
        added += _added_by(parent) if parent.operation() in ("overwrite", "delete") else 0
    return added


def _added_by(snapshot: Any) -> int:
    return sum(int(snapshot.summary().get(name) or 0) for name in _ADDED)


def _of_delta(session: SparkSession, log: Any) -> int | None:
    version = current_version(session, log)
    for number in range(version, max(-1, version - _MOST_VERSIONS), -1):
        added = read_version(session, log, number).count(_ADD)
        if added:
            return added
    return None
