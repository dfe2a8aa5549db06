"""Rows without a key of their own: as many copies of each changed row more or less as the changes have."""

from __future__ import annotations

from dataclasses import dataclass

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.sql import WEIGHT
from dbt.adapters.tablestore.views.results.columns import BEFORE, COPY, HASH, as_struct, checked, hash_of
from dbt.adapters.tablestore.views.results.result import Result


@dataclass(frozen=True)
class Rows(Result):
    """Rows without a key of their own."""

    @property
    def has_before(self) -> bool:
        """A row that goes is stored as it is."""
        return True

    def stored(self, changes: Changes) -> str:
        """The rows to store, recomputed."""
        assert self.query is not None
        return self.numbered(changes.now(self.query.root))

    def changed_batch(self, changes: Changes, table: str) -> str | None:
        """As many copies of each changed row more or less as the changes have."""
        assert self.query is not None
        delta = changes.of_query(self.query, self.query.root)
        if not delta:
            return None
        pairs = zip(self.query.root.columns, self.columns, strict=True)
        names = ", ".join(f"{quoted(given)} as {quoted(name)}" for given, name in pairs)
        hashed = changes.keep(
            f"select *, {hash_of(self.columns)} as {HASH} from (select {names}, {WEIGHT} from {delta.name})"
        )
        copies = (
            f"select t.{HASH}, max(t.{COPY}) as copies from {table} as t\n"
            f"left semi join {hashed.name} as h on t.{HASH} = h.{HASH} group by t.{HASH}"
        )
        if changes.apart:
            copies = f"select * from {changes.keep(copies).name}"
            hashed = changes.keep(self._as_far_as_stored(hashed.name, copies))
        before = f"if(_row_kind = '-D', {as_struct((*self.columns, *self.hidden), 'b')}, null) as {BEFORE}"
        batch = changes.keep(
            f"select *, {before} from (\n"
            f"  select {', '.join(f'h.{quoted(name)}' for name in (*self.columns, HASH))},\n"
            f"    {checked(f'{COPY} < 1', f'cast({COPY} as int)')} as {COPY},\n"
            f"    if(h.{WEIGHT} > 0, '+I', '-D') as _row_kind\n"
            f"  from {hashed.name} as h\n"
            f"  left join ({copies}) as s on s.{HASH} = h.{HASH}\n"
            f"  lateral view explode(if(h.{WEIGHT} > 0,\n"
            f"    sequence(coalesce(s.copies, 0) + 1, coalesce(s.copies, 0) + h.{WEIGHT}),\n"
            f"    sequence(coalesce(s.copies, 0) + h.{WEIGHT} + 1, coalesce(s.copies, 0)))) as {COPY}\n"
            f") as b"
        )
        return f"select * from {batch.name}"

    def _as_far_as_stored(self, changes: str, copies: str) -> str:
        """Changes whose rows go as far as they are stored, before others come; ``copies`` are those stored per hash."""
        columns = ", ".join(f"first({quoted(name)}) as {quoted(name)}" for name in self.columns)
        summed = (
            f"select {columns}, {HASH}, sum(if({WEIGHT} < 0, -{WEIGHT}, 0)) as _gone,\n"
            f"  sum(if({WEIGHT} > 0, {WEIGHT}, 0)) as _come\nfrom {changes} group by {HASH}"
        )
        return (
            f"select {', '.join(f'h.{quoted(name)}' for name in (*self.columns, HASH))},\n"
            f"  greatest(coalesce(s.copies, 0) - _gone, 0) + _come - coalesce(s.copies, 0) as {WEIGHT}\n"
            f"from ({summed}) as h\nleft join ({copies}) as s on s.{HASH} = h.{HASH}\n"
            f"where greatest(coalesce(s.copies, 0) - _gone, 0) + _come <> coalesce(s.copies, 0)"
        )
