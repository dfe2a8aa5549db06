"""Materialized views in a dbt project: their inputs, their configuration, and what they refuse."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import sqlglot
from dbt.adapters.tablestore import cli
from dbt.adapters.tablestore.views import planner
from dbt.adapters.tablestore.views.expressions import source
from pyspark.sql import SparkSession

from formats import CATALOGS
from project import Project, WarmProject, spark
from spark_settings import SPARK_SETTINGS

ORDERS = "id int, customer int, amount decimal(10,2), _row_kind string"
KEYED = {"primary_key": "id", "changelog_producer": "lookup"}


def view(sql: str, **config: Any) -> str:
    arguments = "".join(f", {name}={value!r}" for name, value in config.items())
    return f"{{{{ config(materialized='materialized_view'{arguments}) }}}}\n{sql}\n"


@pytest.fixture
def shop(tmp_path: Path, spark: SparkSession, macros_parsed_once: None, warehouse: Path, schema: str) -> Project:
    """A table, in a time zone that is not UTC. Runs need no command, and other commands are those of dbt."""
    settings = SPARK_SETTINGS | {"spark.sql.session.timeZone": "America/New_York"}
    project = WarmProject(tmp_path / "shop", warehouse, schema, threads=4, spark_config=settings)
    project.model("orders", ORDERS, [(1, 1, 5, "+I"), (2, 1, 7, "+I"), (3, 2, 9, "+I")], **KEYED)
    return project


def kinds(responses: dict[str, Any]) -> dict[str, tuple[str, str]]:
    return {name: (found["kind"], found["reason"]) for name, found in responses.items() if found.get("kind")}


FILES = {
    "seeds/people.csv": "customer,name\n1,Ada\n2,Bob\n",
    "snapshots/known.sql": """
        {% snapshot known %}
        {{ config(unique_key='id', strategy='check', check_cols='all', file_format='iceberg') }}
        select id, amount from {{ ref('orders') }}
        {% endsnapshot %}
        """,
    "models/large.sql": """
        {{ config(materialized='ephemeral') }}
        select * from {{ ref('orders') }} where amount > 5
        """,
    "models/named.sql": """
        {{ config(materialized='view') }}
        select o.*, p.name from {{ ref('large') }} as o join {{ ref('people') }} as p using (customer)
        """,
    "functions/doubled.py": "def doubled(x: int) -> int:\n    return x * 2\n",
    "functions/most.py": """
        class most:
            def __init__(self) -> None:
                self.n = 0

            def accumulate(self, x: int) -> None:
                self.n = max(self.n, x)

            def finish(self) -> int:
                return self.n
        """,
}
QUERIES = {
    "of_named": "select name, sum(amount) as total from {{ ref('named') }} group by name",
    "of_feed": """
        select f.city, count(*) as n
        from {{ ref('orders') }} as o join {fed} as f on f.customer = o.customer
        group by f.city
        """,
    "of_silent": "select city from {silent}",
    "of_snapshot": """
        select dbt_valid_to is null as current, count(*) as n
        from {{ ref('known') }}
        group by dbt_valid_to is null
        """,
    "of_functions": """
        select customer, {{ function('most') }}({{ function('doubled') }}(id)) as largest
        from {{ ref('orders') }}
        group by customer
        """,
    "top": "select id, amount from {{ ref('orders') }} order by amount desc, id limit 2",
    "of_top": "select count(*) as n, max(id) as last from {{ ref('top') }}",
    "of_view": "select city, n from {{ ref('of_feed') }} where n > 1",
}


def test_inputs_of_every_kind(shop: Project) -> None:
    tables = {name: f"{CATALOGS['delta']}.{shop.schema}.{name}" for name in ("fed", "silent")}
    spark().sql(f"create schema if not exists {CATALOGS['delta']}.{shop.schema}")
    for name, table in tables.items():
        properties = f"tblproperties ('delta.enableChangeDataFeed' = '{str(name == 'fed').lower()}')"
        spark().sql(f"create table {table} (customer int, city string) using delta {properties}")
        spark().sql(f"insert into {table} values (1, 'Ulm'), (2, 'Bonn')")
    for path, text in FILES.items():
        shop.write(path, text)
    for name, query in QUERIES.items():
        for table in tables:
            query = query.replace(f"{{{table}}}", tables[table])
        shop.write(f"models/{name}.sql", view(query))
    first = shop.succeed("build")
    reasons = {
        found[1] for found in kinds({name: node.adapter_response for name, node in first.nodes.items()}).values()
    }
    assert reasons == {"first run"}
    assert first.nodes["of_feed"].adapter_response["_message"] in ("OK 1 row", "OK 2 rows")
    later = {text.split(":")[0]: text for text in shop.said if ": later runs will compute all rows again" in text}
    assert later.keys() == {"of_silent", "of_top"}, later
    limited = "top has a LIMIT, so rows leave it without a change: write the LIMIT in the query that reads it"
    assert later["of_top"].endswith(f", because {limited}")
    spark().sql(f"update {tables['fed']} set city = 'Cologne' where customer = 2")
    spark().sql(f"insert into {tables['silent']} values (3, 'Jena')")
    shop.model("orders", ORDERS, [(2, 2, 8, "+U"), (4, 2, 1, "+I"), (3, 2, 9, "-D")], **KEYED)
    built = shop.succeed("build")
    found = kinds({name: node.adapter_response for name, node in built.nodes.items()})
    assert {name for name, (kind, _) in found.items() if kind == "incremental"} == set(QUERIES) - {
        "of_silent",
        "of_top",
    }, found
    assert found["of_top"] == ("full", limited)
    assert found["of_silent"][0] == "full" and "delta.enableChangeDataFeed" in found["of_silent"][1]
    assert shop.rows("select * from {iceberg}.of_functions") == [(1, 2), (2, 8)]
    for name in set(QUERIES) - {"of_functions"}:
        node = built.nodes[name].node
        assert shop.rows(f"select * from {node.relation_name}") == shop.rows(node.compiled_code), name


# An aggregate whose accumulator says how it came about: recomputing the group would forget what was retracted.
SPREAD = """
class spread:
    def create_accumulator(self): return {"values": [], "retracted": 0}
    def accumulate(self, state, x: float, unit: str = "kg"): state["values"].append(x)
    def retract(self, state, x: float, unit: str = "kg"):
        state["values"].remove(x)
        state["retracted"] += 1
    def get_value(self, state) -> str:
        return f"{max(state['values']) - min(state['values']):.0f} after {state['retracted']}"
