"""Materialized views hold what their query returns, after every refresh."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

from formats import FORMATS
from project import Project, bare

ORDERS = "id int, customer int, amount decimal(10,2), status string, _row_kind string"
CUSTOMERS = "id int, region string"
BY_REGION = """
{{ config(materialized='materialized_view') }}
select c.region, count(*) as orders, sum(o.amount) as total
from {{ ref('orders') }} as o join {{ ref('customers') }} as c on o.customer = c.id
where o.status <> 'cancelled'
group by c.region
having count(*) > 1
"""
OPEN = """
{{ config(materialized='materialized_view') }}
select o.id, c.region from {{ ref('orders') }} as o left join {{ ref('customers') }} as c on o.customer = c.id
where o.status = 'open'
"""
LARGEST = """
{{ config(materialized='materialized_view') }}
select region, total from {{ ref('by_region') }} where total > 10
"""

# Reads a view with HAVING, whose other groups are stored as well.
REGIONS = """
{{ config(materialized='materialized_view') }}
select region, orders from {{ ref('by_region') }}
"""

FOLLOWER = """
{{ config(materialized='incremental', primary_key='%s', null_key='keep') }}
select * except (_commit, _committed_at) from {{ tablestore.changelog(ref('%s')) }}
"""


@pytest.mark.parametrize("format", FORMATS)
def test_a_chain_of_views_follows_its_tables(project: Project, format: str) -> None:
    keyed = {"primary_key": "id", "changelog_producer": "lookup", "file_format": format}
    views = {"by_region": BY_REGION, "open_orders": OPEN, "largest": LARGEST, "regions": REGIONS}
    followers = {"region_copy": ("region", "by_region"), "order_copy": ("id", "open_orders")}
    for name, (key, view) in followers.items():
        project.write(
            f"models/{name}.sql",
            FOLLOWER.replace("'incremental'", f"'incremental', file_format='{format}'") % (key, view),
        )
    for name, text in views.items():
        project.write(
            f"models/{name}.sql", text.replace("'materialized_view'", f"'materialized_view', file_format='{format}'")
        )
    orders = [
        [(1, 1, 5, "open", "+I"), (2, 1, 7, "open", "+I"), (3, 2, 9, "paid", "+I"), (4, None, 1, "open", "+I")],
        [(1, 2, 5, "paid", "+U"), (5, 2, 8, "open", "+I"), (2, 1, 7, "open", "-D")],
        [(3, 2, 9, "cancelled", "+U"), (5, 2, 8, "open", "-D"), (1, 1, 5, "open", "+U")],
    ]
    customers = [[(1, "north"), (2, "south")], [(2, "south"), (3, None)], [(2, "north")]]
    for batch, people in zip(orders, customers, strict=True):
        project.model("orders", ORDERS, batch, **keyed)
        project.model("customers", CUSTOMERS, people, **keyed)
        project.run()
        prefix = f"{{{format}}}."
        for name, text in views.items():
            query = text.split("}}", 1)[1].replace("{{ ref('", prefix).replace("') }}", "")
            assert project.rows(f"select * from {prefix}{name}") == project.rows(query), name
        for name, (_, view) in followers.items():
            assert project.rows(f"select * from {prefix}{name}") == project.rows(f"select * from {prefix}{view}"), name


def test_a_refresh_stopped_at_any_statement_is_completed_by_the_next(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each run is stopped two statements later than the one before, which it completes first."""
    format = FORMATS[0]
    query = f"select status, count(*) as n, sum(id) as ids from {{{{ ref('in_{format}') }}}} group by status"
    large = f"select n, ids from {{{{ ref('by_status_{format}') }}}} where n > 0"
    for name, text in {"by_status": query, "large": large}.items():
        config = f"materialized='materialized_view', file_format='{format}'"
        project.write(f"models/{name}_{format}.sql", f"{{{{ config({config}) }}}}\n{text}")
    keyed = {"primary_key": "id", "changelog_producer": "lookup", "file_format": format}
    step, finished = -2, False
    while not finished:
        step += 2
        rows = [
            (1, "abc"[step % 3], "+U"),
            (100 + step, "new", "+I"),
            (98 + step, "new", "-D"),
            (5 + step % 4, "abc"[step % 3], "+I"),
        ]
        project.model(f"in_{format}", "id int, status string, _row_kind string", rows, **keyed)
        with monkeypatch.context() as patch:
            sent = stop_before(patch, format, step)
            finished = project.dbt("run").success
    assert step > 10, sent
    by_status = f"select status, count(*), sum(id) from {{{format}}}.in_{format} group by status"
    assert project.rows(f"select * from {{{format}}}.by_status_{format}") == project.rows(by_status)
    expected = sorted(row[1:] for row in project.rows(by_status))
    assert sorted(project.rows(f"select * from {{{format}}}.large_{format}")) == expected and len(expected) > 1


