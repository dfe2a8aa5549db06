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


@pytest.mark.extended
def test_fail_fast_cancels_the_refresh_of_another_thread(project: Project) -> None:
    """The refresh takes minutes, from changes and from all rows; another model fails a few seconds after it began."""
    numbers = "{{ config(materialized='table') }} select id, 1 as same from range(%d)"
    for name in ("few", "many"):
        project.write(f"models/{name}.sql", numbers % 0)
    project.write(
        "models/slow.sql",
        """
        {{ config(materialized='materialized_view', refresh_policy='incremental') }}
        select f.id % 10 as k, sum(f.id * m.id % 7) as v
        from {{ ref('few') }} f join {{ ref('many') }} m on m.same = f.same group by f.id % 10
        """,
    )
    project.write(
        "models/broken.sql",
        """
        {{ config(materialized='table') }}
        select java_method('java.lang.Thread', 'sleep', bigint(8000)), raise_error('it does not work')
        """,
    )
    project.succeed("run", "--exclude", "broken")
    before = project.last_commit("{iceberg}.slow__rows")
    for name, rows in (("few", 20_000), ("many", 1_000_000)):
        project.write(f"models/{name}.sql", numbers % rows)
    project.succeed("run", "--select", "few", "many")
    began = time.monotonic()
    done = project.fail("run", "--select", "slow", "broken", "--fail-fast")
    assert time.monotonic() - began < 45, done.message
    assert "it does not work" in done.message
    assert project.last_commit("{iceberg}.slow__rows") == before
