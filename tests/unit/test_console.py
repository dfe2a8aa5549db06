"""The parts of the console that need no Spark: where statements end, completion, suggestions, names of a project."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
import yaml
from dbt.adapters.tablestore.console import results
from dbt.adapters.tablestore.console.catalog import Catalog
from dbt.adapters.tablestore.console.completion import Completer
from dbt.adapters.tablestore.console.listing import Show, asked, side_tables
from dbt.adapters.tablestore.console.project_names import ProjectNames
from dbt.adapters.tablestore.console.prompt import is_complete
from dbt.adapters.tablestore.console.suggestions import with_suggestion
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.sql import splitting
from dbt.adapters.tablestore.sql.splitting import split
from dbt.cli.main import dbtRunner
from dbt_common.exceptions import DbtRuntimeError
from pyspark.errors import AnalysisException

NO_KEYS: Mapping[str, Any] = MappingProxyType({})
HEAVY = {"agate", "dbt.adapters.base", "dbt.cli", "dbt_common", "jinja2", "prompt_toolkit", "pyspark", "sqlglot"}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["sql", "--help"], ["plans", "check", "--help"]])
def test_help_imports_little(arguments: list[str]) -> None:
    """It is there at once, which an import of dbt or Spark would prevent."""
    code = (
        "import sys; from dbt.adapters.tablestore.cli import main; "
        "code = main(sys.argv[1:]); print(*sys.modules, file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert done.stdout
    assert HEAVY & set(done.stderr.split()) == set()


def test_the_names_of_the_package_are_imported_on_demand() -> None:
    from dbt.adapters import tablestore

    for name in tablestore.__all__:
        assert getattr(tablestore, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = tablestore.nothing


@pytest.mark.parametrize(
    ("text", "statements", "rest"),
    [
        ("select 1;", ["select 1"], ""),
        ("select 1; select\n2 ;", ["select 1", "select\n2"], ""),
        (
            "select ';' as a, \";\", `;` -- ;\n; /* ; /* ; */ */ select 2; -- the end;",
            ["select ';' as a, \";\", `;` -- ;"],
            "",
        ),
        ("select 'it''s;", [], "select 'it''s;"),
        ("select 1; /* open ;", ["select 1"], "/* open ;"),
        ("; ;", [], ""),
        ("-- only a comment;", [], ""),
        ("select 1", [], "select 1"),
        (
            "begin declare x int; if x > 1 then select 1; end if; set x = case when x = 1 then 2 end; end; select 2;",
            [
                "begin declare x int; if x > 1 then select 1; end if; set x = case when x = 1 then 2 end; end",
                "select 2",
            ],
            "",
        ),
        ("begin drop table if exists x; end; select 1;", ["begin drop table if exists x; end", "select 1"], ""),
        ("begin while x do select 1; end while;", [], "begin while x do select 1; end while;"),
        ("select begin, w.end from x; select 1;", ["select begin, w.end from x", "select 1"], ""),
    ],
)
def test_where_statements_end(text: str, statements: list[str], rest: str) -> None:
    assert split(text)[0][: len(statements)] == statements
    assert split(text)[1] == rest
    assert splitting.statements(text) == split(text)[0] + ([rest] if rest else [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [("select 1;", True), ("", True), ("EXIT", True), ("help", True), ("select ';", False), ("select 1", False)],
)
def test_when_enter_ends_an_entry(text: str, expected: bool) -> None:
    assert is_complete(text) == expected


def test_what_show_tables_asks_for() -> None:
    assert asked("show tables") == Show("", False)
    assert asked("/* which? */ SHOW ALL tables in lake.main like 'o*'") == Show(" in lake.main like 'o*'", True)
    assert asked("show tables from x") == Show(" from x", False)
    assert asked("show table extended like 'x'") is None
    assert asked("select 1") is None


def test_side_tables_are_those_beside_their_table() -> None:
    own = ["Orders", "daily", "a__commits"]
    side = ["orders__commits", "orders__changelog", "orders__commit_3_0a1b2c3d", "orders__input_0a1b2c3d"]
    side += ["orders__claim_1_new", "daily__rows", "daily__rows__commits", "daily__changelog"]
    side += ["orders__deleted", "orders__uncompacted", "daily__refreshes", "daily__rows__groups_1"]
    side += ["failed__commit_1_3b3adb94", "failed__input_1_3b3adb94"]  # by a first run, which has made no table
    own += ["daily_2__commit_1", "sales__batch_20261129", "sales__input_20261129"]
    assert side_tables([*own, *side]) == set(side)


class Names:
    """The names of a session."""

    tables_of = {"": ["orders", "order items", "flights"], "other": ["stock"]}
    columns_of = {"orders": [("id", "int"), ("note", "string")], "other.stock": [("item", "string"), ("order", "int")]}

    def schemas(self) -> list[str]:
        return ["main", "other"]

    def tables(self, schema: str = "") -> list[str]:
        return self.tables_of.get(schema, [])

    def all_tables(self, schema: str = "") -> list[str]:
        return [*self.tables(schema), *(f"{name}__commits" for name in self.tables(schema))]

    def columns(self, table: str) -> list[tuple[str, str]]:
        return self.columns_of.get(table, [])

    def functions(self) -> list[str]:
        return ["count", "count_if", "concat", "now", "no_one"]


class OfProject:
    """The names of a project."""

    def referable(self) -> list[str]:
        return ["departures", "orders"]

    def table_of(self, name: str) -> str:
        return f"lake.main.{name}" if name in self.referable() else ""

    def builder_of(self, table: Sequence[str]) -> str:
        return table[-1] if self.table_of(table[-1]).endswith(".".join(table)) else ""

    def sources(self) -> list[tuple[str, str]]:
        return [("shop", "prices"), ("shop", "items")]

    def functions(self) -> list[str]:
        return ["country_of"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sel|", ["select"]),
        ("SEL|", ["SELECT"]),
        ("select * from ord|", ["orders", "`order items`"]),
        ("select * from orders__|", ["orders__commits"]),
        ("select * from ot|", ["other"]),
        ("select no| from orders", ["note", "not", "now", "no_one"]),
        ("select o.| from orders as o", ["id", "note"]),
        ("select o.n| from orders o join other.stock s", ["note"]),
        ("select s.`or| from orders o join other.stock s on true", ["order"]),
        ("select * from other.|", ["stock"]),
        ("select * from stock; select * from other.s|", ["stock"]),
        ("select coun|", ["country_of", "count", "count_if"]),
        ("select 'sel|", []),
        ("select 1 -- sel|", []),
        ("select * from {{ ref('dep|", ["departures"]),
        ("select * from {{ source('shop', 'p|", ["prices"]),
        ("select * from {{ source('s|", ["shop"]),
    ],
)
def test_completion(text: str, expected: list[str]) -> None:
    before, after = text.split("|")
    found = Completer(Names(), OfProject()).candidates(before, after)  # type: ignore[arg-type]
    assert [candidate.text for candidate in found] == expected
    assert {before[len(before) - candidate.replaces :].strip("`").lower() for candidate in found} <= {
        candidate.text.strip("`").lower()[: len(before[len(before) - candidate.replaces :].strip("`"))]
        for candidate in found
    }


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "[TABLE_OR_VIEW_NOT_FOUND] The table or view `ordrs` cannot be found. Verify the spelling.\nTo tolerate "
            "the error, use DROP. SQLSTATE: 42P01; line 1 pos 14",
            "[TABLE_OR_VIEW_NOT_FOUND] The table or view `ordrs` cannot be found. Did you mean `orders`? "
            "SQLSTATE: 42P01; line 1 pos 14",
        ),
        (
            "The table or view `other`.`stok` cannot be found. Verify. SQLSTATE: 42P01",
            "The table or view `other`.`stok` cannot be found. Did you mean `stock`? SQLSTATE: 42P01",
        ),
        (
            "The table or view `departures` cannot be found. Verify. SQLSTATE: 42P01",
            "The table or view `departures` cannot be found. It is in the project: dbt build --select departures "
            "SQLSTATE: 42P01",
        ),
        (
            "[UNRESOLVED_ROUTINE] Cannot resolve routine `cont` on search path [`system`.`builtin`]. SQLSTATE: 42883",
            "[UNRESOLVED_ROUTINE] Cannot resolve routine `cont`. Did you mean `count` or `concat` or `count_if`? "
            "SQLSTATE: 42883",
        ),
        ("The table or view `zzz` cannot be found. Verify. SQLSTATE: 42P01",) * 2,
        ("[PARSE_SYNTAX_ERROR] Syntax error",) * 2,
    ],
)
def test_did_you_mean(message: str, expected: str) -> None:
    class Quoted(Names):
        tables_of = Names.tables_of | {"`other`": ["stock"]}

    assert with_suggestion(message, Quoted(), OfProject()) == expected  # type: ignore[arg-type]


def node(name: str, **more: Any) -> dict[str, Any]:
    """A node of a manifest that dbt has written for another target."""
    config = {"materialized": "table", "schema": None, "database": None} | more.pop("config", {})
    known = {"resource_type": "model", "name": name, "alias": name, "package_name": "shop", "config": config}
    return known | {"database": "lake", "schema": "prod", "relation_name": f"lake.prod.{name}"} | more


@pytest.fixture
def names(tmp_path: Path) -> ProjectNames:
    target = TablestoreCredentials.from_dict({"schema": "dev", "warehouse": "./lake"})
    target.project_root = tmp_path
    return ProjectNames(target, tmp_path / "out")


def parsed(
    folder: Path, macros: list[str], *nodes: dict[str, Any], source: Mapping[str, Any] = NO_KEYS, **metadata: str
) -> None:
    """Writes a manifest; `source` is what else it has of the only source."""
    source = {
        **{"source_name": "web", "name": "clicks", "schema": "web", "identifier": "clicks_v2"},
        **{"relation_name": "lake.web.clicks_v2", "unrendered_database": None, "unrendered_schema": "web"},
        **source,
    }
    found = {f"{number}": each for number, each in enumerate(nodes)}
    manifest = {
        "metadata": {"project_name": "shop"} | metadata,
        "nodes": found,
        "sources": {"s": source},
        "functions": {},
    }
    (folder / "out").mkdir(exist_ok=True)
    (folder / "out" / "manifest.json").write_text(json.dumps(manifest | {"macros": {name: {} for name in macros}}))


def test_references_have_the_names_of_this_target(names: ProjectNames, tmp_path: Path) -> None:
    parsed(
        tmp_path,
        ["macro.dbt.generate_schema_name", "macro.dbt.default__generate_schema_name"],
        node("orders"),
        node("orders", package_name="other", alias="others"),
        node("m", config={"schema": "x y ", "database": "spark_catalog"}, alias="odd name"),
        node("v", version=1, latest_version=2, alias="v_v1"),
        node("v", version=2, latest_version=2, alias="v_v2"),
        node("part", config={"materialized": "ephemeral"}),
        node("snap", resource_type="snapshot", config={"target_schema": "snaps"}, relation_name="lake.snaps.snap"),
        node("test_1", resource_type="test"),
    )
    assert names.rendered("select 1") == "select 1"
    statement = (
        "from {{ ref('orders') }}, {{ref('other', 'orders')}}, {{ ref('m') }}, {{ ref('v') }}, {{ ref('v', v=1) }}"
    )
    assert names.rendered(statement) == (
        "from lake.dev.orders, lake.dev.others, spark_catalog.`dev_x y`.`odd name`, lake.dev.v_v2, lake.dev.v_v1"
    )
    assert names.rendered("{{ ref('snap') }} {{ source('web', 'clicks') }}") == "lake.snaps.snap lake.web.clicks_v2"
    for statement, message in (
        ("{{ ref('part') }}", "ephemeral, so it has no table"),
        ("{{ ref('oders') }}", "no model, seed or snapshot 'oders': did you mean 'orders'?"),
        ("{{ ref('v', v=3) }}", "the project has no version 3 of 'v': its versions are 1, 2"),
        ("{{ ref('orders', version=1) }}", "the project has no version 1 of 'orders': it has no versions"),
        ("{{ source('web', 'click') }}", "no source 'web.click': did you mean 'web.clicks'?"),
        ("{{ source('web') }}", "source() has 1 argument; write the name of a source and that of its table, "),
        ("{{ function('f') }}", "no function 'f'"),
        (
            "{{ var('x') }}",
            "'var' is undefined: of dbt's Jinja, a statement here can have ref(), source() and function()",
        ),
        ("{{ ref('orders' }}", "the Jinja of the statement is wrong, line 1: "),
    ):
        with pytest.raises(DbtRuntimeError, match=re.escape(message)):
            names.rendered(statement)
    assert names.referable() == ["m", "orders", "part", "snap", "v"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, "own_lake.web.clicks_v2"),
        ({"unrendered_database": "lake"}, "lake.web.clicks_v2"),
        ({"unrendered_schema": "{{ target.schema }}_raw"}, None),
        ({"unrendered_database": "{{ env_var('RAW') }}"}, None),
    ],
)
def test_sources_of_another_target(
    names: ProjectNames, tmp_path: Path, given: dict[str, str], expected: str | None
) -> None:
    """dbt has run for `prod`, whose database is `lake`."""
    parsed(tmp_path, [], invocation_id="1", source=given)
    results = {"metadata": {"invocation_id": "1"}, "args": {"target": "prod"}}
    (tmp_path / "out" / "run_results.json").write_text(json.dumps(results))
    names._target.target_name, names._target.database = "dev", "own_lake"
    if expected:
        assert names.rendered("{{ source('web', 'clicks') }}") == expected
        return
    with pytest.raises(DbtRuntimeError, match=r"for the target 'prod', and this session is of 'dev'"):
        names.rendered("{{ source('web', 'clicks') }}")


@pytest.mark.usefixtures("macros_parsed_once")
def test_names_of_a_project_that_dbt_has_parsed_for_another_target(tmp_path: Path) -> None:
    """They are those that dbt writes when it parses the project for the target of this session."""
    query = "select 1 as id"
    files = {
        "dbt_project.yml": yaml.safe_dump({"name": "shop", "profile": "shop"}),
        "models/orders.sql": "{{ config(materialized='table') }} " + query,
        "models/delta.sql": "{{ config(materialized='table', file_format='delta') }} " + query,
        "models/delta_view.sql": "{{ config(materialized='view', file_format='delta') }} " + query,
        "models/placed.sql": "{{ config(materialized='table', schema='x', database='prod_lake') }} " + query,
        "seeds/colors.csv": "id\n1\n",
        "snapshots/history.yml": yaml.safe_dump(
            {
                "snapshots": [
                    {
                        "name": "history",
                        "relation": "ref('orders')",
                        "config": {
                            "unique_key": "id",
                            "strategy": "check",
                            "check_cols": "all",
                            "file_format": "delta",
                        },
                    }
                ]
            }
        ),
    }
    targets = {
        name: {"type": "tablestore", "schema": name, "warehouse": "lake", "catalog": {"name": f"{name}_lake"}}
        for name in ("prod", "dev", "delta")
    }
    targets["delta"]["file_format"] = "delta"
    files["profiles.yml"] = yaml.safe_dump({"shop": {"target": "prod", "outputs": targets}})
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    places = ["--project-dir", str(tmp_path), "--profiles-dir", str(tmp_path)]

    def parsed_for(target: str) -> dict[str, str]:
        done = dbtRunner().invoke(["--quiet", "parse", *places, "--target", target])
        assert done.success, done.exception
        return {node.name: node.relation_name.replace("`", "") for node in done.result.nodes.values()}

    expected = {name: parsed_for(name) for name in targets}
    parsed_for("prod")
    for name, target in targets.items():
        credentials = TablestoreCredentials.from_dict(target)
        credentials.project_root = tmp_path
        session = ProjectNames(credentials, tmp_path / "target")
        assert {model: session.rendered(f"{{{{ ref('{model}') }}}}") for model in expected[name]} == expected[name]
    assert {expected["dev"]["delta"], expected["dev"]["history"]} == {
        "spark_catalog.dev.delta",
        "spark_catalog.dev.history",
    }


def test_a_project_with_names_of_its_own(names: ProjectNames, tmp_path: Path) -> None:
    parsed(tmp_path, ["macro.dbt.generate_schema_name", "macro.shop.generate_schema_name"], node("orders"))
    assert names.rendered("{{ ref('orders') }}") == "lake.prod.orders"


@pytest.mark.parametrize(
    ("ran_for", "invocation", "own", "refused"),
    [
        ("prod", "1", "dev", "prod"),
        (None, "1", "prod", "dev"),
        (None, "1", "dev", None),
        ("prod", "1", "prod", None),
        ("prod", "0", "dev", None),
    ],
)
def test_names_of_its_own_that_dbt_has_parsed_for_another_target(
    names: ProjectNames, tmp_path: Path, ran_for: str | None, invocation: str, own: str, refused: str | None
) -> None:
    """What ran is known if the manifest is of the same command."""
    parsed(tmp_path, ["macro.shop.generate_schema_name"], node("orders"), invocation_id="1")
    args = {} if ran_for is None else {"target": ran_for}
    results = {"metadata": {"invocation_id": invocation}, "args": args}
    (tmp_path / "out" / "run_results.json").write_text(json.dumps(results))
    names._target.target_name, names._target.default_target = own, "dev"
    if refused is None:
        assert names.rendered("{{ ref('orders') }}") == "lake.prod.orders"
        return
    with pytest.raises(DbtRuntimeError) as error:
        names.rendered("{{ ref('orders') }}")
    assert f"for the target '{refused}', and this session is of '{own}'" in str(error.value)
    assert f"dbt parse --target {own}" in str(error.value)


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("`raw`", "It is in the project: dbt build --select raw"),
        ("`lake`.`dev`.`snap`", "It is in the project: dbt build --select snap"),
        ("`dev`.`raw`", "It is in the project: dbt build --select raw"),
        ("`prod`.`raw`", "Verify."),
        ("`orders`", "Write {{ ref('orders') }}, which is lake.dev_marts.orders"),
        ("`dev_marts`.`orders`", "It is in the project: dbt build --select orders"),
        ("`aliased`", "Write {{ ref('aliased') }}, which is lake.dev.other"),
        ("`other`", "It is in the project: dbt build --select aliased"),
        ("`v_v1`", "It is in the project: dbt build --select v.v1"),
        ("`v`", "Write {{ ref('v') }}, which is lake.dev.v_v2"),
        ("`inlined`", "Verify."),
    ],
)
def test_an_absent_table_is_built_or_has_another_name(
    names: ProjectNames, tmp_path: Path, written: str, advice: str
) -> None:
    class Empty(Names):
        tables_of: Mapping[str, list[str]] = NO_KEYS

    parsed(
        tmp_path,
        [],
        node("raw", resource_type="seed", config={"materialized": "seed"}),
        node("snap", resource_type="snapshot", config={"materialized": "snapshot"}),
        node("orders", config={"schema": "marts"}),
        node("aliased", alias="other"),
        node("v", version=1, latest_version=2, alias="v_v1"),
        node("v", version=2, latest_version=2, alias="v_v2"),
        node("inlined", config={"materialized": "ephemeral"}),
    )
    message = f"The table or view {written} cannot be found. Verify. SQLSTATE: 42P01"
    assert with_suggestion(message, Empty(), names) == message.replace("Verify.", advice)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        (["--vars", "{a: 1}"], "dbt parse --project-dir shop --vars '{a: 1}' --target dev"),
        (["-t", "dev"], "dbt parse --project-dir shop --target dev"),
    ],
)
def test_the_command_that_parses_again_finds_the_project(
    names: ProjectNames, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: list[str], command: str
) -> None:
    parsed(tmp_path, ["macro.shop.generate_schema_name"], node("orders"), invocation_id="1")
    results = {"metadata": {"invocation_id": "1"}, "args": {"target": "prod"}}
    (tmp_path / "out" / "run_results.json").write_text(json.dumps(results))
    names._target.target_name = "dev"
    program = str(Path(sys.executable).with_name("dbt-tablestore"))
    monkeypatch.setattr(sys, "argv", [program, "sql", "select 1", "--project-dir", "shop", *typed])
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    with pytest.raises(DbtRuntimeError) as error:
        names.rendered("{{ ref('orders') }}")
    assert str(error.value).endswith(f"Parse it: {command}")


def test_a_project_that_is_not_parsed(names: ProjectNames, tmp_path: Path) -> None:
    assert names.rendered("select 1") == "select 1"
    with pytest.raises(DbtRuntimeError, match=r"out/manifest\.json does not exist\. Parse it: dbt parse"):
        names.rendered("select * from {{ ref('orders') }}")
    parsed(tmp_path, [], node("orders"))
    assert names.rendered("{{ ref('orders') }}") == "lake.dev.orders"


def test_a_manifest_that_dbt_is_writing_is_read_later(names: ProjectNames, tmp_path: Path) -> None:
    """Until then, a statement has the names of before."""
    file = tmp_path / "out" / "manifest.json"
    parsed(tmp_path, [], node("orders"))
    assert names.referable() == ["orders"]
    parsed(tmp_path, [], node("orders"), node("stock"))
    whole = file.read_text()
    file.write_text(whole[:-5])
    assert names.rendered("from {{ ref('orders') }}") == "from lake.dev.orders"
    before = file.stat()
    file.write_text(whole)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))  # a file system with coarse times
    assert names.referable() == ["orders", "stock"]


def test_threads_read_a_manifest_once(names: ProjectNames, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of them sees the names of before, or a project whose functions are not declared yet."""
    parsed(tmp_path, [], node("orders"))
    began, go_on, read = threading.Event(), threading.Event(), []
    declare = names._declare_functions

    def slow() -> None:
        read.append(1)
        began.set()
        assert go_on.wait(10)
        declare()

    monkeypatch.setattr(names, "_declare_functions", slow)
    assert in_two_threads(names.referable, began, go_on) == [["orders"], ["orders"]]
    assert len(read) == 1


