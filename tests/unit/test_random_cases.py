"""The generators of random cases make the same cases of a seed again, and cases that the replays can read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

GOLDEN = Path(__file__).parents[1] / "golden"


def cases(name: str, seed: int) -> list[dict[str, Any]]:
    command = [sys.executable, str(GOLDEN / name), "--seed", str(seed), "--count", "60"]
    found: list[dict[str, Any]] = json.loads(subprocess.check_output(command))
    return found


@pytest.mark.parametrize("name", ["random_paimon.py", "random_flink.py"])
def test_a_seed_makes_its_cases_again(name: str) -> None:
    made = cases(name, 7)
    assert made == cases(name, 7) != cases(name, 8)
    assert len({case["name"] for case in made}) == 60


def test_batches_have_a_value_for_each_column() -> None:
    made = cases("random_paimon.py", 7)
    assert {case["options"].get("merge-engine", "deduplicate") for case in made} == {
        "deduplicate", "first-row", "partial-update", "aggregation",
    }  # fmt: skip
    for case in made:
        names = [name for name, _ in case["columns"]]
        assert set(case["primary_key"]) < {*names, ""} and len(names) == len(set(names))
        assert all(len(row) == len(names) + 1 for batch in case["batches"] for row in batch)


def test_every_kind_of_operation_is_made() -> None:
    text = json.dumps(cases("random_flink.py", 7))
    kinds = "tumble hop cumulate session aggregate topn deduplicate join asof_join interval_join project"
    assert [kind for kind in kinds.split() if f'"kind": "{kind}"' not in text] == []
