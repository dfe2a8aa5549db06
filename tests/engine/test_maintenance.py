"""Keyed tables stay healthy: their files are compacted and their old snapshots dropped."""

from __future__ import annotations

from typing import Any

import pytest

from formats import CATALOGS, FORMATS
from project import Project, sent_statements, spark

COLUMNS = "k int, v int"
CONFIG: dict[str, Any] = {"primary_key": "k", "changelog_producer": "lookup"}


SOON = {"compact_every": 2, "keep_history": "0 ms"}


def run(project: Project, format: str, batch: int, **maintained: Any) -> None:
    """A batch for each model: it updates some keys and adds one."""
    rows = [((batch * 7 + key) % 100, batch) for key in range(50)] + [(1000 + batch, batch)]
    for name, maintenance in maintained.items():
        project.model(name, COLUMNS, rows, **CONFIG, file_format=format, maintenance=maintenance)
    project.run()


def files(project: Project, format: str, table: str) -> int:
    """The number of data and delete files of a table."""
    name = f"{CATALOGS[format]}.{project.schema}.{table}"
    if format == "delta":
        return int(spark().sql(f"describe detail {name}").collect()[0].numFiles)
    return int(spark().sql(f"select count(*) as n from {name}.files").collect()[0].n)


def state(project: Project, format: str, name: str) -> list[list[Any]]:
    """The rows, the changes and the history of a model."""
    return [
        project.rows(f"select * from {{{format}}}.{name}"),
        project.rows(f"select k, v, _row_kind, _commit from {{{format}}}.{name}__changelog"),
        project.rows(f"select commit, rows_inserted, rows_updated from {{{format}}}.{name}__commits"),
    ]


@pytest.mark.parametrize("format", FORMATS)
def test_a_run_maintains_every_so_many_commits(project: Project, format: str) -> None:
    """Rows, changes and history are those of a model that is not maintained, with fewer files."""
    for batch in range(4):
        run(project, format, batch, plain=False, kept=SOON)
    assert state(project, format, "plain") == state(project, format, "kept")
    for suffix in ("", "__changelog"):
        assert files(project, format, f"kept{suffix}") < files(project, format, f"plain{suffix}") / 2
    run(project, format, 4, plain=False, kept=SOON)
    assert state(project, format, "plain") == state(project, format, "kept")


@pytest.mark.parametrize("format", FORMATS)
def test_maintenance_by_hand(
    project: Project, format: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The operation says what it would do, and does it. A reader on an old snapshot goes on, and so do runs."""
    for batch in range(4):
        run(project, format, batch, t=False)
    before, expected = files(project, format, "t"), state(project, format, "t")
    reader = spark().sql(f"select * from {CATALOGS[format]}.{project.schema}.t")
    with monkeypatch.context() as patch:
        sent = sent_statements(patch)
        project.succeed("run-operation", "maintain", "--args", "{select: t, dry_run: true}")
        assert not [sql for sql in sent if sql.startswith(("call", "optimize", "vacuum", "alter", "set", "drop"))]
    shown = capsys.readouterr().out
    assert "would run:" in shown and ("optimize" if format == "delta" else "rewrite_data_files") in shown
    assert files(project, format, "t") == before
    project.succeed("run-operation", "maintain", "--args", "{select: t}")
    assert "t has now " in capsys.readouterr().out
    assert files(project, format, "t") < before / 2 and state(project, format, "t") == expected
    assert sorted(map(tuple, reader.collect()), key=repr) == expected[0]
    run(project, format, 4, t=False)
    assert project.last_commit(f"{{{format}}}.t")["tablestore.commit"] == "5"


def test_wrong_settings(project: Project) -> None:
    project.model("t", COLUMNS, [(1, 1)], primary_key="k", maintenance={"compact_evry": 5, "keep_history": "soon"})
    message = project.error()
    assert "'maintenance' has the key 'compact_evry'; accepted are compact_every, keep_history" in message
    assert "'maintenance.keep_history' is 'soon'; write a duration such as '12 h' or '7 d'" in message
    project.model("t", COLUMNS, [(1, 1)], primary_key="k", maintenance="never")
    assert "'maintenance' is 'never'; write a mapping such as" in project.error()
