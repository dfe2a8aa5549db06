"""A batch in another order gives the same table: recorded cases of every engine, their batches shuffled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paimon import load, replay

RECORDED = Path(__file__).parent / "paimon" / "random.json"


@pytest.mark.extended
def test_a_shuffled_batch_gives_the_same_table(target: dict[str, Any]) -> None:
    cases = load([RECORDED], sample=10)
    assert len({case.case["options"].get("merge-engine") for case in cases}) == 4
    replay(cases, "iceberg", shuffle=3, **target)
    assert {case.case["name"]: case.differences for case in cases if case.differences} == {}
