"""The package without the adapter: dbt-spark's own session, Delta tables, and the macro of docs/keyed-models.md."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from dbt.adapters.tablestore.spark import jars

from spark_settings import INTERPRETED

ROOT = Path(__file__).parents[2]
WRAPPER = """\
{% materialization incremental, adapter='spark' %}
  {% if tablestore.is_keyed(model) %}{{ return(tablestore.materialization_keyed_spark()) }}{% endif %}
  {{ return(dbt.materialization_incremental_spark()) }}
{% endmaterialization %}
"""
ORDERS = """
{{ config(materialized='incremental', file_format='delta', primary_key='id', sequence_field='at',
          changelog_producer='lookup', changelog_time_retained='1 s') }}
select * from values {{ env_var('BATCH') }} as batch (id, status, at, _row_kind) {{ only_timed() }}
"""
ONLY_TIMED = (
    "{% macro only_timed() %}{% if is_incremental() %}where at > 0 and '{{ this }}' > ''{% endif %}{% endmacro %}"
)
NAMES = """
{{ config(materialized='incremental', file_format='delta', primary_key='id', changelog_producer='lookup') }}
select * from values (1, 'Ann'), (2, 'Bob'), (3, 'Cy') as people (id, name)
"""
TOTALS = """
{{ config(materialized='incremental', file_format='delta', primary_key='status', merge_engine='aggregation',
          fields={'orders': {'aggregate_function': 'sum'}}, state_ttl='1 d', meta={'merge_tests': [{'batches': [
            {'given': [{'status': 'new', 'orders': 1}, {'status': 'new', 'orders': 2}],
             'expect': [{'status': 'new', 'orders': 3}]}]}]}) }}
select status, 1 as orders, _row_kind from {{ tablestore.changelog(ref('orders')) }}
"""
NAMED = """
{{ config(materialized='incremental', file_format='delta', primary_key='id') }}
select id, name, status, _row_kind, _commit from {{ tablestore.changelog_join(ref('orders'), ref('names'), on='id') }}
"""
HOURLY = "select id, window_start from {{ tablestore.tumble(ref('times'), 'at', '1 hour') }}"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    classpath = os.pathsep.join(str(jar) for jar in jars.resolve())
    spark = INTERPRETED | {
        "spark.driver.extraClassPath": classpath,
        "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.sql.warehouse.dir": str(tmp_path / "lake"),
        "spark.hadoop.javax.jdo.option.ConnectionURL": f"jdbc:derby:;databaseName={tmp_path}/metastore;create=true",
        "spark.sql.shuffle.partitions": "2",
        "spark.databricks.delta.snapshotPartitions": "1",
        "spark.ui.enabled": "false",
    }
    target = {
        "type": "spark",
        "method": "session",
        "host": "localhost",
        "schema": "main",
        "server_side_parameters": spark,
    }
    files = {
        "dbt_project.yml": yaml.safe_dump({"name": "plain", "version": "1.0", "profile": "plain"}),
        "profiles.yml": yaml.safe_dump({"plain": {"target": "dev", "outputs": {"dev": target}}}),
        "packages.yml": yaml.safe_dump({"packages": [{"local": str(ROOT)}]}),
        "macros/incremental.sql": WRAPPER,
        "macros/only_timed.sql": ONLY_TIMED,
        "models/orders.sql": ORDERS,
        "models/names.sql": NAMES,
        "models/totals.sql": TOTALS,
        "models/named.sql": NAMED,
        "models/times.sql": "select 1 as id, timestamp'2024-01-01 10:20:00' as at",
        "models/hourly.sql": HOURLY,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


ROWS = """
select 'orders' as model, to_json(struct(*)) as row from {{ ref('orders') }}
union all select 'totals', to_json(struct(status, orders)) from {{ ref('totals') }}
union all select 'named', to_json(struct(*)) from {{ ref('named') }}
union all select 'hourly', to_json(struct(*)) from {{ ref('hourly') }}
"""
FIRST = "(1, 'new', 10, '+I'), (1, 'paid', 20, '+U'), (2, 'new', 10, '+I')"
SECOND = "(1, 'late', 15, '+U'), (2, 'new', 30, '-D'), (3, 'new', 1, null)"
OPERATION = "run-operation"
COMMANDS: dict[str, tuple[list[str], dict[str, str]]] = {
    "deps": (["deps"], {}),
    "first": (["run"], {"BATCH": FIRST}),
    "why": ([OPERATION, "why", "--args", "{model: orders, key: {id: 1}}"], {}),
    "threads": (["run", "--threads", "2"], {"BATCH": SECOND}),
    "second": (["run", "--select", "orders+"], {"BATCH": SECOND}),
    "why trimmed": ([OPERATION, "why", "--args", "{model: orders, key: {id: 1}}"], {}),
    "rows": (["show", "--inline", ROWS, "--limit", "20", "--output", "json"], {}),
    "tag": ([OPERATION, "tag", "--args", "{model: orders, tag: second}"], {}),
    "check_merges": ([OPERATION, "check_merges"], {}),
    "expire_state": ([OPERATION, "expire_state"], {"DBT_TABLESTORE_CLOCK": "2100-01-01 00:00:00"}),
    "compile_plan": ([OPERATION, "compile_plan", "--args", "{select: orders, path: plan.json}"], {}),
    "show_merge_sql": (
        [OPERATION, "show_merge_sql", "--args", "{model: orders}"],
        {"BATCH": "(4, 'new', 10, '+I')"},
    ),
    "show_merge_sql of a reader": ([OPERATION, "show_merge_sql", "--args", "{model: named}"], {}),
}
# With threads, the first models are refused, and those that read them are skipped.
FAILING = {"threads", "compile_plan"}
# Runs the commands one after the other on one Spark and prints a line before each.
SCRIPT = """
import json, os, sys
from dbt.cli.main import dbtRunner

