"""Completes the order of aggregates that take values of rows in any order, below other operators.

What `first(v)` gave before could not be computed again. In the order of all columns of its rows, it is one of its
answers, and the same each time: `min_by(v, struct(...))`. So `last` is `max_by`, and `collect_list` is sorted in this
order; those of one GROUP BY belong together. At the top, groups are replaced, and need no order.
"""

from __future__ import annotations

import re
from dataclasses import replace

from dbt.adapters.tablestore.views.expressions.functions import without_clauses
from dbt.adapters.tablestore.views.expressions.orders import as_completed, words_of
from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.expressions.text import Text, is_call_of
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.rules.complete_orders import assert_ordered
from dbt.adapters.tablestore.views.rules.facts import Facts
from dbt.adapters.tablestore.views.rules.rewritten import rewritten
from sqlglot import exp

_FIRST = (exp.AnyValue, exp.First, exp.FirstValue)
_LAST = (exp.Last, exp.LastValue)
_NAME = re.compile(r"\w+\s*\(\s*")
_IGNORES_NULLS = re.compile(r",\s*true\s*\)", re.IGNORECASE)


def complete_aggregates(query: Query, facts: Facts) -> Query:
    """The query with an order of all columns for `first`, `last`, `max_by`, `collect_list` and the like."""

    def change(node: Operator) -> Operator:
        return _completed(node, facts) if isinstance(node, Aggregate) else node

    return replace(query, root=rewritten(query.root, change, but=query.root.core))


def _completed(node: Aggregate, facts: Facts) -> Operator:
    # rows without other columns than keys are alike
    names = [name for name in node.child.columns if name not in node.keys] or list(node.keys)
    row = exp.Anonymous(this="struct", expressions=[column(name) for name in names])
    made = {name: _ordered(call, row) for name, call in node.aggregates.items()}
    ordered = {name: as_completed(call) for name, call in made.items() if call is not None}
    if not ordered:
        return node
    assert_ordered(names, words_of(without_clauses(node.aggregates[next(iter(ordered))])), node.child, facts)
    return replace(node, aggregates={**node.aggregates, **ordered})


def _ordered(call: exp.Expr, row: exp.Expr) -> exp.Expr | None:
    """An aggregate over rows in the order of all their columns; None if that is not known, or makes no difference."""
    core, where, is_without_nulls = _without_clauses(call)
    values = _arguments(core)
    if not values:
        return None
    value, *others = values
    is_without_nulls |= bool(_IGNORES_NULLS.fullmatch(core.meta["parts"][-1].strip()))
    if is_call_of(core, exp.ArgMax, exp.ArgMin) and len(others) == 1:
        kind = exp.ArgMax if is_call_of(core, exp.ArgMax) else exp.ArgMin
        by = exp.Anonymous(this="struct", expressions=[others[0].copy(), row.copy()])
        return _filtered(kind(this=value.copy(), expression=by), [*where, _is_known(others[0])])
    if others:
        return None
    if is_call_of(core, exp.ArrayUniqueAgg):
        return exp.Anonymous(this="sort_array", expressions=[call.copy()])
    if is_call_of(core, exp.ArrayAgg):
        pair = exp.Anonymous(this="struct", expressions=[row.copy(), exp.alias_(value.copy(), "_value")])
        rows = _filtered(exp.Anonymous(this="collect_list", expressions=[pair]), [*where, _is_known(value)])
        ordered = exp.Anonymous(this="array_sort", expressions=[rows])
        of_pair = exp.Dot(this=exp.to_identifier("_pair"), expression=exp.to_identifier("_value"))
        values_of = exp.Lambda(this=of_pair, expressions=[exp.to_identifier("_pair")])
        return exp.Anonymous(this="transform", expressions=[ordered, values_of])
    if is_call_of(core, *_FIRST, *_LAST):
        kind = exp.ArgMax if is_call_of(core, *_LAST) else exp.ArgMin
        made = kind(this=value.copy(), expression=row.copy())
        return _filtered(made, [*where, *([_is_known(value)] if is_without_nulls else [])])
    return None


def _without_clauses(call: exp.Expr) -> tuple[exp.Expr, list[exp.Expr], bool]:
    """The call, the condition of its FILTER, and whether it has IGNORE NULLS."""
    where: list[exp.Expr] = []
    is_without_nulls = False
    while True:
        if isinstance(call, exp.Filter):
            where.append(call.expression.this)
        elif isinstance(call, Text) and len(call.expressions) == 1 and call.meta["parts"][0] == "":
            clause = " ".join(call.meta["parts"][1].lower().split())
            if clause not in ("ignore nulls", "respect nulls"):
                return call, where, is_without_nulls
            is_without_nulls |= clause == "ignore nulls"
        elif isinstance(call, exp.IgnoreNulls):
            is_without_nulls = True
        else:
            return call, where, is_without_nulls
        call = call.expressions[0] if isinstance(call, Text) else call.this


def _arguments(call: exp.Expr) -> list[exp.Expr]:
    """The arguments of a call without DISTINCT and the like, of which the last may be `true`; none for others."""
    if not isinstance(call, Text) or not call.expressions:
        return []
    before, *between, after = call.meta["parts"]
    is_plain = _NAME.fullmatch(before) and all(part.strip() == "," for part in between)
    ends = after.strip() == ")" or re.fullmatch(r",\s*(true|false)\s*\)", after.strip(), re.IGNORECASE)
    first = call.expressions[0]
    is_distinct = isinstance(first, Text) and re.match(r"(all|distinct)\b", first.meta["parts"][0], re.IGNORECASE)
    return list(call.expressions) if is_plain and ends and not is_distinct else []


def _is_known(value: exp.Expr) -> exp.Expr:
    return exp.Not(this=exp.Is(this=exp.Paren(this=value.copy()), expression=exp.Null()))


def _filtered(call: exp.Expr, where: list[exp.Expr]) -> exp.Expr:
    if not where:
        return call
    conditions = [exp.Paren(this=condition.copy()) for condition in where]
    return exp.Filter(this=call, expression=exp.Where(this=exp.and_(*conditions, copy=False)))
