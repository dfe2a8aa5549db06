"""The tables in which a simulated view stores the groups of its operators, see `operators/stored_groups.py`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.operators.stored_groups import TABLES, GroupTables, Known
from dbt.adapters.tablestore.views.operators.values import Kept

from view_engines import Engine


class GroupsOfView:
    """What is stored and recorded of the groups of one view, from refresh to refresh.

    A view stores no groups, those that a refresh finds to be large, or with ``all_of_them`` all from the first refresh
    on. Sometimes a refresh is killed before it writes, or the tables are gone.
    """

    def __init__(
        self, engine: Engine, keep: Callable[[str], Kept], query: Query, chance: random.Random, all_of_them: bool
    ) -> None:
        self._engine, self._chance = engine, chance
        self._stores, known = all_of_them or chance.random() < 0.8, {}
        if all_of_them or chance.random() < 0.5:
            nodes = [node for node in query.root.walk() if isinstance(node, Aggregate) and node.stored_as]
            known = {node.stored_as: Known(pays=True) for node in nodes[: len(TABLES)]}
        self._keep, self._tables = keep, GroupTables({}, known, self._read)
        self._marks: set[str] = set()
        self.used: Counter[str] = Counter()
        """How often groups were computed, updated, kept as they were, and given up although they were there."""

    def _read(self, query: str) -> Kept | None:
        """None if a refresh was killed before it wrote these groups, in place of others with other columns."""
        try:
            return self._keep(query)
        except RuntimeError as error:
            if "not found in FROM clause" not in str(error):
                raise
            return None

    @property
    def tables(self) -> GroupTables | None:
        """The tables before a refresh."""
        return self._tables if self._stores else None

    def commit(self, changes: Changes) -> None:
        """Writes what a refresh stores, unless it is killed."""
        if not self._stores:
            return
        existing, before = dict(self._tables.existing), self._tables.known
        known = changes.stored.known
        for name, one in known.items():
            last = before.get(name, Known())
            were_there = last.mark in self._marks
            self.used["kept"] += bool(one.mark) and one.mark == last.mark
            self.used["updated"] += bool(one.mark) and one.mark != last.mark and were_there
            self.used["computed"] += bool(one.mark) and not were_there
            self.used["given up"] += were_there and not one.mark
        are_all_there = all(one.mark in self._marks for one in before.values())
        self.used["given up"] += are_all_there and changes.stored.has_prepared
        if self._chance.random() < 0.9:
            for write in changes.stored.writes:
                existing[write.number] = f"groups_{write.number}"
                self._engine.keep(existing[write.number], write.query)
                self._marks |= {one.mark for one in known.values() if one.number == write.number}
        if self._chance.random() < 0.05:
            existing.clear()
            self._marks = set()
        self._tables = replace(self._tables, existing=existing, known=known)
