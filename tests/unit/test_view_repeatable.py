"""Which columns of a query are the same each time that it runs over the same rows."""

from __future__ import annotations

from collections import defaultdict

import pytest
from dbt.adapters.tablestore.views import building
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import Functions
from dbt.adapters.tablestore.views.repeatable import columns_to_compare
from dbt.adapters.tablestore.views.rules.complete_orders import complete_orders
from dbt.adapters.tablestore.views.rules.facts import Facts
from dbt.adapters.tablestore.views.rules.first_rows import number_first_rows

T = {"k": "int", "v": "int", "f": "double", "s": "string collate UTF8_LCASE"}
_SUMS = defaultdict(lambda: "bigint", column_sum_2="double")


def compared(sql: str, **types: str) -> dict[str, bool]:
    """The columns of a query to compare; the second sum of a SELECT is one of floating-point numbers."""
    query = building.build(building.parse(sql), {"`t`": T}, Functions({}, lambda _: True))
    facts = Facts(types_of=lambda _: defaultdict(lambda: "int", T), now=lambda _: "t")
    query = number_first_rows(complete_orders(query, facts), facts)
    return columns_to_compare(query, types, lambda _: _SUMS, lambda _: "t")


@pytest.mark.parametrize(
    ("sql", "types", "expected"),
    [
        ("select k, f, f + 1 as g from t", {"k": "int", "f": "double", "g": "double"}, {"k": 1, "f": 1, "g": 1}),
        ("select k, s from t", {"k": "int", "s": "string collate UTF8_LCASE"}, {"k": 1}),
        (
            "select k, sum(v) as v, sum(f) as f, max(f) as m, first(v) as a, collect_list(v) as c from t group by k",
            {"k": "int", "v": "bigint", "f": "double", "m": "double", "a": "int", "c": "array<int>"},
            {"k": 1, "v": 1, "f": 0, "m": 1},
        ),
        (
            "select k, sum(v) + 1 as v, cast(sum(f) as int) as f, approx_percentile(v, 0.5) as p from t group by k",
            {"k": "int", "v": "bigint", "f": "int", "p": "int"},
            {"k": 1, "v": 1},
        ),
        (
            "select k, f, row_number() over (partition by k order by v) as n from t",
            {"k": "int", "f": "double", "n": "int"},
            {"k": 1, "f": 1},
        ),
        (
            "select k, f, rank() over (partition by k order by v) as r from t",
            {"k": "int", "f": "double", "r": "int"},
            {"k": 1, "f": 1, "r": 1},
        ),
        (
            "select k, f from (select *, row_number() over (partition by k order by v) as n from t) as q where n < 2",
            {"k": "int", "f": "double"},
            {"k": 1},
        ),
        (
            "select k, v, row_number() over (partition by k order by v) as n from (select distinct k, v from t) as q",
            {"k": "int", "v": "int", "n": "int"},
            {"k": 1, "v": 1, "n": 1},
        ),
        (
            "select k, f, rank() over (order by v, f) as r from t qualify r <= 3",
            {"k": "int", "f": "double", "r": "int"},
            {"k": 1, "f": 1, "r": 1},
        ),
        ("select k, v from t order by v limit 3", {"k": "int", "v": "int"}, {}),
        (
            "select k, max(v) as v from t group by k union all select k, any_value(v) from t group by k",
            {"k": "int", "v": "int"},
            {"k": 1},
        ),
    ],
)
def test_columns_that_are_the_same_each_time(sql: str, types: dict[str, str], expected: dict[str, int]) -> None:
    assert compared(sql, **types) == expected


@pytest.mark.parametrize(
    "sql",
    [
        "select k, v from (select *, lag(v) over (partition by k order by f) as n from t) as q where n > 2",
        "select k from (select *, row_number() over (order by v) as n from t) as q where n = 1 and f > v",
        "select k from t where k in (select v from t limit 2)",
        "select a, count(*) as k from (select k, first(v) as a from t group by k) as q group by a",
    ],
)
def test_queries_whose_rows_depend_on_their_order(sql: str) -> None:
    with pytest.raises(CannotPlanError):
        compared(sql, k="int", v="int")
