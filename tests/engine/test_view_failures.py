"""What keeps a view from being planned or its changes from being read makes the same run a full refresh."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from dbt.adapters.tablestore.spark.sessions.embedded import EmbeddedSession
from dbt.adapters.tablestore.spark.sessions.session import Session
from dbt.adapters.tablestore.spark.shared_rows import Kept

from formats import CATALOGS
from project import Outcome, Project, spark

POLICIES = {
    "fed": "incremental",
    "plain": "incremental",
    "strict": "incremental_strict",
    "files": "auto",
    "snapshots": "auto",
}


def test_failures_are_full_refreshes_with_their_cause(project: Project, tmp_path: Path) -> None:
    project.model("first", "id int", [(1,)])
    project.run()
    delta, iceberg = (f"{CATALOGS[format]}.{project.schema}" for format in ("delta", "iceberg"))
    files = f"file:{tmp_path}/files"
    for schema in (delta, iceberg):
        spark().sql(f"create schema if not exists {schema}")
    feed = "delta.enableChangeDataFeed"
    spark().sql(f"create table {delta}.t (id int, k int) using delta tblproperties ('{feed}' = 'true')")
    spark().sql(f"insert into {delta}.t values (1, 1), (2, 1), (3, 2)")
    spark().sql(f"create table {iceberg}.t (id int) using iceberg")
    spark().sql(f"insert into {iceberg}.t values (1)")
    spark().sql("select id from range(3)").write.parquet(files)
    queries = {
        "fed": f"select k, count(*) as n, count(id) as ids from {delta}.t group by k",
        "plain": f"select id + 1 as next from {iceberg}.t",
        "strict": f"select id from {delta}.t where k = 1",
        "files": f"select id from parquet.`{files}` where id > 0",
        "snapshots": f"select operation, count(*) as n from {iceberg}.t.snapshots group by operation",
    }
    for name, query in queries.items():
        config = f"materialized='materialized_view', file_format='iceberg', refresh_policy='{POLICIES[name]}'"
        project.write(f"models/{name}.sql", f"{{{{ config({config}) }}}}\n{query}")

    def reasons() -> dict[str, str]:
        """The reasons of a run, whose rows must be those of the queries; the error of a view that fails."""
        done, found = project.dbt("run"), {}
        for name, query in queries.items():
            result = done.nodes[name]
            if result.status != "success":
                found[name] = str(result.message)
                continue
            found[name] = result.adapter_response["reason"]
            stored, answer = spark().sql(f"select * from {iceberg}.{name}"), spark().sql(query)
            assert Counter(stored.collect()) == Counter(answer.collect()), (name, found[name])
        return found

    reasons()
    for value, statement in (("false", f"delete from {delta}.t where id = 2"), ("true", "select 1")):
        spark().sql(f"alter table {delta}.t set tblproperties ('{feed}' = '{value}')")
        spark().sql(statement)
    spark().sql(f"insert into {delta}.t values (4, 1)")
    spark().sql(f"insert into {iceberg}.t values (2)")
    spark().sql("select id from range(5, 7)").write.mode("append").parquet(files)
    before = project.rows("select * from {iceberg}.strict")
    found = reasons()
    assert "recorded" in found["fed"] and "\n" not in found["fed"], found["fed"]
    assert "refresh_policy 'incremental_strict'" in found["strict"] and "recorded" in found["strict"]
    assert project.rows("select * from {iceberg}.strict") == before
    assert found["plain"] == "", "the others do not keep it from its changes"
    for name in ("files", "snapshots"):
        assert found[name].endswith("is not a table or view in the catalogs of the project"), found[name]
    spark().sql(f"insert into {delta}.t values (5, 2)")
    assert reasons()["fed"] == ""
    spark().sql(f"update {delta}.t set k = 3 where k = 1")
    spark().conf.set("spark.databricks.delta.retentionDurationCheck.enabled", "false")
    spark().sql(f"vacuum {delta}.t retain 0 hours")
    found = reasons()
    assert "could not be read" in found["fed"] and "\n" not in found["fed"] and "parquet" in found["fed"], found["fed"]
    assert "dbt run --full-refresh --select strict" in found["strict"], found["strict"]


TOTAL = """
class total:
    def create_accumulator(self): return 0
    def accumulate(self, state, x: int): return state + x
    def retract(self, state, x: int): return state - x
    def get_value(self, state) -> int: return state
