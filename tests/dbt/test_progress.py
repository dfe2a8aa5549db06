"""Progress and the summary of runs through the dbt command."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest
from dbt.adapters.tablestore.progress import watcher

from project import Project

ORDERS = "id int, amount int"
KEYED = {"primary_key": "id", "changelog_producer": "lookup"}
SLOW = """{{ config(materialized='table') }}
select count(distinct sha2(sha2(sha2(cast(id as string), 512), 512), 512)) as n from range(0, 400000, 1, 40)"""


def summary(project: Project) -> list[str]:
    """The lines of the last table in dbt's log."""
    log = (project.folder / "logs" / "dbt.log").read_text().rpartition("rows of this run\n")[2]
    return [" ".join(line.split()) for line in takewhile(lambda line: "Thread" not in line, log.splitlines())]


@pytest.mark.parametrize("file_format", ["iceberg", pytest.param("delta", marks=pytest.mark.extended)])
def test_a_run_ends_with_a_table(project: Project, file_format: str) -> None:
    project.model("orders", ORDERS, [(1, 5), (2, 7), (2, 8)], file_format=file_format, **KEYED)
    project.write(
        "models/sums.sql",
        "{{ config(materialized='materialized_view') }} select sum(amount) s from {{ ref('orders') }}",
    )
    project.write("models/plain.sql", "{{ config(materialized='table') }} select 1 as one")
    project.run()
    heading, *models = summary(project)
    assert heading == "model kind rows in inserted updated deleted unchanged late seconds files"
    cells = {line.split()[0]: line.split()[1:] for line in models}
    assert set(cells) == {"orders", "sums"}
    assert cells["orders"][:7] == ["keyed", "3", "2", "0", "0", "0", "0"] and int(cells["orders"][-1]) >= 1
    assert cells["sums"][:3] == ["first", "run", "1"]
    project.model("orders", ORDERS, [(1, 6), (2, 8)], file_format=file_format, **KEYED)
    project.run()
    cells = {line.split()[0]: line.split()[1:] for line in summary(project)[1:]}
    assert cells["orders"][:7] == ["keyed", "2", "0", "1", "0", "1", "0"] and int(cells["orders"][-1]) >= 1
    assert cells["sums"][:2] == ["incremental", "refresh"]
    assert "orders: " in (log := (project.folder / "logs" / "dbt.log").read_text()) and "3/5 count the changes" in log


def test_a_run_without_keyed_models_prints_no_table(project: Project) -> None:
    project.write("models/plain.sql", "{{ config(materialized='table') }} select 1 as one")
    project.run()
    assert "rows of this run" not in (project.folder / "logs" / "dbt.log").read_text()


def test_a_failed_model_is_not_in_the_table(project: Project) -> None:
    project.model("orders", ORDERS, [(1, 5)], **KEYED)
    project.model("broken", ORDERS, [(None, 5)], **KEYED)
    project.fail("run")
    assert [line.split()[0] for line in summary(project)] == ["model", "orders"]


def test_a_long_statement_is_an_event(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(watcher, "AFTER_SECONDS", 0.1)
    monkeypatch.setattr(watcher, "EVERY_SECONDS", 0.2)
    project.write("models/slow.sql", SLOW)
    project.succeed("run", "--log-format-file", "json")
    log = (project.folder / "logs" / "dbt.log").read_text().splitlines()
    events = [json.loads(line) for line in log if line.startswith("{")]
    found = [event["data"]["args"][0] for event in events if "rows_read" in str(event["data"].get("args"))]
    assert {"create the table"} <= {event["step"] for event in found if event["model"] == "slow"}
    assert any(0 < event["tasks_completed"] <= event["tasks"] for event in found)
    assert "rows read" not in capsys.readouterr().out, "--quiet"


@pytest.mark.extended
def test_rows_of_a_task_that_runs(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model of one task, which takes several seconds: its rows are known before it ends."""
    monkeypatch.setattr(watcher, "AFTER_SECONDS", 0.1)
    monkeypatch.setattr(watcher, "EVERY_SECONDS", 0.2)
    project.write("models/slow.sql", SLOW.replace("range(0, 400000, 1, 40)", "range(0, 1500000, 1, 1)"))
    project.succeed("run", "--log-format-file", "json")
    log = (project.folder / "logs" / "dbt.log").read_text().splitlines()
    events = [json.loads(line) for line in log if line.startswith("{")]
    found = [event["data"]["args"][0] for event in events if "rows_read" in str(event["data"].get("args"))]
    created = [event for event in found if event["step"] == "create the table" and event["tasks"]]
    rows = [event["rows_read"] for event in created if not event["tasks_completed"]]
    assert any(0 < number < 1_500_000 for number in rows), rows
    assert rows == sorted(rows)


@pytest.mark.extended
def test_a_terminal_shows_one_line_that_moves(project: Project, tmp_path: Path) -> None:
    """A real terminal and the real command, with four threads."""
    for name in ("a", "b", "c"):
        project.write(f"models/{name}.sql", SLOW)
    project.dbt("parse")  # writes the profile
    leader, follower = pty.openpty()
    command = [str(Path(sys.executable).parent / "dbt"), "run", "--threads", "4", "--project-dir", str(project.folder)]
    command += ["--profiles-dir", str(project.folder), "--log-path", str(tmp_path / "logs"), "--full-refresh"]
    environment = os.environ | {"COLUMNS": "120", "TERM": "xterm"}
    run = subprocess.Popen(command, stdout=follower, stderr=follower, env=environment)
    os.close(follower)
    output = b""
    while True:
        try:
            output += os.read(leader, 65536)
        except OSError:  # the end of a terminal
            break
    assert run.wait() == 0, output.decode()
    text = output.decode().replace("\r\n", "\n")
    assert "starting Spark" in text and "\r\x1b[K" in text and " rows read" in text
    for line in text.split("\n"):
        shown = line.split("\r\x1b[K")[-1]
        assert "░" not in shown, f"what moves is not alone on its line: {line!r}"
        assert all(len(part) < 120 for part in line.split("\r\x1b[K")[:-1])
