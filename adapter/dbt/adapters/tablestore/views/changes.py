"""The SQL of what changes do to the result of each operator.

A change is a row with a weight, `_w`: 1 for a row that was added, -1 for one that was removed. So the changes of an
operator are a bag, and a row that was removed and added again can be there twice, with weights that cancel out.

Operators that look at one row at a time (filters, projections, the changed side of a join) pass changes on. The others
compare what they gave for the *touched* keys before with what they give now. A touched key is one that a change has.
The rows before are those of now without the changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from dbt.adapters.tablestore.views.nodes import (
    Aggregate,
    CannotPlanError,
    Explode,
    Filter,
    Join,
    Node,
    Nothing,
    Opaque,
    Project,
    Query,
    Scan,
    Stateful,
    Union,
    Window,
)
from sqlglot import exp

WEIGHT = "_w"


@dataclass(frozen=True)
class Table:
    """An input of the view at this refresh.

    ``rows`` is what follows FROM to read it as it is now, always the same rows during a refresh. ``changes`` is a
    relation with its columns and `_w`, none if it has not changed. ``size`` are its bytes, for the order of joins.
    """

    rows: str
    changes: str | None = None
    size: int = 0


@dataclass(frozen=True)
class Kept:
    """A view with the rows of a query, which does not change until the refresh ends. ``rows`` is how many it has."""

    name: str
    rows: int


@dataclass(frozen=True)
class Seed:
    """The keys that a query is restricted to: a relation with them, and the columns of an operator they are of.

    A key can be there several times.
    """

    view: Kept
    columns: tuple[str, ...]
    names: tuple[str, ...]

    def on(self, columns: Iterable[str]) -> Seed:
        """The same keys for other columns."""
        return Seed(self.view, tuple(columns), self.names)

    def of(self, mapping: Mapping[str, str]) -> Seed | None:
        """The same keys for an operator below, which names the columns differently; none if it lacks one of them."""
        if not all(column in mapping for column in self.columns):
            return None
        return Seed(self.view, tuple(mapping[column] for column in self.columns), self.names)


class Changes:
    """Computes the changes of a query at one refresh.

    Args:
        tables: the inputs.
        keep: evaluates a query, and keeps its rows under a name, wherever several queries read them. Their
            number decides what comes next: a part of the query without changes is not looked at any further.
        broadcast_rows: up to how many rows are sent to all processes of Spark.
        signed: the columns whose equal values can differ, see `equal_values.signed_columns`.
        apart: whether the rows that go and those that come are kept apart where they are the same, because a state
            that has expired can make a row go that there is not.
    """

    def __init__(
        self,
        tables: Mapping[str, Table],
        keep: Callable[[str], Kept],
        broadcast_rows: int = 100_000,
        apart: bool = False,
        signed: Collection[str] = (),
    ) -> None:
        self._signed = frozenset(signed)
        self._tables, self.keep, self._broadcast_rows, self.apart = tables, keep, broadcast_rows, apart
        self.rows_read = 0
        """How many changes of tables were read."""
        self.groups: int | None = None
        """How many groups of the result have changes, if it has groups."""
        # By the identity of operators, which the last dictionary keeps alive.
        self._deltas: dict[int, Kept | None] = {}
        self._blocks: dict[int, tuple[list[Node], list[exp.Expr]]] = {}
        self._single_rows: dict[int, Kept] = {}
        self._nodes: dict[int, Node] = {}
        # Of tables: the columns that the query reads, and their changes.
        self._read_columns: dict[str, tuple[str, ...]] = {}
        self._read_changes: dict[str, Kept] = {}
        self._signed_sources: set[tuple[str, str]] = set()

    def _netted(self, query: str, columns: Sequence[str]) -> str:
        return _netted(query, columns, self.apart, self._signed)

    # The rows as they are now

    def now(self, node: Node, seed: Seed | None = None) -> str:
        """A query with the operator's rows; with ``seed``, only those with its keys."""
        pushed = seed
        if id(node) in self._single_rows:
            query, pushed = _all(self._single_rows[id(node)]), None
        elif isinstance(node, Scan):
            query, pushed = _scan(node, self._tables[node.table].rows), None
        elif isinstance(node, Opaque):
            query, pushed = self._opaque(node), None
        elif isinstance(node, Nothing):
            query, pushed = f"select * from ({self.now(node.of)}) where false", None
        elif isinstance(node, Stateful):
            query, pushed = f"select {_list(node.columns)} from ({self.now(node.of)})", None
        elif isinstance(node, Filter) and not _is_block(node):
            query = _filter(node, self.now(node.child, seed))
        elif isinstance(node, Project):
            pushed = seed and seed.of(node.plain)
            query = _project(node, self.now(node.child, pushed))
        elif isinstance(node, Explode):
            pushed = seed and seed.of({name: name for name in node.child.columns})
            query = _explode(node, self.now(node.child, pushed))
        elif isinstance(node, Union):
            seeds = [seed and seed.of(dict(zip(node.columns, branch.columns, strict=True))) for branch in node.branches]
            query = _union(node, [self.now(branch, s) for branch, s in zip(node.branches, seeds, strict=True)])
        elif isinstance(node, Aggregate):
            pushed = seed and seed.of({name: name for name in node.keys})
            query = _aggregate(node, self.now(node.child, pushed))
        elif isinstance(node, Window):
            pushed = seed and seed.of({name: name for name in node.partition})
            query = _window(node, self.now(node.child, pushed))
        elif isinstance(node, Join) and node.kind != "inner":
            query, pushed = self._outer_now(node, seed)
        else:
            query = self._inner(node, seed)
        return query if seed is None or pushed is not None else _restricted(query, node.columns, seed)

    def _opaque(self, node: Opaque) -> str:
        query = node.query.copy()
        for table in list(query.find_all(exp.Table)):
            if table.name in node.names:
                table.set("this", exp.Var(this=self._tables[node.names[table.name]].rows))
        return f"select * from ({_sql(query)}) as opaque({_list(node.columns)})"

    def _outer_now(self, node: Join, seed: Seed | None) -> tuple[str, Seed | None]:
        pushed = seed and seed.of({name: name for name in node.left.columns}) if node.kind != "full" else None
        if pushed is None or not node.keys:
            return _join(node, self.now(node.left, pushed), self.now(node.right)), pushed
        left = self.keep(self.now(node.left, pushed))
        keys = self.keys_of(left, [pair[0] for pair in node.keys])
        return _join(node, _all(left), self.now(node.right, keys.on(pair[1] for pair in node.keys))), pushed

    # Changes

    def of_query(self, query: Query | None, node: Node) -> Kept | None:
        """The changes of an operator of a query."""
        assert query is not None
        self.read(query.root)
        return self.delta(node)

    def delta(self, node: Node) -> Kept | None:
        """The changes of the operator's rows: its columns and `_w`, no row of which is there twice; none if empty."""
        if id(node) not in self._deltas:
            self._nodes[id(node)] = node
            changed = any(self._tables[table].changes for table in node.tables)
            kept = self._kept_delta(node) if changed else None
            self._deltas[id(node)] = kept if kept and kept.rows else None
        return self._deltas[id(node)]

    def _kept_delta(self, node: Node) -> Kept | None:
        if isinstance(node, Scan):
            read = self._changes_of(node.table, node.source)
            if set(node.source) == set(self._read_columns[node.table]):
                return Kept(f"({_scan(node, read.name, weighted=True)})", read.rows)
            return self.keep(self._netted(_scan(node, read.name, weighted=True), node.columns)) if read.rows else None
        if _only_renames(node):
            child = self.delta(node.inputs[0])
            return child and Kept(f"({_project(node, _all(child), weighted=True)})", child.rows)  # type: ignore[arg-type]
        query = self._delta_query(node)
        return self.keep(query if self._is_net(node) else self._netted(query, node.columns)) if query else None

    def _changes_of(self, table: str, columns: tuple[str, ...]) -> Kept:
        """The changes of a table, which are read once: its columns that the query reads, and `_w`."""
        if table not in self._read_changes:
            names = self._read_columns.setdefault(table, columns)
            changes = f"select {', '.join([*map(_quoted, names), WEIGHT])} from {self._tables[table].changes}"
            signed = [source for source in names if (table, source) in self._signed_sources]
            self._read_changes[table] = self.keep(_netted(changes, names, self.apart, signed))
            self.rows_read += self._read_changes[table].rows
        return self._read_changes[table]

    def read(self, node: Node) -> None:
        """Reads the changes of all tables below an operator."""
        scans = [below for below in node.walk() if isinstance(below, Scan)]
        for scan in scans:
            names = self._read_columns.get(scan.table, ())
            self._read_columns[scan.table] = tuple(dict.fromkeys((*names, *scan.source)))
            pairs = zip(scan.source, scan.columns, strict=True)
            self._signed_sources |= {(scan.table, source) for source, name in pairs if name in self._signed}
        for scan in scans:
            self.delta(scan)
        for operator in (below for below in node.walk() if isinstance(below, Stateful)):
            changes = self.delta(operator)
            self.rows_read += changes.rows if changes else 0

    def _is_net(self, node: Node) -> bool:
        """Whether the query of the changes has no rows that cancel out: a filter keeps what is so."""
        return (
            isinstance(node, Filter)
            and not _is_block(node)
            and (id(node.child) in self._deltas or self._is_net(node.child))
        )

    def _delta_query(self, node: Node) -> str | None:
        if isinstance(node, Stateful):
            return f"select * from {self._tables[node.name].changes}"
        if isinstance(node, Opaque):
            raise CannotPlanError(node.reason)
        if isinstance(node, Filter) and not _is_block(node):
            child = self._passed(node.child)
            return child and _filter(node, child)
        if isinstance(node, Project):
            child = self._passed(node.child)
            return child and _project(node, child, weighted=True)
        if isinstance(node, Explode):
            child = self._passed(node.child)
            return child and _explode(node, child, weighted=True)
        if isinstance(node, Union):
            return self._union_delta(node)
        if isinstance(node, Aggregate):
            return self._compared(node, node.child, node.keys, lambda rows: _aggregate(node, rows))
        if isinstance(node, Window):
            return self._compared(node, node.child, node.partition, lambda rows: _window(node, rows))
        if isinstance(node, Join) and node.kind == "full":
            return self._full_delta(node)
        if isinstance(node, Join) and node.kind != "inner":
            return self._left_delta(node)
        return self._inner_delta(node)

    def _passed(self, node: Node) -> str | None:
        """The changes of an operator for one that passes them on. Those of several such operators are one query."""
        if (
            isinstance(node, (Project, Filter, Explode))
            and id(node) not in self._deltas
            and not _is_block(node)
            and not _only_renames(node)
        ):
            return self._delta_query(node) if any(self._tables[table].changes for table in node.tables) else None
        changes = self.delta(node)
        return _all(changes) if changes else None

    def _union_delta(self, node: Union) -> str | None:
        changes = [self._passed(branch) for branch in node.branches]
        if not any(changes):
            return None
        # A branch without changes is there for its types.
        empty = [f"select *, 1 as {WEIGHT} from ({self.now(branch)}) where false" for branch in node.branches]
        return _union(node, [query or rows for query, rows in zip(changes, empty, strict=True)], weighted=True)

    def _compared(self, node: Node, child: Node, keys: Sequence[str], operator: Callable[[str], str]) -> str | None:
        """What the operator gives for touched keys, now and before."""
        changes = self.delta(child)
        if not changes:
            return None
        now = self.keep(self.now(child, self.keys_of(changes, keys) if keys else None))
        before = _before(child.columns, _all(now), _all(changes), self._signed)
        if not keys and isinstance(node, Aggregate):
            self._single_rows[id(node)] = self.keep(operator(_all(now)))
            return _difference(_all(self._single_rows[id(node)]), operator(before), node.columns)
        return _difference(operator(_all(now)), operator(before), node.columns)

    def keys_of(self, view: Kept, columns: Sequence[str]) -> Seed:
        """The values of columns of a view."""
        names = tuple(f"_k{number}" for number, _ in enumerate(columns, 1))
        items = ", ".join(_as(_quoted(column), name) for column, name in zip(columns, names, strict=True))
        return Seed(Kept(f"(select {items} from {view.name})", view.rows), tuple(columns), names)

    def distinct(self, seed: Seed) -> Seed:
        """The same keys, each once."""
        return Seed(self.keep(f"select distinct * from {seed.view.name}"), seed.columns, seed.names)

    def _before(self, node: Node, rows: Kept, seed: Seed) -> str:
        """The rows with these keys before, given those of now."""
        changes = self.delta(node)
        if not changes:
            return _all(rows)
        gone = _restricted(_all(changes), (*node.columns, WEIGHT), seed)
        return _before(node.columns, _all(rows), gone, self._signed)

    def _full_delta(self, node: Join) -> str | None:
        _require_keys(node)
        names = tuple(f"_k{number}" for number, _ in enumerate(node.keys, 1))
        parts = []
        for position, side in enumerate(node.inputs):
            changes = self.delta(side)
            if changes:
                pairs = zip((pair[position] for pair in node.keys), names, strict=True)
                parts.append(
                    f"select {', '.join(_as(_quoted(column), name) for column, name in pairs)} from {changes.name}"
                )
        if not parts:
            return None
        touched = Kept(f"({' union all '.join(parts)})", 0)
        now, before = [], []
        for position, side in enumerate(node.inputs):
            seed = Seed(touched, tuple(pair[position] for pair in node.keys), names)
            rows = self.keep(self.now(side, seed))
            now.append(_all(rows))
            before.append(self._before(side, rows, seed))
        return _difference(_join(node, now[0], now[1]), _join(node, before[0], before[1]), node.columns)

    def _left_delta(self, node: Join) -> str | None:
        """A left, semi or anti join: its left side passes changes on, its right side touches keys."""
        parts, columns = [], _list(node.columns)
        left, right = self.delta(node.left), self.delta(node.right)
        if right:
            _require_keys(node)
        if left:
            seed = self.keys_of(left, [pair[0] for pair in node.keys]) if node.keys else None
            rows = self.now(node.right, seed and seed.on(pair[1] for pair in node.keys))
            parts.append(f"select {columns}, {WEIGHT} from ({_join(node, _all(left), rows, weighted=True)})")
        if right:
            touched = self.keys_of(right, [pair[1] for pair in node.keys])
            seed = touched.on(pair[0] for pair in node.keys)
            query = f"select *, 1 as {WEIGHT} from ({self.now(node.left, seed)})"
            if left:
                gone = _restricted(_all(left), (*node.left.columns, WEIGHT), seed)
                query += f" union all select {_list(node.left.columns)}, -{WEIGHT} from ({gone}) as _q"
            met = self.keep(query)
            if met.rows:
                now = self.keep(self.now(node.right, touched))
                before = self._before(node.right, now, touched)
                parts.append(f"select {columns}, {WEIGHT} from ({_join(node, _all(met), _all(now), weighted=True)})")
                parts.append(f"select {columns}, -{WEIGHT} from ({_join(node, _all(met), before, weighted=True)})")
        return " union all ".join(parts) or None

    # Inner joins

    def _block(self, node: Node) -> tuple[list[Node], list[exp.Expr]]:
        """The inputs of inner joins, each with the conditions that are only about it, and the other conditions."""
        if id(node) not in self._blocks:
            leaves, conditions = _flattened(node)
            filtered: list[Node] = []
            for leaf in leaves:
                own = [condition for condition in conditions if _names(condition) <= set(leaf.columns)]
                conditions = [condition for condition in conditions if condition not in own]
                filtered.append(Filter(leaf.columns, leaf, tuple(own)) if own else leaf)
            self._blocks[id(node)] = filtered, conditions
            self._nodes[id(node)] = node
        return self._blocks[id(node)]

    def _inner(self, node: Node, seed: Seed | None) -> str:
        """Inner joins in an order that starts with the keys it is restricted to."""
        leaves, conditions = self._block(node)
        for leaf in leaves:
            if seed and all(column in leaf.columns for column in seed.columns):
                others = [other for other in leaves if other is not leaf]
                return self.chain(
                    self.now(leaf, seed), leaf, others, conditions, node.columns, small=self._is_small(seed.view)
                )
        query = self.chain(self.now(leaves[0]), leaves[0], leaves[1:], conditions, node.columns)
        return _restricted(query, node.columns, seed) if seed else query

    def _inner_delta(self, node: Node) -> str | None:
        """For each changed input its changes, joined with the others: earlier ones as now, later ones as before.

        The largest changed input comes first, so that the others meet it as it is now: their changes are joined with
        each other before that, and with the largest input all at once.
        """
        leaves, conditions = self._block(node)
        changed = sorted((leaf for leaf in leaves if self.delta(leaf)), key=self._size, reverse=True)
        changed = changed[:1] + _by_relation(changed[1:], conditions)
        parts: dict[frozenset[int], list[_Chain]] = {}
        for position, leaf in enumerate(changed):
            changes = self.delta(leaf)
            assert changes is not None
            later = {id(other) for other in changed[position + 1 :]}
            chain = _Chain(
                self,
                leaf,
                _all(changes),
                conditions,
                node.columns,
                weighted=True,
                before=later,
                small=self._is_small(changes),
            )
            if position:
                chain.join([other for other in changed[1:] if other is not leaf], connected=True)
            done = frozenset(id(other) for other in chain.joined)
            parts.setdefault(done, []).append(chain)
        queries = []
        for chains in parts.values():
            chain = _merged(chains)
            chain.join([other for other in leaves if other not in chain.joined])
            queries.append(chain.query())
        return " union all ".join(queries) or None

    def _size(self, node: Node) -> int:
        """How many bytes the tables of an operator have."""
        return sum(self._tables[table].size for table in node.tables)

    def _is_small(self, view: Kept) -> bool:
        return view.rows <= self._broadcast_rows

    def chain(
        self,
        start: str,
        first: Node,
        others: Sequence[Node],
        conditions: Sequence[exp.Expr],
        columns: Sequence[str],
        small: bool = False,
    ) -> str:
        """A query that joins operators to the first one."""
        chain = _Chain(self, first, start, conditions, columns, small=small)
        chain.join(others)
        return chain.query()

    def joined_rows(self, leaf: Node, seed: Seed | None, before: bool) -> str:
        """The rows of an operator that is joined to changes; those of before have a weight `_w2`."""
        rows, changes = self.now(leaf, seed), self.delta(leaf) if before else None
        if not changes:
            return rows
        gone = _all(changes)
        gone = _restricted(gone, (*leaf.columns, WEIGHT), seed) if seed else gone
        taken = f"select {_list(leaf.columns)}, -{WEIGHT} as _w2 from ({gone}) as _q"
        return f"select *, 1 as _w2 from ({rows}) as _q union all {taken}"