os.environ["BATCH"] = "()"
for command, variables in json.loads(sys.argv[1]):
    print("-- command", flush=True)
    before = dict(os.environ)
    os.environ.update(variables)
    print("success" if dbtRunner().invoke(command).success else "failure", flush=True)
    os.environ.clear()
    os.environ.update(before)
"""


def test_the_documentation_shows_the_macro() -> None:
    assert WRAPPER in (ROOT / "docs" / "keyed-models.md").read_text()


def test_the_whole_package(project: Path) -> None:
    steps = json.dumps(list(COMMANDS.values()))
    environment = os.environ | {"DO_NOT_TRACK": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, steps], cwd=project, env=environment, capture_output=True, text=True, timeout=600
    )
    _, *outputs = done.stdout.split("-- command\n")
    output = dict(zip(COMMANDS, outputs, strict=True))
    for name, text in output.items():
        assert text.endswith("failure\n" if name in FAILING else "success\n"), text + done.stderr
    shared = "it is a Delta table, and the 2 threads of this run share one Spark session"
    assert output["threads"].count(shared) == 2, output["threads"]
    assert "orders: 1 inserted, 1 deleted, 1 late" in output["second"]
    shown = output["rows"]
    rows: dict[str, list[dict[str, object]]] = {}
    for row in json.loads(shown[shown.index("{") : shown.rindex("}") + 1])["show"]:
        rows.setdefault(row["model"], []).append(json.loads(row["row"]))
    for found in rows.values():
        found.sort(key=str)
    assert rows["orders"] == [{"id": 1, "status": "paid", "at": 20}, {"id": 3, "status": "new", "at": 1}]
    assert rows["totals"] == [{"status": "new", "orders": 1}, {"status": "paid", "orders": 1}]
    named = [{"id": 1, "name": "Ann", "status": "paid"}, {"id": 3, "name": "Cy", "status": "new"}]
    assert rows["named"] == named
    assert "2024-01-01T10:00:00" in str(rows["hourly"])
    assert " +I  " in output["why"] and '"status":"paid"' in output["why"]
    # The changes of the first commit are older than a second, and both readers have read them.
    assert "orders: no change of" not in output["why"]
    assert "commit 1 " not in output["why trimmed"]
    assert "orders: commit 2 has the tag second" in output["tag"]
    assert "1 passed" in output["check_merges"]
    assert "totals: 2 expired row(s) removed" in output["expire_state"]
    assert "it needs the adapter dbt-tablestore, and the profile's type is" in output["compile_plan"]
    assert "where at > 0 and 'main.orders' > ''" in output["show_merge_sql"]
    assert all("merge into" in output[name] for name in output if name.startswith("show_merge_sql"))
