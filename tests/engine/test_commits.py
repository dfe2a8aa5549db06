"""A commit is applied exactly once, wherever a run is stopped."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore.spark import kept_rows
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from dbt.adapters.tablestore.spark.shared_rows import Kept
from pyspark.sql import DataFrame, SparkSession

import overlaps
from formats import FORMATS
from project import Project, bare, select, spark

WRITES = ("create", "drop", "merge", "insert", "alter", "call")
COLUMNS = "id int, status string, at int, _row_kind string"
# The statements of a commit without and with a changelog, and of the same without rows. Iceberg's API has the history.
NUMBERS = {"iceberg": [6, 7, 4, 4], "delta": [7, 10, 4, 4]}


def batch(project: Project, rows: list[tuple[Any, ...]]) -> None:
    """One model per format, so that one run tests both. It reads files: Spark caches them by their folder."""
    folder = project.folder / "lake" / "batch"
    spark().sql(select(COLUMNS, rows)).write.mode("overwrite").parquet(str(folder))
    for format in FORMATS:
        config = f"materialized='incremental', primary_key='id', sequence_field='at', file_format='{format}'"
        project.write(f"models/in_{format}.sql", f"{{{{ config({config}) }}}}\nselect * from parquet.`{folder}`\n")


def chain(project: Project, rows: list[tuple[Any, ...]], formats: list[str] = FORMATS) -> None:
    """The same with changelogs, and a model per format that counts by status over the changes."""
    config = {"primary_key": "id", "sequence_field": "at", "changelog_producer": "lookup"}
    sums = (
        "{{{{ config(materialized='incremental', primary_key='status', merge_engine='aggregation', file_format='{0}', "
    )
    sums += "default_aggregate_function='sum') }}}}\nselect status, 1 as n, id as ids, _row_kind from "
    sums += "{{{{ tablestore.changelog(ref('in_{0}')) }}}}"
    for format in formats:
        project.model(f"in_{format}", COLUMNS, rows, file_format=format, **config)
        project.write(f"models/sums_{format}.sql", sums.format(format))


def counts(project: Project, formats: list[str] = FORMATS) -> list[list[tuple[Any, ...]]]:
    return [project.rows(f"select * from {{{format}}}.sums_{format} where n <> 0") for format in formats]


def counted(project: Project, formats: list[str] = FORMATS) -> list[list[tuple[Any, ...]]]:
    """What the counts must be, from the tables themselves."""
    query = "select status, count(*), sum(id) from {{{0}}}.in_{0} group by status"
    return [project.rows(query.format(format)) for format in formats]


def tables(project: Project) -> list[list[tuple[Any, ...]]]:
    return [project.rows(f"select * from {{{format}}}.in_{format}") for format in FORMATS]


def commits(project: Project) -> set[str]:
    """The commit numbers in the tables' properties."""
    return {project.last_commit(f"{{{format}}}.in_{format}")["tablestore.commit"] for format in FORMATS}


def stop_before(monkeypatch: pytest.MonkeyPatch, step: int) -> dict[str, list[str]]:
    """Makes each model fail before its ``step``-th writing statement; returns those that were sent."""
    sent: dict[str, list[str]] = defaultdict(list)
    original = Cursor.execute

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        statement = bare(sql)
        for format in FORMATS:
            if f"_{format}" in statement and statement.startswith(WRITES):
                if len(sent[format]) == step:
                    raise overlaps.FaultError(f"stopped before statement {step}")
                sent[format].append(statement.split("\n")[0])
        original(self, sql, bindings)

    monkeypatch.setattr(Cursor, "execute", execute)
    return sent


