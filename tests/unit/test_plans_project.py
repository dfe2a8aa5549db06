"""Plans of a real dbt project, parsed by dbt, without Spark: what a model is made of and when its plan still fits."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from dbt.adapters.tablestore.functions.project import project
from dbt.adapters.tablestore.functions.reading.sources import unload_helpers
from dbt.adapters.tablestore.plans.differences import Kind, compare, worst
from dbt.adapters.tablestore.plans.errors import PlanError
from dbt.adapters.tablestore.plans.files import Plan
from dbt.adapters.tablestore.plans.project import CompiledPlans
from dbt.cli.main import dbtRunner

import harness

FILES = {
    "models/orders.sql": "select 1 as id, 5 as amount",
    "models/big.sql": "{{ config(materialized='ephemeral') }} select * from {{ ref('orders') }} where amount > 2",
    "models/totals.sql": "{{ config(materialized='incremental', primary_key='id', "
    "compiled_plan='plans/totals.json') }}\nselect id, {{ cents('amount') }} as amount from {{ ref('big') }}",
    "macros/cents.sql": "{% macro cents(column) %}{{ rounded(column) }} * 100{% endmacro %}",
    "macros/rounded.sql": "{% macro rounded(column) %}round({{ column }}, 2){% endmacro %}",
}
COLUMNS = [{"name": "id", "type": "int"}, {"name": "amount", "type": "int"}]
FACTS = {
    "columns": COLUMNS,
    "key": ["id"],
    "engine": "deduplicate",
    "format": "iceberg",
    "definition": {"primary_key": "id", "merge_engine": "deduplicate"},
    "options": {},
    "ttl": 0,
}
OPERATOR = {
    "type": "group-aggregate",
    "inputs": [{"table": "lake.main.orders", "alias": "o"}],
    "arguments": {"group_by": ["id"], "aggregates": {"amount": "sum(amount)"}},
    "states": [{"name": "groupAggregateState", "alias": "o", "hint": "2h"}],
}


class Parsed:
    """A project that dbt parsed, and its plans."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        settings = {"name": "shop", "version": "1.0", "profile": "shop", "flags": {"send_anonymous_usage_stats": False}}
        self.write("dbt_project.yml", yaml.safe_dump(settings))
        target = {"type": "tablestore", "schema": "main", "warehouse": str(folder / "lake")}
        self.write("profiles.yml", yaml.safe_dump({"shop": {"target": "dev", "outputs": {"dev": target}}}))
        for name, text in FILES.items():
            self.write(name, text)
        self.parse()

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)

    def parse(self) -> None:
        """Reads the project again."""
        unload_helpers()
        places = ["--project-dir", str(self.folder), "--profiles-dir", str(self.folder)]
        done = dbtRunner().invoke(["--quiet", "parse", *places])
        assert done.success, done.exception
        self.manifest: Any = done.result
        config = SimpleNamespace(project_name="shop")
        self.plans = CompiledPlans(
            config,
            self.folder,
            lambda: self.manifest,
            lambda node: [f"lake.`main`.{node.name}"],
            lambda node: COLUMNS,
            project.texts,
        )
        project.begin(self.folder, lambda: self.manifest, "session")

    @property
    def node(self) -> dict[str, Any]:
        node: dict[str, Any] = self.manifest.nodes["model.shop.totals"].to_dict()
        return node

    def plan(self, operator: dict[str, Any] = OPERATOR, **facts: Any) -> Plan:
        mark = harness.call("_annotation", "operator", harness.call("_operator_states", operator))
        end = harness.call("_annotation", "operator end")
        orders = {"table": "lake.`main`.orders", "epoch": "e", "after": None, "until": 1}
        read = harness.call("_annotation", "changelog", orders)
        return self.plans.plan(self.node, f"select * from ({mark} select 1 {read} {end})", FACTS | facts, [COLUMNS])


@pytest.fixture(scope="module")
def parsed(tmp_path_factory: pytest.TempPathFactory, macros_parsed_once: None) -> Parsed:
    return Parsed(tmp_path_factory.mktemp("shop"))


@pytest.fixture
def fresh(parsed: Parsed) -> Iterator[Parsed]:
    """The same project, as it was again after the test."""
    manifest = parsed.manifest
    yield parsed
    for name, text in FILES.items():
        parsed.write(name, text)
    for folder in ("plans", "a", "functions", "python"):
        shutil.rmtree(parsed.folder / folder, ignore_errors=True)
    parsed.manifest = manifest


