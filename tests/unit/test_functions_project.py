"""Function files of a project: the check command, dbt's nodes, and lines of files; no Spark."""

from __future__ import annotations

import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dbt.adapters.tablestore.functions.__main__ import main
from dbt.adapters.tablestore.functions.calling.calls import defines_view, registered_functions
from dbt.adapters.tablestore.functions.calling.source_lines import _template_line, depends_on
from dbt.adapters.tablestore.functions.project import Project, project
from dbt.adapters.tablestore.functions.types.errors import FunctionError, function_error_in
from dbt.adapters.tablestore.spark.sessions.data_frames import calls_in_texts
from dbt.cli.main import dbtRunner
from dbt_common.events.contextvars import log_contextvars
from dbt_common.exceptions import DbtRuntimeError

FILES = {
    "dbt_project.yml": "name: shop\n",
    "functions/net.py": "def net(gross: float, vat: float = 0.19) -> float: ...\n",
    "functions/either.py": "def either(v: int | str) -> str: ...\n",
    "functions/sums.py": "class sums:\n    def accumulate(self, v): ...\n    def finish(self): ...\n",
    "functions/functions.yml": """
functions:
  - name: sums
    config: {type: aggregate}
    arguments: [{name: v, data_type: bigint}]
    returns: {data_type: bigint}
""",
}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_check_lists_every_signature(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--project-dir", str(shop)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "functions/either.py (scalar)",
        "  either(v BIGINT) -> STRING",
        "  either(v STRING) -> STRING",
        "functions/net.py (scalar)",
        "  net(gross DOUBLE, vat DOUBLE DEFAULT 0.19) -> DOUBLE",
        "functions/sums.py (aggregate)",
        "  sums(v BIGINT) -> BIGINT",
    ]


@pytest.mark.parametrize(
    ("paths", "listed", "problem"),
    [
        ("[\"{{ env_var('FN', 'udf') }}\"]", ["udf/gross.py (scalar)", "  gross(net DOUBLE) -> DOUBLE"], ""),
        ("[\"{{ env_var('FN') }}\"]", [], "Env var required but not provided: 'FN'"),
        (
            '["{{ target.name }}"]',
            [],
            "A check without a profile can render env_var(), and var() with a default value.",
        ),
        ("[functions, udfs]", [], "udfs is not a folder. Correct the path, or create the folder."),
        ("udf", [], "dbt_project.yml: `function-paths` is 'udf'. Write a list, for example `- functions`."),
    ],
)
def test_check_reads_the_folders_that_dbt_reads(
    shop: Path, capsys: pytest.CaptureFixture[str], paths: str, listed: list[str], problem: str
) -> None:
    (shop / "udf").mkdir()
    (shop / "udf" / "gross.py").write_text("def gross(net: float) -> float: ...\n")
    (shop / "dbt_project.yml").write_text(f"name: shop\nfunction-paths: {paths}\n")
    assert main(["check", "--project-dir", str(shop)]) == (1 if problem else 0)
    shown = capsys.readouterr()
    assert shown.out.splitlines() == listed
    assert problem in shown.err and bool(problem) == bool(shown.err)


@pytest.mark.parametrize("enabled", ["false", "\"{{ env_var('FN', 'no') == 'yes' }}\""])
def test_check_leaves_out_what_dbt_does_not_read(shop: Path, capsys: pytest.CaptureFixture[str], enabled: str) -> None:
    (shop / "functions" / "bad.py").write_text("def bad(x) -> list: ...\n")
    (shop / "functions" / "bad.yml").write_text(f"functions: [{{name: bad, config: {{enabled: {enabled}}}}}]\n")
    assert main(["check", "--project-dir", str(shop)]) == 0
    assert "bad" not in capsys.readouterr().out


def test_check_reports_everything_that_is_wrong(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shop / "functions" / "bad.py").write_text("def bad(x) -> list: ...\n")
    (shop / "functions" / "lost.py").write_text("def found(): ...\n")
    assert main(["check", "--project-dir", str(shop)]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "functions/bad.py: bad(): parameter `x` has no annotation. Write, for example, bad(x: int), or declare "
        "`arguments` in YAML.",
        "functions/bad.py: bad() -> list: list does not name its element type. Write, for example, list[str] as the "
        "result.",
        "functions/lost.py defines no function or class named `lost`. It defines found: rename one, or set "
        "`entry_point` in its config.",
    ]


