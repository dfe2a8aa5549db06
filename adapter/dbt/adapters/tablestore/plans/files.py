"""Files of plans: written as a whole or not at all, and checked when they are read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.durations import accepted, milliseconds
from dbt.adapters.tablestore.plans.building import MERGE, TABLE_STATE, VERSION, Node
from dbt.adapters.tablestore.plans.errors import PlanError

# The states of each kind of node that keeps some.
STATES = {
    MERGE: (TABLE_STATE,),
    "stream-exec-join_1": ("leftState", "rightState"),
    "stream-exec-group-aggregate_1": ("groupAggregateState",),
    "stream-exec-deduplicate_1": ("deduplicateState",),
    "stream-exec-rank_1": ("rankState",),
    "stream-exec-changelog-normalize_1": ("changelogNormalizeState",),
}
# Versions of earlier releases, whose checksums follow other rules.
_EARLIER_VERSIONS = ("0.1",)
_AGAIN = "write it with dbt run-operation compile_plan --args '{{select: ..., path: {path}, force: true}}'"


@dataclass(frozen=True)
class Plan:
    """A plan, and where it is from: a path as it was given, or the model it was just made of."""

    origin: str
    content: dict[str, Any]

    @property
    def model(self) -> str:
        """dbt's id of the model."""
        return str(self.content["model"])

    @property
    def nodes(self) -> list[Node]:
        """The nodes, those that are read first."""
        nodes: list[Node] = self.content["nodes"]
        return nodes

    def ttls(self, members: Mapping[str, Any]) -> dict[str, int]:
        """The TTL in milliseconds of each state that the node with these members names; {} when there is no such."""
        for node in self.nodes:
            if all(node.get(name) == value for name, value in members.items()):
                return {state["name"]: milliseconds(state["ttl"]) or 0 for state in node.get("state") or []}
        return {}


def text(plan: Mapping[str, Any]) -> str:
    """A plan as its file has it."""
    return json.dumps(plan, indent=2, ensure_ascii=False) + "\n"


def write(plan: Plan, path: Path) -> None:
    """Writes the file anew, and the folders it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    beside.write_text(text(plan.content), encoding="utf-8")
    beside.replace(path)


def read(path: Path, origin: str) -> Plan:
    """The plan of a file.

    Raises:
        PlanError: everything that is wrong with the file, each with its node.
    """
    subject = f"compiled plan {origin}"
    again = _AGAIN.format(path=origin)
    if not path.is_file():
        raise PlanError(subject, [f"there is no such file; {again}"])
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise PlanError(subject, [f"it is no JSON: {error}; mend it, or {again}"]) from error
    if problem := _no_plan(content):
        raise PlanError(subject, [f"{problem}; {again}"])
    if problems := list(_wrong_states(content["nodes"])):
        raise PlanError(subject, problems)
    return Plan(origin, content)


def _no_plan(content: Any) -> str | None:
    """Why a JSON value is no plan of this release."""
    if not isinstance(content, dict):
        return "it is JSON, but no object, and so no plan"
    version = content.get("tablestoreVersion")
    if version is None and "flinkVersion" in content:
        return "it is a plan of Flink, which names Flink's tables and not the models of this project"
    if version != VERSION:
        given = "it has no 'tablestoreVersion'" if version is None else f"its tablestoreVersion is '{version}'"
        if version in _EARLIER_VERSIONS:
            given += (
                ", whose checksums cannot be compared with those of this release; keep its TTLs, they are still valid"
            )
        return f"{given}; this release reads '{VERSION}'"
    nodes = content.get("nodes")
    if not isinstance(nodes, list) or not all(isinstance(node, dict) and "type" in node for node in nodes):
        return "its 'nodes' are no list of objects with a 'type'"
    return None if isinstance(content.get("model"), str) else "it does not name its 'model'"


def _wrong_states(nodes: list[Node]) -> Iterator[str]:
    """What is wrong with the states of the nodes."""
    for node in nodes:
        where = f"node {node.get('id')}, {node.get('description')}"
        states = node.get("state", [])
        if not isinstance(states, list) or not all(isinstance(state, dict) and "name" in state for state in states):
            yield f"{where}: its 'state' is {json.dumps(states)}; write a list of {{index, ttl, name}}, or leave it out"
            continue
        names = [state["name"] for state in states]
        known = STATES.get(node["type"], ())
        for state in states:
            if state["name"] not in known:
                others = f"accepted is {' or '.join(known)}" if known else "it keeps none"
                yield f"{where}: there is no state '{state['name']}'; {others}"
            elif milliseconds(state.get("ttl")) is None:
                given = json.dumps(state.get("ttl"))
                yield f"{where}: state '{state['name']}' has the ttl {given}; write {accepted()}; 0 never expires"
        for name in known:
            if names.count(name) > 1:
                yield f"{where}: state '{name}' is there more than once"
