"""Compiled plans in runs: written, edited, compared, refused. On Iceberg; nothing here depends on the format."""

from __future__ import annotations

import json
import shutil
from typing import Any

import pytest
from dbt.adapters.tablestore import cli

from project import Project

ORDERS = "id int, customer string, amount int"
JOINED = """
{{{{ config(materialized='incremental', primary_key='id', changelog_producer='lookup' {config}) }}}}
select id, name, amount, _row_kind
from {{{{ tablestore.changelog_join(
  ref('orders'), ref('customers'), 'customer', join_type='left',
  aliases=['o', 'c'], {hint} columns=['name'])
}}}}
"""
HINT = "hint=tablestore.hint('STATE_TTL', {'o': '1 d'}),"
PATH = "plans/joined.json"


def joined(
    project: Project, config: str = "", hint: str = HINT, select: str = "id, name, amount", end: str = ""
) -> None:
    text = JOINED.format(config=config, hint=hint) + end
    project.write("models/joined.sql", text.replace("id, name, amount", select))


@pytest.fixture
def shop(project: Project) -> Project:
    """Orders joined with their customers, not run yet."""
    keyed = {"primary_key": "id", "changelog_producer": "lookup"}
    project.model("orders", ORDERS, [(1, "a", 5), (2, "b", 7)], **keyed)
    project.model("customers", "customer string, name string", [("a", "Ann")], **keyed | {"primary_key": "customer"})
    joined(project)
    project.run("--select", "orders", "customers")
    return project


def operation(project: Project, name: str, **arguments: Any) -> Any:
    return project.dbt("run-operation", name, "--args", json.dumps(arguments))


def compiled(project: Project, **arguments: Any) -> dict[str, Any]:
    done = operation(project, "compile_plan", **({"select": "joined", "path": PATH} | arguments))
    assert done.success, done.message
    return read(project)


def read(project: Project) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((project.folder / PATH).read_text())
    return content


def edit(project: Project, **ttls: str | None) -> None:
    """Sets TTLs in the file; None takes the state out."""
    content = read(project)
    for node in content["nodes"]:
        for state in list(node.get("state", [])):
            if state["name"] in ttls and ttls[state["name"]] is None:
                node["state"].remove(state)
            elif state["name"] in ttls:
                state["ttl"] = ttls[state["name"]]
    project.write(PATH, json.dumps(content))


def noted(project: Project) -> str:
    """What the last run noted of the states of the joined table."""
    return project.last_commit("{iceberg}.joined")["tablestore.states"]


