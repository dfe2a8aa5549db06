"""Tables that a version before 0.1.0 has written are taken over by their first run, wherever its last run was killed.

It staged the rows of a commit in a table, claimed the number of the commit, and then wrote the changelog, the table,
the history and a seal. `earlier_release/` has the statements that it executed for the batches below: all runs of a
model, up to the one that is killed here.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from pyspark.errors import AnalysisException

import overlaps
from formats import CATALOGS, FORMATS
from project import Project, bare, select, spark

RECORDED = Path(__file__).parent / "earlier_release"
NEXT_RUN, NEXT_STATEMENT = "\n-- next run\n", "\n;\n"
CLAIM = r"create (table|view) if not exists \S+__claim_"
COLUMNS = "id int, status string, amount int, at int, _row_kind string"
Row = tuple[Any, ...]
BATCHES: list[list[Row]] = [
    [(1, "a", 10, 1, "+I"), (2, "a", 20, 9, "+I"), (3, "a", 30, 1, "+I"), (5, "a", 50, 1, "+I")],
    [(1, "b", None, 2, "+U"), (2, "late", 21, 1, "+U"), (3, "a", 30, 2, "-D"), (4, "new", 40, 1, "+I")],
    [(1, "c", 12, 3, "+U"), (3, "again", 33, 3, "+I"), (4, "new", 40, 2, "-D"), (6, "six", 60, 1, "+I")],
]
PLAIN: dict[str, Any] = {"primary_key": "id", "sequence_field": "at"}
LOOKUP = PLAIN | {"changelog_producer": "lookup"}
PARTIAL = {"merge_engine": "partial-update", "ignore_delete": True, "state_ttl": "1 d"}
CASES: dict[str, dict[str, Any]] = {
    "plain": PLAIN,
    "lookup": LOOKUP,
    "input": PLAIN | {"changelog_producer": "input"},
    "compacted": PLAIN | {"changelog_producer": "full-compaction", "full_compaction_delta_commits": 2},
    "ttl": LOOKUP | PARTIAL,
    "first": LOOKUP,
    "rebuilt": LOOKUP,
    "side": LOOKUP,
    "moved": LOOKUP,
    "starts": LOOKUP,
    "reader": LOOKUP,
    "view": LOOKUP,
}
"""The config of the model `orders`. The last run of `rebuilt` and `moved` is a full refresh; `side` has its side tables
in a schema of their own, and the full refresh of `moved` moves them there. The changelog of `starts` starts with the
last run. The last run of `reader` is that of a model that reads the changes of `orders`; that of `view` is the first
one of a materialized view."""
CLOCKS = ["2026-03-01 00:00:00", "2026-03-01 01:00:00", "2026-03-01 02:00:00", "2026-03-01 03:00:00"]
RUNS: dict[str, list[tuple[int, list[str]]]] = {
    "first": [(0, [])],
    "rebuilt": [(0, []), (1, ["--full-refresh"])],
    "moved": [(0, []), (1, ["--full-refresh"])],
    "reader": [(0, []), (1, ["--select", "orders"]), (1, ["--select", "sums"])],
    "view": [(0, ["--select", "orders"]), (0, ["--select", "sums"])],
}
"""The batches and arguments of the runs that are recorded."""
READER = """{{{{ config(materialized='incremental', primary_key='status', merge_engine='aggregation', file_format='{0}',
    default_aggregate_function='sum') }}}}
