"""Ctrl-C while a model runs: a real process, and a real signal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from project import Project

SLOW = """
{{ config(materialized='incremental', primary_key='k') }}
select id % 10 as k, max(hash(id)) as v from range(0, {{ env_var('ROWS', '100') }}L) group by id % 10
"""


@pytest.mark.extended
def test_ctrl_c_ends_with_a_sentence_and_the_next_run_completes(project: Project) -> None:
    project.write("models/slow.sql", SLOW)
    project.parse()
    where = ["--project-dir", str(project.folder), "--profiles-dir", str(project.folder)]
    log = project.folder / "other" / "dbt.log"
    command = [str(Path(sys.executable).with_name("dbt")), "run", *where, "--log-path", str(log.parent)]
    process = subprocess.Popen(
        command,
        env=os.environ | {"ROWS": "1000000000000000"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs ignore it
    )
    try:
        end = time.monotonic() + 120
        while "slow__commit" not in (log.read_text() if log.exists() else ""):
            assert time.monotonic() < end and process.poll() is None, process.communicate()[0]
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to all processes of the command, also to Java
        output, _ = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 2
    assert "the run was interrupted, and its Spark jobs are cancelled" in output
    assert "Traceback" not in output and 'File "' not in output
    project.run()
    assert len(project.rows("select * from {iceberg}.slow")) == 10
