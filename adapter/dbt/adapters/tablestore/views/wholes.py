"""Queries that are evaluated as a whole: with orders without ties, they give the same rows until their tables change.

Such a query is evaluated again at each refresh, where its tables may have the same rows in another order. The keys that
are missing are added to its text: the columns of the input of a window function, and those of the result of a LIMIT.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dbt.adapters.tablestore.views import ties
from dbt.adapters.tablestore.views.equal_values import COLLATION
from dbt.adapters.tablestore.views.function_kinds import is_aggregate, is_unordered
from dbt.adapters.tablestore.views.nodes import CannotPlanError, Node, Opaque, Window
from dbt.adapters.tablestore.views.scopes import aggregates_of, column
from dbt.adapters.tablestore.views.source_text import calls_of
from sqlglot import exp
from sqlglot.optimizer.scope import Scope, traverse_scope

_DIALECT = "spark"
_SETS = (exp.GroupingSets, exp.Cube, exp.Rollup)
_NO_ORDER_OF_ALL = ("sort", "cluster", "distribute")
_SELECT = "select"


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
    scopes = {id(scope.expression): scope for scope in traverse_scope(query)}
    has_ties = False
    for window in list(query.find_all(exp.Window)):
        if window.args.get("alias"):
            raise CannotPlanError(
                f"the query uses OVER {window.args['alias'].sql(_DIALECT)} in a subquery that is computed as a whole"
            )
        if ties.counts_places(window):
            missing = _missing(window, scopes, columns)
            if missing:
                ties.assert_same_frame(window)
                window.replace(ties.with_order(window, missing))
                has_ties = True
    for part in list(query.walk()):
        if isinstance(part, exp.Query) and any(part.args.get(key) for key in ("limit", "offset")):
            _order_all(part)
            has_ties = True
    texts = [query.sql(_DIALECT), *(kind for types in columns.values() for kind in types.values())]
    if has_ties and any(map(COLLATION.search, texts)):
        raise CannotPlanError("the query orders strings with a collation, for which different strings can be equal")
    return query


def mark_windows(query: exp.Query) -> None:
    """Marks the window functions of a query that is not yet qualified, for `assert_same_places`."""
    for window in query.find_all(exp.Window):
        select = window.find_ancestor(exp.Query)
        window.meta[_SELECT] = select.sql(_DIALECT) if select else ""


def assert_same_places(root: Node) -> None:
    """Raises `CannotPlanError` if one SELECT is evaluated as a whole and maintained incrementally as well.

    Its window functions might give tied rows other places there: their order is completed by other columns.
    """
    nodes = list(root.walk())
    wholes = [window for node in nodes if isinstance(node, Opaque) for window in node.query.find_all(exp.Window)]
    maintained = [call for node in nodes if isinstance(node, Window) for call in node.functions.values()]
    selects = {call.meta[_SELECT] for call in maintained if ties.counts_places(call)}
    for window in filter(ties.is_completed, wholes):
        if window.meta[_SELECT] in selects:
            raise CannotPlanError(
                f"{window.sql(_DIALECT)} is inside and outside of a query that is computed as a whole"
            )


def _assert_ordered_aggregates(query: exp.Query) -> None:
    windows = filter(ties.is_ordered, query.find_all(exp.Window))
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
    group = select.args.get("group")
    if group:
        no_keys = group.args.get("all") or group.args.get("totals") or group.find(*_SETS)
        if no_keys or any(isinstance(key, exp.Literal) for key in group.expressions):
            raise CannotPlanError(f"{window.sql(_DIALECT)} needs an order without ties, and its groups have no keys")
        keys = list(group.expressions)
    elif select.args.get("having") or any(map(aggregates_of, select.expressions)):
        keys = []  # it has one row
    else:
        keys = list(_columns(scopes[id(select)], columns))
    return [key.copy() for key in keys if key not in given]


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
