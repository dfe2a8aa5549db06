"""Rows of large tables that a refresh reads once for all places in which it looks for their keys."""

from __future__ import annotations

import re

import pytest
import sqlglot
from dbt.adapters.tablestore.views.kept_views import KeptViews
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.rows_by_key import FEW, FEW_OF_ALL
from dbt.adapters.tablestore.views.operators.values import Table
from sqlglot import exp

from view_plans import evaluated, planned

LARGE, SMALL = 1 << 30, 1 << 20
EXISTS = """select o.id, o.amount from s.orders as o
where exists (select 1 from s.customers as c where c.id = o.id)
  and not exists (select 1 from s.customers as c where c.id = o.id and c.region = 'x')"""


def reads(sql: str, table: str, size: int, found: int = 2, missing: int = 0) -> list[str]:
    """The queries of a refresh that read a table, after changes of both tables.

    Args:
        sql: the query of the view.
        table: the table.
        size: the bytes of each table.
        found: how many rows have the keys.
        missing: how many keys a later place looks for that an earlier one has not.
    """

    def rows(query: str) -> int:
        is_read, is_compared = " limit " in query, "left anti join (select * from kept_" in query
        return found if is_read else missing if is_compared and "distinct" in query else 2

    return [query for query in evaluated(sql, size, rows=rows) if f"all_of_`s`.`{table}`" in query]


@pytest.mark.parametrize("table", ["orders", "customers"])
def test_a_large_table_is_read_once_for_the_keys_of_all_changes(table: str) -> None:
    [read] = reads(EXISTS, table, LARGE)
    assert "left semi join" in read
    assert len(reads(EXISTS, table, SMALL)) > 1


def test_keys_of_columns_that_are_not_equal_are_looked_for_apart() -> None:
    """The same column of a table is compared with two columns of another one."""
    sql = EXISTS.replace("c.id = o.id and", "c.id = o.customer_id and")
    first, second = reads(sql, "customers", LARGE)
    assert " limit " in first and " limit " in second and first != second


def test_keys_that_were_not_looked_for_are_read_alone() -> None:
    first, *others = reads(EXISTS, "customers", LARGE, missing=1)
    assert others
    assert all(" limit " in query for query in [first, *others])


def test_a_table_with_too_many_rows_of_these_keys_is_read_by_each_place() -> None:
    first, *others = reads(EXISTS, "customers", LARGE, found=FEW + 1)
    assert f" limit {FEW + 1}" in first
    assert others
    assert not any(" limit " in query for query in others)


@pytest.mark.parametrize(
    "sql",
    [
        # two keys that are equal to a third one need not be equal to each other: '1' and '01' are equal to 1
        "select o.id, p.amount from s.customers as c join s.orders as o on c.region = o.id "
        "join s.orders as p on c.region = p.id",
        # nothing is known of the type of an expression
        EXISTS.replace("s.customers as c", "(select id + 1 as id, region from s.customers) as c"),
        # there is one place
        "select o.id, c.region from s.orders as o join s.customers as c on c.id = o.id",
    ],
)
def test_other_keys_are_looked_for_in_the_table(sql: str) -> None:
    read = [query for query in reads(sql, "orders", LARGE) if " limit " in query]
    assert not [query for query in read if query.startswith("select /*+ broadcast(_r) */ _l.* from")]


JOINED = (
    "select c.region, {} as total from s.orders as o join s.customers as c on c.id = o.customer_id group by c.region"
)


def test_a_join_whose_changes_are_added_up_looks_for_rows_once() -> None:
    """So these are not kept: they are read where they are joined."""
    for table in ("orders", "customers"):
        [read] = reads(JOINED.format("sum(o.amount)"), table, LARGE)
        assert " limit " not in read
        # a group that has lost its largest value is read again
        assert " limit " in reads(JOINED.format("max(o.amount)"), table, LARGE)[0]


def test_a_table_that_is_filtered_is_read_by_key_before() -> None:
    """Spark would compare the texts of all its rows first."""
    sql = JOINED.format("sum(o.amount)").replace("group by", "where o.kind in ('a', 'b') group by")
    [read] = reads(sql, "orders", LARGE)
    assert "left semi join" in read and " limit " in read and "'a'" not in read
    [whole] = reads(sql, "orders", LARGE, found=FEW + 1)[1:]
    assert "'a'" in whole, "too many rows have the keys"


def test_keys_are_sent_to_all_processes_where_the_table_is_much_larger() -> None:
    """120,000 keys were not, and Spark sorted 60 million rows to join them."""
    sql = "select o.id, c.region from s.orders as o join s.customers as c on c.id = o.customer_id"
    for changes, rows, is_sent in ((90_000, 0, True), (200_000, 1_000_000, False), (200_000, 60_000_000, True)):
        *kept, batch = evaluated(sql, LARGE, rows, lambda _, changes=changes: changes)
        assert any("broadcast(_l)" in query for query in [*kept, batch]) == is_sent, (changes, rows)
        assert sum("broadcast(_r)" in query for query in kept) == sum(
            is_sent and "left semi join" in query and "all_of_" in query for query in kept
        )


OF_COUNTRIES = {
    "s.countries": {"id": "int", "name": "string"},
    "s.customers": {"id": "int", "country_id": "int"},
    "s.orders": {"id": "int", "customer_id": "int", "amount": "bigint"},
}
BY_COUNTRY = """select n.name, count(*) as c, sum(o.amount) as total from s.countries as n
join s.customers as c on c.country_id = n.id join s.orders as o on o.customer_id = c.id group by n.name"""


