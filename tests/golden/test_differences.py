"""Every deliberate difference from Paimon, on real tables; all cases run in the same dbt project."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from deliberate_differences import CASES
from paimon import Case, digits, replay

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

    def recorded(
        name: str, columns: list[list[str]], batches: list[list[Any]], *after: list[Any], function: str = "sum"
    ) -> Case:
        options = {"merge-engine": "aggregation", "fields.v.aggregate-function": function}
        case = {"name": name, "columns": columns, "primary_key": ["k"], "options": options, "batches": batches}
        return Case(name, case, {"error": None, "after_batch": list(after)})

    big = [[["+I", 1, most]], [["+I", 1, most]], [["+I", 1, 0]]]
    cases = [
        recorded("wraps", columns, big, [[1, most]], [[1, -2]], [[1, -2]]),
        recorded("differs", columns, big, [[1, most]], [[1, 2]], [[1, 2]]),
        recorded("wraps_narrow", narrow, [[["+I", 1, 100]], [["+I", 1, 100], ["-U", 1, 1]]], [[1, 100]], [[1, -57]]),
    ]
    # a value, and the exact result of it and itself; Paimon has that one or null
    for kind, function, value, exact, is_null in [
        ("DECIMAL(18,2)", "sum", "9999999999999999.00", "19999999999999998.00", False),
        ("DECIMAL(19,2)", "sum", "99999999999999999.00", "199999999999999998.00", True),
        ("DECIMAL(20,2)", "sum", "999999999999999999.00", "1999999999999999998.00", True),
        ("DECIMAL(10,2)", "product", "99999.00", "9999800001.00", True),
    ]:
        batches = [[["+I", 1, value]]] * 3
        for name, found in [("right", None if is_null else exact), ("wrong", exact if is_null else None)]:
            name = f"{name}_{function}_{digits(kind)[0]}"
            typed = [["k", "INT"], ["v", kind]]
            cases.append(recorded(name, typed, batches, [[1, value]], [[1, found]], function=function))
    replay(cases, "iceberg", **target)
    dropped = {case.case["name"]: case.dropped for case in cases}
    assert dropped == dict.fromkeys(dropped, 2) | {"wraps_narrow": 1}
    wrong = [name for name in dropped if name.startswith("wrong")]
    assert [case.case["name"] for case in cases if case.differences] == ["differs", *wrong]
    assert cases[1].differences[0].startswith("with wide columns, batch 1: has ")


def test_every_difference_is_written_down() -> None:
    text = DOCUMENT.read_text()
    assert [each["case"]["name"] for each in CASES if each["case"]["name"] not in text] == []
