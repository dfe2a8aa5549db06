"""A wrong config ends in one error that names the model, each option, what was given and what to write."""

from __future__ import annotations

import re
import shlex
from typing import Any

import pytest
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from dbt.adapters.tablestore.spark.sessions.embedded import EmbeddedCursor

import overlaps
from project import Project, spark

COLUMNS = "id int, v string, at int"
ROWS = [(1, "a", 1)]


def test_all_problems_of_a_model_at_once_and_before_anything_is_written(
    project: Project, statements: list[str]
) -> None:
    project.model(
        "orders",
        COLUMNS,
        ROWS,
        primary_key="idd",
        sequence_fields="at",
        merge_engine="dedup",
        ignore_delete="yes",
        incremental_strategy="append",
        unique_key="id",
        file_format="csv",
        table_options={"merge-engin": "x", "sequence.field": "nope"},
    )
    error = project.error()
    for text in [
        "model 'orders' cannot be built as a keyed table",
        "'primary_key' names 'idd', which is not a column of the SELECT (it has id, v, at), did you mean 'id'?",
        "config 'sequence_fields' is not an option, did you mean 'sequence_field'",
        "'merge_engine' is 'dedup'; accepted are deduplicate",
        "'ignore_delete' is 'yes'; write true or false",
        "incremental_strategy 'append' cannot be combined with a primary key",
        "'unique_key' cannot be combined with the options of a keyed model: write primary_key instead",
        "file_format 'csv' cannot hold a keyed table; accepted are iceberg, delta",
        "table_options has 'merge-engin', which is not an option, did you mean 'merge-engine'?",
        "'sequence_field' names 'nope'",
    ]:
        assert text in error, error
    assert not any(sql.startswith(("create or replace table", "drop table", "alter")) for sql in statements)


def test_a_failed_connection_shows_no_password(project: Project) -> None:
    """Neither in the error nor in the logs: Java puts the URL into its message."""
    project.target["catalog"] = {"uri": "jdbc:nothing://db/lake?user=ann&password=hidden-word", "type": "jdbc"}
    project.write("models/orders.sql", "select 1 as id")
    error = project.error("--debug")
    assert "no JDBC driver" in error and "packages" in error
    logs = [path.read_text() for path in (project.folder / "logs").iterdir()]
    assert logs and not any("hidden-word" in text for text in [error, *logs])


def test_a_database_that_is_not_a_catalog(project: Project) -> None:
    """The error names what is in it, and the catalogs, also those that no statement has used."""
    project.target["spark_config"] = project.target["spark_config"] | {
        "spark.sql.catalog.other": "org.apache.iceberg.spark.SparkCatalog",
        "spark.sql.catalog.other.type": "hadoop",
        "spark.sql.catalog.other.warehouse": str(project.folder / "other"),
    }
    project.write("models/orders.sql", "{{ config(database='nodb') }} select 1 as id")
    project.write("models/good.sql", "select 1 as id")
    project.write("seeds/codes.csv", "id\n1\n")
    project.write("seeds/codes.yml", {"seeds": [{"name": "codes", "config": {"database": "nodb"}}]})
    for command in ("run", "seed"):
        message = project.fail(command).message
        assert message.splitlines()[-1].strip() == (
            "model 'orders', seed 'codes': 'database' is 'nodb', which is not a catalog; the catalogs are lake, other, "
            "spark_catalog. Write one of them, or leave it out for 'lake'; `spark.sql.catalog.nodb` under "
            "`spark_config` in profiles.yml adds a catalog"
        ), message
    project.succeed("run", "--select", "good")


READERS = {
    "copied": "{{ config(materialized='incremental', primary_key='id') }}\n"
    "select id, v, _row_kind from {{ tablestore.changelog(ref('orders')) }}",
    "summed": "{{ config(materialized='incremental', primary_key='v') }}\n"
    "select * from {{ tablestore.changelog_aggregate(ref('orders'), group_by='v', aggregates={'n': 'count(*)'}) }}",
    "plain": "select 1 as one",
}