def test_a_plan_reads_tables_and_holds_the_texts_in_between(parsed: Parsed) -> None:
    nodes = parsed.plan().nodes
    assert [node["type"].split("_")[0] for node in nodes] == [
        "stream-exec-table-source-scan",
        "stream-exec-group-aggregate",
        "stream-exec-calc",
        "keyed-merge",
    ]
    assert nodes[0]["scanTableSource"]["table"]["identifier"] == "`model`.`shop`.`orders`"
    assert len(nodes[0]["changelogMode"]) == 4
    assert nodes[1]["inputs"] == [{"identifier": "`model`.`shop`.`orders`", "alias": "o"}]
    assert nodes[1]["state"] == [{"index": 0, "ttl": "2 h", "name": "groupAggregateState"}]
    assert set(nodes[2]["checksums"]) == {
        "model.shop.totals",
        "model.shop.big",
        "macro.shop.cents",
        "macro.shop.rounded",
    }


def test_ttls_are_found_for_an_operator_as_the_model_renders_it(fresh: Parsed) -> None:
    fresh.plans.write([fresh.plan()], "plans/totals.json")
    assert fresh.plans.ttls(fresh.node, OPERATOR) == {"groupAggregateState": 7_200_000}
    assert fresh.plans.ttls(fresh.node, {"type": "keyed-merge"}) == {"tableState": 0}
    other = OPERATOR | {"arguments": {"group_by": ["id"], "aggregates": {"amount": "max(amount)"}}}
    assert fresh.plans.ttls(fresh.node, other) == {}


def test_a_file_that_is_edited_is_read_again(fresh: Parsed) -> None:
    fresh.plans.write([fresh.plan()], "plans/totals.json")
    fresh.plans.ttls(fresh.node, OPERATOR)
    fresh.plans.write([fresh.plan(ttl=60_000)], "plans/totals.json", force=True)
    assert fresh.plans.ttls(fresh.node, {"type": "keyed-merge"}) == {"tableState": 60_000}


def test_a_model_without_a_plan_has_none(parsed: Parsed) -> None:
    node = parsed.node | {"config": {"compiled_plan": None}}
    assert parsed.plans.ttls(node, OPERATOR) == {}
    assert parsed.plans.check(node, parsed.plan()) == []


def test_a_file_is_overwritten_only_on_request(fresh: Parsed) -> None:
    assert fresh.plans.write([fresh.plan()], "a/b/c.json") == [
        "wrote a/b/c.json: 4 nodes, states groupAggregateState 2 h"
    ]
    before = (fresh.folder / "a/b/c.json").read_text()
    with pytest.raises(PlanError) as error:
        fresh.plans.write([fresh.plan()], "a/b/c.json")
    options = "write force: true to overwrite it, or if_not_exists: true to keep it"
    assert f"the file already exists; {options}" in error.value.msg
    assert fresh.plans.write([fresh.plan(format="delta")], "a/b/c.json", if_not_exists=True) == [
        "a/b/c.json already exists and was not changed",
        "  needs rebuild: the table format changed from iceberg to delta",
    ]
    assert (fresh.folder / "a/b/c.json").read_text() == before
    fresh.plans.write([fresh.plan(format="delta")], "a/b/c.json", force=True)
    assert json.loads((fresh.folder / "a/b/c.json").read_text())["nodes"][-1]["format"] == "delta"


FUNCTIONS = {
    "functions/net.py": "from rates import rate\n\n\ndef net(x: int) -> int:\n    return rate(x)\n",
    "python/rates.py": "from taxes import tax\n\n\ndef rate(x):\n    return x * tax\n",
    "python/taxes.py": "tax = 2\n",
    "python/others.py": "other = 1\n",
    "functions/twice.sql": "x * 2",
    "functions/functions.yml": yaml.safe_dump(
        {
            "functions": [
                {"name": "net", "returns": {"data_type": "auto"}, "config": {"entry_point": "net"}},
                {
                    "name": "twice",
                    "arguments": [{"name": "x", "data_type": "int", "default_value": "1"}],
                    "returns": {"data_type": "int"},
                },
            ]
        }
    ),
}


def test_what_functions_return_is_part_of_a_plan(fresh: Parsed) -> None:
    """The files that a function in Python imports, and the YAML of one in SQL."""
    files = FUNCTIONS | {
        "models/totals.sql": FILES["models/totals.sql"].replace(
            "as amount", "as amount, {{ function('net') }}(id) as net, {{ function('twice') }}(id) as twice"
        )
    }

    def plan(**edited: tuple[str, str]) -> Plan:
        for name, text in files.items():
            old, new = edited.get(Path(name).stem, ("", ""))
            fresh.write(name, text.replace(old, new) if old else text)
        fresh.parse()
        return fresh.plan()

    def changes(**edited: tuple[str, str]) -> list[str]:
        return [str(found).removeprefix("changes results: ") for found in compare(before, plan(**edited))]

    before = plan()
    assert changes(rates=("* tax", "*  tax  # so"), others=("1", "2")) == []
    assert changes(taxes=("2", "3")) == [
        "the text of python.shop.taxes changed (formatting, comments, config and TTLs do not count)"
    ]
    [found] = changes(functions=("data_type: int", "data_type: bigint"))
    assert found.startswith("the text of function.shop.twice (YAML) changed from ") and "bigint" in found
    [found] = changes(functions=("default_value: '1'", "default_value: '2'"))
    assert found.startswith("the text of function.shop.twice (YAML) changed from ")
    [found] = changes(functions=("entry_point: net", "entry_point: rate"))
    assert found.startswith("the text of function.shop.net (YAML) changed from ")
    assert changes(functions=("data_type: int", "data_type: INT")) == []


