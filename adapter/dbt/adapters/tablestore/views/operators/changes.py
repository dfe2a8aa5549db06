"""The changes of the operators of a query at one refresh.

A change is a row with a weight, `_w`: 1 for a row that was added, -1 for one that was removed. So the changes of an
operator are a bag, and a row that was removed and added again can be there twice, with weights that cancel out.

Operators that look at one row at a time (filters, projections, the changed side of a join) pass changes on. The others
compare what they gave for the *touched* keys before with what they give now. A touched key is one that a change has.
The rows before are those of now without the changes. Each operator says in its own file which it does.

Operators whose state expires do not compute their changes here but by `macros/stateful` of the package, as keyed models
do, see `stateful`. That is another algebra, and neither can stand in for the other. There, rows have a primary key and
the changes of each commit come in pairs of old and new rows; here, they are a bag, often without a key, of what a whole
refresh changes. There, a macro writes one query, which also runs without this adapter; here, the number of changes of
one operator decides which queries come next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.operators.rows_by_key import RowsByKey
from dbt.adapters.tablestore.views.operators.scan import Scan
from dbt.adapters.tablestore.views.operators.sql import named
from dbt.adapters.tablestore.views.operators.stateful import stateful_in
from dbt.adapters.tablestore.views.operators.stored_groups import GroupTables, StoredGroups
from dbt.adapters.tablestore.views.operators.times import NO_TIMES, Times
from dbt.adapters.tablestore.views.operators.uniqueness import NO_KEYS, Keys
from dbt.adapters.tablestore.views.operators.values import Kept, Seed, Table, restricted
from sqlglot import exp

# Up to so many rows are sent to all processes of Spark, and more of them where a table is so large that to shuffle it
# would take longer.
_FEW, _MANY = 100_000, 300_000
# The bytes from which on it pays to look for the ranges of changed keys.
_LARGE = 1 << 25
Bounds = Callable[[str, str], tuple[str, str] | None]
Block = tuple[list[Operator], list[exp.Expr]]


def not_evaluated(query: str) -> Kept:
    """What `Changes` keeps rows with before a refresh: its queries are written, and none is run."""
    raise CannotPlanError("its changes cannot be read in one step")


class Changes:
    """Computes the changes of a query at one refresh.

    Args:
        tables: the inputs.
        keep: evaluates a query, and keeps its rows under a name, wherever several queries read them. Their
            number decides what comes next: a part of the query without changes is not looked at any further.
        times: the time of the refresh, and that of the one before.
        signed: the columns whose equal values can differ, see `equal_values.signed_columns`.
        bounds: the smallest and largest value of a view's column, as literals; None unless its type is one by which
            files can be skipped.
        keys: the keys of tables, and the types of columns of operators, as far as they are columns of tables.
        groups: the tables in which the groups of operators can be stored; None where they are not.
        apart: whether the rows that go and those that come are kept apart where they are the same, because a state
            that has expired can make a row go that there is not.
    """

    def __init__(
        self,
        tables: Mapping[str, Table],
        keep: Callable[[str], Kept],
        apart: bool = False,
        signed: Collection[str] = (),
        times: Times = NO_TIMES,
        bounds: Bounds = lambda view, column: None,
        keys: Keys = NO_KEYS,
        groups: GroupTables | None = None,
    ) -> None:
        self.keys = keys
        """What is known of the keys of tables."""
        self._by_key = RowsByKey(self, keys.types)
        self.stored = StoredGroups(self, groups)
        """The groups whose accumulators are stored."""
        self._bounds = cache(bounds)
        self._signed = frozenset(signed)
        self._tables, self.keep, self.apart = tables, keep, apart
        largest = max((table.total for table in tables.values()), default=0)
        self._broadcast_rows = min(max(_FEW, largest // 20), _MANY)
        self.times = times
        self.rows_read = 0
        """How many changes of tables were read."""
        self.groups: int | None = None
        """How many groups of the result have changes, if it has groups."""
        # By the identity of operators, which the last dictionary keeps alive.
        self._deltas: dict[int, Kept | None] = {}
        self._single_rows: dict[int, Kept] = {}
        self._blocks: dict[int, Block] = {}
        self._nodes: dict[int, Operator] = {}
        self._readers: Counter[int] = Counter()
        # Of tables: the columns that the query reads, and their changes.
        self._read_columns: dict[str, tuple[str, ...]] = {}
        self._read_changes: dict[str, Kept] = {}
        self._shared_changes: dict[str, Kept] = {}
        # The views that have changes of one table: the table, and the columns that are columns of it.
        self._of_one_table: dict[str, tuple[str, Mapping[str, str]]] = {}
        self._signed_sources: set[tuple[str, str]] = set()

    # Tables

    def table(self, name: str) -> Table:
        """An input of the query."""
        return self._tables[name]

    def size(self, node: Operator) -> int:
        """How many bytes the changed tables of an operator have."""
        return sum(self._tables[table].size for table in node.tables if self._tables[table].changes)

    def is_small(self, view: Kept) -> bool:
        """Whether the rows of a view are sent to all processes of Spark."""
        return view.rows <= self._broadcast_rows

    def keep_small(self, query: str) -> Kept | None:
        """Keeps the rows of a query if they are sent to all processes of Spark; None if they are more."""
        kept = self.keep(f"{query} limit {self._broadcast_rows + 1}")
        return kept if self.is_small(kept) else None

    def near(self, node: Operator, seed: Seed) -> str:
        """A query with the rows of an operator that have the keys, and others; of a large table without most files."""
        is_large = isinstance(node.core, Scan) and self.is_large(node.core.table)
        return node.now(self, seed)[0] if is_large else self.now(node)

    def have_types_of(self, seed: Seed) -> bool:
        """Whether keys are known to have the types of the columns that they are looked for in."""
        return self._by_key.have_types_of(seed)

    def is_large(self, table: str) -> bool:
        """Whether it pays to read only a part of a table."""
        return self._tables[table].size >= _LARGE

    def reads_large(self, node: Operator) -> bool:
        """Whether an operator reads a table of which it pays to read only a part."""
        return any(map(self.is_large, node.tables))

    def by_key(self, scan: Scan, seed: Seed) -> str | None:
        """A relation with the rows of a large table that have the keys, and others, see `RowsByKey`."""
        return self._by_key.rows(scan, seed) if self.is_large(scan.table) and scan.table in self._read_columns else None

    def read_by_key(self, table: str, seed: Seed, most: int) -> Kept:
        """Reads the rows of a table that have the keys of some of its columns, up to a number of them."""
        names, ranges = self._tables[table].together or self._read_columns[table], self.ranges(table, seed)
        rows = f"select {sql.listed(names)} from {self._tables[table].rows}{f' where {ranges}' if ranges else ''}"
        return self.keep(f"{restricted(rows, seed, self._bounds_of(table, seed))} limit {most}")

    def is_shared(self, table: str) -> bool:
        """Whether other views of the command read a table, too."""
        return bool(self._tables[table].together)

    def small_changes(self, table: str) -> Kept | None:
        """The changes of a table that were read, with those of columns that only other views read, if there are few."""
        kept = self._shared_changes.get(table) or self._read_changes.get(table)
        return kept if kept and kept.rows and self.is_small(kept) else None

    def ranges(self, table: str, seed: Seed) -> str:
        """What is true of all rows of a large table that have one of the keys; empty if nothing is known."""
        found, columns = self._bounds_of(table, seed), dict(zip(seed.names, seed.columns, strict=True))
        return " and ".join(f"{quoted(columns[name])} between {low} and {high}" for name, (low, high) in found.items())

    def _bounds_of(self, table: str, seed: Seed) -> dict[str, tuple[str, str]]:
        """The bounds of keys that are looked for in a large table, by their names; none where there are nulls."""
        if not self.is_large(table):
            return {}
        found = {name: self._bounds(seed.view.name, name) for name in seed.names}
        return {name: bounds for name, bounds in found.items() if bounds}

    # The rows as they are now

    def now(self, node: Operator, seed: Seed | None = None) -> str:
        """A query with the operator's rows; with ``seed``, only those with its keys."""
        row = self._single_rows.get(id(node))
        query, pushed = (row.all_rows, None) if row else node.now(self, seed)
        if seed is None or pushed is not None:
            return query
        core, bounds = node.core, dict[str, tuple[str, str]]()
        if isinstance(core, Scan) and self._tables[core.table].rows in query:
            # it is read between these bounds, and not rows of it that were read by their keys before
            bounds = self._bounds_of(core.table, seed)
        return restricted(query, seed, bounds)

    def keep_row(self, node: Operator, query: str) -> Kept:
        """Evaluates the one row of an operator, by which the others know it from here on."""
        self._single_rows[id(node)] = self.keep(query)
        return self._single_rows[id(node)]

    def know_row(self, node: Operator, query: str) -> None:
        """Notes the query of the one row of an operator, of rows that are kept."""
        self._single_rows[id(node)] = Kept(f"({query})", 1)

    # Changes

    def of_query(self, query: Query | None, node: Operator) -> Kept | None:
        """The changes of an operator of a query."""
        assert query is not None
        self.read(query.root)
        return self.delta(node)

    def delta(self, node: Operator) -> Kept | None:
        """The changes of the operator's rows: its columns and `_w`, no row of which is there twice; None if empty."""
        if id(node) not in self._deltas:
            self._nodes[id(node)] = node
            kept = node.kept_changes(self) if self._is_changed(node) else None
            self._deltas[id(node)] = kept if kept and kept.rows else None
            if kept and isinstance(node.core, Scan):
                self._of_one_table[kept.name] = node.core.table, node.origins()
        return self._deltas[id(node)]

    def is_known(self, node: Operator) -> bool:
        """Whether the changes of an operator are evaluated already."""
        return id(node) in self._deltas

    def passed(self, node: Operator) -> str | None:
        """The query of the changes of an operator for its only reader, in which rows can be that cancel out.

        They are not evaluated before, so that those of several operators, and what adds them up, are one query.
        """
        if self._readers[id(node)] < 2 and not isinstance(node, Scan) and not self.is_known(node):
            return node.changes(self) if self._is_changed(node) else None
        return self.delta_query(node)

    def delta_query(self, node: Operator) -> str | None:
        """The query of the changes of an operator, in which no rows are that cancel out; None without changes."""
        changes = self.delta(node)
        return changes.all_rows if changes else None

    def summable(self, query: Query | None, node: Operator) -> str | None:
        """The changes of an operator of a query for sums over them, see `passed`."""
        assert query is not None
        self.read(query.root)
        return self.passed(node)

    def block(self, node: Operator, separated: Callable[[Operator], Block]) -> Block:
        """The inputs of inner joins, which are the same operators each time, and the conditions on them."""
        if id(node) not in self._blocks:
            self._nodes[id(node)] = node
            self._blocks[id(node)] = separated(node)
        return self._blocks[id(node)]

    def _is_changed(self, node: Operator) -> bool:
        has_moved = any(found.own_times and self.times.have_moved(found.own_times) for found in node.walk())
        return has_moved or any(self._tables[table].changes for table in node.tables)

    def read(self, node: Operator, added_up: Operator | None = None) -> None:
        """Reads the changes of all tables below an operator, of which one only adds up those of its input."""
        scans = node.find(Scan)
        self._by_key.look_at(node, added_up)
        nodes = {id(one): one for one in node.walk()}.values()
        # a query that is read again has as many readers
        self._readers |= Counter(id(child) for one in nodes for child in one.inputs)
        for scan in scans:
            names = self._read_columns.get(scan.table, ())
            self._read_columns[scan.table] = tuple(dict.fromkeys((*names, *scan.source)))
            pairs = zip(scan.source, scan.columns, strict=True)
            self._signed_sources |= {(scan.table, source) for source, name in pairs if name in self._signed}
        for scan in scans:
            self.delta(scan)
        for operator in stateful_in(node):
            changes = self.delta(operator)
            self.rows_read += changes.rows if changes else 0

    @property
    def read_of_tables(self) -> dict[str, int]:
        """How many changes were read of each table."""
        return {table: kept.rows for table, kept in self._read_changes.items()}

    def of_table(self, table: str, columns: tuple[str, ...]) -> tuple[Kept, bool]:
        """The changes of a table, which are read once for the whole query, and whether it reads these columns only."""
        if table not in self._read_changes:
            names = self._read_columns.setdefault(table, columns)
            changes = f"select {sql.selected([*map(quoted, names)], weighted=True)} from {self._changes(table)}"
            signed = [source for source in names if (table, source) in self._signed_sources]
            self._read_changes[table] = self.keep(sql.netted(changes, names, self.apart, signed))
            self.rows_read += self._read_changes[table].rows
        return self._read_changes[table], set(columns) == set(self._read_columns[table])

    def _changes(self, table: str) -> str:
        """The relation with the changes of a table, which are read at once for all views of the command."""
        given = self._tables[table]
        if not given.together:
            return str(given.changes)
        items = sql.selected([*map(quoted, given.together)], weighted=True)
        self._shared_changes[table] = self.keep(f"select {items} from {given.changes}")
        return self._shared_changes[table].name

    def netted(self, query: str, columns: Sequence[str]) -> str:
        """Changes without those that cancel out."""
        return sql.netted(query, columns, self.apart, self._signed)

    # Touched keys

    def keys_of(self, view: Kept, columns: Sequence[str]) -> Seed:
        """The values of columns of a view."""
        names = tuple(f"_k{number}" for number, _ in enumerate(columns, 1))
        items = ", ".join(named(quoted(column), name) for column, name in zip(columns, names, strict=True))
        keys = Kept(f"(select {items} from {view.name})", view.rows)
        table, origins = self._of_one_table.get(view.name, ("", {}))
        changed = (table, tuple(origins.get(name, "") for name in columns)) if table else None
        return Seed(keys, tuple(columns), names, tuple(columns), changed, self.is_small(view))

    def distinct(self, seed: Seed) -> Seed:
        """The same keys, each once."""
        return replace(seed, view=self.keep(f"select distinct * from {seed.view.name}"))

    def touched(self, node: Operator, keys: Sequence[str]) -> tuple[str, str] | None:
        """The rows of an operator with the keys that its changes have, now and before; None without changes."""
        changes = self.delta(node)
        if not changes:
            return None
        now = self.keep(self.now(node, self.keys_of(changes, keys) if keys else None))
        return now.all_rows, sql.before(node.columns, now.all_rows, changes.all_rows, self._signed)

    def all_before(self, node: Operator, rows: Kept, changes: Kept) -> str:
        """The rows before, given some of those of now, and the changes."""
        return sql.before(node.columns, rows.all_rows, changes.all_rows, self._signed)

    def before(self, node: Operator, rows: Kept, seed: Seed) -> str:
        """The rows with these keys before, given those of now."""
        changes = self.delta(node)
        if not changes:
            return rows.all_rows
        gone = restricted(changes.all_rows, seed)
        return sql.before(node.columns, rows.all_rows, gone, self._signed)
