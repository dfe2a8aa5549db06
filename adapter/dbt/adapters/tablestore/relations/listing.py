"""The relations of a schema, as dbt keeps them in its cache."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.contracts.relation import RelationType
from dbt.adapters.spark.impl import SCHEMA_NOT_FOUND_MESSAGES
from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from dbt.adapters.tablestore.spark import conflicts
from dbt.adapters.tablestore.sql.literals import literal
from dbt_common.exceptions import DbtRuntimeError

VIEW_ROWS = "__rows"
"""How the name of the table with the rows of a materialized view ends."""
# The last is Iceberg's.
_NO_SCHEMA = (*SCHEMA_NOT_FOUND_MESSAGES, "Namespace does not exist")
# How often a schema is listed while other runs drop tables in it.
_LISTINGS = 5
# What a pattern of Spark reads as a regular expression; in it, `*` stands for any text.
_NOT_IN_A_PATTERN = re.compile(r"[\^$.|?+()\[\]{}\\]")
_PROVIDER = re.compile(r"^Provider: (\w+)", re.MULTILINE)

Rows = Callable[[str], Any]


def relations_in(
    schema: BaseRelation, rows: Rows, default_catalog: str | None, names: Collection[str] = ()
) -> list[TablestoreRelation]:
    """The tables and views of a schema, each with its format; none if there is no such schema.

    Args:
        schema: the schema.
        rows: runs a statement and returns its rows.
        default_catalog: the catalog of a schema that names none.
        names: those to list; all if it is empty.
    """
    place = schema.without_identifier()
    pattern = literal("|".join(_NOT_IN_A_PATTERN.sub("*", name) for name in names) or "*")
    try:
        tables = _tables_in(place, pattern, rows)
        # Spark's session catalog lists views with the tables, an Iceberg catalog separately.
        own = (schema.database or default_catalog) == "spark_catalog"
        views = [] if own else rows(f"show views in {place}" + (f" like {pattern}" if names else ""))
    except DbtRuntimeError as error:
        if any(text in error.msg for text in _NO_SCHEMA):
            return []
        raise
    # Temporary views are listed as well, without a schema; they are not relations of the warehouse.
    found = [_relation(schema, row["tableName"], row["information"]) for row in tables if row["namespace"]]
    # A server without a database in the profile may use Spark's session catalog.
    listed = {row["tableName"] for row in tables}
    found += [
        _relation(schema, row["viewName"], "Type: VIEW")
        for row in views
        if row["namespace"] and row["viewName"] not in listed
    ]
    wanted = {name.lower() for name in names}
    return [one for one in _with_materialized_views(found) if not wanted or str(one.identifier).lower() in wanted]


def rows_table(view: str) -> str:
    """The table with the rows of a materialized view, both as names that may be quoted."""
    return f"{view.removesuffix('`')}{VIEW_ROWS}" + ("`" if view.endswith("`") else "")


def _tables_in(place: BaseRelation, pattern: str, rows: Rows) -> Any:
    """The tables of a schema, listed again when another run drops one while Spark looks at each."""
    statement = f"show table extended in {place} like {pattern}"
    for _ in range(_LISTINGS - 1):
        try:
            return rows(statement)
        except DbtRuntimeError as error:
            if any(text in error.msg for text in _NO_SCHEMA) or not conflicts.is_gone(error.msg):
                raise
    return rows(statement)


def _relation(schema: BaseRelation, name: str, information: str) -> TablestoreRelation:
    provider = _PROVIDER.search(information)
    is_view = "Type: VIEW" in information
    return TablestoreRelation.create(
        database=schema.database,
        schema=schema.schema,
        identifier=name,
        type=RelationType.View if is_view else RelationType.Table,
        table_format=provider.group(1).lower() if provider and not is_view else None,
        information=information,
    )


def _with_materialized_views(relations: list[TablestoreRelation]) -> Iterable[TablestoreRelation]:
    """A view beside a table with its rows is a materialized view."""
    stored = {str(found.identifier).lower() for found in relations if found.type == RelationType.Table}
    for found in relations:
        is_materialized = found.type == RelationType.View and rows_table(str(found.identifier)).lower() in stored
        yield found.incorporate(type=RelationType.MaterializedView) if is_materialized else found