def test_a_default_of_a_function_is_no_jinja(fresh: Parsed) -> None:
    model = FILES["models/totals.sql"].replace("as amount", "as amount, {{ function('twice') }}(id) as twice")
    for name, text in {**FUNCTIONS, "models/totals.sql": model}.items():
        fresh.write(name, text)
    fresh.parse()
    [argument] = fresh.manifest.functions["function.shop.twice"].arguments
    for default in ("{%", "{{ x", "{#", "it's", "x  y"):
        plans = []
        for argument.default_value in (default, f"{default}.", default.replace("x", "X").replace("  ", " ")):
            plans.append(fresh.plan())
        assert [len(compare(plans[0], plan)) for plan in plans] == [0, 1, int("x" in default)]
        assert "changed from `" in str(compare(plans[0], plans[1])[0])


def test_the_text_of_a_macro_counts_where_it_is_in_quotes(fresh: Parsed) -> None:
    """Its case and its blanks are part of a value then, and not those of SQL."""

    def changed(model: str) -> bool:
        plans = []
        fresh.write(
            "models/totals.sql", FILES["models/totals.sql"].replace("as amount", f"as amount, {model} as label")
        )
        for label in ("Paid  Late", "paid late"):
            fresh.write("macros/label.sql", "{% macro label() %}" + label + "{% endmacro %}")
            fresh.parse()
            plans.append(fresh.plan())
        (fresh.folder / "macros/label.sql").unlink()
        return worst(compare(*plans)) == Kind.CHANGES_RESULTS

    assert changed("'{{ label() }}'")
    assert not changed("{{ label() }}")


@pytest.mark.parametrize(
    ("name", "text", "change"),
    [
        (
            "models/totals.sql",
            FILES["models/totals.sql"].replace("id,", "id + 1 as id,"),
            "model.shop.totals changed from `id` to `id + 1 as id`",
        ),
        (
            "models/big.sql",
            FILES["models/big.sql"].replace("> 2", "> 3"),
            "model.shop.big changed from `amount > 2` to `amount > 3`",
        ),
        ("macros/rounded.sql", FILES["macros/rounded.sql"].replace("2)", "3)"), "macro.shop.rounded changed from `"),
    ],
)
def test_a_changed_text_is_refused_with_the_change(fresh: Parsed, name: str, text: str, change: str) -> None:
    fresh.plans.write([fresh.plan()], "plans/totals.json")
    fresh.write(name, text)
    fresh.parse()
    with pytest.raises(PlanError) as error:
        fresh.plans.check(fresh.node, fresh.plan())
    assert "model 'totals' no longer matches its compiled plan; nothing was written" in error.value.msg
    assert f"changes results: the text of {change}" in error.value.msg
    assert "{select: totals, path: plans/totals.json, force: true}" in error.value.msg


def test_a_file_of_several_models_is_written_again_for_all_of_them(fresh: Parsed) -> None:
    other = fresh.plan()
    other.content["model"] = "model.shop.visits.v1"
    fresh.plans.write([fresh.plan(), other], "plans/totals.json")
    fresh.write("models/totals.sql", FILES["models/totals.sql"].replace("id,", "id + 1 as id,"))
    fresh.write("models/late.sql", FILES["models/totals.sql"])
    fresh.parse()
    with pytest.raises(PlanError) as error:
        fresh.plans.check(fresh.node, fresh.plan())
    command = "--args '{select: [late, totals, visits.v1], path: plans/totals.json, force: true}'"
    assert "which replaces edited TTLs" in error.value.msg and error.value.msg.endswith(command)
    with pytest.raises(PlanError, match=re.escape(command)):
        fresh.plans.configured(fresh.node | {"unique_id": "model.shop.late"})
    lines = fresh.plans.write([fresh.plan()], "plans/totals.json", force=True)
    assert lines[-1] == "  the plans of model.shop.visits.v1 are no longer in it"
    with pytest.raises(PlanError) as error:
        fresh.plans.configured(fresh.node | {"unique_id": "model.shop.late"})
    assert "select: [late, totals]" in error.value.msg
    (fresh.folder / "plans/totals.json").unlink()
    with pytest.raises(PlanError, match=r"does not exist; .*select: \[late, totals\]"):
        fresh.plans.configured(fresh.node)
    (fresh.folder / "models/late.sql").unlink()


