"""Contracts, constraints, comments, grants and the documentation site's catalog."""

import json
import re

import pytest
from dbt.adapters.factory import get_adapter_by_type
from dbt.adapters.tablestore.relations.columns import Columns

from formats import CATALOGS
from project import spark

SCHEMA = """
models:
  - name: m
    description: "It's a \\"model\\""
    config: {contract: {enforced: true}, persist_docs: {relation: true, columns: true}}
    constraints:
      - {type: check, expression: "amount > 0", name: positive}
    columns:
      - {name: id, data_type: bigint, description: "the k'ey", constraints: [{type: not_null}]}
      - {name: amount, data_type: int, description: "in cents"}
"""
MODEL = """
{{{{ config(materialized='{kind}', file_format='{format}', on_schema_change='append_new_columns') }}}}
select cast({id} as bigint) as id, {amount} as amount
"""


def write(project, format, id="1", amount="5", kind="table"):
    project.write("models/m.yml", SCHEMA)
    project.write("models/m.sql", MODEL.format(kind=kind, format=format, id=id, amount=amount))


def test_not_null_is_enforced_and_the_old_table_stays(project, format, place):
    write(project, format)
    project.succeed("run")
    write(project, format, id="null")
    result = project.fail("run")
    assert "null" in result.nodes["m"].message.lower()
    assert "JVM" not in result.nodes["m"].message
    assert project.ordered(f"select id, amount from {place}.m") == [(1, 5)]
    write(project, format, id="2")
    project.succeed("run")
    assert project.ordered(f"select id, amount from {place}.m") == [(2, 5)]
    assert [row[1] for row in project.ordered(f"show tables in {place}") if not row[2]] == ["m"]


@pytest.mark.extended
def test_check_is_enforced_on_delta_and_told_on_iceberg(project):
    write(project, "delta")
    project.succeed("run")
    write(project, "delta", amount="-5")
    result = project.fail("run")
    assert "positive" in result.nodes["m"].message
    assert project.ordered("select amount from {delta}.m") == [(5,)]
    write(project, "iceberg", amount="-5")
    project.succeed("run")
    log = (project.folder / "logs" / "dbt.log").read_text(encoding="utf-8")
    assert "is not enforced: iceberg tables have none" in log
    keyed = MODEL.replace("materialized=", "primary_key='id', materialized=")
    project.write("models/m.sql", keyed.format(kind="incremental", format="delta", id="1", amount="-5"))
    project.succeed("run", "--full-refresh")
    log = (project.folder / "logs" / "dbt.log").read_text(encoding="utf-8")
    assert "is not enforced: keyed tables have none. Use a dbt test." in log


def test_constraints_hold_for_later_batches(project, format):
    write(project, format, kind="incremental")
    project.succeed("run")
    write(project, format, kind="incremental", id="null")
    assert "null" in project.fail("run").nodes["m"].message.lower()


def test_a_killed_first_run_is_not_taken_for_a_table_and_a_rebuild_is_one_statement(project, format, place, statements):
    write(project, format, id="null", kind="incremental")
    project.fail("run")
    assert project.ordered(f"show tables in {place} like 'm'") == []
    write(project, format, kind="incremental")
    for _ in range(2):
        statements.clear()
        project.succeed("run", "--full-refresh")
        writes = [sql.split("\n")[0] for sql in statements if sql.startswith(("create or replace table", "insert"))]
        table = f"{CATALOGS[format]}.{project.schema}.m"
        assert [sql for sql in writes if "__dbt_checked" not in sql] == [f"create or replace table {table}"]
        assert project.ordered(f"select id, amount from {place}.m") == [(1, 5)]


def run_killed_before_its_constraints(project, monkeypatch, kind):
    def killed(*_):
        raise RuntimeError("killed")

    write(project, "iceberg", kind=kind)
    with monkeypatch.context() as patch:
        patch.setattr(Columns, "require", killed)
        project.fail("run")


