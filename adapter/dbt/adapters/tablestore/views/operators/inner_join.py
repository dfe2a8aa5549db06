"""Inner joins.

For each changed input its changes are joined with the other inputs: with the earlier ones as they are now, and with
the later ones as they were before. Inner joins and filters that are next to each other are one block: its inputs are
joined in the order that the conditions give, beginning with the changes.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from dbt.adapters.tablestore.views.expressions.parts import names_in
from dbt.adapters.tablestore.views.operators.chain import Chain, by_relation, merged
from dbt.adapters.tablestore.views.operators.changes import Block, Changes
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.join import Join
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.uniqueness import Keys, is_unique_in_join
from dbt.adapters.tablestore.views.operators.values import Seed, restricted
from sqlglot import exp


@dataclass(frozen=True, eq=False)
class InnerJoin(Join):
    """An inner join; its conditions are in a filter above it."""

    @property
    def is_by_key(self) -> bool:
        """False: it begins with the keys, whatever they are."""
        return False

    @property
    def reads_again(self) -> bool:
        """False: each input is joined once."""
        return False

    @property
    def block(self) -> InnerJoin | None:
        """Itself."""
        return self

    def leaves(self) -> tuple[list[Operator], list[exp.Expr]]:
        """Those of both sides."""
        (left, first), (right, second) = self.left.leaves(), self.right.leaves()
        return left + right, first + second

    def is_unique(self, names: Collection[str], keys: Keys) -> bool:
        """Whether the row of each input follows from the columns."""
        return is_unique_in_join(*self.leaves(), names, keys)

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """See `now_of`."""
        return self.now_of(self, refresh, seed)

    def changes(self, refresh: Changes) -> str | None:
        """See `changes_of`."""
        return self.changes_of(self, refresh)

    def now_of(self, node: Operator, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """The rows of a filter over it, or its own, in an order that starts with the keys it is restricted to."""
        leaves, conditions = refresh.block(node, _separated)
        for leaf in leaves:
            if seed and seed.within(leaf.columns):
                others = [other for other in leaves if other is not leaf]
                small = refresh.is_small(seed.view)
                start = refresh.now(leaf, seed)
                chain = Chain(refresh, leaf, start, conditions, node.columns, small=small, keys=seed)
                chain.join(others)
                return chain.query(), seed
        chain = Chain(refresh, leaves[0], refresh.now(leaves[0]), conditions, node.columns)
        chain.join(leaves[1:])
        return (restricted(chain.query(), seed) if seed else chain.query()), seed

    def changes_of(self, node: Operator, refresh: Changes) -> str | None:
        """The changes of a filter over it, or its own.

        The largest changed input comes first, so that the others meet it as it is now: their changes are joined with
        each other before that, and with the largest input all at once.
        """
        leaves, conditions = refresh.block(node, _separated)
        changed = sorted((leaf for leaf in leaves if refresh.delta(leaf)), key=refresh.size, reverse=True)
        changed = changed[:1] + by_relation(changed[1:], conditions)
        parts: dict[frozenset[int], list[Chain]] = {}
        for position, leaf in enumerate(changed):
            changes = refresh.delta(leaf)
            assert changes is not None
            chain = Chain(
                refresh,
                leaf,
                changes.all_rows,
                conditions,
                node.columns,
                weighted=True,
                before={id(other) for other in changed[position + 1 :]},
                small=refresh.is_small(changes),
                keys=changes,
            )
            if position:
                chain.join([other for other in changed[1:] if other is not leaf], connected=True)
            done = frozenset(id(other) for other in chain.joined)
            parts.setdefault(done, []).append(chain)
        queries = []
        for chains in parts.values():
            chain = merged(chains)
            chain.join([other for other in leaves if other not in chain.joined])
            queries.append(chain.query())
        return " union all ".join(queries) or None


def _separated(node: Operator) -> Block:
    """The inputs of a block, each with the conditions that are only about it, and the other conditions."""
    leaves, conditions = node.leaves()
    filtered: list[Operator] = []
    for leaf in leaves:
        own = [condition for condition in conditions if names_in([condition]) <= set(leaf.columns)]
        conditions = [condition for condition in conditions if condition not in own]
        filtered.append(Filter(leaf.columns, leaf, tuple(own)) if own else leaf)
    return filtered, conditions
