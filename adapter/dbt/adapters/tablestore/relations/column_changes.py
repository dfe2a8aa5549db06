"""What can prevent a change of columns, found before the table changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.tablestore.relations import describe_extended
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.sql.lexer import lexed
from dbt.adapters.tablestore.sql.type_changes import TypeChange
from dbt_common.exceptions import DbtDatabaseError

_CANNOT_CAST = ("DATATYPE_MISMATCH", "CAST_INVALID_INPUT", "CAST_OVERFLOW", "NUMERIC_VALUE_OUT_OF_RANGE")
_DIRECTION = re.compile(r" (ASC|DESC) NULLS (FIRST|LAST)")
_CHECK = "delta.constraints."
_TEXT = {"string", "varchar", "char"}
_NUMBERS = {"tinyint", "smallint", "int", "bigint", "float", "double", "decimal"}


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


def used(layout: list[str], properties: Mapping[str, str]) -> list[tuple[str, str]]:
    """For what a table uses its columns: ``layout`` are the expressions that partition or cluster it."""
    order = _DIRECTION.sub("", properties.get("sort-order", ""))
    return [
        *(("the table is partitioned or clustered by", expression) for expression in layout),
        *([("the table is sorted by", order)] if order else []),
        *(("the table has the check", text) for name, text in properties.items() if name.startswith(_CHECK)),
    ]


def check(
    relation: BaseRelation,
    changes: list[TypeChange],
    dropped: list[str],
    used: list[tuple[str, str]],
    not_null: set[str],
    ordered: Mapping[str, list[str]],
    query: Callable[[str], Any],
    rebuild: str,
) -> None:
    """Fails if one of the changes cannot be made, or one of the columns not be dropped.

    ``used`` are the expressions by which the table is laid out or that its rows must satisfy, each with the use,
    ``not_null`` are columns in lower case. ``ordered`` has the ``keys`` of a keyed table and the ``sequences`` that
    order its rows. ``query`` returns the rows of a query. ``rebuild`` is the command that builds the table anew.

    Raises:
        TablestoreError: every column that cannot be changed, with the reason.
    """
    problems, kept = [], []
    for change in changes:
        reason = _obstacle(change, used, not_null, ordered.get("sequences", [])) or _lost_value(change, relation, query)
        if reason:
            problems.append(_retyped(change, reason))
    if not problems:
        problems.extend(_equal_keys(changes, relation, ordered.get("keys", []), query))
    for column in dropped:
        use = _use(column, used)
        if use:
            kept.append(f"column '{column}' of the table is not in the SELECT and cannot be dropped: {use}")
    if problems or kept:
        advice = ["cast the column to its stored type in the SELECT"] if problems else []
        advice += ["keep the column with on_schema_change='append_new_columns'"] if kept else []
        subject = f"{relation} cannot get the columns of the SELECT; nothing was changed:"
        problems += [*kept, f"{', '.join(advice)}, or rebuild the table: {rebuild}"]
        raise TablestoreError("\n  - ".join([subject, *problems]))


def _retyped(change: TypeChange, reason: str) -> str:
    """That the type of a column cannot change."""
    return f"column '{change.column}' is {change.old_type} in the table and {change.new_type} in the SELECT: {reason}"


def _obstacle(change: TypeChange, used: list[tuple[str, str]], not_null: set[str], sequences: list[str]) -> str | None:
    """What keeps a column from being replaced by a second one."""
    if not change.casts:
        return None
    if change.is_refused:
        return "its fields and the types of its fields cannot change together"
    if change.column.lower() in not_null:
        return "it is NOT NULL, and a column with a new type would not be"
    kinds = {re.split(r"\W", kind)[0] for kind in (change.old_type, change.new_type)}
    if change.column.lower() in sequences and kinds & _TEXT and kinds & _NUMBERS:
        return "it orders the rows of a key, and text has another order than numbers, so that newer rows may be gone"
    return _use(change.column, used)


def _use(column: str, used: list[tuple[str, str]]) -> str | None:
    """For what the table uses a column, as `check` gets it."""
    for use, expression in used:
        if expression.lower() == column.lower() or _names(column, expression):
            return f"{use} {expression}"
    return None


def _names(column: str, expression: str) -> bool:
    """Whether an expression has a column, and not only a text, a field of another column or a function of its name."""
    others, before = "", ""
    for token in lexed(expression):
        is_field = before == "."
        if token.kind == "name" and token.name == column.lower() and not is_field:
            return True
        if token.kind not in ("string", "comment", "name") and not (token.kind == "word" and is_field):
            others += token.text
        if token.kind not in ("blank", "comment"):
            before = token.text
    # a table's layout has names without backticks, whatever their characters are
    return re.search(rf"(?<!\w){re.escape(column)}(?![\w(])", others, re.IGNORECASE) is not None


def _equal_keys(
    changes: list[TypeChange], relation: BaseRelation, keys: list[str], query: Callable[[str], Any]
) -> list[str]:
    """That rows with different keys would have the same one: they are no longer rows of one key each."""
    cast = {change.column.lower(): change for change in changes if change.casts and change.column.lower() in keys}
    if not cast:
        return []
    quote = next(iter(cast.values())).quote
    least, most = (f"{function}(struct({', '.join(map(quote, keys))}))" for function in ("min", "max"))
    new = ", ".join(cast[key].cast if key in cast else quote(key) for key in keys)
    found = query(
        f"select cast({least} as string), cast({most} as string) from {relation.render()} group by {new}"
        f" having {least} <> {most} limit 1"
    )
    reason = f"the keys {found[0][0]} and {found[0][1]} would become equal" if len(found) else ""
    return [_retyped(change, reason) for change in cast.values()] if reason else []


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
