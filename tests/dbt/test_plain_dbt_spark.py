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
from dbt.adapters.tablestore.spark.session import java
from pyspark.find_spark_home import _find_spark_home

from spark_settings import INTERPRETED

ROOT = Path(__file__).parents[2]
WRAPPER = """\
{% materialization incremental, adapter='spark' %}
  {% if tablestore.is_keyed(model) %}{{ return(tablestore.materialization_keyed_spark()) }}{% endif %}
  {{ return(dbt.materialization_incremental_spark()) }}
{% endmaterialization %}
"""
ORDERS = """
{{ config(materialized='incremental', file_format='delta', primary_key='id', sequence_field='at') }}
select * from values {{ env_var('BATCH') }} as batch (id, status, at, _row_kind) {{ only_timed() }}
"""
ONLY_TIMED = (
    "{% macro only_timed() %}{% if is_incremental() %}where at > 0 and '{{ this }}' > ''{% endif %}{% endmacro %}"
)
HOURLY = "select id, window_start from {{ tablestore.tumble(ref('times'), 'at', '1 hour') }}"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    classpath = os.pathsep.join(str(jar) for jar in jars.resolve(java(), Path(_find_spark_home()) / "jars"))
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
        "models/times.sql": "select 1 as id, timestamp'2024-01-01 10:20:00' as at",
        "models/hourly.sql": HOURLY,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


COMMANDS: list[list[str]] = [
    ["deps"],
    ["run"],
    ["run", "--select", "orders"],
    ["show", "--inline", "select * from {{ ref('orders') }} order by id", "--output", "json"],
    ["show", "--inline", "select * from {{ ref('hourly') }}", "--output", "json"],
    ["run-operation", "compile_plan", "--args", "{select: orders, path: plan.json}"],
    ["run-operation", "show_merge_sql", "--args", "{model: orders}"],
]
BATCHES = [
    "()",
    "(1, 'new', 10, '+I'), (1, 'paid', 20, '+U'), (2, 'new', 10, '+I')",
    "(1, 'late', 15, '+U'), (2, 'new', 30, '-D'), (3, 'new', 1, null)",
    *["()"] * 3,
    "(4, 'new', 10, '+I')",
]
# Runs the commands one after the other on one Spark and prints a line before each.
SCRIPT = """
import json, os, sys
from dbt.cli.main import dbtRunner

for command, batch in json.loads(sys.argv[1]):
    print("-- command", flush=True)
    os.environ["BATCH"] = batch
    print("success" if dbtRunner().invoke(command).success else "failure", flush=True)
"""


def test_the_documentation_shows_the_macro() -> None:
    assert WRAPPER in (ROOT / "docs" / "keyed-models.md").read_text()


def test_keyed_models_and_operators(project: Path) -> None:
    steps = json.dumps(list(zip(COMMANDS, BATCHES, strict=True)))
    environment = os.environ | {"DO_NOT_TRACK": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, steps], cwd=project, env=environment, capture_output=True, text=True, timeout=600
    )
    _, installed, first, second, orders, hourly, plan, shown = done.stdout.split("-- command\n")
    for output in (installed, first, second, orders, hourly):
        assert output.endswith("success\n"), output + done.stderr
    assert "orders: 1 inserted, 0 updated, 1 deleted, 0 unchanged, 1 ignored as late" in second
    rows = json.loads(orders[orders.index("{") : orders.rindex("}") + 1])["show"]
    assert rows == [{"id": 1, "status": "paid", "at": 20}, {"id": 3, "status": "new", "at": 1}]
    assert "2024-01-01T10:00:00" in hourly
    assert shown.endswith("success\n"), shown
    assert "merge into" in shown and "where at > 0 and 'main.orders' > ''" in shown
    assert plan.endswith("failure\n")
    assert "compiled plans need the adapter dbt-tablestore, which reads and writes their files" in plan
