"""Conditions that keep rows and groups from expressions that have no value for them, such as a cast or a ratio."""

from __future__ import annotations

import random

import pytest
from dbt.adapters.tablestore.views import building
from dbt.adapters.tablestore.views.expressions.functions import Functions
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.moving_filter import MovingFilter
from dbt.adapters.tablestore.views.operators.union import Union
from dbt.adapters.tablestore.views.operators.values import Kept, Table

from scripted_views import Scripted
from view_plans import planned

COLUMNS = {"`r`": {"k": "int", "n": "string", "v": "int"}, "`s`": {"k": "int", "w": "int"}}

R = [
    [(1, "7", 1), (1, "x", None), (2, "9", 2), (3, "5", None)],
    [(1, "8", 1), (2, "x", None), (4, "y", None), (5, "6", 0)],
    [(1, "x", 3), (3, "8", 3), (5, "z", None), (5, "12", 2)],
    [],
    [(2, "99", 1), (4, "x", 4)],
]
S = [[(1, 1), (2, 2)], [(1, 4), (5, 1)], [(3, 3), (5, 5)], [(1, 1)], [(2, 2), (4, 4)]]
GUARD, GUARDED = "n rlike '^[0-9]+$'", "cast(n as int) >= datediff(current_date(), date '2024-01-01')"
MOVING = (
    f"select k, n from r where {GUARD} and {GUARDED}",
    f"select k, n from r where {GUARD} and {GUARDED} and k < 9 and v > 0",
    f"select k, n from (select k, v, n from r where {GUARD}) as q where v > 0 and {GUARDED}",
    f"select r.k, n, w from r join s on s.k = r.k where {GUARD} and w > 0 and {GUARDED}",
    f"select q.k, n, w from (select k + 0 as k, n, v from r) as q join s on s.k = q.k where {GUARD} and {GUARDED}",
    f"select s.k, w, n from s left join r on r.k = s.k and {GUARD} and {GUARDED}",
    f"select * from (select k, n from r union all select w, n from r join s on s.k = r.k) where {GUARD} and {GUARDED}",
    f"select n, c from (select n, count(*) as c from r group by n) where c > 0 and {GUARD} and {GUARDED}",
    f"select k, n from (select k, n, concat(n, '') as m from r) where m rlike '^[0-9]+$' and {GUARDED}",
)
COUNTS = "select k, count(*) as a, count(v) as b from s.r group by k"
# `error` is what 1 / 0 is in Spark: DuckDB's is null.
RATIO = "case when {0} = 0 then error('division by zero') else {1} / {0} end"
GROUPS = (
    f"select k, {RATIO.format('count(*)', 'count(v)')} as q from r group by k",
    f"select k, {RATIO.format('count(v)', 'count(*)')} as q from r group by k having count(v) > 0",
    f"with t as (select k, count(*) as a, count(v) as b from r group by k) select k, {RATIO.format('b', 'a')} as q "
    "from t where b > 0",
    f"select k, max(v) as m from r group by k having sum(v) > 0 and {RATIO.format('count(v)', 'count(*)')} > 0",
    f"select c, {RATIO.format('max(k)', 'sum(v)')} as q from (select k, v, count(*) as c from r group by k, v) "
    "group by c having max(k) > 0",
)


def refreshed(sql: str) -> Scripted:
    """A view that was refreshed after each batch, with the rows of its query."""
    simulation = Scripted(
        r=("k int, n string, v int", [list(rows) for rows in R]), s=("k int, w int", [list(rows) for rows in S])
    )
    assert not simulation.differences(sql, random.Random(0), len(R) - 1)
    assert not simulation.full
    return simulation


@pytest.mark.parametrize("sql", MOVING)
def test_conditions_on_the_current_time_come_after_those_before_them(sql: str) -> None:
    """Spark evaluates conditions in their order, DuckDB in any: so this looks at what is below each."""
    refreshed(sql)
    query = building.build(building.parse(sql), COLUMNS, Functions({}, lambda name: True))
    moving = [node for node in query.root.walk() if isinstance(node, MovingFilter)]
    filters = [[node for node in one.child.walk() if isinstance(node, Filter)] for one in moving]
    below = [[part for node in found for part in node.conditions] for found in filters]
    assert moving and all(any("rlike" in part.sql("spark") for part in parts) for parts in below)
    # and what comes after them is above them
    assert not any("k < 9" in part.sql("spark") for parts in below for part in parts)


@pytest.mark.parametrize("sql", GROUPS)
def test_groups_without_rows_and_hidden_ones_are_not_evaluated(sql: str) -> None:
    refreshed(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "select k, count(*) as a from s.r group by k having count(v) > 0 and count(*) / count(v) > 2",
        f"select k, a from (select *, a / b as q from ({COUNTS}) where b > 0) where q > 2",
        "select k, max(v) as a from s.r group by k having count(v) > 0 and min(v) / count(v) > 2",
    ],
)
def test_conditions_of_groups_keep_their_order(sql: str) -> None:
    queries: list[str] = []

    def keep(query: str) -> Kept:
        queries.append(query)
        return Kept(f"kept_{len(queries)}", 2)

    planned(sql, {"s.r": COLUMNS["`r`"]}).result.changed_batch(
        Changes({"`s`.`r`": Table("r", "changes_of_r")}, keep), "stored"
    )
    having = [query for query in queries if "> 2" in query]
    # the guard, and before it whether the group has rows
    assert having and all(query[: query.index("> 2")].count("> 0") > 1 for query in having)


@pytest.mark.parametrize(("other", "is_below"), [("date", True), ("timestamp", False)])
def test_conditions_stay_above_a_union_that_changes_types(other: str, is_below: bool) -> None:
    """As text, the date of one branch is not the timestamp that it is in the union."""
    union = "select d as x from s.a union all select t from s.b"
    view = planned(
        f"select x from ({union}) where cast(x as string) <= cast(current_date() as string)",
        {"s.a": {"d": "date"}, "s.b": {"t": other}},
    )
    assert view.result.query is not None
    moving = [node for node in view.result.query.root.walk() if isinstance(node, MovingFilter)]
    assert [isinstance(node.child, Union) for node in moving] == ([False, False] if is_below else [True])
