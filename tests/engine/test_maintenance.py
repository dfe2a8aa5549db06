"""Keyed tables stay healthy: their files are compacted and their old snapshots dropped."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore.spark import locks
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from dbt.adapters.tablestore.spark.sessions.warehouse_folder import WarehouseFolder
from dbt_common.exceptions import DbtDatabaseError

import overlaps
from formats import CATALOGS, FORMATS
from project import Project, bare, sent_statements, spark

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


@pytest.mark.extended
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


@pytest.mark.extended
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
    assert "t now has " in capsys.readouterr().out
    assert files(project, format, "t") < before / 2 and state(project, format, "t") == expected
    assert sorted(map(tuple, reader.collect()), key=repr) == expected[0]
    run(project, format, 4, t=False)
    assert project.last_commit(f"{{{format}}}.t")["tablestore.commit"] == "5"


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_maintenance_stopped_at_any_statement(project: Project, format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit is complete, and the next run goes on."""
    always = {"compact_every": 1, "keep_history": "0 ms"}
    run(project, format, 0, plain=False, kept=False)
    finished, batch = False, 0
    while not finished:
        batch += 1
        rows = [((batch * 7 + key) % 100, batch) for key in range(50)] + [(1000 + batch, batch)]
        for name, maintenance in {"plain": False, "kept": always}.items():
            project.model(name, COLUMNS, rows, **CONFIG, file_format=format, maintenance=maintenance)
        project.run("--select", "plain")
        with monkeypatch.context() as patch:
            sent = stop_in_maintenance(patch, batch - 1)
            finished = project.dbt("run", "--select", "kept").success
        assert finished == (len(sent) < batch)
        assert state(project, format, "plain") == state(project, format, "kept")
    assert batch > 6


def stop_in_maintenance(
    monkeypatch: pytest.MonkeyPatch, step: int, error: Callable[[str], BaseException] = KeyboardInterrupt
) -> list[str]:
    """Makes a run fail before this statement of its maintenance; returns the statements until then."""
    sent: list[str] = []
    original = Cursor.execute

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        statement = bare(sql)
        if re.match(r"call \S+system\.(rewrite|expire)|optimize|vacuum|re?set .*(optimize|retention)", statement):
            sent.append(statement)
            if len(sent) > step:
                raise error(f"stopped before statement {step}")
        original(self, sql, bindings)

    monkeypatch.setattr(Cursor, "execute", execute)
    return sent