class SlowSpark:
    """A session whose statements wait; it counts them."""

    def __init__(self) -> None:
        self.began, self.go_on, self.statements = threading.Event(), threading.Event(), list[str]()

    def sql(self, statement: str) -> SlowSpark:
        self.statements.append(statement)
        self.began.set()
        assert self.go_on.wait(10)
        return self

    def collect(self) -> list[tuple[str]]:
        return [("main",)]

    def table(self, name: str) -> None:
        self.statements.append(name)
        raise AnalysisException(f"no table {name}")


def in_two_threads(ask: Callable[[], list[Any]], began: threading.Event, go_on: threading.Event) -> list[Any]:
    """What two threads are told, of which the second one asks while the first one is answered."""
    with ThreadPoolExecutor(2) as threads:
        answers = [threads.submit(ask)]
        assert began.wait(10)
        answers.append(threads.submit(ask))
        assert not wait(answers, 0.2).done
        go_on.set()
        return [answer.result(10) for answer in answers]


def test_a_session_is_asked_once_for_names() -> None:
    spark = SlowSpark()
    catalog = Catalog(spark)  # type: ignore[arg-type]
    assert in_two_threads(catalog.schemas, spark.began, spark.go_on) == [["main"], ["main"]]
    assert catalog.columns("absent") == catalog.columns("absent") == []
    assert spark.statements == ["show schemas", "absent"]
    catalog.forget()
    assert catalog.schemas() == ["main"]
    assert spark.statements == ["show schemas", "absent", "show schemas"]


