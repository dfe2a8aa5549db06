"""Refuses a query where the rows of a stateful operator are needed, or the state of an operator cannot expire."""

from __future__ import annotations

from dbt.adapters.tablestore.views.expressions.errors import StateError
from dbt.adapters.tablestore.views.expressions.hints import APART, HINT, hints_of
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.operators.stateful import stateful_in
from dbt.adapters.tablestore.views.operators.stateful_aggregate import StatefulAggregate
from dbt.adapters.tablestore.views.operators.whole import Whole
from dbt.adapters.tablestore.views.rules.facts import Facts
from sqlglot import exp


def refuse_states_that_stay(query: Query, facts: Facts) -> Query:
    """The query, if its states expire where they should."""
    top = query.root.core
    for node in query.root.walk():
        problem = _of_whole(node) if isinstance(node, Whole) else None
        if problem or (problem := _problem(node, top, facts.expires)):
            raise StateError(problem)
    return query


def _of_whole(node: Whole) -> str | None:
    if any(hints_of(select) for select in node.query.find_all(exp.Select)):
        return f"the hint {HINT} is in a part of the query that is computed as a whole: {node.reason}"
    return None


def _problem(node: Operator, top: Operator, everywhere: bool) -> str | None:
    below = [found for child in node.inputs for found in stateful_in(child)]
    is_outermost_group = node is top and isinstance(node, Aggregate)
    if everywhere and node.remembers:
        return f"the state of {node.words} cannot expire here: put it {APART}, or write state_ttl: 0"
    if below and node.remembers and not is_outermost_group:
        return f"{node.words} reads {below[0].words} whose state expires: put the latter {APART}"
    if isinstance(node, StatefulAggregate) and node is not top:
        return f"{node.words} whose state expires is not the outermost operator of the query: put it {APART}"
    return None
