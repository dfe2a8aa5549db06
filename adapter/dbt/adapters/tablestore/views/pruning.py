"""Removes the columns that no operator above needs: a change of such a column is then no change."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

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
)
from sqlglot import exp


def pruned(root: Node) -> Node:
    """The operators with the needed columns, and perhaps others that they cannot do without.

    A window function whose rows are used in several places has the columns that any of these needs.
    """
    needed: dict[int, frozenset[str]] = {}
    while True:
        before = dict(needed)
        made = _Pruning(needed).visit(root, root.columns)
        if needed == before:
            return made


class _Pruning:
    """``needed`` are the columns that are needed of the windows, by their identity; it grows."""

    def __init__(self, needed: dict[int, frozenset[str]]) -> None:
        self._needed = needed
        self._windows: dict[int, Node] = {}

    def visit(self, node: Node, needed: Collection[str]) -> Node:
        """The operator with the needed columns, and perhaps others that it cannot do without."""
        if isinstance(node, Scan):
            kept = [at for at, name in enumerate(node.columns) if name in needed] or [0]
            return replace(node, columns=_at(node.columns, kept), source=_at(node.source, kept))
        if isinstance(node, Opaque):
            return node
        if isinstance(node, Nothing):
            of = self.visit(node.of, needed)
            return Nothing(of.columns, of)
        if isinstance(node, Stateful):
            kept = [at for at, name in enumerate(node.columns) if name in needed] or [0]
            return node if isinstance(node.of, Aggregate) else replace(node, columns=_at(node.columns, kept))
        if isinstance(node, Filter):
            child = self.visit(node.child, {*needed, *_names(node.conditions)})
            return replace(node, columns=child.columns, child=child)
        if isinstance(node, Project):
            kept = [at for at, name in enumerate(node.columns) if name in needed] or [0]
            expressions = tuple(node.expressions[at] for at in kept)
            child = self.visit(node.child, _names(expressions))
            return Project(_at(node.columns, kept), child, expressions)
        if isinstance(node, Explode):
            below = {name for name in needed if name not in node.outputs}
            child = self.visit(node.child, below | _names([node.generator]))
            return replace(node, columns=child.columns + node.outputs, child=child)
        if isinstance(node, Aggregate):
            aggregates = {name: call for name, call in node.aggregates.items() if name in needed}
            if not node.keys and not aggregates:
                aggregates = dict(list(node.aggregates.items())[:1])
            child = self.visit(node.child, {*node.keys, *_names(aggregates.values())})
            return Aggregate((*node.keys, *aggregates), child, node.keys, aggregates)
        if isinstance(node, Window):
            needed = self._needed[id(node)] = self._needed.get(id(node), frozenset()) | set(needed)
            if id(node) not in self._windows:
                self._windows[id(node)] = self._window(node, needed)
            return self._windows[id(node)]
        if isinstance(node, Union):
            kept = [at for at, name in enumerate(node.columns) if name in needed] or [0]
            return Union(
                _at(node.columns, kept),
                tuple(self._exactly(branch, _at(branch.columns, kept)) for branch in node.branches),
            )
        if isinstance(node, Join):
            below = {*needed, *_names(node.conditions), *(name for pair in node.keys for name in pair)}
            left, right = self.visit(node.left, below), self.visit(node.right, below)
            columns = left.columns if node.kind in ("semi", "anti") else left.columns + right.columns
            return replace(node, columns=columns, left=left, right=right)
        raise TypeError(type(node))

    def _window(self, node: Window, needed: Collection[str]) -> Node:
        functions = {name: call for name, call in node.functions.items() if name in needed}
        below = {name for name in needed if name not in node.functions}
        child = self.visit(node.child, {*below, *node.partition, *_names(functions.values())})
        return Window((*child.columns, *functions), child, node.partition, functions) if functions else child

    def _exactly(self, node: Node, columns: tuple[str, ...]) -> Node:
        """The operator with these columns in this order."""
        node = self.visit(node, columns)
        if node.columns == columns:
            return node
        return Project(columns, node, tuple(exp.Column(this=exp.to_identifier(name, quoted=True)) for name in columns))


def _at(values: tuple[str, ...], positions: Iterable[int]) -> tuple[str, ...]:
    return tuple(values[position] for position in positions)


def _names(expressions: Iterable[exp.Expr]) -> set[str]:
    return {column.name for expression in expressions for column in expression.find_all(exp.Column)}