@pytest.mark.parametrize("format", FORMATS)
def test_a_view_that_a_stopped_run_has_not_created_is_created_by_the_next(
    project: Project, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows of a changed query are committed, and the view over them is still that of the query before."""
    keyed = {"primary_key": "id", "changelog_producer": "lookup", "file_format": format}
    rows = [(1, 1, 60, "a", "+I"), (2, 1, 60, "a", "+I"), (3, 2, 9, "a", "+I")]
    project.model("orders", ORDERS, rows, **keyed)
    query = "select customer, sum(amount) as total from {{ ref('orders') }} group by customer"
    config = f"{{{{ config(materialized='materialized_view', file_format='{format}') }}}}"
    project.write("models/totals.sql", f"{config}\n{query}")
    project.run()
    for having, unmade in (
        ("having sum(amount) > 10", "totals"),
        ("", "totals__changelog"),
        ("having sum(amount) > 1", "totals"),
    ):
        project.write("models/totals.sql", f"{config}\n{query} {having}")
        with monkeypatch.context() as patch:
            fail_to_create(patch, unmade)
            assert "no view was created" in project.error()
        if having == "having sum(amount) > 1":
            project.model("orders", ORDERS, [(4, 3, 1, "a", "+I"), (5, 4, 2, "a", "+I")], **keyed)
            project.run("--select", "orders")
        for _ in range(2):
            project.run("--select", "totals")
            answer = query.replace("{{ ref('orders') }}", f"{{{format}}}.orders") + f" {having}"
            assert project.rows(f"select * from {{{format}}}.totals") == project.rows(answer), having
        log = f"select sum(if(_row_kind in ('+I', '+U'), 1, -1)) from {{{format}}}.totals__changelog"
        assert project.rows(log) == [(len(project.rows(answer)),)], having
    assert project.run("--select", "totals")["totals"]["kind"] == "unchanged"


def fail_to_create(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Makes each CREATE VIEW of this name fail."""
    original = Cursor.execute

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        words = bare(sql).split()
        if words[:4] == ["create", "or", "replace", "view"] and words[4].replace("`", "").endswith(f".{name}"):
            raise RuntimeError("no view was created")
        original(self, sql, bindings)

    monkeypatch.setattr(Cursor, "execute", execute)


def stop_before(monkeypatch: pytest.MonkeyPatch, format: str, step: int) -> list[str]:
    """Makes each run of a model fail before its statement of this number that writes; returns those that were sent."""
    sent: dict[str, list[str]] = defaultdict(list)
    original = Cursor.execute

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        statement = bare(sql)
        for name in (f"in_{format}", f"by_status_{format}", f"large_{format}"):
            if (
                statement.startswith(("create", "drop", "merge", "insert", "alter", "call"))
                and name in statement.split("\n")[0]
            ):
                if len(sent[name]) == step:
                    raise RuntimeError(f"stopped before statement {step}")
                sent[name].append(statement.split("\n")[0])
        original(self, sql, bindings)

    monkeypatch.setattr(Cursor, "execute", execute)
    return [f"{name}: {statement}" for name, statements in sent.items() for statement in statements]
