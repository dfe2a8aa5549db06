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


def pruned(node: Node, needed: Collection[str]) -> Node:
    """The operator with the needed columns, and perhaps others that it cannot do without."""
    if isinstance(node, Scan):
        kept = [at for at, name in enumerate(node.columns) if name in needed] or [0]
        return replace(node, columns=_at(node.columns, kept), source=_at(node.source, kept))
    if isinstance(node, Opaque):
        return node
    if isinstance(node, Nothing):
        of = pruned(node.of, needed)
        return Nothing(of.columns, of)
    if isinstance(node, Stateful):
        kept = [at for at, name in enumerate(node.columns) if name in needed] or [0]
        return node if isinstance(node.of, Aggregate) else replace(node, columns=_at(node.columns, kept))
    if isinstance(node, Filter):
        child = pruned(node.child, {*needed, *_names(node.conditions)})
        return replace(node, columns=child.columns, child=child)
    if isinstance(node, Project):
        kept = [at for at, name in enumerate(node.columns) if name in needed] or [0]
        expressions = tuple(node.expressions[at] for at in kept)
        child = pruned(node.child, _names(expressions))
        return Project(_at(node.columns, kept), child, expressions)
    if isinstance(node, Explode):
        below = {name for name in needed if name not in node.outputs}
        child = pruned(node.child, below | _names([node.generator]))
        return replace(node, columns=child.columns + node.outputs, child=child)
    if isinstance(node, Aggregate):
        aggregates = {name: call for name, call in node.aggregates.items() if name in needed}
        if not node.keys and not aggregates:
            aggregates = dict(list(node.aggregates.items())[:1])
        child = pruned(node.child, {*node.keys, *_names(aggregates.values())})
        return Aggregate((*node.keys, *aggregates), child, node.keys, aggregates)
    if isinstance(node, Window):
        functions = {name: call for name, call in node.functions.items() if name in needed}
        below = {name for name in needed if name not in node.functions}
        child = pruned(node.child, {*below, *node.partition, *_names(functions.values())})
        return Window((*child.columns, *functions), child, node.partition, functions) if functions else child
    if isinstance(node, Union):
        kept = [at for at, name in enumerate(node.columns) if name in needed] or [0]
        return Union(
            _at(node.columns, kept), tuple(_exactly(branch, _at(branch.columns, kept)) for branch in node.branches)
        )
    if isinstance(node, Join):
        below = {*needed, *_names(node.conditions), *(name for pair in node.keys for name in pair)}
        left, right = pruned(node.left, below), pruned(node.right, below)
        columns = left.columns if node.kind in ("semi", "anti") else left.columns + right.columns
        return replace(node, columns=columns, left=left, right=right)
    raise TypeError(type(node))


def _exactly(node: Node, columns: tuple[str, ...]) -> Node:
    """The operator with these columns in this order."""
    node = pruned(node, columns)
    if node.columns == columns:
        return node
    return Project(columns, node, tuple(exp.Column(this=exp.to_identifier(name, quoted=True)) for name in columns))


def _at(values: tuple[str, ...], positions: Iterable[int]) -> tuple[str, ...]:
    return tuple(values[position] for position in positions)


def _names(expressions: Iterable[exp.Expr]) -> set[str]:
    return {column.name for expression in expressions for column in expression.find_all(exp.Column)}