class _Chain:
    """Inner joins one after the other, each where conditions relate an operator to those joined already."""

    def __init__(
        self,
        changes: Changes,
        first: Node,
        start: str,
        conditions: Sequence[exp.Expr],
        columns: Sequence[str],
        *,
        weighted: bool = False,
        before: Collection[int] = (),
        small: bool = False,
    ) -> None:
        self._changes, self._columns, self._weighted, self._before, self._small = (
            changes,
            columns,
            weighted,
            before,
            small,
        )
        self.joined, self.waiting, self.sql = [first], list(conditions), start
        self._known = set(first.columns)
        self._needed = set(columns) | {name for condition in conditions for name in _names(condition)}

    def join(self, others: Sequence[Node], connected: bool = False) -> None:
        """Joins these operators; with ``connected`` only those that a condition relates to one of the others."""
        left = list(others)
        while left:
            related = [leaf for leaf in left if _pairs(self.waiting, self._known, leaf)]
            if connected and not related:
                return
            leaf = (related or left)[0]
            left.remove(leaf)
            self._join(leaf)

    def _join(self, leaf: Node) -> None:
        pairs = _pairs(self.waiting, self._known, leaf)
        self.joined.append(leaf)
        self._known |= set(leaf.columns)
        ready = [condition for condition in self.waiting if _names(condition) <= self._known]
        self.waiting = [condition for condition in self.waiting if condition not in ready]
        seed = None
        if self._small and pairs and _is_grouped(leaf):
            so_far = self._changes.keep(self.sql)
            self.sql = _all(so_far)
            seed = self._changes.keys_of(so_far, [pair[0] for pair in pairs]).on(pair[1] for pair in pairs)
        of_before = self._weighted and id(leaf) in self._before
        rows = self._changes.joined_rows(leaf, seed, of_before)
        weight = [f"{WEIGHT} * _w2 as {WEIGHT}" if of_before else WEIGHT] * self._weighted
        items = [_quoted(name) for name in sorted(self._known & self._needed)] + weight
        hint = "/*+ broadcast(_l) */ " if self._small else ""
        how, on = ("join", f" on {_all_of(ready)}") if ready else ("cross join", "")
        self.sql = f"select {hint}{', '.join(items) or '1 as _one'} from ({self.sql}) as _l {how} ({rows}) as _r{on}"

    def add(self, other: _Chain) -> None:
        """Adds the rows of another chain with the same operators."""
        names = [_quoted(name) for name in sorted(self._known & self._needed)]
        items = ", ".join([*names, WEIGHT])
        self.sql = f"select {items} from ({self.sql}) as _q union all select {items} from ({other.sql}) as _q"
        self._small = self._small and other._small

    def query(self) -> str:
        """The query of the joined rows."""
        return (
            f"select {', '.join([*map(_quoted, self._columns), *([WEIGHT] * self._weighted)])} from ({self.sql}) as _q"
        )


