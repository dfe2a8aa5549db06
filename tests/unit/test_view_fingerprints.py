"""A view is rebuilt when its plan changes, and not when only its text does."""

from __future__ import annotations

import json
from itertools import combinations
from types import ModuleType

import pytest
from dbt.adapters.tablestore.views import building, differences, planner
from dbt.adapters.tablestore.views.facade import Views
from dbt.adapters.tablestore.views.operators import accumulators
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.view import View

from view_plans import TABLES, planned

TABLES_IN_QUOTES = {"`s`.`orders`": TABLES["s.orders"]}
SAME = [
    (
        "select kind, sum(amount) as total from s.orders where amount > 1 group by kind",
        "-- the totals\nSELECT o.KIND as kind, SUM ( o.amount ) AS total /* of all */ FROM s.orders o\n"
        "where AMOUNT>1 GROUP BY Kind",
    ),
    (
        "select o.id, c.region from s.orders as o join s.customers as c on c.id = o.customer_id",
        "select a.id, b.region from s.orders as a inner join s.customers as b on b.id = a.customer_id",
    ),
    (
        "with big as (select id, amount * 2 as twice from s.orders) select id, twice from big where twice > 3",
        "with large as (select id, amount * 2 as doubled from s.orders) select id, doubled as twice from large as l "
        "where l.doubled > 3",
    ),
    (
        "select a.id, b.amount from s.orders as a join s.orders as b on a.id = b.customer_id",
        "select x.id, y.amount from s.orders as x join s.orders as y on x.id = y.customer_id",
    ),
    (
        "select id, row_number() over (partition by kind order by amount, id) as n from s.orders as o",
        "select q.id, ROW_NUMBER() OVER (PARTITION BY q.kind ORDER BY q.amount, q.id) as n from s.orders q",
    ),
    (
        "select id, case when upper(kind) = 'A' then 1 end as a from s.orders",
        "select id, CASE WHEN UPPER(o.kind) = 'A' THEN 1 END as a from s.orders as o",
    ),
    (
        "select kind, count(*) as n from (select id, kind from s.orders union all select id, region from s.customers) "
        "as u group by kind order by n desc limit 3",
        "select v.kind, count(*) as n from (select id, kind from s.orders o union all select id, region "
        "from s.customers as c) as v group by v.kind order by n desc limit 3 -- the top",
    ),
    (
        "select id from s.orders where customer_id in (select id from s.customers where region = 'x')",
        "select id from s.orders o where o.customer_id in (select c.id from s.customers c where c.region = 'x')",
    ),
    ("select id, rand() as r from s.orders", "select id,   rand() as r -- another one each time\nfrom s.orders"),
]
OTHERS = [
    "select a.id, b.amount from s.orders as a join s.orders as b on b.id = a.customer_id",
    "select b.id, a.amount from s.orders as a join s.orders as b on a.id = b.customer_id",
    "select b.id, b.amount from s.orders as a join s.orders as b on a.id = b.customer_id",
    "select a.id, b.amount from s.orders as a left join s.orders as b on a.id = b.customer_id",
    "select b.id, b.amount from s.orders as a left join s.orders as b on a.id = b.customer_id",
    "select id, amount from s.orders",
    "select id, amount from s.customers",
    "select distinct id, amount from s.orders",
    "select customer_id as id, amount from s.orders",
    "select amount as id, id as amount from s.orders",
    "select id, amount from s.orders where kind = 'A'",
    "select id, amount from s.orders where kind = 'a'",
    "select id, amount from s.orders where kind <> 'a'",
    "select id, amount from s.orders where kind = 'a' or amount = 1",
    "select id, amount from s.orders order by id limit 1",
    "select id, amount from s.orders order by id limit 2",
    "select id, amount from s.orders order by amount limit 2",
    "select id, amount from s.orders order by amount limit 2 offset 1",
    "select id, sum(amount) as amount from s.orders group by id",
    "select id, max(amount) as amount from s.orders group by id",
    "select id, sum(distinct amount) as amount from s.orders group by id",
    "select id, sum(amount) as amount from s.orders where amount > 1 group by id",
    "select id, sum(amount) as amount from s.orders group by id having sum(amount) > 1",
    "select id, sum(amount) filter (where amount > 1) as amount from s.orders group by id",
    "select id, amount from s.orders where id in (select id from s.customers)",
    "select id, amount from s.orders where id not in (select id from s.customers)",
    "select id, amount from s.orders as o where exists (select 1 from s.customers as c where c.id = o.id)",
    "select id, amount from s.orders union all select id, amount from s.customers",
    "select id, amount from s.customers union all select id, amount from s.orders",
    "select id, amount from s.orders union select id, amount from s.customers",
    "select id, row_number() over (partition by kind order by id) as amount from s.orders",
    "select id, row_number() over (partition by kind order by id desc) as amount from s.orders",
    "select id, rank() over (partition by kind order by id) as amount from s.orders",
    "select id, row_number() over (partition by amount order by id) as amount from s.orders",
    "select id, first as amount from (select id, amount as first from s.orders order by id limit 5) as q",
    "select id, first as amount from (select id, amount as first from s.orders order by id limit 6) as q",
    "select id, rand() as amount from s.orders",
    "select id, rand() + 1 as amount from s.orders",
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_comments_and_case_are_not_part_of_a_plan(one: str, other: str) -> None:
    views = planned(one), planned(other)
    assert views[0].checksum == views[1].checksum, (views[0].lines, views[1].lines)
    assert views[0].lines == views[1].lines
    assert views[0].text_checksum != views[1].text_checksum and views[0].computes({"query": views[1].checksum})


def test_a_state_that_begins_to_expire_is_no_change_of_the_query() -> None:
    query = "select o.id, c.region from s.orders as o join s.customers as c on c.id = o.id"
    view, expiring = planned(query), planned(query.replace("select", "select /*+ STATE_TTL('o' = '1 d') */"))
    assert expiring.operators and view.checksum != expiring.checksum
    assert expiring.computes({"query": view.checksum, "text": view.text_checksum})
    assert not expiring.computes({"query": view.checksum, "text": planned(OTHERS[0]).text_checksum})


AB = {"s.a": {"k": "int", "c": "int"}, "s.b": {"k": "int", "d": "int"}}
OTHER_COLUMNS = {
    "distinct": ("select k, count(*) as n from (select distinct * from s.a) group by k", {"s.a": {"k": "int"}}),
    "union": (
        "select k, count(*) as n from (select * from s.a union select * from s.a) group by k",
        {"s.a": {"k": "int"}},
    ),
    "natural join": ("select k, d from s.a natural join s.b", {"s.b": {"k": "int", "d": "int", "c": "int"}}),
    "inner name": (
        "select a.k from s.a as a where exists (select 1 from s.b as b where b.k = a.k and c > 0)",
        {"s.b": {"k": "int", "d": "int", "c": "int"}},
    ),
    "alias": ("select k as x, x + 1 as y from s.a", {"s.a": {"k": "int", "x": "int"}}),
    "order": ("select k from (select * from s.a union all select * from s.b)", {"s.b": {"d": "int", "k": "int"}}),
}


@pytest.mark.parametrize(("query", "changed"), OTHER_COLUMNS.values(), ids=OTHER_COLUMNS)
def test_one_text_is_another_query_over_other_columns(query: str, changed: dict[str, dict[str, str]]) -> None:
    """The rows of one plan are no start for another one, and all of these go back too."""
    view, other = planned(query, AB), planned(query, AB | changed)
    assert view.result.query and other.result.query
    for before, now in ((view, other), (other, view)):
        recorded = {"query": before.checksum, "text": before.text_checksum}
        assert now.is_of_text(recorded) and not now.computes(recorded)
        assert now.changed_query(json.dumps(before.lines))


@pytest.mark.parametrize("query", OTHERS)
def test_a_column_that_is_not_read_makes_no_other_query(query: str) -> None:
    more = {name: {"first": "string", **columns, "more": "double"} for name, columns in TABLES.items()}
    view, other = planned(query), planned(query, more)
    assert other.computes({"query": view.checksum, "text": view.text_checksum})


@pytest.mark.parametrize("module", [planner, accumulators])
def test_another_version_plans_a_view_again(monkeypatch: pytest.MonkeyPatch, module: ModuleType) -> None:
    """It is no change of what somebody has written, and the rows may be others."""
    query = "select kind, sum(id) as amount from s.orders group by kind"
    view, known = planned(query), Views.checksum(query)
    monkeypatch.setattr(module, "VERSION", "later")
    later = planned(query)
    assert Views.checksum(query) != known
    assert not later.computes({"query": view.checksum, "text": view.text_checksum})
    assert later.written == view.written != planned(OTHERS[0]).written


def test_every_other_plan_is_another_one() -> None:
    found = {sql: planned(sql).checksum for sql in OTHERS}
    for one, other in combinations(OTHERS, 2):
        assert found[one] != found[other], (one, other)


def test_the_case_of_fields_and_literals_is_part_of_a_plan() -> None:
    columns = {"x": "string"}
    queries = [
        "select to_json(struct(id as Id)) as x from s.orders",
        "select to_json(struct(id as id)) as x from s.orders",
        "select to_json(struct(id as Date)) as x from s.orders",
        "select to_json(struct(id as date)) as x from s.orders",
        "select to_json(struct(1 as Date)) as x from s.orders",
        "select to_json(struct(1 as date)) as x from s.orders",
        "select to_json((id as Date, 1)) as x from s.orders",
        "select to_json((id as date, 1)) as x from s.orders",
        "select to_json(cast(from_json(kind, 'a int') as struct<Index:int>)) as x from s.orders",
        "select to_json(cast(from_json(kind, 'a int') as struct<index:int>)) as x from s.orders",
        "select to_json(named_struct('a', id)) as x from s.orders",
        "select to_json(named_struct('A', id)) as x from s.orders",
        "select concat(kind, 'a') as x from s.orders",
        "select concat(kind, 'A') as x from s.orders",
        'select concat(kind, "a") as x from s.orders',
        "select date_format(date'2020-01-01', 'MM') as x from s.orders",
        "select date_format(date'2020-01-01', 'mm') as x from s.orders",
    ]
    source = planner.Source({"id": "int", "kind": "string"})
    functions = planner.Functions({}, lambda name: True)
    found = {sql: planner.plan(sql, columns, lambda name: source, lambda query: columns, functions) for sql in queries}
    assert all(view.result.query for view in found.values())
    assert len({view.checksum for view in found.values()}) == len(queries)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("struct(id as A)", "struct(id as a)", False),
        ("struct(1 as A, id as b)", "struct(1 as a, id as b)", False),
        ("cast(from_json(kind, 'x int') as struct<A:int>)", "cast(from_json(kind, 'x int') as struct<a:int>)", False),
        ("STRUCT(ID as A)", "struct(id AS A)", True),
        ("struct(CAST(id as BIGINT) as A)", "struct(cast(ID AS bigint) as A)", True),
    ],
)
def test_aggregates_whose_fields_differ_in_case_are_two(one: str, other: str, alike: bool) -> None:
    """They have other values as JSON."""
    sql = f"select kind, max(to_json({one})) as x, max(to_json({other})) as y from s.orders group by kind"
    built = building.build(building.parse(sql), TABLES_IN_QUOTES, planner.Functions({}, lambda name: True))
    [group] = [node for node in built.root.walk() if isinstance(node, Aggregate)]
    assert len(group.aggregates) == 2 - alike


