"""STATE_TTL hints and the `state_ttl` of a view: the joins and aggregates whose states expire."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dbt.adapters.tablestore.views.expressions import hints
from dbt.adapters.tablestore.views.expressions.errors import StateError
from dbt.adapters.tablestore.views.expressions.moments import moments_in
from dbt.adapters.tablestore.views.expressions.state_limits import refused
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.join import Join, equal_columns
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.scan import Scan
from dbt.adapters.tablestore.views.operators.stateful import Side, Stateful
from dbt.adapters.tablestore.views.operators.stateful_aggregate import StatefulAggregate
from dbt.adapters.tablestore.views.operators.stateful_join import StatefulJoin
from sqlglot import exp

Limits = Callable[[Stateful], bool]


class States:
    """Which operators of a query have a state that expires.

    Args:
        expires: whether all have, besides those with a hint.
        limits: whether a compiled plan limits how long the states of an operator are kept.
    """

    def __init__(self, expires: bool, limits: Limits | None) -> None:
        self._expires, self._limits = expires, limits
        self.operators: list[Stateful] = []

    def of_join(self, node: Operator, aliases: Sequence[str], query: exp.Select) -> Operator:
        """A join with the conditions of its ON; ``aliases`` are the tables of its left and right side."""
        given = hints.hints_of(query)
        return self._with_state(node, hints.has_ttl(given, aliases), lambda name: _join(node, aliases, given, name))

    def of_group(self, node: Aggregate, query: exp.Select) -> Operator:
        """A GROUP BY or DISTINCT; in a SELECT with a join, a hint is that of the join."""
        given, from_ = hints.hints_of(query), query.args.get("from_")
        alias = from_.this.alias_or_name if from_ else ""
        has_ttl = hints.has_ttl(given, [alias]) and not query.args.get("joins")
        return self._with_state(node, has_ttl, lambda name: _group(node, alias, given, name))

    def _with_state(self, node: Operator, has_ttl: bool, stateful: Callable[[str], Stateful]) -> Operator:
        """The operator with states that expire, if a hint, the settings or the compiled plan say so."""
        name = f"operator {len(self.operators) + 1}"
        if self._expires or has_ttl:
            made = stateful(name)
        elif self._limits is None:
            return node
        else:
            try:
                made = stateful(name)
            except StateError:  # its states cannot expire; `CompiledPlans.check_view` says so if the plan limits them
                return node
            if not self._limits(made):
                return node
        self.operators.append(made)
        return made


def _join(node: Operator, aliases: Sequence[str], given: Mapping[str, str], name: str) -> StatefulJoin:
    """A join with the state of each side."""
    conditions, joined = (node.conditions, node.child) if isinstance(node, Filter) else (node.given, node)
    words = f"the join of {' and '.join(alias or 'other tables' for alias in aliases)}"
    if not isinstance(joined, Join):  # see `pair_joins`
        if moments_in(part for below in joined.walk() for part in below.given):
            raise refused("full refresh", reason="its ON has the current time")
        raise refused("no equality", words=words)
    if joined.kind in ("semi", "anti"):
        raise refused("semi join", words=words, kind=joined.kind)
    pairs = list(equal_columns(conditions, joined))
    if not pairs:
        raise refused("no equality", words=words)
    sides = []
    for at, (alias, rows) in enumerate(zip(aliases, joined.inputs, strict=True)):
        sides.append(_side(words, alias, rows, [pair[at] for pair in pairs], given.get(alias)))
    return StatefulJoin(node.columns, name, node, tuple(sides), joined, conditions)


def _group(node: Aggregate, alias: str, given: Mapping[str, str], name: str) -> StatefulAggregate:
    """A GROUP BY or DISTINCT with the state of its groups."""
    side = _side(f"the GROUP BY of {alias}", alias, node.child, node.keys, given.get(alias))
    return StatefulAggregate(node.columns, name, node, (side,), node)


def _side(words: str, alias: str, rows: Operator, key: Sequence[str], hint: str | None) -> Side:
    below = rows.core
    if not isinstance(below, Scan):
        raise refused("reads an operator", words=words, below=below.words)
    columns = rows.origins()
    if any(name not in columns for name in key):
        raise refused("key is an expression", words=words)
    return Side(alias, below.table, rows, tuple(columns[name] for name in key), hint)
