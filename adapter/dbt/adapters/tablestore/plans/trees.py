"""A plan as a tree of text: the table at the root, the tables it reads as leaves."""

from __future__ import annotations

from collections.abc import Iterator

from dbt.adapters.tablestore.plans.building import Node
from dbt.adapters.tablestore.plans.files import Plan
from dbt.adapters.tablestore.sql import durations


def lines(plan: Plan) -> Iterator[str]:
    """The lines of the tree; each node is followed by its states and how long they are kept."""
    edges = plan.content.get("edges") or []
    nodes = {node.get("id"): node for node in plan.nodes}
    inputs: dict[object, list[Node]] = {number: [] for number in nodes}
    for edge in edges:
        inputs[edge["target"]].append(nodes[edge["source"]])
    sources = {edge["source"] for edge in edges}
    yield f"{plan.model}, from {plan.origin}"
    for number, node in nodes.items():
        if number not in sources:
            yield from _branch(node, inputs, "", "")


def _branch(node: Node, inputs: dict[object, list[Node]], first: str, rest: str) -> Iterator[str]:
    below = inputs[node.get("id")]
    yield f"{first}[{node.get('id')}] {node.get('description')}"
    for state in node.get("state") or []:
        bar = "│  " if below else "   "
        yield f"{rest}{bar}state {state['name']}: {durations.describe(durations.milliseconds(state['ttl']) or 0)}"
    for i, source in enumerate(below, start=1):
        last = i == len(below)
        yield from _branch(source, inputs, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  "))
