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


def test_the_shell_goes_on_after_an_error(
    shop: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(
        "sys.stdin", io.StringIO("select id\nfrom orders\nwhere id = 2;\nselect no;\n\nhelp\nselect 3 as c;\nexit\n")
    )
    assert run(shop, "shell") == 0
    output = capsys.readouterr()
    assert "| 2  |" in output.out and "| 3 |" in output.out and output.out.count("end it with a semicolon") == 2
    assert "`no` cannot be resolved" in output.err
    assert (tmp_path / "dbt-tablestore" / "history").is_file()


def test_the_shell_ends_with_its_input(
    shop: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("select 1 as one"))
    assert run(shop, "shell") == 0


def test_a_notebook_has_the_session_of_the_profile(shop: Project) -> None:
    spark = session(shop.folder, profiles_dir=shop.folder)
    assert [tuple(row) for row in spark.table("orders").orderBy("id").collect()] == [(1, "paid"), (2, None)]
    assert spark.catalog.currentDatabase() == shop.schema
