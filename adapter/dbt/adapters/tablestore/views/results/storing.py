"""Which of the ways to store a result a query has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from dbt.adapters.tablestore.views.expressions.errors import KeyConfigError
from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.expressions.state_limits import refused
from dbt.adapters.tablestore.views.operators import accumulators
from dbt.adapters.tablestore.views.operators.accumulators import ROWS
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.query import Query, TypesOfQuery
from dbt.adapters.tablestore.views.operators.sql import listed
from dbt.adapters.tablestore.views.operators.stateful import stateful_in
from dbt.adapters.tablestore.views.operators.stateful_aggregate import StatefulAggregate
from dbt.adapters.tablestore.views.operators.uniqueness import NO_KEYS, Keys
from dbt.adapters.tablestore.views.results.accumulated import Accumulated
from dbt.adapters.tablestore.views.results.columns import GROUP, HASH, VISIBLE, filled
from dbt.adapters.tablestore.views.results.declared_key import assert_same, can_be_key
from dbt.adapters.tablestore.views.results.expiring_groups import ExpiringGroups
from dbt.adapters.tablestore.views.results.groups import Groups
from dbt.adapters.tablestore.views.results.keyed_rows import KeyedRows
from dbt.adapters.tablestore.views.results.result import Result
from dbt.adapters.tablestore.views.results.rows import Rows
from sqlglot import exp


def result_of(
    sql: str,
    query: Query,
    columns: Mapping[str, str],
    types_of: TypesOfQuery,
    now: Callable[[Operator], str],
    keys: Keys = NO_KEYS,
    declared: tuple[str, ...] = (),
) -> Result:
    """How the result of a query is stored.

    Args:
        sql: the query as it was given.
        query: its operators.
        columns: the names of its columns, with their types.
        types_of: the types of the columns of a query, by their names in lower case.
        now: the query of the rows of an operator.
        keys: the keys of its tables.
        declared: the key that the config declares.

    Raises:
        KeyConfigError: the rows of the result cannot have that key.
    """
    if declared and stateful_in(query.root):
        raise KeyConfigError("'primary_key' cannot be declared where a state expires: remove it, or the state_ttl")
    if declared and not isinstance(_finishing(query)[0], Aggregate):
        return KeyedRows(sql, tuple(columns), query, key=declared, hidden=(), is_declared=True)
    result = _result_of(sql, query, columns, types_of, now, keys)
    if declared:
        assert_same(declared, result)
    return replace(result, is_declared=bool(declared))


def _result_of(
    sql: str,
    query: Query,
    columns: Mapping[str, str],
    types_of: TypesOfQuery,
    now: Callable[[Operator], str],
    keys: Keys,
) -> Result:
    node, outputs, conditions = _finishing(query)
    operator = node if isinstance(node, StatefulAggregate) else None
    node = operator.group if operator else node
    if not isinstance(node, Aggregate):
        found = _unique_key(query.root, columns, keys)
        return (
            KeyedRows(sql, tuple(columns), query, key=found, hidden=()) if found else Rows(sql, tuple(columns), query)
        )
    key, hidden = _key(node, list(columns), outputs)
    of_keys = types_of(f"select {listed(node.keys)} from ({now(node)})") if node.keys else {}
    if any(not can_be_key(kind) for kind in of_keys.values()):
        key, hidden = [HASH], [HASH]
    groups = Groups(
        sql,
        tuple(columns),
        query,
        key=tuple(key),
        hidden=tuple(hidden),
        group=node,
        outputs=tuple(outputs),
        conditions=tuple(conditions),
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
            conditions = [*node.conditions, *conditions]
        else:
            values = dict(zip(node.columns, node.expressions, strict=True))
            outputs = [filled(value, values) for value in outputs]
            conditions = [filled(condition, values) for condition in conditions]
        node = node.child
    return node, outputs, conditions


def _unique_key(root: Operator, columns: Mapping[str, str], keys: Keys) -> tuple[str, ...]:
    """Result columns in which no two rows are equal, as few as possible and the first ones; empty if there are none."""
    named = dict(zip(root.columns, columns, strict=True))
    found = [name for name, column in named.items() if can_be_key(columns[column])]
    if not found or not root.is_unique(found, keys):
        return ()
    for name in reversed(found):
        fewer = [other for other in found if other != name]
        found = fewer if root.is_unique(fewer, keys) else found
    return tuple(named[name] for name in found)


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


def _accumulated(groups: Groups, types_of: TypesOfQuery, now: Callable[[Operator], str]) -> Result:
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