def _by_relation(leaves: Sequence[Node], conditions: Sequence[exp.Expr]) -> list[Node]:
    """The operators in an order in which those that conditions relate to each other follow each other.

    So all changes of such operators meet any other operator at the same side of this order: before it, or after it.
    """
    ordered: list[Node] = []
    left = list(leaves)
    while left:
        known = set(left[0].columns)
        ordered.append(left.pop(0))
        while related := [leaf for leaf in left if _pairs(conditions, known, leaf)]:
            left.remove(related[0])
            ordered.append(related[0])
            known |= set(related[0].columns)
    return ordered


def _merged(chains: Sequence[_Chain]) -> _Chain:
    """One chain with the rows of several that have joined the same operators."""
    for other in chains[1:]:
        chains[0].add(other)
    return chains[0]


# Text


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _list(names: Sequence[str]) -> str:
    return ", ".join(map(_quoted, names))


def _as(text: str, name: str) -> str:
    return text if text == _quoted(name) else f"{text} as {_quoted(name)}"


def _all(view: Kept) -> str:
    return f"select * from {view.name}"


def _sql(expression: exp.Expr) -> str:
    return expression.sql("spark")


def _all_of(conditions: Sequence[exp.Expr]) -> str:
    return " and ".join(f"({_sql(condition)})" for condition in conditions)


