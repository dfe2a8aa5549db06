"""The ranges of changed keys, in which a refresh reads large tables."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.values import Kept, Table

from view_plans import planned

LARGE, SMALL = 1 << 30, 1 << 20
JOINED = "select o.id, c.region from s.orders as o {} join s.customers as c on c.id = o.customer_id {}"


def queries(sql: str, changed: str, size: int, known: bool = True) -> str:
    """What a refresh evaluates after changes of a table. Changed keys are between 3 and 9."""
    view, kept = planned(sql), list[str]()

    def keep(query: str) -> Kept:
        kept.append(query)
        return Kept(f"kept_{len(kept)}", 2)

    def bounds(seen: str, column: str) -> tuple[str, str] | None:
        assert column == "_k1" and "kept_" in seen
        return ("3", "9") if known else None

    tables = {name: Table(f"all_of_{name}", "changes" if changed in name else None, size) for name in view.tables}
    batch = view.result.changed_batch(Changes(tables, keep, bounds=bounds), "stored")
    return "\n".join([*kept, str(batch)])


@pytest.mark.parametrize(
    ("sql", "changed", "expected"),
    [
        (JOINED.format("", ""), "orders", "`id_2` between 3 and 9"),
        (JOINED.format("", "where c.amount > 1"), "orders", "`id_2` between 3 and 9"),
        (JOINED.format("", ""), "customers", "`customer_id` between 3 and 9"),
        (JOINED.format("left", ""), "orders", "`id_2` between 3 and 9"),
        (JOINED.format("left", ""), "customers", "`customer_id` between 3 and 9"),
        (
            "select kind, max(amount) as m, count(distinct id) as n from s.orders group by kind",
            "orders",
            "`kind` between",
        ),
        (
            "select id from s.orders where customer_id in (select id from s.customers)",
            "customers",
            "`customer_id` between",
        ),
    ],
)
def test_a_large_table_is_read_between_the_changed_keys(sql: str, changed: str, expected: str) -> None:
    assert expected in queries(sql, changed, LARGE)
    assert " between " not in queries(sql, changed, SMALL) + queries(sql, changed, LARGE, known=False)


def test_a_table_is_read_completely_where_nothing_relates_it_to_the_changes() -> None:
    assert " between " not in queries(
        "select o.id, c.region from s.orders as o cross join s.customers as c", "orders", LARGE
    )


def test_keys_are_compared_null_safely_unless_none_of_them_is_null() -> None:
    sql = JOINED.format("left", "")
    assert "_l.`id_2` = _r._k1" in queries(sql, "orders", LARGE)
    assert "_l.`id_2` <=> _r._k1" in queries(sql, "orders", LARGE, known=False)
    assert "_l.`id_2` <=> _r._k1" in queries(sql, "orders", SMALL)