def test_a_constraint_that_a_killed_run_left_out_is_declared_by_the_next(project, monkeypatch):
    run_killed_before_its_constraints(project, monkeypatch, "incremental")
    write(project, "iceberg", kind="incremental", id="null")
    assert "null" in project.fail("run").nodes["m"].message.lower()
    assert project.ordered("select id from {iceberg}.m") == [(1,)]


def test_checks_that_a_table_of_delta_lacks_are_added_by_the_next_run(project, statements):
    """A killed run has left one out, or the contract has changed."""
    write(project, "delta", kind="incremental")
    project.succeed("run")
    table = f"{CATALOGS['delta']}.{project.schema}.m"
    spark().sql(f"alter table {table} drop constraint positive")
    write(project, "delta", amount="-5", kind="incremental")
    assert "positive" in project.fail("run").nodes["m"].message
    project.write("models/m.yml", SCHEMA.replace("amount > 0", "amount >= 0"))
    project.write("models/m.sql", MODEL.format(kind="incremental", format="delta", id="2", amount="0"))
    project.succeed("run")
    statements.clear()
    project.succeed("run")
    assert [sql for sql in statements if "constraint" in sql] == []
    project.write("models/m.yml", SCHEMA)
    project.write("models/m.sql", MODEL.format(kind="incremental", format="delta", id="3", amount="1"))
    project.succeed("run")
    log = (project.folder / "logs" / "dbt.log").read_text(encoding="utf-8")
    assert "has the check `amount > 0`, but the table has rows that violate it" in log
    assert project.ordered(f"select id, amount from {table} order by id") == [(1, 5), (2, 0), (2, 0), (3, 1)]


def test_a_keyed_model_declares_what_a_killed_run_left_out(project, monkeypatch):
    run_killed_before_its_constraints(project, monkeypatch, "incremental', primary_key='id")
    assert spark().table(f"lake.{project.schema}.m").schema["id"].nullable
    project.succeed("run")
    assert not spark().table(f"lake.{project.schema}.m").schema["id"].nullable


def test_wrong_type_is_a_contract_error(project):
    write(project, "iceberg", amount="'text'")
    assert "contract" in project.fail("run").nodes["m"].message


VIEW = """
models:
  - name: v
    description: "It's a \\"view\\""
    config: {contract: {enforced: true}, persist_docs: {relation: true, columns: true}, tags: [nightly]}
    columns:
      - {name: id, data_type: bigint, description: "the k'ey"}
      - {name: amount, data_type: int, description: "in cents", constraints: [{type: not_null}]}
"""


def test_a_materialized_view_has_its_contract_comments_and_key(project):
    table = "materialized='incremental', primary_key='id', changelog_producer='lookup', file_format='iceberg'"
    batch = f"{{{{ config({table}) }}}} select cast(%s as bigint) as id, cast(%s as int) as amount"
    query = (
        "{{ config(materialized='materialized_view', file_format='iceberg') }} select id, amount from {{ ref('t') }}"
    )
    project.write("models/v.yml", VIEW)
    project.write("models/t.sql", batch % (1, 5))
    project.write("models/v.sql", query)
    project.succeed("run")
    project.write("models/t.sql", batch % (2, "null"))
    message = project.fail("run").nodes["v"].message
    assert "column amount is null, but its contract says not_null" in message
    assert project.ordered("select id, amount from {iceberg}.v") == [(1, 5)]
    project.write("models/t.sql", batch % (2, 7))
    assert project.succeed("run", "--select", "t", "tag:nightly").nodes["v"].adapter_response["kind"] == "incremental"
    assert sorted(project.rows("select id, amount from {iceberg}.v")) == [(1, 5), (2, 7)]
    # the groups that HAVING hides are stored, and no rows of the model
    groups = query.replace("id, amount", "id, cast(sum(amount) + 0 as int) as amount")
    project.write("models/v.sql", groups + " group by id having sum(amount) > 5")
    project.succeed("run", "--select", "v")
    project.write("models/t.sql", batch % (1, "null"))
    assert project.succeed("run", "--select", "t", "tag:nightly").nodes["v"].adapter_response["kind"] == "incremental"
    assert sorted(project.rows("select id, amount from {iceberg}.v")) == [(2, 7)]
    project.write("models/v.sql", query.replace("amount", "cast(amount as string) as amount"))
    assert "contract" in project.fail("run", "--select", "v").nodes["v"].message
    project.succeed("docs", "generate")
    nodes = json.loads((project.folder / "target" / "catalog.json").read_text(encoding="utf-8"))["nodes"]
    found = nodes["model.shop.v"]
    assert found["metadata"]["comment"] == 'It\'s a "view"'
    assert [found["columns"][name]["comment"] for name in ("id", "amount")] == ["the k'ey", "in cents"]
    assert found["stats"]["primary_key"]["value"] == "id"


