"""The session of a profile outside of dbt: `session()`, `dbt-tablestore sql` and `dbt-tablestore shell`."""

from __future__ import annotations

import csv
import io
import json
import re
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
    project.other_targets["delta"] = project.target | {"database": "spark_catalog"}
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
    assert run(shop, "sql", "select 1 as a, 2 as a", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == {"a (1)": 1, "a (2)": 2}
    assert run(shop, "sql", "select 1 as a, 2 as a, 3 as `a (1)`", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == {"a (2)": 1, "a (3)": 2, "a (1)": 3}
    assert run(shop, "sql", "select * from orders order by id", "--limit", "1") == 0
    assert capsys.readouterr().out.endswith("| 1  | paid |\nthe first 1 row; --limit shows more\n")


# A value of each type, and how it is printed; a second text is that of `--format json`, without its quotes.
VALUES: dict[str, tuple[str, ...]] = {
    "true": ("true",), "false": ("false",), "null": ("NULL", "null"), "cast(null as boolean)": ("NULL", "null"),
    "tinyint(1)": ("1",), "bigint(-5)": ("-5",), "float(0.1)": ("0.1", "0.10000000149011612"),
    "1e10D": ("1.0E10", "10000000000.0"), "double('NaN')": ("NaN",), "double('-Infinity')": ("-Infinity",),
    "1.50BD": ("1.50",), "cast(0 as decimal(20,10))": ("0.0000000000",), "'it''s'": ("it's",), "x'0aff'": ("0aff",),
    "date'0001-02-03'": ("0001-02-03",), "timestamp'2024-01-01 00:00:00.5'": ("2024-01-01 00:00:00.5",),
    "timestamp_ntz'2024-01-01 00:00:00'": ("2024-01-01 00:00:00",),
    "interval '1-2' year to month": ("INTERVAL '1-2' YEAR TO MONTH",),
    "interval '1 02:03:04.5' day to second": ("INTERVAL '1 02:03:04.5' DAY TO SECOND",),
    "make_interval(0, 2, 0, 3)": ("2 months 3 days",), "array(interval '1' month)": ("[INTERVAL '1' MONTH]",),
    "array(1, null)": ("[1, null]",), "array(true, false)": ("[true, false]",), "array('a')": ("[a]", '["a"]'),
    "array(named_struct('a', date'2024-02-29'))": ("[{2024-02-29}]", '[{"a": "2024-02-29"}]'),
    "map('k', true)": ("{k -> true}", '{"k": true}'), "map(array(1), 2)": ("{[1] -> 2}",),
    "named_struct('a', 1, 'b', null, 'c', array(2.5D))": ("{1, null, [2.5]}", '{"a": 1, "b": null, "c": [2.5]}'),
    """parse_json('{"a": [true, null]}')""": ('{"a":[true,null]}', '{\\"a\\":[true,null]}'),
}  # fmt: skip


def test_values_are_printed_as_sql_has_them(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """In the session's time zone, which is not that of the machine."""
    columns = [f"v{place:02}" for place in range(len(VALUES))]
    selected = ", ".join(f"{value} as {name}" for value, name in zip(VALUES, columns, strict=True))
    zone, printed = "set time zone 'Asia/Tokyo'", {}
    for form in ("table", "csv", "json"):
        assert run(shop, "sql", f"{zone}; select {selected}; set time zone local", "--format", form) == 0
        printed[form] = capsys.readouterr().out
    (row,) = [line for line in printed["table"].splitlines() if "it's" in line]
    assert row.strip("| ").split(" | ") == [texts[0].ljust(3) for texts in VALUES.values()]
    (fields,) = [line for line in csv.reader(io.StringIO(printed["csv"])) if "it's" in line]
    assert fields == [texts[0].replace("NULL", "") for texts in VALUES.values()]
    (line,) = [line for line in printed["json"].splitlines() if "it's" in line]
    assert [text.strip('"') for text in re.split(r',? ?"v[0-9]+": ', line[1:-1])[1:]] == [
        texts[-1] for texts in VALUES.values()
    ]


def test_what_statements_say_of_tables(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the catalog, not of rows."""
    for statement in ("show tables", "show all tables", "show views", "show columns in orders", "describe orders"):
        assert run(shop, "sql", statement) == 0
        assert not re.search("None|False|True", capsys.readouterr().out), statement


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
    assert capsys.readouterr().out.endswith("| 999 |\nthe first 1,000 rows; --limit shows more\n")


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
    assert (spark.catalog.currentCatalog(), spark.catalog.currentDatabase()) == ("lake", shop.schema)
    other = session(shop.folder, target="delta", profiles_dir=shop.folder)
    assert other.catalog.currentCatalog() == "spark_catalog"
