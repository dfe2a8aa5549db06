"""Keys of views: which follow from those of the tables, and that results with them are those of the query."""

from __future__ import annotations

import os
import random

import pytest
from dbt.adapters.tablestore.views import explaining
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError, KeyConfigError
from dbt.adapters.tablestore.views.failing import as_reason
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.values import Kept, Table
from dbt.adapters.tablestore.views.results.columns import NOT_IDENTIFIED
from dbt.adapters.tablestore.views.results.declared_key import columns_of

from duckdb_views import DuckDB
from view_engines import Row
from view_plans import planned
from view_queries import Queries, Simulation, values_query

# `make views` runs more.
QUERIES, BATCHES = int(os.environ.get("QUERIES", "20")), int(os.environ.get("BATCHES", "2"))
TABLES = {
    "s.orders": {"id": "int", "customer_id": "int", "amount": "bigint", "kind": "string"},
    "s.items": {"order_id": "int", "line": "int", "product": "string"},
    "s.customers": {"id": "int", "code": "string", "region": "string"},
    "s.events": {"id": "int", "moment": "bigint"},
}
KEYS = {"s.orders": ("ID",), "s.items": ("order_id", "line"), "s.customers": ("id",)}
KEYED = {
    "filters and projections": ("select amount + 1 as a, id as o from s.orders where amount > 0", ["o"]),
    "the first of equal columns": ("select id, amount, id as again from s.orders", ["id"]),
    "both sides of a join": (
        "select c.region, o.id, c.id as c from s.orders o join s.customers c on c.region = o.kind",
        ["id", "c"],
    ),
    "a side that is joined on its whole key adds nothing": (
        "select o.id, c.region from s.orders o join s.customers c on o.customer_id = c.id",
        ["id"],
    ),
    "nor does one of a left join": (
        "select o.id, c.region from s.orders o left join s.customers c on o.customer_id = c.id",
        ["id"],
    ),
    "nor one of a right join": (
        "select c.region, o.id from s.customers c right join s.orders o on o.customer_id = c.id",
        ["id"],
    ),
    "a left join needs the key of the other side, or what is equal to it": (
        "select o.id, i.line, i.product from s.orders o left join s.items i on i.order_id = o.id",
        ["id", "line"],
    ),
    "an equal column stands for one that is not in the result": (
        "select o.id, i.line from s.orders o, s.items i where i.order_id = o.id",
        ["id", "line"],
    ),
    "joins in a row": (
        "select line, order_id, region from s.items i join s.orders o on o.id = i.order_id "
        "join s.customers c on c.id = o.customer_id",
        ["line", "order_id"],
    ),
    "a semi join has the key of its left side": (
        "select id from s.orders o left semi join s.items i on i.order_id = o.id",
        ["id"],
    ),
    "EXISTS and IN too": (
        "select id, kind from s.orders o where exists (select 1 from s.items i where i.order_id = o.id) "
        "and customer_id in (select id from s.customers)",
        ["id"],
    ),
    "a group joined by its key": (
        "select o.id, i.n from s.orders o left join (select order_id, count(*) as n from s.items group by order_id) i "
        "on i.order_id = o.id",
        ["id"],
    ),
    "a scalar subquery": (
        "select id, (select max(line) from s.items i where i.order_id = o.id) as line from s.orders o",
        ["id"],
    ),
    "the first row of a partition": (
        "select customer_id, amount from (select *, row_number() over (partition by customer_id order by amount) as rn "
        "from s.orders) where rn = 1",
        ["customer_id"],
    ),
    "the first row of a partition without a key": (
        "select moment + 0 as m, id as e from s.events"
        " qualify row_number() over (partition by id order by moment desc) <= 1",
        ["e"],
    ),
}
NOT_KEYED = {
    "a table without a key": "select * from s.events",
    "the key is not in the result": "select customer_id, amount from s.orders",
    "it is computed": "select id + 1 as id from s.orders",
    "part of a key": "select order_id, product from s.items",
    "UNION ALL": "select id from s.orders union all select id from s.customers",
    "columns of other types are equal": "select o.id from s.orders o join s.customers c on o.kind = c.code",
    "a comparison that converts": "select c.id from s.customers c join s.orders o on o.id = c.code",
    "the other side of a join has more rows": "select o.id from s.orders o join s.items i on i.order_id = o.id",
    "and of a left join": "select o.id, i.product from s.orders o left join s.items i on i.order_id = o.id",
    "a full join": "select o.id, c.id as c from s.orders o full join s.customers c on o.customer_id = c.id",
    "explode": "select id, e from s.orders lateral view explode(array(1, 2)) t as e",
    "more than the first row of a partition": (
        "select customer_id from (select *, row_number() over (partition by customer_id order by amount) as rn "
        "from s.orders) where rn <= 2"
    ),
    "rank": (
        "select customer_id from (select *, rank() over (partition by customer_id order by amount) as rn "
        "from s.orders) where rn = 1"
    ),
}