def _scan(node: Scan, rows: str, weighted: bool = False) -> str:
    items = [_as(_quoted(source), name) for source, name in zip(node.source, node.columns, strict=True)]
    return f"select {', '.join(items + [WEIGHT] * weighted) or '1 as _one'} from {rows}"


def _netted(query: str, columns: Sequence[str], apart: bool, signed: Collection[str]) -> str:
    """Changes without those that cancel out; with ``apart`` none do."""
    items, groups = _grouped(columns, signed)
    groups += [f"{WEIGHT} > 0"] if apart else []
    group = f" group by {', '.join(groups)}" if groups else ""
    items.append(f"sum({WEIGHT}) as {WEIGHT}")
    return f"select {', '.join(items)} from ({query}) as _q{group} having sum({WEIGHT}) <> 0"


def _before(columns: Sequence[str], now: str, changes: str, signed: Collection[str]) -> str:
    """The rows that there were before: those of now without the changes."""
    names, (items, groups) = _list(columns), _grouped(columns, signed)
    both = f"select {names}, 1 as {WEIGHT} from ({now}) union all select {names}, -{WEIGHT} from ({changes}) as _q"
    items.append(f"sum({WEIGHT}) as {WEIGHT}")
    net = f"select {', '.join(items)} from ({both}) as _q group by {', '.join(groups)} having sum({WEIGHT}) > 0"
    return f"select {names} from ({net}) as _q lateral view explode(sequence(1, {WEIGHT})) as _copy"


