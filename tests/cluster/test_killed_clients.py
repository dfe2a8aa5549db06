"""A client of a server is killed while the server executes a statement of its commit, and goes on with it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from probe import HERE

pytestmark = pytest.mark.extended
KEYS = 30_000
MODEL = """
{{{{ config(materialized='incremental', primary_key='id', merge_engine='aggregation', file_format='{0}', database='{1}',
           fields={{'v': {{'aggregate_function': 'sum'}}}}, changelog_producer='lookup') }}}}
select id, {{{{ env_var('AMOUNT') }}}} as v from range({2}) where {{{{ env_var('AMOUNT') }}}} > 0
union all
select {2} + {{{{ env_var('AMOUNT') }}}}, 1 where {{{{ env_var('AMOUNT') }}}} > 0
"""
CHECK = """
select count(*) as n, count(distinct id) as keys, min(v) as least, max(v) as most,
  (select count(*) from {{ ref('sums') }}__changelog where _row_kind = '+I') as inserted,
  (select count(*) - count(distinct id, _commit, _row_kind) from {{ ref('sums') }}__changelog) as doubled
from {{ ref('sums') }} where id < 30000
"""
# A part of each statement that can be in progress.
STATEMENTS = ["create or replace table", "__changelog", "merge into", "insert into", "__commits"]
# The statement after which nothing is written before all rows of the batch are decided.
CHECKED = "count_if(_change = 'insert')"


class Client:
    """The dbt command, in a project with one model."""

    def __init__(self, folder: Path, format: str, environment: dict[str, str]) -> None:
        self.folder, self.environment = folder, environment
        catalog = {"iceberg": "lake", "delta": "spark_catalog"}[format]
        (folder / "models").mkdir(parents=True)
        (folder / "dbt_project.yml").write_text(yaml.safe_dump({"name": "probe", "version": "1.0", "profile": "probe"}))
        (folder / "profiles.yml").write_text((HERE / "profiles" / "connect.yml").read_text())
        (folder / "models" / "sums.sql").write_text(MODEL.format(format, catalog, KEYS))

    def start(self, amount: int, *command: str) -> subprocess.Popen[str]:
        environment = {**os.environ, **self.environment, "AMOUNT": str(amount), "DO_NOT_TRACK": "1"}
        arguments = [sys.executable, "-m", "dbt.cli.main", *command]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        return subprocess.Popen(arguments, cwd=self.folder, env=environment, **pipes)  # type: ignore[call-overload, no-any-return]

    def finish(self, amount: int, *command: str) -> str:
        process = self.start(amount, *command)
        output, _ = process.communicate(timeout=300)
        assert process.returncode == 0, output[-3000:]
        return output

    def kill_at(self, amount: int, statement: str) -> bool:
        """Kills a run while it executes this statement; returns whether it did."""
        log = self.folder / "logs" / "dbt.log"
        begin = log.stat().st_size
        process = self.start(amount, "run")
        while process.poll() is None:
            deciding, _, writing = log.read_text()[begin:].partition(CHECKED)
            if statement in (deciding if statement == STATEMENTS[0] else writing):
                time.sleep(0.2)
                process.send_signal(signal.SIGKILL)
                process.communicate()
                return True
            time.sleep(0.02)
        return False


@pytest.mark.parametrize("format", ["iceberg", "delta"])
def test_killed_clients(tmp_path: Path, spark_server: dict[str, str], format: str) -> None:
    client = Client(tmp_path / "project", format, spark_server)
    client.finish(1000, "run")
    total = 1000
    for number, statement in enumerate(STATEMENTS):
        killed, amount = 10 ** (number % 3), number + 1
        assert client.kill_at(killed, statement), statement
        client.finish(amount, "run")
        # the server may go on with the statement of the killed client for a while
        time.sleep(3)
        output = client.finish(0, "show", "--output", "json", "--inline", CHECK)
        found = json.loads(output[output.index("{") :])["show"][0]
        assert found["least"] == found["most"], (statement, found)
        assert found["least"] in (total + killed + amount, total + amount), (statement, found)
        if statement == "__commits":  # the table has the commit
            assert found["least"] == total + killed + amount, (statement, found)
        total = found["least"]
        assert (found["n"], found["keys"], found["doubled"]) == (KEYS, KEYS, 0), (statement, found)