def test_blanks_comments_and_config_do_not_count(fresh: Parsed) -> None:
    fresh.plans.write([fresh.plan()], "plans/totals.json")
    text = FILES["models/totals.sql"].replace("primary_key='id'", "primary_key='id', state_ttl='1 d'")
    fresh.write("models/totals.sql", text.replace("select id,", "select  -- the key\n  id ,") + "\n/* all */ ")
    fresh.write("macros/rounded.sql", "{# as banks do #}\n" + FILES["macros/rounded.sql"])
    fresh.parse()
    assert fresh.plans.check(fresh.node, fresh.plan(ttl=86_400_000)) == []


def test_a_compatible_difference_is_reported(fresh: Parsed) -> None:
    fresh.plans.write([fresh.plan()], "plans/totals.json")
    new = [*COLUMNS, {"name": "note", "type": "string"}]
    assert fresh.plans.check(fresh.node, fresh.plan(columns=new)) == [
        "compatible: column note (string) is new in the SELECT"
    ]
    assert fresh.plans.compared("plans/totals.json", fresh.plan(columns=new)) == {
        "lines": [
            "model 'totals' and plans/totals.json: compatible",
            "  compatible: column note (string) is new in the SELECT",
        ],
        "fits": True,
    }


def test_a_ttl_that_does_not_reach_its_operator_is_refused(fresh: Parsed) -> None:
    content = fresh.plan().content
    content["nodes"][1]["state"][0]["ttl"] = "5 h"
    fresh.plans.write([Plan("x", content)], "plans/totals.json")
    refused = r"the ttl of state groupAggregateState of GroupAggregate.* has no effect, the state is kept for 2 h"
    with pytest.raises(PlanError, match=refused):
        fresh.plans.check(fresh.node, fresh.plan())
    given = OPERATOR | {"states": [OPERATOR["states"][0] | {"hint": "5 h"}]}
    assert fresh.plans.check(fresh.node, fresh.plan(given)) == []


def test_a_plan_that_could_not_be_read_is_not_written(fresh: Parsed) -> None:
    """An operator used twice with different hints is two nodes, and a run would not know which is which."""
    content = fresh.plan().content
    content["nodes"].insert(2, content["nodes"][1] | {"id": 9})
    with pytest.raises(PlanError, match="it is a copy of node 2"):
        fresh.plans.write([Plan("model 'totals'", content)], "plans/totals.json")
    assert not (fresh.folder / "plans/totals.json").exists()


@pytest.mark.parametrize("path", ["s3://bucket/x.json", "s3a:/x.json", "file:///x.json"])
def test_a_url_is_not_a_path(fresh: Parsed, path: str) -> None:
    fresh.plans.write([fresh.plan()], "plans/totals.json")
    node = fresh.node | {"config": {"compiled_plan": path}}
    uses = [
        lambda: fresh.plans.write([fresh.plan()], path),
        lambda: fresh.plans.compared(path, fresh.plan()),
        lambda: fresh.plans.lines(path),
        lambda: fresh.plans.ttls(node, OPERATOR),
    ]
    for use in uses:
        with pytest.raises(PlanError, match="it is a URL; plans are files of the project"):
            use()
    assert not list(fresh.folder.glob("s3*")) + list(fresh.folder.glob("file:*"))


@pytest.mark.parametrize("path", ["../x.json", "plans/../../x.json", "/nowhere/x.json"])
def test_a_plan_is_written_into_the_project(fresh: Parsed, path: str) -> None:
    with pytest.raises(PlanError, match=r"outside of the project; write a path in the project, such as plans/x\.json"):
        fresh.plans.write([fresh.plan()], path, force=True)


def test_a_path_is_a_text(fresh: Parsed) -> None:
    node = fresh.node | {"config": {"compiled_plan": ["a"]}}
    with pytest.raises(PlanError, match=r"model 'totals':\n +- 'compiled_plan' is \['a'\]; write the path of a file"):
        fresh.plans.ttls(node, OPERATOR)


def test_the_plan_of_another_model_is_refused(fresh: Parsed) -> None:
    other = Plan("x", fresh.plan().content | {"model": "model.shop.orders"})
    fresh.plans.write([other], "plans/totals.json")
    with pytest.raises(PlanError, match=r"it is the plan of model\.shop\.orders, not of model\.shop\.totals"):
        fresh.plans.check(fresh.node, fresh.plan())
