"""dbt's unit tests of models that call the package: only the given rows exist, and no table."""

from __future__ import annotations

import pytest

from project import Project

JOINED = """
{{ config(materialized='incremental', primary_key=['id', 'shipment']) }}
select id, shipment, amount, _row_kind
from {{ tablestore.changelog_join(ref('orders'), source('s', 'shipments'), on='id', columns=['shipment'],
                                  hint=tablestore.hint('STATE_TTL', {'orders': '1 d', 'shipments': '12 h'})) }}
"""
TOTALS = """
{{ config(materialized='incremental', primary_key='shop', full_refresh=true) }}
select shop, total, _row_kind
from {{ tablestore.changelog_aggregate(ref('orders'), 'shop', {'total': 'sum(amount)'}, consumer='totals') }}
"""
FILLED = "select * from {{ tablestore.fillna(ref('orders'), 0) }}"
ORDERS = "select 1 as id, 'a' as shop, 10 as amount union all select 2, 'a', 5 union all select 3, 'b', null"


@pytest.fixture
def shop(project: Project) -> Project:
    """Models over tables that were never built, with a unit test each."""
    project.write("models/orders.sql", "{{ config(materialized='incremental', primary_key='id') }} " + ORDERS)
    models = {
        "joined": (JOINED, [{"id": 2, "shipment": 7, "amount": 5, "_row_kind": "+I"}]),
        "totals": (
            TOTALS,
            [{"shop": "a", "total": 15, "_row_kind": "+I"}, {"shop": "b", "total": None, "_row_kind": "+I"}],
        ),
        "filled": (FILLED, [{"id": 3, "amount": 0}]),
    }
    orders = {"input": "ref('orders')", "format": "sql", "rows": ORDERS}
    shipments = {"input": "source('s', 'shipments')", "format": "sql", "rows": "select 2 as id, 7 as shipment"}
    tests = []
    for name, (sql, expected) in models.items():
        project.write(f"models/{name}.sql", sql)
        given = [orders, shipments] if name == "joined" else [orders]
        tests.append({"name": f"test_{name}", "model": name, "given": given, "expect": {"rows": expected}})
    sources = [{"name": "s", "schema": project.schema, "tables": [{"name": "shipments"}]}]
    project.write("models/unit.yml", {"sources": sources, "unit_tests": tests})
    return project


def test_operators_read_the_given_rows(shop: Project) -> None:
    done = shop.dbt("test", "--exclude", "filled")
    assert {name: str(found.status) for name, found in done.nodes.items()} == {
        "test_joined": "pass",
        "test_totals": "pass",
    }, done.message


def test_columns_that_cannot_be_looked_up_must_be_named(shop: Project) -> None:
    """Without its columns, `fillna` would do nothing."""
    message = shop.fail("test", "--select", "filled").message
    assert "fillna:\n    - the columns of 'orders', an ephemeral model or the rows of a unit test," in message
    assert "name them: columns=[...]" in message
    named = FILLED.replace("0)", "0, columns=['amount'])").replace("*", "id, amount")
    shop.write("models/filled.sql", named + " where id = 3")
    shop.succeed("test", "--select", "filled")


KNOWN = """
{{ config(materialized='incremental', primary_key='id', scd_type=2, sequence_field='at', system_time=true,
          schema='past', snapshot_meta_column_names={'dbt_valid_from': 'since', 'dbt_valid_to': 'until'}) }}
select 1 as id, 'Rome' as city, 1 as at
"""


def test_as_of_reads_the_given_rows_like_those_of_their_table(project: Project) -> None:
    """The names of its columns, and the rows that are known now: not those that a commit has replaced."""
    project.write("models/past.sql", KNOWN)
    project.write("models/valid.sql", "select city from {{ tablestore.as_of(ref('past'), 5) }}")
    rows = [
        {"city": "Rome", "since": 1, "dbt_system_from": "2026-01-01", "dbt_system_to": "2026-01-02"},
        {"city": "Oslo", "since": 1, "dbt_system_from": "2026-01-02"},
        {"city": "Bern", "since": 9, "dbt_system_from": "2026-01-02"},
    ]
    test = {"name": "known", "model": "valid", "given": [{"input": "ref('past')", "rows": rows}]}
    project.write("models/unit.yml", {"unit_tests": [test | {"expect": {"rows": [{"city": "Oslo"}]}}]})
    project.run("--select", "past")
    project.succeed("test", "--select", "valid")
    # the table is left when the model becomes ephemeral, and its names are not those of the query
    row = "'Rome' as city, 1 as dbt_valid_from, cast(null as int) as dbt_valid_to"
    project.write("models/past.sql", "{{ config(materialized='ephemeral') }} select " + row)
    project.run("--select", "valid")
    assert project.rows("select city from {iceberg}.valid") == [("Rome",)]
