"""What is known of the refreshes of materialized views: their estimates, their history, and whether they were right."""

from __future__ import annotations

import threading
from contextvars import copy_context
from typing import Any

import pytest
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

import overlaps
from formats import CATALOGS, FORMATS
from project import Project, computed_queries, spark

ORDERS = "id int, customer int, amount decimal(10,2), _row_kind string"
COUNTS = "select customer, count(*) as orders from {{ ref('orders') }} where amount > 0 group by customer"
QUERY = "select customer, sum(amount) as total from {{ ref('orders') }} where amount > 0 group by customer"
ROWS = [(number, number % 7, number % 50, "+I") for number in range(1, 400)]


def orders(project: Project, format: str, rows: list[Any]) -> None:
    project.model("orders", ORDERS, rows, primary_key="id", changelog_producer="lookup", file_format=format)


def view(project: Project, name: str, query: str, format: str, **config: Any) -> None:
    options = "".join(f", {key}={value!r}" for key, value in config.items())
    text = f"{{{{ config(materialized='materialized_view', file_format='{format}'{options}) }}}}\n{query}"
    project.write(f"models/{name}.sql", text)


def expected(project: Project, format: str, query: str = QUERY) -> list[Any]:
    table = f"{CATALOGS[format]}.{project.schema}.orders"
    return sorted(spark().sql(query.replace("{{ ref('orders') }}", table)).collect())


