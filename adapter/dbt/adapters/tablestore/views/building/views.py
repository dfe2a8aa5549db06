"""The views that a query names: their texts stand in the place of their names."""

from __future__ import annotations

from collections.abc import Callable

from dbt.adapters.tablestore.sql.created_names import name_parts
from dbt.adapters.tablestore.sql.names import quoted
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


def with_catalogs(text: str, namespace: str) -> str:
    """The text of a view with whole names of its tables, for a query that is in another catalog or schema.

    A text that cannot be read stays as it is.

    Args:
        text: the text.
        namespace: the catalog and the schema where Spark looks for its tables, ``catalog.schema``.
    """
    parts = [quoted(part) for part in name_parts(namespace)]
    try:
        parsed = parse(text)
        known = tables_of(parsed)
    except CannotPlanError:
        return text
    starts = {}
    for table in parsed.find_all(exp.Table):
        schema = table.args.get("db")
        if full_name(table) in known and not table.args.get("catalog") and (schema or not is_common_table(table)):
            starts[table.parts[0].meta["start"]] = parts[:1] if schema else parts
    for start, missing in sorted(starts.items(), reverse=True):
        text = f"{text[:start]}{'.'.join(missing)}.{text[start:]}"
    return text
