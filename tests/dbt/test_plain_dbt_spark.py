"""The package without the adapter: a target of dbt-spark, Delta tables, and the macro of docs/keyed-models.md."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from dbt.cli.main import dbtRunner
from pyspark.sql import SparkSession

ROOT = Path(__file__).parents[2]
WRAPPER = """\
{% materialization incremental, adapter='spark', supported_languages=['sql', 'python'] %}
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
# SHOW TBLPROPERTIES leaves out what has the word `url`.
TOTALS = """
{{ config(materialized='incremental', file_format='delta', primary_key='url', merge_engine='aggregation',
          fields={'orders': {'aggregate_function': 'sum'}}, state_ttl='1 d', meta={'merge_tests': [{'batches': [
            {'given': [{'url': 'new', 'orders': 1}, {'url': 'new', 'orders': 2}],
             'expect': [{'url': 'new', 'orders': 3}]}]}]}) }}
select status as url, 1 as orders, _row_kind from {{ tablestore.changelog(ref('orders')) }}
"""
NAMED = """
{{ config(materialized='incremental', file_format='delta', primary_key='id') }}
select id, name, status, _row_kind, _commit from {{ tablestore.changelog_join(ref('orders'), ref('names'), on='id') }}
"""
SCORES = """
def model(dbt, session):
    dbt.config(materialized="incremental", file_format="delta", primary_key="id")
    return session.range(1)
"""
HOURLY = "select id, window_start from {{ tablestore.tumble(ref('times'), 'at', '1 hour') }}"


@pytest.fixture
def project(tmp_path: Path, spark: SparkSession, schema: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project for dbt-spark, whose session is one of the Spark that this process has; to start one takes a minute."""
    monkeypatch.setenv("DO_NOT_TRACK", "1")
    monkeypatch.setattr(SparkSession, "_instantiatedSession", spark.newSession())
    target = {
        "type": "spark",
        "method": "session",
        "host": "localhost",
        "schema": schema,
        "server_side_parameters": {"spark.sql.defaultCatalog": "spark_catalog"},
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
        "models/scores.py": SCORES,
        "models/times.sql": "select 1 as id, timestamp'2024-01-01 10:20:00' as at",
        "models/hourly.sql": HOURLY,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


ROWS = """
select 'orders' as model, to_json(struct(*)) as row from {{ ref('orders') }}
union all select 'totals', to_json(struct(url, orders)) from {{ ref('totals') }}
"""
MORE_ROWS = """
union all select 'named', to_json(struct(*)) from {{ ref('named') }}
union all select 'hourly', to_json(struct(*)) from {{ ref('hourly') }}
"""
FIRST = "(1, 'new', 10, '+I'), (1, 'paid', 20, '+U'), (2, 'new', 10, '+I')"
SECOND = "(1, 'late', 15, '+U'), (2, 'new', 30, '-D'), (3, 'new', 1, null)"
OPERATION = "run-operation"
COMMANDS: dict[str, tuple[list[str], dict[str, str]]] = {
    "deps": (["deps"], {}),
    "python": (["run", "--select", "scores"], {}),
    "first": (["run", "--exclude", "scores"], {"BATCH": FIRST}),
    "why": ([OPERATION, "why", "--args", "{model: orders, key: {id: 1}}"], {}),
    "threads": (["run", "--threads", "2", "--exclude", "scores"], {"BATCH": SECOND}),
    "second": (["run", "--select", "orders+"], {"BATCH": SECOND}),
    "why trimmed": ([OPERATION, "why", "--args", "{model: orders, key: {id: 1}}"], {}),
    "rows": (["show", "--inline", ROWS, "--limit", "20", "--output", "json"], {}),
    "tag": ([OPERATION, "tag", "--args", "{model: orders, tag: hourly}"], {}),
    "check_merges": ([OPERATION, "check_merges"], {}),
    "expire_state": ([OPERATION, "expire_state"], {"DBT_TABLESTORE_CLOCK": "2100-01-01 00:00:00"}),
    "compile_plan": ([OPERATION, "compile_plan", "--args", "{select: orders, path: plan.json}"], {}),
    "show_merge_sql": (
        [OPERATION, "show_merge_sql", "--args", "{model: orders}"],
        {"BATCH": "(4, 'new', 10, '+I')"},
    ),
    "show_merge_sql of a reader": ([OPERATION, "show_merge_sql", "--args", "{model: totals}"], {}),
}
# With threads, the first models are refused, and those that read them are skipped.
FAILING = {"threads", "compile_plan", "python"}


def test_the_documentation_shows_the_macro() -> None:
    assert WRAPPER in (ROOT / "docs" / "keyed-models.md").read_text()


@pytest.mark.parametrize("is_whole", [False, pytest.param(True, marks=pytest.mark.extended)])
def test_the_package(
    project: Path, schema: str, is_whole: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table and an operator with a TTL; and as a whole a join and windows too."""
    commands = dict(COMMANDS)
    if is_whole:
        commands["rows"] = (["show", "--inline", ROWS + MORE_ROWS, "--limit", "20", "--output", "json"], {})
        commands["show_merge_sql of a join"] = ([OPERATION, "show_merge_sql", "--args", "{model: named}"], {})
    else:
        for name in ("names", "named", "times", "hourly"):
            (project / "models" / f"{name}.sql").unlink()
    output = {}
    for name, (command, variables) in commands.items():
        with monkeypatch.context() as patch:
            for variable, value in ({"BATCH": "()"} | variables).items():
                patch.setenv(variable, value)
            done = dbtRunner().invoke(command)
        output[name] = capsys.readouterr().out
        assert done.success == (name not in FAILING), output[name]
    shared = "the 2 threads of this run share one Spark session"
    assert output["threads"].count(shared) == (2 if is_whole else 1), output["threads"]
    assert "orders: 1 inserted, 1 deleted, 1 late" in output["second"]
    shown = output["rows"]
    rows: dict[str, list[dict[str, object]]] = {}
    for row in json.loads(shown[shown.index("{") : shown.rindex("}") + 1])["show"]:
        rows.setdefault(row["model"], []).append(json.loads(row["row"]))
    for found in rows.values():
        found.sort(key=str)
    assert rows["orders"] == [{"id": 1, "status": "paid", "at": 20}, {"id": 3, "status": "new", "at": 1}]
    assert rows["totals"] == [{"url": "new", "orders": 1}, {"url": "paid", "orders": 1}]
    if is_whole:
        named = [{"id": 1, "name": "Ann", "status": "paid"}, {"id": 3, "name": "Cy", "status": "new"}]
        assert rows["named"] == named
        assert "2024-01-01T10:00:00" in str(rows["hourly"])
    assert " +I  " in output["why"] and '"status":"paid"' in output["why"]
    # The changes of the first commit are older than a second, and both readers have read them.
    assert "orders: no change of" not in output["why"]
    assert "commit 1 " not in output["why trimmed"]
    assert "orders: commit 2 has the tag hourly" in output["tag"]
    assert "1 passed" in output["check_merges"]
    assert "totals: 2 expired rows removed" in output["expire_state"]
    assert "it is a keyed model in Python, which needs type: tablestore" in output["python"]
    assert "it needs the adapter dbt-tablestore, and the profile's type is" in output["compile_plan"]
    assert f"where at > 0 and '{schema}.orders' > ''" in output["show_merge_sql"]
    assert all("merge into" in output[name] for name in output if name.startswith("show_merge_sql"))
