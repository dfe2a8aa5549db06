"""A process killed in the middle of a commit loses nothing and repeats nothing."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from shop import CATALOG, FORMATS, Project

COLUMNS = "id int, status string, at int, _row_kind string"
BATCH_1 = [(1, "a", 1, "+I"), (2, "a", 1, "+I"), (3, "a", 1, "+I")]
BATCH_2 = [(1, "b", 2, "+U"), (2, "a", 2, "-D"), (4, "b", 2, "+I"), (3, "late", 0, "+U")]
BATCH_2_MERGED = [(1, "b", 2), (3, "a", 1), (4, "b", 2)]


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    """kill -9 at several moments, both formats in flight; the next process completes the commit."""
    project = Project(tmp_path / "shop", tmp_path / "lake", "killed")
    for format in FORMATS:
        project.model(f"orders_{format}", COLUMNS, BATCH_1, primary_key="id", sequence_field="at", file_format=format)
    run(project)
    for format in FORMATS:
        project.model(f"orders_{format}", COLUMNS, BATCH_2, primary_key="id", sequence_field="at", file_format=format)
    for word in ("create or replace table", "merge into"):
        assert run(project, word).returncode == -signal.SIGKILL
    assert shown(run(project)) == dict.fromkeys(FORMATS, BATCH_2_MERGED)
    for format in FORMATS:
        project.model(
            f"orders_{format}",
            COLUMNS,
            [(9, "new", 1, "+I")],
            primary_key="id",
            sequence_field="at",
            file_format=format,
        )
    assert run(project, "insert into").returncode == -signal.SIGKILL
    assert shown(run(project)) == {format: [*BATCH_2_MERGED, (9, "new", 1)] for format in FORMATS}


def run(project: Project, kill_at: str = "") -> subprocess.CompletedProcess[str]:
    """`dbt run` in a process of its own, killed while a statement with ``kill_at`` is running."""
    script = Path(__file__).with_name("killable.py")
    tables = [f"{CATALOG[format]}.{project.schema}.orders_{format}" for format in FORMATS]
    environment = os.environ | {"KILL_AT": kill_at}
    done = subprocess.run(
        [sys.executable, str(script), str(project.folder), *tables],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
    )
    assert kill_at or done.returncode == 0, done.stdout + done.stderr
    return done


def shown(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """The tables a finished run printed."""
    lines = [line.split(": ", 1) for line in done.stdout.splitlines() if line.startswith(tuple(FORMATS))]
    return {format: ast.literal_eval(rows) for format, rows in lines}