def test_comments_and_catalog(project):
    """Both formats in one `docs generate`: comments, types, owner, size, in two databases."""
    write(project, "iceberg")
    for name, config in {"d": "materialized='table', file_format='delta'", "v": "materialized='view'"}.items():
        project.write(f"models/{name}.sql", f"{{{{ config({config}) }}}} select id, amount from {{{{ ref('m') }}}}")
    project.write(
        "models/more.yml",
        """
        models:
          - &model
            name: d
            description: 'a \\ b'
            config: {persist_docs: {relation: true, columns: true}}
            columns: [{name: id, description: "d's"}]
          - {<<: *model, name: v}
        """,
    )
    project.write(
        "models/keyed.sql",
        "{{ config(materialized='incremental', primary_key='url') }} select explode(array(1, 2, 3)) as url",
    )
    project.succeed("run")
    project.ordered("delete from {iceberg}.keyed where url = 1")
    project.succeed("docs", "generate")
    nodes = json.loads((project.folder / "target" / "catalog.json").read_text(encoding="utf-8"))["nodes"]
    assert sorted(nodes) == [f"model.shop.{name}" for name in ("d", "keyed", "m", "v")], "and no side tables"
    m, d, v = (nodes[f"model.shop.{name}"] for name in ("m", "d", "v"))
    assert (m["metadata"]["database"], d["metadata"]["database"]) == ("lake", "spark_catalog")
    assert [m["metadata"]["comment"], d["metadata"]["comment"], v["metadata"]["comment"]] == [
        'It\'s a "model"',
        "a \\ b",
        "a \\ b",
    ]
    assert [node["columns"]["id"]["comment"] for node in (m, d, v)] == ["the k'ey", "d's", "d's"]
    # Spark copies comments of the columns that a query reads, and `amount` is not described in d and v
    assert [node["columns"]["amount"]["comment"] for node in (m, d, v)] == ["in cents", None, None]
    assert {node["columns"]["id"]["type"] for node in (m, d, v)} == {"bigint"}
    assert m["stats"]["rows"]["value"] == 1
    keyed = nodes["model.shop.keyed"]["stats"]
    assert keyed["rows"]["value"] == 2  # the data file still has three
    assert keyed["primary_key"]["value"] == "url"  # SHOW TBLPROPERTIES leaves out what has this word
    assert d["stats"]["bytes"]["value"] > 0
    assert v["metadata"]["type"] == "view"
    adapter = get_adapter_by_type("tablestore")
    with adapter.connection_named("single"):
        for name, expected in {"m": m, "d": d, "v": v}.items():
            metadata = expected["metadata"]
            found = adapter.Relation.create(metadata["database"], metadata["schema"], name)
            single = adapter.get_catalog_for_single_relation(found).to_dict()
            assert single | {"unique_id": expected["unique_id"]} == expected
        assert adapter.get_catalog_for_single_relation(found.incorporate(path={"identifier": "none"})) is None


def test_grants_are_not_promised(project):
    project.write("models/m.sql", "{{ config(materialized='table', grants={'select': ['ann']}) }} select 1 as id")
    view = "{{ config(materialized='materialized_view', grants={'select': ['ann']}) }} select id from {{ ref('m') }}"
    project.write("models/v.sql", view)
    project.succeed("run")
    log = (project.folder / "logs" / "dbt.log").read_text(encoding="utf-8")
    for name in ("m", "v"):
        assert re.search(rf"grants of \S+\.`?{name}`? were not applied: open-source Spark has no GRANT", log)
