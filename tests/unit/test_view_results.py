"""Results of views that are kept up, computed by DuckDB: random queries, and every kind of subquery and window."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
import view_queries
from duckdb_views import DuckDB
from view_queries import Queries, Simulation

# `make views` runs more.
QUERIES, BATCHES = int(os.environ.get("QUERIES", "24")), int(os.environ.get("BATCHES", "3"))
WRITTEN = (Path(view_queries.__file__).with_name("view_subqueries.sql")).read_text().splitlines()[1:]
FULL = next(number for number, line in enumerate(WRITTEN) if line.startswith("--"))


@pytest.mark.parametrize("first", range(0, QUERIES, 12))
def test_random_results_are_those_of_the_query(first: int) -> None:
    simulation, different = Simulation(DuckDB()), []
    for seed in range(first, min(first + 12, QUERIES)):
        chance = random.Random(seed)
        sql, _ = Queries(chance).query(chance.choice([1, 2, 2, 3]))
        different += simulation.differences(sql, chance, BATCHES)
    assert not different
    assert sum(simulation.kinds.values()) >= 6, simulation.full


@pytest.mark.parametrize("sql", WRITTEN[:FULL])
def test_subqueries_and_windows_are_kept_up(sql: str) -> None:
    simulation = Simulation(DuckDB())
    assert not simulation.differences(sql, random.Random(sql), min(BATCHES, 2))
    assert not simulation.full


@pytest.mark.parametrize("sql", WRITTEN[FULL + 1 :])
def test_what_is_not_certain_is_refreshed_in_full(sql: str) -> None:
    simulation = Simulation(DuckDB())
    assert not simulation.differences(sql, random.Random(sql), min(BATCHES, 2))
    assert simulation.full