def _grouped(columns: Sequence[str], signed: Collection[str]) -> tuple[list[str], list[str]]:
    """The items and the groups of a query with each row once; GROUP BY would take -0.0 for 0.0, and give 0.0."""
    items = [f"first({_quoted(name)}) as {_quoted(name)}" if name in signed else _quoted(name) for name in columns]
    signs = [f"cast({_quoted(name)} as string)" for name in columns if name in signed]
    return items, [*map(_quoted, columns), *signs]


def _filter(node: Filter, rows: str) -> str:
    return f"select * from ({rows}) as _q where {_all_of(node.conditions)}"


def _project(node: Project, rows: str, weighted: bool = False) -> str:
    items = [_as(_sql(value), name) for value, name in zip(node.expressions, node.columns, strict=True)]
    return f"select {', '.join(items + [WEIGHT] * weighted)} from ({rows}) as _q"


def _explode(node: Explode, rows: str, weighted: bool = False) -> str:
    items = ", ".join([_list(node.columns), *([WEIGHT] * weighted)])
    view = f"lateral view {'outer ' * node.outer}{_sql(node.generator)} as {_list(node.outputs)}"
    return f"select {items} from ({rows}) as _q {view}"


def passed_on(node: Node, rows: str) -> str:
    """The query of projections and filters over the rows of a table, which passes their column `_w` on."""
    if isinstance(node, Scan):
        return _scan(node, rows, weighted=True)
    if isinstance(node, Filter):
        return _filter(node, passed_on(node.child, rows))
    assert isinstance(node, Project)
    return _project(node, passed_on(node.child, rows), weighted=True)


