"""The queries over the stored rows of a view by which its result and the changes of this are read."""

from __future__ import annotations

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.operators.sql import listed
from dbt.adapters.tablestore.views.results.columns import filled
from dbt.adapters.tablestore.views.results.result import Result


def read_query(result: Result, table: str) -> str:
    """The query over the stored rows that returns the result: the text of the view that users read."""
    text = f"select {listed(result.columns)}\nfrom {table}" + (f"\nwhere {result.filter}" if result.filter else "")
    if result.query is None:
        return text
    names = dict(zip(result.query.root.columns, map(column, result.columns), strict=True))
    if result.query.is_limited:
        # the stored key makes the order complete, so that each reader gets the same rows
        order = [filled(key, names).sql("spark") for key in result.query.order]
        text += f"\norder by {', '.join([*order, *map(quoted, result.key)])}"
    if result.query.limit is not None:
        text += f"\nlimit {result.query.limit.sql('spark')}"
    if result.query.offset is not None:
        text += f"\noffset {result.query.offset.sql('spark')}"
    return text


def changelog_query(result: Result, log: str) -> str:
    """The query over the changelog of the stored rows that returns the changes of the result.

    With HAVING, a row can appear or disappear while its group stays; this is an insert or a delete.
    """
    columns = listed(result.columns)
    if not result.filter:
        return f"select {columns}, _row_kind, _commit, _committed_at\nfrom {log}"
    visible = f"count_if({result.filter}) over (partition by {listed(result.key)}, _commit)"
    return (
        f"select {columns}, if(_visible_rows = 2, _row_kind, if(_row_kind in ('+I', '+U'), '+I', '-D')) as _row_kind,\n"
        f"  _commit, _committed_at\nfrom (select *, {visible} as _visible_rows from {log})\nwhere {result.filter}"
    )
