"""Iceberg's API and Spark's statements do the same with the branches of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from dbt.adapters.tablestore.spark import iceberg_branches
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.sql.own_statement import OwnStatement
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

import harness
from formats import CATALOGS, FORMATS
from project import Project, spark

pytestmark = pytest.mark.skipif("iceberg" not in FORMATS, reason="Delta has no branches")
BEGIN, MOVE, DROP = "_branch_begin", "_branch_forward", "_branch_drop"
WRITE = "insert into {table}{branch} values ({id})"
# The macro of a statement, its branch, and the snapshot at which that begins; or a row that is inserted.
Step = tuple[str, str, str | int | None]
STEPS: list[Step] = [
    (BEGIN, "empty", None),
    (WRITE, "", 1),
    (BEGIN, "first", "last"),
    (BEGIN, "first", None),
    (WRITE, ".branch_first", 2),
    (MOVE, "first", None),
    (MOVE, "first", None),
    (BEGIN, "late", "oldest"),
    (WRITE, ".branch_late", 3),
    (MOVE, "late", None),
    (BEGIN, "unknown", "17"),
    (DROP, "first", None),
    (DROP, "first", None),
    (MOVE, "first", None),
]


def made(table: str, step: Step, places: dict[str, str]) -> OwnStatement:
    """The statement of a macro about a branch."""
    macro, branch, at = step
    if macro == DROP:
        return OwnStatement.of(harness.call(macro, table, branch))
    plan = {"branch": branch, "catalog": CATALOGS["iceberg"]}
    return OwnStatement.of(harness.call(macro, plan, table, *([places.get(str(at), at)] if macro == BEGIN else [])))


def by_api(statement: OwnStatement) -> list[Any] | None:
    return iceberg_branches.execute(spark(), statement.facts)


def by_spark(statement: str) -> list[Any]:
    return spark().sql(statement).collect()


def snapshots(table: str) -> list[int]:
    return [row[0] for row in by_spark(f"select snapshot_id from {table}.snapshots order by committed_at")]


def outcome(run: Callable[[Any], Any], statement: str) -> str:
    """The rows of a statement as text, or the sentence of its error."""
    try:
        return str([tuple(str(value) for value in row) for row in run(statement)])
    except (PySparkException, Py4JJavaError) as error:
        java = getattr(error, "java_exception", None) or getattr(error, "_origin", None)
        assert java is not None
        return str(java.getMessage()).splitlines()[0]


def taken(table: str, run: Callable[[Any], Any], step: Step) -> list[Any]:
    """What a statement answers and leaves, with the numbers of snapshots instead of their ids."""
    known = snapshots(table)
    places = {"oldest": str(known[0]), "last": str(known[-1])} if known else {}
    if step[0] == WRITE:
        answer = outcome(by_spark, WRITE.format(table=table, branch=step[1], id=step[2]))
    else:
        answer = outcome(run, made(table, step, places))
    refs = str(by_spark(f"select name, snapshot_id from {table}.refs order by name"))
    for number, snapshot in enumerate(snapshots(table)):
        answer, refs = (value.replace(str(snapshot), f"<{number}>") for value in (answer, refs))
    return [answer.replace(table, "t"), refs, sorted(by_spark(f"select * from {table}"))]


def test_the_api_does_what_the_statements_do(project: Project) -> None:
    """On two tables, one each way: the same rows, errors and branches after every step."""
    project.succeed("show", "--inline", "select 1")
    schema = f"{CATALOGS['iceberg']}.{project.schema}"
    by_spark(f"create schema if not exists {schema}")
    ways: dict[str, Callable[[Any], Any]] = {f"{schema}.api": by_api, f"{schema}.sql": by_spark}
    for table in ways:
        by_spark(f"create table {table} (id int) using iceberg")
    answers = []
    for step in STEPS:
        api, sql = (taken(table, run, step) for table, run in ways.items())
        assert api == sql, step
        answers.append(api[0])
    assert [STEPS[number] for number, answer in enumerate(answers) if not answer.startswith("[")] == [
        (BEGIN, "first", None),
        (MOVE, "late", None),
        (BEGIN, "unknown", "17"),
        (MOVE, "first", None),
    ], answers


def with_one_row(project: Project, name: str) -> str:
    """A new table of the project's schema, in the Spark that dbt has begun."""
    project.succeed("show", "--inline", "select 1")
    schema = f"{CATALOGS['iceberg']}.{project.schema}"
    by_spark(f"create schema if not exists {schema}")
    by_spark(f"create table {schema}.{name} using iceberg as select 1 as id")
    return f"{schema}.{name}"


def test_a_table_that_went_back_is_not_moved(project: Project) -> None:
    """Iceberg moves it, because it is still an ancestor of the branch."""
    table = with_one_row(project, "back")
    by_spark(f"insert into {table} values (2)")
    first, pinned = snapshots(table)
    by_spark(f"alter table {table} create branch next")
    by_spark(f"insert into {table}.branch_next values (3)")
    plan = {"branch": "next", "catalog": CATALOGS["iceberg"]}
    move = OwnStatement.of(harness.call("_branch_forward", plan, table, snapshot=str(pinned)))
    by_spark(f"call {CATALOGS['iceberg']}.system.rollback_to_snapshot('{project.schema}.back', {first})")
    with pytest.raises(TablestoreError, match="has changed the table since this run has read it"):
        by_api(move)
    assert by_spark(f"select id from {table}") == [(1,)]
    by_spark(f"call {CATALOGS['iceberg']}.system.set_current_snapshot('{project.schema}.back', {pinned})")
    for _ in range(2):  # the second one finds that it is done
        assert by_api(move)
        assert len(by_spark(f"select id from {table}")) == 3


def test_a_table_that_moves_with_cached_rows_is_read_again(project: Project) -> None:
    table = with_one_row(project, "cached")
    by_spark(f"alter table {table} create branch next")
    by_spark(f"insert into {table}.branch_next values (2)")
    frame = spark().table(table).cache()
    try:
        assert frame.count() == 1
        move = made(table, (MOVE, "next", None), {})
        assert by_api(move) is None
        by_spark(move)
        assert spark().table(table).count() == 2
    finally:
        spark().catalog.clearCache()  # the frame no longer has the plan of the rows that were computed again
