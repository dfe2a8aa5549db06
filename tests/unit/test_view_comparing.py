"""The text of a query over the versions of its inputs, and whether two results have the same rows."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.adapters.tablestore.views import comparing
from dbt.adapters.tablestore.views.planner import Source

ORDERS, PEOPLE = "`lake`.`main`.`orders`", "`lake`.`main`.`people`"
ROWS = {ORDERS: "lake.main.orders version as of 5", PEOPLE: "(select id from lake.main.people__rows)"}


def source(name: str) -> Source:
    text = "select * from lake.main.orders where id > 1 -- more" if name.endswith("`named`") else None
    return Source({"id": "int"}, text)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("select * from lake.main.orders", "select * from lake.main.orders version as of 5 as `orders`"),
        (
            "select o.id /* x */ from lake.main.orders o\njoin lake.main.people using (id)",
            "select o.id /* x */ from lake.main.orders version as of 5 o\n"
            "join (select id from lake.main.people__rows) as `people` using (id)",
        ),
        (
            "with orders as (select * from lake.main.orders) select * from orders",
            "with orders as (select * from lake.main.orders version as of 5 as `orders`) select * from orders",
        ),
        (
            "select (select max(id) from lake.main.orders where id < p.id) from lake.main.people p",
            "select (select max(id) from lake.main.orders version as of 5 as `orders` where id < p.id) "
            "from (select id from lake.main.people__rows) p",
        ),
    ],
)
def test_only_the_names_of_tables_are_replaced(given: str, expected: str) -> None:
    assert comparing.pinned(given, ROWS, source) == expected


def test_a_view_is_replaced_by_its_text() -> None:
    text = comparing.pinned("select id from lake.main.named", ROWS, source)
    assert "from (select * from lake.main.orders version as of 5 as `orders` where id > 1 -- more\n) as `named`" in text


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (["3", "12", "5"], ["3", "12", "5"], True),
        (["3", "12", "5"], ["3", "13", "5"], False),
        (["3", "12", "5"], ["3", "12", "6"], False),
        (["0", None, None, None, None], ["0", None, None, None, None], True),
        (["3", "12", "5", "1.00000000001", "1.0"], ["3", "12", "5", "1.00000000002", "1.0"], True),
        (["3", "12", "5", "1.1", "1.1"], ["3", "12", "5", "1.2", "1.2"], False),
        (["3", "12", "5", "0.1", "1000.0"], ["3", "12", "5", "0.2", "1000.0"], False),
        (["3", "12", "5", "0.10001", "1000.0"], ["3", "12", "5", "0.10002", "1000.0"], True),
        (["3", "12", "5", "1.0E-17", "1.0E-17"], ["3", "12", "5", "0.0", "0.0"], True),
        (["3", "12", "5", "Infinity", "Infinity"], ["3", "12", "5", "Infinity", "Infinity"], True),
    ],
)
def test_sums_of_floating_point_numbers_may_differ_in_their_last_digits(one: Any, other: Any, equal: bool) -> None:
    assert comparing.are_equal(one, other) == equal
