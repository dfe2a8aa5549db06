"""Keys and columns that a keyed model cannot have."""

from __future__ import annotations

import ast
import re
import string
from contextlib import nullcontext
from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest

from harness import Answer, MacroError, call, namespace, on_plain_dbt_spark
from planning import Node, Relation, plan, problems
from rooms import ROOT
from traced_runs import Adapter, Run, Tablestore, model


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
            {"primary_key": "id", "incremental_strategy": "microbatch", "changelog_producer": "input"},
            "id int",
            "changelog_producer='input' would have rows again",
        ),
        (
            {"primary_key": "id", "merge_engine": "aggregation", "default_aggregate_function": "product"},
            "id int, v decimal(38,38)",
            "column 'v' is of type decimal(38,38), of which Spark computes no product with all digits",
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
        ({"tag": date(2024, 1, 31)}, {}, "'tag' is 2024-01-31, which YAML does not read as a text: write the name in"),
        ({"tag": 1.0}, {}, 'double quotes, {model: orders, tag: "..."}'),
        ({"tag": [1]}, {}, "'tag' is [1], which YAML does not read as a text"),
        ({"tag": "june"}, {}, "tag 'june' is commit 3 already: delete it first, {model: orders, tag: \"june\", delete"),
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
    with pytest.raises(MacroError, match=r"tag --args '\{model: orders\.v2, tag: \"june\"\}'"):
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


@pytest.mark.parametrize(
    "credentials, threads, refused",
    [
        ({"method": "session"}, 2, "the 2 threads of this run share one Spark session"),
        ({"method": "session", "query_retries": 1}, 1, None),
        ({"method": "http", "query_retries": 1}, 4, "write query_retries: 0 in the profile"),
        ({"method": "thrift", "query_retries": 2}, 1, "(query_retries: 2)"),
        ({"method": "thrift", "query_retries": 0}, 4, None),
        ({"method": "http"}, 4, None),  # releases of dbt-spark that never send a statement again
    ],
)
def test_statements_that_plain_dbt_spark_could_execute_twice(
    credentials: dict[str, Any], threads: int, refused: str | None
) -> None:
    config = {"credentials": credentials, "threads": threads}
    answers = [Answer(key="spark.sql.hive.thriftServer.singleSession", value="false")]
    macros = namespace(adapter={"type": lambda: "spark", "config": config}, run_query=lambda sql: answers)
    sends = macros["_adapter_sends"]()
    if refused is None:
        macros["_assert_sent_once"]("orders", sends)
        return
    with pytest.raises(MacroError, match=re.escape(refused)):
        macros["_assert_sent_once"]("orders", sends)


@pytest.mark.parametrize("adapter", ["spark", "tablestore"])
@pytest.mark.parametrize("method", ["thrift", "http", "connect", "session"])
@pytest.mark.parametrize("threads", [1, 2])
def test_threads_do_not_share_the_one_session_of_a_thrift_server(adapter: str, method: str, threads: int) -> None:
    """Its settings identify a commit."""
    asked: list[str] = []

    def run_query(sql: str) -> list[Answer]:
        asked.append(sql)
        return [Answer(key=sql.partition(" ")[2], value="TRUE")]

    config = {"credentials": {"method": method}, "threads": threads}
    sends = namespace(adapter={"type": lambda: adapter, "config": config}, run_query=run_query)["_adapter_sends"]()
    refuses = method == "thrift" and threads > 1
    assert asked == ["set spark.sql.hive.thriftServer.singleSession"] * refuses
    assert sends["is_plain"] == (adapter == "spark")
    assert (sends["threads"] > 1) == (refuses or (threads > 1 and (adapter, method) == ("spark", "session")))
    if refuses:
        with pytest.raises(MacroError, match="the server has one session for the 2 threads"):
            call("_assert_sent_once", "orders", sends)


@pytest.mark.parametrize("special", [*string.punctuation, "ü"])
def test_tables_are_found_by_names_that_are_no_patterns(special: str) -> None:
    """Spark reads the pattern of SHOW TABLES as alternatives, each a regular expression with `*` for any text."""
    relation = SimpleNamespace(identifier=f"a{special}b", include=lambda identifier: "lake.main")
    asked: list[str] = []

    def query_rows(sql: str) -> list[dict[str, str]]:
        pattern = ast.literal_eval(sql.partition(" like ")[2])
        asked.append(pattern)
        names = [
            name
            for name in (relation.identifier, "a-other-b")
            for one in pattern.split("|")
            if re.fullmatch(one.replace("*", ".*"), name, re.IGNORECASE)
        ]
        return [{"tableName": name} for name in names]

    macros = namespace()
    macros["query_rows"] = query_rows
    assert macros["_exists_now"](relation) and len(asked) == 1


RUN, COMPILE = SimpleNamespace(WHICH="run"), SimpleNamespace(WHICH="compile")


def cached(flags: SimpleNamespace, exists: bool) -> dict[str, Any]:
    """Macros where dbt's cache of relations is empty, and the catalog has a table or does not."""
    macros = namespace(execute=True, flags=flags, load_relation=lambda relation: None, local_md5=str)
    macros["_exists_now"], macros["_adapter_type"] = lambda relation: exists, lambda: "tablestore"
    return macros


def test_a_table_that_the_cache_lacks_is_asked_of_the_catalog() -> None:
    """With plain dbt-spark, whose adapter does not ask."""
    events = Relation("events", "raw")
    events.is_cte = False
    assert not cached(RUN, exists=True)["_has_no_changes_yet"](events, "changelog")
    assert cached(COMPILE, exists=True)["_has_no_changes_yet"](events, "changelog")
    deletes = plan("k int, v int, _row_kind string", primary_key="k", sequence_field="v", delete_retained="30 d")
    macros = cached(RUN, exists=True)
    macros["_describe_table"] = lambda table: [{"name": name, "type": "int", "comment": None} for name in ("k", "v")]
    macros["_run"] = lambda statements: ""
    found = macros["_with_deletes"](deletes, SimpleNamespace(has_history=True, rebuild=False))["deletes"]
    assert found["stored"] and not found["creates"]


def test_a_run_does_not_read_the_changes_of_a_table_that_does_not_exist() -> None:
    """A hook could create it after the query was compiled, and the next run would read its rows again."""
    events = Relation("events", "raw")
    events.is_cte, events.limit, events.render = False, None, lambda: str(events)
    with pytest.raises(
        MacroError, match=r"changelog\(lake.raw.events\):\n  - there is no table or view lake.raw.events"
    ):
        cached(RUN, exists=False)["changelog"](events)
    assert "'+I' as _row_kind" in cached(COMPILE, exists=False)["changelog"](events)
    events.is_cte = True
    assert "'+I' as _row_kind" in cached(RUN, exists=False)["changelog"](events)


@pytest.mark.parametrize(
    ("query", "is_refused"),
    [
        ("select 1 as k;", True),
        ("select 1 as k; -- done", True),
        ("select 1 as k /* ; */ ;", True),
        ("select 1 as k /* /* */ */;", True),
        ("select ';' as k, \";\", r'\\;', 'it\\';', `a;` -- ;", False),
        ("select 1 as k /* /* */ ; */ -- a \\\n ;", False),
        ("select 1 as k", False),
    ],
)
@pytest.mark.parametrize("plain", [False, True])
def test_a_semicolon_ends_no_keyed_model(query: str, is_refused: bool, plain: bool) -> None:
    """The SELECT becomes a part of a statement."""
    with on_plain_dbt_spark() if plain else nullcontext():
        of_adapter = Adapter if plain else Tablestore
        run = Run(model("order_id int, v int", sequence_field="w"), of_adapter, compiled_code=query)
        with pytest.raises(MacroError) as refused:
            run()
    assert "'sequence_field' names 'w'" in str(refused.value)
    problem = "the SELECT has a semicolon: remove it, and write one SELECT"
    assert (problem in str(refused.value)) == is_refused
