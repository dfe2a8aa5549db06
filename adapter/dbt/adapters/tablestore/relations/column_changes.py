"""What can prevent the change of a column's type, found before the table changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.tablestore.relations import describe_extended
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.sql.type_changes import TypeChange
from dbt_common.exceptions import DbtDatabaseError

_CANNOT_CAST = ("DATATYPE_MISMATCH", "CAST_INVALID_INPUT", "CAST_OVERFLOW", "NUMERIC_VALUE_OUT_OF_RANGE")


def type_changes(
    relation: BaseRelation,
    described: Iterable[Mapping[str, Any]],
    wanted: Mapping[str, str],
    quote: Callable[[str], str],
) -> list[TypeChange]:
    """The changes of a relation's columns to the types ``wanted`` by column; ``described`` is its DESCRIBE EXTENDED."""
    stored = {name.lower(): kind for name, kind, _ in describe_extended.columns_and_details(described)[0]}
    return [
        TypeChange(name, stored[name.lower()], kind, bool(getattr(relation, "is_iceberg", False)), quote)
        for name, kind in wanted.items()
    ]


def check(
    relation: BaseRelation,
    changes: list[TypeChange],
    layout: list[str],
    not_null: set[str],
    checks: list[str],
    query: Callable[[str], Any],
) -> None:
    """Fails if one of the changes cannot be made.

    ``layout`` and ``checks`` are the expressions by which the table is partitioned or that its rows must satisfy,
    ``not_null`` are columns in lower case. ``query`` returns the rows of a query.

    Raises:
        TablestoreError: every column that cannot be changed, with the reason.
    """
    problems = []
    for change in changes:
        reason = _obstacle(change, layout, not_null, checks) or _lost_value(change, relation, query)
        if reason:
            problems.append(
                f"column '{change.column}' is {change.old_type} in the table and {change.new_type} in the SELECT: "
                + reason
            )
    if problems:
        problems.append(
            "cast the column to its stored type in the SELECT, or rebuild the table: "
            f"dbt run --full-refresh --select {relation.identifier}"
        )
        subject = f"{relation} cannot get the types of the SELECT; nothing was changed:"
        raise TablestoreError("\n  - ".join([subject, *problems]))


def _obstacle(change: TypeChange, layout: list[str], not_null: set[str], checks: list[str]) -> str | None:
    """What keeps a column from being replaced by a second one."""
    if not change.casts:
        return None
    if change.is_refused:
        return "its fields and the types of its fields cannot change together"
    if change.column.lower() in not_null:
        return "it is NOT NULL, and a column with a new type would not be"
    for expressions, use in ((layout, "the table is partitioned or clustered by"), (checks, "the table has the check")):
        for expression in expressions:
            if re.search(rf"(?<!\w){re.escape(change.column)}(?![\w(])", expression, re.IGNORECASE):
                return f"{use} {expression}"
    return None


def _lost_value(change: TypeChange, relation: BaseRelation, query: Callable[[str], Any]) -> str | None:
    """Why the values of the column cannot be cast."""
    if not change.casts:
        return None
    try:
        found = query(change.failing_query(relation.render()))
    except DbtDatabaseError as error:
        if not any(text in error.msg for text in _CANNOT_CAST):
            raise
        return "its values cannot be cast"
    return f"the value '{found[0][0]}' cannot be cast" if len(found) else None
