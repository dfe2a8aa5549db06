"""The commands that our messages name: each can be typed, and is right for where and how the last one was typed."""

from __future__ import annotations

import ast
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from dbt.adapters.tablestore import cli
from dbt.adapters.tablestore.profile import commands
from dbt.adapters.tablestore.profile.refusing import RefusedError
from dbt.cli.main import cli as dbt_cli
from dbt.config.utils import parse_cli_yaml_string
from jinja2 import nodes

from harness import namespace, on_plain_dbt_spark
from rooms import INCLUDE, MACROS, ROOT, macro_files, macros, parsed

PYTHON = ROOT / "adapter" / "dbt" / "adapters"
# Up to where a command in a message extends: it ends the message, or a clause of it.
COMMAND = re.compile(
    r"(?<![\w/-])(?:(?:dbt|dbt-tablestore) (?:run|build|test|show|compile|parse|docs|deps|init|retry|debug|report|sql|"
    r"shell|views|plans|relocate|functions)|pip install)\b[^;\n`]*"
)
VALUE = "x"


@pytest.fixture(autouse=True)
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of profiles.yml, which dbt's command line asks for."""
    monkeypatch.setenv("DBT_PROFILES_DIR", str(tmp_path))


def texts_of_macros() -> Iterator[tuple[str, str]]:
    """The texts in macros, with the place of each; a value that is known later is `x`."""
    for tree in (MACROS, INCLUDE):
        for path in macro_files(tree):
            inside = set()
            for node in parsed(path).find_all((nodes.Concat, nodes.Const)):
                if isinstance(node, nodes.Concat):
                    inside |= {id(part) for part in node.find_all((nodes.Concat, nodes.Const))}
            for node in parsed(path).find_all((nodes.Concat, nodes.Const)):
                if id(node) not in inside:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", text_of_jinja(node)


def text_of_jinja(node: nodes.Node) -> str:
    if isinstance(node, nodes.Const):
        return node.value if isinstance(node.value, str) else VALUE
    if isinstance(node, nodes.Concat):
        return "".join(map(text_of_jinja, node.nodes))
    if isinstance(node, nodes.CondExpr):
        return text_of_jinja(node.expr1)
    return VALUE


def texts_of_python() -> Iterator[tuple[str, str]]:
    """The texts in the adapter's Python, but for those that describe code."""
    for path in sorted(PYTHON.glob("tablestore*/**/*.py")):
        tree = ast.parse(path.read_text())
        inside = {
            id(part)
            for node in ast.walk(tree)
            for whole in ([node.value] if isinstance(node, ast.Expr) else [node] if is_text(node) else [])
            for part in ast.walk(whole)
            if part is not node
        }
        for node in ast.walk(tree):
            if is_text(node) and id(node) not in inside:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", text_of_python(node)


def is_text(node: ast.AST) -> bool:
    added = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)
    return added or isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def text_of_python(node: ast.AST) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(map(text_of_python, node.values))
    if isinstance(node, ast.BinOp):
        return text_of_python(node.left) + text_of_python(node.right)
    if isinstance(node, ast.Call) and node.args and getattr(node.func, "id", "") == "completed":
        return text_of_python(node.args[0])
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "pip_install":
        return "pip install " + shlex.quote(text_of_python(node.args[0]))
    return VALUE


def examples() -> Iterator[tuple[str, str]]:
    """What an operation with wrong arguments names: the operation with an example of its arguments."""
    for path in macro_files(MACROS):
        for call in parsed(path).find_all(nodes.Call):
            if getattr(call.node, "attr", "") == "_check_arguments":
                operation, example = (text_of_jinja(argument) for argument in call.args[:2])
                yield f"{path.relative_to(ROOT)}:{call.lineno}", f"dbt run-operation {operation} --args '{example}'"


def named() -> Iterator[tuple[str, list[str]]]:
    """The places of texts that name commands, and the commands."""
    for place, text in (*texts_of_macros(), *texts_of_python(), *examples()):
        if found := [match[0].strip().rstrip(".") for match in COMMAND.finditer(text)]:
            if "_check_arguments" in place:
                continue  # see `examples`
            yield place, found


