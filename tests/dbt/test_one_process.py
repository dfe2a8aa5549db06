"""`session()` and runs of dbt in one process, in both orders, with several projects and targets."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from spark_settings import SPARK_SETTINGS

BEGIN = """
import sys
from dbt.adapters.tablestore import session
from dbt.cli.main import dbtRunner

def run(folder, target="dev", n=1):
    where = ["--project-dir", folder, "--profiles-dir", folder, "--target", target, "--vars", f"{{n: {n}}}"]
    return dbtRunner().invoke(["--quiet", "run", "--no-version-check", *where])

def rows(spark, table="orders"):
    return sorted(tuple(row) for row in spark.table(table).collect())

def why(call):
    try:
        done = call()
    except Exception as error:
        return getattr(error, "msg", str(error))
    return "\\n".join(str(found.message) for found in done.result) if done.result else str(done.exception)

one, two = sys.argv[1:]
"""
RUN_FIRST = """
assert run(one).success
spark = session(one)
assert rows(spark) == [(1, "one")], rows(spark)
assert rows(spark, "spark_catalog.main.in_delta") == [(1,)]
assert run(one, n=2).success  # the session outlives it, and has its rows
assert rows(spark) == [(2, "one")], rows(spark)
prod = session(one, target="prod")
other = session(two)
for empty in (prod, other):
    assert why(lambda: rows(empty)).startswith("[TABLE_OR_VIEW_NOT_FOUND]")
assert run(two, n=3).success and run(one, "prod", n=4).success
assert rows(other, "main.orders") == [(3, "two")]
assert rows(prod, "prod.orders") == [(4, "one")] and rows(spark) == [(2, "one")]
assert rows(other, "spark_catalog.main.in_delta") == [(3,)]
assert rows(spark, "spark_catalog.main.in_delta") == [(2,)]
assert rows(session(two)) == [(3, "two")]
"""
SESSION_FIRST = """
spark = session(one)
spark.sql("create schema if not exists main")
spark.sql("create table main.mine as select 7 as id")
assert run(one).success
assert rows(spark, "main.mine") == [(7,)] and rows(spark, "main.orders") == [(1, "one")]
prod = session(one, target="prod")
for key in ("spark.sql.mapKeyDedupPolicy", "spark.sql.catalog.theirs", "spark.sql.catalog.lake.table-default.note"):
    assert spark.conf.get(key) and prod.conf.get(key, None) in (None, "EXCEPTION"), key
message = why(lambda: session(one, target="cluster"))
assert message.startswith("this target needs another Spark than the `session()` that this process has (other"), message
assert "spark.task.maxFailures" in message and "\\n" not in message
message = why(lambda: session(one, target="driver"))
assert message.startswith("this target needs driver.jar, and the Java of this process was started by"), message
assert "this target needs another Spark" in why(lambda: run(one, "cluster"))
assert rows(spark, "main.mine") == [(7,)]
spark.stop()
assert run(one, "cluster", n=5).success
assert rows(session(one)) == [(5, "one")]
"""


def write(folder: Path, name: str) -> str:
    settings = {"name": name, "profile": name, "flags": {"send_anonymous_usage_stats": False}}
    own = {"spark.sql.mapKeyDedupPolicy": "LAST_WIN"}
    own |= {"spark.sql.catalog.theirs": "org.apache.iceberg.spark.SparkCatalog"}
    plain = {"type": "tablestore", "schema": "main", "warehouse": "lake", "spark_config": SPARK_SETTINGS}
    dev = plain | {"spark_config": SPARK_SETTINGS | own, "catalog": {"table-default.note": "of dev"}}
    (folder / "driver.jar").parent.mkdir()
    (folder / "driver.jar").write_bytes(b"PK\5\6" + bytes(18))
    outputs = {
        "dev": dev,
        "prod": plain | {"schema": "prod", "warehouse": "lake_of_prod"},
        "cluster": dev | {"spark_config": SPARK_SETTINGS | {"spark.task.maxFailures": "3"}},
        "driver": dev | {"extra_jars": ["driver.jar"]},
    }
    (folder / "dbt_project.yml").write_text(json.dumps(settings))
    (folder / "profiles.yml").write_text(json.dumps({name: {"target": "dev", "outputs": outputs}}))
    (folder / "models").mkdir()
    table = "{{ config(materialized='table') }}"
    (folder / "models" / "orders.sql").write_text(f"{table} select {{{{ var('n') }}}} as id, '{name}' as note")
    delta = "{{ config(materialized='table', file_format='delta', database='spark_catalog') }}"
    (folder / "models" / "in_delta.sql").write_text(f"{delta} select {{{{ var('n') }}}} as id")
    return str(folder)


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(RUN_FIRST, id="run first", marks=pytest.mark.extended),
        pytest.param(SESSION_FIRST, id="session first"),
    ],
)
def test_one_process(script: str, tmp_path: Path) -> None:
    projects = [write(tmp_path / name, name) for name in ("one", "two")]
    command = [sys.executable, "-W", "ignore", "-c", BEGIN + script, *projects]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