def test_a_run_stopped_at_any_statement_is_completed_by_the_next(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch(project, [(1, "a", 1, "+I"), (2, "a", 9, "+I"), (100, "new", 1, "+I")])
    project.run()
    before, step, finished = tables(project), 0, False
    while not finished:
        rows = [
            (1, f"b{step}", 2 + step, "+U"),
            (2, "late", 1, "+U"),
            (100 + step, "new", 2, "-D"),
            (101 + step, "new", 1, "+I"),
        ]
        batch(project, rows)
        with monkeypatch.context() as patch:
            sent = stop_before(patch, step)
            finished = project.dbt("run").success
        after = [(1, f"b{step}", 2 + step), (101 + step, "new", 1), (2, "a", 9)]
        for stored, old in zip(tables(project), before, strict=True):
            assert stored in [old, after], sent
        project.run()
        before = tables(project)
        assert before == [after] * len(FORMATS), sent
        step += 1
    assert step == 1 + max(map(len, sent.values())) == (6 if "iceberg" in FORMATS else 4), sent


@pytest.mark.parametrize("format", FORMATS)
def test_a_commit_has_few_statements(project: Project, monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    """Those that Spark executes, but for the settings that a write needs, and for dbt's lists of tables."""
    original, keep, sent, numbers = Cursor._run, kept_rows.keep, list[str](), list[int]()
    others = ("set ", "reset ", "create schema", "show table ", "show views", "describe extended")

    def execute(self: Cursor, sql: str) -> None:
        sent.append(bare(sql))
        original(self, sql)

    def keeping(session: SparkSession, view: str, frame: DataFrame, **facts: bool) -> Kept:
        sent.append(f"keep {view}")
        return keep(session, view, frame, **facts)

    for rows in [[(1, "a", 1, "+I"), (3, "a", 1, "+I")], [(1, "b", 2, "+U"), (2, "a", 1, "+I"), (3, "a", 2, "-D")], []]:
        for name, config in {"plain": {}, "log": {"changelog_producer": "lookup"}}.items():
            project.model(name, COLUMNS, rows, primary_key="id", sequence_field="at", file_format=format, **config)
            sent.clear()
            with monkeypatch.context() as patch:
                patch.setattr(Cursor, "_run", execute)
                patch.setattr(kept_rows, "keep", keeping)
                project.run("--select", name)
            numbers.append(len([sql for sql in sent if not sql.startswith(others)]))
    assert numbers[2:] == NUMBERS[format], "\n".join(map(repr, sent))


@pytest.mark.extended
def test_a_chain_stopped_at_any_statement_counts_everything_once(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each run is stopped three statements later than the one before, which it completes first; the drill has Delta."""
    chain(project, [(1, "a", 1, "+I"), (2, "a", 9, "+I"), (100, "new", 1, "+I")], FORMATS[:1])
    project.run()
    step, finished = 0, False
    while not finished:
        rows = [
            (1, "abc"[step % 3], 2 + step, "+U"),
            (2, "late", 1, "+U"),
            (100 + step, "new", 2, "-D"),
            (101 + step, "new", 1, "+I"),
        ]
        chain(project, rows, FORMATS[:1])
        with monkeypatch.context() as patch:
            sent = stop_before(patch, step)
            finished = project.dbt("run").success
        step += 3
    assert step > 12, sent
    assert counts(project, FORMATS[:1]) == counted(project, FORMATS[:1]) and counts(project, FORMATS[:1])[0]
    table = f"{{{FORMATS[0]}}}.in_{FORMATS[0]}"
    last = project.rows(f"select max(_commit), count(distinct _commit) from {table}__changelog")
    assert last == [(last[0][0], last[0][0])], "a commit without its changes"
    assert project.rows(f"select commit from {table}__commits group by commit having count(*) > 1") == []


def test_a_reader_reads_the_last_published_commit(project: Project) -> None:
    """The table has the next commit, and its run was stopped before it was published. No reader waits for it."""
    chain(project, [(1, "a", 1, "+I")])
    project.run()
    before = counts(project)
    chain(project, [(1, "b", 2, "+U"), (2, "a", 1, "+I")])
    with overlaps.stopped_before("__commits", WRITES):
        project.error("--select", "in_*")
    assert tables(project) == [[(1, "b", 2), (2, "a", 1)]] * len(FORMATS)
    project.run("--select", "sums_*")
    assert counts(project) == before
    chain(project, [])
    project.run("--select", "sums_*", "--full-refresh")
    assert counts(project) == before
    project.run()
    assert counts(project) == counted(project)


def test_a_first_run_and_a_full_refresh_stopped_at_any_statement_can_be_repeated(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    step, finished = 0, False
    while not finished:
        batch(project, [(1, f"a{step}", 1, "+I")])
        with monkeypatch.context() as patch:
            sent = stop_before(patch, step)
            finished = project.dbt("run", "--full-refresh").success
        project.run("--full-refresh")
        assert tables(project) == [[(1, f"a{step}", 1)]] * len(FORMATS)
        step += 1
    assert step == 4, sent


@pytest.mark.parametrize("stopped", ["rows", "tablestore.commits."])
def test_a_failed_run_leaves_no_rows_in_memory(project: Project, tmp_path: Path, stopped: str) -> None:
    """The same SQL over files that were replaced: Spark would find the folded batch of the failed run in its cache."""
    files = tmp_path / "files"
    for format in FORMATS:
        config = f"materialized='incremental', primary_key='id', merge_engine='aggregation', file_format='{format}', "
        config += "default_aggregate_function='sum'"
        project.write(f"models/in_{format}.sql", f"{{{{ config({config}) }}}}\nselect id, v from parquet.`{files}`\n")

    def put(*rows: tuple[int, int]) -> None:
        spark().sql(select("id int, v int", list(rows))).coalesce(1).write.mode("overwrite").parquet(str(files))

    put((1, 1), (2, 2))
    project.run()
    spark().catalog.clearCache()
    put((1, 10), (3, 30))
    with overlaps.stopped_before(stopped, WRITES):
        assert {found.status for found in project.fail("run").nodes.values()} == {"error"}
    assert spark()._jsparkSession.sharedState().cacheManager().isEmpty(), "rows of the failed run are still in memory"
    put((1, 100), (2, 200), (4, 400))
    project.run()
    without, with_it = [(1, 101), (2, 202), (4, 400)], [(1, 111), (2, 202), (3, 30), (4, 400)]
    assert all(rows in (without, with_it) for rows in tables(project)), tables(project)


@pytest.mark.extended
def test_a_commit_survives_a_changed_select(project: Project) -> None:
    batch(project, [(1, "a", 1, "+I")])
    project.run()
    batch(project, [(1, "b", 2, "+U"), (2, "a", 1, "+I")])
    with overlaps.stopped_before("__commits", WRITES):
        project.error()
    assert commits(project) == {"1"}
    batch(project, [])
    project.run()
    assert tables(project) == [[(1, "b", 2), (2, "a", 1)]] * len(FORMATS)
    assert commits(project) == {"2"}


def test_a_run_that_is_stopped_before_the_switch_has_changed_nothing(project: Project) -> None:
    chain(project, [(1, "a", 1, "+I")])
    project.run()
    before = [tables(project), counts(project), commits(project)]
    chain(project, [(1, "b", 2, "+U"), (2, "a", 1, "+I")])
    with overlaps.stopped_before("fast_forward" if FORMATS == ["iceberg"] else "rows", WRITES):
        project.error("--select", "in_*")
    chain(project, [])
    project.run()
    assert [tables(project), counts(project)] == before[:2]
    assert commits(project) == {"1"}  # a batch without rows makes none


@pytest.mark.parametrize("format", FORMATS)
def test_changes_that_are_lost_are_named(project: Project, caplog: pytest.LogCaptureFixture, format: str) -> None:
    """Somebody drops what a killed run has left to publish: the rows are there, and the changelog starts again."""
    chain(project, [(1, "a", 1, "+I")], [format])
    project.run()
    chain(project, [(1, "b", 2, "+U"), (2, "a", 1, "+I")], [format])
    with overlaps.stopped_before("__changelog" if format == "delta" else "__commits", WRITES):
        project.error("--select", "in_*")
    table = f"{{{format}}}.in_{format}"
    if format == "delta":
        for row in project.ordered(f"show tables in {{{format}}}"):
            if "__commit_" in row[1]:
                spark().sql(project._named(f"drop table {{{format}}}.{row[1]}"))
    else:
        replaced = f"create or replace table {table}__changelog tblproperties ('tablestore.log' = 'x')"
        spark().sql(project._named(f"{replaced} as select * from {table}__changelog"))
    chain(project, [], [format])
    message = project.error()
    assert "changelog begins after commit 2" in message
    assert project.rows(f"select * from {table}") == [(1, "b", 2), (2, "a", 1)]
    project.run("--select", f"sums_{format}", "--full-refresh")
    chain(project, [(3, "c", 3, "+I")], [format])
    project.run()
    assert counts(project, [format]) == counted(project, [format])


@pytest.mark.extended
def test_commit_times_do_not_go_back(project: Project) -> None:
    """Whatever the clock of a run says, and in whichever time zone."""
    times = ["2026-03-02 00:00:00", "2026-03-01 00:00:00", "2026-03-02 00:00:00+01:00", "2026-03-03 00:00:00"]
    for clock in times:
        project.clock = clock
        batch(project, [(1, "a", 1, "+I")])
        project.run()
    for format in FORMATS:
        found = project.ordered(
            f"select cast(committed_at as string) from {{{format}}}.in_{format}__commits order by commit"
        )
        assert [row[0] for row in found] == ["2026-03-02 00:00:00"] * 3 + ["2026-03-03 00:00:00"]


@pytest.mark.skipif("iceberg" not in FORMATS, reason="the files of the table are those of Iceberg")
def test_a_schema_is_listed_again_when_a_table_is_dropped_meanwhile(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spark lists the tables, looks at each, and finds one of them gone."""
    batch(project, [(1, "a", 1, "+I")])
    project.run()
    tables_of = project._named("{iceberg}")
    spark().sql(f"create table {tables_of}.x__commit_1f1f1f1f (id int) using iceberg")
    location = (
        spark().sql(f"describe extended {tables_of}.x__commit_1f1f1f1f").where("col_name = 'Location'").collect()[0][1]
    )
    metadata = Path(location.removeprefix("file:")) / "metadata"
    hidden, original, listed = metadata.with_name("hidden"), Cursor.execute, list[str]()
    metadata.rename(hidden)

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        if "show table extended" in sql:
            listed.append(sql)
        if len(listed) == 2 and hidden.exists():
            hidden.rename(metadata)
        original(self, sql, bindings)

    with monkeypatch.context() as patch:
        patch.setattr(Cursor, "execute", execute)
        project.run()
    assert len(listed) >= 2


@pytest.mark.skipif("iceberg" not in FORMATS, reason="Delta stages nothing")
def test_rows_that_iceberg_stages_for_an_audit(project: Project) -> None:
    """A write with `spark.wap.id` is in no branch, not even in that of its commit."""
    wap = {"tblproperties": {"write.wap.enabled": "true"}, "changelog_producer": "lookup", "primary_key": "id"}
    project.model("orders", "id int, v int", [(1, 1)], **wap)
    project.run()
    project.model("orders", "id int, v int", [(1, 2), (2, 1)], **wap, pre_hook="set spark.wap.id = audit")
    assert "so Iceberg has staged the rows: reset spark.wap.id" in project.error()
    project.model("orders", "id int, v int", [(1, 2), (2, 1)], **wap)
    project.run()
    assert project.rows("select * from {iceberg}.orders") == [(1, 2), (2, 1)]
    logged = project.rows("select _commit, _row_kind, id, v from {iceberg}.orders__changelog")
    assert logged == [(1, "+I", 1, 1), (2, "+I", 2, 1), (2, "+U", 1, 2), (2, "-U", 1, 1)]
