"""Refuses a query that uses columns of a query around it in other places than conditions."""

from __future__ import annotations

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.parts import own_columns
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.rules.facts import Facts


def refuse_unknown_columns(query: Query, facts: Facts) -> Query:
    """The query, if each operator has all columns of its expressions."""
    assert_known_columns(query.root)
    return query


def assert_known_columns(root: Operator) -> None:
    """Raises `CannotPlanError` if an operator uses a column that its inputs do not have."""
    for node in root.walk():
        known = {name for child in node.inputs for name in child.columns}
        for expression in node.given:
            for found in own_columns(expression):
                if found.name not in known:
                    raise CannotPlanError(f"a correlated subquery uses {found.name} outside of its WHERE")
