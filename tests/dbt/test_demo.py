"""`make demo` and the tutorial: the first ten minutes."""

from __future__ import annotations

import os
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


@pytest.mark.extended
def test_the_commands_of_the_tutorial() -> None:
    """Types them in a shell, in their order, with the environment that its first section sets up."""
    text = (FOLDER.parent / "docs" / "tutorial.md").read_text()
    typed = "".join(re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)).splitlines()
    done_already = ("make setup", "source .venv/bin/activate", "cd integration_tests")
    script = "\n".join(["set -e", *(line for line in typed if line not in done_already)])
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=FOLDER,
        env=os.environ | {"PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=900,
    )
    output = done.stdout + done.stderr
    assert done.returncode == 0, output[-4000:]
    compared = [_shown(block) for block in re.findall(r"^```text\n(.*?)^```", text, re.MULTILINE | re.DOTALL)]
    printed = _shown(output)
    assert len(compared) >= 5
    for number, block in enumerate(compared, 1):
        places = range(len(printed) - len(block) + 1)
        found = next((at for at in places if all(map(str.startswith, printed[at:], block))), None)
        assert found is not None, f"output {number} of the tutorial is not that of its commands: {output[-6000:]}"
        printed = printed[found + len(block) :]
    assert "tablestore_report.html: " in output


def _shown(text: str) -> list[str]:
    """Its lines with one space between words: what a run shows depends on the widths of its columns."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]
