"""The plans kept in integration_tests/plans are those of the examples as they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore.plans import files

from examples import PROJECT, Examples

PLANS = PROJECT / "plans"


@pytest.fixture(scope="module")
def keyed(examples: Examples) -> list[str]:
    """The names of the keyed examples, whose tables are there."""
    examples.dbt("build", "--select", "config.materialized:incremental", "--exclude-resource-type", "test")
    manifest: dict[str, Any] = json.loads((examples.folder / "target" / "manifest.json").read_text())
    return [
        node["name"]
        for node in manifest["nodes"].values()
        if node["resource_type"] == "model" and node["config"].get("primary_key")
    ]


def test_every_keyed_example_has_its_plan(keyed: list[str]) -> None:
    assert sorted(keyed) == sorted(path.stem for path in PLANS.glob("*.json"))


def test_a_plan_is_what_compiling_its_example_gives(examples: Examples, keyed: list[str], tmp_path: Path) -> None:
    """To write one anew: dbt run-operation compile_plan --args '{select: m, path: plans/m.json, force: true}'."""
    stale = []
    for name in keyed:
        path = tmp_path / f"{name}.json"
        examples.dbt("run-operation", "compile_plan", "--args", json.dumps({"select": name, "path": str(path)}))
        if files.read(path, name).content != files.read(PLANS / path.name, name).content:
            stale.append(name)
    assert not stale, "write their plans anew and look at what changes: " + ", ".join(stale)
