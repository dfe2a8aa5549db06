"""Incremental results of views, computed by DuckDB: random queries, and every kind of subquery and window."""

from __future__ import annotations

import os
import random
import re
from contextlib import suppress

import pytest
import view_warehouse
from duckdb_views import DuckDB, FaultOfDuckDBError
from view_queries import Queries, Simulation, written

# `make views` runs more.
QUERIES, BATCHES = int(os.environ.get("QUERIES", "24")), int(os.environ.get("BATCHES", "3"))
SEED = int(os.environ.get("SEED", "0"))
KEPT_UP, FULL, WHOLE, UNORDERED = written("view_subqueries.sql")


@pytest.mark.parametrize("first", range(0, QUERIES, 12))
def test_random_results_are_those_of_the_query(first: int) -> None:
    simulation, different = Simulation(DuckDB()), []
    seeds = range(first, min(first + 12, QUERIES))
    for seed in seeds:
        chance = random.Random(SEED + seed)
        sql, _ = Queries(chance).query(chance.choice([1, 2, 2, 3]))
        with suppress(FaultOfDuckDBError):
            different += simulation.differences(sql, chance, BATCHES)
    assert not different
    assert sum(simulation.kinds.values()) >= len(seeds) // 2, simulation.full


@pytest.mark.parametrize("sql", KEPT_UP)
def test_subqueries_and_windows_are_refreshed_incrementally(sql: str) -> None:
    simulation = Simulation(DuckDB())
    assert not simulation.differences(sql, random.Random(sql), min(BATCHES, 2))
    assert not simulation.full


@pytest.mark.parametrize("sql", view_warehouse.VIEWS)
def test_views_of_a_warehouse_are_refreshed_incrementally(sql: str) -> None:
    simulation = Simulation(DuckDB(), tables=view_warehouse.TABLES)
    for seed in range(max(1, QUERIES // 50)):
        assert not simulation.differences(sql, random.Random(SEED + seed), 4)
    assert not simulation.full


@pytest.mark.parametrize("sql", FULL)
def test_what_is_not_certain_is_refreshed_in_full(sql: str) -> None:
    simulation = Simulation(DuckDB())
    assert not simulation.differences(sql, random.Random(sql), min(BATCHES, 2))
    assert simulation.full


@pytest.mark.parametrize("sql", WHOLE)
def test_queries_that_are_evaluated_as_a_whole_give_the_same_rows(sql: str) -> None:
    simulation = Simulation(DuckDB(), unchanged="ru")
    assert not simulation.differences(sql, random.Random(sql), 4)
    assert not simulation.full


@pytest.mark.parametrize("sql", UNORDERED)
def test_queries_that_are_evaluated_as_a_whole_have_an_order(sql: str) -> None:
    simulation = Simulation(DuckDB(), unchanged="ru")
    assert not simulation.differences(sql, random.Random(sql), 1)
    assert re.search("order of|needs an order|OVER", *simulation.full.values())


def test_what_a_query_of_several_answers_cannot_give_is_a_difference() -> None:
    allowed, others = ("max(v)|in v", "any_value(n)|in n"), ("max(v) + 9|in v", "max(n)|in k", "max(v)|min(v)")
    for answers in (*allowed, *others):
        sql = f"select k, <<{answers}>> as a from r group by k"
        assert bool(Simulation(DuckDB()).differences(sql, random.Random(2), 2)) == (answers in others), answers
