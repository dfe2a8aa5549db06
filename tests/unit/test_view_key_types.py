"""Keys of two types: a value of one can be equal to several of the other, which are not equal to each other."""

from __future__ import annotations

import random

import pytest
from dbt.adapters.tablestore.views.building.key_types import are_equal_alike
from duckdb_views import DuckDB
from view_queries import Simulation, written

TABLES = {"x": "k double, g int, v int", "y": "b bigint, w int"}
INCREMENTAL, FULL = written("view_key_types.sql")


@pytest.mark.parametrize("first", [TABLES, {"x": "k bigint, g int, v int", "y": "b double, w int"}], ids=["x", "y"])
@pytest.mark.parametrize("sql", INCREMENTAL)
def test_views_are_refreshed_incrementally(sql: str, first: dict[str, str]) -> None:
    simulation = Simulation(DuckDB(), tables=first)
    for seed in range(8):
        assert not simulation.differences(sql, random.Random(seed), 4)
    assert not simulation.full


@pytest.mark.parametrize("sql", FULL)
def test_groups_of_one_key_need_one_type(sql: str) -> None:
    simulation = Simulation(DuckDB(), tables=TABLES)
    for seed in range(8):
        assert not simulation.differences(sql, random.Random(seed), 4)
    assert "of types bigint and double" in simulation.full[sql]


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("int", "INT", True),
        ("tinyint", "bigint", True),
        ("bigint", "decimal(20,0)", True),
        ("bigint", "decimal(30,18)", True),
        ("bigint", "decimal(38,20)", False),
        ("decimal(38,0)", "decimal(38,18)", False),
        ("decimal(10,2)", "decimal(12,4)", True),
        ("string", "varchar(10)", True),
        ("string", "string collate UTF8_LCASE", False),
        ("float", "double", True),
        ("bigint", "double", False),
        ("int", "float", False),
        ("decimal(4,2)", "double", False),
        ("int", "string", False),
        ("date", "timestamp", True),
        ("date", "string", False),
        ("timestamp", "timestamp_ntz", False),
        ("void", "string", True),
        ("array<int>", "array<bigint>", False),
    ],
)
def test_conversions_that_keep_values_apart(one: str, other: str, alike: bool) -> None:
    assert are_equal_alike(one, other) is are_equal_alike(other, one) is alike
