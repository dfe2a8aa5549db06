"""Hints that Spark must follow: seen in its plans and in what it reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from harness import call

JOINS = {
    "BROADCAST": "BroadcastHashJoin",
    "merge": "SortMergeJoin",
    "Shuffle_Hash": "ShuffledHashJoin",
    "SHUFFLE_REPLICATE_NL": "CartesianProduct",
}
EXCHANGES = {
    ("REPARTITION", 7): "RoundRobinPartitioning(7)",
    ("REPARTITION", (7, "id")): "hashpartitioning(id",
    ("REPARTITION_BY_RANGE", ("id",)): "rangepartitioning(id",
    ("REBALANCE", None): "REBALANCE_PARTITIONS_BY_NONE",
    ("COALESCE", 1): "Coalesce 1",
}


@pytest.fixture(autouse=True)
def defaults(spark: SparkSession) -> Iterator[None]:
    """Spark follows REBALANCE in adaptive execution only, and moves rows where there are several partitions."""
    settings = {"spark.sql.adaptive.enabled": "true", "spark.sql.shuffle.partitions": "5"}
    before = {name: spark.conf.get(name) for name in settings}
    for name, value in settings.items():
        spark.conf.set(name, value)
    yield
    for name, value in before.items():
        spark.conf.set(name, value)


def plan(spark: SparkSession, sql: str) -> str:
    return spark.sql(sql)._jdf.queryExecution().executedPlan().toString()


@pytest.mark.parametrize("name", JOINS)
def test_a_join_hint_reaches_the_join_around_it(spark: SparkSession, name: str) -> None:
    hinted = call("hint", "select id from range(1000000000)", name)
    assert JOINS[name] in plan(spark, f"select * from range(1000000000) as l join {hinted} as r on l.id = r.id")


@pytest.mark.parametrize(("name", "options"), EXCHANGES)
def test_a_partition_hint_moves_the_rows(spark: SparkSession, name: str, options: object) -> None:
    sql = call("hint", "select id from range(0, 100, 1, 3)", name, options)
    assert EXCHANGES[name, options] in plan(spark, f"select * from {sql}")


def test_options_change_one_read(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a;b\n1;2\n")
    spark.sql("create schema if not exists spark_catalog.hints")
    spark.sql("drop table if exists spark_catalog.hints.t")
    spark.sql(f"create table spark_catalog.hints.t (a string, b string) using csv location '{tmp_path}'")
    try:
        sql = call("hint", "spark_catalog.hints.t", "OPTIONS", {"sep": ";", "header": "true"})
        assert [tuple(row) for row in spark.sql(f"select * from {sql}").collect()] == [("1", "2")]
        assert spark.table("spark_catalog.hints.t").count() == 2
    finally:
        spark.sql("drop table spark_catalog.hints.t")
