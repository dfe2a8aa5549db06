"""Rows of large tables that a refresh has read by their keys, so that it does not read them again.

A refresh looks for the same keys of a table in several places. For `o join l ... where exists (select from l ...)`, the
changed keys of `l` are looked for in `o`, in `l`, and in the `l` of the subquery; and so it is once more for those of
`o`. Each of these queries would read the whole table for a few rows. Instead, the rows with all changed keys of columns
that the query sets equal are kept when a first place asks for some of them, and the other places read these.

So it is with the views of one command that read the same table: they look for the rows with the changed keys, and the
first of them keeps these with the columns that any of them reads. Keys that only one view looks for are read apart.

A table that the query filters is read by key first, too: Spark would filter all its rows before it looks at their keys,
and to compare texts takes longer than to find a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators.operator import Operator, at
from dbt.adapters.tablestore.views.operators.scan import Scan
from dbt.adapters.tablestore.views.operators.sql import named
from dbt.adapters.tablestore.views.operators.values import Kept, Seed, Sources

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.operators.changes import Changes

FEW = 20_000
"""So many rows of a table are kept, or a twentieth of all. Where more have one of the keys, each place reads it."""
FEW_OF_ALL = 100_000
"""So many rows of a table are kept at most for all views of a command."""


@dataclass
class _Keys:
    """Keys that were looked for, each once, and the views and columns of changed tables that have no others."""

    known: list[Kept] = field(default_factory=list)
    of_views: set[tuple[str, tuple[str, ...]]] = field(default_factory=set)
    of_columns: set[Sources | None] = field(default_factory=set)


@dataclass
class _Rows:
    """The rows of a table with the first ``read`` of its known keys; ``too_many`` are not kept."""

    read: int = 0
    kept: list[Kept] = field(default_factory=list)
    too_many: bool = False


class RowsByKey:
    """The rows of large tables that were read by their keys.

    Args:
        refresh: the refresh.
        types: the types of columns of operators, as far as they are columns of tables.
    """

    def __init__(self, refresh: Changes, types: Mapping[str, str]) -> None:
        self._refresh, self._types = refresh, types
        self._roots: list[Operator] = []
        self._places: Counter[str] = Counter()
        self._filtered: set[str] = set()
        self._equal: dict[str, str] = {}
        # By the columns that are equal to those of the keys; rows also by the table and its columns.
        self._keys: dict[tuple[str, ...], _Keys] = {}
        self._rows: dict[tuple[str, tuple[str, ...], tuple[str, ...]], _Rows] = {}

    def look_at(self, root: Operator, added_up: Operator | None) -> None:
        """Finds where a query looks for rows of its tables, and which columns it sets equal.

        Args:
            root: the query.
            added_up: the operator that does not look for rows again, whatever its kind.
        """
        if root in self._roots:
            return
        self._roots.append(root)
        self._places.update(_places(root, added_up, set()))
        filters = [condition for node in root.walk() for condition in node.filters]
        self._filtered |= {scan.table for scan in root.find(Scan) if any(map(scan.has_all_in, filters))}
        for node in root.walk():
            for one, other in node.equal_columns:
                self._equal[self._first(one)] = self._first(other)

    def _first(self, name: str) -> str:
        """One of the columns that are equal to a column, the same for all of them."""
        while self._equal.get(name, name) != name:
            name = self._equal[name]
        return name

    def rows(self, scan: Scan, seed: Seed) -> str | None:
        """A relation with the rows of a table that have the keys, and others; None if the table itself is to be read.

        It has the columns of the table that the query reads.
        """
        is_known = self.have_types_of(seed) and self._refresh.is_small(seed.view)
        is_shared = self._refresh.is_shared(scan.table)
        is_alone = self._places[scan.table] < 2 and not is_shared
        if not is_known or (is_alone and scan.table not in self._filtered):
            return None
        order = sorted(range(len(seed.columns)), key=lambda place: (self._first(seed.columns[place]), place))
        changed = seed.changed and (seed.changed[0], at(seed.changed[1], order))
        seed = replace(seed, columns=at(seed.columns, order), names=at(seed.names, order), changed=changed)
        sources = scan.sources_of(seed.columns)
        equal = (*map(self._first, seed.columns), *(self._types[name] for name in seed.columns))
        found = self._rows.setdefault((scan.table, sources, equal), _Rows())
        if found.too_many:
            return None
        most = max(FEW, self._refresh.table(scan.table).total // 20)
        most = min(most, FEW_OF_ALL) if is_shared else most
        if is_alone:
            seed = replace(seed, columns=sources, is_small=True)
            kept = self._refresh.read_by_key(scan.table, seed, most + 1)
            return f"({kept.all_rows})" if kept.rows <= most else None
        keys = self._known_keys(equal, seed, is_shared)
        while len(keys) > found.read and not found.too_many:
            # the keys that other views have as well are the first ones
            more = keys[found.read : found.read + 1] if is_shared and not found.read else keys[found.read :]
            view = Kept(f"({_united(more)})", sum(one.rows for one in more))
            found.kept.append(self._read(scan.table, sources, view, most))
            found.read += len(more)
            found.too_many = sum(one.rows for one in found.kept) > most
        return None if found.too_many else f"({_united(found.kept)})"

    def _read(self, table: str, sources: tuple[str, ...], keys: Kept, most: int) -> Kept:
        """The rows of a table with keys of some of its columns, or one more than ``most``."""
        seed = Seed(keys, sources, _names(sources), is_small=self._refresh.is_small(keys))
        return self._refresh.read_by_key(table, seed, most + 1)

    def have_types_of(self, seed: Seed) -> bool:
        """Whether keys have the types of the columns: else two can be equal to a third one, and not to each other."""
        types = [*map(self._types.get, seed.columns)]
        times = len(seed.given) // len(types) if types else 0
        return times > 0 and None not in types and [*map(self._types.get, seed.given)] == types * times

    def _known_keys(self, equal: tuple[str, ...], seed: Seed, is_shared: bool) -> list[Kept]:
        """The keys that were looked for in equal columns, and now these.

        ``is_shared`` says that the first ones are those that all views of the command know, which are of changes.
        """
        keys = self._keys.setdefault(equal, _Keys())
        view = seed.view.name, seed.names
        if not keys.known:
            changed = dict(sorted(self._changed_keys(seed)))
            own = [] if is_shared and changed else [_query(seed)]
            queries = dict.fromkeys([*own, *changed.values()])
            keys.known.append(self._refresh.keep(f"select distinct * from ({' union all '.join(queries)}) as _q"))
            keys.of_columns |= set(changed)
            if own:
                keys.of_views.add(view)
        if view not in keys.of_views and seed.changed not in keys.of_columns:
            same = " and ".join(f"_l.{name} <=> _r.{name}" for name in _names(seed.names))
            others = f"left anti join ({_united(keys.known)}) as _r on {same}"
            missing = self._refresh.keep(f"select distinct _l.* from ({_query(seed)}) as _l {others}")
            keys.known += [missing] if missing.rows else []
        keys.of_views.add(view)
        return keys.known

    def _changed_keys(self, seed: Seed) -> Iterator[tuple[Sources, str]]:
        """The keys that changes of tables have in the columns that are equal to those of the keys."""
        types = [*map(self._types.get, seed.columns)]
        for scan in (scan for root in self._roots for scan in root.find(Scan)):
            changes = self._refresh.small_changes(scan.table)
            names = {self._first(name): name for name in scan.columns}
            columns = [names.get(self._first(name), "") for name in seed.columns]
            if changes and types == [*map(self._types.get, columns)]:
                sources = scan.sources_of(columns)
                items = zip(sources, _names(columns), strict=True)
                keys = ", ".join(named(quoted(source), name) for source, name in items)
                yield (scan.table, sources), f"select {keys} from {changes.name}"


def _united(views: Sequence[Kept]) -> str:
    return " union all ".join(view.all_rows for view in views)


def _query(seed: Seed) -> str:
    items = zip(seed.names, _names(seed.names), strict=True)
    return f"select {', '.join(named(quoted(name), as_) for name, as_ in items)} from {seed.view.name}"


def _names(columns: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"_k{number}" for number, _ in enumerate(columns, 1))


def _places(node: Operator, added_up: Operator | None, known: set[int]) -> Iterator[str]:
    """The tables, each as often as a refresh may look for keys in it."""
    if id(node) in known:
        return
    known.add(id(node))
    yield from node.reads
    for child in node.inputs:
        yield from _places(child, added_up, known)
    if node.reads_again and node is not added_up:
        yield from node.tables
