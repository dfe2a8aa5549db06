"""The shape of the SQL: one pass of hash aggregation wherever the functions allow, readable to Spark's parser."""

from __future__ import annotations

import itertools

import pytest
import sqlglot

import harness
from planning import Relation, commit, fold, plan

PLAIN = "k int, a int, b string, c boolean, s timestamp"


def test_without_deletes_nothing_is_sorted() -> None:
    functions = [
        "sum",
        "min",
        "max",
        "last_value",
        "last_non_null_value",
        "first_value",
        "first_non_null_value",
        "count",
    ]
    for function in functions:
        fields = {"a": {"aggregate_function": function}}
        text = fold(PLAIN, primary_key="k", sequence_field="s", merge_engine="aggregation", fields=fields)
        assert "collect_list" not in text and "over (" not in text and "order by" not in text, text
    assert "collect_list" not in fold(PLAIN, primary_key="k", sequence_field="s", merge_engine="partial-update")


def test_deletes_keep_the_hash_where_a_retraction_is_a_sum() -> None:
    query = PLAIN + ", _row_kind string"
    text = fold(query, primary_key="k", merge_engine="aggregation", fields={"a": {"aggregate_function": "sum"}})
    assert "collect_list" not in text
    assert "sum(if(_kind in ('-U', '-D'), -cast(`a` as bigint), cast(`a` as bigint))) as `a`" in text


def test_ignore_delete_leaves_a_batch_without_retractions() -> None:
    query = PLAIN + ", _row_kind string"
    text = fold(
        query, primary_key="k", merge_engine="aggregation", ignore_delete=True, default_aggregate_function="last_value"
    )
    assert "where coalesce(upper(`_row_kind`), '+I') not in ('-U', '-D')" in text
    assert "_retract" not in text


TYPES = {
    "a boolean": "boolean",
    "a number": "decimal(10,2)",
    "a string": "string",
    "text": "string",
    "binary": "binary",
    "an array": "array<int>",
    "an array of structs": "array<struct<x:int,y:string>>",
    "a map": "map<string,int>",
}


@pytest.mark.parametrize("kinds", [False, True])
@pytest.mark.parametrize("engine", ["aggregation", "partial-update"])
def test_every_function_renders_sql_that_parses(engine: str, kinds: bool) -> None:
    column = {"name": "a", "lower_name": "a", "type": "int", "quoted": "`a`"}
    for (name, function), removes in itertools.product(harness.call("aggregates").items(), [False, True]):
        types = function(column, {})["types"]
        query = f"k int, a {TYPES[types[0]] if types else 'string'}, g int, s timestamp"
        query += ", _row_kind string" if kinds else ""
        config = {"primary_key": "k", "sequence_field": "s", "merge_engine": engine}
        config["fields"] = {"a": {"aggregate_function": name}}
        if engine == "partial-update":
            config["fields"]["g"] = {"sequence_group": "a"}
            config["partial_update_remove_record_on_sequence_group"] = ["g"] if removes else []
        else:
            config["aggregation_remove_record_on_delete"] = removes
        for text in (fold(query, **config), commit(query, **config)):
            sqlglot.parse_one(text, read="spark")
            assert "{" not in text.replace("{\\'", ""), text


def test_a_text_over_two_lines_keeps_its_blanks() -> None:
    batch = "select 1 as k, 'one\n two' as b\n  from events"
    made = plan("k int, b string", primary_key="k")
    for number, rebuild in ((1, True), (2, False)):
        commits = {
            "number": number,
            "rebuild": rebuild,
            "snapshot": None,
            "properties": {"tablestore.run": "a1", "tablestore.made-at": ""},
        }
        made = harness.call("_of_commit", made, Relation(), "a1", [], rebuild, number == 1)
        statements = harness.call("fold_statements", made, batch, commits)
        statements += harness.call("decide_statements", made, batch, commits)
        assert any(batch in statement["sql"] for statement in statements)
