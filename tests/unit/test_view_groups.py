"""What a refresh evaluates for groups below other operators, and for conditions on them."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.views.operators import subtracted
from dbt.adapters.tablestore.views.operators.accumulators import Accumulator

from duckdb_views import DuckDB
from view_plans import evaluated

# The query of the rows before, from those of now and the changes.
BEFORE = "explode(sequence(1, _w))"
SUMS = {"n": Accumulator("v", {"_sum_1": "sum(v)", "_count_1": "count(v)"}, "if(_count_1 = 0, null, _sum_1)", "bigint")}


@pytest.mark.parametrize(
    ("aggregates", "follows"),
    [
        ("count(*) as n", True),
        ("sum(amount) as n, count(kind) filter (where id > 1) as m", True),
        ("avg(id) as n", True),
        ("max(amount) as n", False),
        ("count(distinct amount) as n", False),
        ("sum(cast(amount as decimal(30,2))) as n", False),
        ("count(*) as n, max(amount) as m", False),
    ],
)
def test_groups_before_follow_from_those_of_now(aggregates: str, follows: bool) -> None:
    groups = f"select customer_id, {aggregates} from s.orders group by customer_id"
    queries = evaluated(f"select n, count(*) as c from ({groups}) group by n{', m' * ('as m' in aggregates)}")
    assert any(BEFORE in query for query in queries) != follows


@pytest.mark.parametrize("keys", [["k"], []])
def test_groups_that_change_back_are_no_change(keys: list[str]) -> None:
    """Of five groups, one comes, one goes, two change, of which one into null, and one has other rows with one sum."""
    engine = DuckDB()
    engine.keep("now", "select * from values (1, 5), (2, 7), (3, null), (4, 1) as t(k, v)")
    changes = [
        "(1, 2, -1), (1, 3, -1), (1, 5, 1)",
        "(2, 7, 1)",
        "(3, 9, -1), (3, null, 1)",
        "(4, 2, -1), (4, 1, 1)",
        "(5, 6, -1)",
    ]
    engine.keep("changes", f"select * from values {', '.join(changes)} as t(k, v, _w)")
    engine.keep("back", subtracted.taken_back("select * from changes", ["k", "v"], keys, SUMS))
    group = f" group by {', '.join(keys)}" if keys else ""
    sums = "count(*) as _group_rows, sum(v) as _sum_1, count(v) as _count_1"
    now = f"select {', '.join([*keys, 'sum(v) as n'])}, {sums} from now{group}"
    found = engine.rows(subtracted.difference("back", now, keys, SUMS))
    of_groups = {(2, 7, 1): 1, (3, None, 1): 1, (3, 9, -1): 1, (4, 1, 1): 1, (4, 2, -1): 1, (5, 6, -1): 1}
    assert found == (of_groups if keys else {(13, 1): 1, (22, -1): 1})


def test_a_column_that_only_a_condition_needs_is_no_change() -> None:
    """Each row is compared with an average that changes, and few have another result."""
    [compared] = [
        query
        for query in evaluated(
            "select id from s.orders where amount > (select avg(id) from s.customers) and kind = 'x'"
        )
        if "`amount` > (`_avg`)" in query
    ]
    assert compared.startswith("select `id`, sum(_w) as _w from")
    assert compared.endswith("group by `id` having sum(_w) <> 0")
