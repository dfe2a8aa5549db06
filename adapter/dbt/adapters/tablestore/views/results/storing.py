"""Which of the ways to store a result a query has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.expressions.state_limits import refused
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.operators.stateful import stateful_in
from dbt.adapters.tablestore.views.operators.stateful_aggregate import StatefulAggregate
from dbt.adapters.tablestore.views.results import accumulators
from dbt.adapters.tablestore.views.results.accumulated import Accumulated
from dbt.adapters.tablestore.views.results.accumulators import ROWS
from dbt.adapters.tablestore.views.results.columns import GROUP, HASH, VISIBLE, filled, listed
from dbt.adapters.tablestore.views.results.expiring_groups import ExpiringGroups
from dbt.adapters.tablestore.views.results.groups import Groups
from dbt.adapters.tablestore.views.results.result import Result
from dbt.adapters.tablestore.views.results.rows import Rows
from sqlglot import exp

TypesOf = Callable[[str], Mapping[str, str]]


def result_of(
    sql: str,
    query: Query,
    columns: Sequence[str],
    types_of: TypesOf,
    now: Callable[[Operator], str],
) -> Result:
    """How the result of a query is stored.

    Args:
        sql: the query as it was given.
        query: its operators.
        columns: the names of its columns.
        types_of: the types of the columns of a query, by their names in lower case.
        now: the query of the rows of an operator.
    """
    node, outputs, conditions = _finishing(query)
    operator = node if isinstance(node, StatefulAggregate) else None
    node = operator.group if operator else node
    if not isinstance(node, Aggregate):
        return Rows(sql, tuple(columns), query)
    key, hidden = _key(node, columns, outputs)
    of_keys = types_of(f"select {listed(node.keys)} from ({now(node)})") if node.keys else {}
    if any(not _can_be_key(kind) for kind in of_keys.values()):
        key, hidden = [HASH], [HASH]
    groups = Groups(
        sql, tuple(columns), query, None, tuple(key), tuple(hidden), node, tuple(outputs), tuple(conditions)
    )
    if operator:
        return ExpiringGroups(**vars(groups), operator=operator)
    result = _accumulated(groups, types_of, now)
    if stateful_in(node) and not _follows_all_changes(result):
        raise refused("aggregate needs rows")
    return result


def _finishing(query: Query) -> tuple[Operator, list[exp.Expr], list[exp.Expr]]:
    """The operator below the projections and filters of a result; its outputs and conditions over that's columns."""
    outputs: list[exp.Expr] = [column(name) for name in query.root.columns]
    conditions: list[exp.Expr] = []
    node = query.root
    while isinstance(node, (Project, Filter)):
        if isinstance(node, Filter):
            conditions += node.conditions
        else:
            values = dict(zip(node.columns, node.expressions, strict=True))
            outputs = [filled(value, values) for value in outputs]
            conditions = [filled(condition, values) for condition in conditions]
        node = node.child
    return node, outputs, conditions


def _key(group: Aggregate, columns: Sequence[str], outputs: Sequence[exp.Expr]) -> tuple[list[str], list[str]]:
    """The columns of the stored key, and those of them that are not in the result."""
    if not group.keys:
        return [GROUP], [GROUP]
    key, hidden = [], []
    for number, name in enumerate(group.keys, 1):
        shown = [
            column
            for column, value in zip(columns, outputs, strict=True)
            if isinstance(value, exp.Column) and value.name == name
        ]
        key.append(shown[0] if shown else f"_key_{number}")
        hidden += [] if shown else [key[-1]]
    return key, hidden


def _follows_all_changes(result: Result) -> bool:
    return isinstance(result, Accumulated) and all(made.follows_all for made in result.aggregates.values())


def _accumulated(
    groups: Groups, types_of: Callable[[str], Mapping[str, str]], now: Callable[[Operator], str]
) -> Result:
    """With accumulators, if all aggregates have them."""
    arguments = accumulators.arguments(groups.of.aggregates)
    if arguments is None:
        return groups
    items = ", ".join(f"{argument} as a{number}" for number, argument in enumerate(["1", *arguments]))
    types = types_of(f"select {items} from ({now(groups.of.child)})")
    made = accumulators.accumulators(
        groups.of.aggregates, [types[f"a{number}"] for number, _ in enumerate(arguments, 1)], bool(groups.of.keys)
    )
    if made is None:
        return groups
    columns = [
        ROWS,
        *(name for one in made.values() for name in one.columns),
        *([VISIBLE] if groups.conditions else []),
    ]
    return Accumulated(
        **{**vars(groups), "hidden": (*groups.hidden, *columns)},
        aggregates=made,
    )


def _can_be_key(kind: str) -> bool:
    """Whether a column of this type can be in the key of a table."""
    return not kind.lower().startswith(("array<", "struct<", "map<", "float", "double", "binary", "variant"))
