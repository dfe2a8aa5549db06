"""Which models operations mean by their arguments, rendered without a project."""

from __future__ import annotations

import datetime
from types import SimpleNamespace
from typing import Any

import pytest

import harness


def node(package: str, name: str, **more: Any) -> dict[str, Any]:
    known = {"resource_type": "model", "package_name": package, "name": name, "version": None, "latest_version": None}
    return (
        known
        | {"unique_id": f"model.{package}.{name}", "config": {"materialized": "incremental", "primary_key": "id"}}
        | more
    )


SHOP, CRM = node("shop", "orders"), node("crm", "orders")
OTHERS = [
    node("crm", "customers"),
    node("shop", "v", version=1, latest_version=2, unique_id="model.shop.v.v1"),
    node("shop", "v", version=2, latest_version=2, unique_id="model.shop.v.v2"),
    node("shop", "plain", config={"materialized": "table"}),
    node("shop", "view", config={"materialized": "materialized_view", "primary_key": "id"}),
]


class Operations:
    """The operations of a project with two models of one name; what they print."""

    def __init__(self) -> None:
        self.printed: list[str] = []
        self.asked: list[str] = []
        nodes = {each["unique_id"]: each for each in [CRM, SHOP, *OTHERS]}
        self.macros: dict[str, Any] = harness.namespace(
            graph={"nodes": nodes, "sources": {}},
            project_name="shop",
            print=self.printed.append,
            kwargs={},
            load_relation=lambda relation: relation,
        )
        plans = SimpleNamespace(
            write=lambda plans, *more: plans,
            compared=self._compared,
            selected=self._selected,
            lines=lambda plan: [plan],
        )
        self.macros["_adapter_plans"] = lambda: plans
        self.macros["_require_adapter"] = lambda operation: None
        self.macros["_current_plan"] = lambda operation, node: node["unique_id"]

    def call(self, name: str, **arguments: Any) -> list[str]:
        """What an operation prints; a plan is the id of its model."""
        self.printed.clear()
        self.macros[name](**arguments)
        return self.printed

    def _compared(self, file: str, plan: str) -> dict[str, Any]:
        return {"lines": [plan], "fits": False}

    def _selected(self, parts: list[str]) -> list[str]:
        self.asked = list(parts)
        return ["model.crm.customers", "model.shop.plain"] if "tag:nightly" in parts else []


@pytest.fixture
def operations() -> Operations:
    return Operations()


@pytest.mark.parametrize(
    ("select", "models"),
    [
        ("orders", ["model.shop.orders"]),
        ("crm.orders", ["model.crm.orders"]),
        ("customers", ["model.crm.customers"]),
        ("v", ["model.shop.v.v2"]),
        ("v.v1 orders", ["model.shop.orders", "model.shop.v.v1"]),
        (["crm.orders", "orders", "plain"], ["model.crm.orders", "model.shop.orders"]),
        ("tag:nightly crm.orders", ["model.crm.customers", "model.crm.orders"]),
        ("tag:nightly", ["model.crm.customers"]),
    ],
)
def test_plans_are_those_of_the_selected_models(operations: Operations, select: Any, models: list[str]) -> None:
    """Two packages have a model `orders`."""
    assert operations.call("compile_plan", select=select, path="plans/x.json") == models
    with pytest.raises(harness.MacroError):
        operations.call("plan_diff", select=select, path="plans/x.json")
    assert operations.printed == models


def test_what_is_no_name_is_a_selection_of_dbt(operations: Operations) -> None:
    with pytest.raises(harness.MacroError, match=r"select: oders matches no keyed model .*, did you mean 'orders'"):
        operations.call("compile_plan", select="oders", path="plans/x.json")
    assert operations.asked == ["oders"]
    with pytest.raises(harness.MacroError, match="model 'plain' is not a keyed model"):
        operations.call("compile_plan", select="plain", path="plans/x.json")


def test_messages_name_the_package_unless_it_is_the_project(operations: Operations) -> None:
    with pytest.raises(harness.MacroError, match=r"model 'crm\.orders' does not fit plans/x\.json"):
        operations.call("plan_diff", select="crm.orders", path="plans/x.json")
    with pytest.raises(harness.MacroError, match=r"model 'crm\.customers' does not fit plans/x\.json"):
        operations.call("plan_diff", select="crm.customers", path="plans/x.json")


@pytest.mark.parametrize("operation", ["show_merge_sql", "check_merges"])
def test_only_keyed_models_merge(operations: Operations, operation: str) -> None:
    """A materialized view with a primary key has no merge of its own either."""
    with pytest.raises(harness.MacroError) as error:
        operations.call(operation, model="view")
    problem = "is not a keyed model; only models with a primary_key merge rows"
    command = "dbt run-operation explain_refresh --args '{select: view}'"
    assert f"model 'view' {problem}. Of a materialized view, see its operators: {command}" in str(error.value)
    with pytest.raises(harness.MacroError, match=f"model 'plain' {problem}$"):
        operations.call(operation, model="plain")


def test_a_key_may_be_a_date(operations: Operations) -> None:
    """YAML reads 2024-02-29 as a date, which JSON does not have."""
    last = {
        **{"epoch": "e", "producer": "lookup", "primary_key": ["day"], "definition": {}, "side_schema": None},
        **{"changelog_start": 1, "number": 3, "compacted": None},
    }
    columns = [{"name": "day", "quoted": "`day`", "type": "date"}]
    operations.macros |= {
        "_model_relation": lambda node: "orders",
        "last_commit": lambda relation, existing: last,
        "_describe_table": lambda relation: columns,
        "_columns_of_model": lambda columns: columns,
        "query_rows": lambda sql: [],
        "side_table": lambda relation, suffix, schema: f"{relation}{suffix}",
    }
    printed = operations.call("why", model="orders", key={"day": datetime.date(2024, 2, 29)})
    assert printed == ['orders: no change of {"day": "2024-02-29"} in commits 2 to 3']
