"""Computes once what a query has twice, such as a common table expression that is used in two places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dbt.adapters.tablestore.views.nodes import (
    Aggregate,
    Explode,
    Filter,
    Join,
    Node,
    Nothing,
    Opaque,
    Project,
    Scan,
    Stateful,
    Union,
    Window,
    with_inputs,
)
from sqlglot import exp


def shared(root: Node, kind: type[Node] = Node) -> Node:
    """The operators with a projection that renames columns in the place of each repetition; only those of a class."""
    return _Sharing(kind).visit(root)[0]


class _Sharing:
    def __init__(self, kind: type[Node]) -> None:
        self._kind = kind
        # Columns of repetitions -> those of the first occurrence. Names are unique in the whole tree.
        self._names: dict[str, str] = {}
        self._known: dict[tuple[Any, ...], Node] = {}
        self._visited: dict[int, tuple[Node, Node]] = {}

    def visit(self, node: Node) -> tuple[Node, Node]:
        """The operator to use, and the first one that gives the same rows."""
        if id(node) not in self._visited:
            self._visited[id(node)] = self._visit(node)
        return self._visited[id(node)]

    def _visit(self, node: Node) -> tuple[Node, Node]:
        found = [self.visit(child) for child in node.inputs]
        node = with_inputs(node, [used for used, _ in found])
        if isinstance(node, (Nothing, Stateful)):
            return node, node
        key = (type(node), *(id(first) for _, first in found), *self._details(node))
        first = self._known.setdefault(key, node)
        if first is node:
            return node, node
        self._names |= {
            name: self._names.get(other, other) for name, other in zip(node.columns, first.columns, strict=True)
        }
        if not isinstance(node, self._kind):
            return node, first
        columns = tuple(exp.Column(this=exp.to_identifier(name, quoted=True)) for name in first.columns)
        return Project(node.columns, first, columns), first

    def _details(self, node: Node) -> tuple[Any, ...]:
        """What distinguishes operators of a class with the same inputs."""
        if isinstance(node, Scan):
            return (node.table, node.source)
        if isinstance(node, Opaque):
            return (node.query.sql("spark"),)
        if isinstance(node, Project):
            return tuple(self._texts(node.expressions))
        if isinstance(node, Aggregate):
            return (*self._first_names(node.keys), len(node.keys), *self._texts(node.aggregates.values()))
        if isinstance(node, Union):
            return tuple(tuple(self._first_names(branch.columns)) for branch in node.branches)
        below = tuple(name for child in node.inputs for name in self._first_names(child.columns))
        if isinstance(node, Filter):
            return (*below, *self._texts(node.conditions))
        if isinstance(node, Explode):
            return (*below, *self._texts([node.generator]), len(node.outputs), node.outer)
        if isinstance(node, Window):
            return (*below, *self._texts(node.functions.values()))
        assert isinstance(node, Join)
        pairs = tuple(tuple(self._first_names(pair)) for pair in node.keys)
        return (*below, node.kind, node.null_aware, pairs, *self._texts(node.conditions))

    def _first_names(self, names: Iterable[str]) -> list[str]:
        return [self._names.get(name, name) for name in names]

    def _texts(self, expressions: Iterable[exp.Expr]) -> list[str]:
        """The expressions as text, with the columns of first occurrences."""
        texts = []
        for expression in expressions:
            expression = expression.copy()
            for column in expression.find_all(exp.Column):
                column.set("this", exp.to_identifier(self._names.get(column.name, column.name), quoted=True))
            texts.append(expression.sql("spark"))
        return texts