"""


def test_a_stored_accumulator_that_cannot_be_read_is_computed_again(project: Project) -> None:
    iceberg = f"{CATALOGS['iceberg']}.{project.schema}"
    project.write("functions/total.py", TOTAL)
    project.model("first", "id int", [(1,)])
    project.run()
    spark().sql(f"create table {iceberg}.t (k int, v int) using iceberg")
    spark().sql(f"insert into {iceberg}.t values (1, 1), (1, 2), (2, 5)")
    for name, policy in (("totals", "incremental"), ("strict", "incremental_strict")):
        config = f"materialized='materialized_view', refresh_policy='{policy}'"
        query = f"select k, {{{{ function('total') }}}}(v) as total from {iceberg}.t group by k"
        project.write(f"models/{name}.sql", f"{{{{ config({config}) }}}}\n{query}")
    project.run()
    for name in ("totals", "strict"):
        spark().sql(f"update {iceberg}.{name}__rows set _state_1 = X'00'")
        project.overlook(f"{{iceberg}}.{name}__rows")
    spark().sql(f"insert into {iceberg}.t values (1, 4)")
    done = project.dbt("run")
    reason = done.nodes["totals"].adapter_response["reason"]
    assert "a stored accumulator of total() cannot be read" in reason and "\n" not in reason, reason
    assert sorted(spark().sql(f"select k, total from {iceberg}.totals").collect()) == [(1, 7), (2, 5)]
    message = str(done.nodes["strict"].message)
    assert "a stored accumulator of total()" in message and "dbt run --full-refresh --select strict" in message


def test_a_function_with_a_quote_in_its_name_is_asked_for(project: Project) -> None:
    """Spark is asked whether the function is its own, and not one that the session has made."""
    project.model("orders", "id int", [(1,)], primary_key="id")
    made = "create or replace temporary function `o'clock`(hour int) returns int return hour + 12"
    config = f'materialized="materialized_view", pre_hook="{made}"'
    query = "select `o'clock`(id) as t from {{ ref('orders') }}"
    project.write("models/times.sql", f"{{{{ config({config}) }}}}\n{query}")
    project.run()
    project.model("orders", "id int", [(2,)], primary_key="id")
    reason = project.run()["times"]["reason"]
    assert "it is not known whether the function o'clock always returns the same value" in reason
    assert project.rows("select * from {iceberg}.times") == [(13,), (14,)]


@pytest.mark.extended
def test_files_that_are_gone_are_a_full_refresh_once(project: Project) -> None:
    """The changes of a keyed model are lost, for accumulators and for groups that are read again."""
    iceberg = f"{CATALOGS['iceberg']}.{project.schema}"
    spark().sql(f"create schema if not exists {iceberg}")
    spark().sql(f"create table {iceberg}.t (id int, k int) using iceberg")
    spark().sql(f"insert into {iceberg}.t values (1, 1), (2, 1)")
    queries = {
        "of_model": "select k, count(*) as n from {{ ref('orders') }} group by k",
        "recomputed": "select k, max_by(id, id) as last from {{ ref('orders') }} group by k",
        "of_table": f"select id, k + 1 as next from {iceberg}.t",
    }
    for name, query in queries.items():
        config = "materialized='materialized_view', refresh_policy='incremental'"
        project.write(f"models/{name}.sql", f"{{{{ config({config}) }}}}\n{query}")

    def run(id: int, *lost: str) -> dict[str, tuple[str, str]]:
        keyed = {"primary_key": "id", "changelog_producer": "lookup"}
        project.model("orders", "id int, k int", [(id, id % 2)], **keyed)
        spark().sql(f"insert into {iceberg}.t values ({id}, {id % 2})")
        project.run("--select", "orders")
        for table in lost:
            for row in spark().sql(f"select file_path from {table}.files").collect():
                Path(row[0].removeprefix("file:")).unlink()
        done = project.run("--exclude", "orders")
        for name, query in queries.items():
            answer = spark().sql(query.replace("{{ ref('orders') }}", f"{iceberg}.orders"))
            assert Counter(spark().sql(f"select * from {iceberg}.{name}").collect()) == Counter(answer.collect()), name
        return {name: (done[name]["kind"], done[name]["reason"]) for name in queries}

    run(1)
    found = run(2, f"{iceberg}.orders__changelog")
    assert found.pop("of_table") == ("incremental", "")
    for kind, reason in found.values():
        assert kind == "full" and reason.startswith("its changes could not be read: ") and "\n" not in reason, found
    assert set(run(3).values()) == {("incremental", "")}


def test_an_input_whose_versions_cannot_be_read_is_read_as_it_is(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(id: int) -> dict[str, str]:
        project.model("orders", "id int", [(id,)], primary_key="id", changelog_producer="lookup")
        found = project.run()["ids"]
        assert project.rows("select * from {iceberg}.ids") == [(number + 1,) for number in range(1, id + 1)]
        return found

    execute = Cursor.execute

    def refused(self: Cursor, sql: str, bindings: Any = None) -> None:
        if "version as of" in sql.lower():
            raise RuntimeError("the catalog is asleep")
        execute(self, sql, bindings)

    config = "materialized='materialized_view', refresh_policy='incremental'"
    project.write("models/ids.sql", f"{{{{ config({config}) }}}}\nselect id + 1 as next from {{{{ ref('orders') }}}}")
    run(1)
    with monkeypatch.context() as patched:
        patched.setattr(Cursor, "execute", refused)
        # as on a server, where only statements find the columns of a version
        patched.setattr(EmbeddedSession, "has_columns_of", Session.has_columns_of)
        found = run(2)
    assert found["kind"] == "full" and "the catalog is asleep" in found["reason"], found
    assert run(3)["reason"] == "orders is read for the first time"


def test_a_plan_that_could_not_be_compared_is_compared_by_the_next_run(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twice, the comparison of a first run fails; then the view is refreshed from changes."""
    execute = Cursor.execute

    def refused(self: Cursor, sql: str, bindings: Any = None) -> None:
        if " as fingerprint from " in sql:
            raise RuntimeError("an executor was lost")
        execute(self, sql, bindings)

    def run(id: int) -> tuple[str, str]:
        project.model("orders", "id int, k int", [(id, id % 2)], primary_key="id", changelog_producer="lookup")
        found = project.run()
        for name, query in queries.items():
            answer = spark().sql(query.replace("{{ ref('orders') }}", f"{iceberg}.orders"))
            assert Counter(spark().sql(f"select * from {iceberg}.{name}").collect()) == Counter(answer.collect()), name
        kinds = {(found[name]["kind"], found[name]["reason"]) for name in queries}
        assert len(kinds) == 1, kinds
        return kinds.pop()

    iceberg = f"{CATALOGS['iceberg']}.{project.schema}"
    queries = {
        "counted": "select k, count(*) as n from {{ ref('orders') }} group by k",
        "renamed": "select id as number, k from {{ ref('orders') }}",
    }
    config = "materialized='materialized_view', refresh_policy='incremental'"
    for name, query in queries.items():
        project.write(f"models/{name}.sql", f"{{{{ config({config}) }}}}\n{query}")
    with monkeypatch.context() as patched:
        patched.setattr(Cursor, "execute", refused)
        for id in (1, 2):
            kind, reason = run(id)
            assert kind == "full" and "could not be compared" in reason and "an executor was lost" in reason, reason
    for kind, reason in (("full", "its plan had not been compared with its query"), ("unchanged", "")):
        found = project.run("--select", *queries)
        assert [(one["kind"], one["reason"]) for one in found.values()] == [(kind, reason)] * 2, "no input has changed"
    assert run(3) == ("incremental", "")


