"""`make demo`: the first minute."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "integration_tests"


@pytest.mark.extended
def test_the_demo_ends_with_a_chart_and_a_report() -> None:
    dbt = Path(sys.executable).parent / "dbt"
    subprocess.run([dbt, "--quiet", "deps"], cwd=FOLDER, check=True)
    done = subprocess.run([sys.executable, "demo.py"], cwd=FOLDER, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert re.search(r"2013-07-01  █+▓+░+  933 inserted, 1,111 updated, 0 unchanged, 158 late", done.stdout)
    assert "13 tests passed" in done.stdout
    report = FOLDER / "target" / "tablestore_report.html"
    assert f"wrote {report}: 2 tables" in done.stdout and "flight_status" in report.read_text()
    printed = re.search(r"dbt run-operation show_merge_sql --args '([^']*)'", done.stdout)
    assert printed is not None
    command = [dbt, "--quiet", "run-operation", "show_merge_sql", "--args", printed[1]]
    shown = subprocess.run([*command, "--vars", "{day: 2013-07-03}"], cwd=FOLDER, capture_output=True, text=True)
    assert shown.returncode == 0 and "merge into" in shown.stdout, shown.stdout[-2000:]
