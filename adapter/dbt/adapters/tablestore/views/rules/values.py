"""Refuses a query with values that differ each time, or that cannot be compared."""

from __future__ import annotations

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.operators.scan import Scan
from dbt.adapters.tablestore.views.operators.stateful import stateful_in
from dbt.adapters.tablestore.views.rules.facts import Facts

# Types whose values cannot be compared.
_NOT_COMPARABLE = ("map<", "variant")


def refuse_volatile_values(query: Query, facts: Facts) -> Query:
    """The query, if Spark gives the same result each time."""
    if why := facts.why_volatile():
        raise CannotPlanError(why)
    return query


def refuse_values_without_equality(query: Query, facts: Facts) -> Query:
    """The query, if the values of all columns that it reads can be compared."""
    read = query.root.find(Scan)
    read += [scan for operator in stateful_in(query.root) for scan in operator.of.find(Scan)]
    for node in read:
        for column in node.source:
            kind = facts.tables[node.table][column]
            if any(other in kind.lower() for other in _NOT_COMPARABLE):
                raise CannotPlanError(f"column {column} is of type {kind}, whose values cannot be compared")
    return query