"""


@pytest.mark.extended
def test_an_aggregate_with_retract_keeps_its_accumulator(shop: Project) -> None:
    shop.write("functions/spread.py", SPREAD)
    query = "select customer, {{ function('spread') }}(amount, 't') as width, count(*) as n from {{ ref('orders') }}"
    shop.write("models/spreads.sql", view(query + " group by customer having count(*) > 0"))
    shop.write(
        "models/all_orders.sql", view("select {{ function('spread') }}(amount) as width from {{ ref('orders') }}")
    )
    distinct = "select {{ function('spread') }}(distinct amount) as a, {{ function('spread') }}(x => amount) as b,"
    distinct += " {{ function('spread') }}(amount) filter (where id > 0) as c from {{ ref('orders') }}"
    shop.write("models/clauses.sql", view(distinct))
    rows = [(1, 1, 5, "+I"), (2, 1, 7, "+I"), (3, 2, 1, "+I"), (4, 1, None, "+I")]
    shop.model("orders", ORDERS, rows, **KEYED)
    shop.run("--full-refresh")
    assert shop.rows("select * from {iceberg}.spreads") == [(1, "2 after 0", 3), (2, "0 after 0", 1)]
    shop.model("orders", ORDERS, [(2, 1, 7, "-D"), (1, 1, 9, "+U"), (5, 1, 4, "+I"), (3, 2, 1, "-D")], **KEYED)
    refreshed = kinds(shop.run())
    assert {refreshed[name] for name in ("spreads", "all_orders", "clauses")} == {("incremental", "")}
    assert shop.rows("select * from {iceberg}.spreads") == [(1, "5 after 2", 3)]
    assert shop.rows("select * from {iceberg}.all_orders") == [("5 after 3",)]
    assert shop.rows("select * from {iceberg}.clauses") == [("5 after 0", "5 after 0", "5 after 0")]


def test_a_run_without_changes_says_so(shop: Project) -> None:
    shop.write(
        "models/totals.sql", view("select customer, sum(amount) as total from {{ ref('orders') }} group by customer")
    )
    shop.run()
    for _ in range(2):
        assert shop.run("--select", "totals")["totals"]["_message"] == "OK nothing changed"
    shop.model("orders", ORDERS, [(4, 1, 1, "+I")], **KEYED)
    assert kinds(shop.run())["totals"] == ("incremental", "")


def test_what_a_query_uses_is_part_of_it(shop: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed view that it reads, function that it calls or planner is a change of the SELECT."""
    shop.write("models/named.sql", "{{ config(materialized='view') }}\nselect id, 'a' as name from {{ ref('orders') }}")
    shop.write("functions/more.py", "def more(x: int) -> int:\n    return x + 1\n")
    shop.write("models/of_view.sql", view("select distinct name from {{ ref('named') }}"))
    shop.write("models/of_function.sql", view("select {{ function('more') }}(id) as next from {{ ref('orders') }}"))
    shop.run()
    shop.write("models/named.sql", "{{ config(materialized='view') }}\nselect id, 'b' as name from {{ ref('orders') }}")
    shop.write("functions/more.py", "def more(x: int) -> int:\n    return x + 10\n")
    found = kinds(shop.run("--select", "named", "of_view", "of_function"))
    changed = [f"{operator}('a') is now {operator}('b')" for operator in ("Project", "Aggregate")]
    assert found == {
        "of_view": ("full", f"changed: query ({'; '.join(changed)})"),
        "of_function": ("full", "changed: query"),
    }
    assert shop.rows("select * from {iceberg}.of_view") == [("b",)]
    assert shop.rows("select * from {iceberg}.of_function") == [(11,), (12,), (13,)]
    assert kinds(shop.run("--select", "of_view"))["of_view"][0] == "unchanged"
    monkeypatch.setattr(planner, "VERSION", "later")
    shop.write(
        "models/of_view.sql", view("select distinct name from {{ ref('named') }}", on_configuration_change="fail")
    )
    assert kinds(shop.run("--select", "of_view"))["of_view"] == ("full", "changed: version of the planner")


def test_policies_say_why_a_view_is_not_refreshed_incrementally(shop: Project) -> None:
    ranked = "select id, rank() over (order by amount) as position from {{ ref('orders') }}"
    shop.write("models/ranked.sql", view(ranked))
    assert kinds(shop.run())["ranked"][0] == "full"
    shop.model("orders", ORDERS, [(4, 1, 1, "+I")], **KEYED)
    assert kinds(shop.run())["ranked"] == ("full", "the query has a window without PARTITION BY")
    shop.write("models/ranked.sql", view(ranked, refresh_policy="incremental_strict"))
    before = shop.rows("select * from {iceberg}.ranked")
    shop.model("orders", ORDERS, [(5, 1, 2, "+I")], **KEYED)
    message = shop.error()
    assert "refresh_policy 'incremental_strict'" in message and "the query has a window without PARTITION BY" in message
    assert shop.rows("select * from {iceberg}.ranked") == before


def test_changes_that_a_view_has_not_read_are_kept(shop: Project) -> None:
    keeps = KEYED | {"changelog_time_retained": "1 ms"}
    shop.write(
        "models/totals.sql", view("select customer, max(amount) as most from {{ ref('orders') }} group by customer")
    )
    shop.model("orders", ORDERS, [(1, 1, 5, "+I"), (2, 1, 7, "+I")], **keeps)
    shop.run()
    for amount in (8, 9, 3):
        shop.model("orders", ORDERS, [(1, 1, amount, "+U")], **keeps)
        shop.run("--select", "orders")
    assert kinds(shop.run("--select", "totals"))["totals"] == ("incremental", "")
    assert shop.rows("select * from {iceberg}.totals") == [(1, 7)]