class ManyRows:
    """A result of batches of 2,000 rows, which nobody may ask for at once."""

    columns = ("n",)

    def __init__(self, batches: int) -> None:
        self.left, self.closed = batches, False

    def fetchmany(self, size: int) -> Any:
        raise AssertionError(size)

    def batches(self) -> Iterator[Sequence[Any]]:
        try:
            while self.left:
                self.left -= 1
                yield [(str(number),) for number in range(2_000)]
        finally:
            self.closed = True


@pytest.mark.parametrize(
    ("form", "limit", "printed", "left"),
    [
        ("csv", 3_000, results.Printed(3_000, True), 3),
        ("json", 4_000, results.Printed(4_000, True), 2),
        ("csv", 10_000, results.Printed(10_000, False), 0),
        ("json", None, results.Printed(10_000, False), 0),
    ],
)
def test_a_limit_of_many_rows_does_not_keep_them_in_memory(
    form: str, limit: int | None, printed: results.Printed, left: int
) -> None:
    result, lines = ManyRows(5), 0
    texts = results.texts(result, form, limit)  # type: ignore[arg-type]
    while True:
        try:
            lines += next(texts).count("\n")
        except StopIteration as end:
            assert end.value == printed
            break
    assert (lines, result.left, result.closed) == (printed.rows + (form == "csv"), left, True)  # type: ignore[operator]
