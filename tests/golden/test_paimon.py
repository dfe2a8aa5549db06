"""Recorded answers of Paimon: a sample of the edge cases on Iceberg, and of random cases on Delta.

`make golden` replays all cases on both formats.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paimon import load, replay

FOLDER = Path(__file__).parent / "paimon"


@pytest.mark.parametrize(
    ("format", "files", "sample"), [("iceberg", ["edge", "found", "roles"], 6), ("delta", ["random"], 1)]
)
def test_tables_and_changelogs_are_those_of_paimon(
    target: dict[str, Any], format: str, files: list[str], sample: int
) -> None:
    cases = load([FOLDER / f"{name}.json" for name in files], sample)
    replay(cases, format, **target)
    assert {case.case["name"]: case.differences for case in cases if case.differences} == {}
    assert sum(case.overflow is None for case in cases) > len(cases) / 2
