"""A commit is applied exactly once, wherever a run is stopped."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.adapters.tablestore.connections import Cursor
from shop import FORMATS, Project, bare

WRITES = ("create", "drop", "merge", "insert", "alter")
COLUMNS = "id int, status string, at int, _row_kind string"
BATCHES = [
    [(1, "a", 1, "+I"), (2, "a", 1, "+I"), (3, "a", 1, "+I")],
    [(1, "b", 2, "+U"), (2, "a", 2, "-D"), (4, "b", 2, "+I"), (3, "late", 0, "+U")],
]
EXPECTED = [[(1, "a", 1), (2, "a", 1), (3, "a", 1)], [(1, "b", 2), (3, "a", 1), (4, "b", 2)]]


def batch(project: Project, format: str, number: int) -> None:
    project.model("orders", COLUMNS, BATCHES[number], primary_key="id", sequence_field="at", file_format=format)


def properties(project: Project, format: str, table: str = "orders") -> dict[str, str]:
    rows = project.rows(f"show tblproperties {{{format}}}.{table}")
    return {name: value for name, value in rows if name.startswith("tablestore.")}


class StoppedError(RuntimeError):
    """What stops a run here."""


def stop_before(monkeypatch: pytest.MonkeyPatch, step: int) -> list[str]:
    """Makes the run fail before its ``step``-th writing statement; returns the list of those sent."""
    sent: list[str] = []
    original = Cursor.execute

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        statement = bare(sql)
        if "orders" in statement and statement.startswith(WRITES):
            if len(sent) == step:
                raise StoppedError(f"stopped before statement {step}")
            sent.append(statement.split("\n")[0])
        original(self, sql, bindings)

    monkeypatch.setattr(Cursor, "execute", execute)
    return sent


@pytest.mark.parametrize("format", FORMATS)
def test_a_run_stopped_at_any_statement_is_completed_by_the_next(
    project: Project, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    step, finished, table = 0, False, f"select * from {{{format}}}.orders"
    while not finished:
        batch(project, format, 0)
        project.run("--full-refresh")
        batch(project, format, 1)
        with monkeypatch.context() as patch:
            sent = stop_before(patch, step)
            finished = project.dbt("run").success
        assert project.rows(table) in EXPECTED or sent[-1].startswith("merge into"), sent
        project.run()
        assert project.rows(table) == EXPECTED[1], sent
        assert properties(project, format)["tablestore.commit"] in ("2", "3")
        step += 1
    assert step >= 8, sent


@pytest.mark.parametrize("format", FORMATS)
def test_a_first_run_and_a_full_refresh_stopped_at_any_statement_can_be_repeated(
    project: Project, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    step, finished = 0, False
    while not finished:
        batch(project, format, 0)
        with monkeypatch.context() as patch:
            stop_before(patch, step)
            finished = project.dbt("run", "--full-refresh").success
        project.run("--full-refresh")
        assert project.rows(f"select * from {{{format}}}.orders") == EXPECTED[0]
        step += 1
    assert step >= 3


@pytest.mark.parametrize("format", FORMATS)
def test_a_decided_commit_survives_a_changed_select(
    project: Project, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch(project, format, 0)
    project.run()
    batch(project, format, 1)
    with monkeypatch.context() as patch:
        stop_before(patch, 6)
        project.error()
    assert properties(project, format, "orders__commit")["tablestore.commit"] == "2"
    project.model("orders", COLUMNS, [], primary_key="id", sequence_field="at", file_format=format)
    project.run()
    assert project.rows(f"select * from {{{format}}}.orders") == EXPECTED[1]
    assert properties(project, format)["tablestore.commit"] == "3"
