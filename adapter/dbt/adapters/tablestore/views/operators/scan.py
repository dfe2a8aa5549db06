"""The rows of a table.

Its changes are those of the table, which are read once for all scans of it. A scan with fewer columns than others of
its table sees fewer changes: those of other columns cancel out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.parts import names_in
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import Columns, Operator, Prune, at, positions
from dbt.adapters.tablestore.views.operators.sql import named
from dbt.adapters.tablestore.views.operators.uniqueness import Keys
from dbt.adapters.tablestore.views.operators.values import Kept, Seed
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.operators.changes import Changes


@dataclass(frozen=True, eq=False)
class Scan(Operator):
    """The rows of a table; ``source`` are its columns' names there."""

    table: str
    source: Columns

    @property
    def reads(self) -> tuple[str, ...]:
        """Its table."""
        return (self.table,)

    @property
    def tables_with_columns(self) -> Mapping[str, Columns | None]:
        """Its table, with the columns that it reads."""
        return {self.table: self.source}

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """All rows of the table, or those that can have the keys."""
        known = seed and refresh.by_key(self, seed)
        if known:
            return self._select(known), None
        rows, ranges = self._select(refresh.table(self.table).rows), seed and refresh.ranges(self.table, seed)
        return (f"select * from ({rows}) as _q where {ranges}" if ranges else rows), None

    def changes(self, refresh: Changes) -> str | None:
        """The changes of the table."""
        return self.passed_on(refresh.of_table(self.table, self.source)[0].name)

    def kept_changes(self, refresh: Changes) -> Kept | None:
        """The changes of the table, which are evaluated already if no other scan reads more columns."""
        read, are_all = refresh.of_table(self.table, self.source)
        query = self.passed_on(read.name)
        if are_all:
            return Kept(f"({query})", read.rows)
        return refresh.keep(refresh.netted(query, self.columns)) if read.rows else None

    def passed_on(self, rows: str) -> str:
        """The query over rows with a column `_w`, which it passes on."""
        return self._select(rows, weighted=True)

    def _select(self, rows: str, weighted: bool = False) -> str:
        items = [named(quoted(source), name) for source, name in zip(self.source, self.columns, strict=True)]
        return f"select {sql.selected(items, weighted) or '1 as _one'} from {rows}"

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """The needed columns, or one."""
        kept = positions(self.columns, needed)
        return replace(self, columns=at(self.columns, kept), source=at(self.source, kept))

    def origins(self) -> dict[str, str]:
        """All its columns."""
        return dict(zip(self.columns, self.source, strict=True))

    @property
    def sources(self) -> Mapping[str, tuple[str, str]]:
        """All its columns."""
        return {name: (self.table, source) for name, source in self.origins().items()}

    def has_all_in(self, expression: exp.Expr) -> bool:
        """Whether an expression is about its columns only."""
        names = names_in([expression])
        return bool(names) and names <= set(self.columns)

    def sources_of(self, names: Collection[str]) -> tuple[str, ...]:
        """The names of columns in the table."""
        origins = self.origins()
        return tuple(origins[name] for name in names)

    def is_unique(self, names: Collection[str], keys: Keys) -> bool:
        """Whether the key of the table is among the columns."""
        key, origins = keys.of_tables.get(self.table), self.origins()
        given = {origins[name].lower() for name in names if name in origins}
        return bool(key) and {name.lower() for name in key or ()} <= given

    def distinguished(self, first: FirstNames) -> tuple[Any, ...] | None:
        """The table and its columns there."""
        return (self.table, self.source)

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """The table, and why its changes are not known."""
        reason = reasons.get(self.table)
        mode = f"changes unknown: {reason}" if reason else "changelogMode=[I,UB,UA,D]"
        return f"TableSourceScan(table=[{self.table.replace('`', '')}], fields=[{', '.join(self.source)}]) {mode}"

    def members(self) -> dict[str, Any]:
        """None: a compiled plan has the tables apart."""
        return {}