def _union(node: Union, branches: Sequence[str], weighted: bool = False) -> str:
    parts = []
    for branch, rows in zip(node.branches, branches, strict=True):
        items = [_as(_quoted(source), name) for source, name in zip(branch.columns, node.columns, strict=True)]
        parts.append(f"select {', '.join(items + [WEIGHT] * weighted)} from ({rows}) as _q")
    return " union all ".join(parts)


def _aggregate(node: Aggregate, rows: str) -> str:
    items = [_quoted(key) for key in node.keys]
    items += [_as(_sql(call), name) for name, call in node.aggregates.items()]
    group = f" group by {_list(node.keys)}" if node.keys else ""
    return f"select {', '.join(items)} from ({rows}) as _q{group}"


def _window(node: Window, rows: str) -> str:
    items = [_as(_sql(call), name) for name, call in node.functions.items()]
    return f"select {', '.join([_list(node.child.columns), *items])} from ({rows}) as _q"


def _join(node: Join, left: str, right: str, weighted: bool = False) -> str:
    kind = {"left": "left join", "full": "full join", "semi": "left semi join", "anti": "left anti join"}[node.kind]
    items = ", ".join([_list(node.columns), *([WEIGHT] * weighted)])
    return f"select {items} from ({left}) as _l {kind} ({right}) as _r on {_all_of(node.conditions) or 'true'}"