def test_check_reports_names_that_are_taken(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shop / "functions" / "NET.py").write_text("def NET(x: int) -> int: ...\n")
    (shop / "functions" / "Upper.py").write_text("def Upper(x: str) -> str: ...\n")
    assert main(["check", "--project-dir", str(shop)]) == 1
    shown = capsys.readouterr()
    listed = [line for line in shown.out.splitlines() if not line.startswith(" ")]
    assert listed == [
        "functions/NET.py (scalar)",
        "functions/either.py (scalar)",
        "functions/sums.py (aggregate)",
    ]
    assert shown.err.splitlines() == [
        "functions/Upper.py: `Upper` is the name of a Spark built-in function, which this one would hide for the whole "
        "run. Rename the function, or set `alias` in its config.",
        "functions/net.py: functions/NET.py has the same name in SQL, `net`, where upper and lower case are equal. Set "
        "`alias` in the config of one of them.",
    ]


def test_check_names_the_yaml_file(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shop / "functions" / "functions.yml").write_text("functions: [{name: net, returns: {data_type: nonsense}}]")
    (shop / "functions" / "other.yml").write_text("functions: [{name: either, returns: {data_type: int}}]")
    assert main(["check", "--project-dir", str(shop)]) == 1
    assert capsys.readouterr().err.splitlines()[:2] == [
        "functions/other.yml: either declares the result as INT, but functions/either.py says either() -> str. "
        "Remove `returns` from the YAML, or write data_type: auto.",
        "functions/functions.yml: net: `nonsense` is not a SQL type: unknown type NONSENSE.",
    ]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("dbt_project.yml", None, "{shop} has no dbt_project.yml. Name the project's folder with --project-dir."),
        ("functions/functions.yml", "a: [", "functions/functions.yml is not valid YAML: "),
        ("functions/functions.yml", "functions: [oops", "functions/functions.yml is not valid YAML: "),
        ("functions/functions.yml", "- net", "functions/functions.yml is ['net']. Write keys and values"),
        (
            "functions/functions.yml",
            "functions: [net]",
            "functions/functions.yml: `functions` is ['net']. Write a list",
        ),
        (
            "functions/functions.yml",
            "functions: net",
            "functions/functions.yml: `functions` is 'net'. Write a list",
        ),
        ("dbt_project.yml", "function-paths: functions", "dbt_project.yml: `function-paths` is 'functions'. Write a"),
    ],
)
def test_check_of_a_project_that_cannot_be_read(
    shop: Path, capsys: pytest.CaptureFixture[str], name: str, text: str | None, message: str
) -> None:
    (shop / name).unlink()
    if text is not None:
        (shop / name).write_text(text)
    assert main(["check", "--project-dir", str(shop)]) == 1
    assert capsys.readouterr().err.startswith(message.format(shop=shop))


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("arguments: x", "`arguments` is 'x'. Write a list, for example `- name: net`."),
        ("arguments: [x]", "`arguments` is ['x']. Write a list"),
        ("returns: int", "`returns` is 'int'. Write keys and values, for example `name: net`."),
        ("returns: {data_type: 5}", "`5` is not a SQL type"),
        ("config: x", "`config` is 'x'. Write keys and values"),
    ],
)
def test_check_of_an_entry_that_cannot_be_read(
    shop: Path, capsys: pytest.CaptureFixture[str], entry: str, message: str
) -> None:
    (shop / "functions" / "functions.yml").write_text(f"functions: [{{name: net, {entry}}}]")
    assert main(["check", "--project-dir", str(shop)]) == 1
    assert capsys.readouterr().err.startswith(f"functions/functions.yml: net: {message}")


