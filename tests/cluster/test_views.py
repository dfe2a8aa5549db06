"""Each kind of materialized view on each kind of server: refreshed incrementally, with the rows of its query."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from test_connect import dbt, project

pytestmark = pytest.mark.extended

BATCHES = ("1", "2", "3")
FILES = {
    "models/orders.sql": """
        {{ config(materialized='incremental', primary_key='id', changelog_producer='lookup') }}
        select id, customer, amount, _row_kind
        from values (1, 1, 'ann', 10, '+I'), (1, 2, 'bob', 20, '+I'), (1, 3, 'ann', 30, '+I'), (1, 4, null, 5, '+I'),
          (2, 1, 'cleo', 10, '+U'), (2, 2, 'bob', 20, '-D'), (2, 5, 'ann', 30, '+I'), (2, 6, 'dan', null, '+I'),
          (3, 3, 'ann', 1, '+U'), (3, 4, null, 5, '-D'), (3, 7, 'bob', 70, '+I')
          as t(batch, id, customer, amount, _row_kind)
        where batch in ({{ env_var('BATCHES') }})
    """,
    "models/customers.sql": """
        {{ config(materialized='incremental', primary_key='name', changelog_producer='lookup') }}
        select name, country, _row_kind
        from values (1, 'ann', 'AT', '+I'), (1, 'bob', 'BE', '+I'), (2, 'bob', 'BG', '+U'), (2, 'cleo', 'CH', '+I'),
          (3, 'ann', 'AT', '-D') as t(batch, name, country, _row_kind)
        where batch in ({{ env_var('BATCHES') }})
    """,
}
ORDERS, CUSTOMERS = "{{ ref('orders') }}", "{{ ref('customers') }}"
KINDS = {
    "filtered": f"select id, amount * 2 as twice from {ORDERS} where amount > 5",
    "joined": f"select o.id, c.country from {ORDERS} o join {CUSTOMERS} c on o.customer = c.name",
    "left_joined": f"select o.id, o.amount, c.country from {ORDERS} o left join {CUSTOMERS} c on o.customer = c.name",
    "full_joined": f"select o.id, c.name from {ORDERS} o full join {CUSTOMERS} c on o.customer = c.name",
    "existing": f"select id from {ORDERS} o where exists (select 1 from {CUSTOMERS} c where c.name = o.customer)",
    "not_existing": f"select name from {CUSTOMERS} where name not in (select customer from {ORDERS} where amount > 20)",
    "summed": f"select customer, count(*) as n, sum(amount) as total, avg(amount) as mean from {ORDERS} group by 1",
    "extremes": f"select customer, min(amount) as low, max(amount) as high from {ORDERS} group by customer",
    "counted": f"select count(distinct customer) as customers, sum(amount) as total from {ORDERS}",
    "having": f"select customer from {ORDERS} group by customer having count(*) > 1",
    "distinct_rows": f"select distinct customer from {ORDERS}",
    "united": f"select id, customer as name from {ORDERS} union all select 0, name from {CUSTOMERS}",
    "ranked": f"""
        select id, customer, amount from (
          select *, row_number() over (partition by customer order by amount desc, id) as rank from {ORDERS})
        where rank <= 1""",
    "two_levels": f"""
        select n, count(*) as customers
        from (select customer, count(*) as n from {ORDERS} group by customer) group by n""",
    "compared": f"select id from {ORDERS} where amount >= (select avg(amount) from {ORDERS})",
}


def files() -> dict[str, str]:
    """The project: each view, and a test that its rows are those of its query."""
    found = dict(FILES)
    for name, query in KINDS.items():
        settings = "materialized='materialized_view', refresh_policy='incremental'"
        found[f"models/{name}.sql"] = f"{{{{ config({settings}) }}}}\n{query}"
        view, rows = f"select * from {{{{ ref('{name}') }}}}", f"select * from ({query})"
        found[f"tests/rows_of_{name}.sql"] = f"(({view}) except all ({rows})) union all (({rows}) except all ({view}))"
    return found


def results(folder: Path) -> dict[str, dict[str, Any]]:
    """What each view says of its refresh."""
    found = json.loads((folder / "target" / "run_results.json").read_text())["results"]
    names = {result["unique_id"].split(".")[2]: result["adapter_response"] for result in found}
    return {name: names[name] for name in KINDS}


def check(folder: Path, **environment: str) -> None:
    incremental = set[str]()
    for batch in BATCHES:
        done = dbt(folder, "build", BATCHES=batch, **environment)
        assert f"PASS={2 + 2 * len(KINDS)} WARN=0 ERROR=0" in done.stdout, done.stdout
        # a view can stay as it is: its rows are compared by the project's tests
        expected = {("full", "first run")} if batch == "1" else {("incremental", ""), ("unchanged", "")}
        found = {name: (response["kind"], response["reason"]) for name, response in results(folder).items()}
        assert set(found.values()) <= expected, found
        incremental |= {name for name, (kind, _) in found.items() if kind == "incremental"}
    assert incremental == set(KINDS)


def test_connect(tmp_path: Path, spark_server: dict[str, str]) -> None:
    check(project(tmp_path / "shop", files(), method="connect", url=spark_server["SPARK_REMOTE_URL"], threads=2))


def test_thrift(tmp_path: Path, spark_server: dict[str, str]) -> None:
    server = {"host": spark_server["SPARK_HOST"], "port": int(spark_server["THRIFT_PORT"]), "user": "dbt"}
    check(project(tmp_path / "shop", files(), method="thrift", threads=2, **server))


def test_standalone(tmp_path: Path, standalone: dict[str, str], rest_catalog: dict[str, str]) -> None:
    settings = {
        "spark.master": standalone["SPARK_MASTER"],
        "spark.pyspark.python": standalone["WORKER_PYTHON"],
        "spark.executor.memory": "512m",
        "spark.executor.cores": 1,
        "spark.sql.shuffle.partitions": 2,
    }
    catalog = {"type": "rest", "uri": rest_catalog["REST_CATALOG"]}
    java = {"JAVA_HOME": os.environ.get("JAVA_HOME", "")}
    check(project(tmp_path / "shop", files(), catalog=catalog, spark_config=settings, threads=2), **java)