def typed(command: str) -> str | None:
    """Why a command line is refused; None if it is one."""
    program, *arguments = shlex.split(command)
    try:
        if program == "pip":
            return None if len(arguments) == 2 else f"{len(arguments)} arguments"
        context = parse(dbt_cli if program == "dbt" else cli.tablestore, program, arguments)
        operation = context.params.get("macro")
        known = {macro.name for macro in macros() if not macro.name.startswith("_")}
        return f"there is no operation {operation}" if operation and operation not in known else None
    except click.ClickException as error:
        return error.format_message()


def parse(
    command: click.Command, name: str, arguments: list[str], parent: click.Context | None = None
) -> click.Context:
    """Reads the arguments of a command without running it."""
    context = command.make_context(name, list(arguments), parent, resilient_parsing=False)
    if isinstance(command, click.Group):
        name, found, rest = command.resolve_command(context, [*context._protected_args, *context.args])
        assert found is not None and name is not None
        return parse(found, name, rest, context)
    return context


def test_every_command_that_a_message_names_can_be_typed() -> None:
    found = dict(named())
    assert len(found) > 25
    wrong = [
        f"{place}: {command!r}: {problem}"
        for place, texts in found.items()
        for command in texts
        if (problem := typed(command))
    ]
    assert wrong == []


def test_every_command_of_a_help_can_be_typed_and_each_help_names_one_at_most() -> None:
    def helps(command: click.Command) -> Iterator[str]:
        yield command.get_help(click.Context(command, info_name="x"))
        for member in getattr(command, "commands", {}).values():
            yield from helps(member)

    found = [[match[0].strip() for match in COMMAND.finditer(text)] for text in helps(cli.tablestore)]
    assert len(found) > 10 and max(map(len, found)) == 1
    assert [command for texts in found for command in texts if typed(command)] == []


def test_a_message_names_one_command() -> None:
    assert [f"{place}: {texts}" for place, texts in named() if len(texts) > 1] == []


def test_one_macro_writes_the_command_that_builds_a_model_anew() -> None:
    """It knows what dbt leaves out of a full refresh; others write those that build only the readers of a model."""
    anew = re.compile(rf"--full-refresh --select {VALUE}(\+(?! --exclude)|(?!\+))")
    places = [place.rpartition(":")[0] for place, text in texts_of_macros() if anew.search(text)]
    assert places == ["macros/options/rebuild_command.sql"]


def test_a_wrong_command_is_found() -> None:
    assert "No such option" in str(typed("dbt run --selekt x"))
    assert "extra argument" in str(typed("dbt parse to the end"))
    assert "No such command" in str(typed("dbt-tablestore report2"))
    assert typed("dbt run-operation maintein") == "there is no operation maintein"


def parsed_vars(text: str) -> dict[str, Any]:
    """The variables as dbt reads them."""
    return dict(parse_cli_yaml_string(text, "vars"))