@pytest.mark.parametrize("format", FORMATS)
def test_refreshes_are_estimated_and_remembered_until_the_plan_changes(
    project: Project, format: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = computed_queries(monkeypatch)
    ran, run = list[str](), Cursor._run

    def running(cursor: Cursor, text: str) -> None:
        ran.append(text)
        run(cursor, text)

    monkeypatch.setattr(Cursor, "_run", running)
    catalog = f"{CATALOGS[format]}.{project.schema}"
    orders(project, format, ROWS)
    view(project, "totals", QUERY, format)
    # for the folder of the model
    project.settings["models"] = {"shop": {"+refresh_policy": "incremental"}}
    first = project.run()["totals"]
    assert first["kind"] == "full" and not first["estimated_seconds"], first
    assert 0 < first["compute_seconds"] <= first["seconds"]
    read = []
    for number, changed in ((1, 1), (2, 300)):
        orders(project, format, [(row, 1, 60 + number, "+U") for row in range(1, changed + 1)])
        ran.clear()
        found = project.run()["totals"]
        assert (found["kind"], found["reason"]) == ("incremental", ""), found
        asked = [text for text in ran if text.startswith("describe query") and "customer" in text.lower()]
        assert not asked, "what Spark has said about the query is known since the first run"
        assert found["estimated_seconds"].keys() == {"incremental", "full"}
        read.append(found["changes_read"])
    assert read == [2, 301], "300 rows that go, and one row 300 times"
    project.settings["models"] = {"shop": {"+refresh_policy": "full"}}
    view(project, "counts", COUNTS, format)
    orders(project, format, [(1, 1, 99, "+U")])
    full = project.run()["totals"]
    assert (full["kind"], full["reason"]) == ("full", "refresh_policy is 'full'")
    estimate = full["estimated_seconds"]
    assert estimate.keys() == {"full"} and estimate["full"] > 0, "by the size of the inputs"
    history = spark().sql(
        f"select kind, reason, changes_read, estimated_incremental, estimated_full, seconds, rows_updated "
        f"from {catalog}.totals__refreshes order by commit"
    )
    rows = [tuple(row) for row in history.collect()]
    assert [row[:3] for row in rows] == [
        ("full", "first run", None),
        ("incremental", None, 2),
        ("incremental", None, 301),
        ("full", "refresh_policy is 'full'", None),
    ]
    assert [row[3] is None for row in rows] == [True, False, False, True]
    assert rows[0][5] == first["compute_seconds"] and rows[-1][6] == 1
    del project.settings["models"]
    orders(project, format, [(2, 1, 77, "+U"), (3, 1, 77, "+U")])
    project.run("--select", "orders")
    project.succeed("run-operation", "explain_refresh", "--args", "{select: totals}")
    printed = capsys.readouterr().out
    assert "next refresh: 2 changes to read: incremental about " in printed and "auto chooses " in printed
    assert "estimates of the last 3 refreshes: wrong by " in printed
    same = "-- by customer\nSELECT o.Customer as CUSTOMER, SUM(o.AMOUNT) AS total FROM {{ ref('orders') }} o\n"
    view(project, "totals", same + "WHERE amount > 0 GROUP BY CUSTOMER", format)
    computed.clear()
    found = project.run()["totals"]
    assert found["kind"] == "incremental" or found["reason"].startswith("a refresh from "), "the plan is the same"
    reads = [query for query in computed if "orders__changelog" in query]
    assert len(reads) == 1 or format == "delta", "once for both views"
    assert sorted(spark().sql(f"select * from {catalog}.counts").collect()) == expected(project, format, COUNTS)
    assert project.run("--select", "totals")["totals"]["kind"] == "unchanged"
    assert sorted(spark().sql(f"select * from {catalog}.totals").collect()) == expected(project, format)
    view(project, "totals", QUERY.replace("amount > 0", "amount > 9"), format)
    reason = project.run("--select", "totals")["totals"]["reason"]
    assert reason == "changed: query (Filter(orders.amount > 0) is now Filter(orders.amount > 9))"


def test_the_next_refresh_is_explained_as_it_will_be(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    def explained() -> str:
        project.succeed("run-operation", "explain_refresh", "--args", "{select: totals}")
        return capsys.readouterr().out

    def replace_orders(amount: int) -> None:
        rows = [(number, number % 7, amount if number == 5 else 20, "+I") for number in range(1, 20)]
        project.model("orders", ORDERS, rows, materialized="table")
        project.run("--select", "orders")

    replace_orders(30)
    view(project, "totals", QUERY, "iceberg")
    project.run("--select", "totals")
    replace_orders(40)
    assert "next refresh: 2 changes to read: " in explained(), "the other rows are the same"
    edited = QUERY.replace("amount > 0", "amount > 9")
    reason = "changed: query (Filter(orders.amount > 0) is now Filter(orders.amount > 9))"
    for mode, kind in (("fail", "fails"), ("continue", "none")):
        view(project, "totals", edited, "iceberg", on_configuration_change=mode)
        expected = f"next refresh: {kind}, because on_configuration_change is '{mode}'; {reason}\n"
        assert expected in explained()
    view(project, "totals", edited, "iceberg")
    assert f"next refresh: full, because {reason}\n" in explained()
    assert project.run("--select", "totals")["totals"]["reason"] == reason
    assert "next refresh: nothing has changed" in explained()
    spark().sql(f"delete from {CATALOGS['iceberg']}.{project.schema}.totals__rows where customer = 5")
    touched = "its table was written by another program (delete of "
    assert f"next refresh: full, because {touched}" in explained()
    view(project, "totals", edited, "iceberg", refresh_policy="incremental_strict")
    assert f"next refresh: fails, because refresh_policy is 'incremental_strict'; {touched}" in explained()
    assert touched in project.error("--select", "totals")


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_rows_that_are_verified_become_those_of_the_query(project: Project, format: str) -> None:
    catalog = f"{CATALOGS[format]}.{project.schema}"
    orders(project, format, ROWS)
    view(project, "totals", QUERY, format, verify="every 2 refreshes", refresh_policy="incremental")
    project.run()
    verified = []
    for number in (1, 2, 3):
        if number == 3:
            # as a wrong plan would leave them
            spark().sql(f"update {catalog}.totals__rows set total = total + 1 where customer = 5")
            project.overlook(f"{{{format}}}.totals__rows")
        orders(project, format, [(number, 1, 60, "+U")])
        found = project.run()["totals"]
        assert found["kind"] == "incremental", found
        verified.append(found.get("verified"))
    assert verified == [True, None, False], "every second commit, the first of which is the first run"
    said = "\n".join(project.said)
    assert "the planned query gives other rows than the query as it is written" in said and "additional: {" in said
    assert sorted(spark().sql(f"select * from {catalog}.totals").collect()) == expected(project, format)
    net = "sum(if(_row_kind = '+U', 1, -1))"
    log = f"select customer, {net} as n from {catalog}.totals__changelog where _commit = 5 group by customer, total"
    changed = spark().sql(f"{log} having {net} <> 0 order by n").collect()
    assert [tuple(row) for row in changed] == [(5, -1), (5, 1)], "a reader of the changelog sees the correction"
    spark().sql(f"update {catalog}.totals__rows set total = total + 1 where customer = 5")
    project.overlook(f"{{{format}}}.totals__rows")
    orders(project, format, [(4, 1, 60, "+U")])
    assert "gives other rows than the query as it is written" in project.fail("--warn-error", "run").message
    assert sorted(spark().sql(f"select * from {catalog}.totals").collect()) == expected(project, format)
    assert project.run("--select", "totals")["totals"]["kind"] == "unchanged"
    spark().sql(f"delete from {catalog}.totals__rows where customer = 5")
    found = project.run("--select", "totals")["totals"]
    assert found["reason"].startswith("its table was written by another program (d"), found
    assert sorted(spark().sql(f"select * from {catalog}.totals").collect()) == expected(project, format)
    project.succeed("run-operation", "maintain", "--args", "{select: totals}")
    assert project.run("--select", "totals")["totals"]["kind"] == "unchanged", "a compaction changes no row"
    view(project, "totals", QUERY, format, verify="sometimes")
    assert "'verify' is 'sometimes'; write after how many refreshes" in project.error()


@pytest.mark.parametrize("format", FORMATS)
def test_rows_are_verified_at_one_commit_while_another_run_refreshes(
    project: Project, format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    orders(project, format, ROWS)
    view(project, "totals", QUERY, format)
    project.run()
    orders(project, format, [(1, 1, 60, "+U"), (1000, 8, 9, "+I")])
    refreshed: list[Any] = []

    def act(statement: str) -> None:
        if "as fingerprint" in statement and not refreshed:
            other = threading.Thread(target=copy_context().run, args=(lambda: refreshed.append(project.run()),))
            other.start()
            other.join()

    with overlaps.before_statements(act):
        overlaps.operates(project, "verify_views")
    assert refreshed[0]["totals"]["rows_inserted"] == 1, refreshed
    assert "totals: it has the rows of its query" in capsys.readouterr().out
    assert sorted(spark().sql(f"select * from {CATALOGS[format]}.{project.schema}.totals").collect()) == expected(
        project, format
    )


NAMED = """
select o.id, o.amount, c.name
from {{ ref('orders') }} as o left join {{ ref('customers') }} as c on c.id = o.customer
where o.amount > 0
"""


@pytest.mark.parametrize("format", FORMATS)
def test_rows_have_the_keys_of_the_inputs(project: Project, format: str, capsys: pytest.CaptureFixture[str]) -> None:
    catalog = f"{CATALOGS[format]}.{project.schema}"
    keyed = {"primary_key": "id", "changelog_producer": "lookup"}

    def customers(*rows: Any, **config: Any) -> None:
        project.model("customers", "id int, name string", list(rows), file_format=format, **config)

    def rows_of(name: str) -> list[Any]:
        return sorted(spark().sql(f"select id, amount, name from {catalog}.{name}").collect())

    def expected(least: int = 0) -> list[Any]:
        query = NAMED.replace("amount > 0", f"amount > {least}")
        for table in ("orders", "customers"):
            query = query.replace(f"{{{{ ref('{table}') }}}}", f"{catalog}.{table}")
        return sorted(spark().sql(query).collect())

    customers((1, "Ada"), (2, "Bob"), materialized="table")
    orders(project, format, [(number, number % 3 + 1, number, "+I") for number in range(1, 8)])
    view(project, "named", NAMED, format)
    project.run()
    assert project.last_commit(f"{catalog}.named__rows")["tablestore.primary-key"] == "_row_hash,_row_copy"
    assert rows_of("named") == expected()

    customers((1, "Ada"), (2, "Bob"), **keyed)
    for name, config, read in (
        ("reader", "materialized='incremental', primary_key='id'", "net=true"),
        ("earlier", "materialized='table'", "scan='as-of', commit=2"),
    ):
        changes = f"{{{{ tablestore.changelog(ref('named'), {read}) }}}}"
        columns = "id, amount, name" + ", _row_kind" * (name == "reader")
        config = f"{{{{ config({config}, file_format='{format}') }}}}"
        project.write(f"models/{name}.sql", f"{config}\nselect {columns} from {changes}")
        if name == "reader":
            assert project.run()["named"]["reason"] == "changed: key is now id"
    whole = "select cast(amount as int) as amount, id from {{ ref('orders') }}"
    view(project, "declared", whole, format, primary_key="AMOUNT", refresh_policy="incremental")
    orders(project, format, [(1, 1, 50, "+U"), (2, 2, 2, "-D"), (8, 2, 80, "+I")])
    customers((1, "Ann"), **keyed)
    found = project.run()["named"]
    counts = {kind: found[f"rows_{kind}"] for kind in ("inserted", "updated", "deleted")}
    assert found["kind"] == "incremental" and counts == {"inserted": 1, "updated": 3, "deleted": 1}, found
    assert project.last_commit(f"{catalog}.named__rows")["tablestore.primary-key"] == "id"
    assert rows_of("named") == rows_of("reader") == rows_of("earlier") == expected()

    before = project.rows(f"select amount, id from {catalog}.declared")
    view(project, "named", NAMED.replace("amount > 0", "amount > 5"), format)
    orders(project, format, [(5, 1, 6, "+U")])
    nodes = project.fail("run").nodes
    message = nodes["declared"].message
    assert "primary_key is amount" in message and '{"amount":6} has 2 rows' in message, message
    done = nodes["named"].adapter_response["_message"]
    why = "changed: query (Filter(orders.amount > 0) is now Filter(orders.amount > 5))"
    assert done.startswith(f"OK full refresh: {why}; ") and "updated" in done and "deleted" in done, done
    assert rows_of("named") == rows_of("reader") == expected(5), "readers of its changelog go on"
    orders(project, format, [(5, 1, 5, "+U"), (9, 1, None, "+I")])
    assert '{"amount":null} is null' in project.error("--select", "orders", "declared")
    assert project.rows(f"select amount, id from {catalog}.declared") == before, "nothing was written"
    orders(project, format, [(9, 1, 90, "+U")])
    assert project.run("--select", "orders", "declared")["declared"]["kind"] == "incremental"
    assert project.rows(f"select amount, id from {catalog}.declared") == sorted([*before, (90, 9)], key=repr)
    project.target["spark_config"] = project.target["spark_config"] | {"spark.sql.session.timeZone": "Asia/Tokyo"}
    found = project.run("--select", "named")["named"]
    assert found["reason"] == "changed: time zone (UTC is now Asia/Tokyo)" and rows_of("named") == expected(5)
    legacy = "spark.sql.legacy.timeParserPolicy"
    project.target["spark_config"] = project.target["spark_config"] | {legacy: "LEGACY"}
    found = project.run("--select", "named")["named"]
    assert found["reason"] == f"changed: {legacy} (not set is now LEGACY)" and rows_of("named") == expected(5)
    project.run("--select", "reader")
    assert rows_of("reader") == expected(5), "readers of its changelog go on"
    project.succeed("run-operation", "explain_refresh", "--args", "{select: declared}")
    assert "Sink(key=[amount], declared)" in capsys.readouterr().out
