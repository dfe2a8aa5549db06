"""Random queries over random changes: a result that is refreshed incrementally is what the query returns."""

from __future__ import annotations

import os
import random

import pytest
from pyspark.sql import SparkSession

import view_warehouse
from view_answers import plain
from view_engines import Spark
from view_queries import Queries, Simulation, written

# `make views` runs 1,000 queries and 5 batches of changes each. In `make test`, DuckDB, which is faster, answers most
# of them: tests/unit/test_view_results.py.
QUERIES, BATCHES = int(os.environ.get("QUERIES", "5")), int(os.environ.get("BATCHES", "3"))
SEED = int(os.environ.get("SEED", "0"))
PARTS = [written(file) for file in ("view_queries.sql", "view_subqueries.sql")]
WRITTEN = [sql for parts in PARTS for part in parts for sql in part]
KEPT_UP, FULL = ({plain(sql) for parts in PARTS for sql in parts[number]} for number in (0, 1))

# What DuckDB does in another way, or not at all.
OF_SPARK = [
    "select * from (select k, g, v, n from r) pivot (count(v) as c, max(n) as m for g in (1 as one, 2))",
    "select * from (select g, v from r) pivot (count(*) as c, avg(v) for g in ('1', null))",
    "select * from (select k, g, max(n) as n from r group by k, g) "
    "pivot (last_value(n) ignore nulls as l, array_sort(collect_set(n)) as c for g in (1, 2))",
    "select * from r as t unpivot exclude nulls ((x, y) for name in ((t.K, v) as `a'b`, (g, k)))",
    "with t as (select k, named_struct('a', g, 'B', named_struct('c', v)) as x from r) select t.x.*, t.x.b.*, k from t",
    "with q as (select v, n, k from r) select q.*, t.w from q left join (select w, k from s) as t using (k)",
    "select b.*, a.v from (select v, g, k from r) as a natural join (select n, k from r) as b",
]


@pytest.mark.parametrize("first", range(0, QUERIES, 20))
def test_incremental_results_are_those_of_the_query(spark: SparkSession, first: int) -> None:
    simulation = Simulation(Spark(spark.newSession()))
    different = []
    seeds = range(first, min(first + 20, QUERIES))
    for seed in seeds:
        chance = random.Random(SEED + seed)
        sql, _ = Queries(chance, ties=False, rare=False).query(chance.choice([1, 2, 2, 3]))
        different += simulation.differences(sql, chance, batches=BATCHES)
    for sql in OF_SPARK if not first else ():
        different += simulation.differences(sql, random.Random(0), batches=2)
    assert not different and not set(OF_SPARK) & set(simulation.full)
    assert sum(simulation.kinds.values()) >= 0.8 * len(seeds), simulation.full


@pytest.mark.extended
@pytest.mark.parametrize("first", range(0, len(WRITTEN), 20))
def test_each_part_of_sql_is_incremental_or_a_full_refresh(spark: SparkSession, first: int) -> None:
    simulation = Simulation(Spark(spark.newSession()))
    different = []
    queries = WRITTEN[first : first + 20]
    for sql in queries:
        different += simulation.differences(sql, random.Random(sql), batches=BATCHES)
    assert not different
    given = {plain(sql) for sql in queries}
    assert given & FULL <= set(simulation.full) <= given - KEPT_UP


@pytest.mark.extended
@pytest.mark.parametrize("sql", view_warehouse.VIEWS)
def test_views_of_a_warehouse_are_refreshed_incrementally(spark: SparkSession, sql: str) -> None:
    simulation = Simulation(Spark(spark.newSession()), tables=view_warehouse.TABLES)
    assert not simulation.differences(sql, random.Random(sql), batches=BATCHES)
    assert not simulation.full


KEY_TYPES = {"x": "k int, g int, v int", "y": "b varchar(4), w int"}
OF_KEY_TYPES = written("view_key_types.sql")[0]


@pytest.mark.parametrize(
    ("ansi", "queries"),
    [
        ("false", OF_KEY_TYPES[:1] + [sql for sql in OF_KEY_TYPES if "min(v)" in sql or "v = 3" in sql]),
        *(pytest.param(ansi, OF_KEY_TYPES, marks=pytest.mark.extended) for ansi in ("false", "true")),
    ],
)
def test_numbers_are_compared_with_texts(spark: SparkSession, ansi: str, queries: list[str]) -> None:
    session = spark.newSession()
    session.conf.set("spark.sql.ansi.enabled", ansi)
    simulation, different = Simulation(Spark(session), tables=KEY_TYPES), []
    for sql in queries:
        different += [found for seed in range(3) for found in simulation.differences(sql, random.Random(seed), 4)]
    assert not different
    assert not simulation.full
