"""When the rows of a table last changed, from the commits that its format records."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from dbt_common.exceptions import DbtRuntimeError

# The operations of Delta that change rows; maintenance, such as a compaction, does not.
_CHANGES_ROWS = re.compile("WRITE|MERGE|UPDATE|DELETE|TRUNCATE|AS SELECT|COPY|RESTORE|CLONE|CONVERT")

Rows = Callable[[str], Any]


def last_change(source: BaseRelation, found: TablestoreRelation | None, rows: Rows) -> datetime | None:
    """The time of the last commit with rows; None if the table never had a commit.

    Once no commit with rows is known any more, the oldest known commit counts.

    Args:
        source: the source as the project names it.
        found: the table of this name, if there is one.
        rows: runs a statement and returns its rows.

    Raises:
        DbtRuntimeError: the source does not exist, or its format records no commits.
    """
    if found is None:
        raise DbtRuntimeError(
            f"source {source} does not exist. Correct the `database`, the `schema` or the `identifier` of the "
            "source; Delta tables are in the database spark_catalog."
        )
    if found.is_iceberg:
        return _of_iceberg(found, rows)
    if found.is_delta:
        return _of_delta(found, rows)
    raise DbtRuntimeError(
        f"source {source}: its freshness cannot be read from metadata, because it is "
        f"{found.table_format or 'a view'}, which has no commits. Set `loaded_at_field` or `loaded_at_query` "
        "in its config."
    )


def _of_iceberg(table: TablestoreRelation, rows: Rows) -> datetime | None:
    # By parents: the log has only the last snapshot of a transaction, or of a branch that main caught up with.
    found = rows(
        "select snapshot_id, parent_id, operation, unix_micros(committed_at), "
        f"snapshot_id in (select snapshot_id from {table}.refs where name = 'main') from {table}.snapshots"
    )
    snapshots = {snapshot: (parent, operation, at) for snapshot, parent, operation, at, _ in found}
    microseconds = None
    snapshot = next((snapshot for snapshot, *_, is_current in found if is_current), None)
    while snapshot in snapshots:
        snapshot, operation, microseconds = snapshots[snapshot]
        if operation != "replace":
            break
    return None if microseconds is None else datetime.fromtimestamp(int(microseconds) / 1e6, timezone.utc)


def _of_delta(table: TablestoreRelation, rows: Rows) -> datetime:
    commits = list(rows(f"describe history {table} limit 100"))
    with_rows = [commit for commit in commits if _CHANGES_ROWS.search(commit["operation"])]
    return _moment((with_rows or commits[-1:])[0]["timestamp"], rows)


def _moment(shown: datetime, rows: Rows) -> datetime:
    """The moment of a time that a session shows without a zone.

    The embedded Spark and Connect show it in the zone of this machine, a Thrift server in that of its session.
    DESCRIBE HISTORY can be no part of a query that would convert it, so Spark shows a guess in the same way.
    """
    moment = datetime.fromtimestamp(shown.timestamp(), timezone.utc)
    for _ in range(2):  # once more, where the clocks of a zone changed between the guess and the moment
        of_guess: datetime = rows(f"select timestamp_micros({round(moment.timestamp() * 1e6)})")[0][0]
        if of_guess == shown:
            break
        moment += shown - of_guess
    return moment