def joins(changed: str, size: int = LARGE, found: int = 2, keyed: bool = True) -> list[str]:
    """The joins of a refresh of `BY_COUNTRY` after changes of a table, in their order.

    Args:
        changed: the table.
        size: the bytes of each table.
        found: how many rows meet the next table, where they are counted.
        keyed: whether the keys of the tables are known.

    Returns:
        The joined tables. Those to whose processes all rows so far are sent have a `*`, and where these were counted
        before, there is `counted`.
    """
    steps = list[str]()
    keys = dict.fromkeys(OF_COUNTRIES, ("id",)) if keyed else None
    for query in evaluated(
        BY_COUNTRY,
        size,
        rows=lambda query: found if " limit " in query else 2,
        tables=OF_COUNTRIES,
        keys=keys,
        changed=[changed],
    ):
        tree = sqlglot.parse_one(re.sub(r"_of_`s`.`(\w+)`", r"_of_\1", query), dialect="spark")
        for select in reversed(list(tree.find_all(exp.Select))):
            joined = [table.name for join in select.args.get("joins", ()) for table in join.find_all(exp.Table)]
            tables = [name.removeprefix("all_of_") for name in joined if name.startswith("all_of_")]
            steps += [name + "*" * bool(select.args.get("hint")) for name in tables]
        steps += ["counted"] * (" limit " in query)
    return steps


def test_rows_that_a_join_has_multiplied_are_counted_before_they_are_sent() -> None:
    """A country has two changes, and 100 million customers, which Spark would send because it was told to."""
    assert joins("s.countries") == ["customers*", "counted", "orders*"]
    assert joins("s.countries", found=100_001) == ["customers*", "counted", "customers*", "orders"]


def test_rows_that_meet_one_row_each_are_not_counted() -> None:
    assert joins("s.orders") == ["customers*", "countries*"]
    assert joins("s.orders", keyed=False) == ["customers*", "counted", "countries*"]


def test_rows_that_meet_a_small_table_are_not_counted() -> None:
    """Spark knows how large that is."""
    assert joins("s.countries", SMALL) == ["customers*", "orders"]


TOGETHER = {"`s`.`orders`": ("amount", "customer_id", "id", "kind"), "`s`.`customers`": ("amount", "id", "region")}
# They read other columns and other rows of two tables, in another order, and the last one reads one table twice.
VIEWS = [
    "select o.amount, c.region from s.orders as o join s.customers as c on c.id = o.customer_id where o.kind = 'x'",
    "select c.id, sum(o.amount) as total from s.customers as c join s.orders as o on o.customer_id = c.id "
    "where c.amount > 5 group by c.id",
    "select c.region from s.customers as c where exists (select 1 from s.orders as o where o.customer_id = c.id) "
    "and not exists (select 1 from s.orders as o where o.customer_id = c.id and o.kind = 'y')",
]


def texts_of_reads(sql: str, missing: int = 0, rows: int = 2) -> dict[str, str]:
    """Queries of a refresh that read a table or its changes, with what identifies their rows for all views.

    Args:
        sql: the query of the view, which reads two large tables with other views.
        missing: how many keys it looks for that are not of changes.
        rows: how many rows of a table have the keys.
    """
    view, same = planned(sql), dict[str, str]()

    def keep(name: str, query: str, text: str) -> int:
        if "all_of_" in query or "changes_of_" in query:
            same[query] = text
        is_compared = "left anti join (select * from `_refresh" in query and "distinct" in query
        return missing if is_compared else rows if " limit " in query else 2

    inputs = {
        name: {"rows": f"all_of_{name}", "changes": f"changes_of_{name}", "offset": {"commit": 1}} for name in TOGETHER
    }
    tables = {
        name: Table(given["rows"], given["changes"], LARGE, together=TOGETHER[name]) for name, given in inputs.items()
    }
    kept = KeptViews(keep, [f"rows of {sql}"], inputs, shares=True)
    batch = view.result.changed_batch(Changes(tables, kept.keep, keys=view.keys), "stored")
    assert batch and "changes_of_" not in batch
    return same


def test_views_of_one_command_read_changes_and_rows_by_key_once() -> None:
    first, *others = [texts_of_reads(sql) for sql in VIEWS]
    assert len(first) == 4, "the changes and the rows of both tables"
    assert all(first.values()) and len({*first.values()}) == 4
    for found in others:
        assert {*found.values()} == {*first.values()}


def test_keys_of_one_view_are_read_apart_from_those_of_all() -> None:
    """Those of the customers whose orders have changed, and of all orders that these customers have."""
    sql = "select o.id from s.orders as o join s.customers as c on c.id = o.customer_id where not exists "
    sql += "(select 1 from s.orders as p where p.customer_id = c.id and p.kind = o.kind)"
    few, more = texts_of_reads(sql), texts_of_reads(sql, missing=1)
    assert {*few.values()} < {*more.values()}
    apart = [query for query in more if query not in few]
    assert apart and all(" limit " in query for query in apart)


def test_a_table_with_too_many_rows_for_all_views_is_read_by_each() -> None:
    few, many = texts_of_reads(VIEWS[0]), texts_of_reads(VIEWS[0], rows=FEW_OF_ALL + 1)
    of_all = [query for query in few if "all_of_" in query]
    assert of_all and all(" limit " in query for query in of_all)
    assert any(" limit " not in query for query in many if "all_of_" in query)
