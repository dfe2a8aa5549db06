"""The command line: dbt-tablestore and its two `python -m` forms."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from dbt.adapters.tablestore import cli
from dbt.adapters.tablestore.functions.__main__ import main as functions_main
from dbt.adapters.tablestore.plans import files, trees
from dbt.adapters.tablestore.plans.__main__ import main as plans_main

PLANS = Path(__file__).parents[2] / "integration_tests" / "plans"
PLAN = str(PLANS / "departures.json")


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line; returns its exit code and what it prints to the two streams."""

    def invoke(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(list(arguments))
        return code, *capsys.readouterr()

    return invoke


@pytest.mark.parametrize("group", [[], ["functions"], ["plans"], ["views"]])
def test_the_summaries_of_commands_are_whole(run: Run, group: list[str]) -> None:
    code, said, _ = run(*group, "--help")
    commands = said.partition("Commands:\n")[2]
    assert (code, "..." in commands, bool(commands)) == (0, False, True)


def test_the_command_is_installed() -> None:
    [script] = entry_points(group="console_scripts", name="dbt-tablestore")
    assert script.load() is cli.main


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), ["dbt-tablestore [OPTIONS] COMMAND", "functions", "plans"]),
        (("functions",), ["check"]),
        (("functions", "check"), ["--project-dir DIRECTORY"]),
        (("plans",), ["check", "diff", "show"]),
        (("plans", "diff"), ["OLD NEW", "3  results change", "4  the tables need a rebuild"]),
        (("plans", "check"), ["PLAN...", "--project-dir", "--profiles-dir", "--target", "--vars", "3  results change"]),
        (("plans", "show"), ["FILE"]),
        (("relocate",), ["WAREHOUSE", "--catalog", "nothing was changed"]),
    ],
)
def test_each_command_has_help(run: Run, arguments: tuple[str, ...], words: list[str]) -> None:
    code, out, _ = run(*arguments, "--help")
    assert code == 0
    assert [word for word in words if word not in out] == []


def test_show_prints_the_tree(run: Run) -> None:
    tree = "\n".join(trees.lines(files.read(Path(PLAN), PLAN)))
    assert run("plans", "show", PLAN) == (0, f"{tree}\n", "")


def test_exit_codes_of_plans(run: Run, tmp_path: Path) -> None:
    content = json.loads(Path(PLAN).read_text())
    content["nodes"][-1]["format"] = "delta"
    other = tmp_path / "other.json"
    other.write_text(json.dumps(content))
    assert run("plans", "diff", PLAN, PLAN) == (0, f"{PLAN}: same\n", "")
    code, out, _ = run("plans", "diff", PLAN, str(other))
    assert (code, out.splitlines()[0]) == (4, f"{PLAN}: needs rebuild")
    code, out, error = run("plans", "show", str(tmp_path / "absent.json"))
    assert (code, out) == (1, "")
    assert "the file does not exist" in error


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in the folder ``shop`` of the current one."""
    target = {"type": "tablestore", "schema": "main", "warehouse": "lake"}
    (tmp_path / "shop" / "plans").mkdir(parents=True)
    (tmp_path / "shop" / "dbt_project.yml").write_text(json.dumps({"name": "shop", "profile": "shop"}))
    profile = {"shop": {"target": "dev", "outputs": {"dev": target}}}
    (tmp_path / "shop" / "profiles.yml").write_text(json.dumps(profile))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path / "shop"


def test_messages_name_the_file_of_a_plan_as_compile_plan_takes_it(run: Run, shop: Path) -> None:
    """That is a path as seen from the project's folder, and not from where the command is typed."""
    file = shop / "plans" / "x.json"
    file.write_text(json.dumps({"tablestoreVersion": "0.2", "model": "model.shop.orders", "nodes": {}}))
    code, _, error = run("plans", "check", "shop/plans/x.json", "--project-dir", "shop")
    assert (code, "{select: orders, path: plans/x.json, force: true}" in error) == (1, True), error
    for command in (("show", "shop/plans/x.json"), ("diff", PLAN, "shop/plans/x.json")):
        code, _, error = run("plans", *command)
        assert (code, f"{{select: shop.orders, path: {file}, force: true}}" in error) == (1, True), error


