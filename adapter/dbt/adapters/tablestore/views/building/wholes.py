"""Queries that are evaluated as a whole: with orders without ties, they give the same rows until their tables change.

Such a query is evaluated again at each refresh, where its tables may have the same rows in another order. The keys that
are missing are added to its text: the columns of the input of a window function, and those of the result of a LIMIT.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.building.parsing import same_common_table
from dbt.adapters.tablestore.views.building.scopes import Built, Ctes
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import is_aggregate, is_unordered
from dbt.adapters.tablestore.views.expressions.orders import (
    assert_same_frame,
    counts_places,
    is_ordered,
    with_order,
)
from dbt.adapters.tablestore.views.expressions.parts import aggregates_of, column
from dbt.adapters.tablestore.views.expressions.text import COLLATION, calls_of
from dbt.adapters.tablestore.views.operators.whole import Whole
from sqlglot import exp
from sqlglot.optimizer.scope import Scope, traverse_scope

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder

_DIALECT = "spark"
_SETS = (exp.GroupingSets, exp.Cube, exp.Rollup)
_NO_ORDER_OF_ALL = ("sort", "cluster", "distribute")


def as_whole(builder: Builder, query: exp.Expr, ctes: Ctes, reason: str) -> Built | None:
    """A query that is evaluated as a whole; None if it refers to a query around it."""
    whole = _with_ctes(query, ctes)
    if reads_outside(whole):
        return None
    names = tuple(whole.named_selects)
    tables = {
        table.name: builder.tables[table.name] for table in whole.find_all(exp.Table) if table.name in builder.tables
    }
    whole = completed(whole, {short: builder.columns[full] for short, full in tables.items()})
    return Built(Whole(builder.names(names), whole, tables, reason), names)


def reads_outside(query: exp.Expr) -> bool:
    """Whether a qualified query refers to a table of a query around it."""
    known = {source.alias_or_name.lower() for source in query.find_all(exp.Table, exp.Subquery, exp.Lateral)}
    known |= {
        lateral.args["alias"].name.lower() for lateral in query.find_all(exp.Lateral) if lateral.args.get("alias")
    }
    return any(column.table.lower() not in known for column in query.find_all(exp.Column) if column.table)


def _with_ctes(query: exp.Expr, ctes: Ctes) -> exp.Query:
    """A query that stands alone: with the common table expressions that it may read."""
    query = query.copy()
    before: dict[str, exp.CTE] = {}
    same: set[str] = set()

    def add(known: Ctes) -> None:
        for name, (cte, earlier) in known.items():
            add(earlier)
            if before.setdefault(name, cte) is not cte:
                same.add(name)

    add(ctes)
    used = {table.name.lower() for table in query.find_all(exp.Table)}
    while True:
        more = {table.name.lower() for name in used & set(before) for table in before[name].find_all(exp.Table)} - used
        if not more:
            break
        used |= more
    kept = [cte.copy() for name, cte in before.items() if name in used]
    own = query.args.get("with_")
    if kept:
        query.set("with_", exp.With(expressions=[*kept, *(own.expressions if own else [])]))
    if found := same_common_table(query) or next((name for name in used if name in same), None):
        raise CannotPlanError(f"two common table expressions have the name '{found}'")
    return query  # type: ignore[return-value]


def completed(query: exp.Query, columns: Mapping[str, Mapping[str, str]]) -> exp.Query:
    """The query with an order without ties for its LIMITs, and for window functions where the position of a row counts.

    Args:
        query: a qualified query that stands alone.
        columns: the columns of its tables with their types.

    Raises:
        CannotPlanError: the result depends on the order of rows all the same.
    """
    query = query.copy()
    _assert_ordered_aggregates(query)
    if any(distinct.args.get("on") for distinct in query.find_all(exp.Distinct)):
        raise CannotPlanError("the query uses DISTINCT ON")
    are_completed = _complete_windows(query, columns)
    limited = [part for part in query.walk() if isinstance(part, exp.Query) and _is_limited(part)]
    for part in limited:
        _order_all(part)
    texts = [query.sql(_DIALECT), *(kind for types in columns.values() for kind in types.values())]
    if (are_completed or limited) and any(map(COLLATION.search, texts)):
        raise CannotPlanError("the query orders strings with a collation, for which different strings can be equal")
    return query


def _is_limited(query: exp.Query) -> bool:
    return any(query.args.get(key) for key in ("limit", "offset"))


def _complete_windows(query: exp.Query, columns: Mapping[str, Mapping[str, str]]) -> bool:
    """Completes the orders of window functions in place, and returns whether there were any to complete."""
    scopes, found = {id(scope.expression): scope for scope in traverse_scope(query)}, False
    for window in list(query.find_all(exp.Window)):
        if window.args.get("alias"):
            raise CannotPlanError(
                f"the query uses OVER {window.args['alias'].sql(_DIALECT)} in a subquery that is computed as a whole"
            )
        missing = _missing(window, scopes, columns) if counts_places(window) else []
        if missing:
            assert_same_frame(window)
            window.replace(with_order(window, missing))
            found = True
    return found


def _assert_ordered_aggregates(query: exp.Query) -> None:
    windows = filter(is_ordered, query.find_all(exp.Window))
    ordered = {id(call) for window in windows for call in calls_of(window)}
    for part in query.walk():
        if is_aggregate(part) and is_unordered(part) and id(part) not in ordered:
            raise CannotPlanError(f"the result of {part.sql(_DIALECT)} depends on the order of rows")


def _missing(window: exp.Expr, scopes: Mapping[int, Scope], columns: Mapping[str, Mapping[str, str]]) -> list[exp.Expr]:
    """The keys by which the order of a window function is completed; none if no two rows are equal in it."""
    select = window.find_ancestor(exp.Query)
    order = window.args.get("order")
    given = [
        *(window.args.get("partition_by") or ()),
        *(key.this if isinstance(key, exp.Ordered) else key for key in (order.expressions if order else ())),
    ]
    if not isinstance(select, exp.Select) or id(select) not in scopes:
        raise CannotPlanError(f"the query has {window.sql(_DIALECT)} outside of a SELECT")
    return [key.copy() for key in _keys_of_rows(select, scopes[id(select)], window, columns) if key not in given]


def _keys_of_rows(
    select: exp.Select, scope: Scope, window: exp.Expr, columns: Mapping[str, Mapping[str, str]]
) -> list[exp.Expr]:
    """The expressions by which the rows that a window function sees differ."""
    group = select.args.get("group")
    if not group:
        is_single = select.args.get("having") or any(map(aggregates_of, select.expressions))
        return [] if is_single else list(_columns(scope, columns))
    has_no_keys = group.args.get("all") or group.args.get("totals") or group.find(*_SETS)
    if has_no_keys or any(isinstance(key, exp.Literal) for key in group.expressions):
        raise CannotPlanError(f"{window.sql(_DIALECT)} needs an order without ties, and its groups have no keys")
    return list(group.expressions)


def _columns(scope: Scope, columns: Mapping[str, Mapping[str, str]]) -> Iterator[exp.Expr]:
    """The columns of the tables, the queries and the views in the FROM of a SELECT."""
    hidden = {
        join.this.alias_or_name for join in scope.find_all(exp.Join) if (join.kind or "").upper() in ("SEMI", "ANTI")
    }
    for name, (given, source) in scope.selected_sources.items():
        alias = given.args.get("alias")
        names = [found.name for found in alias.columns] if alias else []
        if not names and isinstance(source, exp.Table):
            names = list(columns.get(source.name, ()))
        elif not names and isinstance(source.expression, exp.Query):
            names = list(source.expression.named_selects)
        if not names or "*" in names:
            raise CannotPlanError(f"the columns of {given.sql(_DIALECT)} are not known")
        if name not in hidden:
            yield from (exp.column(found, table=name, quoted=True) for found in names)


def _order_all(query: exp.Query) -> None:
    """Adds the columns of the result to the order in which a LIMIT counts. Rows that are equal in them are alike."""
    names = list(query.named_selects)
    if "*" in names or len({name.lower() for name in names}) < len(names):
        raise CannotPlanError("the query has LIMIT in a subquery whose columns do not have distinct names")
    if any(query.args.get(key) for key in _NO_ORDER_OF_ALL):
        raise CannotPlanError("the query has LIMIT in a subquery whose rows have no order")
    order = query.args.get("order")
    keys = [exp.Ordered(this=column(name), nulls_first=True) for name in names]
    query.set("order", exp.Order(expressions=[*(order.expressions if order else ()), *keys]))
