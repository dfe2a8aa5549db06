"""GROUP BY and DISTINCT: groups by columns of the child.

A change touches its group. The changes of a group are the difference between its row now and its row before; without
keys there is one group, whose row is computed once for all that read it. Counts, and sums and averages of exact
numbers, were before what they are now without the changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.functions import (
    ANY_ORDER,
    depends_on_order,
    without_clauses,
)
from dbt.adapters.tablestore.views.expressions.orders import is_completed
from dbt.adapters.tablestore.views.expressions.parts import names_in
from dbt.adapters.tablestore.views.expressions.text import is_call_of
from dbt.adapters.tablestore.views.operators import sql, subtracted
from dbt.adapters.tablestore.views.operators.accumulators import ROWS, Accumulator
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.differing import Differing, assert_same_rows, is_float
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import Columns, Operator, Prune, TypesOf, Unary, as_text
from dbt.adapters.tablestore.views.operators.scan import Scan
from dbt.adapters.tablestore.views.operators.sql import difference, named
from dbt.adapters.tablestore.views.operators.uniqueness import Keys
from dbt.adapters.tablestore.views.operators.values import Seed, restricted
from sqlglot import exp


@dataclass(frozen=True, eq=False)
class Aggregate(Unary):
    """Groups by columns of the child. ``columns`` are the keys' and then the aggregates' names."""

    keys: Columns
    aggregates: dict[str, exp.Expr] = field(default_factory=dict)
    sums: Mapping[str, Accumulator] | None = None
    """The accumulators of all aggregates, if each follows from changes; those that are no sums only where stored."""
    stored_as: str = ""
    """What names its accumulators: a checksum of their query. Empty if they cannot be stored."""

    words: ClassVar[str] = "a GROUP BY or DISTINCT"
    remembers: ClassVar[str] = "none, touched groups are read again"
    cost_class: ClassVar[str] = "groups"

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The aggregates."""
        return tuple(self.aggregates.values())

    @property
    def unordered(self) -> tuple[exp.Expr, ...]:
        """The aggregates."""
        return self.given

    @property
    def takes_any_rows(self) -> bool:
        """Whether an aggregate depends on the order of rows, such as `first`."""
        return any(map(depends_on_order, self.given))

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """The stored groups, or those of the rows with the keys of ``seed`` if these are keys of the groups."""
        groups = refresh.stored.now(self)
        if groups:
            return self._finished(groups.name), None
        pushed = seed and seed.within(self.keys)
        return self.select(refresh.now(self.child, pushed)), pushed

    def changes(self, refresh: Changes) -> str | None:
        """The touched groups, now and before."""
        if self.sums is None or refresh.apart:
            return self._compared(refresh)
        return self._subtracted(refresh, self.sums) if self.are_sums else self._followed(refresh)

    def is_net(self, refresh: Changes) -> bool:
        """Whether groups that have not changed are left out."""
        return self.are_sums and not refresh.apart

    @property
    def are_sums(self) -> bool:
        """Whether changes can be subtracted from all accumulators."""
        return self.sums is not None and all(one.is_linear for one in self.sums.values())

    def _followed(self, refresh: Changes) -> str | None:
        """The touched groups: as they follow from the stored ones, and as these are; from their rows where none are."""
        groups, before = refresh.stored.now(self), refresh.stored.before(self)
        if not groups or not before:
            return self._compared(refresh, is_measured=True)
        back = refresh.stored.taken_back(self)
        if not back:
            return None
        touched = refresh.keys_of(back, self.keys) if self.keys else None
        rows = [restricted(one.all_rows, touched) if touched else one.all_rows for one in (groups, before)]
        now, then = (self._finished(f"({one}) as _q") for one in rows)
        return difference(now if self.keys else refresh.keep_row(self, now).all_rows, then, self.columns)

    def _compared(self, refresh: Changes, is_measured: bool = False) -> str | None:
        """The touched groups: from their rows of now, and from those before.

        ``is_measured`` says that it is found out whether it pays to store them.
        """
        touched = refresh.touched(self.child, self.keys)
        if not touched:
            return None
        now, before = touched
        if is_measured:
            more = [named(call, name) for name, call in self.accumulators.items()]
            groups = refresh.stored.measured(self, self.select(now, more))
            now = f"select {sql.listed(self.columns)} from ({groups}) as _q"
        else:
            now = self.select(now)
        now = now if self.keys else refresh.keep_row(self, now).all_rows
        return difference(now, self.select(before), self.columns)

    def _subtracted(self, refresh: Changes, sums: Mapping[str, Accumulator]) -> str | None:
        """The touched groups: from their accumulators of now, and from these without the changes."""
        back = refresh.stored.taken_back(self)
        if not back:
            return None
        touched = refresh.keys_of(back, self.keys) if self.keys else None
        groups = refresh.stored.now(self)
        if groups:
            found = restricted(groups.all_rows, touched) if touched else groups.all_rows
            now = self._finished(f"({found}) as _q", [quoted(name) for name in self.accumulators])
        else:
            more = [named(call, name) for name, call in self.accumulators.items()]
            now = refresh.stored.measured(self, self.select(refresh.now(self.child, touched), more))
        if not self.keys or any(one.can_overflow for one in sums.values()):
            kept = refresh.keep(now)
            now = kept.all_rows
            if refresh.stored.are_unknown(sums, back, changes=True) or refresh.stored.are_unknown(sums, kept):
                compared = self._compared(refresh)
                return compared and refresh.netted(compared, self.columns)
            if not self.keys:
                refresh.know_row(self, f"select {sql.listed(self.columns)} from {kept.name}")
        return subtracted.difference(back.name, now, self.keys, sums)

    @property
    def accumulators(self) -> dict[str, str]:
        """The columns from which its rows follow, besides the keys -> what computes them from the rows of a group."""
        calls = {name: call for one in (self.sums or {}).values() for name, call in one.columns.items()}
        return {ROWS: "count(*)", **calls}

    def accumulated(self, rows: str) -> str:
        """The keys and accumulators of the rows of a query."""
        items = [*map(quoted, self.keys), *(named(call, name) for name, call in self.accumulators.items())]
        group = f" group by {sql.listed(self.keys)}" if self.keys else ""
        return f"select {', '.join(items)} from ({rows}) as _q{group}"

    def _finished(self, groups: str, more: Sequence[str] = ()) -> str:
        """The groups of a relation with their accumulators, with more items."""
        values = [named(one.value, name) for name, one in (self.sums or {}).items()]
        return f"select {', '.join([*map(quoted, self.keys), *values, *more])} from {groups}"

    def select(self, rows: str, more: Sequence[str] = ()) -> str:
        """The groups of the rows of a query, with more items."""
        items = [quoted(key) for key in self.keys]
        items += [named(sql.of_expression(call), name) for name, call in self.aggregates.items()]
        items += more
        group = f" group by {sql.listed(self.keys)}" if self.keys else ""
        return f"select {', '.join(items)} from ({rows}) as _q{group}"

    @property
    def reads_again(self) -> bool:
        """Whether its input, which it reads by keys, is one that reads others."""
        return bool(self.keys) and not isinstance(self.child.core, Scan)

    @property
    def is_by_key(self) -> bool:
        """True."""
        return True

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """All keys, the needed aggregates, and the columns of these."""
        aggregates = {name: call for name, call in self.aggregates.items() if name in needed}
        if not self.keys and not aggregates:
            aggregates = dict(list(self.aggregates.items())[:1])
        child = prune(self.child, {*self.keys, *names_in(aggregates.values())})
        return Aggregate((*self.keys, *aggregates), child, self.keys, aggregates)

    def is_unique(self, names: Collection[str], keys: Keys) -> bool:
        """Whether the keys are among the columns, or follow from those that are."""
        given = set(names) & set(self.keys)
        return given == set(self.keys) or self.child.is_unique(given, keys)

    def differing(self, known: Callable[[Operator], Differing], types_of: TypesOf) -> Differing:
        """Aggregates that depend on the order of rows, and sums of floating-point numbers."""
        below = known(self.child)
        assert_same_rows(below.loose & set(self.keys))
        loose, noisy = set(), set()
        for name, call in self.aggregates.items():
            if names_in([call]) & below.loose or is_completed(call) or depends_on_order(call):
                loose.add(name)
            if names_in([call]) & below.noisy:
                noisy.add(name)
        summed = [name for name, call in self.aggregates.items() if not is_call_of(without_clauses(call), *ANY_ORDER)]
        if summed:
            types = types_of(self)
            noisy.update(name for name in summed if is_float(types[name.lower()]))
        return Differing(below.loose | loose, below.noisy | noisy)

    def distinguished(self, first: FirstNames) -> tuple[Any, ...] | None:
        """The keys and the aggregates."""
        return (*first.names(self.keys), len(self.keys), *first.texts(self.aggregates.values()))

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """The keys and the aggregates."""
        calls = ", ".join(f"{as_text(call)} AS {name}" for name, call in self.aggregates.items())
        return f"GroupAggregate(groupBy=[{', '.join(self.keys)}]{f', select=[{calls}]' if calls else ''})"

    def members(self) -> dict[str, Any]:
        """The keys and the aggregates."""
        calls = [{"name": name, "expression": as_text(call)} for name, call in self.aggregates.items()]
        return {"type": "stream-exec-group-aggregate_1", "grouping": list(self.keys), "aggCalls": calls}

    @property
    def states(self) -> Mapping[str, int]:
        """That of a stateful aggregate; it never expires."""
        return {"groupAggregateState": 0}