def checked(project: Project, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code and the first line of `dbt-tablestore plans check`."""
    capsys.readouterr()
    folder = str(project.folder)
    path = str(project.folder / PATH)
    code = cli.main(["plans", "check", path, "--project-dir", folder, "--profiles-dir", folder])
    return code, capsys.readouterr().out.partition("\n")[0].replace(path, PATH)


def printed(project: Project, name: str, capsys: pytest.CaptureFixture[str], **arguments: Any) -> tuple[bool, str]:
    capsys.readouterr()
    done = operation(project, name, **arguments)
    return done.success, capsys.readouterr().out


def test_a_plan_is_the_same_before_and_after_runs_and_is_never_overwritten_unasked(
    shop: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    first = compiled(shop)
    assert [node["type"] for node in first["nodes"]] == [
        "stream-exec-table-source-scan_1",
        "stream-exec-table-source-scan_1",
        "stream-exec-join_1",
        "stream-exec-calc_1",
        "keyed-merge_1",
    ]
    assert first["nodes"][2]["outputType"].startswith("ROW<`id` INT, `customer` STRING, `amount` INT, `name` STRING")
    assert first["nodes"][0]["changelogMode"] == ["INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE"]
    shop.run("--select", "joined")
    shop.model("orders", ORDERS, [(3, "a", 9)], primary_key="id", changelog_producer="lookup")
    shop.run()
    assert compiled(shop, force=True) == first
    ok, out = printed(shop, "compile_plan", capsys, select="joined", path=PATH)
    assert not ok
    edit(shop, leftState="2 h")
    kept = read(shop)
    ok, out = printed(shop, "compile_plan", capsys, select="joined", path=PATH, if_not_exists=True)
    assert ok and f"{PATH} already exists and was not changed" in out
    assert read(shop) == kept
    ok, out = printed(shop, "explain_plan", capsys, path=PATH)
    assert ok and "state leftState: 2 h" in out and "state rightState: never expires" in out
    assert checked(shop, capsys) == (0, f"{PATH}: compatible")
    joined(shop, select="id, name, amount * 2 as amount")
    assert checked(shop, capsys) == (3, f"{PATH}: changes results")
    joined(shop, select="id, name, amount(")
    assert checked(shop, capsys)[0] == 1
    assert not list((shop.folder / "target").glob("plans-*"))


@pytest.mark.extended
def test_the_file_wins_over_hint_and_setting_for_every_state_it_names(shop: Project) -> None:
    joined(shop, config=", state_ttl='7 d'")
    assert [state["ttl"] for state in compiled(shop)["nodes"][2]["state"]] == ["1 d", "7 d"]
    shop.run("--select", "joined")
    assert noted(shop) == "leftState 1 d (hint), rightState 7 d (state_ttl), tableState 7 d (state_ttl)"
    joined(shop, config=f", state_ttl='7 d', compiled_plan='{PATH}'")
    edit(shop, leftState="0 ms", rightState="PT2H", tableState="30 d")
    shop.run("--select", "joined")
    plan = f"(plan {PATH})"
    assert noted(shop) == f"leftState never expires {plan}, rightState 2 h {plan}, tableState 30 d {plan}"
    edit(shop, leftState=None, tableState=None)
    shop.run("--select", "joined")
    assert noted(shop) == f"leftState 1 d (hint), rightState 2 h {plan}, tableState 7 d (state_ttl)"


@pytest.mark.extended
def test_a_deferred_upstream_is_the_same_node(shop: Project) -> None:
    """As in CI: only the changed model is run, in a schema of its own, and its upstreams are read where they are."""
    joined(shop, config=f", compiled_plan='{PATH}'")
    compiled(shop)
    edit(shop, leftState="3 d")
    shop.writes_artifacts = True
    shop.run()
    (shop.folder / "state").mkdir()
    shutil.copy(shop.folder / "target" / "manifest.json", shop.folder / "state")
    shop.other_targets["ci"] = shop.target | {"schema": f"{shop.schema}_ci"}
    for _ in range(2):
        shop.run("--target", "ci", "--defer", "--state", str(shop.folder / "state"), "--select", "joined")
    shop.schema += "_ci"
    assert noted(shop).startswith(f"leftState 3 d (plan {PATH})")
    assert shop.rows("select * from {iceberg}.joined") == [(1, "Ann", 5), (2, None, 7)]


def test_a_file_that_cannot_be_used_stops_the_run(shop: Project) -> None:
    joined(shop, config=f", compiled_plan='{PATH}'")
    error = shop.error("--select", "joined")
    assert f"compiled plan {PATH}:" in error and "the file does not exist" in error
    compiled(shop)
    edit(shop, leftState="1 week")
    error = shop.error("--select", "joined")
    assert f"compiled plan {PATH}:" in error and "node 3, Join(" in error and 'has the ttl "1 week"' in error
    edit(shop, leftState="1 d")
    content = read(shop)
    shop.write(PATH, json.dumps(content | {"model": "model.shop.orders"}))
    assert "it is the plan of model.shop.orders, not of model.shop.joined" in shop.error("--select", "joined")
    assert shop.rows("show tables in {iceberg} like 'joined*'") == []


def test_a_plan_that_no_longer_fits_is_refused_and_told(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    compiled(shop)
    joined(shop, config=f", compiled_plan='{PATH}'")
    shop.run("--select", "joined")
    before = shop.rows("select * from {iceberg}.joined")

    joined(shop, config=f", compiled_plan='{PATH}'", hint=HINT.replace("1 d", "9 d"), end="{# a note #}")
    ok, out = printed(shop, "plan_diff", capsys, select="joined")
    assert ok and f"model 'joined' and {PATH}: compatible\n  compatible: the ttl of state leftState of Join(" in out
    assert "changed from 1 d to 9 d" in out
    shop.run("--select", "joined")

    joined(shop, config=f", compiled_plan='{PATH}'", select="id, name, amount * 2 as amount")
    error = shop.error("--select", "joined")
    assert "model 'joined' no longer matches its compiled plan; nothing was written" in error
    assert "changes results: the text of model.shop.joined changed from `amount` to `amount * 2 as amount`" in error

    joined(shop, config=f", compiled_plan='{PATH}', merge_engine='first-row'", select="id, name")
    ok, out = printed(shop, "plan_diff", capsys, select="joined")
    assert not ok and f"model 'joined' and {PATH}: needs rebuild" in out
    assert "needs rebuild: merge_engine changed from deduplicate to first-row" in out
    assert "changes results: column amount (int) is no longer in the SELECT" in out
    error = shop.error("--select", "joined")
    assert "rebuild the model and its readers with --full-refresh: dbt run-operation compile_plan --args" in error
    assert shop.rows("select * from {iceberg}.joined") == before


@pytest.mark.extended
def test_one_file_has_the_plans_of_several_models(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    ok, out = printed(shop, "compile_plan", capsys, select="customers +joined", path=PATH)
    assert ok and f"wrote {PATH}: the plans of 3 models" in out
    assert [plan["model"] for plan in read(shop)["plans"]] == [
        "model.shop.customers",
        "model.shop.joined",
        "model.shop.orders",
    ]
    joined(shop, config=f", compiled_plan='{PATH}', tags=['daily']")
    shop.run("--select", "joined")
    ok, out = printed(shop, "plan_diff", capsys, select=["tag:daily"])
    assert ok and f"model 'joined' and {PATH}: same" in out
    ok, out = printed(shop, "plan_diff", capsys, select="+joined", path=PATH)
    assert ok and f"model 'orders' and {PATH}" in out
    ok, out = printed(shop, "explain_plan", capsys, path=PATH)
    assert ok and out.count(f", from {PATH}") == 3
    joined(shop, config=f", compiled_plan='{PATH}', tags=['daily']", select="id, name, amount * 2 as amount")
    assert "model 'joined' no longer matches its compiled plan" in shop.error("--select", "joined")
    ok, out = printed(shop, "compile_plan", capsys, select="tag:daily", path=PATH, force=True)
    assert ok and read(shop)["model"] == "model.shop.joined"
    ok, out = printed(shop, "compile_plan", capsys, select="tag:nothing", path=PATH)
    assert not ok
    shop.model("orders", ORDERS, [(9, "a", 5)], primary_key="id", changelog_producer="lookup", compiled_plan=PATH)
    assert "it is the plan of model.shop.joined, not of model.shop.orders" in shop.error("--select", "orders")


def test_states_are_in_the_catalog(shop: Project) -> None:
    shop.run("--select", "joined")
    done = shop.dbt("docs", "generate")
    assert done.success, done.message
    nodes = json.loads((shop.folder / "target" / "catalog.json").read_text())["nodes"]
    assert nodes["model.shop.joined"]["stats"]["states"]["value"] == "leftState 1 d (hint), rightState never expires"
    assert "states" not in nodes["model.shop.orders"]["stats"]


def test_models_without_state_have_no_plan(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    shop.write("models/plain.sql", "select 1 as id")
    assert not printed(shop, "compile_plan", capsys, select="plain", path=PATH)[0]
    assert not (shop.folder / PATH).exists()
