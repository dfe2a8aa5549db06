"""Plans, engines and aggregate functions have exactly the keys and types that their schemas list."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

import harness
from planning import fold, plan
from schemas import all_problems, schema_problems, spied

ROW = "k int, v int, t string, g int, s timestamp, _row_kind string"
GROUPS = {"g": {"sequence_group": ["v"]}}
MODELS: dict[str, dict[str, Any]] = {
    "deduplicate": {},
    "first-row": {"merge_engine": "first-row", "ignore_delete": True},
    "partial-update": {"merge_engine": "partial-update"},
    "partial-update, deletes": {"merge_engine": "partial-update", "partial_update_remove_record_on_delete": True},
    "partial-update, groups": {
        "merge_engine": "partial-update",
        "fields": GROUPS,
        "partial_update_remove_record_on_sequence_group": "g",
    },
    "aggregation": {"merge_engine": "aggregation", "fields": {"v": {"aggregate_function": "sum"}}},
    "aggregation, deletes": {"merge_engine": "aggregation", "aggregation_remove_record_on_delete": True},
}
TABLES: list[dict[str, Any]] = [
    {},
    {"sequence_field": "s", "state_ttl": "1 d", "changelog_producer": "lookup", "partition_by": "t"},
    {"changelog_producer": "full-compaction", "full_compaction_delta_commits": 3, "table_options": {"bucket": 4}},
    {
        "file_format": "delta",
        "changelog_producer": "lookup",
        "changelog_producer_row_deduplicate": True,
        "changelog_time_retained": "7 d",
    },
]
KINDS = {"settings", "plan", "changelog", "expiry", "sequence group", "merge engine"}


def test_plans_and_engines_have_what_their_schemas_list() -> None:
    with spied() as records:
        for model, table in itertools.product(MODELS.values(), TABLES):
            if model.get("merge_engine") != "first-row" or table.get("changelog_producer") != "full-compaction":
                fold(ROW, primary_key="k", **(table | model))
        plan(ROW, primary_key="k", changelog_producer="input")
    assert all_problems(records) == set()
    assert {re.sub(" '.*'", "", kind) for kind, _, _ in records} - {"aggregate function"} >= KINDS


def test_aggregate_functions_have_what_their_schema_lists() -> None:
    settings: list[dict[str, Any]] = [{}, {"ignore_retract": True}, {"distinct": True}, {"nested_key": ["a"]}]
    names = harness.call("aggregates")
    with spied() as records:
        for (name, function), given in itertools.product(names.items(), settings):
            column = {"name": "v", "lower_name": "v", "quoted": "`v`", "type": "array<struct<a:int>>"}
            types = function(column, {})["types"]
            column["type"] = {"a number": "int", "text": "string", "a string": "string"}.get(
                types[0] if types else "", column["type"]
            )
            harness.call("_aggregate", name, column, given)
    assert all_problems(records) == set()
    assert {kind for kind, _, _ in records} == {f"aggregate function {name}" for name in names}


SCHEMA = {
    "name": {"type": "text", "meaning": "its name"},
    "count": {"type": "integer", "default": 0, "meaning": "how many"},
    "at": {"type": "text?", "default": None, "meaning": "when"},
}


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ({"name": "a", "count": 1}, "keys {'at'}"),
        ({"name": "a", "count": 1, "at": None, "more": 1}, "keys {'more'}"),
        ({"name": "a", "count": True, "at": None}, "count is True, not of type integer"),
        ({"name": None, "count": 1, "at": None}, "name is None, not of type text"),
    ],
)
def test_a_record_that_differs_is_found(record: dict[str, Any], problem: str) -> None:
    assert problem in schema_problems(SCHEMA, record)[0]
    assert not schema_problems(SCHEMA, {"name": "a", "count": 1, "at": None})


@pytest.mark.parametrize(
    ("values", "message"),
    [({}, "'name' is missing"), ({"name": "a", "nmae": "b"}, "'nmae' is not in its schema")],
)
def test_a_record_that_is_not_complete_is_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(harness.MacroError, match=message):
        harness.call("_record", "thing", SCHEMA, values)
