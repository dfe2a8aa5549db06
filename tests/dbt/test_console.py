"""The session of a profile outside of dbt: `session()`, `dbt-tablestore sql` and `dbt-tablestore shell`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from dbt.adapters.tablestore import cli, session
from pyspark.sql import SparkSession

from project import Project


@pytest.fixture(scope="module")
def shop(
    tmp_path_factory: pytest.TempPathFactory, spark: SparkSession, macros_parsed_once: None, warehouse: Path
) -> Project:
    """One for all tests, which only read it."""
    project = Project(tmp_path_factory.mktemp("console") / "shop", warehouse, "test_console")
    project.model("orders", "id int, note string", [(1, "paid"), (2, None)], primary_key="id")
    project.run()
    return project


def run(shop: Project, *arguments: str) -> int:
    return cli.main([*arguments, "--project-dir", str(shop.folder), "--profiles-dir", str(shop.folder)])


def test_a_statement_prints_aligned_rows(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(shop, "sql", "select * from orders order by id") == 0
    assert capsys.readouterr().out == "| id | note |\n| -- | ---- |\n| 1  | paid |\n| 2  | NULL |\n"


@pytest.mark.parametrize(
    ("statement", "options", "output"),
    [
        ("select id, note, 1 as id from orders order by 1", ["--format", "csv"], "id,note,id\n1,paid,1\n2,,1\n"),
        (
            "select id, 2 as id from orders order by 1 limit 1",
            [],
            "| id (1) | id (2) |\n| ------ | ------ |\n| 1      | 2      |\n",
        ),
        ("create or replace temporary view v as select 1 as one", [], ""),
    ],
)
def test_results(
    shop: Project, capsys: pytest.CaptureFixture[str], statement: str, options: list[str], output: str
) -> None:
    assert run(shop, "sql", statement, *options) == 0
    assert capsys.readouterr().out == output


def test_json_and_limits(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    statement = "select named_struct('a', 1, 'b', array(2.50)) as s, x'0aff' as b, date'2024-02-29' as d"
    assert run(shop, "sql", statement, "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == {"s": {"a": 1, "b": ["2.50"]}, "b": "0aff", "d": "2024-02-29"}
    assert run(shop, "sql", "select * from orders order by id", "--limit", "1") == 0
    assert capsys.readouterr().out.endswith("| 1  | paid |\nthe first 1 rows; --limit shows more\n")


@pytest.mark.parametrize("statement", ["select nothing from orders", "selct 1", "select 1/0"])
def test_a_failed_statement_is_one_message(shop: Project, capsys: pytest.CaptureFixture[str], statement: str) -> None:
    assert run(shop, "sql", statement) == 1
    output = capsys.readouterr()
    assert output.out == "" and "SQLSTATE: " in output.err
    assert "Traceback" not in output.err and "at org.apache" not in output.err


def test_a_profile_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = ["--project-dir", str(tmp_path), "--profiles-dir", str(tmp_path)]
    assert cli.main(["sql", "select 1", *folders]) == 1
    assert "dbt_project.yml" in capsys.readouterr().err
    (tmp_path / "dbt_project.yml").write_text("name: p\nprofile: p\n")
    (tmp_path / "profiles.yml").write_text(
        "p: {target: a, outputs: {a: {type: tablestore, schema: s, warehouze: x}}}\n"
    )
    assert cli.main(["sql", "select 1", *folders]) == 1
    error = capsys.readouterr().err
    assert "warehouze" in error and "Traceback" not in error


def test_without_a_table_there_is_no_limit(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    statement = "select id, null as n from range(0, 12345, 1, 7)"
    assert run(shop, "sql", statement, "--format", "csv") == 0
    assert capsys.readouterr().out == "id,n\n" + "".join(f"{number},\n" for number in range(12345))
    assert run(shop, "sql", statement, "--format", "json") == 0
    assert [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()] == list(range(12345))
    assert run(shop, "sql", statement, "--format", "csv", "--limit", "2") == 0
    assert capsys.readouterr().out == "id,n\n0,\n1,\n"
    assert run(shop, "sql", "select * from range(2000)") == 0
    assert capsys.readouterr().out.endswith("| 999 |\nthe first 1000 rows; --limit shows more\n")


def test_several_statements_up_to_the_first_that_fails(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(shop, "sql", "select ';' as a; select 1/0; select 2", "--format", "csv") == 1
    output = capsys.readouterr()
    assert output.out.startswith("a\n;\n") and "DIVIDE_BY_ZERO" in output.err


def test_show_tables(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    shop.write(
        "models/notes.sql",
        "{{ config(materialized='materialized_view') }} select note, count(*) as n from {{ ref('orders') }} group by 1",
    )
    shop.run("--select", "notes")
    assert run(shop, "sql", "show tables", "--format", "csv") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[1] for line in lines] == ["tableName", "notes", "orders"]
    assert run(shop, "sql", "show tables like 'ord*'", "--format", "json") == 0
    assert capsys.readouterr().out.count("tableName") == 1
    assert run(shop, "sql", "show all tables", "--format", "csv", "--limit", "100") == 0
    names = {line.split(",")[1] for line in capsys.readouterr().out.splitlines()}
    assert {"notes", "notes__rows", "orders", "orders__commits"} <= names


def test_the_names_of_the_project(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    shop.write("functions/shout.py", 'def shout(text: str) -> str:\n    return text.upper() + "!"\n')
    shop.write("functions/wrong.py", "def wrong(text) -> str:\n    return text\n")
    declared = [{"name": name, "returns": {"data_type": "auto"}} for name in ("shout", "wrong")]
    shop.write("functions/functions.yml", {"functions": declared})
    statement = "select {{ function('shout') }}(note) as note from {{ ref('orders') }} where note = 'paid'"
    assert run(shop, "sql", statement) == 1
    assert "target/manifest.json does not exist. Parse it: dbt parse" in capsys.readouterr().err
    shop.writes_artifacts = True
    shop.succeed("parse")
    assert run(shop, "sql", statement, "--format", "csv") == 0
    assert capsys.readouterr().out == "note\nPAID!\n"
    assert run(shop, "sql", "select shout('x') as x", "--format", "csv") == 0
    assert capsys.readouterr().out == "x\nX!\n"
    assert run(shop, "sql", "select wrong('x')") == 1
    assert "functions/wrong.py" in capsys.readouterr().err


def test_the_shell_goes_on_after_an_error(
    shop: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sys.stdin", io.StringIO("select id\nfrom orders\nwhere id = 2;\nselect no;\n\nhelp\nselect 3 as c;\nexit\n")
    )
    assert run(shop, "shell") == 0
    output = capsys.readouterr()
    assert "| 2  |" in output.out and "| 3 |" in output.out and output.out.count("End a statement with") == 1
    assert "`no` cannot be resolved" in output.err


def test_the_shell_ends_with_its_input(
    shop: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("select 1 as one"))
    assert run(shop, "shell") == 0
    assert "| one |" in capsys.readouterr().out


def test_a_notebook_has_the_session_of_the_profile(shop: Project) -> None:
    spark = session(shop.folder, profiles_dir=shop.folder)
    assert [tuple(row) for row in spark.table("orders").orderBy("id").collect()] == [(1, "paid"), (2, None)]
    assert spark.catalog.currentDatabase() == shop.schema
