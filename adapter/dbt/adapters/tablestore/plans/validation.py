"""Checks the content of a plan's file, which people edit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from dbt.adapters.tablestore.plans import rowtypes
from dbt.adapters.tablestore.plans.building import CALC, MERGE, SCAN, TABLE_STATE, VERSION, Node, identifying_members
from dbt.adapters.tablestore.sql.durations import accepted, milliseconds

# The states of each kind of node that has some.
STATES = {
    MERGE: (TABLE_STATE,),
    "stream-exec-join_1": ("leftState", "rightState"),
    "stream-exec-group-aggregate_1": ("groupAggregateState",),
    "stream-exec-deduplicate_1": ("deduplicateState",),
    "stream-exec-rank_1": ("rankState",),
    "stream-exec-changelog-normalize_1": ("changelogNormalizeState",),
}
# The kinds of members that a node may have.
_KINDS: dict[str, type] = {"outputType": str, "definition": dict, "options": dict, "checksums": dict, "texts": dict}
# Versions of the file that earlier versions of the adapter wrote; their checksums follow other rules.
_EARLIER_VERSIONS = ("0.1",)


def not_a_plan(content: Any) -> str | None:
    """Why a JSON value is not a plan of this version."""
    if not isinstance(content, dict):
        return "it is JSON, but not an object"
    version = content.get("tablestoreVersion")
    if version is None and "flinkVersion" in content:
        return "it is a compiled plan of Flink, which names Flink's tables instead of this project's models"
    if version in _EARLIER_VERSIONS:
        return (
            f"an earlier version wrote it (tablestoreVersion '{version}', this version reads '{VERSION}'), and its "
            "checksums cannot be compared; note the TTLs you have changed in it"
        )
    if version != VERSION:
        given = "'tablestoreVersion' is missing" if version is None else f"its tablestoreVersion is '{version}'"
        return f"{given}; this version reads '{VERSION}'"
    nodes = content.get("nodes")
    if not isinstance(nodes, list) or not all(isinstance(_member(node, "type"), str) for node in nodes):
        return "'nodes' must be a list of objects, each with a 'type'"
    return None if isinstance(content.get("model"), str) else "'model' is missing: dbt's id of the model"


def problems(content: Mapping[str, Any]) -> Iterator[str]:
    """Everything that is wrong with the nodes and edges of a plan."""
    yield from _wrong_nodes(content["nodes"])
    yield from _wrong_edges(content)
    yield from _wrong_states(content["nodes"])
    yield from _copies(content["nodes"])


def _wrong_nodes(nodes: list[Node]) -> Iterator[str]:
    ids = [node.get("id") for node in nodes]
    for node in nodes:
        if not isinstance(node.get("id"), int) or ids.count(node["id"]) > 1:
            yield f"{_place(node)}: 'id' must be a number that no other node has"
        for name, kind in _KINDS.items():
            if not isinstance(node.get(name, kind()), kind):
                expected = "text" if kind is str else "an object"
                yield f"{_place(node)}: '{name}' is {json.dumps(node[name])}; it must be {expected}"
        definition = node.get("definition")
        for name, value in definition.items() if isinstance(definition, dict) else ():
            if value is None:
                yield f"{_place(node)}: 'definition.{name}' is null; compile the plan again"
        columns = node.get("outputType", "ROW<>")
        if isinstance(columns, str) and not rowtypes.is_row(columns):
            yield f"{_place(node)}: 'outputType' is {json.dumps(columns)}; write ROW<`name` TYPE, ...>"
        if node["type"] == SCAN and not isinstance(_member(node, "scanTableSource", "table", "identifier"), str):
            yield f"{_place(node)}: 'scanTableSource.table.identifier' is missing: the table that the node reads"


def _wrong_edges(content: Mapping[str, Any]) -> Iterator[str]:
    ids = [node.get("id") for node in content["nodes"]]
    edges = content.get("edges")
    if not isinstance(edges, list):
        yield f"'edges' is {json.dumps(edges)}; write a list of {{source, target}}"
        return
    starts = [edge.get("source") for edge in edges if isinstance(edge, dict)]
    for node in content["nodes"][:-1]:
        if node.get("id") not in starts:
            yield f"{_place(node)}: no edge has it as 'source'; add the edge, or remove the node"
    for edge in edges:
        ends = [edge.get("source"), edge.get("target")] if isinstance(edge, dict) else []
        if not ends or any(end not in ids for end in ends) or ids.index(ends[0]) >= ids.index(ends[1]):
            expected = "'source' must be the id of a node, and 'target' that of a later one"
            yield f"the edge {json.dumps(edge)}: {expected}"


def _copies(nodes: list[Node]) -> Iterator[str]:
    """The nodes that a run cannot tell from an earlier one: it would use the TTLs of the first."""
    known: list[tuple[Node, Node]] = []
    for node in nodes:
        members = identifying_members(node)
        if node["type"] == CALC and "checksums" not in node:
            continue
        if node["type"] in (SCAN, CALC, MERGE):
            members = {name: members.get(name) for name in ("type", "scanTableSource")}
        original = next((other for kept, other in known if kept == members), None)
        if original is not None:
            yield (
                f"{_place(node)}: it is a copy of node {original.get('id')}, so its TTLs have no effect; remove one of "
                "them and its edges, or give both operators of the model the same hint"
            )
        known.append((members, node))


def _place(node: Node) -> str:
    return f"node {node.get('id')}, {node.get('description')}"


def _member(value: Any, *names: str) -> Any:
    """The value at the end of a path of members; None where the path breaks off."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _wrong_states(nodes: list[Node]) -> Iterator[str]:
    """The states that a node does not have, or whose TTL cannot be read."""
    for node in nodes:
        states = node.get("state", [])
        if not isinstance(states, list) or not all(isinstance(state, dict) and "name" in state for state in states):
            expected = "write a list of {index, ttl, name}, or remove it"
            yield f"{_place(node)}: 'state' is {json.dumps(states)}; {expected}"
            continue
        names = [state["name"] for state in states]
        known = STATES.get(node["type"], ())
        for state in states:
            if state["name"] not in known:
                others = f"accepted: {', '.join(known)}" if known else "this node has no state"
                yield f"{_place(node)}: '{state['name']}' is not a state of this node; {others}"
            elif state.get("index") != known.index(state["name"]):
                given = f"state '{state['name']}' has the index {json.dumps(state.get('index'))}"
                yield f"{_place(node)}: {given}; its index is {known.index(state['name'])}"
            elif milliseconds(state.get("ttl")) is None:
                given = f"state '{state['name']}' has the ttl {json.dumps(state.get('ttl'))}"
                yield f"{_place(node)}: {given}; write {accepted()}; 0 never expires"
        for name in known:
            if names.count(name) > 1:
                yield f"{_place(node)}: state '{name}' is listed more than once"
