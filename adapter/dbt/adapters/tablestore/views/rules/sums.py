"""Finds the groups below other operators whose earlier rows follow from those of now and the changes."""

from __future__ import annotations

from dataclasses import replace

from dbt.adapters.tablestore.views.operators import accumulators
from dbt.adapters.tablestore.views.operators.accumulators import Accumulator
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.rules.facts import Facts
from dbt.adapters.tablestore.views.rules.rewritten import rewritten


def subtract_changes(query: Query, facts: Facts) -> Query:
    """The query, with the accumulators of groups of which each aggregate is a sum of exact numbers or a count."""

    def change(node: Operator) -> Operator:
        return replace(node, sums=_sums(node, facts)) if isinstance(node, Aggregate) else node

    return replace(query, root=rewritten(query.root, change))


def _sums(node: Aggregate, facts: Facts) -> dict[str, Accumulator] | None:
    """The accumulators of each aggregate; none if one of them has none that a change can be subtracted from."""
    arguments = accumulators.arguments(node.aggregates)
    if not arguments:
        return None if node.aggregates else {}
    items = ", ".join(f"{argument} as a{number}" for number, argument in enumerate(["1", *arguments]))
    types = facts.types_of(f"select {items} from ({facts.now(node.child)})")
    given = [types[f"a{number}"] for number, _ in enumerate(arguments, 1)]
    made = accumulators.accumulators(node.aggregates, given, bool(node.keys))
    found = {name: one for name, one in (made or {}).items() if isinstance(one, Accumulator)}
    is_exact = all(one.is_linear and not one.can_overflow for one in found.values())
    return found if made is not None and len(found) == len(made) and is_exact else None
