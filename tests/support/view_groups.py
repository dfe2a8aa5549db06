"""The tables in which a simulated view stores the groups of its operators, see `operators/stored_groups.py`."""

from __future__ import annotations

import random
from collections import Counter

from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.operators.stored_groups import TABLES, GroupTables, Known
from view_engines import Engine


class GroupsOfView:
    """What is stored and recorded of the groups of one view, from refresh to refresh.

    A view stores no groups, those that a refresh finds to be large, or with ``all_of_them`` all from the first refresh
    on. Sometimes a refresh is killed before it writes, or the tables are gone.
    """

    def __init__(self, engine: Engine, query: Query, chance: random.Random, all_of_them: bool) -> None:
        self._engine, self._chance = engine, chance
        self._stores, known = all_of_them or chance.random() < 0.8, {}
        if all_of_them or chance.random() < 0.5:
            nodes = [node for node in query.root.walk() if isinstance(node, Aggregate) and node.stored_as]
            known = {node.stored_as: Known(pays=True) for node in nodes[: len(TABLES)]}
        self._tables = GroupTables({}, known)
        self.used: Counter[str] = Counter()
        """How often groups were computed, updated from those that were stored, and kept as they were."""

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
            if one.made:
                last = before.get(name, Known())
                are_there = last.made and last.table in existing
                self.used["kept" if one.made == last.made else "updated" if are_there else "computed"] += 1
        if self._chance.random() < 0.9:
            for write in changes.stored.writes:
                existing[write.table] = f"groups_{write.table}"
                self._engine.keep(existing[write.table], write.query)
        if self._chance.random() < 0.05:
            existing.clear()
        self._tables = GroupTables(existing, known)