def test_maintenance_leaves_the_tables_and_nothing_else(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows, branches and empty folders that runs have left, of a keyed model and of a view.

    Without a lock, another run may be writing today, even if the clock of this one is in another year.
    """
    monkeypatch.setattr(WarehouseFolder, "lock", lambda self, relation: None)
    format, config = FORMATS[0], "materialized='materialized_view'"
    project.model("t", COLUMNS, [(1, 1), (2, 1)], **CONFIG, file_format=format)
    select = "select v, count(*) as n from {{ ref('t') }} group by v"
    view = f"{{{{ config({config}, file_format='{format}') }}}}\n{select}\n"
    project.write("models/w.sql", view)
    project.run()
    project.run()
    catalog, now = f"{CATALOGS[format]}.{project.schema}", f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M:%S}"

    def leave(table: str, id: str, made_at: str, **properties: str) -> None:
        found = {"format": format, "made-at": made_at} | properties
        pairs = ", ".join(f"'tablestore.{name}' = '{value}'" for name, value in found.items())
        using = "iceberg" if format == "iceberg" else "parquet"
        spark().sql(f"create table {catalog}.{table}__commit_{id} (id int) using {using} tblproperties ({pairs})")

    # two that can still be part of a commit: its serial is not there yet, or it is a rebuild
    leave("t", "99_2e2e2e2e", now, epoch=project.last_commit(f"{{{format}}}.t")["tablestore.epoch"])
    leave("t", "1_3e3e3e3e", now, epoch="of another build")
    expected, project.clock = existing(project, format), "2001-01-01 00:00:00"
    folder = Path(project.target["warehouse"]) / project.schema
    kept = {"t": ["commit_99_2e2e2e2e"], "t__commits": ["publish_99_2e2e2e2e"]}
    for table in ("t", "w__rows"):
        leave(table, "0f0f0f0f", "2020")
        leave(table, "99_0f0f0f0f", "2020")
        leave(table, "1_0f0f0f0f", now, epoch=project.last_commit(f"{{{format}}}.{table}")["tablestore.epoch"])
        if format == "iceberg":
            for suffix in ("", "__commits"):
                left = ["commit_0f0f0f0f", "commit_1_0f0f0f0f", "publish_1_0f0f0f0f", *kept.get(table + suffix, [])]
                for branch in left:
                    spark().sql(f"alter table {catalog}.{table}{suffix} create branch {branch}")
            (folder / f"{table}__commit_1f1f1f1f" / "metadata").mkdir(parents=True)
            os.utime(folder / f"{table}__commit_1f1f1f1f", (0, 0))
    stored, dropped = project.rows(f"select * from {{{format}}}.w"), []

    def act(statement: str) -> None:
        """Another run drops a table that has just been listed."""
        if "show tblproperties" in statement and "t__commit_99_0f0f0f0f" in statement and not dropped:
            dropped.append(statement)
            spark().sql(f"drop table {catalog}.t__commit_99_0f0f0f0f purge")
            shutil.rmtree(folder / "t__commit_99_0f0f0f0f", ignore_errors=True)

    with overlaps.before_statements(act):
        project.succeed("run-operation", "maintain")
    assert dropped
    assert existing(project, format) == expected and project.rows(f"select * from {{{format}}}.w") == stored
    if format == "iceberg":
        for table in ("t", "t__commits", "w__rows", "w__rows__commits"):
            branches = [(name,) for name in sorted([*kept.get(table, []), "main"])]
            assert project.rows(f"select name from {{iceberg}}.{table}.refs") == branches
        assert sorted(path.name for path in folder.iterdir()) == [name for name, _ in expected]


def test_the_files_of_a_renamed_table_stay(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """The next table of its name has the same folder. A model that another run is writing is left out, and told."""
    project.model("t", COLUMNS, [(1, 1), (2, 1)], primary_key="k", file_format="iceberg")
    project.model("u", COLUMNS, [(1, 1)], primary_key="k", file_format="iceberg")
    project.run()
    name = f"lake.{project.schema}.t"
    spark().sql(f"alter table {name} rename to {project.schema}.t_old")
    project.run("--select", "t")
    folder = Path(project.target["warehouse"]) / project.schema
    for file in folder.rglob("*"):
        os.utime(file, (0, 0))
    held = locks.take(Path(project.target["warehouse"]), f"lake.{project.schema}.u")
    try:
        failed = project.dbt("run-operation", "maintain")
        shown = capsys.readouterr().out
        project.succeed("run-operation", "maintain", "--args", "{select: u, dry_run: true}")
        assert "it would run:" in capsys.readouterr().out
    finally:
        held.release()
    assert not failed.success and f"lake.{project.schema}.u is being written by another run" in str(failed.message)
    assert "t: what no snapshot has stays in the folder of " in shown and "t_old is there, too" in shown
    assert "t now has" in shown and "u now has" not in shown
    spark().sql(f"refresh table {name}_old")
    assert project.rows(f"select * from {name}_old") == [(1, 1), (2, 1)] == project.rows(f"select * from {name}")


def test_a_table_that_another_program_has_written_is_maintained_after_the_next_run(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also after one without rows, which makes a commit for that."""
    project.model("t", COLUMNS, [(1, 1), (2, 1)], primary_key="k", file_format="iceberg")
    project.run()
    spark().sql(f"delete from lake.{project.schema}.t where k = 1")
    project.succeed("run-operation", "maintain")
    assert "t: not maintained, because its table was written by another program" in capsys.readouterr().out
    config = "materialized='incremental', primary_key='k', file_format='iceberg'"
    project.write("models/t.sql", f"{{{{ config({config}) }}}}\nselect 1 as k, 1 as v where false\n")
    for _ in range(2):
        project.run()
    project.succeed("run-operation", "maintain")
    assert "t now has" in capsys.readouterr().out
    assert project.rows(f"select k from lake.{project.schema}.t") == [(2,)]
    assert project.last_commit("{iceberg}.t")["tablestore.commit"] == "3"


@pytest.mark.extended
def test_a_table_that_is_always_rebuilt_is_maintained(project: Project) -> None:
    """Each of its commits has the number 1."""
    for batch in range(13):
        project.model("t", COLUMNS, [(batch, 1)], primary_key="k", file_format="iceberg", maintenance=SOON)
        project.run("--full-refresh")
    assert len(project.rows(f"select 1 from lake.{project.schema}.t.snapshots")) <= 2
    sealed = project.rows(f"show tblproperties lake.{project.schema}.t")
    assert len([name for name, _ in sealed if name.startswith("tablestore.commits.")]) <= 11


@pytest.mark.extended
def test_cluster_by_of_a_table_without_an_order(warm_project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs and ``maintain`` compact it unsorted until a rebuild has sorted it, and sorted from then on."""
    project, often, never = warm_project, {"compact_every": 1, "keep_history": "0 ms"}, {"maintenance": False}

    def write(batch: int, *arguments: str, **config: Any) -> None:
        for name, maintenance in (("t", config.pop("maintenance", often)), ("u", False)):
            rows = [(batch, 1), (-batch, 1)]
            project.model(
                name, COLUMNS, rows, primary_key="k", file_format="iceberg", maintenance=maintenance, **config
            )
        project.run(*arguments)

    for batch in range(5):
        write(batch, **never)
    for expected, arguments in (("unsorted", []), ("sorted", ["--full-refresh"])):
        before = {name: files(project, "iceberg", name) for name in "tu"}
        with monkeypatch.context() as patch:
            sent = sent_statements(patch)
            write(5, *arguments, cluster_by="k")
            project.succeed("run-operation", "maintain", "--args", "{select: u}")
        assert not [text for text in project.said if "not maintained" in text], project.said
        calls = [sql for sql in sent if re.search(r"rewrite_data_files\(table => '\S+\.`?[tu]`?',", sql)]
        assert ["sorted" if "strategy => 'sort'" in sql else "unsorted" for sql in calls] == [expected] * 2, calls
        assert expected == "sorted" or all(files(project, "iceberg", name) < before[name] for name in "tu")


def test_maintain_deletes_the_deletes_that_no_longer_count(
    warm_project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the maintenance of a run does, which this model does not have. The other ones still keep older rows out."""
    project, format = warm_project, FORMATS[0]
    config = {"primary_key": "k", "sequence_field": "v", "delete_retained": "30 d", "maintenance": False}
    arguments = ("run-operation", "maintain", "--args")

    def run(time: str, *rows: tuple[int, int, str]) -> None:
        project.clock = f"2026-{time} 00:00:00"
        project.model("t", f"{COLUMNS}, _row_kind string", list(rows), **config, file_format=format)
        project.run()

    run("01-01", (1, 1, "+I"), (2, 1, "+I"), (3, 1, "+I"))
    run("01-02", (1, 5, "-D"))
    run("01-20", (2, 5, "-D"))
    project.succeed(*arguments, "{select: t}")
    deleted = f"select k, v from {{{format}}}.t__deleted"
    assert project.rows(deleted) == [(1, 5), (2, 5)]
    run("02-05", (4, 1, "+I"))
    project.succeed(*arguments, "{select: t, dry_run: true}")
    assert "delete from" in capsys.readouterr().out and project.rows(deleted) == [(1, 5), (2, 5)]
    project.succeed(*arguments, "{select: t}")
    assert project.rows(deleted) == [(2, 5)]
    run("02-06", (1, 2, "+I"), (2, 2, "+I"))
    assert project.rows(f"select k, v from {{{format}}}.t") == [(1, 2), (3, 1), (4, 1)]


def existing(project: Project, format: str) -> list[tuple[str, bool]]:
    """The tables and views of the schema, sorted by name; Iceberg's SHOW TABLES has no views."""
    views = {row[1] for row in project.ordered(f"show views in {{{format}}}")}
    names = {row[1] for row in project.ordered(f"show tables in {{{format}}}") if not row[2]} | views
    return sorted((name, name in views) for name in names)


def test_an_error_of_maintenance_is_a_warning(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit is complete, whatever the class of the error: py4j and Spark raise many."""
    always = {"compact_every": 1, "keep_history": "0 ms"}
    run(project, FORMATS[0], 0, kept=always)
    for batch, error in enumerate((RuntimeError, DbtDatabaseError), 1):
        with monkeypatch.context() as patch:
            sent = stop_in_maintenance(patch, 2, error)
            run(project, FORMATS[0], batch, kept=always)
        assert len(sent) == 3, sent
    assert project.last_commit(f"{{{FORMATS[0]}}}.kept")["tablestore.commit"] == "3"


def test_a_look_of_maintenance_that_fails_is_a_warning(project: Project) -> None:
    """The commit is sealed by then: a run that fails would be run again, with the same batch."""
    format, name = FORMATS[0], f"{CATALOGS[FORMATS[0]]}.{project.schema}"
    config = CONFIG | {"changelog_time_retained": "1 d", "maintenance": {"compact_every": 1, "keep_history": "0 ms"}}
    config |= {"merge_engine": "aggregation", "default_aggregate_function": "sum", "file_format": format}
    project.model("t", COLUMNS, [(1, 1)], **config)
    reader = f"{{{{ config(materialized='incremental', primary_key='k', file_format='{format}') }}}}\n"
    project.write("models/reader.sql", reader + "select k, v, _row_kind from {{ tablestore.changelog(ref('t')) }}\n")
    project.clock = "2024-01-01 00:00:00"
    project.run()
    looks = ["select max(_commit)", "show tables in", *([".refs where type"] if format == "iceberg" else []), "reader"]
    for day, look in enumerate(looks, 2):
        project.clock, project.said = f"2024-01-0{day} 12:00:00", []
        struck, sealed = list[str](), list[str]()

        def act(statement: str, look: str = look, struck: Any = struck, sealed: Any = sealed) -> None:
            if look == "reader" and not struck and re.match("merge into|call .*fast_forward", statement):
                struck.append(statement)
                spark().sql(f"drop table {name}.reader")  # as somebody else does it meanwhile
            elif sealed and not struck and look in statement and look != "reader":
                struck.append(statement)
                raise overlaps.FaultError("the catalog does not answer")
            sealed.extend([statement] if "tablestore.commits." in statement and "set tblprop" in statement else [])

        with overlaps.before_statements(act):
            outcome = project.dbt("run", "--select", "t")
        assert struck and outcome.success, (look, outcome.message)
        warning = "t: the commit is complete, but its tables were not maintained: "
        assert [text for text in project.said if warning in text], (look, project.said)
        assert project.rows(f"select v from {{{format}}}.t") == [(day,)]


def test_maintain_goes_on_after_a_table_that_cannot_be_maintained(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where no lock keeps other runs away, a compaction can meet one. The command says so at its end."""
    format = FORMATS[0]
    for name in ("t", "u"):
        project.model(name, COLUMNS, [(1, 1)], **CONFIG, file_format=format, maintenance=False)
    for _ in range(6):
        project.run()
    before = {table: files(project, format, table) for table in ("t__commits", "u__commits")}

    def act(statement: str) -> None:
        if re.match(r"(call \S*rewrite_data_files|optimize).*\bt\b(?!__)", statement.replace("`", "")):
            raise overlaps.FaultError("another run has written the table")

    with overlaps.before_statements(act):
        failed = project.dbt("run-operation", "maintain")
    assert not failed.success, capsys.readouterr().out
    assert re.search(r"t: \S+t`? was not maintained completely: .*another run has written", failed.message)
    for table, number in before.items():
        assert files(project, format, table) < number, "the tables after it, of this model and of the next one"
    assert "u now has" in capsys.readouterr().out


def test_wrong_settings(project: Project) -> None:
    project.model("t", COLUMNS, [(1, 1)], primary_key="k", maintenance={"compact_evry": 5, "keep_history": "soon"})
    message = project.error()
    assert "'maintenance' has the key 'compact_evry'; accepted are compact_every, keep_history" in message
    assert "'maintenance.keep_history' is 'soon'; write one whole number and one unit" in message
    project.model("t", COLUMNS, [(1, 1)], primary_key="k", maintenance="never")
    assert "'maintenance' is 'never'; write a mapping such as" in project.error()
