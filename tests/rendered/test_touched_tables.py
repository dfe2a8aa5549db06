"""What the catalog says of a table that others have touched, and what a run makes of it, without Spark."""

from __future__ import annotations

import json
from typing import Any

import pytest

from harness import MacroError, call, namespace
from planning import Node, Relation, plan

OFFSETS = {"lake.main.up": {"epoch": "u", "commit": 7}}
SUM = plan("k int, v int", primary_key="k", merge_engine="aggregation", fields={"v": {"aggregate_function": "sum"}})
NODE = Node(name="orders", resource_type="model", config=Node(primary_key="k", materialized="incremental"))


class Answer:
    """A row of a query, as dbt's `run_query` returns them."""

    def __init__(self, **values: Any) -> None:
        self.values = values

    def dict(self) -> Node:
        return Node(self.values)


def record(epoch: str, number: int, version: str) -> str:
    names = {"epoch": epoch, "commit": number, "version": version, "serial": 5, "run": f"5_{epoch}{number}"}
    names |= {"offsets": json.dumps(OFFSETS), "changelog-producer": "lookup", "definition": "{}"}
    return json.dumps({f"tablestore.{name}": value for name, value in names.items()})


def snapshot(id: str, parent: str | None, record: str | None = None, operation: str = "overwrite") -> dict[str, Any]:
    return {"id": id, "parent": parent, "operation": operation, "at": "2026-01-01", "record": record}


def asked(properties: dict[str, str], snapshots: list[dict[str, Any]], **more: Any) -> Any:
    """The macros over an Iceberg table with these properties and snapshots."""

    def run_query(sql: str) -> list[Answer]:
        if sql.startswith("show tblproperties"):
            return [Answer(key=name, value=value) for name, value in properties.items()]
        elif sql.startswith("select to_json(summary)"):
            found = next(row for row in snapshots if sql.endswith(row["id"]))
            return [Answer(summary=json.dumps({"tablestore.commit": found["record"] or ""}))]
        assert ".snapshots" in sql, sql
        return [Answer(**row) for row in snapshots]

    return namespace(execute=True, run_query=run_query, **more)


# Three commits of a build, and then a rebuild.
BUILDS = [
    snapshot("11", None, record("e1", 1, "11")),
    snapshot("12", "11", record("e1", 2, "12")),
    snapshot("13", "12", record("e1", 3, "13")),
    snapshot("20", None, record("e2", 1, "20")),
]
REBUILT = {"tablestore.epoch": "e2", "tablestore.commit": "0", "tablestore.commits.e2.1": record("e2", 1, "20")}


def reading(table: str, after: int | None) -> str:
    return call("_annotation", "changelog", {"table": table, "epoch": "u", "after": after, "until": 9})


def test_a_table_that_went_back_over_a_rebuild_is_not_read_into_again() -> None:
    """Its rows come from changes of which the properties of the rebuild say up to where they were read."""
    macros = asked({**REBUILT, "current-snapshot-id": "13"}, BUILDS)
    last = macros["last_commit"](Relation(), True)
    assert (last["touched"]["how"], last["epoch"], last["offsets"]) == ("replaced", None, {})
    assert last["touched"]["was"] == {"number": 1, "offsets": OFFSETS}
    for table in ("lake.main.up", "lake.main.renamed"):
        offsets = call("_offsets", SUM, reading(table, None), last["offsets"])
        with pytest.raises(MacroError, match=f"would read all of {table} again.*\n.*--full-refresh --select orders"):
            call("_assert_not_read_again", SUM, Relation(), last["touched"], offsets)
    call("_assert_not_read_again", SUM, Relation(), last["touched"], {"new_files": {"epoch": "new_files", "commit": 3}})


@pytest.mark.parametrize(
    ("oldest", "replaced"),
    [
        pytest.param(snapshot("98", None, record("e2", 1, "")), False, id="the rebuild"),
        pytest.param(snapshot("98", "97", operation="replace"), False, id="expired"),
        pytest.param(snapshot("98", None), True, id="another table"),
    ],
)
def test_a_rebuild_that_is_not_published_and_has_expired_is_completed(oldest: dict[str, Any], replaced: bool) -> None:
    """After a compaction of somebody else, whose parent is gone."""
    properties = {"tablestore.epoch": "e2", "tablestore.commit": "0", "tablestore.switched": record("e2", 1, "")}
    macros = asked({**properties, "current-snapshot-id": "99"}, [snapshot("99", "98", operation="replace"), oldest])
    last = macros["last_commit"](Relation(), True)
    assert bool(last["touched"]) == replaced
    if not replaced:
        assert macros["_unpublished"](Relation(), last)["version"] == "98"
