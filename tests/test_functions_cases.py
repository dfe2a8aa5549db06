"""Every acceptance case of typed functions has a test that carries its number."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
NUMBERED = re.compile(r"def test_(\d+)(?:_(and|to)_(\d+))?_")


def test_no_case_is_without_a_test() -> None:
    covered: set[int] = set()
    for path in [*HERE.glob("test_functions_*.py"), *(HERE / "functions").glob("test_*.py")]:
        for first, joined, last in NUMBERED.findall(path.read_text()):
            covered |= set(range(int(first), int(last) + 1)) if joined == "to" else {int(first), int(last or first)}
    assert sorted(set(range(1, 41)) - covered) == []
