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


@pytest.mark.parametrize("name", [each["case"]["name"] for each in CASES])
def test_the_answer_is_ours(replayed: dict[str, Case], name: str) -> None:
    assert replayed[name].differences == []


@pytest.mark.parametrize("name", [each["case"]["name"] for each in CASES if each["result"]["error"]])
def test_a_refusal_says_why(replayed: dict[str, Case], name: str) -> None:
    message = replayed[name].message or ""
    assert replayed[name].result["error"] in message, message


def test_every_difference_is_written_down() -> None:
    text = DOCUMENT.read_text()
    assert [each["case"]["name"] for each in CASES if each["case"]["name"] not in text] == []
