"""Removes the columns that no operator above needs: a change of such a column is then no change."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.rules.facts import Facts


def prune_columns(query: Query, facts: Facts) -> Query:
    """The query with the needed columns, and perhaps others that operators cannot do without.

    An operator for which the order of rows counts has the columns that any of the places needs in which it is used.
    """
    needed: dict[int, frozenset[str]] = {}
    while True:
        before = dict(needed)
        root = _Pruning(needed).visit(query.root, query.root.columns)
        if needed == before:
            return replace(query, root=root)


class _Pruning:
    """``needed`` are the columns that are needed of windows and the like, by their identity; it grows."""

    def __init__(self, needed: dict[int, frozenset[str]]) -> None:
        self._needed = needed
        self._windows: dict[int, Operator] = {}

    def visit(self, node: Operator, needed: Collection[str]) -> Operator:
        """The operator with the needed columns, and perhaps others that it cannot do without."""
        if not node.takes_any_rows:
            return node.prune(needed, self.visit)
        self._needed[id(node)] = self._needed.get(id(node), frozenset()) | set(needed)
        if id(node) not in self._windows:
            self._windows[id(node)] = node.prune(self._needed[id(node)], self.visit)
        return self._windows[id(node)]