def test_a_view_that_is_looked_through_is_part_of_the_plan() -> None:
    sql = "select id, amount from s.large"
    found = planned(sql, views={"s.large": "select id, amount from s.orders where amount > 100"})
    same = planned(sql, views={"s.large": "select o.id, o.amount from s.orders as o -- all\nwhere o.AMOUNT > 100"})
    other = planned(sql, views={"s.large": "select id, amount from s.orders where amount > 101"})
    assert found.checksum == same.checksum != other.checksum


def test_differences_are_told_by_the_operators() -> None:
    before = planned("select kind, sum(amount) as total from s.orders where amount > 1 group by kind")
    recorded = json.dumps(before.lines)
    assert before.changed_query(recorded) == "" == before.changed_query("")
    now = planned("select kind, sum(amount) as total from s.orders as o where amount > 2 group by kind")
    assert now.changed_query(recorded) == "Filter(orders.amount > 1) is now Filter(orders.amount > 2)"
    without = planned("select kind, sum(amount) as total from s.orders group by kind")
    assert without.changed_query(recorded) == "without Filter(orders.amount > 1)"
    largest = planned("select kind, max(amount) as total from s.orders where amount > 1 group by kind")
    assert "Aggregate(orders.kind, SUM(orders.amount)) is now Aggregate(orders.kind, MAX(orders.amount))" in (
        largest.changed_query(recorded)
    )
    many = differences.between([f"a{number}" for number in range(9)], [])
    assert many == "without a0; without a1; without a2; 6 more"


