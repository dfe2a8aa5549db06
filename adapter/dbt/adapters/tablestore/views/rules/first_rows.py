"""Numbers of all rows, of which a condition keeps the first: `row_number() over (order by v) ... where n <= 10`.

Only these rows are numbered. Without such a bound, a change of one row can change all rows of the view.
"""

from __future__ import annotations

from dataclasses import replace

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.orders import core_of
from dbt.adapters.tablestore.views.expressions.text import is_call_of
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.first_rows import FirstRows
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.operators.window import Window
from dbt.adapters.tablestore.views.rules.facts import Facts
from sqlglot import exp


def number_first_rows(query: Query, facts: Facts) -> Query:
    """The query with a limit below the windows of which only the first rows are kept; their orders are complete.

    Raises:
        CannotPlanError: its rows have a window without PARTITION BY, and no bound.
    """
    known: dict[int, Operator] = {}

    def visit(node: Operator) -> Operator:
        if id(node) not in known:
            made = node.with_inputs([visit(child) for child in node.inputs])
            for bound in filter(None, map(_bound, made.conditions)) if isinstance(made, Filter) else ():
                made = made.with_inputs([_limited(made.inputs[0], *bound)])
            known[id(node)] = made
        return known[id(node)]

    root = visit(query.root)
    window = root.core
    while isinstance(window, Window):
        if not window.partition and not isinstance(window.child, FirstRows):
            raise CannotPlanError("the query has a window without PARTITION BY")
        window = window.child.core
    return replace(query, root=root)


def _limited(node: Operator, name: str, limit: int) -> Operator:
    """The rows of an operator of which only those with a number up to this limit are kept."""
    if isinstance(node, Filter) or (isinstance(node, Project) and name in node.plain):
        below = node.plain[name] if isinstance(node, Project) else name
        return node.with_inputs([_limited(node.child, below, limit)])
    if not isinstance(node, Window) or name not in node.functions:
        return node
    calls = list(node.functions.values())
    order = calls[0].args.get("order")
    if node.partition or not order or any(not _numbers(call) or call.args.get("order") != order for call in calls):
        return node
    first = FirstRows(node.child.columns, node.child, tuple(order.expressions), limit, 0)
    return node.with_inputs([first])


def _numbers(call: exp.Expr) -> bool:
    return is_call_of(core_of(call), exp.RowNumber)


def _bound(condition: exp.Expr) -> tuple[str, int] | None:
    """The column that a condition allows integers up to a number of, and this number; none for other conditions."""
    if not isinstance(condition, (exp.LTE, exp.LT, exp.EQ)):
        return None
    name, number = condition.left, condition.right
    if isinstance(name, exp.Column) and isinstance(number, exp.Literal) and number.is_int:
        return name.name, int(number.name) - isinstance(condition, exp.LT)
    return None
