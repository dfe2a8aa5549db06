"""What past refreshes took, by which the policy `auto` chooses between an incremental and a full refresh."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError


def assert_cheaper(changes: int, past: Mapping[str, float]) -> None:
    """Raises `CannotPlanError` if past refreshes show that a full refresh takes less time."""
    if changes and past.get("incremental") and past.get("full"):
        expected = past["incremental"] * max(1.0, changes / max(past.get("changes", 1), 1))
        if expected > past["full"]:
            raise CannotPlanError(
                f"a refresh from {changes} change{'s' * (changes != 1)} would take about {expected:.1f} s, "
                f"and a full one about {past['full']:.1f} s"
            )


def past_costs(properties: Mapping[str, Any]) -> dict[str, float]:
    """What past refreshes took, see `costs`, by the properties of the table with the rows.

    A first run also creates tables, which takes about a third of its time where a full refresh is the better choice.
    """
    past: dict[str, float] = json.loads(properties.get("tablestore.refreshes", "{}"))
    if "full" not in past and "tablestore.first-seconds" in properties:
        past["full"] = round(float(properties["tablestore.first-seconds"]) * 0.7, 3)
    return past


def costs(past: Mapping[str, float], kind: str, changes: int, seconds: float) -> dict[str, float]:
    """What past refreshes took, with one more: the seconds of the last of each kind, and the changes it read.

    Each full refresh makes the estimate of an incremental one smaller, so that it is tried again some time.
    """
    if kind == "incremental":
        return {**past, "incremental": seconds, "changes": changes}
    if kind == "full":
        again = {"incremental": round(past["incremental"] * 0.8, 3)} if "incremental" in past else {}
        return {**past, **again, "full": seconds}
    return dict(past)
