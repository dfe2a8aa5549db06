"""Refuses a query where the rows of a stateful operator are needed, or the state of an operator cannot expire."""

from __future__ import annotations

from dbt.adapters.tablestore.views.expressions.hints import hints_of
from dbt.adapters.tablestore.views.expressions.state_limits import refused
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
        if isinstance(node, Whole) and any(hints_of(select) for select in node.query.find_all(exp.Select)):
            raise refused("whole query", reason=node.reason)
        _refuse(node, top, facts.expires)
    return query


def _refuse(node: Operator, top: Operator, everywhere: bool) -> None:
    below = [found for child in node.inputs for found in stateful_in(child)]
    is_outermost_group = node is top and isinstance(node, Aggregate)
    if everywhere and node.remembers:
        raise refused("has no such state", words=node.words)
    if below and node.remembers and not is_outermost_group:
        raise refused("read by an operator", words=node.words, below=below[0].words)
    if isinstance(node, StatefulAggregate) and node is not top:
        raise refused("not outermost", words=node.words)