def test_a_difference_of_long_operators_is_shown_around_what_is_different() -> None:
    """Also where it is behind the first 200 characters, which two joins often have in common."""

    def joined(condition: str, where: str = "") -> View:
        same = " and ".join(f"o.kind <> '{number} of the kinds of orders'" for number in range(10))
        return planned(
            "select c.id, c.region, o.id as o, o.amount from s.customers as c left join s.orders as o "
            f"on o.customer_id = c.id and {same} and {condition}{where}"
        )

    before = joined("o.kind <> 'x'")
    now = joined("o.amount <> 'x' and o.id > 2")
    assert now.changed_query(json.dumps(before.lines)) == (
        "LeftJoin(... the kinds of orders', orders.kind <> 'x') is now "
        "LeftJoin(... the kinds of orders', orders.amount <> 'x', orders.id > 2)"
    )
    more = joined("o.amount <> 'x'", " where c.region > 'a' or o.amount > 1")
    assert more.changed_query(json.dumps(before.lines)) == (
        "LeftJoin(... the kinds of orders', orders.kind <> 'x') is now "
        "LeftJoin(... the kinds of orders', orders.amount <> 'x'); "
        "with Filter(customers.region > 'a' OR orders.amount > 1)"
    )
    long = [f"Filter(a > {number} and {'b' * 100})" for number in range(2)]
    shown = [f"Filter(a > {number} and {'b' * 63} ..." for number in range(2)]
    assert differences.between(long[:1], long[1:]) == " is now ".join(shown)
    assert differences.between(long[:1], []) == f"without {shown[0]}"
