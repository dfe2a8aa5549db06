"""Refuses a SELECT that is evaluated as a whole and maintained incrementally as well.

Its window functions might give tied rows other places there: their order is completed by other columns.
"""

from __future__ import annotations

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.orders import counts_places, is_completed, select_of
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.operators.whole import Whole
from dbt.adapters.tablestore.views.operators.window import Window
from dbt.adapters.tablestore.views.rules.facts import Facts
from sqlglot import exp


def refuse_two_orders(query: Query, facts: Facts) -> Query:
    """The query, if the order of the window functions of each SELECT is completed in one way."""
    wholes = [window for node in query.root.find(Whole) for window in node.query.find_all(exp.Window)]
    maintained = [call for node in query.root.find(Window) for call in node.functions.values()]
    selects = {select_of(call) for call in maintained if counts_places(call)}
    for window in filter(is_completed, wholes):
        if select_of(window) in selects:
            raise CannotPlanError(f"{window.sql('spark')} is inside and outside of a query that is computed as a whole")
    return query
