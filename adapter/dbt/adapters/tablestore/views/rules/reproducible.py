"""Refuses a query with aggregates below others whose result depends on the order of rows.

What such an aggregate gave before cannot be computed again. It does no harm at the top, where groups are replaced.
"""

from __future__ import annotations

from collections.abc import Sequence

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import (
    ANY_ORDER,
    depends_on_order,
    is_aggregate,
    is_aggregate_of,
)
from dbt.adapters.tablestore.views.expressions.orders import is_completed
from dbt.adapters.tablestore.views.expressions.text import Text, is_call_of
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.rules.facts import Facts
from sqlglot import exp

# Aggregates of exact numbers that do not depend on it, although they can be floating-point numbers.
_EXACT = (
    *(exp.Sum, exp.Avg, exp.Median, exp.Quantile, exp.PercentileCont, exp.PercentileDisc),
    *(exp.Rank, exp.DenseRank, exp.PercentRank, exp.CumeDist, exp.RowNumber, exp.Ntile),
)
_FLOATS = ("float", "double")
_SUMMED_AS_FLOATS = (*_FLOATS, "string")
# The sum of an average of whole numbers is a double, which is exact up to 2^53: four million times the largest INT.
_AVERAGED_AS_FLOATS = ("bigint",)


def refuse_results_by_order(query: Query, facts: Facts) -> Query:
    """The query, if the results of its aggregates follow from their rows in any order."""
    top = query.root.core
    for node in query.root.walk():
        if node.unordered and not (node is top and isinstance(node, Aggregate)):
            _check(node, facts)
    return query


def _check(node: Operator, facts: Facts) -> None:
    summed: list[tuple[exp.Expr, exp.Expr]] = []
    averages: list[tuple[exp.Expr, exp.Expr]] = []
    inexact: list[exp.Expr] = []
    for call in node.unordered:
        if is_completed(call):
            continue
        for part in filter(is_aggregate, call.walk()):
            if depends_on_order(part):
                raise CannotPlanError(f"the result of {call.sql('spark')} depends on the order of rows")
            if not is_aggregate_of(part, *ANY_ORDER):
                summed += [(call, value) for value in _values(part)]
            if is_aggregate_of(part, exp.Avg):
                averages += [(call, value) for value in _values(part) if not _is_count(value, node.inputs[0])]
            if not any(is_aggregate_of(inner, *ANY_ORDER, *_EXACT) for inner in part.walk()):
                inexact.append(call)
    for call, _ in _of_types(_FLOATS, inexact, inexact, node, facts):
        raise CannotPlanError(
            f"the last digits of {call.sql('spark')} depend on the order of rows; compute it in a "
            "materialized view of its own, and select from that"
        )
    for found, kinds in ((summed, _SUMMED_AS_FLOATS), (averages, _AVERAGED_AS_FLOATS)):
        calls, values = [call for call, _ in found], [value for _, value in found]
        for call, kind in _of_types(kinds, calls, values, node, facts):
            raise CannotPlanError(
                f"{call.sql('spark')} sums values of type {kind} as floating-point numbers, whose last digits depend "
                "on the order of rows; cast them to a decimal"
            )


def _of_types(
    kinds: Sequence[str], calls: Sequence[exp.Expr], values: Sequence[exp.Expr], node: Operator, facts: Facts
) -> list[tuple[exp.Expr, str]]:
    """The calls whose values are of some types, with these; Spark is asked for them."""
    if not calls:
        return []
    items = ", ".join(f"{value.sql('spark')} as a{number}" for number, value in enumerate(values))
    types = facts.types_of(f"select {items} from ({facts.now(node.inputs[0])})")
    found = [(call, types[f"a{number}"]) for number, call in enumerate(calls)]
    return [(call, kind) for call, kind in found if kind.lower() in kinds]


def _values(call: exp.Expr) -> list[exp.Expr]:
    """The arguments of an aggregate that are expressions over the columns of one row."""
    values = call.expressions if isinstance(call, (Text, exp.Anonymous)) else [call.this]
    return [value for value in values if _is_value(value)]


def _is_value(node: exp.Expr) -> bool:
    is_other = is_call_of(node, exp.Star, exp.Order, exp.Ordered)
    return isinstance(node, exp.Condition) and not is_other and not is_aggregate(node)


def _is_count(value: exp.Expr, node: Operator) -> bool:
    """Whether a value is a count: the sum of counts is no more than the number of all rows."""
    while isinstance(value, exp.Column):
        if isinstance(node, Project):
            value = dict(zip(node.columns, node.expressions, strict=True))[value.name]
        elif isinstance(node, Aggregate):
            value = node.aggregates.get(value.name, exp.null())
        elif not isinstance(node, Filter):
            return False
        node = node.inputs[0]
    return isinstance(value, exp.Count)
