"""Plans and SQL of keyed models without a project or a warehouse."""

from __future__ import annotations

from typing import Any

import harness

RUN = "5_a1a1a1a1"
"""The name of a run, which is in the names of its tables and branches."""


class Node(dict):
    """A mapping with its items as attributes, None when absent, like dbt's nodes in a macro."""

    def __getattr__(self, name: str) -> Any:
        return self.get(name)


class Relation:
    """The name of a table, and of the tables that belong to it."""

    database = "lake"

    def __init__(self, identifier: str = "orders", schema: str = "main") -> None:
        self.identifier, self.schema = identifier, schema

    def incorporate(self, path: dict[str, str]) -> Relation:
        return Relation(**{"identifier": self.identifier, "schema": self.schema} | path)

    def include(self, identifier: bool) -> str:
        assert not identifier
        return f"lake.{self.schema}"

    def __str__(self) -> str:
        return f"lake.{self.schema}.{self.identifier}"


def columns(text: str) -> list[dict[str, str]]:
    """``'id int, tags array<string>'`` as columns."""
    return [dict(zip(("name", "type"), column.strip().split(" ", 1), strict=True)) for column in text.split(", ")]


def plan(query: str, side_schema: str | None = None, arrival: str = "given", **config: Any) -> dict[str, Any]:
    """The plan of a model whose table has the columns of its SELECT, ``query``."""
    given = columns(query)
    stored = [column for column in given if not column["name"].startswith("_") and "scd_type" not in config]
    node = Node(name="orders", config=Node(config), columns={})
    return planned(node, given, stored, arrival, side_schema=side_schema)


def planned(
    node: Node, query: list[dict[str, str]], stored: list[dict[str, str]], arrival: str = "given", **rest: Any
) -> dict[str, Any]:
    """The plan of a node whose SELECT and whose table have these columns."""
    settings = harness.call("_keyed_settings", node) | {"arrival": arrival}
    return harness.call("merge_plan", settings, Relation(), query, stored, **rest)


def commit_of(format: str, number: int, rebuild: bool = False, **more: Any) -> dict[str, Any]:
    """A commit of a run before its statements, with ``more`` in place of what it has."""
    properties = {
        "tablestore.epoch": "b1",
        "tablestore.commit": number,
        "tablestore.serial": number,
        "tablestore.writer": "tablestore-0123456789abcdef",
        "tablestore.run": RUN,
        "tablestore.format": format,
        "tablestore.side-tables": "{}",
        "tablestore.compacted": number,
        "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00",
        "tablestore.made-at": "2026-01-01 00:00:00",
        "tablestore.invocation-id": "run-1",
        "tablestore.offsets": "{}",
        "tablestore.counts": "{}",
    }
    commit = {
        "number": number,
        "snapshot": "7001" if format == "iceberg" else None,
        "version": "7002",
        "rebuild": rebuild,
        "replaces": False,
        "starts_changelog": rebuild,
        "has_history": not rebuild,
        "old_properties": [],
        "former_tables": {},
        "history_counts": harness.call("_history_counts"),
        "new_counts": [],
        "compacts": True,
        "compacted": number - 1,
        "properties": properties,
    }
    return commit | more


def fold(query: str, **config: Any) -> str:
    """The SQL that folds a batch of such a model."""
    return harness.call("fold_query", plan(query, **config), "select * from events").strip()


def commit(query: str, **config: Any) -> str:
    """The SQL that merges a folded batch of such a model."""
    return harness.call("commit_query", plan(query, **config), "select * from lake.main.orders__batch").strip()


def problems(query: str, **config: Any) -> str:
    """The error message of such a model; empty when it can be built."""
    try:
        plan(query, **config)
    except harness.MacroError as error:
        return str(error)
    return ""