def test_a_plan_is_compared_with_the_model_of_its_package(
    run: Run, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The project may have a model of the same name."""
    invoked: list[list[str]] = []

    class Runner:
        def invoke(self, command: list[str]) -> SimpleNamespace:
            invoked.append(command)
            return SimpleNamespace(success=False)

    monkeypatch.setattr("dbt.cli.main.dbtRunner", Runner)
    model = json.loads(Path(PLAN).read_text())["model"]
    code, _, error = run("plans", "check", PLAN, "--project-dir", "shop")
    selected = json.loads(invoked[0][invoked[0].index("--args") + 1])["select"]
    assert (code, selected) == (1, model.removeprefix("model."))
    assert f"model '{selected}' cannot be compiled" in error


@pytest.mark.parametrize(
    "arguments",
    [
        ("plans", "diff", PLAN),
        ("plans", "no"),
        ("functions", "check", "--no"),
        (),
        ("sql", "select 1", "--limit", "-1"),
        ("shell", "--limit", "-1"),
    ],
)
def test_a_wrong_command_line_is_2(run: Run, arguments: tuple[str, ...]) -> None:
    code, _, error = run(*arguments)
    assert code == 2
    assert "Usage: dbt-tablestore" in error


@pytest.mark.parametrize("statement", ["", "  ", ";", "/* nothing */", "/* ; */ ;"])
def test_an_empty_statement_opens_no_session(run: Run, statement: str) -> None:
    code, out, error = run("sql", statement)
    assert (code, out) == (2, "")
    assert error.endswith('Invalid value for STATEMENT: it is empty; write one, such as "show tables"\n')


@pytest.mark.parametrize(
    "statement", ["-- the orders\nselect 1", "--the=orders\nselect 1", "--\nselect 1", "--a b\nselect '--'", "select 1"]
)
def test_a_statement_may_begin_with_a_comment(run: Run, monkeypatch: pytest.MonkeyPatch, statement: str) -> None:
    given: list[tuple[str, str, int | None, str | None]] = []

    def sql(text: str, form: str, limit: int | None, options: dict[str, str | None]) -> int:
        given.append((text, form, limit, options["vars"]))
        return 0

    monkeypatch.setattr("dbt.adapters.tablestore.console.commands.sql", sql)
    options = ["--limit", "5", "--vars=a: 1\nb: 2"]
    for arguments in ([statement, *options], [*options, statement], [*options, "--", statement]):
        assert run("sql", *arguments)[0] == 0
    assert given == [(statement, "table", 5, "a: 1\nb: 2")] * 3


def test_files_that_cannot_be_read_are_one_message(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    path = str(tmp_path / "file" / "target")

    def fail(*given: object) -> Iterator[str]:
        Path(path).mkdir()
        yield ""

    monkeypatch.setattr("dbt.adapters.tablestore.relocation.relocate.relocate", fail)
    assert run("relocate", str(tmp_path)) == (1, "", f"{path}: Not a directory\n")


def test_arguments_of_operations_are_what_was_typed(run: Run, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """YAML reads the escapes of JSON as two characters where a character has two."""
    invoked: list[list[str]] = []

    class Runner:
        def __init__(self, callbacks: list[Any]) -> None:
            self.callbacks = callbacks

        def invoke(self, command: list[str]) -> SimpleNamespace:
            invoked.append(command)
            for name, text in (("AdapterEventInfo", "starting Spark 4"), ("AdapterEventInfo", "x"), ("Note", "y")):
                self.callbacks[0](SimpleNamespace(info=SimpleNamespace(name=name, msg=text)))
            return SimpleNamespace(success=True)

    monkeypatch.setattr("dbt.cli.main.dbtRunner", Runner)
    said = run("report", "--path", "target/\N{GRINNING FACE}.html", "--project-dir", "shop")
    assert said == (0, "", "starting Spark 4\n")  # which takes long, so it is said, and not among the results
    given = yaml.safe_load(invoked[0][invoked[0].index("--args") + 1])
    assert given == {"path": "target/\N{GRINNING FACE}.html"}


def test_a_folder_may_have_any_name(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, error = run("functions", "check", "--project-dir", "--")
    assert (code, out, "usage" in error, "--" in error) == (1, "", False, True), error


def test_functions_check_is_that_of_the_module(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "dbt_project.yml").write_text("name: shop\n")
    (tmp_path / "functions").mkdir()
    (tmp_path / "functions" / "wrong.py").write_text("def wrong(x):\n    return x\n")
    arguments = ["check", "--project-dir", str(tmp_path)]
    code, printed = functions_main(arguments), capsys.readouterr()
    assert code == 1
    assert run("functions", *arguments) == (code, *printed)


def test_the_module_has_the_same_commands(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = plans_main(["show", PLAN]), capsys.readouterr()
    assert run("plans", "show", PLAN) == (code, *printed)
    assert plans_main(["diff", PLAN]) == 2
    assert "Missing argument 'NEW'" in capsys.readouterr().err
    assert plans_main(["--help"]) == 0


def test_exit_codes_leave_the_process() -> None:
    command = [sys.executable, "-m", "dbt.adapters.tablestore.plans", "show", "absent.json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "compiled plan absent.json:" in done.stderr
