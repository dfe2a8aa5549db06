"""Completes the order of window functions where the position of a row counts, see `expressions.orders`."""

from __future__ import annotations

from dataclasses import replace

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.orders import (
    assert_same_frame,
    core_of,
    counts_places,
    with_order,
    words_of,
)
from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.operators.first_rows import FirstRows
from dbt.adapters.tablestore.views.operators.operator import Columns, Operator
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.operators.uniqueness import NO_KEYS
from dbt.adapters.tablestore.views.operators.window import Window
from dbt.adapters.tablestore.views.rules.facts import Facts
from dbt.adapters.tablestore.views.rules.rewritten import rewritten
from sqlglot import exp

_NOT_ORDERED = ("map<", "variant", " collate ")


def complete_orders(query: Query, facts: Facts) -> Query:
    """The query with a complete order where the position of a row counts. It has no columns that nothing needs."""

    def change(node: Operator) -> Operator:
        if isinstance(node, FirstRows):
            assert_ordered(list(node.columns), node.words, node.child, facts)
        return _split(node, facts) if isinstance(node, Window) else node

    return replace(query, root=rewritten(query.root, change))


def _split(node: Window, facts: Facts) -> Operator:
    """A window for the functions that see peers alike, and one for each order that is completed.

    Each sees the functions of those below it, so that what several orders give belongs together.
    """
    alike = {name: call for name, call in node.functions.items() if not counts_places(call)}
    by_order: dict[str, dict[str, exp.Expr]] = {}
    for name, call in node.functions.items():
        if name not in alike:
            order = call.args.get("order")
            by_order.setdefault(order.sql("spark") if order else "", {})[name] = call
    if not by_order:
        return node
    made: Operator = node.child
    if alike:
        made = Window((*made.columns, *alike), made, node.partition, alike)
    for calls in by_order.values():
        missing = _missing(made, node.partition, next(iter(calls.values())))
        if missing:
            for call in calls.values():
                assert_same_frame(call)
            assert_ordered(missing, words_of(core_of(next(iter(calls.values())))), made, facts)
        functions = {name: with_order(call, [column(name) for name in missing]) for name, call in calls.items()}
        made = Window((*made.columns, *functions), made, node.partition, functions)
    return made if made.columns == node.columns else Project(node.columns, made, tuple(map(column, node.columns)))


def _missing(child: Operator, partition: Columns, call: exp.Expr) -> list[str]:
    """The columns by which an order is completed; none if no two rows are equal in it."""
    order = call.args.get("order")
    keys = [key.this if isinstance(key, exp.Ordered) else key for key in (order.expressions if order else ())]
    given = {*partition, *(key.name for key in keys if isinstance(key, exp.Column))}
    if child.is_unique(given, NO_KEYS):
        return []
    return [name for name in child.columns if name not in given]


def assert_ordered(missing: list[str], words: str, node: Operator, facts: Facts) -> None:
    """Raises `CannotPlanError` if some of the columns of an operator have no order."""
    types = facts.types_of(f"select {', '.join(map(quoted, missing))} from (select * from ({facts.now(node)}))")
    for name in missing:
        kind = types[name.lower()].lower()
        if any(other in kind for other in _NOT_ORDERED):
            raise CannotPlanError(
                f"{words} needs an order without ties, and the column {name} of type {kind} cannot be in one"
            )