MESSAGE = "the table was rebuilt: rebuild the model as well, dbt run --full-refresh --select orders+"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the programs of a virtual environment, which is on the path of the shell."""
    folder = tmp_path / "venv" / "bin"
    folder.mkdir(parents=True)
    for name in ("dbt", "dbt-tablestore", "pip", "python"):
        (folder / name).touch(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    monkeypatch.setattr(sys, "argv", [str(folder / "dbt"), "run"])
    monkeypatch.setattr(commands._Fallback, "folder", None)
    (tmp_path / "a shop").mkdir()
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["run"], ""),
        (["run", "--select", "orders", "-x", "--args", "{a: 1}"], ""),
        (["run", "--project-dir", "a shop", "--profiles-dir=."], " --project-dir 'a shop' --profiles-dir ."),
        (
            ["build", "-t", "prod", "--vars", "{day: 1}", "--profile", "p"],
            " --target prod --vars '{day: 1}' --profile p",
        ),
        (["run", "--target"], ""),
        (["run", "--favor-state", "--defer", "--state", "a shop"], " --state 'a shop' --defer --favor-state"),
    ],
)
def test_a_command_finds_the_project_of_the_last_one(
    installed: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], options: str
) -> None:
    monkeypatch.setattr(sys, "argv", [str(installed / "dbt"), *arguments])
    expected = MESSAGE.replace("dbt run", f"dbt run{options}")
    assert commands.completed(MESSAGE) == expected
    assert commands.completed(expected) == expected
    assert str(RefusedError(MESSAGE)).endswith(expected)
    assert typed(expected[expected.index("dbt") :]) is None
    report = commands.completed("see dbt-tablestore report")
    of_dbt = r" --profile p| --state 'a shop'| --defer| --favor-state"
    assert report == "see dbt-tablestore report" + re.sub(of_dbt, "", options)
    parse = commands.completed("dbt parse")
    assert "--defer" not in parse and "--state" not in parse
    assert commands.completed("what dbt runs; dbt-tablestore relocate x") == "what dbt runs; dbt-tablestore relocate x"


@pytest.mark.parametrize(
    ("given", "own", "merged"),
    [
        (None, "{skip: a}", "{skip: a}"),
        ("{day: 2026-02-01}", "{skip: a}", "{day: 2026-02-01, skip: a}"),
        ("day: 2026-02-01\nskip: b", "{skip: a}", "{day: 2026-02-01, skip: a}"),
        ("{text: 'it''s', no: '007'}", '{again: "/a\\\\.[x] b/"}', None),
    ],
)
@pytest.mark.parametrize("before", ["--select orders", ""])
def test_the_variables_of_a_command_and_of_a_message_are_one_option(
    installed: Path, monkeypatch: pytest.MonkeyPatch, given: str | None, own: str, merged: str | None, before: str
) -> None:
    """dbt keeps the last `--vars` of several, so a command without the others would build another day."""
    options = ["--vars", given, "--target", "prod"] if given else []
    monkeypatch.setattr(sys, "argv", [str(installed / "dbt"), "run", *options])
    message = f"allow it: dbt run {before} --vars '{own}'\n  - or dbt parse"
    completed = commands.completed(message)
    assert commands.completed(completed) == completed
    line = completed.splitlines()[0]
    command = shlex.split(line[line.index("dbt run") :])
    assert command.count("--vars") == 1 and ("prod" in command) == bool(given)
    variables = command[command.index("--vars") + 1]
    assert merged in (None, variables)
    assert parsed_vars(variables) == parsed_vars(given or "{}") | parsed_vars(own)
    assert typed(shlex.join(command)) is None


def test_each_command_of_a_line_has_its_own_variables(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [str(installed / "dbt"), "run", "--vars", "{day: 1}", "--target", "prod"])
    completed = commands.completed("dbt compile shows it, and dbt run --select a --vars '{skip: a}' allows it")
    both = "--target prod --vars '{day: 1}'"
    run = "dbt run --target prod --select a --vars '{day: 1, skip: a}'"
    assert completed == f"dbt compile {both} shows it, and {run} allows it"
    assert commands.completed(completed) == completed


def test_the_variables_of_every_message_can_be_read(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [str(installed / "dbt"), "run", "--vars", "{day: 1}"])
    found = [command for _, texts in named() for command in texts if "--vars" in command]
    assert len(found) == 2
    for command in found:
        assert len(re.findall("--vars '{day: 1, tablestore_", commands.completed(command))) == 1


def test_a_program_that_the_shell_does_not_find_has_its_path(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert commands.pip_install("pyspark[connect]") == "pip install 'pyspark[connect]'"
    monkeypatch.setenv("PATH", "/usr/bin")
    assert commands.completed("dbt parse") == commands.completed(f"{installed}/dbt parse") == f"{installed}/dbt parse"
    for command in ("shell", "relocate /data/copy"):
        assert commands.completed(f"dbt-tablestore {command}") == f"{installed}/dbt-tablestore {command}"
    assert commands.pip_install("pyspark[connect]") == f"{installed}/python -m pip install 'pyspark[connect]'"
    other = installed.parent.parent / "bin"
    other.mkdir()
    (other / "dbt").touch(0o755)
    monkeypatch.setenv("PATH", str(other))
    assert commands.completed("dbt parse") == f"{installed}/dbt parse", "the dbt of another environment"


def test_a_warning_of_a_macro_finds_the_project(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    warned: list[str] = []
    macros = namespace(exceptions=SimpleNamespace(warn=warned.append))
    monkeypatch.setattr(sys, "argv", [str(installed / "dbt"), "run", "--project-dir", "shop"])
    macros["warn"](MESSAGE)
    with on_plain_dbt_spark():
        macros["warn"](MESSAGE)
    assert warned == [MESSAGE.replace("dbt run", "dbt run --project-dir shop"), MESSAGE]


def test_nobody_types_in_a_program_that_calls_dbt(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/opt/airflow/task.py", "--project-dir", "shop"])
    assert commands.completed(MESSAGE) == MESSAGE