def _restricted(query: str, columns: Sequence[str], seed: Seed) -> str:
    """The rows of a query that have one of the keys."""
    on = " and ".join(
        f"_l.{_quoted(column)} <=> _r.{name}" for column, name in zip(seed.columns, seed.names, strict=True)
    )
    return f"select _l.* from ({query}) as _l left semi join {seed.view.name} as _r on {on}"


def _difference(now: str, before: str, columns: Sequence[str]) -> str:
    names = _list(columns)
    return f"select {names}, 1 as {WEIGHT} from ({now}) union all select {names}, -1 as {WEIGHT} from ({before}) as _q"


# Trees


def _require_keys(node: Join) -> None:
    if node.null_aware and not node.keys:
        raise CannotPlanError("the query uses NOT IN with a subquery whose tables have changed; write NOT EXISTS")
    if not node.keys:
        raise CannotPlanError(f"the query has a {node.kind} join without an equality of columns of both sides")


def _only_renames(node: Node) -> bool:
    """Whether the operator gives each column of its input once, perhaps with another name."""
    return isinstance(node, Project) and (
        len(node.plain) == len(node.columns) and set(node.plain.values()) == set(node.child.columns)
    )


def _is_block(node: Node) -> bool:
    """Whether the operator is a filter over an inner join."""
    if not isinstance(node, Filter):
        return False
    child: Node = node
    while isinstance(child, Filter):
        child = child.child
    return isinstance(child, Join) and child.kind == "inner"


def _flattened(node: Node) -> tuple[list[Node], list[exp.Expr]]:
    """The operators below inner joins and filters, and all conditions on them."""
    if isinstance(node, Filter):
        leaves, conditions = _flattened(node.child) if _is_block(node) else ([node], [])
        return leaves, conditions + (list(node.conditions) if _is_block(node) else [])
    if isinstance(node, Join) and node.kind == "inner":
        (left, first), (right, second) = _flattened(node.left), _flattened(node.right)
        return left + right, first + second
    return [node], []


def _names(condition: exp.Expr) -> set[str]:
    return {column.name for column in condition.find_all(exp.Column)}


def _pairs(conditions: Sequence[exp.Expr], known: set[str], leaf: Node) -> list[tuple[str, str]]:
    """Columns that a condition sets equal: (of those joined already, of the leaf)."""
    found = []
    for condition in conditions:
        if (
            isinstance(condition, exp.EQ)
            and isinstance(condition.left, exp.Column)
            and isinstance(condition.right, exp.Column)
        ):
            for one, other in (
                (condition.left.name, condition.right.name),
                (condition.right.name, condition.left.name),
            ):
                if one in known and other in leaf.columns:
                    found.append((one, other))
    return found


def _is_grouped(node: Node) -> bool:
    """Whether computing the operator for some keys costs less than for all."""
    return any(
        isinstance(found, (Aggregate, Window)) or (isinstance(found, Join) and found.kind != "inner")
        for found in node.walk()
    )
