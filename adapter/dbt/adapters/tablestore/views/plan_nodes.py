"""The operators of a view as the nodes of a compiled plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dbt.adapters.tablestore.views.expiring import described, ttls
from dbt.adapters.tablestore.views.explaining import as_text, line_of
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
from dbt.adapters.tablestore.views.state import equal_columns
from sqlglot import exp

_SIGNS = {exp.LTE: "<=", exp.LT: "<", exp.EQ: "="}
_RANKS = {exp.RowNumber: "ROW_NUMBER", exp.Rank: "RANK", exp.DenseRank: "DENSE_RANK"}


@dataclass(frozen=True)
class PlanNode:
    """An operator.

    ``inputs`` are the tables and the positions of the operators that it reads. An operator whose state can expire has
    its description as a stateful operator in ``operator``, others have their members. ``states`` are names -> TTLs in
    milliseconds.
    """

    description: str
    inputs: tuple[str | int, ...]
    members: Mapping[str, Any] = field(default_factory=dict)
    operator: Mapping[str, Any] | None = None
    states: Mapping[str, int] = field(default_factory=dict)


def plan_nodes(root: Node, state_ttl: int) -> list[PlanNode]:
    """The operators of a view, each after those that it reads. ``state_ttl`` is that of states without a hint."""
    found: list[PlanNode] = []
    places: dict[int, str | int] = {}
    ranges = _ranges(root)

    def visit(node: Node) -> str | int:
        if isinstance(node, Scan):
            return node.table
        if id(node) not in places:
            found_node, below = _plan_node(node, state_ttl, ranges)
            inputs = tuple(visit(child) for child in below)
            made = PlanNode(inputs=inputs, **found_node)
            if made not in found:
                found.append(made)
            places[id(node)] = found.index(made)
        return places[id(node)]

    visit(root)
    return found


def _plan_node(node: Node, state_ttl: int, ranges: Mapping[int, str]) -> tuple[dict[str, Any], Sequence[Node]]:
    """The members of a `PlanNode`, and the operators it reads."""
    if isinstance(node, Stateful):
        members = {"description": line_of(node), "operator": described(node), "states": ttls(node, state_ttl)}
        return members, [side.rows for side in node.sides]
    if isinstance(node, Filter) and isinstance(node.child, Join) and node.child.kind == "inner":
        return _join(node.child, node.conditions), node.child.inputs
    if isinstance(node, Window) and id(node) in ranges and (rank := _rank(node, ranges[id(node)])):
        return rank, node.inputs
    return {"description": line_of(node), **_members(node)}, node.inputs


def _members(node: Node) -> dict[str, Any]:
    if isinstance(node, Join):
        return _join(node, node.conditions)
    if isinstance(node, Aggregate):
        calls = [{"name": name, "expression": as_text(call)} for name, call in node.aggregates.items()]
        grouped = {"type": "stream-exec-group-aggregate_1", "grouping": list(node.keys), "aggCalls": calls}
        return {"members": grouped, "states": {"groupAggregateState": 0}}
    members: dict[str, Any] = {"type": "stream-exec-calc_1"}
    if isinstance(node, Project):
        members["projection"] = [as_text(value) for value in node.expressions]
    elif isinstance(node, Filter):
        members["condition"] = " AND ".join(map(as_text, node.conditions))
    elif isinstance(node, Window):
        functions = [{"name": name, "expression": as_text(call)} for name, call in node.functions.items()]
        members = {"type": "stream-exec-over-aggregate_1", "partition": list(node.partition), "functions": functions}
    elif isinstance(node, Explode):
        kind = "LEFT" if node.outer else "INNER"
        members = {"type": "stream-exec-correlate_1", "invocation": as_text(node.generator), "joinType": kind}
    elif isinstance(node, Union):
        members = {"type": "stream-exec-union_1"}
    elif isinstance(node, Nothing):
        members = {"type": "stream-exec-values_1", "tuples": [], "fields": list(node.columns)}
    elif isinstance(node, Opaque):
        members = {"type": "whole-query_1", "query": as_text(node.query), "reason": node.reason}
    return {"members": members}


def _join(node: Join, conditions: Sequence[exp.Expr]) -> dict[str, Any]:
    pairs = list(equal_columns(conditions, node))
    spec = {
        "joinType": node.kind.upper(),
        "leftKeys": [left for left, _ in pairs],
        "rightKeys": [right for _, right in pairs],
        "condition": " AND ".join(map(as_text, conditions)),
    }
    members = {"type": "stream-exec-join_1", "joinSpec": spec}
    states = {"leftState": 0, "rightState": 0}
    return {"description": line_of(node, conditions), "members": members, "states": states}


def _ranges(root: Node) -> dict[int, str]:
    """The windows whose rows are cut off by their number in the group: their identity -> the condition."""
    found = {}
    for node in root.walk():
        for condition in node.conditions if isinstance(node, Filter) else ():
            if not isinstance(condition, (exp.LTE, exp.LT, exp.EQ)) or not isinstance(condition.this, exp.Column):
                continue
            below, name = node.inputs[0], condition.this.name
            while isinstance(below, (Filter, Project)) and name:
                name = below.plain.get(name, "") if isinstance(below, Project) else name
                below = below.child
            if isinstance(below, Window) and list(below.functions) == [name]:
                found[id(below)] = f"{_SIGNS[type(condition)]} {as_text(condition.expression)}"
    return found


def _rank(window: Window, condition: str) -> dict[str, Any] | None:
    """A window that numbers rows, of which a filter keeps the first; none for other window functions."""
    [call] = window.functions.values()
    kind = _RANKS.get(type(call.this))
    if kind is None:
        return None
    order = call.args.get("order")
    members = {
        "type": "stream-exec-rank_1",
        "rankType": kind,
        "partition": {"fields": list(window.partition)},
        "orderBy": [as_text(key) for key in order.expressions] if order else [],
        "rankRange": condition,
    }
    words = f"Rank(rankType=[{kind}], partitionBy=[{', '.join(window.partition)}], rankRange=[{condition}])"
    return {"description": words, "members": members, "states": {"rankState": 0}}
