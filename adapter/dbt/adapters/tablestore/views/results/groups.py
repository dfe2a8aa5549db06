"""The rows of a GROUP BY or DISTINCT: touched groups are recomputed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.results.columns import GROUP, HASH, equal, hash_of
from dbt.adapters.tablestore.views.results.result import Result
from sqlglot import exp


@dataclass(frozen=True)
class Groups(Result):
    """The rows of a GROUP BY or DISTINCT: touched groups are recomputed.

    ``outputs`` and ``conditions`` are the result's columns and those of HAVING, over the columns of ``group``.
    """

    group: Aggregate | None = None
    outputs: tuple[exp.Expr, ...] = ()
    conditions: tuple[exp.Expr, ...] = ()

    @property
    def of(self) -> Aggregate:
        """The operator that groups."""
        assert self.group is not None
        return self.group

    def stored(self, changes: Changes) -> str:
        """The rows to store, recomputed."""
        return self._finished(changes.now(self.of))

    def _finished(self, groups: str) -> str:
        """The stored columns of groups, of those that fulfil HAVING."""
        items = [
            f"{value.sql('spark')} as {quoted(name)}" for name, value in zip(self.columns, self.outputs, strict=True)
        ]
        items += [
            f"{value} as {quoted(name)}" for name, value in self.key_values(self.of.keys).items() if name in self.hidden
        ]
        return f"select {', '.join(items)} from ({groups}) as _q" + (f" where {self.having}" if self.conditions else "")

    @property
    def having(self) -> str:
        """The conditions of HAVING."""
        return " and ".join(f"({condition.sql('spark')})" for condition in self.conditions)

    def key_values(self, names: Sequence[str]) -> dict[str, str]:
        """The columns of the stored key -> their values, given the names of the group's columns in a query."""
        if HASH in self.key:
            return {HASH: hash_of(names)}
        return dict(zip(self.key, map(quoted, names), strict=True)) if names else {GROUP: "1"}

    def changed_batch(self, changes: Changes, table: str) -> str | None:
        """The touched groups, recomputed; those without rows go."""
        delta = changes.of_query(self.query, self.of.child)
        if not delta:
            return None
        if self.of.keys:
            touched = changes.distinct(changes.keys_of(delta, self.of.keys))
            changes.groups = touched.view.rows
            fresh = self._finished(changes.now(self.of, touched))
            key = ", ".join(f"{value} as {quoted(name)}" for name, value in self.key_values(touched.names).items())
            groups = f"select {key} from {touched.view.name}"
        else:
            fresh, groups = self._finished(changes.now(self.of)), f"select 1 as {GROUP}"
        items = [f"{'t' if name in self.key else 'f'}.{quoted(name)}" for name in (*self.columns, *self.hidden)]
        return (
            f"select {', '.join(items)}, if(f._found, '+I', '-D') as _row_kind\n"
            f"from ({groups}) as t\n"
            f"left join (select *, true as _found from ({fresh})) as f on {equal(self.key, 'f', 't')}"
        )
