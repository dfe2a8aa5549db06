"""Expressions that the planner moves into other expressions: `v + 1` in the place of `x` in `x * 2`."""

from __future__ import annotations

import random

import pytest

from scripted_views import Scripted

# Those whose operators bind least, and those that begin or end with a word; and, extended, one of each operator.
NUMBERS = {False: ["v - g", "case when v > 1 then g end - 1"], True: ["-v", "v & 6", "v | g", "v % 3 + k", "v * 2"]}
CONDITIONS = {False: ["k > 1 or g > 1", "not k > 1"], True: ["k > 1 and g > 1", "g is null", "k in (1, g)", "g <=> k"]}
EXTENDED = pytest.mark.parametrize("extended", [False, pytest.param(True, marks=pytest.mark.extended)])
OF_NUMBERS = (
    "select k, sum({x}) as s, avg({x}) as a, count({x}) as c, min({x}) as m, max({x}) as n from r group by k",
    "select sum({x}) as s, avg({x}) as a, sum({x}) filter (where g > 0) as f from r",
    "select s, a, count(*) as n from (select k, sum({x}) as s, avg({x}) as a from r group by k) group by s, a",
    "select k, g, sum({x}) as s from r group by grouping sets ((k), (k, g))",
    "select k, y * 2 as z, y - y * 2 as w, 1 - y as u, -y as m from (select k, {x} as y from r)",
    "select -y as m, 1 - y as u, c * y as w from (select {x} as y, count(*) as c from r group by {x}) where 1 - y < 4",
    "select k, 9 - y * 2 as z, -y as m from (select k, max({x}) - 1 as y from r group by k) where 2 * y > 1",
    "select k, {x} as y from r order by y * g, 1 - y, k, v, g limit 3",
    "select k, {x} as y from (select k, v, g from r order by k, v, g limit 4) order by 1 - y * 2, k, v, g limit 3",
    "select k, v from r where v > (select sum({x}) - max({x}) from r as q where q.k = r.k)",
    "select k, v, 2 * (select sum({x}) - 1 from r as q where q.k = r.k) as s from r",
    "select k, v from r where v - 1 <= (select max({x}) - 1 from r)",
    "select k, v, sum({x}) over (partition by k) * 2 as s, rank() over (partition by k order by {x}) as p from r",
    "select a.k, b.v from (select k, {x} as y from r) a left join (select v, {x} as y from r) b on a.y * 2 = b.y * 2",
    "select a.k, b.k as j from (select k, {x} as y from r) a full join (select k, {x} as y from r) b on 1 - a.y = b.y",
    "select k, v from r where {x} in (select {x} from r where k > 1)",
    "select k, v from r where {x} not in (select {x} from r as q where q.k <> r.k)",
    "select distinct y * 2 as z from (select {x} as y from r union all select k from r)",
    "select k, g from r group by k, g having 2 * max({x}) - 1 > 5 or count(*) > 2",
)
OF_CONDITIONS = (
    "select k, count({x}) as c, count_if({x}) as d, sum(v) filter (where {x}) as f, max(v) as m from r group by k",
    "select c, count(*) as n from (select k, count({x}) as c from r group by k) group by c",
    "select k, g, not f as n, f is null as u, f = true as t, f and v > 1 as a from (select k, g, v, {x} as f from r)",
    "select k, g, not f as n, f is null as u, f = true as t, f and c > 1 as a from (select k, g, {x} as f, "
    "count(*) as c from r group by k, g)",
    "select k, g from (select k, g, {x} as f, count(*) as c from r group by k, g) where not f",
    "select k, not f as n, f is null as u from (select k, max({x}) and min(v) > 0 as f from r group by k)",
    "select k, {x} as f from r order by not f, f and g > 0, k, v, g limit 3",
    "select a.k, b.v from (select k, {x} as f from r) a left join (select v, {x} as f from r) b on not a.f and b.f",
    "select a.k, b.v from r as a full join (select v, {x} as f from r) b on a.v = b.v and not b.f",
    "select k, v from r where ({x}) in (select v > 3 or g > 2 from r)",
    "select k, v from r where not exists (select 1 from (select k as j, {x} as f from r) where not f and j = k)",
    "select k, not (select max({x}) or min(v) > 0 from r as q where q.k = r.k) as n from r",
    "select not f as n, count(*) as c from (select {x} as f from r) group by not f",
    "select k, v, row_number() over (partition by not f order by k, v, g) as p from (select k, v, g, {x} as f from r)",
)
# Rows come and go, some of them twice; nulls, too.
FIRST = [(1, 1, 5), (1, 2, 7), (2, 1, 6), (2, 3, 0), (0, 0, 0), (None, 2, 1), (5, 9, 1)]
ROWS = [FIRST, FIRST[1:], [*FIRST, FIRST[1], (3, 3, 3), (1, None, None)], FIRST[2:], [(1, 2, 8), *FIRST[3:]], []]


def differences(sql: str) -> list[str]:
    simulation = Scripted(r=("k int, g int, v int", [list(rows) for rows in ROWS]))
    found = simulation.differences(sql, random.Random(0), len(ROWS) - 1)
    return found or list(simulation.full.values())


@EXTENDED
@pytest.mark.parametrize("sql", OF_NUMBERS)
def test_a_number_in_another_expression(sql: str, extended: bool) -> None:
    assert {x: found for x in NUMBERS[extended] if (found := differences(sql.format(x=x)))} == {}


@EXTENDED
@pytest.mark.parametrize("sql", OF_CONDITIONS)
def test_a_condition_in_another_expression(sql: str, extended: bool) -> None:
    assert {x: found for x in CONDITIONS[extended] if (found := differences(sql.format(x=x)))} == {}


OF_LITERALS = (
    "select k, count(case when n = '1' then 1 end) as a, count(case when n = 1 then 1 end) as b from r group by k",
    "select k, max(coalesce(n, 'null')) as a, max(coalesce(n, null)) as b, count(n) as c from r group by k",
    "select n = '1' as a, n = 1 as b, count(*) as c from r group by n = '1', n = 1",
    "select k, max(case when n = '1' then 1 end) over (partition by k) as a, max(case when n = 1 then 1 end) over "
    "(partition by k) as b from r",
)


@pytest.mark.parametrize("sql", OF_LITERALS)
def test_a_string_is_another_expression_than_a_word(sql: str) -> None:
    rows = [[(1, "1"), (1, "01"), (2, "2"), (2, None)], [(1, "01"), (2, None)], [(1, "1"), (1, "001"), (2, "1")], []]
    simulation = Scripted(r=("k int, n string", rows))
    assert not simulation.differences(sql, random.Random(0), len(rows) - 1) and not simulation.full
