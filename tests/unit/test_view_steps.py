"""Which queries a refresh evaluates: what a single operator reads is part of its query."""

from __future__ import annotations

import re

import pytest

from view_plans import evaluated

EXISTS = "select {} from s.orders as o where exists (select 1 from s.customers as c where c.id = o.id) and o.amount > 1"


def joins(queries: list[str]) -> list[str]:
    """Those that compute the changes of the semi join."""
    return [query for query in queries if re.search(r"_w from \(select \* from kept_\d+\) as _l left semi join", query)]


@pytest.mark.parametrize(
    ("sql", "part"),
    [
        (EXISTS.format("o.kind, sum(o.amount) as total") + " group by o.kind", "_sum_1"),
        (EXISTS.format("o.kind, sum(o.amount + 1) as total") + " group by o.kind", "_sum_1"),
        (EXISTS.format("o.kind, o.amount + 1 as more"), "`amount` + 1"),
    ],
)
def test_what_one_operator_reads_is_evaluated_with_it(sql: str, part: str) -> None:
    [query] = joins(evaluated(sql))
    assert part in query


def test_what_two_operators_read_is_evaluated_once() -> None:
    found = EXISTS.format("o.id, o.kind, o.amount")
    sql = f"with f as ({found}) select a.id, b.amount from f as a join f as b on a.id = b.amount"
    assert len(joins(evaluated(sql))) == 1
