"""Rows of large tables that a refresh has read by their keys, so that it does not read them again.

A refresh looks for the same keys of a table in several places. For `o join l ... where exists (select from l ...)`, the
changed keys of `l` are looked for in `o`, in `l`, and in the `l` of the subquery; and so it is once more for those of
`o`. Each of these queries would read the whole table for a few rows. Instead, the rows with all changed keys of columns
that the query sets equal are kept when a first place asks for some of them, and the other places read these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.operators.operator import Operator, at
from dbt.adapters.tablestore.views.operators.scan import Scan
from dbt.adapters.tablestore.views.operators.sql import named, quoted
from dbt.adapters.tablestore.views.operators.values import Kept, Seed

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.operators.changes import Changes

FEW = 20_000
"""So many rows of a table are kept, or a twentieth of all. Where more have one of the keys, each place reads it."""


@dataclass
class _Keys:
    """Keys that were looked for, each once, and the views that have no others."""

    known: list[Kept] = field(default_factory=list)
    of_views: set[tuple[str, tuple[str, ...]]] = field(default_factory=set)


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
        self._equal: dict[str, str] = {}
        # By the columns that are equal to those of the keys; rows also by the table and its columns.
        self._keys: dict[tuple[str, ...], _Keys] = {}
        self._rows: dict[tuple[str, tuple[str, ...], tuple[str, ...]], _Rows] = {}

    def look_at(self, root: Operator) -> None:
        """Finds where a query looks for rows of its tables, and which columns it sets equal."""
        if root in self._roots:
            return
        self._roots.append(root)
        self._places.update(_places(root, set()))
        for node in root.walk():
            for one, other in node.equal_columns:
                self._equal[self._first(one)] = self._first(other)

    def _first(self, name: str) -> str:
        """One of the columns that are equal to a column, the same for all of them."""
        while self._equal.get(name, name) != name:
            name = self._equal[name]
        return name

    def rows(self, scan: Scan, seed: Seed) -> str | None:
        """A relation with the rows of a table that have the keys, and others; none if the table itself is to be read.

        It has the columns of the table that the query reads.
        """
        is_known = self._have_types_of(seed) and self._refresh.is_small(seed.view)
        if self._places[scan.table] < 2 or not is_known:
            return None
        order = sorted(range(len(seed.columns)), key=lambda place: (self._first(seed.columns[place]), place))
        seed = replace(seed, columns=at(seed.columns, order), names=at(seed.names, order))
        sources = scan.sources_of(seed.columns)
        equal = (*map(self._first, seed.columns), *(self._types[name] for name in seed.columns))
        found = self._rows.setdefault((scan.table, sources, equal), _Rows())
        if found.too_many:
            return None
        keys = self._known_keys(equal, seed)
        if len(keys) > found.read:
            more = Kept(f"({_united(keys[found.read :])})", sum(one.rows for one in keys[found.read :]))
            most = max(FEW, self._refresh.table(scan.table).total // 20)
            found.kept.append(self._refresh.read_by_key(scan.table, Seed(more, sources, _names(sources)), most + 1))
            found.read, found.too_many = len(keys), sum(one.rows for one in found.kept) > most
        return None if found.too_many else f"({_united(found.kept)})"

    def _have_types_of(self, seed: Seed) -> bool:
        """Whether keys have the types of the columns: else two can be equal to a third one, and not to each other."""
        types = [*map(self._types.get, seed.columns)]
        times = len(seed.given) // len(types) if types else 0
        return times > 0 and None not in types and [*map(self._types.get, seed.given)] == types * times

    def _known_keys(self, equal: tuple[str, ...], seed: Seed) -> list[Kept]:
        """The keys that were looked for in equal columns, and now these."""
        keys = self._keys.setdefault(equal, _Keys())
        view = seed.view.name, seed.names
        if not keys.known:
            queries = dict.fromkeys([_query(seed), *self._changed_keys(seed)])
            keys.known.append(self._refresh.keep(f"select distinct * from ({' union all '.join(queries)}) as _q"))
        elif view not in keys.of_views:
            same = " and ".join(f"_l.{name} <=> _r.{name}" for name in _names(seed.names))
            others = f"left anti join ({_united(keys.known)}) as _r on {same}"
            missing = self._refresh.keep(f"select distinct _l.* from ({_query(seed)}) as _l {others}")
            keys.known += [missing] if missing.rows else []
        keys.of_views.add(view)
        return keys.known

    def _changed_keys(self, seed: Seed) -> Iterator[str]:
        """The keys that changes of tables have in the columns that are equal to those of the keys."""
        types = [*map(self._types.get, seed.columns)]
        for scan in (scan for root in self._roots for scan in root.find(Scan)):
            changes = self._refresh.small_changes(scan.table)
            names = {self._first(name): name for name in scan.columns}
            columns = [names.get(self._first(name), "") for name in seed.columns]
            if changes and types == [*map(self._types.get, columns)]:
                items = zip(scan.sources_of(columns), _names(columns), strict=True)
                yield f"select {', '.join(named(quoted(source), name) for source, name in items)} from {changes.name}"


def _united(views: Sequence[Kept]) -> str:
    return " union all ".join(view.all_rows for view in views)


def _query(seed: Seed) -> str:
    items = zip(seed.names, _names(seed.names), strict=True)
    return f"select {', '.join(named(quoted(name), as_) for name, as_ in items)} from {seed.view.name}"


def _names(columns: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"_k{number}" for number, _ in enumerate(columns, 1))


def _places(node: Operator, known: set[int]) -> Iterator[str]:
    """The tables, each as often as a refresh may look for keys in it."""
    if id(node) in known:
        return
    known.add(id(node))
    yield from node.reads
    for child in node.inputs:
        yield from _places(child, known)
    if node.reads_again:
        yield from node.tables
