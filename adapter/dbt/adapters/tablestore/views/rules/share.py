"""Computes once what a query has twice, such as a common table expression that is used in two places."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.rules.facts import Facts


def share_order(query: Query, facts: Facts) -> Query:
    """The query with a projection in the place of each repetition of an operator for which the order of rows counts."""
    return replace(query, root=_Sharing(is_first=True).visit(query.root)[0])


def share_operators(query: Query, facts: Facts) -> Query:
    """The query with a projection that renames columns in the place of each repetition."""
    return replace(query, root=_Sharing(is_first=False).visit(query.root)[0])


class _Sharing:
    def __init__(self, is_first: bool) -> None:
        self._is_first = is_first
        self._names = FirstNames()
        self._known: dict[tuple[Any, ...], Operator] = {}
        self._visited: dict[int, tuple[Operator, Operator]] = {}

    def visit(self, node: Operator) -> tuple[Operator, Operator]:
        """The operator to use, and the first one that gives the same rows."""
        if id(node) not in self._visited:
            self._visited[id(node)] = self._visit(node)
        return self._visited[id(node)]

    def _visit(self, node: Operator) -> tuple[Operator, Operator]:
        found = [self.visit(child) for child in node.inputs]
        node = node.with_inputs([used for used, _ in found])
        distinguished = node.distinguished(self._names)
        if distinguished is None:
            return node, node
        key = (type(node), *(id(first) for _, first in found), *distinguished)
        first = self._known.setdefault(key, node)
        if first is node:
            return node, node
        self._names.add(node.columns, first.columns)
        if self._is_first and not node.takes_any_rows:
            return node, first
        return Project(node.columns, first, tuple(map(column, first.columns))), first
