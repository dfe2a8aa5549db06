"""Each operator of a view over each other, while whole tables come and go, with nulls and equal rows."""

from __future__ import annotations

import itertools
import os
import random
from typing import Any

import pytest

from duckdb_views import DuckDB
from view_engines import Row
from view_queries import TABLES, Simulation, differences, random_row

# `make views` takes each; a number takes every so many.
EVERY = int(os.environ.get("EVERY_PAIR", "500"))
SEED = os.environ.get("SEED", "")
TODAY = "datediff(current_date(), date '2024-01-01')"
OPERATORS = {
    "filter": "select a, b, c from {0} as q where b > 1 or c is null",
    "moving filter": f"select a, b, c from {{0}} as q where not (b between {TODAY} - 1 and c) or a = {TODAY}",
    "project": "select b as a, coalesce(a, 7) as b, (a + c) % 4 as c from {0} as q",
    "distinct": "select distinct a, b, a as c from {0} as q",
    "group": "select a, count(*) as b, sum(c) as c from {0} as q group by a",
    "group with having": "select a, max(b) as b, count(distinct c) as c from {0} as q group by a having count(c) > 1",
    "moving having": f"select a, b, count(c) as c from {{0}} as q group by a, b having count(*) <> {TODAY} - 1",
    "total": "select count(b) as a, min(c) as b, sum(a) as c from {0} as q",
    "grouping sets": "select a, b, count(*) as c from {0} as q group by grouping sets ((a, b), (b))",
    "pivot": "select a, x as b, y as c from (select * from {0} as q) pivot (sum(c) for b in (1 as x, null as y))",
    "unpivot": "select a, x as b, if(n = 'b', 0, 1) as c from (select * from {0} as q) unpivot (x for n in (b, c))",
    "struct": "select x.*, a as c from (select a, named_struct('a', b, 'b', c) as x from {0} as q) as z",
    "join": "select q.a, s.w as b, q.c from {0} as q join s on q.a = s.k",
    "join of nulls": "select q.a, s.w as b, q.c from {0} as q join s on q.a <=> s.k and q.b >= s.h",
    "self join": "select q.a, o.b, q.c from {0} as q join {0} as o on q.a = o.b",
    "cross join": "select q.a, s.w as b, q.c from {0} as q cross join s where q.b < s.h",
    "left join": "select q.a, s.w as b, q.c from {0} as q left join s on q.a = s.k and s.h > q.c",
    "left join of it": "select s.k as a, q.b, q.c from s left join {0} as q on q.a = s.k",
    "moving left join": f"select q.a, s.w as b, q.c from {{0}} as q left join s on q.a = s.k and s.h <> {TODAY}",
    "full join": "select q.a, s.w as b, s.h as c from {0} as q full join s on q.a = s.k",
    "semi join": "select q.a, q.b, q.c from {0} as q left semi join s on q.a = s.k and q.b <> s.h",
    "anti join": "select q.a, q.b, q.c from {0} as q left anti join s on q.a <=> s.k",
    "in": "select a, b, c from {0} as q where b in (select w from s)",
    "of in": "select k as a, w as b, h as c from s where w in (select q.b from {0} as q where q.a = s.k)",
    "not in": "select a, b, c from {0} as q where b not in (select w from s)",
    "of not in": "select k as a, w as b, h as c from s where w not in (select q.b from {0} as q)",
    "tuple not in": "select a, b, c from {0} as q where (a, b) not in (select k, w from s)",
    "of tuple not in": "select k as a, w as b, h as c from s where (k, w) not in (select q.a, q.b from {0} as q)",
    "four not in": "select a, b, c from {0} as q where (a, b, c, a) not in (select k, w, h, h from s)",
    "of four not in": "select k as a, w as b, h as c from s where (k, w, h, h) not in (select a, b, c, a from {0})",
    "marked four": "select a, b, c from {0} as q where (a, b, c, a) not in (select k, w, h, h from s) or c = 1",
    "marked by less": "select a, b, c from {0} as q where exists (select 1 from s where s.k > q.a) or c = 1",
    "not exists": "select k as a, w as b, h as c from s where not exists (select 1 from {0} as q where q.a = s.k)",
    "scalar": "select k as a, w as b, (select max(q.c) from {0} as q where q.a = s.k) as c from s",
    "count of it": "select k as a, w as b, (select count(q.c) from {0} as q where q.a = s.k) as c from s",
    "compared with all": "select a, b, c from {0} as q where b >= (select avg(o.b) from {0} as o)",
    "marked": "select a, b, c from {0} as q where exists (select 1 from s where s.k = q.a) or c = 1",
    "rank": "select a, b, rank() over (partition by a order by b) as c from {0} as q",
    "first of each": "select a, b, c from {0} as q qualify row_number() over (partition by a order by b, c) = 1",
    "sum so far": "select a, c as b, sum(b) over (partition by a order by b, c) as c from {0} as q",
    "window of all": "select a, b, rank() over (order by b) as c from {0} as q",
    "first of all": "select a, b, c from {0} as q qualify row_number() over (order by b desc, a, c) <= 3",
    "rank of all": "select a, b, c from {0} as q qualify rank() over (order by b desc, c) <= 2",
    "dense rank of all": "select a, d as b, c from (select *, dense_rank() over (order by b) d from {0}) where d < 3",
    "first rows": "select a, b, c from {0} as q order by b desc, a, c limit 3",
    "first rows by another": "select a, b, a as c from {0} as q order by c, a, b limit 2 offset 1",
    "union all": "select a, b, c from {0} as q union all select k, w, h from s",
    "union": "select a, b, c from {0} as q union select k, w, h from s",
    "intersect all": "select a, b, c from {0} as q intersect all select k, w, h from s",
    "except all": "select k as a, w as b, h as c from s except all select a, b, c from {0} as q",
    "except": "select a, b, c from {0} as q except select k, w, h from s",
    "explode": "select q.a, e as b, q.c from {0} as q lateral view outer explode(array(q.a, q.b)) x as e",
    "lateral": "select q.a, m as b, q.c from {0} as q left join lateral (select max(w) m from s where k = q.a) on true",
    "values": "select t.a, q.b, t.c from (values (1, 2), (null, 3)) as t(a, c) join {0} as q on q.a <=> t.a",
}  # fmt: skip
PAIRS = list(itertools.product(OPERATORS, OPERATORS))[::EVERY]


