"""What refreshes of materialized views took decides which kind the next one is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from dbt.adapters.tablestore.views import planner


def properties(**past: float) -> dict[str, Any]:
    return {"tablestore.refreshes": json.dumps(past)}


def test_a_first_run_says_what_a_full_refresh_would_take() -> None:
    assert planner.past_costs({"tablestore.first-seconds": "8.0"}) == {"full": 5.6}
    assert planner.past_costs({"tablestore.first-seconds": "8.0"} | properties(full=3.0)) == {"full": 3.0}


def test_each_kind_is_remembered() -> None:
    past = planner.costs({"full": 4.0}, "incremental", 100, 2.0)
    assert past == {"full": 4.0, "incremental": 2.0, "changes": 100}
    assert planner.costs(past, "unchanged", 0, 0.1) == past


def test_a_full_refresh_makes_the_other_kind_more_likely() -> None:
    past = planner.costs({"full": 4.0, "incremental": 5.0, "changes": 100}, "full", 0, 3.0)
    assert past == {"full": 3.0, "incremental": 4.0, "changes": 100}


@pytest.mark.parametrize(
    ("past", "changes", "cheaper"),
    [
        ({}, 1000, True),
        ({"full": 4.0}, 1000, True),
        ({"full": 4.0, "incremental": 2.0, "changes": 100}, 100, True),
        ({"full": 4.0, "incremental": 2.0, "changes": 100}, 50, True),
        ({"full": 4.0, "incremental": 2.0, "changes": 100}, 300, False),
        ({"full": 4.0, "incremental": 5.0, "changes": 100}, 1, False),
        ({"full": 4.0, "incremental": 5.0, "changes": 100}, 0, True),
    ],
)
def test_a_refresh_from_changes_has_to_take_less_time(past: dict[str, float], changes: int, cheaper: bool) -> None:
    if cheaper:
        planner.assert_cheaper(changes, past)
    else:
        with pytest.raises(planner.CannotPlanError, match=r"and a full one about 4\.0 s"):
            planner.assert_cheaper(changes, past)
