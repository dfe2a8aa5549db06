"""Names that mean one thing in one part of a query and another thing elsewhere: common table expressions, and USING."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping

import pytest
from dbt.adapters.tablestore.views import building
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import Functions

from scripted_views import Scripted

R = [[(1, 1), (2, 2), (3, 3)], [(1, 1), (2, 2), (5, 5)], [(1, 3), (4, None), (None, 2)], []]
S = [[(1, 1), (2, 1), (4, 4)], [(1, 2), (2, 3), (3, 4)], [(None, 4), (4, 2)], [(2, 2)]]
Z = [[(3, 1), (4, 2), (7, 7)], [(3, 3), (1, 1)], [(4, 4), (None, 1), (1, 2)], [(2, 1), (7, 2)]]

COMMON = (
    "with {c} as (select k from r where k > 1) select k from {c}",
    "with {c} as (select k from s where k > 1) select r.k from r join {c} on {c}.k = r.k",
    "with {c} as (select k, count(*) as n from s group by k) select r.k, {c}.n from r left join {c} on {c}.k = r.k",
    "select r.k from r where k in (with {c} as (select k from s where w > 1) select k from {c})",
    "with {c} as (select k, v from r), d as (select k from {c} where v > 1) select d.k, z.y from d join z on d.k = z.k",
    "with {c} as (select k from r union all select k from s) select k, count(*) as n from {c} group by k",
    "select k, v from (with {c} as (select k, v from r order by v, k limit 2) select k, v from {c})",
    "with {c} as (select k from r) select k from r where not exists (select 1 from {c} where {c}.k = r.v)",
)
NESTED = (
    "with a as (select k from r) select x.k from (with a as (select k from a where k > 1) select k from a) x"
    " join s on s.k = x.k",
    "with a as (select k from r) select x.k from (with a as (select k from a where k > 1) select * from"
    " (select k from a order by k limit 1 + 0)) x join s on s.k = x.k",
    "with a as (select k, v from r) select s.k, x.p from s join (with a as (select k, v from a where v > 1)"
    " select k, sum(v) over (order by k) as p from a order by p, k offset 0) x on x.k = s.k",
    "with a as (select k, v from r), b as (with a as (select k, v from a where v > 1) select k, v from a)"
    " select a.k, s.w from (select k, v from b order by k, v limit 1 + 1) a join s on a.k = s.k",
)
KINDS = ("", "left ", "right ", "full ")


def results(sql: str) -> tuple[list[str], Mapping[str, str]]:
    """The differences between a view and its query, and why it was refreshed in full."""
    given = {"r": ("k int, v int", R), "s": ("k int, w int", S), "z": ("k int, y int", Z)}
    simulation = Scripted(**{name: (columns, [list(rows) for rows in of]) for name, (columns, of) in given.items()})
    return simulation.differences(sql, random.Random(0), len(R) - 1), simulation.full


@pytest.mark.parametrize("sql", COMMON)
def test_a_common_table_expression_may_have_any_name(sql: str) -> None:
    """Also one that the planner might give to a table."""
    for name in ("t0", "T1"):
        assert results(sql.format(c=name)) == ([], {}), name


@pytest.mark.parametrize("sql", NESTED)
def test_common_table_expressions_with_the_name_of_one_around_them(sql: str) -> None:
    wrong, full = results(sql)
    assert wrong == [] and (not full or "have the name 'a'" in full[sql])


MERGES = (
    "select k, v, w, y from r {first}join s using (k) {second}join z using (k)",
    "select k, v, w, y from (r {first}join s using (k)) {second}join z using (K)",
    "select * from r natural {first}join s natural {second}join z",
)


@pytest.mark.parametrize("form", [MERGES[0], *(pytest.param(form, marks=pytest.mark.extended) for form in MERGES[1:])])
@pytest.mark.parametrize(("first", "second"), list(itertools.product(KINDS, KINDS)))
def test_columns_that_two_joins_merge(first: str, second: str, form: str) -> None:
    """A join after a RIGHT or FULL one compares the merged column, or the view is refreshed in full."""
    sql = form.format(first=first, second=second)
    wrong, full = results(sql)
    assert wrong == [] and bool(full) == (first in ("right ", "full "))
    assert not full or "write ON" in full[sql]


OF_STARS = {
    "`o`": {"order_id": "int", "customer_id": "int", "amount": "int"},
    "`c`": {"x": "int", "customer_id": "int", "name": "string", "y": "int"},
    "`d`": {"z": "int", "customer_id": "int", "y": "int", "q": "int"},
}
# The columns that Spark gives.
STARS = {
    "select o.* from o join c using (customer_id)": "customer_id order_id amount",
    "select c.* except (name) from o right join c using (customer_id)": "customer_id x y",
    "select d.*, c.x from c join d using (y, customer_id)": "y customer_id z q x",
    "select c.* from c natural join d": "customer_id y x name",
    "select o.*, c.name from o natural left join c": "customer_id order_id amount name",
    "select * from o join c using (customer_id)": "customer_id order_id amount x name y",
    "select c.* from o join c using (customer_id) join d on d.z = c.x": "customer_id x name y",
    "select d.* from o join c using (customer_id) join d on d.z = c.x": "z customer_id y q",
    "with a as (select * from o) select a.*, x from a join c using (customer_id)": "customer_id order_id amount x",
    "with a as (select c.*, amount from o join c using (customer_id)), b as (select z, y from d) "
    "select a.* from a join b using (y)": "y customer_id x name amount",
    "select q.* from o join (select c.*, 1 as one from c) as q using (customer_id)": "customer_id x name y one",
    "select q.* from o join (select 1, 2) as q (a, customer_id) using (customer_id)": "customer_id a",
}
OF_STARS["`e`"] = {"customer_id": "int", "order_id": "int", "k": "int"}
STARS |= {
    "select e.*, amount from e left join o using (order_id) join (select customer_id, x from c) as c "
    "using (customer_id)": "customer_id order_id k amount",
    "select k from e where exists (select * from d join o on d.z = o.amount join (select x as z from c) as f "
    "using (z))": "k",
}
UNKNOWN_STARS = (
    "select * from d, o join c using (customer_id)",
    "select c.* from o join c using (customer_id) join d using (y)",
    "select o.* from (o join c using (customer_id))",
    "select q.* from o join (select * from c join d using (y, customer_id)) as q using (customer_id)",
)


@pytest.mark.parametrize("sql", STARS)
def test_stars_beside_using_have_the_columns_in_the_order_of_spark(sql: str) -> None:
    built = building.build(building.parse(sql), OF_STARS, Functions({}, lambda name: True))
    assert built.names == tuple(STARS[sql].split())


@pytest.mark.parametrize("sql", UNKNOWN_STARS)
def test_stars_beside_using_of_which_the_order_is_not_known(sql: str) -> None:
    with pytest.raises(CannotPlanError, match=r"USING.*write"):
        building.build(building.parse(sql), OF_STARS, Functions({}, lambda name: True))
