"""Builds the plan of a model from what dbt and the package know about it.

The nodes are, in this order: the tables that the model reads, the stateful operators of its SQL, its SELECT, and the
keyed table. A node's id is its position, so it does not change between runs. Tables are named after their dbt nodes, so
a plan that was compiled against one target is valid for the others. Columns are named instead of numbered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dbt.adapters.tablestore.plans import rowtypes
from dbt.adapters.tablestore.plans.operators import CAMEL, Operator, as_text, identifier
from dbt.adapters.tablestore.sql import durations

VERSION = "0.2"
"""The version of the file format. Files of version 0.1 have checksums that follow other rules."""
SCAN, CALC, MERGE = "stream-exec-table-source-scan_1", "stream-exec-calc_1", "keyed-merge_1"
TABLE_STATE = "tableState"
VIEW = "materialized_view"
"""In the place of a merge engine: the table with the rows of a materialized view, which never expire."""

# Members of a node that follow from the others, or that people edit.
_DERIVED = ("id", "state", "outputType", "description", "inputProperties")

Node = dict[str, Any]
Columns = Sequence[Mapping[str, str]]


@dataclass(frozen=True)
class Source:
    """A table that the model reads: dbt's id, its columns (name and type), and whether the model reads its changes."""

    unique_id: str
    columns: Columns
    changes: bool


@dataclass(frozen=True)
class Merge:
    """The keyed table.

    ``definition`` has the options that its stored rows depend on, ``options`` the others that differ from their
    default; ``ttl`` is that of its rows, in milliseconds.
    """

    unique_id: str
    key: Sequence[str]
    engine: str
    format: str
    definition: Mapping[str, str]
    options: Mapping[str, Any]
    ttl: int


def build(
    sources: Sequence[Source],
    operators: Sequence[Operator],
    columns: Columns,
    checksums: Mapping[str, str],
    merge: Merge,
    texts: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The content of the plan's file.

    ``columns`` are the stored columns of the SELECT; ``checksums`` are those of the texts that make up the model, by
    dbt's ids. ``texts`` are the texts themselves, in one spelling: a comparison shows what changed in them.
    """
    nodes: list[Node] = []
    edges: list[Node] = []
    scans = {identifier(source.unique_id): _add(nodes, _scan(source)) for source in sources}
    into_select = dict(scans)
    for operator in operators:
        number = _add(nodes, _stateful(operator))
        for entry, key in zip(operator.members["inputs"], operator.keys, strict=True):
            if entry["identifier"] in scans:
                edges.append(_edge(scans[entry["identifier"]], number, key))
                into_select.pop(entry["identifier"], None)
        into_select[f"operator {number}"] = number
    select = _add(nodes, _select(columns, checksums, texts or {}))
    edges += [_edge(number, select) for number in into_select.values()]
    edges.append(_edge(select, _add(nodes, _merge(merge, columns)), merge.key))
    return {"tablestoreVersion": VERSION, "model": merge.unique_id, "nodes": nodes, "edges": edges}


def build_view(
    sources: Sequence[Source],
    operators: Sequence[Mapping[str, Any]],
    columns: Columns,
    checksums: Mapping[str, str],
    merge: Merge,
    texts: Mapping[str, str],
) -> dict[str, Any]:
    """The content of the plan of a materialized view.

    ``operators`` are its nodes: {members, description, states, inputs}, where ``inputs`` are the ids of tables and the
    positions of operators. The other arguments are those of `build`.
    """
    nodes: list[Node] = []
    edges: list[Node] = []
    scans = {source.unique_id: _add(nodes, _scan(source)) for source in sources}
    numbers: list[int] = []
    for operator in operators:
        states = {"state": _states(operator["states"])} if operator["states"] else {}
        number = _add(nodes, {**operator["members"], **states, "description": operator["description"]})
        for given in operator["inputs"]:
            source = numbers[given] if isinstance(given, int) else scans.get(given)
            if source is not None:
                edges.append(_edge(source, number))
        numbers.append(number)
    select = _add(nodes, _select(columns, checksums, texts))
    edges += [_edge(number, select) for number in numbers[-1:] or scans.values()]
    edges.append(_edge(select, _add(nodes, _merge(merge, columns)), merge.key))
    return {"tablestoreVersion": VERSION, "model": merge.unique_id, "nodes": nodes, "edges": edges}


def identifying_members(node: Node) -> Node:
    """The members by which a run finds the node of an operator."""
    return {name: value for name, value in node.items() if name not in _DERIVED}


def _add(nodes: list[Node], node: Node) -> int:
    nodes.append({"id": len(nodes) + 1, **node})
    return len(nodes)


def _edge(source: int, target: int, key: Sequence[str] = ()) -> Node:
    shuffle = {"type": "HASH", "keys": list(key)} if key else {"type": "FORWARD"}
    return {"source": source, "target": target, "shuffle": shuffle}


def _scan(source: Source) -> Node:
    return {
        "type": SCAN,
        "scanTableSource": {"table": {"identifier": identifier(source.unique_id)}},
        "changelogMode": ["INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE"] if source.changes else ["INSERT"],
        "outputType": rowtypes.write(source.columns),
        "description": f"TableSourceScan(table=[{source.unique_id}], fields=[{_names(source.columns)}])",
    }


def _stateful(operator: Operator) -> Node:
    aliases = [entry["alias"] for entry in operator.members["inputs"] if entry.get("alias")]
    given = {"inputs": aliases} | {CAMEL.sub(_upper, name): value for name, value in operator.arguments.items()}
    words = [f"{name}=[{as_text(value)}]" for name, value in given.items() if value not in (None, [], {}, "")]
    return {
        **operator.members,
        "state": _states(operator.states),
        "outputType": rowtypes.write(operator.columns),
        "description": f"{CAMEL.sub(_upper, '-' + operator.type)}({', '.join(words)})",
    }


def _select(columns: Columns, checksums: Mapping[str, str], texts: Mapping[str, str]) -> Node:
    return {
        "type": CALC,
        "checksums": dict(checksums),
        "texts": dict(texts),
        "outputType": rowtypes.write(columns),
        "description": f"Calc(select=[{_names(columns)}])",
    }


def _merge(merge: Merge, columns: Columns) -> Node:
    return {
        "type": MERGE,
        "dynamicTableSink": {"table": {"identifier": identifier(merge.unique_id)}},
        "inputUpsertKey": list(merge.key),
        "format": merge.format,
        "definition": dict(merge.definition),
        "options": dict(merge.options),
        "state": [] if merge.engine == VIEW else _states([{"name": TABLE_STATE, "ttl": merge.ttl}]),
        "outputType": rowtypes.write(columns),
        "description": f"KeyedMerge(table=[{merge.unique_id}], engine=[{merge.engine}], key=[{', '.join(merge.key)}])",
    }


def _states(states: Sequence[Mapping[str, Any]]) -> list[Node]:
    return [
        {"index": index, "ttl": durations.text(state["ttl"]), "name": state["name"]}
        for index, state in enumerate(states)
    ]


def _names(columns: Columns) -> str:
    return ", ".join(column["name"] for column in columns)


def _upper(match: Any) -> str:
    letter: str = match.group(1)
    return letter.upper()