class Wild(Simulation):
    """A simulation in which tables become empty, are filled again, and have rows twice."""

    def _change(self, chance: random.Random, name: str, data: dict[str, list[Row]]) -> str | None:
        pick, before = chance.random(), list(data[name])
        if pick > 0.5:
            return super()._change(chance, name, data)
        if pick < 0.15:
            data[name].clear()
        elif pick < 0.3:
            data[name] += [random_row(chance, name) for _ in range(6)]
        else:
            data[name] += before[:3]
        changes: list[Any] = differences(before, data[name])
        self._table(name, data[name], TABLES[name])
        if changes:
            self._table(f"changes_{name}", changes, f"{TABLES[name]}, _w bigint")
        return f"changes_{name}" if changes else None


def query(outer: str, inner: str) -> str:
    """An operator over another one, over a table."""
    first = OPERATORS[inner].format("(select k as a, g as b, v as c from r)")
    return OPERATORS[outer].format(f"({first})")


@pytest.mark.parametrize("first", range(0, len(PAIRS), 50))
def test_an_operator_over_each_other_one(first: int) -> None:
    simulation, different = Wild(DuckDB()), []
    for outer, inner in PAIRS[first : first + 50]:
        different += simulation.differences(query(outer, inner), random.Random(f"{outer} {inner}{SEED}"), 4)
    assert not different
    assert set(simulation.full.values()) <= {"the query has a window without PARTITION BY"}
