"""Statements themselves: functions, Python models, errors, cancelling, sessions."""

import datetime as dt
import threading
import time
from decimal import Decimal

import pytest
from dbt.adapters.tablestore.connections import TablestoreConnectionManager
from dbt.adapters.tablestore.spark.interrupts import StoppedRunError
from dbt.adapters.tablestore.spark.sessions.embedded import EmbeddedSession

from spark_settings import open_session


@pytest.fixture
def handle(spark, warehouse):
    handle = EmbeddedSession(open_session(warehouse))
    yield handle
    handle.close()


def test_functions(project):
    project.write("functions/plus.sql", "x + y")
    project.write(
        "functions/f.yml",
        """
        functions:
          - name: plus
            config: {database: spark_catalog, volatility: deterministic}
            arguments: [{name: x, data_type: int}, {name: y, data_type: int, default_value: '10'}]
            returns: {data_type: int}
        """,
    )
    project.write("models/m.sql", "{{ config(materialized='table') }} select {{ function('plus') }}(1) as n")
    project.write("models/v.sql", "{{ config(database='spark_catalog') }} select {{ function('plus') }}(1, 2) as n")
    project.succeed("build")
    assert project.ordered("select n from {iceberg}.m") == [(11,)]
    assert project.shown("select n from {{ ref('v') }}") == [(3,)]


def test_temporary_function_text(handle):
    cursor = handle.cursor()
    cursor.execute("/* why */ create or replace temporary function twice(x int) returns int return x * 2;")
    cursor.execute("select twice(21)")
    assert [tuple(row) for row in cursor.fetchall()] == [(42,)]


def test_python_model(project, format, place):
    project.write(
        "models/p.py",
        f"""
        def model(dbt, spark):
            dbt.config(materialized="incremental", unique_key="id", file_format="{format}")
            frame = spark.range(3)
            if dbt.is_incremental:
                frame = frame.union(spark.sql(f"select max(id) + 1 from {{dbt.this}}"))
            return frame
        """,
    )
    for _ in range(2):
        project.succeed("run")
    assert project.ordered(f"select count(*), max(id) from {place}.p") == [(4, 3)]


def test_errors_are_one_message(project):
    """Delta's own error classes, a runtime error, and a syntax error, as Spark words them and no stack trace."""
    project.write(
        "models/d.sql",
        """
        {{ config(materialized='table', file_format='delta', post_hook=[
            "merge into {{ this }} t using (select 1 as other) s on t.id = s.nothere when matched then delete"]) }}
        select 1 as id
        """,
    )
    project.write("models/r.sql", "{{ config(materialized='table') }} select cast('abc' as int) as n")
    project.write("models/s.sql", "{{ config(materialized='table') }} select (1")
    nodes = project.fail("run").nodes
    assert "nothere" in nodes["d"].message
    assert "CAST_INVALID_INPUT" in nodes["r"].message
    assert "PARSE_SYNTAX_ERROR" in nodes["s"].message
    for node in nodes.values():
        assert "INTERNAL_ERROR" not in node.message
        assert "\tat " not in node.message


def test_cancel_stops_the_jobs(handle):
    outcome = []

    def work():
        try:
            # Of the greater side Spark looks for a cancellation every thousand rows, so their work has to be small.
            handle.spark.sql(
                "select sum(a.id * b.id % 7) from range(1000) a cross join range(1000000000000) b"
            ).collect()
        except Exception as error:
            outcome.append(str(error))

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(3)
    handle.cancel()
    thread.join(30)
    assert not thread.is_alive()
    assert "cancel" in outcome[0].lower()
    with pytest.raises(StoppedRunError), handle.cursor() as cursor:
        cursor.execute("select 1")


def test_cursor(handle):
    cursor = handle.cursor()
    cursor.execute("select id, cast(id as string) as s from range(10)")
    assert [(column[0], column[1]) for column in cursor.description] == [("id", "bigint"), ("s", "string")]
    assert len(cursor.fetchmany(3)) == 3
    assert cursor.fetchone()[0] == 0
    assert len(cursor.fetchall()) == 10
    with pytest.raises(ZeroDivisionError), handle.cursor():
        _ = 1 / 0


def test_one_session_per_connection_on_one_spark(warehouse, handle):
    other = open_session(warehouse)
    assert other.sparkContext is handle.spark.sparkContext
    handle.cursor().execute("create temporary view mine as select 1 as id")
    assert other.catalog.tableExists("mine") is False
    assert handle.spark.conf.get("spark.sql.ansi.enabled") == "true"
    assert handle.spark.conf.get("spark.sql.session.timeZone") == "UTC"


def test_literals_come_back(handle):
    values = [None, True, 7, 12345678901234567890, 1.5, Decimal("1.10"), "it's \\ \n", dt.date(2026, 1, 2)]
    values += [dt.datetime(2026, 1, 2, 3, 4, 5), b"\x00'\xff", b""]
    cursor = handle.cursor()
    cursor.execute("select " + ", ".join(["%s"] * len(values)), values)
    assert list(cursor.fetchall()[0]) == values


def test_keyed_metrics_become_the_response(handle):
    cursor = handle.cursor()
    cursor.execute("select 3 as rows_inserted, 2 as rows_updated, 0 as rows_deleted, 4 as rows_ignored_late")
    response = TablestoreConnectionManager.get_response(cursor)
    assert str(response) == "OK 3 inserted, 2 updated, 4 late"
    assert response.to_dict()["rows_affected"] == 5
    cursor.execute("select 3 as rows_inserted, 0 as rows_ignored_late, 4 as rows_ignored")
    assert str(TablestoreConnectionManager.get_response(cursor)) == "OK 3 inserted, 4 ignored"
    cursor.execute("select 1 as id")
    assert str(TablestoreConnectionManager.get_response(cursor)) == "OK"
