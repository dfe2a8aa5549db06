"""The statements about the branches of a commit, executed by Iceberg's API: Spark plans nothing for them."""

from __future__ import annotations

from typing import Any

from dbt.adapters.tablestore.spark import conflicts
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.iceberg_tables import has_cached_rows, iceberg_table
from dbt.adapters.tablestore.sql.own_statement import Facts
from pyspark.sql import Row, SparkSession

_CREATE, _DROP, _MOVE = "create_branch", "drop_branch", "move_to_branch"


def execute(session: SparkSession, statement: Facts) -> list[Row] | None:
    """Executes a statement that creates or drops a branch, or moves a table to it; returns its rows.

    Returns None, and does nothing, for any other statement, for tables of catalogs that are not Iceberg's, and for a
    table that moves while Spark has cached rows, which it has to compute again.
    """
    kind, branch = statement.kind, str(statement.branch)
    if kind not in (_CREATE, _DROP, _MOVE):
        return None
    table = iceberg_table(session, statement.table)
    if table is None:
        return None
    table.refresh()
    if kind == _MOVE:
        _assert_at(table, branch, statement.snapshot)
        return None if has_cached_rows(session) else [_move(table, branch)]
    if kind == _CREATE:
        _create(table, branch, statement.snapshot)
    elif table.refs().containsKey(branch):
        table.manageSnapshots().removeBranch(branch).commit()
    return []


def _create(table: Any, branch: str, snapshot: str | None) -> None:
    """Begins a branch at a snapshot, or where the table is, which may have no snapshot yet."""
    begins = snapshot or _snapshot_of(table)
    changes = table.manageSnapshots()
    (changes.createBranch(branch, int(begins)) if begins else changes.createBranch(branch)).commit()


def _assert_at(table: Any, branch: str, pinned: str | None) -> None:
    """Raises `TablestoreError` if the table has another snapshot than ``pinned`` and its branch.

    If it went back to an earlier one, Iceberg would move it all the same.
    """
    target = table.refs().get(branch)
    if pinned and target and _snapshot_of(table) not in (pinned, str(target.snapshotId())):
        raise TablestoreError(conflicts.CHANGED)


def _move(table: Any, branch: str) -> Row:
    """Moves a table to a branch. The row is that of the procedure `fast_forward`, but for its numbers as text."""
    before, target = _snapshot_of(table), table.refs().get(branch)
    table.manageSnapshots().fastForwardBranch("main", branch).commit()
    # not where the table is now: another run may have moved it on
    return Row(branch_updated="main", previous_ref=before, updated_ref=str(target.snapshotId()))


def _snapshot_of(table: Any) -> str | None:
    current = table.currentSnapshot()
    return None if current is None else str(current.snapshotId())
