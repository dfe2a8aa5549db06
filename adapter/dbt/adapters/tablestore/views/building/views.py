"""The views that a query names: their texts stand in the place of their names."""

from __future__ import annotations

from collections.abc import Callable

from dbt.adapters.tablestore.views.building.parsing import full_name, is_common_table, parse, put_in_place, tables_of
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from sqlglot import exp


def looked_through(parsed: exp.Query, text_of: Callable[[str], str | None]) -> exp.Query:
    """The query with the texts of views in place of their names; ``text_of`` returns None for a table."""
    for name, table in tables_of(parsed).items():
        text = text_of(name)
        if text is None:
            continue
        for found in list(parsed.find_all(exp.Table)):
            if full_name(found) == name and (found.args.get("db") or not is_common_table(found)):
                view = parse(text)
                if any(not inner.args.get("db") for inner in tables_of(view).values()):
                    raise CannotPlanError(f"the view {table.name} names tables without their schema")
                put_in_place(found, exp.Subquery, looked_through(view, text_of))
    return parsed
