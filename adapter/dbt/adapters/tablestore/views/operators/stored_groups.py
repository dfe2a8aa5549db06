"""Groups below other operators whose accumulators are stored, so that a refresh does not read their rows again.

A change touches its group, and without accumulators all rows of a touched group are read again. Where a refresh finds
that the groups of a large table have many rows, the next one computes the accumulators of all groups, and they are
stored in a table beside the view. From then on, a refresh adds the changes to them.

That table is a copy: its rows can be computed again at any time. The commit of a view records which rows they are, and
how many. Where the table has no such rows, because a run was killed before it wrote them, or because another run has
written its own since then, all groups are computed again. So only the time of a refresh depends on this table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators import sql, subtracted
from dbt.adapters.tablestore.views.operators.accumulators import ROWS, Accumulator
from dbt.adapters.tablestore.views.operators.scan import Scan
from dbt.adapters.tablestore.views.operators.sql import named
from dbt.adapters.tablestore.views.operators.values import Kept

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
    from dbt.adapters.tablestore.views.operators.changes import Changes
    from dbt.adapters.tablestore.views.operators.operator import Operator

TABLES = (1, 2, 3)
"""The numbers of the tables in which the groups of a view can be stored."""
# It pays to store groups of tables with so many bytes, and with so many rows per group on average.
_LARGE, _ROWS_PER_GROUP = 1 << 26, 100
# Where it did not pay, it is asked again once the tables are so many times as large.
_GROWN = 2
# To write more groups takes too long.
_MOST = 500_000
_MARK = "_mark"


@dataclass(frozen=True)
class Known:
    """What the last commit has recorded of groups.

    ``pays`` says whether it pays to store them, and ``size`` how many bytes the tables had when it did not. If they are
    stored, ``number`` is that of their table, ``mark`` the value that tells their rows from others, ``rows`` how many
    these are, and ``inputs`` are the tables that they follow from.
    """

    pays: bool = False
    number: int = 0
    mark: str = ""
    rows: int = 0
    inputs: tuple[str, ...] = ()
    size: int = 0

    @property
    def without_rows(self) -> Known:
        """The same of groups that are not stored."""
        return Known(self.pays, size=self.size)


@dataclass(frozen=True)
class GroupTables:
    """The tables in which groups can be stored, as far as they exist, and what is recorded of groups."""

    existing: Mapping[int, str]
    known: Mapping[str, Known]
    read: Callable[[str], Kept | None]
    """Evaluates a query of one of them; None if it cannot be read."""

    @property
    def without_rows(self) -> GroupTables:
        """The same where no groups are stored yet, and where it is asked again whether it pays if it did not."""
        return replace(
            self, existing={}, known={name: one.without_rows for name, one in self.known.items() if one.pays}
        )


class Write(NamedTuple):
    """The query of the groups that are to be stored after the commit, and the number of their table."""

    number: int
    query: str


class StoredGroups:
    """The stored groups at one refresh.

    Args:
        refresh: the refresh.
        tables: the tables; None where no groups are stored.
    """

    def __init__(self, refresh: Changes, tables: GroupTables | None) -> None:
        self._refresh, self._tables = refresh, tables
        self._known = dict(tables.known) if tables else {}
        self._current: set[str] = set()
        self._writes: dict[str, Write] = {}
        # By the identity of operators, which the query keeps alive.
        self._back: dict[int, Kept | None] = {}
        self._now: dict[int, Kept | None] = {}
        self._before: dict[int, Kept] = {}
        self._paying: set[int] = set()
        self._unknown: dict[str, bool] = {}
        self.has_prepared = False
        """Whether it takes longer than later refreshes: it has found groups to store, or computed all of them."""

    @property
    def known(self) -> dict[str, Known]:
        """What the commit of this refresh records; groups of which nothing has changed stay stored."""
        return {name: one if self._is_current(name, one) else one.without_rows for name, one in self._known.items()}

    def _is_current(self, name: str, known: Known) -> bool:
        return name in self._current or not any(self._refresh.table(table).changes for table in known.inputs)

    @property
    def writes(self) -> list[Write]:
        """What is to be written after the commit."""
        return list(self._writes.values())

    def taken_back(self, node: Aggregate) -> Kept | None:
        """What is added to the accumulators of groups when changes are taken back; None without changes."""
        if id(node) not in self._back:
            assert node.sums is not None
            # the values of rows that cancel out were never there, so they are no smallest or largest ones
            changes = self._refresh.passed(node.child) if node.are_sums else self._refresh.delta_query(node.child)
            query = changes and subtracted.taken_back(changes, node.child.columns, node.keys, node.sums)
            kept = self._refresh.keep(query) if query else None
            self._back[id(node)] = kept if kept and kept.rows else None
            if not self._back[id(node)]:
                self._current.add(node.stored_as)
        return self._back[id(node)]

    def before(self, node: Aggregate) -> Kept | None:
        """All groups with their accumulators as they were before; None if they were not stored."""
        return self._before.get(id(node)) if self.now(node) else None

    def now(self, node: Aggregate) -> Kept | None:
        """All groups with their accumulators as they are now; None if they are not stored."""
        if id(node) not in self._now:
            known = self._known.get(node.stored_as, Known()) if not self._refresh.apart else Known()
            self._paying |= {id(node)} if known.pays else set()
            self._now[id(node)] = self._all(node, known) if known.pays else None
        return self._now[id(node)]

    def are_unknown(self, sums: Mapping[str, Accumulator], view: Kept, changes: bool = False) -> bool:
        """Whether a sum of groups, or of their changes, has more digits than its type."""
        if view.name not in self._unknown:
            query = subtracted.unknown_sums(view.name, sums, changes)
            self._unknown[view.name] = bool(query and self._refresh.keep(query).rows)
        return self._unknown[view.name]

    def _all(self, node: Aggregate, known: Known) -> Kept | None:
        before, back, sums = self._stored(node, known), self.taken_back(node), node.sums or {}
        if before and not back:
            self._current.add(node.stored_as)
            return before
        if before and back and not self.are_unknown(sums, back, changes=True):
            rows = subtracted.now(before.name, back.name, node.keys, sums)
            rows = rows if node.are_sums else self._without_lost(node, rows)
            self._before[id(node)] = before
        else:
            rows, self.has_prepared = node.accumulated(self._refresh.now(node.child)), True
        now = self._refresh.keep(rows)
        if now.rows > _MOST or self.are_unknown(sums, now):
            self._known[node.stored_as] = Known(size=self._size(node.tables))
            return None
        mark = uuid4().hex
        items = [*(named(quoted(name), stored) for name, stored in _columns(node)), f"'{mark}' as {_MARK}"]
        number = known.number if before else self._other_number(node, known)
        self._known[node.stored_as] = Known(True, number, mark, now.rows, tuple(sorted(node.tables)))
        self._writes[node.stored_as] = Write(number, f"select {', '.join(items)} from {now.name}")
        self._current.add(node.stored_as)
        return now

    def _without_lost(self, node: Aggregate, groups: str) -> str:
        """The query of groups, of which those are read whose smallest or largest value has gone."""
        found, names = self._refresh.keep(groups), sql.listed([*node.keys, *node.accumulators])
        lost = self._refresh.keep(f"select * from {found.name} where {subtracted.LOST}")
        known = f"select {names} from {found.name} where not {subtracted.LOST}"
        if not lost.rows:
            return known
        seed = self._refresh.keys_of(lost, node.keys) if node.keys else None
        return f"{known} union all {node.accumulated(self._refresh.now(node.child, seed))}"

    def _other_number(self, node: Aggregate, known: Known) -> int:
        """The number of a free table; another one than that which lacks the groups, because it may refuse them."""
        free = {*TABLES} - {one.number for name, one in self._known.items() if name != node.stored_as}
        return min(free - {known.number} or free)

    def _stored(self, node: Aggregate, known: Known) -> Kept | None:
        """The groups that the last commit has stored; None if they are not there."""
        table = self._tables.existing.get(known.number) if self._tables else None
        if not self._tables or not table or not known.mark:
            return None
        items = ", ".join(named(quoted(stored), name) for name, stored in _columns(node))
        kept = self._tables.read(f"select {items} from {table} where {_MARK} = '{known.mark}'")
        return kept if kept and kept.rows == known.rows else None

    def measured(self, node: Aggregate, groups: str) -> str:
        """The query of touched groups with their accumulators, or another one that returns them.

        Finds out whether it pays to store the groups, if this is not known.
        """
        is_free = sum(one.pays for one in self._known.values()) < len(TABLES)
        if not self._tables or not node.stored_as or not is_free:
            return groups
        known, size = self._known.get(node.stored_as), self._size(node.tables)
        if known and (known.pays or size < _GROWN * known.size):
            return groups
        if self._size(self._read_again(node)) < _LARGE:
            return groups
        kept = self._refresh.keep(groups)
        if not kept.rows:
            return kept.all_rows
        rows = f"select count(*) as _count_1 from {kept.name} having sum({ROWS}) >= {_ROWS_PER_GROUP} * count(*)"
        pays = bool(self._refresh.keep(rows).rows) or self._are_few(node, kept)
        self._known[node.stored_as] = Known(pays, size=0 if pays else size)
        self._paying |= {id(node)} if pays else set()
        self.has_prepared |= pays
        return kept.all_rows

    def _are_few(self, node: Aggregate, touched: Kept) -> bool:
        """Whether a table has many rows for each group, of which a filter leaves few, so that it is read for few."""
        scan = node.child.core
        if not isinstance(scan, Scan) or scan is node.child:
            return False
        left = f"select count(*) as _count_1 from ({self._refresh.now(node.child)}) as _q"
        every = f"select count(*) as _count_2 from {self._refresh.table(scan.table).rows}"
        some = f"select count(*) as _count_3, sum({ROWS}) as {ROWS} from {touched.name}"
        # the other groups have about as many rows as those that have changed
        few = f"double(_count_1) * _count_3 * {_ROWS_PER_GROUP} <= double(_count_2) * {ROWS}"
        counts = f"({left}) as a cross join ({every}) as b cross join ({some}) as c"
        return bool(self._refresh.keep(f"select 1 as _one from {counts} where {few}").rows)

    def _size(self, tables: Iterable[str]) -> int:
        return sum(self._refresh.table(table).size for table in tables)

    def _read_again(self, node: Operator) -> set[str]:
        """The tables of which rows are read again for an operator: not those of other groups that it pays to store."""
        found = set(node.reads)
        for child in node.inputs:
            found |= set() if id(child) in self._paying else self._read_again(child)
        return found


def _columns(node: Aggregate) -> list[tuple[str, str]]:
    """The columns of groups with their names in a table, where keys are numbered: they can have any names."""
    keys = [(key, f"_key_{number}") for number, key in enumerate(node.keys, 1)]
    return [*keys, *((name, name) for name in node.accumulators)]
