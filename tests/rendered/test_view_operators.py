"""Operators of views whose state expires have the SQL of the stateful operators of keyed models."""

from __future__ import annotations

import json
from typing import Any

import pytest
from dbt.adapters.tablestore.views import building
from dbt.adapters.tablestore.views.expressions.functions import Functions
from dbt.adapters.tablestore.views.operators.stateful import stateful_in

import rooms
from harness import call

TABLES = {"`orders`": {"id": "int", "k": "string", "v": "int"}, "`shipments`": {"id": "int", "k": "string"}}
JOIN = "select o.id, o.v + 1 as w, s.id as rid from orders as o {} join (select * from shipments where id > 0) as s on "


def operator(query: str) -> dict[str, Any]:
    """What the only operator of a query gives to the macros, as they get it: without objects of Python."""
    built = building.build(building.parse(query), TABLES, Functions({}, lambda name: True), True)
    (found,) = stateful_in(built.root)
    return dict(json.loads(json.dumps(found.for_macros())))


def rendered(made: dict[str, Any], tables: list[str], version: str | None) -> str:
    return str(made["render"](tables, made["parameters"], version)).strip()


def inputs(given: dict[str, Any], null_keys: bool = False) -> list[dict[str, Any]]:
    upstream = {"key_equals": "<=>" if null_keys else "="}
    return [{**side, "primary_key": ["`id`"], "upstream": upstream} for side in given["sides"]]


VERSIONS = {"inner": "l._version", "left": "l._version", "full": "coalesce(l._version, r._version)"}


@pytest.mark.parametrize("kind", VERSIONS)
def test_a_join_has_the_query_of_a_keyed_model(kind: str) -> None:
    given = operator(JOIN.format(kind) + "o.k = s.k and o.v > s.id")
    assert given["node"]["arguments"]["join_type"] == kind and len(given["columns"]) == 3
    sides = inputs(given, null_keys=True)
    made = call("_join_operator", {**given["parameters"], "result": given["columns"]}, sides)
    tables = [{key: value for key, value in side.items() if key != "query"} for side in sides]
    keyed = {**given["parameters"], "shared": [], "columns": None}
    of_model = call("_join_operator", keyed, tables)
    assert made["identity"] == of_model["identity"] == ["_left_1", "_left_exists", "_right_1", "_right_exists"]
    expected = rendered(of_model, ["a", "b"], "_version")
    assert expected.startswith(f"select\n  {VERSIONS[kind]} as _version,\n  l.`id` as _left_1,")
    expected = expected.replace("l.* except (_version),\n  r.* except (_version)", ",\n  ".join(given["columns"]))
    expected = expected.replace("._version", "._w.v").replace("l.`id`", "l._w.k1").replace("r.`id`", "r._w.k1")
    assert rendered(made, ["a", "b"], "_w.v") == expected


def test_a_group_by_has_the_query_of_a_keyed_model() -> None:
    given = operator("select k, sum(v) as total from orders where id > 0 group by k")
    of_view = rendered(call("_aggregate_operator", given["parameters"]), ["a"], "_w.v")
    assert of_view == "select\n  _w.v as _version,\n  `k`,\n  SUM(`v`) as `_sum`\nfrom a\ngroup by _w.v, `k`"
    of_model = rendered(call("_aggregate_operator", given["parameters"]), ["a"], "_version")
    assert of_view.replace("_w.v as _version", "_version").replace("_w.v", "_version") == of_model


def test_what_is_below_an_operator_gets_the_version_and_the_key_of_each_row() -> None:
    given = operator("select k, sum(v) as total from orders where id > 0 group by k")
    (side,) = inputs(given)
    assert side["query"] == "select * from (select `id`, `k`, `v`, _w from input_given) as _q where (`id` > 0)"
    assert call("_side_rows", side, "input_rows", "_version") == (
        f"(with input_given as (select *, struct(_version as v, `id` as k1) as _w from input_rows) {side['query']})"
    )
    plain = {**side, "query": None}
    assert call("_side_rows", plain, "input_rows", "_version") == "input_rows"


def test_macros_ask_an_operator_once() -> None:
    path = rooms.INCLUDE / "views" / "view_operators.sql"
    assert [call.attr for call in rooms.attributes_of(path, "operator")] == ["for_macros"]
