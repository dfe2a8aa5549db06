"""The inner joins of a block, one after the other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.parts import names_in
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.join import equalities
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.sql import WEIGHT
from dbt.adapters.tablestore.views.operators.values import Kept, Seed, restricted
from sqlglot import exp


class Chain:
    """Inner joins one after the other, each where conditions relate an operator to those joined already.

    Args:
        refresh: the refresh.
        first: the operator that others are joined to.
        start: its rows, or its changes.
        keys: what is known of the keys of its rows: the view with all of them, if they are kept, or a restriction.
        conditions: those of the joins.
        columns: the columns of the result.
        weighted: whether it starts with changes.
        before: the operators that are joined as they were before, by their identity.
        small: whether the rows that it starts with are sent to all processes of Spark.

    Each join can multiply the rows so far, unless it finds one row for each of them at most. Then they are counted
    before they meet a large table, and sent to all processes only if they are still few: Spark sends them whatever
    their size if it is told to. To meet a small table, Spark needs no hint.
    """

    def __init__(
        self,
        refresh: Changes,
        first: Operator,
        start: str,
        conditions: Sequence[exp.Expr],
        columns: Sequence[str],
        *,
        weighted: bool = False,
        before: Collection[int] = (),
        small: bool = False,
        keys: Kept | Seed | None = None,
    ) -> None:
        self._start = keys
        self._refresh, self._columns, self._weighted = refresh, columns, weighted
        self._before, self._starts_small = before, small
        self._small, self._multiplied = small, False
        self.joined, self.waiting, self.sql = [first], list(conditions), start
        self._known = set(first.columns)
        self._needed = {*columns, *names_in(conditions)}

    def join(self, others: Sequence[Operator], connected: bool = False) -> None:
        """Joins these operators; with ``connected`` only those that a condition relates to one of the others."""
        left = list(others)
        while left:
            related = [leaf for leaf in left if _pairs(self.waiting, self._known, leaf)]
            if connected and not related:
                return
            leaf = (related or left)[0]
            left.remove(leaf)
            self._join(leaf)

    def _join(self, leaf: Operator) -> None:
        pairs = _pairs(self.waiting, self._known, leaf)
        self.joined.append(leaf)
        self._known |= set(leaf.columns)
        ready = [condition for condition in self.waiting if names_in([condition]) <= self._known]
        self.waiting = [condition for condition in self.waiting if condition not in ready]
        by_key = bool(pairs) and _is_by_key(leaf)
        is_sent, so_far = self._are_sent(leaf, by_key)
        seed = self._of(so_far, pairs) if so_far and by_key else None
        of_before = self._weighted and id(leaf) in self._before
        rows = self._rows(leaf, seed, of_before, pairs)
        weight = [f"{WEIGHT} * _w2 as {WEIGHT}" if of_before else WEIGHT] * self._weighted
        items = [*self._items(), *weight]
        hint = "/*+ broadcast(_l) */ " if is_sent else ""
        how, on = ("join", f" on {sql.all_of(ready)}") if ready else ("cross join", "")
        self.sql = f"select {hint}{', '.join(items) or '1 as _one'} from ({self.sql}) as _l {how} ({rows}) as _r{on}"
        self._multiplied = self._multiplied or not self._is_unique(leaf, pairs)

    def _are_sent(self, leaf: Operator, by_key: bool) -> tuple[bool, Kept | None]:
        """Whether the rows so far are sent to all processes to meet an operator, and these if they were evaluated.

        Args:
            leaf: the operator.
            by_key: whether it is computed for their keys only.
        """
        is_counted = self._multiplied and (by_key or self._refresh.reads_large(leaf))
        if not self._small or not (by_key or is_counted):
            return self._small and not self._multiplied, None
        so_far = self._refresh.keep_small(self.sql) if is_counted else self._refresh.keep(self.sql)
        self._small, self._multiplied = so_far is not None, False
        self.sql = so_far.all_rows if so_far else self.sql
        return self._small, so_far

    def _is_unique(self, leaf: Operator, pairs: Sequence[tuple[str, str]]) -> bool:
        """Whether an operator has one row at most for each of the rows that it is joined to."""
        keys = self._refresh.keys
        return leaf.is_unique({other for one, other in pairs if keys.are_comparable(one, other)}, keys)

    def _of(self, kept: Kept, pairs: Sequence[tuple[str, str]]) -> Seed:
        return self._refresh.keys_of(kept, [pair[0] for pair in pairs]).on(pair[1] for pair in pairs)

    def _near(self, pairs: Sequence[tuple[str, str]]) -> Seed | None:
        """The keys of an operator that comes next, as far as the rows that the chain starts with say which ones.

        Keys that were values of another column do not bound the column that is equal to theirs if its type is not that
        of both.
        """
        start = self._start
        if isinstance(start, Seed):
            equal = {one: other for one, other in pairs if one in start.columns}
            found = start.of(equal)
            found = found and replace(found, given=(*start.given, *start.columns) if start.given else ())
            return found if found and self._refresh.have_types_of(found) else None
        known = [pair for pair in pairs if pair[0] in self.joined[0].columns]
        return self._of(start, known) if start and known else None

    def _rows(self, leaf: Operator, seed: Seed | None, of_before: bool, pairs: Sequence[tuple[str, str]]) -> str:
        """The rows of an operator that is joined to changes; those of before have a weight `_w2`."""
        refresh, changes = self._refresh, self._refresh.delta(leaf) if of_before else None
        near = self._near(pairs) if self._starts_small and not seed else None
        rows = refresh.near(leaf, near) if near else refresh.now(leaf, seed)
        if not changes:
            return rows
        gone = changes.all_rows
        gone = restricted(gone, seed) if seed else gone
        taken = f"select {sql.listed(leaf.columns)}, -{WEIGHT} as _w2 from ({gone}) as _q"
        return f"select *, 1 as _w2 from ({rows}) as _q union all {taken}"

    def _items(self) -> list[str]:
        return [quoted(name) for name in sorted(self._known & self._needed)]

    def add(self, other: Chain) -> None:
        """Adds the rows of another chain with the same operators."""
        items = ", ".join([*self._items(), WEIGHT])
        self.sql = f"select {items} from ({self.sql}) as _q union all select {items} from ({other.sql}) as _q"
        self._small, self._start = self._small and other._small, None
        self._multiplied = self._multiplied or other._multiplied

    def query(self) -> str:
        """The query of the joined rows."""
        return f"select {sql.selected([*map(quoted, self._columns)], self._weighted)} from ({self.sql}) as _q"


def by_relation(leaves: Sequence[Operator], conditions: Sequence[exp.Expr]) -> list[Operator]:
    """The operators in an order in which those that conditions relate to each other follow each other.

    So all changes of such operators meet any other operator at the same side of this order: before it, or after it.
    """
    ordered: list[Operator] = []
    left = list(leaves)
    while left:
        known = set(left[0].columns)
        ordered.append(left.pop(0))
        while related := [leaf for leaf in left if _pairs(conditions, known, leaf)]:
            left.remove(related[0])
            ordered.append(related[0])
            known |= set(related[0].columns)
    return ordered


def merged(chains: Sequence[Chain]) -> Chain:
    """One chain with the rows of several that have joined the same operators."""
    for other in chains[1:]:
        chains[0].add(other)
    return chains[0]


def _pairs(conditions: Sequence[exp.Expr], known: set[str], leaf: Operator) -> list[tuple[str, str]]:
    """Columns that a condition sets equal: (of those joined already, of the leaf)."""
    return [
        (one, other)
        for names in equalities(conditions)
        for one, other in (names, names[::-1])
        if one in known and other in leaf.columns
    ]


def _is_by_key(node: Operator) -> bool:
    """Whether computing the operator for some keys costs less than for all."""
    return any(found.is_by_key for found in node.walk())
