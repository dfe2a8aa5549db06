"""The stateful operators of a compiled query, read from the annotations they leave there as comments."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

CAMEL = re.compile(r"[-_](\w)")
# The package's macros write the annotations. An operator's query is between its two; operators are never nested.
_OPERATOR = re.compile(r"/\* tablestore\.operator (\{.*?\}|end) \*/", re.DOTALL)
_CHANGELOG = re.compile(r"/\* tablestore\.changelog (?P<text>\{.*?\}) \*/")
_TABLES = ("model", "source", "seed", "snapshot")


@dataclass(frozen=True)
class Operator:
    """An operator: ``inputs`` with a ``table`` and an ``alias``, ``states`` with a ``name`` and a ``ttl`` in ms.

    ``columns`` are those of its result, or empty when they are not needed.
    """

    type: str
    inputs: Sequence[Mapping[str, Any]]
    arguments: Mapping[str, Any]
    states: Sequence[Mapping[str, Any]]
    columns: Sequence[Mapping[str, str]] = ()

    @property
    def members(self) -> dict[str, Any]:
        """The members that identify its node in a plan among the operators of its model."""
        inputs = [{"identifier": identifier(entry["table"]), "alias": entry.get("alias")} for entry in self.inputs]
        special = _MEMBERS.get(self.type, lambda arguments: {"arguments": dict(arguments)})(self.arguments)
        return {"type": f"stream-exec-{self.type}_1", "inputs": inputs, **special}

    @property
    def keys(self) -> list[list[str]]:
        """The columns by which the rows of each input are grouped or joined."""
        if self.type == "join":
            return [[key[side] for key in self.arguments["on"]] for side in ("left", "right")]
        names = [name for name in ("group_by", "partition_by", "key") if name in self.arguments]
        return [list(self.arguments[names[0]]) if names else [] for _ in self.inputs]


def identifier(name: str) -> str:
    """dbt's id of a table in Flink's quoting of table paths; any other text unchanged."""
    parts = name.split(".")
    return ".".join(f"`{part}`" for part in parts) if parts[0] in _TABLES and len(parts) > 2 else name


def annotated(sql: str) -> Iterator[tuple[dict[str, Any], str]]:
    """The annotation of each operator of a compiled query, each once, with the operator's query."""
    seen, begin = set(), None
    for annotation in _OPERATOR.finditer(sql):
        if annotation[1] != "end":
            begin = annotation
        elif begin is not None and begin[1] not in seen:
            seen.add(begin[1])
            yield json.loads(begin[1]), sql[begin.end() : annotation.start()].strip()


def changes_read(sql: str) -> set[str]:
    """The tables whose changes a compiled query reads, by name."""
    return {str(json.loads(match["text"])["table"]) for match in _CHANGELOG.finditer(sql)}


def as_text(value: Any) -> str:
    """The value of an argument as text for a node's description."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {as_text(inner)}" for name, inner in value.items())
    return ", ".join(as_text(inner) for inner in value) if isinstance(value, list | tuple) else str(value)


def _join(arguments: Mapping[str, Any]) -> dict[str, Any]:
    keys = arguments["on"]
    return {
        "joinSpec": {
            "joinType": arguments["join_type"].upper(),
            "leftKeys": [key["left"] for key in keys],
            "rightKeys": [key["right"] for key in keys],
        },
        "rightColumns": arguments.get("columns"),
    }


def _aggregate(arguments: Mapping[str, Any]) -> dict[str, Any]:
    calls = [{"name": name, "expression": text} for name, text in arguments["aggregates"].items()]
    return {"grouping": arguments["group_by"], "aggCalls": calls}


def _deduplicate(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "uniqueKeys": arguments["partition_by"],
        "orderBy": arguments["order_by"],
        "keepLastRow": arguments["keep"] == "last",
    }


def _rank(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "rankType": "ROW_NUMBER",
        "partition": {"fields": arguments["partition_by"]},
        "orderBy": arguments["order_by"],
        "rankRange": {"type": "Constant", "start": 1, "end": arguments["n"]},
        "outputRowNumber": arguments.get("rank_column"),
    }


_MEMBERS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "join": _join,
    "group-aggregate": _aggregate,
    "deduplicate": _deduplicate,
    "rank": _rank,
    "changelog-normalize": lambda arguments: {"uniqueKeys": arguments["key"]},
}
