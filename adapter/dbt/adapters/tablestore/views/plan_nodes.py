"""The operators of a view as the nodes of a compiled plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.operator import Operator, Planning, as_text
from dbt.adapters.tablestore.views.operators.scan import Scan
from sqlglot import exp

_SIGNS = {exp.LTE: "<=", exp.LT: "<", exp.EQ: "="}


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


def plan_nodes(root: Operator, state_ttl: int) -> list[PlanNode]:
    """The operators of a view, each after those that it reads. ``state_ttl`` is that of states without a hint."""
    found: list[PlanNode] = []
    places: dict[int, str | int] = {}
    planning = Planning(state_ttl, _ranges(root))

    def visit(node: Operator) -> str | int:
        if isinstance(node, Scan):
            return node.table
        if id(node) not in places:
            planned = node.planned(planning)
            inputs = tuple(visit(child) for child in planned.inputs)
            made = PlanNode(planned.description, inputs, planned.members, planned.operator, planned.states)
            if made not in found:
                found.append(made)
            places[id(node)] = found.index(made)
        return places[id(node)]

    visit(root)
    return found


def _ranges(root: Operator) -> dict[int, str]:
    """The windows whose rows are cut off by their number in the group: their identity -> the condition."""
    found = {}
    for node in root.find(Filter):
        for condition in node.conditions:
            if isinstance(condition, (exp.LTE, exp.LT, exp.EQ)) and isinstance(condition.this, exp.Column):
                window = node.child.numbered_by(condition.this.name)
                if window:
                    found[id(window)] = f"{_SIGNS[type(condition)]} {as_text(condition.expression)}"
    return found
