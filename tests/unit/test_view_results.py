"""Incremental results of views, computed by DuckDB: random queries, and every kind of subquery and window."""

from __future__ import annotations

import os
import random
import re
from contextlib import suppress

import pytest
from dbt.adapters.tablestore.views.operators import stored_groups

import view_warehouse
from duckdb_views import DuckDB, FaultOfDuckDBError
from scripted_views import Scripted
from view_queries import Queries, Simulation, written

# `make views` runs more.
QUERIES, BATCHES = int(os.environ.get("QUERIES", "24")), int(os.environ.get("BATCHES", "3"))
SEED = int(os.environ.get("SEED", "0"))
KEPT_UP, FULL, WHOLE, UNORDERED = written("view_subqueries.sql")

GROUPS = (
    # two levels of aggregates
    "select v, max(total) as most from (select k, v, sum(g) as total from r group by k, v) group by v",
    "select total, count(*) as c from (select n, sum(v) as total, count(v) as c from r group by n) group by total",
    "select sum(a) as a from (select avg(v) as a, k from r group by k)",
    "select d, max(x) as x from (select h as d, sum(g) as x, avg(g) as y from u group by h) group by d",
    "select count(*) as c from (select distinct k, n from r)",
    # joins with groups, whose other side changes too
    "select r.*, t.total from r left join (select g, sum(h) as total from u group by g) t on t.g = r.g",
    "select r.k, t.c, t.total from r join (select k, count(*) as c, sum(w) as total from s group by k) t on t.k = r.k",
    "select k, v from r where v > (select avg(w) from s where s.k = r.k)",
    "select r.k, t.c from r right join (select k, count(a) as c from s group by k) t on t.k <=> r.k",
    # the smallest and largest values, which go and come back
    "select v, max(a) as a, sum(b) as b, count(c) as c from (select k, v, min(n) as a, max(g) as b, sum(g) as c from r "
    "group by k, v) group by v",
    "select k, v from r where v >= (select max(w) from s where s.k = r.k)",
    "select k, v from r where v > (select min(w) from s)",
    "select a, count(*) as n from (select g, min(h) filter (where h > 1) as a from u group by g) group by a",
    "select r.k, t.a, t.b from r left join (select k, max(w) as a, min(w) as b from s group by k) t on t.k = r.k",
    "with t as (select k, max(v) as m from r group by k) select a.k, b.k as l from t a join t b on a.m = b.m + 1",
    "select g, max(m) as m from (select r.k, g, min(s.w) as m from r join s on s.k = r.k group by r.k, g) group by g",
    # one group: of all rows
    "select k, v from r where v >= (select avg(w) from s)",
    "select k, v, (select count(*) from s) as c, (select sum(h) from u) as x from r",
    "select max(t) as t from (select sum(v) as t from r union all select count(w) from s)",
    # groups of joins, and the same groups in two places
    "select g, max(c) as c from (select r.k, g, count(*) as c from r join s on s.k = r.k group by r.k, g) group by g",
    "with t as (select k, sum(v) as total from r group by k) select * from t where total = (select max(total) from t)",
    "with t as (select g, count(*) as c from r group by g) select a.g, b.g as h from t a join t b on a.c = b.c + 1",
    # groups without rows, of a condition, and with a name that has to be quoted
    "select k, sum(c) as c from (select k, n, count(v) filter (where v > 1) as c from r group by k, n) group by k",
    "select max(`a b`) as m from (select n as `a b`, sum(v) as `_group_rows 1` from r group by n)",
)
"""Queries with groups that can be stored."""


@pytest.fixture(autouse=True)
def _groups_of_few_rows_are_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_groups, "_ROWS_PER_GROUP", 1)


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


@pytest.mark.parametrize("sql", GROUPS)
def test_groups_below_other_operators_follow_from_those_that_are_stored(sql: str) -> None:
    simulation, chance = Simulation(DuckDB(), stores_groups=True), random.Random(sql)
    assert not [different for _ in range(3) for different in simulation.differences(sql, chance, 6)]
    assert not simulation.full
    assert simulation.groups["computed"] and simulation.groups["updated"], simulation.groups
    assert not simulation.groups["given up"], simulation.groups


