"""Rows whose key is in the result: a change of another column is an update."""

from __future__ import annotations

from dataclasses import dataclass

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.sql import WEIGHT, listed
from dbt.adapters.tablestore.views.results.columns import (
    BEFORE,
    INCONSISTENT,
    NOT_IDENTIFIED,
    as_struct,
    checked,
    equal,
)
from dbt.adapters.tablestore.views.results.result import Result


@dataclass(frozen=True)
class KeyedRows(Result):
    """Rows whose key is in the result."""

    @property
    def has_before(self) -> bool:
        """It is looked up, because a row that goes has to be stored."""
        return True

    @property
    def infers_key(self) -> bool:
        """It does, if the config does not declare it."""
        return not self.is_declared

    def stored(self, changes: Changes) -> str:
        """The rows to store, recomputed."""
        assert self.query is not None
        return f"select {self._named()} from ({changes.now(self.query.root)}) as _q"

    def _named(self) -> str:
        assert self.query is not None
        pairs = zip(self.query.root.columns, self.columns, strict=True)
        return ", ".join(f"{quoted(given)} as {quoted(name)}" for given, name in pairs)

    def changed_batch(self, changes: Changes, table: str) -> str | None:
        """Of each changed key its row, or that it goes."""
        assert self.query is not None
        delta = changes.of_query(self.query, self.query.root)
        if not delta:
            return None
        changed = f"(select {self._named()}, {WEIGHT} from {delta.name})"
        counted = ", ".join(
            f"sum(if({WEIGHT} {sign} 0, abs({WEIGHT}), 0)) over (partition by {listed(self.key)}) as {name}"
            for sign, name in {"<": "_gone", ">": "_come"}.items()
        )
        stored = (
            f"select {listed(self.key)}, {as_struct(self.columns, 't')} as {BEFORE} from {table} as t\n"
            f"left semi join {changed} as c on {equal(self.key, 't', 'c')}"
        )
        # of a key, a row that is stored goes, and at most one comes
        wrong = f"_come > 1 or _gone > 1 or (_gone = 1) <> (s.{BEFORE} is not null)"
        error = NOT_IDENTIFIED if self.is_declared else INCONSISTENT
        kind = checked(wrong, f"if(h.{WEIGHT} > 0, '+I', '-D')", error)
        batch = changes.keep(
            f"select {', '.join(f'h.{quoted(name)}' for name in self.columns)}, {kind} as _row_kind, s.{BEFORE}\n"
            f"from (select *, {counted} from {changed}) as h\n"
            f"left join ({stored}) as s on {equal(self.key, 's', 'h')}\n"
            f"where h.{WEIGHT} > 0 or _come = 0"
        )
        return f"select * from {batch.name}"
