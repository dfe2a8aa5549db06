"""Table functions in SQL. Spark calls them by a name without a schema, so they are temporary functions of a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.profile.commands import completed

_JINJA = ("{{", "{%", "{#")


@dataclass(frozen=True)
class SqlTable:
    """A table function in SQL: its name, and the statement that creates it."""

    name: str
    statement: str


def is_sql_table(node: Any) -> bool:
    """Whether a node is a table function in SQL."""
    if str(getattr(node, "resource_type", "")) != "function" or getattr(node, "language", "") != "sql":
        return False
    return str(getattr(node.config, "type", "")) == "table"


def sql_table_of(node: Any) -> SqlTable:
    """The table function of a node.

    Raises:
        FunctionError: `returns` has no columns, or the query is not compiled.
    """
    file, returns = node.original_file_path, str(node.returns.data_type).strip()
    if not returns.lower().startswith("table"):
        raise FunctionError(
            f"{file}: the data_type of `returns` is {returns}, and a table function returns columns. Write, for "
            "example, data_type: table(id bigint, name string)."
        )
    query = getattr(node, "compiled_code", None) or node.raw_code
    if query is node.raw_code and any(mark in query for mark in _JINJA):
        raise FunctionError(
            f"{file} has Jinja, which dbt renders when it builds the function. Build it with what calls it: "
            + completed(f"dbt build --select {node.name}+")
        )
    arguments = ", ".join(
        f"{item.name} {item.data_type}" + ("" if item.default_value is None else f" default {item.default_value}")
        for item in node.arguments
    )
    name = node.alias or node.name
    head = f"create or replace temporary function `{name}`({arguments}) returns {returns} return "
    return SqlTable(name, head + query.strip().removesuffix(";"))