def test_check_of_a_project_without_functions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "dbt_project.yml").write_text("name: shop\n")
    assert main(["check", "--project-dir", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "The project has no Python functions.\n"


def node(shop: Path, **more: Any) -> Any:
    """A function node as dbt hands it over."""
    config = SimpleNamespace(volatility=None, entry_point=None)
    values = {"name": "net", "alias": "net", "original_file_path": "functions/net.py", "package_name": "shop"}
    values["unique_id"] = "function.shop.net"
    code = (shop / "functions" / "net.py").read_text()
    return SimpleNamespace(
        **values | more,
        config=config,
        raw_code=code,
        resource_type="function",
        language="python",
        unrendered_config={},
        patch_path=None,
        arguments=[],
        returns=SimpleNamespace(data_type="INVALID_TYPE"),
    )


@pytest.mark.parametrize(
    ("folder", "written", "rendered"),
    [
        ("dbt_packages", "dbt_packages", None),
        ("pkgs", "pkgs", None),
        ("pkgs", "{{ env_var('PACKAGES', 'pkgs') }}", "pkgs"),
    ],
)
def test_a_function_of_a_package_imports_the_modules_of_the_package(
    shop: Path, folder: str, written: str, rendered: str | None
) -> None:
    """Wherever the project installs its packages, and whatever modules it has itself."""
    crm = shop / folder / "crm"
    (crm / "functions").mkdir(parents=True)
    (crm / "functions" / "net.py").write_text((shop / "functions" / "net.py").read_text())
    fresh = Project()
    (shop / "dbt_project.yml").write_text(f'name: shop\npackages-install-path: "{written}"')
    fresh.begin(shop, lambda: None, "session", rendered)
    source = fresh.use(node(shop, package_name="crm"))
    assert source is not None and source.root == crm


def test_other_methods_cannot_run_functions(shop: Path) -> None:
    fresh = Project()
    fresh.begin(shop, lambda: None, "thrift")
    with pytest.raises(FunctionError) as caught:
        fresh.use(node(shop))
    assert str(caught.value) == (
        "functions/net.py: Python functions need `method: session` or `method: connect` in the profile; this target "
        "has `method: thrift`."
    )


def test_a_deferred_function_is_looked_up_in_the_project(shop: Path) -> None:
    fresh = Project()
    own = node(shop)
    fresh.begin(shop, lambda: SimpleNamespace(functions={"function.shop.net": own}), "session")
    deferred = SimpleNamespace(name="net", resource_type="function")
    source = fresh.use(deferred)
    assert source is not None and source.name == "net"
    assert [function.name for function in fresh.called_in("select net (1)")] == ["net"]
    assert fresh.called_in("select net_total(1), my.net(2), `net`, x.net") == []


@pytest.mark.parametrize(
    "before",
    [
        '"""The customer\'s prices."""',
        'session.read.csv("/data/*.csv")',
        'separator = "--"',
        "return session.sql(f\"select '{dbt.this}', {1} as x, net(gross) from a\")",
        'return session.sql("select \'" + dbt.this.name + "\' as x, `NET` (gross) from a")',
    ],
)
def test_the_texts_of_a_python_model_are_read_one_by_one(shop: Path, before: str) -> None:
    fresh = Project()
    fresh.begin(shop, lambda: None, "session")
    fresh.use(node(shop))
    model = f'def model(dbt, session):\n    {before}\n    return session.sql("select CALLED(gross, 0.1) from orders")'
    assert [function.name for function in fresh.called_in(calls_in_texts(model.replace("CALLED", "net")))] == ["net"]
    found = fresh.called_in(calls_in_texts(model.replace("CALLED", "a.net")))
    assert [function.name for function in found] == (["net"] if "net" in before.lower() else [])


def test_a_statement_that_the_code_puts_together_calls_functions(shop: Path) -> None:
    fresh = Project()
    fresh.begin(shop, lambda: None, "session")
    fresh.use(node(shop))
    lines = ['sql = "select \'"', "sql += day", 'sql += "\' as day, net(x, 0.1) from t"']
    model = "def model(dbt, session):\n    " + "\n    ".join([*lines, "return session.sql(sql)"])
    assert [function.name for function in fresh.called_in(calls_in_texts(model))] == ["net"]


def test_the_project_is_read_once(shop: Path) -> None:
    fresh = Project()
    fresh.begin(shop, lambda: None, "session")
    assert fresh.use(node(shop)) is fresh.use(node(shop))
    assert fresh.called_in("select net(1)")[0] is fresh.called_in("select net(2)")[0]


def test_a_file_runs_when_a_statement_calls_its_function(shop: Path) -> None:
    (shop / "functions" / "net.py").write_text(
        "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n" + FILES["functions/net.py"]
    )
    nodes = {"function.shop.net": node(shop)}
    fresh = Project()
    fresh.begin(shop, lambda: SimpleNamespace(functions=nodes), "session")
    fresh.check(run=False)
    fresh.use(nodes["function.shop.net"])
    assert fresh.called_in("select other(1)") == []
    assert not (shop / "functions" / "ran").exists()
    assert [function.name for function in fresh.called_in("select net(1)")] == ["net"]
    assert (shop / "functions" / "ran").exists()


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def net(: ...", "functions/net.py line 1: the file cannot be imported: SyntaxError: "),
        ("def nett(x: int) -> int: ...", "defines no function or class named `net`. It defines nett: rename one"),
        ("import os", "defines no function or class named `net`. Add one"),
        ("if True:\n    def net(x: int) -> int: ...", None),
        ("try:\n    from fast import net\nexcept ImportError:\n    from slow import net", None),
        ("from rates import *", None),
        ("net = other = None", None),
        ("globals()['net'] = None", None),
    ],
)
def test_what_is_wrong_with_a_file_that_does_not_run(shop: Path, code: str, message: str | None) -> None:
    (shop / "functions" / "net.py").write_text(code)
    nodes = {"function.shop.net": node(shop)}
    fresh = Project()
    fresh.begin(shop, lambda: SimpleNamespace(functions=nodes), "session")
    problems = fresh.check(run=False)
    if message is None:
        assert problems == []
    else:
        (problem,) = problems
        assert message in problem
        with pytest.raises(FunctionError):
            fresh.use(nodes["function.shop.net"])


UNFORESEEN = {
    "import collections\nPoint = collections.namedtuple('Point', 'x y')\ndef odd(p: Point) -> int: ...": (
        "functions/odd.py: odd(p: Point): the field `x` of `Point` has no annotation. Make `Point` a NamedTuple or a "
        "dataclass, and write, for example, x: int."
    ),
    "class Odd:\n    def __repr__(self): raise RuntimeError('no text')\ndef odd(x: int = Odd()) -> int: ...": (
        "functions/odd.py: odd() cannot be read: RuntimeError: no text. Simplify its annotations and defaults, and "
        "report this message, which names none of them."
    ),
    "from typing import Literal\ndef odd(x: Literal[()]) -> int: ...": (
        'functions/odd.py: odd(x: Literal[]): a Literal needs values. Write, for example, Literal["a", "b"] for `x`.'
    ),
    "from dbt.adapters.tablestore.functions import hint\n@hint(output='DECIMAL(0,0)')\ndef odd(x: int): ...": (
        "functions/odd.py: odd(): as the result, `DECIMAL(0,0)` is not a SQL type: the precision is 1 to 38, and the "
        "scale at most the precision."
    ),
}


@pytest.mark.parametrize("code", UNFORESEEN)
def test_one_function_that_cannot_be_read_is_one_message(
    shop: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    (shop / "functions" / "odd.py").write_text(code)
    names = {"functions/odd.py": "odd", "functions/net.py": "net"}
    nodes = {name: node(shop, name=name, alias=name, original_file_path=file) for file, name in names.items()}
    for file, name in names.items():
        nodes[name].raw_code, nodes[name].unique_id = (shop / file).read_text(), f"function.shop.{name}"
        nodes[name].description = ""
    fresh = Project()
    fresh.begin(shop, lambda: SimpleNamespace(functions=nodes), "session")
    assert fresh.check(run=True) == [UNFORESEEN[code]]
    assert nodes["net"].description.endswith("`net(gross DOUBLE, vat DOUBLE DEFAULT 0.19) -> DOUBLE`")
    assert main(["check", "--project-dir", str(shop)]) == 1
    shown = capsys.readouterr()
    assert shown.err.splitlines() == [UNFORESEEN[code]] and "functions/net.py (scalar)" in shown.out


def test_docs_list_what_an_argument_can_be(shop: Path) -> None:
    file = "functions/paint.py"
    code = """
from enum import Enum
from typing import Literal
class Color(Enum):
    RED = 1
    BLUE = 2
class Size(str, Enum):
    SMALL = "s"
def paint(color: Color, size: Size, side: Literal["in", "out"], text: str) -> str: ...
"""
    (shop / file).write_text(code)
    given = node(shop, name="paint", alias="paint", original_file_path=file, unique_id="function.shop.paint")
    given.raw_code, given.description = code, "Paints."
    fresh = Project()
    fresh.begin(shop, lambda: SimpleNamespace(functions={given.unique_id: given}), "session")
    for _ in range(2):
        assert fresh.check(run=True) == []
        assert given.description.splitlines() == [
            "Paints.",
            "",
            "- `paint(color STRING, size STRING, side STRING, text STRING) -> STRING`",
            "- `color` is one of 'RED', 'BLUE'",
            "- `size` is one of 's'",
            "- `side` is one of 'in', 'out'",
        ]


@pytest.mark.parametrize("functions", ["", "functions: {+persist_docs: {relation: true}}\n"])
def test_a_function_that_was_documented_is_not_modified(shop: Path, functions: str) -> None:
    """What `dbt run` writes as its manifest is the state that a later command compares with."""
    (shop / "dbt_project.yml").write_text(f"name: shop\nversion: '1.0'\nprofile: shop\n{functions}")
    target = {"type": "tablestore", "schema": "main", "warehouse": "./lake"}
    (shop / "profiles.yml").write_text(json.dumps({"shop": {"target": "t", "outputs": {"t": target}}}))
    (shop / "models").mkdir()
    (shop / "models" / "m.sql").write_text("select {{ function('net') }}(1.0) as x")
    places = ["--project-dir", str(shop), "--profiles-dir", str(shop), "--quiet"]
    manifest: Any = dbtRunner().invoke(["parse", "--no-partial-parse", *places]).result
    fresh = Project()
    fresh.begin(shop, lambda: manifest, "session")
    assert fresh.check(run=True) == []
    shown = (
        "net(gross DOUBLE, vat DOUBLE DEFAULT 0.19) -> DOUBLE" in manifest.functions["function.shop.net"].description
    )
    assert shown == (not functions)
    manifest.write(str(shop / "state" / "manifest.json"))
    compared = ["--select", "state:modified", "--state", str(shop / "state")]
    assert dbtRunner().invoke(["ls", *compared, *places]).result == []
    (shop / "functions" / "net.py").write_text("def net(gross: float) -> float: ...\n")
    assert dbtRunner().invoke(["ls", *compared, *places]).result == ["shop.net"]


def test_two_functions_of_one_name_are_refused(shop: Path) -> None:
    """Spark's names are equal in upper and lower case."""
    fresh = Project()
    fresh.begin(shop, lambda: None, "session")
    fresh.use(node(shop))
    with pytest.raises(FunctionError) as caught:
        fresh.use(node(shop, unique_id="function.shop.n2", alias="NET", original_file_path="functions/n2.py"))
    assert str(caught.value) == (
        "functions/n2.py: function.shop.net (functions/net.py) and function.shop.n2 (functions/n2.py) have the same "
        "name in SQL, `NET`, where upper and lower case are equal. Set `alias` in the config of one of them."
    )


def test_table_functions_in_sql_come_with_those_that_they_call(shop: Path) -> None:
    fresh = Project()
    fresh.begin(shop, lambda: None, "session")
    for name, query in {
        "one": "select * from two(n), `Three`(n)",
        "other": "select 1",
        "two": "select * from three(n) /* other(n) */",
        "three": "select net(n)",
    }.items():
        table = node(shop, unique_id=f"function.shop.{name}", name=name, alias=name, compiled_code=query)
        table.language, table.config.type = "sql", "table"
        table.returns.data_type = "table(n double)"
        assert fresh.use_sql_table(table)
    assert [table.name for table in fresh.sql_tables_in("select * from one(1), three(2)")] == [
        "three",
        "two",
        "one",
    ]
    assert fresh.sql_tables_in("select one from t") == []


def test_a_function_of_sparks_name_is_refused_and_spark_keeps_its_own(shop: Path) -> None:
    python = node(shop, unique_id="function.shop.upper", alias="Upper", original_file_path="functions/upper.py")
    table = node(shop, unique_id="function.shop.range", name="range", alias="range")
    table.language, table.original_file_path, table.config.type = "sql", "functions/range.sql", "table"
    fresh = Project()
    fresh.begin(shop, lambda: SimpleNamespace(functions={"function.shop.upper": python}), "connect")
    for run in (True, False):
        (problem,) = fresh.check(run)
        assert problem.startswith("functions/upper.py: `Upper` is the name of a Spark built-in function, which this")
    for use, given in ((fresh.use, python), (fresh.use_sql_table, table)):
        with pytest.raises(FunctionError, match="is the name of a Spark built-in function"):
            use(given)
    assert fresh.called_in("select upper(name) from range(3)") == []
    assert fresh._sql_tables == {}


def model(name: str, *above: str, ephemeral: bool = False) -> Any:
    """A model node that depends on others."""
    depends = SimpleNamespace(nodes=list(above))
    path = f"models/{name}.sql"
    return SimpleNamespace(name=name, original_file_path=path, depends_on=depends, is_ephemeral_model=ephemeral)


def test_a_stored_view_is_refused_for_what_it_depends_on(shop: Path) -> None:
    nodes = {
        "model.shop.direct": model("direct", "function.shop.net"),
        "model.shop.hidden": model("hidden", "model.shop.inner", "seed.shop.s"),
        "model.shop.inner": model("inner", "function.shop.net", ephemeral=True),
        "model.shop.reader": model("reader", "model.shop.direct"),
    }
    project.begin(shop, lambda: SimpleNamespace(nodes=nodes, functions={}), "session")
    project.use(node(shop))
    for name, refused in (("direct", True), ("hidden", True), ("reader", False)):
        assert depends_on(project, nodes[f"model.shop.{name}"], "net") is refused
    spark: Any = object()
    with (
        log_contextvars(node_info={"unique_id": "model.shop.hidden"}),
        pytest.raises(DbtRuntimeError) as caught,
        registered_functions(spark, "/* dbt */ create or replace view v as select net(1)"),
    ):
        pass
    assert caught.value.msg == (
        "model hidden (models/hidden.sql) creates a view that calls the Python function `net`. Spark cannot store such "
        "a view, because the function exists only while dbt runs. Use materialized='table' or 'ephemeral'."
    )


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("create or replace view v as select 1", True),
        ("-- one\n/* two */ ALTER\nVIEW v as select 1", True),
        ("create temporary view v as select 1", False),
        ("create table viewed as select 1", False),
        ("select 'create view'", False),
        ("/* a comment */ -- another\n" * 2_000 + "select 1", False),
        ("/* a comment */ -- another\n" * 2_000 + "create view v as select 1", True),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_a_statement_that_defines_a_view(sql: str, expected: bool) -> None:
    begin = time.process_time()
    assert defines_view(sql) is expected
    assert time.process_time() - begin < 1


@pytest.mark.parametrize(
    ("raw", "compiled", "line"),
    [
        ("{# one #}\nselect {{ function('f') }}(1),\n{{ function('f') }}(2)", "select f(1),\nf(2)", 3),
        ("select\n{{ function('shop', 'f') }}(2)", "select\nf(2)", 2),
        ("{% for i in [1, 2] %}{{ function('f') }}(2){% endfor %}", "f(2)f(2)", None),
    ],
)
def test_the_line_of_a_call_is_that_of_the_template(raw: str, compiled: str, line: int | None) -> None:
    assert _template_line(raw, compiled, compiled.rindex("f("), "f") == line


def test_the_message_in_a_workers_traceback() -> None:
    head = "Traceback (most recent call last):\n  File ...\n"
    error = (
        "dbt.adapters.tablestore.functions.types.errors.FunctionError: functions/f.py: f() raised KeyError: 1 (x = 2)"
    )
    assert (
        function_error_in(head + error + "\n\tat org.apache.spark...")
        == "functions/f.py: f() raised KeyError: 1 (x = 2)"
    )
    assert function_error_in(head + "ValueError: no") is None