OTHER_KINDS = {
    "tables": "materialized='table'",
    "views": "materialized='view'",
    "keyed": "materialized='incremental', primary_key='id', changelog_producer='lookup'",
    "plain": "materialized='incremental'",
}


@pytest.mark.extended
def test_a_view_becomes_another_kind_of_model_and_a_view_again(shop: Project) -> None:
    query = "select id, amount from {{ ref('orders') }}"
    rows = shop.run() and shop.rows("select id, amount from {iceberg}.orders")
    for is_view in (True, False, True):
        for name, config in OTHER_KINDS.items():
            shop.write(f"models/{name}.sql", view(query) if is_view else f"{{{{ config({config}) }}}}\n{query}")
        shop.run("--select", *OTHER_KINDS)
        for name in OTHER_KINDS:
            assert shop.rows(f"select * from {{iceberg}}.{name}") == rows
            stored = shop.rows(f"show tables in {{iceberg}} like '{name}__rows*'")
            assert bool(stored) == is_view, stored


def test_the_views_of_changes_are_those_of_the_view(shop: Project) -> None:
    """Also after a keyed model, which had a table of one of the names, and after a run that was stopped before."""
    query = "select id, amount from {{ ref('orders') }}"
    shop.write("models/kept.sql", f"{{{{ config({OTHER_KINDS['keyed']}) }}}}\n{query}")
    shop.run()
    shop.write("models/kept.sql", view(query))
    shop.write("models/other.sql", "{{ config(alias='kept__refreshes') }} select 1 as id")
    assert "kept__refreshes belongs to model 'other': give it another name or alias" in shop.error("--select", "kept")
    (shop.folder / "models/other.sql").unlink()
    for dropped in ([], ["__changelog"], ["__refreshes"]):
        for suffix in dropped:
            spark().sql(f"drop view {CATALOGS['iceberg']}.{shop.schema}.kept{suffix}")
        shop.run("--select", "kept")
        assert len(shop.rows("select * from {iceberg}.kept__changelog where _row_kind = '+I'")) == 3
        assert shop.rows("select commit, reason from {iceberg}.kept__refreshes") == [(1, "first run")]
    assert not shop.rows("show tables in {iceberg} like 'kept__commits'")


def test_tables_with_the_name_of_rows_are_those_of_their_models(shop: Project) -> None:
    """A view and a keyed model named like its rows are two models, and no view stores its rows in the table of one."""
    shop.write(
        "models/total__rows.sql", f"{{{{ config({OTHER_KINDS['keyed']}) }}}}\nselect id from {{{{ ref('orders') }}}}"
    )
    shop.write("models/total.sql", "{{ config(materialized='view') }} select * from {{ ref('total__rows') }}")
    found = []
    for _ in range(2):
        shop.run("--select", "+total")
        found.append(shop.rows("select distinct epoch, id from {iceberg}.total__rows__commits, {iceberg}.total"))
    assert found[0] == found[1] and [row[1] for row in found[0]] == [1, 2, 3]
    shop.write(
        "models/total.sql",
        "{{ config(materialized='view') }} select id * 2 as id from {{ ref('total__rows') }} where id > 1",
    )
    shop.write("models/of_total.sql", view("select id from {{ ref('total') }}"))
    shop.run("--select", "total")
    for _ in range(2):
        shop.run("--select", "of_total")
        assert shop.rows("select * from {iceberg}.of_total") == [(4,), (6,)]
    (shop.folder / "models/of_total.sql").unlink()
    shop.write("models/total.sql", view("select id from {{ ref('orders') }}"))
    assert "total__rows belongs to model 'total__rows': give it another name or alias" in shop.error()
    (shop.folder / "models/total__rows.sql").unlink()
    assert "total__rows exists, and no materialized view wrote it: rename it, or drop it" in shop.error()
    assert shop.rows("select id from {iceberg}.total__rows") == [(1,), (2,), (3,)]


def test_rows_that_a_stopped_drop_has_left_are_not_those_of_a_new_view(shop: Project) -> None:
    shop.write("models/total.sql", view("select id from {{ ref('orders') }}"))
    shop.run()
    spark().sql(f"drop view {CATALOGS['iceberg']}.{shop.schema}.total")
    shop.write("models/total.sql", "{{ config(materialized='view') }} select id * 2 as id from {{ ref('orders') }}")
    shop.write("models/of_total.sql", view("select id from {{ ref('total') }}"))
    shop.run("--select", "total")
    shop.run("--select", "of_total")
    assert shop.rows("select * from {iceberg}.of_total") == [(2,), (4,), (6,)]
    assert not shop.rows("show tables in {iceberg} like 'total__rows*'")


def test_descriptions_are_comments(shop: Project) -> None:
    docs = {"relation": True, "columns": True}
    shop.write(
        "models/totals.sql",
        view("select customer, sum(amount) as total from {{ ref('orders') }} group by customer", persist_docs=docs),
    )
    for description in ("Sums of a customer's orders", "Other words"):
        columns = [{"name": "TOTAL", "description": f"{description}: total"}]
        shop.write(
            "models/totals.yml", {"models": [{"name": "totals", "description": description, "columns": columns}]}
        )
        shop.run()
        described = shop.rows("describe extended {iceberg}.totals")
        assert ("total", "decimal(20,2)", f"{description}: total") in described
        assert ("Comment", description, "") in described


