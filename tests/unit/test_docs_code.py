"""The documentation: its code can be read, its commands exist, and its pictures are as new as their sources."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import click
import pytest
import yaml
from dbt.adapters.tablestore import cli
from dbt.cli.main import cli as dbt_cli
from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

from page_models import ELSEWHERE, SOURCES, TABLES, page_functions, page_models
from pages import PAGES, ROOT, blocks
from rooms import macros

COMMANDS = ("dbt", "dbt-tablestore", "make", "pip", "python", "source", "cd", "cp")


@pytest.mark.parametrize(
    ("language", "text"), [pytest.param(block.language, block.text, id=block.name) for block in blocks()]
)
def test_code_can_be_read(language: str, text: str) -> None:
    if language == "yaml":
        list(yaml.safe_load_all(text))
    elif language == "python":
        compile(text, "block", "exec")
    elif language == "sql":
        called = get_environment(None, capture_macros=False).parse(text).find_all(nodes.Call)
        for call in called:
            node = call.node
            if isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name) and node.node.name == "tablestore":
                assert_arguments(node.attr, call)
    elif language in ("", "bash"):
        for line in text.replace("\\\n", " ").splitlines():
            if line.split(" ")[0] in COMMANDS:
                assert_command(line)


def assert_arguments(name: str, call: nodes.Call) -> None:
    """The macro exists, is public, and has these arguments."""
    found = {macro.name: macro for macro in macros()}.get(name)
    assert found is not None and not name.startswith("_"), f"tablestore.{name} does not exist"
    unknown = {keyword.key for keyword in call.kwargs} - set(found.arguments)
    assert not unknown or "kwargs" in str(found.node), f"tablestore.{name} has no {unknown}"


def assert_command(line: str) -> None:
    """A command of dbt, dbt-tablestore or make that exists, with options that it has."""
    words = shlex.split(line, comments=True)
    if words[0] == "make":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        unknown = [word for word in words[1:] if word not in targets and "=" not in word]
        assert not unknown, f"make has no {unknown}"
    elif words[0] in ("dbt", "dbt-tablestore"):
        command: click.Command = dbt_cli if words[0] == "dbt" else cli.tablestore
        rest = words[1:]
        while isinstance(command, click.Group) and rest:
            rest = [word for word in rest if word not in ("-q", "--quiet", "--warn-error")]
            assert rest[0] in command.commands, f"{words[0]} has no {rest[0]}"
            command, rest = command.commands[rest[0]], rest[1:]
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        unknown = [word for word in rest if word.startswith("--") and word.partition("=")[0] not in known]
        assert not unknown, f"{line}: {unknown}"
        if words[0] == "dbt" and "run-operation" in words:
            name = words[words.index("run-operation") + 1]
            own = {path.stem for path in (ROOT / "integration_tests" / "macros").glob("*.sql")}
            assert name in own | {macro.name for macro in macros() if macro.is_public}, f"no operation {name}"


def test_the_tables_of_every_block_of_sql_are_known() -> None:
    """tests/dbt/test_docs_sql.py runs these blocks."""
    models = page_models(Path("files"))
    assert (len(models), len(page_functions())) == (45, 7)
    for name, text in models.items():
        refs = set(re.findall(r"ref\('(\w+)'\)", text))
        sources = set(re.findall(r"source\('(\w+)', '(\w+)'\)", text))
        assert refs <= set(TABLES), name
        assert sources <= {(source, table) for source, tables in SOURCES.items() for table in tables}, name
    texts = [text for _, language, text in blocks() if language == "sql"]
    assert [part for part in ELSEWHERE if not any(part in text for text in texts)] == []
    assert [test for test in ELSEWHERE.values() if not (ROOT / "tests" / test).is_file()] == []


def drawing(name: str) -> ModuleType:
    """A module that draws pictures of the documentation."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / "pictures" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_pictures_are_as_new_as_their_source() -> None:
    draw = drawing("draw")
    assert len(draw.sources()) >= 10
    assert draw.stale() == [], "make pictures"
    texts = "".join(page.read_text() for page in PAGES)
    assert [name for name in draw.sources() if f"pictures/{name}.svg" not in texts] == []


def test_the_report_is_as_the_adapter_writes_it() -> None:
    report = drawing("report")
    for name, text in {"report.html": report.html(), "report.svg": report.svg()}.items():
        assert (report.HERE / name).read_text() == text, "make pictures"
    assert ElementTree.fromstring(report.svg()).tag.endswith("svg")


def test_every_picture_has_an_alternative_text() -> None:
    found = [match for page in PAGES for match in re.findall(r"!\[([^\]]*)\]\([^)]*\.svg\)", page.read_text())]
    assert len(found) >= 10 and all(len(text) > 20 for text in found)


def test_the_messages_of_the_troubleshooting_page_exist() -> None:
    page = (ROOT / "docs" / "troubleshooting.md").read_text()
    messages = re.findall(r"^\| `([^`]+)` \|", page.partition("What the messages mean")[2], re.MULTILINE)
    sources = [*(ROOT / "adapter").rglob("*.py"), *(ROOT / "macros").rglob("*.sql")]
    text = "".join(path.read_text() for path in sources)
    joined = re.sub(r'"\s*f?"', "", text)
    assert len(messages) > 10
    assert [message for message in messages if message not in text and message not in joined] == []


def test_the_site_has_every_page() -> None:
    listed = (ROOT / "mkdocs.yml").read_text()
    missing = [
        page.name for page in (ROOT / "docs").glob("*.md") if page.name != "README.md" and page.name not in listed
    ]
    assert not missing, f"mkdocs.yml does not mention {', '.join(missing)}"