def test_a_cancelled_refresh_ends_and_is_no_reason_for_a_full_one(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """dbt cancels the session in another thread, while the changes of one view are computed."""

    def run(id: int) -> Outcome:
        project.model("orders", "id int, k int", [(id, id % 2)], primary_key="id", changelog_producer="lookup")
        return project.dbt("run")

    def cancelled(self: EmbeddedSession, view: str, query: str) -> Kept:
        with ThreadPoolExecutor() as other_thread:
            other_thread.submit(self.cancel).result()
        return kept(self, view, query)

    for name, policy in (("counted", "auto"), ("strict", "incremental_strict")):
        config = f"materialized='materialized_view', refresh_policy='{policy}'"
        query = "select k, count(*) as n from {{ ref('orders') }} group by k"
        project.write(f"models/{name}.sql", f"{{{{ config({config}) }}}}\n{query}")
    kept = EmbeddedSession._kept
    run(1)
    with monkeypatch.context() as patched:
        patched.setattr(EmbeddedSession, "_kept", cancelled)
        nodes = run(2).nodes
    for name in ("counted", "strict"):
        assert "the run was interrupted" in str(nodes[name].message), nodes[name].message
        assert "full" not in str(nodes[name].message), nodes[name].message
        assert project.rows(f"select * from {{iceberg}}.{name}") == [(1, 1)]
    nodes = run(3).nodes
    for name in ("counted", "strict"):
        assert nodes[name].adapter_response["kind"] == "incremental", nodes[name].adapter_response
        assert project.rows(f"select * from {{iceberg}}.{name}") == [(0, 1), (1, 2)]
