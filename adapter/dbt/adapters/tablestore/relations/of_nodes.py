"""The tables of the nodes of a project."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dbt.adapters.base.column import Column
from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.tablestore.relations.relation import TablestoreRelation


class NodeTables:
    """The tables that a ref to a node may read: its own, and with --defer that of the other state.

    ``quoting`` is dbt's configuration, and ``columns_of`` returns the columns of a relation, none if it does not exist.
    """

    def __init__(self, quoting: Any, columns_of: Callable[[BaseRelation], Sequence[Column]]) -> None:
        self._quoting, self._columns_of = quoting, columns_of

    def names(self, node: Any) -> list[str]:
        """The names of the tables."""
        return [table.render() for table in self._tables(node)]

    def columns(self, node: Any) -> list[dict[str, str]]:
        """The columns of the first of them that exists, as {name, type}."""
        for table in self._tables(node):
            if columns := self._columns_of(table):
                return [{"name": column.name, "type": column.dtype} for column in columns]
        return []

    def _tables(self, node: Any) -> list[TablestoreRelation]:
        found = (node, getattr(node, "defer_relation", None))
        return [TablestoreRelation.create_from(self._quoting, each) for each in found if each is not None]
