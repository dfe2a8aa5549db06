"""Models that read a real broker, in a process whose Spark has its reader: `kafka_runs.py`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs" / "cdc.md"


@pytest.mark.extended
def test_messages_are_read_exactly_once(kafka: str, tmp_path: Path) -> None:
    (packages,) = re.findall(r"^packages:\n((?:  - .*\n)+)", DOCS.read_text(), re.MULTILINE)
    coordinates = [line.strip(" -") for line in packages.splitlines()]
    done = subprocess.run(
        [sys.executable, str(HERE / "kafka_runs.py"), str(tmp_path / "runs"), kafka, *coordinates],
        env={**os.environ, "DO_NOT_TRACK": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-6000:]
