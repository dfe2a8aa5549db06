"""Groups whose aggregates follow from accumulators, which are stored in hidden columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.parts import names_in
from dbt.adapters.tablestore.views.operators.accumulators import ROWS, Accumulator, StoredState
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.sql import WEIGHT, listed
from dbt.adapters.tablestore.views.operators.subtracted import LOST
from dbt.adapters.tablestore.views.operators.values import Kept
from dbt.adapters.tablestore.views.results.columns import (
    BEFORE,
    VISIBLE,
    as_struct,
    checked,
    equal,
    filled,
    sql_column,
)
from dbt.adapters.tablestore.views.results.groups import Groups
from sqlglot import exp


@dataclass(frozen=True)
class Accumulated(Groups):
    """Groups whose aggregates follow from accumulators, which are stored in hidden columns."""

    aggregates: Mapping[str, Accumulator | StoredState] = None  # type: ignore[assignment]

    @property
    def has_before(self) -> bool:
        """It is beside the stored accumulators."""
        return True

    @property
    def _lost(self) -> list[str]:
        """The conditions that the accumulators of a group do not follow from the changes."""
        return [lost for made in self.aggregates.values() if (lost := made.is_lost())]

    def stored(self, changes: Changes) -> str:
        """The rows to store, recomputed."""
        return self._finished(self._accumulated(changes.now(self.of.child)))

    def _accumulated(self, rows: str) -> str:
        calls = {name: call for made in self.aggregates.values() for name, call in made.columns.items()}
        items = [quoted(name) for name in self.of.keys]
        items += [f"{call} as {quoted(name)}" for name, call in {ROWS: "count(*)", **calls}.items()]
        group = f" group by {listed(self.of.keys)}" if self.of.keys else ""
        return f"select {', '.join(items)} from ({rows}) as _q{group}"

    @property
    def _accumulators(self) -> list[str]:
        return [ROWS, *(name for made in self.aggregates.values() for name in made.columns)]

    def _finished(self, groups: str, besides: str = "") -> str:
        """The stored columns of groups, given their accumulators, and other columns that they have besides.

        Expressions over a group without rows, or that the conditions hide, may have no value, such as a ratio of zeros.
        """
        values = {name: sql_column(made.value) for name, made in self.aggregates.items()}
        guard = VISIBLE if self.conditions else f"{ROWS} > 0" if self.of.keys else None
        items = []
        for name, output in zip(self.columns, self.outputs, strict=True):
            value = filled(output, values).sql("spark")
            is_safe = not guard or isinstance(output, exp.Column) or not names_in([output])
            items.append(f"{value if is_safe else f'if({guard}, {value}, null)'} as {quoted(name)}")
        items += [
            f"{value} as {quoted(name)}" for name, value in self.key_values(self.of.keys).items() if name in self.hidden
        ]
        items += [quoted(name) for name in self._accumulators]
        if self.conditions:
            given = [f"{ROWS} > 0"] * bool(self.of.keys)
            given += [filled(condition, values).sql("spark") for condition in self.conditions]
            groups = f"select *, {_all_of(given)} as {VISIBLE} from ({groups}) as _q"
            items.append(VISIBLE)
        return f"select {', '.join(items)}{besides} from ({groups}) as _q"

    def read(self, changes: Changes) -> None:
        """Reads the changes of the inputs; sums of them are added to what is stored."""
        assert self.query is not None
        changes.read(self.query.root, self.of if self._are_linear else None)

    @property
    def _are_linear(self) -> bool:
        return all(made.is_linear for made in self.aggregates.values())

    def changed_batch(self, changes: Changes, table: str) -> str | None:
        """The groups with changes: their accumulators and what the changes add to them."""
        self.read(changes)
        added = self._added(changes)
        changed = changes.keep(added) if added else None
        if not changed or not changed.rows:
            return None
        keys, same = [quoted(name) for name in self.of.keys], self._is_stored
        stored = f"{table} as s left semi join {changed.name} as d on {same}"
        changes.groups = changed.rows if keys else None
        # the rows of a state that expires are not all there
        lost = [] if changes.apart else self._lost
        groups = self._combined(changed, stored, same, lost, changes.apart)
        kind = f"if({ROWS} > 0, '+I', '-D') as _row_kind" if keys else "'+I' as _row_kind"
        if lost:
            kept = changes.keep(groups)
            known = self._finished(f"select * from {kept.name} where not {LOST}", f", {BEFORE}")
            batch = f"select *, {kind} from ({known})" + self._recomputed(changes, kept, kind)
        else:
            batch = f"select *, {kind} from ({self._finished(groups, f', {BEFORE}')})"
        # a stored accumulator that has no value is found here, where a full refresh is still possible
        return f"select * from {changes.keep(batch).name}"

    def _added(self, changes: Changes) -> str | None:
        """The query of what changes add to the accumulators of each group; None without changes."""
        added = {ROWS: f"sum({WEIGHT})"}
        for made in self.aggregates.values():
            added |= made.changes()
        items = [*map(quoted, self.of.keys), *(f"{call} as {quoted(name)}" for name, call in added.items())]
        group = f" group by {listed(self.of.keys)}" if self.of.keys else ""
        if self._are_linear and not changes.apart:
            rows = changes.summable(self.query, self.of.child)
            # where all sums are zero, changes have cancelled out
            adds = [
                f"coalesce({added[ROWS]} <> 0, false)",
                *(one for made in self.aggregates.values() for one in made.adds()),
            ]
            group += f" having {' or '.join(adds)}"
        else:
            kept = changes.of_query(self.query, self.of.child)
            rows = kept.all_rows if kept else None
        if not rows:
            return None
        names = ", ".join(["*", *(f"{value} as {name}" for name, value in self._stored_key.items())])
        return f"select {names} from (select {', '.join(items)} from ({rows}) as _q{group}) as _q"

    @property
    def _stored_key(self) -> dict[str, str]:
        """Names of columns for the stored key of changed groups -> their values.

        The names are their own, because a column of the result can have the name of another column of the inputs.
        """
        values = self.key_values(self.of.keys).values()
        return {f"_stored_{number}": value for number, value in enumerate(values, 1)}

    @property
    def _is_stored(self) -> str:
        """Whether a stored row `s` is that of a changed group `d`."""
        pairs = zip(self.key, self._stored_key, strict=True)
        return " and ".join(f"s.{quoted(name)} <=> d.{other}" for name, other in pairs)

    def _combined(self, changed: Kept, stored: str, same: str, lost: list[str], apart: bool) -> str:
        """The query of the accumulators of each changed group: those that are stored, and what changes add to them."""
        rows = f"coalesce(s.{ROWS}, 0) + coalesce(d.{ROWS}, 0)"
        # a row that has expired from a state can go twice
        combined = {ROWS: rows if apart else checked(f"{rows} < 0", rows)}
        for made in self.aggregates.values():
            combined |= made.combined(rows)
        items = [f"d.{quoted(name)}" for name in self.of.keys]
        items += [f"{value} as {quoted(name)}" for name, value in combined.items()]
        items += [f"{' or '.join(lost)} as {LOST}"] if lost else []
        before = f"{as_struct((*self.columns, *self.hidden), 's')} as {BEFORE}"
        of_stored = f"select {listed([*self.key, *self._accumulators])}, {before} from {stored}"
        return f"select {', '.join(items)}, s.{BEFORE} from {changed.name} as d left join ({of_stored}) as s on {same}"

    def _recomputed(self, changes: Changes, groups: Kept, kind: str) -> str:
        """The groups whose accumulators do not follow from the changes: from their rows, if there are any."""
        keys, batch = self.of.keys, ""
        again = changes.keep(f"select * from {groups.name} where {LOST} and {ROWS} > 0")
        if again.rows:
            seed = changes.keys_of(again, keys) if keys else None
            fresh = self._finished(self._accumulated(changes.now(self.of.child, seed)))
            key = ", ".join(f"{value} as {quoted(name)}" for name, value in self.key_values(keys).items())
            batch = f"\nunion all\nselect f.*, t.{BEFORE}, '+I' as _row_kind from ({fresh}) as f"
            batch += f" left join (select {key}, {BEFORE} from {again.name}) as t on {equal(self.key, 'f', 't')}"
        if keys or not again.rows:
            gone = self._finished(f"select * from {groups.name} where {LOST} and {ROWS} <= 0", f", {BEFORE}")
            batch += f"\nunion all\nselect *, {kind} from ({gone})"
        return batch


def _all_of(conditions: Sequence[str]) -> str:
    """Whether all conditions are true, of which none is looked at after one that is not, as in WHERE and HAVING.

    In the columns of a SELECT, Spark looks at the right side of AND where the left one is null.
    """
    *first, last = conditions
    found = f"coalesce({last}, false)"
    for condition in reversed(first):
        found = f"if({condition}, {found}, false)"
    return found