@pytest.mark.parametrize("name", KEYED)
def test_a_key_follows_from_those_of_the_tables(name: str) -> None:
    sql, key = KEYED[name]
    assert list(planned(sql, TABLES, keys=KEYS).result.key) == key


@pytest.mark.parametrize("name", NOT_KEYED)
def test_a_key_that_is_not_certain_is_not_used(name: str) -> None:
    assert list(planned(NOT_KEYED[name], TABLES, keys=KEYS).result.key) == ["_row_hash", "_row_copy"]


WRONG = {
    "a key that another row has already": ([(2, 6, -1), (2, 5, 1)], NOT_IDENTIFIED),
    "two new rows with a key": ([(3, 7, 1), (4, 7, 1)], NOT_IDENTIFIED),
    "a row that was not stored": ([(9, 9, -1)], NOT_IDENTIFIED),
    "a new key of a row": ([(2, 6, -1), (2, 7, 1)], None),
    "a key that goes from one row to another": ([(1, 5, -1), (3, 5, 1)], None),
}


@pytest.mark.parametrize("name", WRONG)
def test_rows_with_the_same_declared_key_stop_a_refresh_from_changes(name: str) -> None:
    changed, error = WRONG[name]
    view = planned("select amount, id from s.orders", TABLES, key=("AMOUNT",))
    assert view.result.key == ("amount",) and view.result.is_declared
    engine, names = DuckDB(), iter(range(99))
    engine.keep("stored", "select cast(1 as int) as id, cast(5 as bigint) as amount union all select 2, 6")
    engine.keep("changes", values_query(changed, "id int, amount bigint, _w int"))

    def keep(query: str) -> Kept:
        kept = f"kept_{next(names)}"
        return Kept(kept, engine.keep(kept, query))

    def batch() -> list[Row]:
        changes = Changes({name: Table("none", "changes") for name in view.tables}, keep)
        query = view.result.changed_batch(changes, "stored")
        return sorted(engine.rows(f"select id, amount, _row_kind from ({query}) as b"))

    if error:
        with pytest.raises(CannotPlanError, match=error), as_reason("it failed"):
            batch()
    else:
        gone = {amount for _, amount, weight in changed if weight < 0} - {row[1] for row in changed if row[2] > 0}
        came = [(id, amount, "+I") for id, amount, weight in changed if weight > 0]
        assert batch() == sorted([*came, *((2, amount, "-D") for amount in gone)])


def test_a_declared_key_that_the_rows_cannot_have_is_refused() -> None:
    for sql, key, words in (
        ("select id from s.orders", ("at",), "the column at, which its query does not return; it returns id"),
        ("select array(id) as ids from s.orders", ("ids",), "ids of type array<int>, which cannot be in a key"),
        ("select kind, count(*) as n from s.orders group by kind", ("n",), "GROUP BY or DISTINCT have the key kind"),
    ):
        with pytest.raises(KeyConfigError, match=words):
            planned(sql, TABLES, key=key)
    with pytest.raises(KeyConfigError, match="at of type string collate UTF8_LCASE, which cannot be in a key"):
        columns_of(["at"], {"at": "string collate UTF8_LCASE"})
    grouped = planned("select kind, count(*) as n from s.orders group by kind", TABLES, key=("kind",))
    assert grouped.result.is_declared and type(grouped.result).__name__ == "Accumulated"


def test_random_results_with_keys_are_those_of_the_query() -> None:
    simulation = Simulation(DuckDB(), keys={"r": ("k",), "s": ("k", "h"), "u": ("g",), "z": ("k",)})
    different = []
    for seed in range(QUERIES):
        chance = random.Random(seed)
        different += simulation.differences(Queries(chance).rows(chance.choice([0, 1, 1, 2])), chance, BATCHES)
    assert not different
    assert simulation.kinds["KeyedRows"] > QUERIES / 10, simulation.kinds


ORIGINS = {
    "select o.id as o, i.line from s.orders o join s.items i on i.order_id = o.id": (
        "key=[o, line], inferred from=[orders.id, items.line]"
    ),
    "select kind, count(*) as n from s.orders group by kind": "from=[GROUP BY or DISTINCT]",
    "select count(*) as n from s.orders": "from=[the one group]",
    "select m, count(*) as n from (select cast(moment as double) as m from s.events) group by m": (
        "from=[a hash of the columns of GROUP BY]"
    ),
    "select * from s.events": "from=[a hash of all columns]",
}


@pytest.mark.parametrize("sql", ORIGINS)
def test_an_explained_plan_says_where_the_key_comes_from(sql: str) -> None:
    lines = explaining.explained(planned(sql, TABLES, keys=KEYS).result, {}, 0, lambda node: {}, {})
    assert f"{ORIGINS[sql]})" in lines[1]