def test_check_views_finds_a_view_that_became_a_full_refresh(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    query = "select customer, sum(amount) as total from {{ ref('orders') }} group by customer"
    shop.write("models/totals.sql", view(query))
    places = ["--project-dir", str(shop.folder), "--profiles-dir", str(shop.folder)]
    shop.run()
    shop.model("orders", ORDERS, [(4, 1, 1, "+I")], **KEYED)
    assert kinds(shop.run())["totals"][0] == "incremental"
    assert cli.main(["views", "check", *places]) == 0
    assert "totals: refreshed incrementally" in capsys.readouterr().out
    shop.write("models/totals.sql", view("select customer, sum(amount) over () as total from {{ ref('orders') }}"))
    assert cli.main(["views", "check", "totals", *places]) == 1
    printed = capsys.readouterr()
    assert "totals: full refresh: the query has a window without PARTITION BY" in printed.out
    assert "model 'totals' can no longer be refreshed incrementally" in printed.out + printed.err


def test_verify_finds_rows_that_are_not_those_of_the_query(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    query = "select customer, sum(amount) as total from {{ ref('orders') }} group by customer"
    shop.write("models/totals.sql", view(query))
    shop.write("models/large.sql", view("select customer from {{ ref('totals') }} where total > 1"))
    shop.model("texts", "id int, v string", [(1, "7")], primary_key="id")
    shop.write("models/numbers.sql", view("select id, cast(v as int) as n from {{ ref('texts') }}"))
    places = ["--project-dir", str(shop.folder), "--profiles-dir", str(shop.folder)]
    shop.run()
    assert cli.main(["views", "verify", *places]) == 0
    assert "totals: it has the rows of its query" in capsys.readouterr().out
    spark().sql(f"update {CATALOGS['iceberg']}.{shop.schema}.totals__rows set total = total + 1")
    assert cli.main(["views", "verify", *places]) == 1
    printed = capsys.readouterr()
    assert "missing: {" in printed.out and "additional: {" in printed.out
    assert "'totals': its rows are not those of its query; " in printed.out + printed.err
    shop.model("orders", ORDERS, [(4, 1, 1, "+I")], **KEYED)
    shop.run("--select", "orders")
    assert cli.main(["views", "verify", "--select", "totals", *places]) == 0
    assert "totals: its plan gives the rows of its query" in capsys.readouterr().out
    shop.model("texts", "id int, v string", [(2, "many")], primary_key="id")
    shop.run("--select", "texts")
    assert cli.main(["views", "verify", "--select", "numbers", *places]) == 1
    printed = capsys.readouterr()
    assert "'numbers': its rows could not be compared with those of its query" in printed.out + printed.err
    assert "--full-refresh" not in printed.out + printed.err


# sqlglot writes each of these in another way, most of which have other values.
AS_WRITTEN = {
    "h": "id >> 1",  # before ARRAY and MAP, after which Spark cannot read it
    "a": "string(timestamp '2024-05-31 12:00:00' + make_interval(0, 0, 0, id) - interval 1 day 2 hours)",
    "b": "to_char(date_add(date '2024-01-31', id), 'yyyy-MM')",
    "c": "to_char(amount, '999.99')",
    "d": "cast(log10(1000) as int) + id",
    "e": "log2(8) + id",
    "f": "to_date(cast(20240100 + id as string), 'yyyyMMdd')",
    "g": "array_size(array(id, customer))",
    "i": "string(date_trunc(if(id = 1, 'year', 'month'), timestamp '2024-05-31 12:00:00'))",
    "j": "element_at(map(id, 'a', id + 100, 'b'), id)",
    "k": "count(*)",
}


def test_expressions_are_executed_as_they_are_written(shop: Project) -> None:
    items = ", ".join(f"{value} as {name}" for name, value in AS_WRITTEN.items())
    shop.write("models/written.sql", view(f"select {items} from {{{{ ref('orders') }}}} group by id, customer, amount"))
    items = items.replace(", count(*) as k", "")
    shop.write("models/plain.sql", view(f"select {items} from {{{{ ref('orders') }}}}"))
    assert set(kinds(shop.run()).values()) == {("full", "first run")}
    shop.model("orders", ORDERS, [(2, 2, 8, "+U"), (4, 2, 1, "+I"), (3, 2, 9, "-D")], **KEYED)
    built = shop.succeed("build")
    for name in ("written", "plain"):
        node = built.nodes[name]
        assert node.adapter_response["kind"] == "incremental", node.adapter_response
        assert shop.rows(f"select * from {node.node.relation_name}") == shop.rows(node.node.compiled_code)


VOLATILE = """
timestamp 'now'
cast('now' as timestamp)
uniform(0, 10)
randstr(5)
shuffle(array(1, 2))
reflect('java.util.UUID', 'randomUUID')
java_method('java.util.UUID', 'randomUUID')
session_user()
current_database()
`uuid`()
(select max(r) from (select rand() as r from {{ ref('orders') }}) as q)
date '2020-01-01' > cast('today' as timestamp)
""".strip().splitlines()


def test_check_names_the_views_that_depend_on_more_than_their_tables(
    shop: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    queries = [f"select id, {expression} as r from {{{{ ref('orders') }}}}" for expression in VOLATILE]
    queries += [
        "select id from {{ ref('orders') }} where date '2020-01-01' < cast('today' as timestamp)",
        "with q as (select id, rand() as r from {{ ref('orders') }}) select * from q",
        "select * from {{ ref('random') }}",
    ]
    shop.write("models/random.sql", "{{ config(materialized='view') }} select id, rand() as r from {{ ref('orders') }}")
    for number, query in enumerate(queries):
        shop.write(f"models/v{number}.sql", view(query))
    shop.run("--select", "orders", "random")
    places = ["--project-dir", str(shop.folder), "--profiles-dir", str(shop.folder)]
    assert cli.main(["views", "check", *places]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("v")]
    reasons = re.compile(
        "it depends on the|returns another value in each refresh|is another time in each refresh|it reads a text"
    )
    assert len(lines) == len(queries)
    assert [line for line in lines if not reasons.search(line)] == []


def test_a_view_whose_plan_is_wrong_is_refreshed_by_its_text(
    shop: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The plan has the SQL of sqlglot, which writes `log10` in a way that gives 2 for 1,000."""
    shop.write("models/digits.sql", view("select id, cast(log10(1000) as int) as d from {{ ref('orders') }}"))
    with monkeypatch.context() as patch:
        patch.setattr(source, "parse", lambda sql: sqlglot.parse(sql, dialect="spark"))
        kind, reason = kinds(shop.run())["digits"][:2]
        assert kind == "full" and "other rows than the query as it is written: 3 rows" in reason
        shop.model("orders", ORDERS, [(4, 1, 1, "+I")], **KEYED)
        kind, reason = kinds(shop.run())["digits"][:2]
        assert kind == "full" and "other rows than the query as it is written" in reason
        assert kinds(shop.run("--select", "digits"))["digits"][0] == "unchanged"
        assert cli.main(["views", "check", "--project-dir", str(shop.folder), "--profiles-dir", str(shop.folder)]) == 0
        assert "digits: full refresh: the planned query gives other rows" in capsys.readouterr().out
        shop.succeed("run-operation", "explain_refresh", "--args", "{select: digits}")
        printed = capsys.readouterr().out
        assert "digits: full refresh: the planned query gives other rows" in printed
        assert "next refresh: nothing has changed" in printed
    assert {row[1] for row in shop.rows("select * from {iceberg}.digits")} == {3}
    assert kinds(shop.run("--full-refresh", "--select", "digits"))["digits"][0] == "full"
    shop.model("orders", ORDERS, [(5, 1, 1, "+I")], **KEYED)
    assert kinds(shop.run())["digits"][0] == "incremental"
    shop.model("orders", ORDERS, [(6, 1, 1, "+I")], **KEYED)
    shop.run("--select", "orders")
    with monkeypatch.context() as patch:
        patch.setattr(source, "parse", lambda sql: sqlglot.parse(sql, dialect="spark"))
        message = shop.fail("run-operation", "verify_views", "--args", "{select: digits}").message
    assert "'digits': its plan gives other rows than its query; to compute them by the query as it is" in message
    assert "dbt run --full-refresh --select digits" in message
    printed = capsys.readouterr().out
    assert re.search(r'missing: \{"id":\d,"d":3\}', printed) and re.search(r'additional: \{"id":\d,"d":2\}', printed)


def test_explain_refresh_prints_the_operators(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    query = "select customer, sum(amount) as total from {{ ref('orders') }} where amount > 1 group by customer"
    shop.write("models/totals.sql", view(query))
    shop.run("--select", "orders")
    shop.succeed("run-operation", "explain_refresh", "--args", "{select: totals}")
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "totals: refreshed incrementally: aggregates follow from accumulators"
    assert [line.split("(")[0] for line in lines[1:]] == ["Sink", "Calc", "GroupAggregate", "Calc", "TableSourceScan"]
    shop.fail("run-operation", "explain_refresh", "--args", "{select: orders}")
    assert "model 'orders' is materialized as 'incremental'" in capsys.readouterr().out


ALL = "select id from {{ ref('orders') }}"
HINTED = "select /*+ STATE_TTL('o' = '1 d') */ "
GROUPED = "select /*+ %s */ customer, count(*) as n from {{ ref('orders') }} as o group by customer"
JOINED = (
    "select /*+ STATE_TTL('a' = '1 d') */ a.id "
    "from {{ ref('orders') }} as a join {{ ref('orders') }} as b on a.id = b.id"
)


WRONG: list[tuple[str, dict[str, Any], list[str]]] = [
    ("select (id from orders", {}, ["PARSE_SYNTAX_ERROR"]),
    ("select id from {{ ref('orders') }} as a join {{ ref('orders') }} as b", {}, ["AMBIGUOUS_REFERENCE", "id"]),
    ("select * from {{ this }}", {}, ["cannot be found"]),
    (
        HINTED + "id from {{ ref('orders') }} as o",
        {},
        ["the hint STATE_TTL of 'o' has no effect"],
    ),
    (GROUPED % "STATE_TTL('p' = '1 d')", {}, ["STATE_TTL names 'p', and its SELECT reads 'o'", "case matters"]),
    (GROUPED % "STATE_TTL('o' = '1 week')", {}, ["'o' = '1 week'", "as in '12 h'"]),
    (GROUPED % "STATE_TTL(o = '1 d')", {}, ["has o = '1 d'; write /*+ STATE_TTL('o' = '1 d'"]),
    (
        JOINED + " cross join {{ ref('orders') }} as c",
        {},
        ["a join reads a join whose state expires", "of its own"],
    ),
    (JOINED + " where exists (select 1 from {{ ref('orders') }} as c where c.id = a.id)", {}, ["of its own"]),
    (JOINED.replace("a.id = b.id", "a.id < b.id"), {}, ["the join of a and b has no equality of a column"]),
    (JOINED.replace("a.id = b.id", "a.id + 1 = b.id"), {}, ["no equality of a column of each"]),
    (f"select max(id) from ({JOINED})", {}, ["needs the rows of its group", "of its own"]),
    (f"select id, rand() as r from ({JOINED})", {}, ["its states cannot expire", "rand"]),
    (JOINED + " and a.id > year(now())", {}, ["its states cannot expire", "now() returns another value"]),
    (f"select id from ({JOINED} limit 1)", {}, ["a LIMIT reads a join whose state expires", "of its own"]),
    (ALL + " order by rand()", {"state_ttl": "1 d", "refresh_policy": "full"}, ["'state_ttl' is '1 d'", "'full'"]),
    (ALL, {"state_ttl": "1 week"}, ["'state_ttl'", "1 week"]),
    ("select distinct id + 1 as n from {{ ref('orders') }}", {"state_ttl": "1 d"}, ["its key is an expression"]),
    ("select id, customer as ID from {{ ref('orders') }}", {}, ["its result has two columns named 'ID'"]),
    (ALL, {"refresh_policy": "lazy"}, ["'refresh_policy' is 'lazy'", "incremental_strict"]),
    (ALL, {"merge_engine": "first-row"}, ["'merge_engine' is an option of keyed models"]),
    (ALL, {"primary_key": "ID, at"}, ["'primary_key' has the column at, which its query does not return"]),
    (ALL, {"file_format": "parquet"}, ["file_format 'parquet'", "iceberg, delta"]),
    (ALL, {"refresh_polcy": "full"}, ["config 'refresh_polcy'", "'refresh_policy'"]),
    (f"{ALL} ; -- ;\n", {}, ["the query of a materialized view has a semicolon: remove it"]),
    ("select 1 / (id - id) as x from {{ ref('orders') }} where id > 0 limit 5", {}, ["DIVIDE_BY_ZERO"]),
]


def test_bad_input_is_an_error_and_writes_nothing(shop: Project) -> None:
    for number, (query, config, _) in enumerate(WRONG):
        shop.write(f"models/wrong_{number}.sql", view(query, **config))
    found = shop.fail("run").nodes
    messages = {number: str(found[f"wrong_{number}"].message) for number in range(len(WRONG))}
    wrong = {n: text for n, text in messages.items() if not all(word in text for word in WRONG[n][2])}
    assert not wrong, "\n".join(f"{WRONG[n]}: {text}" for n, text in wrong.items())
    assert not [text for text in messages.values() if "Traceback" in text or "py4j" in text]
    assert not [text for text in shop.said if "later runs will" in text]
    assert not spark().sql(f"show tables in {CATALOGS['iceberg']}.{shop.schema} like 'wrong*'").collect()


def test_a_view_that_reads_itself_is_an_error(shop: Project) -> None:
    shop.write("models/totals.sql", view("select id from {{ ref('orders') }}"))
    shop.run()
    shop.write("models/totals.sql", view("select id from {{ ref('orders') }} union all select id from {{ this }}"))
    assert "reads itself" in shop.error()
    assert len(shop.rows("select * from {iceberg}.totals")) == 3


def test_inputs_that_were_rebuilt_or_dropped(shop: Project) -> None:
    shop.write("models/totals.sql", view("select customer, count(*) as n from {{ ref('orders') }} group by customer"))
    shop.run()
    shop.run("--full-refresh", "--select", "orders")
    assert kinds(shop.run("--select", "totals"))["totals"] == ("full", "orders was rebuilt since the last refresh")
    before = shop.rows("select * from {iceberg}.totals")
    spark().sql(f"drop table {CATALOGS['iceberg']}.{shop.schema}.orders")
    assert "cannot be found" in shop.error("--select", "totals")
    assert shop.rows("select * from {iceberg}.totals") == before


def plain_table(shop: Project, name: str, columns: str, *rows: str) -> str:
    """An Iceberg table that no model writes."""
    table = f"{CATALOGS['iceberg']}.{shop.schema}.{name}"
    spark().sql(f"create schema if not exists {CATALOGS['iceberg']}.{shop.schema}")
    spark().sql(f"create table {table} ({columns}) using iceberg")
    for row in rows:
        spark().sql(f"insert into {table} values {row}")
    return table


def test_a_changed_option_hides_no_replaced_column_and_strict_only_rebuilds_what_was_asked_for(shop: Project) -> None:
    table = plain_table(shop, "plain", "id int, amount int", "(1, 10)", "(2, 20)")
    query = f"select id, amount from {table}"
    small = f"select id, cast(amount as smallint) as amount from {table}"
    shop.write("models/copied.sql", view(query))
    shop.write("models/strict.sql", view(small, refresh_policy="incremental_strict"))
    shop.run("--select", "copied", "strict")
    shop.write("models/strict.sql", view(f"{small} where id > 1", refresh_policy="incremental_strict"))
    assert kinds(shop.run("--select", "strict"))["strict"][0] == "full", "the user asked for it"
    log = "select id, _row_kind, _commit from {iceberg}.strict__changelog where _row_kind in ('+I', '-D')"
    assert shop.rows(log) == [(1, "+I", 1), (1, "-D", 2), (2, "+I", 1)], "Iceberg stores a SMALLINT as an INT"
    spark().sql(f"alter table {table} drop column amount")
    spark().sql(f"alter table {table} add column amount int")
    spark().sql(f"insert into {table} values (9, 5)")
    shop.write("models/copied.sql", view(query, refresh_policy="incremental"))
    done = shop.dbt("run", "--select", "copied", "strict")
    assert "was dropped and added again" in done.nodes["copied"].adapter_response["reason"]
    assert shop.rows("select * from {iceberg}.copied") == shop.rows(query) == [(1, None), (2, None), (9, 5)]
    message = str(done.nodes["strict"].message)
    assert "refresh_policy 'incremental_strict'" in message and "dropped and added again" in message, message
    assert "dbt run --full-refresh --select strict" in message
    assert shop.rows("select * from {iceberg}.strict") == [(2, 20)], "nothing was written"
    shop.run("--select", "strict", "--full-refresh")
    assert shop.rows("select * from {iceberg}.strict") == [(2, None), (9, 5)]


def test_a_key_that_follows_from_an_input_is_no_change_of_the_configuration(shop: Project) -> None:
    columns = "id int, amount int"
    shop.model("lines", columns, [(1, 5), (2, 7)], materialized="table")
    query = "select id, amount from {{ ref('lines') }}"
    shop.write("models/kept.sql", view(query, on_configuration_change="continue"))
    shop.write("models/failing.sql", view(query, on_configuration_change="fail"))
    shop.run("--select", "lines+")
    shop.model("lines", columns, [(1, 6), (3, 9)], **KEYED)
    found = kinds(shop.run("--select", "lines+"))
    assert {found["kept"], found["failing"]} == {("full", "changed: key is now id")}
    assert shop.rows("select * from {iceberg}.kept") == shop.rows("select * from {iceberg}.lines")
    log = f"{CATALOGS['iceberg']}.{shop.schema}.hooks"
    count = f"insert into {log} select '{{}}', count(*) from {{{{{{{{ this }}}}}}}}"
    hooks = {"pre_hook": count.format("pre"), "post_hook": count.format("post")}
    spark().sql(f"create table {log} (hook string, rows bigint) using iceberg")
    for name, mode in (("kept", "continue"), ("failing", "fail")):
        shop.write(f"models/{name}.sql", view(f"{query} where amount > 6", on_configuration_change=mode, **hooks))
    shop.said.clear()
    failed = shop.fail("run", "--select", "kept", "failing")
    changed = "changed: query (Project(lines.id, lines.amount)"
    assert [text for text in shop.said if "`continue`" in text and "changed: query" in text], shop.said
    assert shop.rows(f"select * from {log}") == [("post", 3), ("pre", 3), ("pre", 3)], "those of failing end"
    assert "changed: query" in str(failed.nodes["failing"].message), changed


SAMPLE = ["--sample", "{'start': '2026-01-02', 'end': '2026-01-03'}"]


def test_rows_that_empty_and_sample_leave_out_are_neither_deletes_nor_a_changed_query(shop: Project) -> None:
    columns, keyed = "id int, customer int, amount int, at timestamp", KEYED | {"event_time": "at"}
    orders = [(1, 1, 5, "2026-01-01 10:00:00"), (2, 1, 7, "2026-01-02 10:00:00"), (3, 2, 9, "2026-01-05 10:00:00")]
    shop.model("orders", columns, orders, **keyed)
    query = "select customer, sum(amount) as total from {{ ref('orders') }} group by customer"
    configs = {
        "kept": {"on_configuration_change": "continue"},
        "failing": {"on_configuration_change": "fail"},
        "strict": {"refresh_policy": "incremental_strict"},
        "expiring": {"refresh_policy": "incremental_strict", "state_ttl": "9 d"},
        "applied": {},
    }
    for name, config in configs.items():
        shop.write(f"models/{name}.sql", view(query, **config))
    reader = "select customer, total from {{ tablestore.changelog(ref('applied')) }} where _row_kind in ('+I', '+U')"
    shop.write(
        "models/reader.sql",
        f"{{{{ config(materialized='incremental', primary_key='customer') }}}}\n{reader}\n",
    )
    partial, all_rows = "the last run had --empty or --sample", [(1, 12), (2, 9)]

    def run(*options: str) -> dict[str, tuple[str, str]]:
        shop.said.clear()
        return kinds(shop.run("--select", "orders", *configs, "reader", *options))

    def rows() -> list[list[Any]]:
        return [shop.rows(f"select * from {{iceberg}}.{name}") for name in configs]

    assert set(run("--empty").values()) == {("full", "first run")}
    assert rows() == [[]] * 5
    assert set(run("--empty").values()) == {("unchanged", "")}
    assert set(run(*SAMPLE).values()) == {("full", partial)}
    assert rows() == [[(1, 7)]] * 5
    assert set(run().values()) == {("full", partial)}
    assert rows() == [all_rows] * 5
    assert shop.rows("select customer, total from {iceberg}.reader") == all_rows

    shop.succeed("run-operation", "compile_plan", "--args", "{select: expiring, path: plans/expiring.json}")
    shop.write("models/expiring.sql", view(query, **configs["expiring"], compiled_plan="plans/expiring.json"))
    for options in (["--empty"], SAMPLE):
        assert run(*options) == {}
        said = [text for text in shop.said if "--empty and --sample leave rows out" in text]
        assert sorted(text.split(":")[0] for text in said) == sorted(configs), said
        assert rows() == [all_rows] * 5
    deleted = "select * from {iceberg}.NAME__changelog where _row_kind = '-D'"
    assert [shop.rows(deleted.replace("NAME", name)) for name in configs] == [[]] * 5
    shop.model("orders", columns, [*orders, (4, 2, 1, "2026-01-06 10:00:00")], **keyed)
    assert {kind for kind, _ in run().values()} == {"incremental"}
    assert rows() == [[(1, 12), (2, 10)]] * 5
    assert shop.rows("select customer, total from {iceberg}.reader") == [(1, 12), (2, 10)]


def test_columns_that_only_other_views_read_are_not_read_of_an_earlier_snapshot(shop: Project) -> None:
    columns = "id int, a int"
    shop.model("replaced", columns, [(1, 5), (2, 7)], materialized="table")
    of_a = "select id, a + 1 as a from {{ ref('replaced') }}"
    shop.write("models/of_a.sql", view(of_a, refresh_policy="incremental_strict"))
    shop.run("--select", "replaced+")
    shop.model("replaced", columns + ", b int", [(1, 6, 1), (3, 9, 2)], materialized="table")
    shop.write("models/of_b.sql", view("select id, b + 1 as b from {{ ref('replaced') }}"))
    shop.run("--select", "replaced", "of_b")
    found = kinds(shop.run("--select", "of_a", "of_b"))
    assert found["of_a"] == ("incremental", ""), found
    assert shop.rows("select * from {iceberg}.of_a") == [(1, 7), (3, 10)]


def test_columns_that_a_changelog_ignores_are_not_followed(shop: Project) -> None:
    columns = "id int, region string, loaded_at int"
    ignores = KEYED | {"changelog_producer_row_deduplicate": True}
    ignores |= {"changelog_producer_row_deduplicate_ignore_fields": "loaded_at"}
    shop.model("feed", columns, [(1, "north", 1), (2, "south", 1)], **ignores)
    history = {"scd_type": 2, "sequence_field": "at"}
    shop.model("seen", "id int, v int, at int", [(1, 5, 1), (1, 5, 3)], **(KEYED | history))
    shop.write("models/latest.sql", view("select region, max(loaded_at) as at from {{ ref('feed') }} group by region"))
    shop.write("models/regions.sql", view("select id, upper(region) as region from {{ ref('feed') }}"))
    shop.write("models/versions.sql", view("select * from {{ ref('seen') }}"))
    shop.write("models/valid.sql", view("select * except (_events) from {{ ref('seen') }}"))
    names = ("latest", "regions", "versions", "valid")
    shop.run("--select", "feed+", "seen+")
    told = {text.split(":")[0]: text for text in shop.said if ": later runs will compute all rows again" in text}
    assert told.keys() == {"latest", "versions"}, told
    shop.model("feed", columns, [(1, "north", 2), (2, "south", 2)], **ignores)
    shop.model("seen", "id int, v int, at int", [(1, 5, 2)], **(KEYED | history))
    built = shop.succeed("run", "--select", "feed+", "seen+").nodes
    found = {name: built[name].adapter_response for name in names}
    for name in names:
        node = built[name].node
        assert shop.rows(f"select * from {node.relation_name}") == shop.rows(node.compiled_code), name
    assert found["latest"]["kind"] == found["versions"]["kind"] == "full", found
    assert "`loaded_at`" in found["latest"]["reason"] and "`_events`" in found["versions"]["reason"], found
    assert not found["regions"]["reason"] and not found["valid"]["reason"], found
    assert kinds(shop.run("--select", *names)) == dict.fromkeys(names, ("unchanged", ""))


def test_a_key_that_others_have_broken_is_not_believed(shop: Project) -> None:
    shop.write("models/copied.sql", view("select id, amount from {{ ref('orders') }}"))
    shop.run()
    orders, query = f"{CATALOGS['iceberg']}.{shop.schema}.orders", "select id, amount from {iceberg}.orders"
    spark().sql(f"insert into {orders} (id, customer, amount) values (1, 1, 99)")
    reason = kinds(shop.run("--select", "copied"))["copied"][1]
    assert 'its key has changed; several rows have the key {"id":1}, which another program' in reason, reason
    assert shop.rows("select * from {iceberg}.copied") == shop.rows(query) and len(shop.rows(query)) == 4
    shop.model("orders", ORDERS, [(2, 1, 8, "+U")], **KEYED)
    assert kinds(shop.run())["copied"][0] == "full"
    assert shop.rows("select * from {iceberg}.copied") == shop.rows(query)
    spark().sql(f"delete from {orders} where amount = 99")
    shop.model("orders", ORDERS, [(3, 1, 8, "+U")], **KEYED)
    kind, reason = kinds(shop.run())["copied"]
    assert (kind, reason) == ("full", "its plan had not been compared with its query"), reason
    assert shop.rows("select * from {iceberg}.copied") == shop.rows(query)
    shop.model("orders", ORDERS, [(3, 1, 9, "+U")], **KEYED)
    assert kinds(shop.run())["copied"] == ("incremental", "")
    assert shop.rows("select * from {iceberg}.copied") == shop.rows(query)


def test_a_view_that_is_built_over_a_broken_key_is_incremental_without_it(shop: Project) -> None:
    """The plan is not blamed for the rows of the other program."""
    shop.write("models/copied.sql", view("select id, amount from {{ ref('orders') }}"))
    shop.succeed("run", "--select", "orders")
    orders, query = f"{CATALOGS['iceberg']}.{shop.schema}.orders", "select id, amount from {iceberg}.orders"
    spark().sql(f"insert into {orders} (id, customer, amount) values (1, 1, 99)")
    reason = kinds(shop.run("--full-refresh", "--select", "copied"))["copied"][1]
    assert 'several rows have the key {"id":1}, which another program has written' in reason, reason
    assert shop.rows("select * from {iceberg}.copied") == shop.rows(query) and len(shop.rows(query)) == 4
    spark().sql(f"delete from {orders} where amount = 99")
    for amount in (8, 9):
        shop.model("orders", ORDERS, [(3, 1, amount, "+U")], **KEYED)
        found = kinds(shop.run())["copied"]
        assert shop.rows("select * from {iceberg}.copied") == shop.rows(query)
    assert found == ("incremental", "")


def test_not_null_of_a_contract_is_reported_for_rows_that_are_stored(shop: Project) -> None:
    """Where there are no nulls, it is declared; a group that HAVING hides may have one."""
    queries = {
        "copied": "select id, amount from {{ ref('orders') }}",
        "united": "select id, customer from {{ ref('orders') }} union all select id, 7 from {{ ref('orders') }}",
        "sums": "select customer, sum(amount) as n from {{ ref('orders') }} group by customer having sum(amount) > 0",
    }
    types = {
        "copied": {"id": "int", "amount": "decimal(10,2)"},
        "united": {"id": "int", "customer": "int"},
        "sums": {"customer": "int", "n": "decimal(20,2)"},
    }
    shop.model("orders", ORDERS, [(1, 1, None, "+I"), (2, 2, 8, "+I"), (3, 2, 1, "+I")], **KEYED)
    for name, query in queries.items():
        shop.write(f"models/{name}.sql", view(query))
    shop.run("--full-refresh")
    models = []
    for name, kinds_of in types.items():
        required = [{"type": "not_null"}]
        columns = [{"name": column, "data_type": kind, "constraints": required} for column, kind in kinds_of.items()]
        models.append({"name": name, "config": {"contract": {"enforced": True}}, "columns": columns})
    shop.write("models/contracts.yml", {"models": models})
    shop.said.clear()
    assert {kind for kind, _ in kinds(shop.run("--select", *queries)).values()} == {"unchanged"}
    told = [text for text in shop.said if "says not_null" in text]
    assert len(told) == 1 and "copied__rows" in told[0] and "amount" in told[0], shop.said
    shop.model("orders", ORDERS, [(1, 1, 9, "+U"), (3, 2, 1, "-D"), (4, 3, None, "+I"), (2, 5, 3, "+U")], **KEYED)
    done = shop.dbt("run")
    assert "column amount is null, but its contract says not_null" in str(done.nodes["copied"].message)
    for name in ("united", "sums"):
        node = done.nodes[name]
        assert node.adapter_response["kind"] == "incremental", node.message
        assert shop.rows(f"select * from {node.node.relation_name}") == shop.rows(node.node.compiled_code), name
