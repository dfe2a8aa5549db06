"""Keys and columns that a keyed model cannot have."""

from __future__ import annotations

import re
from typing import Any

import pytest

from harness import MacroError, call, namespace
from planning import Node, Relation, problems
from rooms import ROOT


@pytest.mark.parametrize(
    ("config", "columns", "message"),
    [
        ({"merge_engine": "deduplicate"}, "id int", "'primary_key' is missing"),
        ({"primary_key": ["id", "ID"]}, "id int", "'primary_key' names a column twice"),
        ({"primary_key": "id"}, "id double", "key column 'id' is of type double"),
        ({"primary_key": "id"}, "id array<int>", "key column 'id' is of type array<int>"),
        ({"primary_key": "id", "rowkind_field": "v"}, "id int, v int", "row kind column 'v' is of type int"),
        ({"primary_key": "id"}, "id int, _change int", "column '_change' is used by the merge itself"),
        (
            {"primary_key": "id", "ignore_delete": True, "table_options": {"ignore-delete": "true"}},
            "id int",
            "set the same option",
        ),
        (
            {
                "primary_key": "id",
                "merge_engine": "aggregation",
                "incremental_strategy": "microbatch",
                "fields": {"v": {"aggregate_function": "sum"}},
            },
            "id int, v int",
            "'v' has the aggregate function sum, which would count rows again",
        ),
        (
            {"primary_key": "id", "incremental_strategy": "append"},
            "id int",
            "incremental_strategy 'append' cannot be combined with a primary key: remove it, or remove primary_key",
        ),
        ({"primary_key": {"a": 1}}, "id int", "write a column name or a list of column names"),
    ],
)
def test_one_problem(config: dict[str, object], columns: str, message: str) -> None:
    assert message in problems(columns, **config)


# Names in `versions_query`, where the columns of a model are fields of structs; tests/engine/test_versions.py and
# test_group_versions.py use two each.
BESIDE_NO_COLUMN = {
    "_all", "_at", "_carried", "_deletes", "_event", "_event_1", "_event_2", "_from", "_group", "_group_1", "_group_2",
    "_is_delete", "_is_new", "_is_shown", "_key", "_made", "_new", "_next", "_next_at", "_next_but_one", "_number",
    "_old", "_own", "_previous", "_row", "_since", "_state", "_state_before", "_stored", "_values",
}  # fmt: skip


def test_a_column_with_a_name_that_the_merge_uses_is_refused() -> None:
    """The names are read from the generated SQL, so that none is forgotten."""
    texts = [path.read_text() for path in (ROOT / "tests/rendered/sql/keyed").rglob("*.*")]
    names = set(re.findall(r"\bas (_\w+)", "\n".join(texts))) - {*call("_reserved_columns"), *BESIDE_NO_COLUMN}
    assert len(names) > 20
    for name in names:
        assert f"column '{name}' is used by the merge itself" in problems(f"id int, {name} int", primary_key="id")
    assert problems("id int, _retracts_1 int", primary_key="id") == ""


@pytest.mark.parametrize(
    ("arguments", "changed", "message"),
    [
        ({"tag": "7"}, {}, "'tag' is '7'; write a name of letters, digits"),
        ({"tag": "a b"}, {}, "'tag' is 'a b'; write a name"),
        ({"tag": "a\n"}, {}, "write a name"),
        ({"tag": "may", "commit": 9}, {}, "'commit' is '9'; the changelog has commits 1 to 4"),
        ({"tag": "june"}, {}, "tag 'june' is commit 3 already: delete it first"),
        ({"tag": "juni", "delete": True}, {}, "model 'orders' has no tag 'juni', did you mean 'june'?"),
        ({"tag": "old"}, {}, ""),
        ({"tag": "may", "commit": 4}, {}, ""),
        ({"tag": "may"}, {"producer": "none"}, "model 'orders' writes no changelog, so no scan can read a commit"),
        ({"tag": "may", "commit": 2}, {"changelog_start": 3}, "'commit' is '2'; the changelog has commits 3 to 4"),
        ({"tag": "may", "commit": 4}, {"producer": "full-compaction, apart", "compacted": 3}, "commits 1 to 3"),
    ],
)
def test_tags(arguments: dict[str, Any], changed: dict[str, Any], message: str) -> None:
    last = {"epoch": "b2", "number": 4, "producer": "lookup", "changelog_start": 0, "compacted": 4} | changed
    tags = {"june": {"epoch": "b2", "commit": 3}, "old": {"epoch": "b1", "commit": 1}}
    given = {"commit": None, "delete": False} | arguments
    found = call("_tag_problems", "orders", last=last, tags=tags, **given)
    assert message in " ".join(found) and bool(message) == bool(found)


def test_a_tag_that_is_not_there_is_made_with_the_name_of_the_model() -> None:
    """Its table can have another name, and only tables of keyed models have tags."""
    config = Node(materialized="incremental", primary_key="id")
    node = {"name": "orders", "version": 2, "alias": "bills", "schema": "main", "database": "lake", "config": config}
    nodes = {"model.p.orders.v2": Node(node, resource_type="model")}
    macros = namespace(execute=True, graph=Node(nodes=nodes))
    upstream = Node(tags={}, tagged=Relation("bills"), until=3)
    with pytest.raises(MacroError, match=r"tag --args '\{model: orders\.v2, tag: june\}'"):
        macros["_scan_commit"](upstream, "june", None, "changelog")
    with pytest.raises(MacroError, match=r"no tag 'june'; only commits of keyed models have tags"):
        macros["_scan_commit"](Node(upstream, tagged=None), "june", None, "changelog")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"scan": "from-timestamp"}, "scan='from-timestamp' needs 'timestamp'"),
        ({"scan": "from-timestamp", "timestamp": "yesterday"}, "'timestamp' is 'yesterday'; write a point in time"),
        ({"scan": "from-timestamp", "timestamp": "2026-02-29"}, "'timestamp' is '2026-02-29'; write"),
        ({"scan": "from-timestamp", "timestamp": "2026-02-01 12:30Z"}, "write a point in time"),
        ({"scan": "as-of"}, "scan='as-of' needs 'commit' or 'timestamp'"),
        ({"scan": "as-of", "commit": 1, "timestamp": "2026-01-01"}, "'commit' and 'timestamp' exclude each other"),
        ({"scan": "incremental-between", "timestamps": ["2026-01-01"]}, "'timestamps' is '['2026-01-01']'; write"),
        ({"scan": "incremental-between", "commits": [3, 1]}, "'commits' is '[3, 1]'; write [after, until]"),
        ({"scan": "incremental-between", "commits": ["a'b", 1]}, "write [after, until]"),
        ({"scan": "latest", "timestamp": "2026-01-01"}, "'timestamp' has no effect with scan='latest': remove it"),
        ({"scan": "incremental-between", "commits": ["may", "june"]}, ""),
        ({"scan": "incremental-between", "timestamps": ["2026-01-01", "2026-01-02 10:00:00.5+01:00"]}, ""),
    ],
)
def test_arguments_of_a_scan(arguments: dict[str, Any], message: str) -> None:
    given = dict.fromkeys(("commit", "commits", "timestamp", "timestamps")) | arguments
    found = call("_scan_problems", {}, **given)
    assert message in " ".join(found) and bool(message) == bool(found)