def test_values_that_were_in_no_row_are_not_the_largest_of_a_stored_group() -> None:
    sql = "select n, max(w) as m, min(w) as o from r join s on s.k = r.k group by n"
    chance, ids = random.Random(0), range(3)
    r = [[(id, chance.randrange(3), chance.choice("ab")) for id in ids] for _ in range(9)]
    s = [[(k, chance.randrange(9)) for k in ids] for _ in range(9)]
    # the changes of both sides, joined, have pairs of a changed row with the other's row of before
    simulation = Scripted(stores_groups=True, r=("id int, k int, n string", r), s=("k int, w int", s))
    assert not simulation.differences(f"select m, o, count(*) as c from ({sql}) group by m, o", chance, 8)
    assert not simulation.full and simulation.groups["updated"] > 4, simulation.groups


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


@pytest.mark.parametrize("call", ["avg(b)", "avg(n)", "sum(n)", "sum(x)", "approx_percentile(v, 0.5)", "stddev(v)"])
def test_values_that_depend_on_the_order_of_rows_are_not_computed_twice(call: str) -> None:
    """Spark adds numbers of these types as floating-point numbers, or approximates."""
    simulation = Scripted(r=("k int, v int, b bigint, n string, x double", [[(1, 1, 1, "1", 1.0)], []]))
    sql = "select m, count(distinct k) as c from (select k, {} as m from r group by k) group by m"
    assert not simulation.differences(sql.format(call), random.Random(0), 1)
    assert re.search("order of rows", *simulation.full.values())
    exact = Scripted(r=("k int, v int, b bigint", [[(1, 1, 1)], [(1, 2, 1)]]))
    assert not exact.differences(sql.format("avg(v) + sum(b)"), random.Random(0), 1) and not exact.full
    groups = "select k, v, count(*) as c from r group by k, v"
    counts = f"select a, count(*) as n from (select k, avg(c) as a from ({groups}) where c > 0 group by k) group by a"
    exact = Scripted(r=("k int, v int, b bigint", [[(1, 1, 1), (1, 1, 2)], [(1, 2, 1), (1, 1, 3)]]))
    assert not exact.differences(counts, random.Random(0), 1) and not exact.full


SIGNED = (
    "select s.id, r.n from s left join r on cast(s.d as string) like r.n",
    "select s.id, r.n from r full join s on cast(s.d as string) like r.n",
    "select s.id from s left semi join r on cast(s.d as string) like r.n",
    "select s.id from s left anti join r on cast(s.d as string) like r.n",
    "select s.id from s where (s.id, 1) not in (select r.id, r.k from r where cast(r.d as string) like s.n)",
)


@pytest.mark.parametrize("sql", SIGNED)
def test_zeros_keep_their_signs_in_conditions(sql: str) -> None:
    """-0.0 is equal to 0.0, and another text."""
    plain, signed = (2, 0.0, "%"), (3, -0.0, "-%")
    one, more = [(9, 1, -0.0, "-%")], [(9, 1, 0.0, "-%"), (2, 1, 0.0, "a"), (2, 1, -0.0, "b"), (3, 1, -0.0, "c")]
    simulation = Scripted(
        s=(
            "id int, d double, n string",
            [[(1, 1.5, "x")], [plain, signed], [plain], [signed, plain, signed], [signed]],
        ),
        r=("id int, k int, d double, n string", [one, one, more, more, one]),
    )
    assert not simulation.differences(sql, random.Random(0), 4)
    assert not simulation.full


def test_what_a_query_of_several_answers_cannot_give_is_a_difference() -> None:
    allowed, others = ("max(v)|in v", "any_value(n)|in n"), ("max(v) + 9|in v", "max(n)|in k", "max(v)|min(v)")
    for answers in (*allowed, *others):
        sql = f"select k, <<{answers}>> as a from r group by k"
        assert bool(Simulation(DuckDB()).differences(sql, random.Random(2), 2)) == (answers in others), answers
