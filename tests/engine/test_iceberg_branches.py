"""Iceberg's API and Spark's statements do the same with the branches of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from dbt.adapters.tablestore.spark import iceberg_branches
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from formats import CATALOGS, FORMATS
from project import Project, spark

pytestmark = pytest.mark.skipif("iceberg" not in FORMATS, reason="Delta has no branches")
FORWARD = "call {catalog}.system.fast_forward(table => '{table}', branch => 'main', to => '%s')"
STEPS = [
    "alter table {table} create branch `empty`",
    "insert into {table} values (1)",
    "alter table {table} create branch `first` as of version {last}",
    "alter table {table} create branch `first`",
    "insert into {table}.branch_first values (2)",
    FORWARD % "first",
    FORWARD % "first",
    "alter table {table} create branch `late` as of version {oldest}",
    "insert into {table}.branch_late values (3)",
    FORWARD % "late",
    "alter table {table} create branch `unknown` as of version 17",
    "alter table {table} drop branch if exists `first`",
    "alter table {table} drop branch if exists `first`",
    FORWARD % "first",
]


def by_api(statement: str) -> list[Any] | None:
    return iceberg_branches.execute(spark(), statement)


def by_spark(statement: str) -> list[Any]:
    return spark().sql(statement).collect()


def snapshots(table: str) -> list[int]:
    return [row[0] for row in by_spark(f"select snapshot_id from {table}.snapshots order by committed_at")]


def outcome(run: Callable[[str], Any], statement: str) -> str:
    """The rows of a statement as text, or the sentence of its error."""
    try:
        return str([tuple(str(value) for value in row) for row in run(statement)])
    except (PySparkException, Py4JJavaError) as error:
        java = getattr(error, "java_exception", None) or getattr(error, "_origin", None)
        assert java is not None
        return str(java.getMessage()).splitlines()[0]


def step(table: str, run: Callable[[str], Any], text: str) -> list[Any]:
    """What a statement answers and leaves, with the numbers of snapshots instead of their ids."""
    known = snapshots(table)
    places = {"oldest": known[0], "last": known[-1]} if known else {}
    statement = text.format(table=table, catalog=CATALOGS["iceberg"], **places)
    answer = outcome(by_spark if text.startswith("insert") else run, statement)
    refs = str(by_spark(f"select name, snapshot_id from {table}.refs order by name"))
    for number, snapshot in enumerate(snapshots(table)):
        answer, refs = (value.replace(str(snapshot), f"<{number}>") for value in (answer, refs))
    return [answer.replace(table, "t"), refs, sorted(by_spark(f"select * from {table}"))]


def test_the_api_does_what_the_statements_do(project: Project) -> None:
    """On two tables, one each way: the same rows, errors and branches after every step."""
    project.succeed("show", "--inline", "select 1")
    schema = f"{CATALOGS['iceberg']}.{project.schema}"
    by_spark(f"create schema if not exists {schema}")
    ways: dict[str, Callable[[str], Any]] = {f"{schema}.api": by_api, f"{schema}.sql": by_spark}
    for table in ways:
        by_spark(f"create table {table} (id int) using iceberg")
    answers = []
    for text in STEPS:
        api, sql = (step(table, run, text) for table, run in ways.items())
        assert api == sql, text
        answers.append(api[0])
    assert [STEPS[number] for number, answer in enumerate(answers) if not answer.startswith("[")] == [
        "alter table {table} create branch `first`",
        FORWARD % "late",
        "alter table {table} create branch `unknown` as of version 17",
        FORWARD % "first",
    ], answers


def test_a_table_that_moves_with_cached_rows_is_read_again(project: Project) -> None:
    project.succeed("show", "--inline", "select 1")
    schema = f"{CATALOGS['iceberg']}.{project.schema}"
    table = f"{schema}.cached"
    by_spark(f"create schema if not exists {schema}")
    by_spark(f"create table {table} using iceberg as select 1 as id")
    by_spark(f"alter table {table} create branch next")
    by_spark(f"insert into {table}.branch_next values (2)")
    frame = spark().table(table).cache()
    try:
        assert frame.count() == 1
        forward = (FORWARD % "next").format(table=table, catalog=CATALOGS["iceberg"])
        assert by_api(forward) is None
        by_spark(forward)
        assert spark().table(table).count() == 2
    finally:
        frame.unpersist()