def stopped_rebuild(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that rebuilds `orders`, and that is stopped before it publishes its commit."""
    execute = Cursor.execute

    def stops(self: Cursor, sql: str, bindings: Any = None) -> None:
        if "__commits" in sql and "insert into" in sql:
            raise overlaps.FaultError("stopped here")
        execute(self, sql, bindings)

    with monkeypatch.context() as patch:
        patch.setattr(Cursor, "execute", stops)
        patch.setattr(EmbeddedCursor, "execute", stops)
        assert "stopped here" in project.error("--full-refresh", "--select", "orders")


def test_commands_that_read_no_rows_warn_and_the_command_of_an_error_works(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unfinished commit, a table that was rebuilt, a changelog that is gone or was never written."""
    project.model("orders", COLUMNS, ROWS, primary_key="id", changelog_producer="lookup")
    for name, query in READERS.items():
        project.write(f"models/{name}.sql", query)
    project.run()
    stopped_rebuild(project, monkeypatch)
    for problem, act in {
        "a rebuild of it is not published yet": lambda: None,
        "the table was rebuilt after model": lambda: project.run("--select", "orders"),
        "orders__changelog does not exist any more": lambda: spark().sql(
            f"drop table lake.{project.schema}.orders__changelog"
        ),
    }.items():
        act()
        for command in (["compile"], ["docs", "generate"]) if "not published" in problem else (["compile"],):
            project.said = []
            done = project.succeed(*command)
            warnings = [text for text in project.said if problem in text]
            assert len(warnings) == 2, project.said
            assert command == ["docs", "generate"] or "select 1 as one" in done.nodes["plain"].node.compiled_code
        error = project.fail("run", "--select", "copied", "summed").message
        if "does not exist" not in problem:
            assert error.count(problem) == 2, error
            project.said = []
            for command in re.findall(r"dbt (run.*)", error):
                project.succeed(*shlex.split(command))
            completed = [text for text in project.said if "was stopped before it had finished commit" in text]
            assert len(completed) == ("not published" in problem), project.said
            assert all(text.endswith("which this run completes: 1 inserted") for text in completed), completed
    assert project.rows("select * from {iceberg}.copied") == [(1, "a")]
    assert project.rows("select * from {iceberg}.summed") == [("a", 1)]
    project.model("orders", COLUMNS, ROWS, primary_key="id")
    project.run("--full-refresh", "--select", "orders")
    project.said = []
    project.succeed("compile")
    assert len([text for text in project.said if "writes no changelog: set changelog_producer='lookup'" in text]) == 2
    landed = "{{ config(materialized='incremental', primary_key='value') }} select value from {{ tablestore.new_files("
    project.write("models/landed.sql", f"{landed}'{project.folder}/landing', 'text') }}}}")
    scan = "scan='as-of', timestamp='2030-01-01'"
    project.write("models/earlier.sql", f"select id from {{{{ tablestore.changelog(ref('stocks'), {scan}) }}}}")
    project.write("landing/a.txt", "one")
    project.model("stocks", COLUMNS, ROWS, primary_key="id", changelog_producer="lookup")
    project.run("--select", "stocks", "landed", "earlier")
    for name in ("stocks", "landed"):
        spark().sql(f"drop table lake.{project.schema}.{name}__commits")
    for number in (1, 2):
        project.said = []
        project.succeed("compile")
        for problem in (
            "stocks__commits no longer exists, so the times of its commits are unknown",
            "landed__commits has 0 of them",
        ):
            assert len([text for text in project.said if problem in text]) == 1, (problem, project.said)
        (project.folder / "landing" / "a.txt").unlink(missing_ok=True)
        (project.folder / "landing").rmdir() if number == 1 else None
    error = project.fail("run", "--select", "earlier", "landed").message
    assert "restore that table, or read without times" in error and "landed__commits has 0 of them" in error