select status, 1 as n, id as ids, _row_kind from {{{{ tablestore.changelog(ref('orders')) }}}}
"""
VIEW = """{{{{ config(materialized='materialized_view', file_format='{0}') }}}}
select status, count(*) as n, sum(id) as ids from {{{{ ref('orders') }}}} group by status
"""


TWICE = [("compacted", "__changelog"), ("input", "__commits"), ("rebuilt", "__changelog")]
"""Where a run of 0.1 is killed before one that takes its table over is."""


def write_models(project: Project, case: str, format: str, number: int) -> None:
    """Writes the models of a case with a batch."""
    config = {"materialized": "incremental", "file_format": format} | CASES[case]
    if case == "starts" and number == 0:
        del config["changelog_producer"]
    arguments = ", ".join(f"{name}={value!r}" for name, value in config.items())
    project.write("models/orders.sql", f"{{{{ config({arguments}) }}}}\n{select(COLUMNS, BATCHES[number])}\n")
    if case in ("reader", "view"):
        project.write("models/sums.sql", (READER if case == "reader" else VIEW).format(format))
    if case == "side" or (case == "moved" and number):
        project.target["side_tables"] = {"schema": f"{project.schema}_side"}


def recorded(project: Project, case: str, format: str) -> list[list[str]]:
    """The statements of each run."""
    text = (RECORDED / f"{case}_{format}.sql").read_text(encoding="utf-8").replace("<schema>", project.schema)
    return [run.strip().split(NEXT_STATEMENT) for run in text.split(NEXT_RUN)]


def snapshot_of(table: str) -> str:
    properties = dict(spark().sql(f"show tblproperties {table}").collect())
    return properties["current-snapshot-id"]


def replay(project: Project, statements: list[str]) -> None:
    """Executes statements of 0.1, and forgets what they keep in memory, as if the process was killed."""
    views = []
    for statement in statements:
        for table in re.findall(
            r"(\S+) (?:version as of|create or replace branch \S+ as of version) <snapshot>", statement
        ):
            statement = statement.replace("<snapshot>", snapshot_of(table), 1)
        spark().sql(statement)
        views += re.findall(r"^cache lazy table (\S+)", statement)
    for view in views:
        spark().sql(f"drop view if exists {view}")
    spark().catalog.clearCache()


def claim_of(statements: list[str]) -> int:
    """The position of the claim; that of the end without one."""
    found = [number for number, statement in enumerate(statements) if re.match(CLAIM, statement)]
    return [*found, len(statements)][0]


def tables_of(project: Project, format: str) -> list[str]:
    """The tables and views in the schemas of a case."""
    names = []
    for schema in (project.schema, f"{project.schema}_side"):
        place = f"{CATALOGS[format]}.{schema}"
        spark().sql(f"create schema if not exists {place}")
        names += [
            f"{place}.{row.tableName}" for row in spark().sql(f"show tables in {place}").collect() if row.namespace
        ]
        if format == "iceberg":
            names += [
                f"{place}.{row.viewName}" for row in spark().sql(f"show views in {place}").collect() if row.namespace
            ]
    return names


def drop_tables(project: Project, format: str) -> None:
    for name in tables_of(project, format):
        for kind in ("view", "table"):
            try:
                spark().sql(f"drop {kind} if exists {name}")
            except AnalysisException:  # it is of the other kind
                continue


def merged(case: str, batches: list[int]) -> list[Row]:
    """The table that has merged these batches."""
    table: dict[int, list[Row]] = {}
    for number in batches:
        for *row, kind in BATCHES[number]:
            before = table.get(row[0], [])
            if case == "ttl":
                table.update({row[0]: [*before, tuple(row)]} if kind != "-D" else {})
            elif kind == "-D":
                table.pop(row[0], None)
            elif not before or row[3] >= before[-1][3]:
                table[row[0]] = [tuple(row)]
    rows = [sorted(versions, key=lambda row: row[3]) for versions in table.values()]
    newest = [
        [[value for value in column if value is not None] for column in zip(*found, strict=True)] for found in rows
    ]
    return sorted((tuple(values[-1] if values else None for values in row) for row in newest), key=repr)


def take_over(project: Project, case: str, format: str, done: list[str], branches: bool = False) -> None:
    """The first run of this version, after these statements of an earlier one: nothing is lost, doubled or left."""
    table, context = f"{{{format}}}.orders", (case, format, done[-1:])
    side = f"{CATALOGS[format]}.{project.schema}_side.{project.schema}__orders" if case in ("side", "moved") else table
    claimed = claim_of(done) < len(done)
    replaced = any(re.match(r"create or replace table \S+\.orders\n", statement) for statement in done)
    rebuilds = case in ("rebuilt", "moved")
    before = ([0] if replaced else []) if case == "first" else [0, 1]
    if rebuilds:
        before = [1] if replaced else [0]
    elif case == "view" or (case not in ("first", "reader") and not claimed):
        before = [0]
    write_models(project, case, format, 2)
    if rebuilds and not replaced:
        side = table
    tags = bool(before) and not rebuilds
    if tags:
        spark().sql(project._named(f"alter table {table} set tblproperties ('tablestore.tag.kept' = '{{{{}}}}')"))
    project.clock = CLOCKS[3]
    project.run()
    expected = merged(case, [*before, 2])
    stored = project.rows(f"select id, status, amount, at from {table}")
    assert stored == expected, context
    check_changelog(project, case, side, before, stored, context)
    history = project.ordered(f"select epoch, commit from {side}__commits order by committed_at, commit")
    numbers = [commit for epoch, commit in history if epoch == history[-1][0]]
    assert numbers == list(range(1, len(before) + 2)), (context, history)
    assert len(history) == len(numbers) + (rebuilds and replaced), (context, history)
    if case in ("reader", "view"):
        sums = project.rows(f"select status, n, ids from {{{format}}}.sums where n <> 0")
        assert sums == project.rows(f"select status, count(*), sum(id) from {table} group by status"), context
    assert not tags or "tablestore.tag.kept" in project.last_commit(table), context
    own = r"(orders|sums|sums__rows)(__commits|__changelog|__uncompacted|__refreshes)?"
    if (
        case in ("first", "view") and not claimed
    ):  # only maintenance looks for what a first run has left without a claim
        own += "|(orders|sums__rows)__commit_[0-9a-f]{8}"
    names = tables_of(project, format)
    left = [name for name in names if not re.fullmatch(rf"({project.schema}__)?({own})", name.split(".")[-1])]
    assert not left, (context, left)
    for name in [name for name in names if "orders" in name and format == "iceberg" and not branches]:
        assert project.rows(f"select name from {name}.refs") == [("main",)], (context, name)


def check_changelog(project: Project, case: str, side: str, before: list[int], stored: list[Row], context: Any) -> None:
    if case == "plain":
        return
    log = f"select id, status, amount, at, _row_kind from {side}__changelog"
    if case == "compacted":
        compacted = project.rows(f"select coalesce(max(_commit), 0) from {side}__changelog")[0][0]
        log += (
            f" union all select id, status, amount, at, _row_kind from {side}__uncompacted where _commit > {compacted}"
        )
    changes = project.rows(log)
    if case == "input":
        assert changes == sorted([row for number in [*before, 2] for row in BATCHES[number]], key=repr), context
        return
    found = Counter(merged(case, [0]) if case == "starts" else [])
    for *row, kind in changes:
        found[tuple(row)] += 1 if kind in ("+I", "+U") else -1
    assert sorted(found.elements(), key=repr) == stored and min(found.values()) >= 0, (context, changes)


SAMPLE = {"input": "__changelog", "compacted": "__changelog", "ttl": "__commits", "rebuilt": "__changelog"}
"""Before which statement after the claim the last run is killed."""


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("case", SAMPLE)
def test_a_table_of_the_last_release_is_taken_over(project: Project, case: str, format: str) -> None:
    done = killed(project, case, format, SAMPLE[case])
    take_over(project, case, format, done)


def killed(project: Project, case: str, format: str, text: str) -> list[str]:
    """Executes the runs of a case; the last one is killed before the statement with this text after its claim."""
    *runs, last = recorded(project, case, format)
    claim = claim_of(last)
    done = last[: next(number for number in range(claim + 1, len(last)) if text in last[number])]
    drop_tables(project, format)
    replay(project, [statement for run in runs for statement in run] + done)
    return done


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("case", CASES)
def test_a_run_of_the_last_release_was_killed_after_any_statement(project: Project, case: str, format: str) -> None:
    """EVERY=5 takes every fifth statement. Before the last one but one before its claim, there is less to find."""
    *runs, last = recorded(project, case, format)
    for number in [0, *range(claim_of(last) - 1, len(last) + 1, int(os.environ.get("EVERY", "1")))]:
        drop_tables(project, format)
        project.target.pop("side_tables", None)
        replay(project, [statement for run in runs for statement in run])
        replay(project, last[:number])
        take_over(project, case, format, last[:number])


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    ("case", "text"),
    [("lookup", "tablestore.commits."), *(pytest.param(*found, marks=pytest.mark.extended) for found in TWICE)],
)
def test_a_run_that_takes_a_table_over_can_be_killed_too(
    project: Project, monkeypatch: pytest.MonkeyPatch, case: str, text: str, format: str
) -> None:
    """It is stopped before each of its writing statements; its own SELECT fails. The sample has every seventh."""
    original, step, stopped = Cursor.execute, 0, True
    while stopped:
        done, sent, stopped = killed(project, case, format, text), list[str](), False
        write_models(project, case, format, 2)
        rows = (project.folder / "models/orders.sql").read_text()
        project.write("models/orders.sql", rows.replace("select ", "select missing, ", 1))

        def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
            nonlocal stopped
            if bare(sql).startswith(("create table", "create or", "drop", "merge", "insert", "alter", "call")):
                if len(sent) == step:  # noqa: B023
                    stopped = True
                    raise overlaps.FaultError("stopped here")
                sent.append(bare(sql))  # noqa: B023
            original(self, sql, bindings)

        with monkeypatch.context() as patch:
            patch.setattr(Cursor, "execute", execute)
            assert ("stopped here" if stopped else "missing") in project.error() or stopped
        take_over(project, case, format, done, branches=True)  # `maintain` drops them
        step += 7 if case == "lookup" else 1
    assert step > 4, sent


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("fate", ["is killed", "is killed, then rebuilt", "loses an answer"])
def test_the_first_own_commit_stops_after_it_has_added_columns_to_the_history(
    project: Project, monkeypatch: pytest.MonkeyPatch, fate: str, format: str
) -> None:
    """The history of an earlier release has fewer counts, and the record of its last commit says so until the seal."""
    drop_tables(project, format)
    replay(project, [statement for run in recorded(project, "plain", format) for statement in run])
    write_models(project, "plain", format, 2)
    project.clock = CLOCKS[3]
    original, added = Cursor.execute, list[str]()

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        if added and fate != "loses an answer":
            raise overlaps.FaultError("stopped here")
        original(self, sql, bindings)
        if "__commits add columns" in bare(sql):
            added.append(sql)
            raise overlaps.FaultError("stopped here")

    with monkeypatch.context() as patch:
        patch.setattr(Cursor, "execute", execute)
        assert project.dbt("run").success == (fate == "loses an answer")
    assert len(added) == 1
    commits = [1, 2, 3]
    if fate != "loses an answer":
        project.run(*(["--full-refresh"] if "rebuilt" in fate else []))
        commits = [1, 2, 1] if "rebuilt" in fate else [1, 2, 3, 4]
    stored = project.rows(f"select id, status, amount, at from {{{format}}}.orders")
    assert stored == merged("plain", [2] if "rebuilt" in fate else [0, 1, 2])
    history = project.ordered(
        f"select commit, rows_skipped from {{{format}}}.orders__commits order by committed_at, commit"
    )
    assert [number for number, _ in history] == commits
    assert [skipped for _, skipped in history[2:]] == [0] * len(commits[2:]), "of the earlier release, it is not known"


@pytest.mark.parametrize("format", FORMATS)
def test_a_table_is_taken_over_once(project: Project, statements: list[str], format: str) -> None:
    take_over(project, "plain", format, killed(project, "plain", format, "__commits"))
    assert [sql for sql in statements if "__claim_" in sql]
    statements.clear()
    project.run()
    looked = [sql for sql in statements if "__claim_" in sql or re.match(r"show tables in \S+$", sql)]
    assert not looked, looked


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_a_commit_whose_staged_rows_are_gone_is_refused(project: Project, format: str) -> None:
    killed(project, "lookup", format, "__commits")
    write_models(project, "lookup", format, 2)
    project.write("models/sums.sql", READER.format(format))
    assert "stopped in the middle of commit 2" in project.error("--select", "sums")
    for name in tables_of(project, format):
        if "__commit_" in name:
            spark().sql(f"drop table {name}")
    message = project.error("--select", "orders")
    assert "commit 2 of an earlier run" in message and "--full-refresh --select orders+" in message
    project.run("--full-refresh", "--select", "orders")
    assert project.rows(f"select id, status, amount, at from {{{format}}}.orders") == merged("lookup", [2])
    project.run()
