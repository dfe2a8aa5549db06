"""Finds the groups below other operators whose earlier rows follow from those of now and the changes."""

from __future__ import annotations

from dataclasses import replace

from dbt.adapters.tablestore.sql.checksum import checksum
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators import accumulators
from dbt.adapters.tablestore.views.operators.accumulators import Accumulator
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.rules.facts import Facts
from dbt.adapters.tablestore.views.rules.rewritten import rewritten

# Each format has these types for columns, and their equal values are the same; so it is with decimals.
_STORABLE = frozenset({"boolean", "int", "bigint", "date", "timestamp", "timestamp_ntz", "string", "binary"})


def subtract_changes(query: Query, facts: Facts) -> Query:
    """The query, with the accumulators of groups of which each aggregate follows from changes."""

    def change(node: Operator) -> Operator:
        return _summed(node, facts) if isinstance(node, Aggregate) else node

    return replace(query, root=rewritten(query.root, change))


def _summed(node: Aggregate, facts: Facts) -> Aggregate:
    """The operator with the accumulators of each aggregate, if each follows from changes."""
    arguments = accumulators.arguments(node.aggregates)
    if arguments is None:
        return node
    rows = facts.now(node.child)
    items = [f"{argument} as a{number}" for number, argument in enumerate(["1", *arguments])]
    items += [f"{quoted(key)} as k{number}" for number, key in enumerate(node.keys)]
    types = facts.types_of(f"select {', '.join(items)} from ({rows})")
    given = [types[f"a{number}"] for number, _ in enumerate(arguments, 1)]
    made = accumulators.accumulators(node.aggregates, given, bool(node.keys))
    if made is None:
        return node
    sums = {name: one for name, one in made.items() if isinstance(one, Accumulator)}
    if len(sums) < len(made):
        return node
    found = replace(node, sums=sums)
    kinds = [types[f"k{number}"] for number, _ in enumerate(node.keys)]
    kinds += [kind for one, kind in zip(sums.values(), given, strict=True) if not one.is_linear]
    is_stored = all(kind in _STORABLE or kind.startswith("decimal(") for kind in kinds)
    is_stored &= not any(one.own_times for one in node.walk())
    if is_stored:
        return replace(found, stored_as=checksum(found.accumulated(rows)))
    return found if found.are_sums else node
