"""The server for Thrift and Spark Connect has both table formats, and its workers have no dbt."""

from __future__ import annotations

import subprocess
import sys

import pytest

STATEMENTS = {
    "create schema lake.main": [],
    "create table lake.main.orders using iceberg as select 1 as id": [],
    "select * from main.orders": [(1,)],
    "create schema spark_catalog.main": [],
    "create table spark_catalog.main.orders using delta as select 2 as id": [],
    "select * from spark_catalog.main.orders": [(2,)],
}
CONNECT = """
import importlib.util, sys
from pyspark.sql import SparkSession
from pyspark.sql.functions import udf

spark = SparkSession.builder.remote(sys.argv[1]).create()
has_dbt = udf(lambda _: importlib.util.find_spec("dbt") is not None, "boolean")
print(spark.table("main.orders").select("id", has_dbt("id")).collect())
"""


@pytest.mark.extended
def test_thrift_and_connect(spark_server: dict[str, str]) -> None:
    from pyhive import hive  # installed by `make cluster` only

    with hive.connect(spark_server["SPARK_HOST"], int(spark_server["THRIFT_PORT"])) as connection:
        cursor = connection.cursor()
        for sql, rows in STATEMENTS.items():
            cursor.execute(sql)
            assert (cursor.fetchall() if sql.startswith("select") else []) == rows, sql
    # In a process of its own, because a test process may have the other kind of session.
    connect = [sys.executable, "-c", CONNECT, spark_server["SPARK_REMOTE_URL"]]
    done = subprocess.run(connect, capture_output=True, text=True, timeout=120)
    assert done.stdout.startswith("[Row(id=1, ") and "False" in done.stdout, done.stdout + done.stderr[-2000:]
