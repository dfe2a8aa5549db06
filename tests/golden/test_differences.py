"""Every deliberate difference from Paimon, on real tables; all cases run in the same dbt project."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from deliberate_differences import CASES
from paimon import Case, replay

DOCUMENT = Path(__file__).parents[2] / "docs" / "differences.md"


@pytest.fixture(scope="module")
def replayed(target: dict[str, Any]) -> dict[str, Case]:
    """The cases after their batches, by name; the recorded cases are what tells the formats apart, if anything does."""
    cases = [Case(re.sub(r"\W+", "_", each["case"]["name"]), each["case"], each["result"]) for each in CASES]
    return {case.case["name"]: case for case in replay(cases, "iceberg", **target)}


@pytest.mark.extended
@pytest.mark.parametrize("name", [each["case"]["name"] for each in CASES])
def test_the_answer_is_ours(replayed: dict[str, Case], name: str) -> None:
    assert replayed[name].differences == []


@pytest.mark.extended
@pytest.mark.parametrize("name", [each["case"]["name"] for each in CASES if each["result"]["error"]])
def test_a_refusal_says_why(replayed: dict[str, Case], name: str) -> None:
    message = replayed[name].message or ""
    assert replayed[name].result["error"] in message, message


@pytest.mark.extended
def test_a_skipped_case_is_one_whose_number_wrapped_around(target: dict[str, Any]) -> None:
    columns, narrow = [["k", "INT"], ["v", "INT"]], [["k", "INT"], ["v", "TINYINT"]]
    most = 2**31 - 1

    def recorded(name: str, columns: list[list[str]], batches: list[list[Any]], *after: list[Any]) -> Case:
        options = {"merge-engine": "aggregation", "fields.v.aggregate-function": "sum"}
        case = {"name": name, "columns": columns, "primary_key": ["k"], "options": options, "batches": batches}
        return Case(name, case, {"error": None, "after_batch": list(after)})

    big = [[["+I", 1, most]], [["+I", 1, most]], [["+I", 1, 0]]]
    cases = [
        recorded("wraps", columns, big, [[1, most]], [[1, -2]], [[1, -2]]),
        recorded("differs", columns, big, [[1, most]], [[1, 2]], [[1, 2]]),
        recorded("wraps_narrow", narrow, [[["+I", 1, 100]], [["+I", 1, 100], ["-U", 1, 1]]], [[1, 100]], [[1, -57]]),
    ]
    replay(cases, "iceberg", **target)
    assert [(case.case["name"], case.dropped) for case in cases] == [("wraps", 2), ("differs", 2), ("wraps_narrow", 1)]
    assert [case.case["name"] for case in cases if case.differences] == ["differs"]
    assert cases[1].differences[0].startswith("with wide columns, batch 1: has ")


def test_every_difference_is_written_down() -> None:
    text = DOCUMENT.read_text()
    assert [each["case"]["name"] for each in CASES if each["case"]["name"] not in text] == []
