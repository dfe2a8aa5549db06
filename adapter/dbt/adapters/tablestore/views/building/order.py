"""ORDER BY, LIMIT and OFFSET, which apply when the result is read."""

from __future__ import annotations

from collections.abc import Mapping

from dbt.adapters.tablestore.views.building.scopes import Built
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import is_aggregate
from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.operators.first_rows import FirstRows
from sqlglot import exp


def ordered(query: exp.Query, built: Built) -> Built:
    """The operators of a query with its order, if it has a LIMIT or OFFSET, and with these."""
    limit, offset = query.args.get("limit"), query.args.get("offset")
    if (limit or offset) and query.args.get("order"):
        names = {("", name.lower()): column for name, column in zip(built.names, built.node.columns, strict=False)}
        for item, output in zip(query.selects, built.node.columns, strict=False):
            of = item.unalias()
            if isinstance(of, exp.Column) and of.table:
                names.setdefault((of.table.lower(), of.name.lower()), output)
        built.order = tuple(_key(key, names) for key in query.args["order"].expressions)
    built.limit = limit.expression if limit else None
    built.offset = offset.expression if offset else None
    return built


def _key(key: exp.Expr, names: Mapping[tuple[str, str], str]) -> exp.Expr:
    """A key of ORDER BY over the columns of the result."""
    key = key.copy()
    for found in list(key.find_all(exp.Column)):
        known = names.get((found.table.lower(), found.name.lower()))
        if known is None:
            raise CannotPlanError("the query orders by a column that is not in its result")
        found.replace(column(known))
    if any(isinstance(part, (exp.Query, exp.Window)) or is_aggregate(part) for part in key.walk()):
        raise CannotPlanError("the query orders by a subquery, a window or an aggregate")
    return key


def of_parentheses(query: exp.Subquery, built: Built) -> Built:
    """The operators of a query in parentheses."""
    if query.args.get("order") or query.args.get("limit"):
        raise CannotPlanError("the query has ORDER BY or LIMIT around a query in parentheses")
    return built


def limited(built: Built) -> Built:
    """The operators of a query below another one, which has the rows of its LIMIT only."""
    if not built.is_limited:
        return built
    rows = [part for part in (built.limit, built.offset) if part is not None]
    if (
        built.correlated
        or built.limit is None
        or not all(isinstance(part, exp.Literal) and part.is_int for part in rows)
    ):
        raise CannotPlanError("the query has LIMIT in a subquery that is correlated, or that has no number of rows")
    offset = int(built.offset.name) if built.offset is not None else 0
    first = FirstRows(built.node.columns, built.node, built.order, int(built.limit.name), offset)
    return Built(first, built.names)
