"""Compiled plans without Spark: what is written, what is read, what is a difference and of which class."""

from __future__ import annotations

import copy
import functools
import json
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from dbt.adapters.tablestore.plans import expressions, files, fingerprints, rowtypes, trees, validation
from dbt.adapters.tablestore.plans.__main__ import main
from dbt.adapters.tablestore.plans.building import VIEW, Merge, Source, build, build_view
from dbt.adapters.tablestore.plans.differences import Kind, compare, worst
from dbt.adapters.tablestore.plans.errors import PlanError
from dbt.adapters.tablestore.plans.files import Plan
from dbt.adapters.tablestore.plans.operators import Operator, annotated, changes_read
from dbt.adapters.tablestore.sql.types import holds

import harness

ID_AND_AMOUNT = [{"name": "id", "type": "int"}, {"name": "amount", "type": "decimal(10,2)"}]
PAYMENTS = [{"name": "order_id", "type": "int"}, {"name": "paid", "type": "struct<Cents:bigint>"}]
COLUMNS = [*ID_AND_AMOUNT, {"name": "paid", "type": "struct<Cents:bigint>"}]
JOIN = {
    "type": "join",
    "inputs": [{"table": "lake.main.orders", "alias": "o"}, {"table": "lake.main.payments", "alias": "p"}],
    "arguments": {"on": [{"left": "id", "right": "order_id"}], "join_type": "left", "columns": None},
    "states": [
        {"name": "leftState", "alias": "o", "hint": "1d"},
        {"name": "rightState", "alias": "p", "hint": None},
    ],
}
TABLES = {"lake.main.orders": "model.shop.orders", "lake.main.payments": "source.shop.bank.payments"}


def join(**changes: Any) -> Operator:
    """The join as the package renders it, its tables named by dbt's ids."""
    given = JOIN | changes
    node = harness.call("_operator_states", given)
    inputs = [{**entry, "table": TABLES[entry["table"]]} for entry in node["inputs"]]
    return Operator(node["type"], inputs, node["arguments"], node["states"], COLUMNS)


def merge(**changes: Any) -> Merge:
    """A table that adds up amounts."""
    definition = {"primary_key": "id", "merge_engine": "aggregation", "sequence_field": "none", "fields.amount": "sum"}
    facts = {
        "key": ["id"],
        "engine": "aggregation",
        "format": "iceberg",
        "definition": definition,
        "options": {},
        "ttl": 0,
    }
    return Merge("model.shop.paid_orders", **(facts | changes))


def plan(**changes: Any) -> Plan:
    """The plan of one model; ``changes`` are arguments of ``build``."""
    given: dict[str, Any] = {
        "sources": [
            Source("model.shop.orders", ID_AND_AMOUNT, True),
            Source("source.shop.bank.payments", PAYMENTS, True),
        ],
        "operators": [join()],
        "columns": COLUMNS,
        "checksums": {"model.shop.paid_orders": fingerprints.of("select 1")},
        "merge": merge(),
    }
    return Plan("plans/paid_orders.json", build(**(given | changes)))


def plan_file(tmp_path: Path, content: dict[str, Any] | str) -> Path:
    path = tmp_path / "plan.json"
    path.write_text(content if isinstance(content, str) else files.text(content))
    return path


# --- what is written ---


def test_a_plan_has_the_shape_of_flink_s() -> None:
    content = plan().content
    assert list(content) == ["tablestoreVersion", "model", "nodes", "edges"]
    assert [(node["id"], node["type"]) for node in content["nodes"]] == [
        (1, "stream-exec-table-source-scan_1"),
        (2, "stream-exec-table-source-scan_1"),
        (3, "stream-exec-join_1"),
        (4, "stream-exec-calc_1"),
        (5, "keyed-merge_1"),
    ]
    assert all({"id", "type", "description", "outputType"} <= set(node) for node in content["nodes"])
    assert [node["id"] for node in content["nodes"] if "state" in node] == [3, 5]
    assert content["nodes"][2]["state"] == [
        {"index": 0, "ttl": "1 d", "name": "leftState"},
        {"index": 1, "ttl": "0 ms", "name": "rightState"},
    ]
    assert content["nodes"][2]["joinSpec"] == {"joinType": "LEFT", "leftKeys": ["id"], "rightKeys": ["order_id"]}
    assert content["nodes"][0]["scanTableSource"] == {"table": {"identifier": "`model`.`shop`.`orders`"}}
    assert content["nodes"][0]["outputType"] == "ROW<`id` INT, `amount` DECIMAL(10,2)>"
    assert [(edge["source"], edge["target"], edge["shuffle"]) for edge in content["edges"]] == [
        (1, 3, {"type": "HASH", "keys": ["id"]}),
        (2, 3, {"type": "HASH", "keys": ["order_id"]}),
        (3, 4, {"type": "FORWARD"}),
        (4, 5, {"type": "HASH", "keys": ["id"]}),
    ]


def test_a_table_no_operator_reads_goes_into_the_select() -> None:
    edges = plan(operators=[]).content["edges"]
    assert [(edge["source"], edge["target"]) for edge in edges] == [(1, 3), (2, 3), (3, 4)]


def test_the_same_model_gives_the_same_text() -> None:
    assert files.text(plan().content) == files.text(plan().content)


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "plans" / "deep" / "plan.json"
    files.write([plan()], path)
    assert files.read(path, "plans/deep/plan.json").content == plan().content
    assert [entry.name for entry in path.parent.iterdir()] == ["plan.json"]


ARGUMENTS = {
    "group-aggregate": {"group_by": ["k"], "aggregates": {"total": "sum(a)"}},
    "deduplicate": {"partition_by": ["k"], "order_by": ["at desc"], "keep": "last"},
    "rank": {"n": 3, "partition_by": ["k"], "order_by": ["a desc"], "rank_column": None},
    "changelog-normalize": {"key": ["k"]},
}


@pytest.mark.parametrize(("kind", "arguments"), ARGUMENTS.items())
def test_each_operator_has_flink_s_members_and_its_key(kind: str, arguments: dict[str, Any]) -> None:
    operator = Operator(kind, [{"table": "model.shop.orders", "alias": None}], arguments, [{"name": "s", "ttl": 1}])
    flink = {
        "group-aggregate": {"grouping": ["k"], "aggCalls": [{"name": "total", "expression": "sum(a)"}]},
        "deduplicate": {"uniqueKeys": ["k"], "orderBy": ["at desc"], "keepLastRow": True},
        "rank": {
            "rankType": "ROW_NUMBER",
            "partition": {"fields": ["k"]},
            "orderBy": ["a desc"],
            "rankRange": {"type": "Constant", "start": 1, "end": 3},
            "outputRowNumber": None,
        },
        "changelog-normalize": {"uniqueKeys": ["k"]},
    }[kind]
    assert flink.items() <= operator.members.items()
    assert operator.keys == [["k"]]
    assert f"stream-exec-{kind}_1" in validation.STATES


# --- operators in a query ---


def test_operators_are_read_from_the_query_they_stand_in() -> None:
    mark = harness.call("_annotation", "operator", harness.call("_operator_states", JOIN))
    read = harness.call(
        "_annotation", "changelog", {"table": "lake.main.orders", "epoch": "e", "after": None, "until": 3}
    )
    inner = f"select *, ')' as bracket from (\n    select 1 as id\n  )\n  {read}"
    operator = f"(\n  {mark}\n  {inner}\n  {harness.call('_annotation', 'operator end')}\n)"
    sql = f"with a as (select '(' as x) select * from {operator} where id in (select 1)"
    [(node, query)] = list(annotated(sql + f" union all select * from {operator}"))
    assert query == inner
    assert node["arguments"] == JOIN["arguments"]
    assert [state["ttl"] for state in node["states"]] == [86_400_000, 0]
    assert changes_read(sql) == {"lake.main.orders"}


# --- TTLs ---


def edited(node: int, ttl: Any) -> dict[str, Any]:
    content = copy.deepcopy(plan().content)
    content["nodes"][node]["state"][0]["ttl"] = ttl
    return content


@pytest.mark.parametrize("ttl", ["-5 ms", "abc", "1 week", "", "999999999999999999 d"])
def test_a_bad_ttl_is_named_with_its_file_its_node_and_what_is_accepted(tmp_path: Path, ttl: str) -> None:
    with pytest.raises(PlanError) as error:
        files.read(plan_file(tmp_path, edited(2, ttl)), "plans/x.json")
    assert "compiled plan plans/x.json:" in error.value.msg
    assert "node 3, Join(inputs=[o, p], on=[left: id, right: order_id], joinType=[left])" in error.value.msg
    assert f"state 'leftState' has the ttl {json.dumps(ttl)}; write one whole number and one unit" in error.value.msg


WRONG_MEMBERS = {
    "nodes.1.id": (1, "node 1, TableSourceScan(table=[source.shop.bank.payments], fields=[order_id, paid]): 'id' must"),
    "nodes.0.scanTableSource": ({"table": []}, "'scanTableSource.table.identifier' is missing"),
    "nodes.3.checksums": ("0", "node 4, Calc(select=[id, amount, paid]): 'checksums' is \"0\"; it must be an object"),
    "nodes.4.outputType": (None, "'outputType' is null; it must be text"),
    "nodes.4.options": ([], "'options' is []; it must be an object"),
    "nodes.2.state.1.index": (0, "state 'rightState' has the index 0; its index is 1"),
    "nodes.1": (
        plan().nodes[0] | {"id": 9},
        "node 9, TableSourceScan(table=[model.shop.orders], fields=[id, amount]): it is a copy of node 1",
    ),
    "nodes.3": (
        plan().nodes[2] | {"id": 4, "state": []},
        "joinType=[left]): it is a copy of node 3, so its TTLs have no effect",
    ),
    "edges.0.target": (9, 'the edge {"source": 1, "target": 9, '),
    "edges.2.target": (1, "'source' must be the id of a node, and 'target' that of a later one"),
    "edges.1": ("1 -> 3", "the edge \"1 -> 3\": 'source' must be the id of a node"),
    "edges": (
        [],
        "node 1, TableSourceScan(table=[model.shop.orders], fields=[id, amount]): no edge has it as 'source'",
    ),
}
# Members of which no difference follows: texts for people, and what Flink's plans have besides.
FREE = {
    "description",
    "inputProperties",
    "changelogMode",
    "dynamicTableSink",
    "inputUpsertKey",
    "shuffle",
    "shuffleMode",
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all members of a JSON value."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in entries:
        yield (*path, name)
        yield from places(inner, (*path, name))


@pytest.mark.parametrize("wrong", [None, "ROW<", "nothing", 7, True, {}, [], [None]], ids=str)
def test_no_member_of_a_wrong_kind_is_taken_for_the_same_plan(tmp_path: Path, wrong: Any) -> None:
    right, same = plan(), []
    for path in places(right.content):
        content: Any = copy.deepcopy(right.content)
        parent = functools.reduce(lambda value, name: value[name], path[:-1], content)
        if parent[path[-1]] == wrong or set(path) & FREE:
            continue
        parent[path[-1]] = wrong
        try:
            found = compare(files.read(plan_file(tmp_path, content), "x"), right)
        except PlanError:
            continue
        same += [] if found else [path]
    assert same == []


@pytest.mark.parametrize(("place", "value", "problem"), [(place, *case) for place, case in WRONG_MEMBERS.items()])
def test_members_that_cannot_be_read_are_named(tmp_path: Path, place: str, value: Any, problem: str) -> None:
    content: Any = copy.deepcopy(plan().content)
    *path, last = [int(name) if name.isdigit() else name for name in place.split(".")]
    parent = content
    for name in path:
        parent = parent[name]
    parent[last] = value
    with pytest.raises(PlanError) as error:
        files.read(plan_file(tmp_path, content), "plans/x.json")
    assert problem in error.value.msg


def test_all_bad_states_are_reported_at_once(tmp_path: Path) -> None:
    content = edited(2, "abc")
    content["nodes"][2]["state"][1]["name"] = "middleState"
    content["nodes"][0]["state"] = [{"index": 0, "ttl": "1 d", "name": "leftState"}]
    content["nodes"][4]["state"] = "1 d"
    with pytest.raises(PlanError) as error:
        files.read(plan_file(tmp_path, content), "plans/x.json")
    assert error.value.msg.count("\n  - ") == 4
    assert "'middleState' is not a state of this node; accepted: leftState, rightState" in error.value.msg
    assert "'leftState' is not a state of this node; this node has no state" in error.value.msg
    assert "'state' is \"1 d\"; write a list of {index, ttl, name}, or remove it" in error.value.msg


def test_ttls_are_those_of_the_file_for_the_states_it_names(tmp_path: Path) -> None:
    content = edited(2, "PT2S")
    assert Plan("x", content).ttls(join().members) == {"leftState": 2000, "rightState": 0}
    del content["nodes"][2]["state"][1]
    assert Plan("x", content).ttls(join().members) == {"leftState": 2000}
    del content["nodes"][2]["state"]
    assert files.read(plan_file(tmp_path, content), "x").ttls(join().members) == {}
    assert Plan("x", content).ttls({"type": "keyed-merge_1"}) == {"tableState": 0}


# --- files that are not plans ---

NOT_PLANS = {
    "{": "it is not valid JSON: ",
    '{"a":' * 5000 + "1" + "}" * 5000: "its JSON is nested too deeply for a plan",
    "[]": "it is JSON, but not an object",
    "{}": "'tablestoreVersion' is missing; this version reads '0.2'",
    '{"tablestoreVersion": "9.9"}': "its tablestoreVersion is '9.9'; this version reads '0.2'",
    '{"tablestoreVersion": "0.1"}': "an earlier version wrote it (tablestoreVersion '0.1', this version reads '0.2')",
    '{"flinkVersion": "2.1", "nodes": []}': "it is a compiled plan of Flink",
    '{"tablestoreVersion": "0.2", "model": "m", "nodes": {}}': "'nodes' must be a list",
    '{"tablestoreVersion": "0.2", "nodes": []}': "'model' is missing",
}


@pytest.mark.parametrize(("text", "problem"), NOT_PLANS.items(), ids=range(len(NOT_PLANS)))
def test_a_file_that_is_not_a_plan_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(PlanError) as error:
        files.read(plan_file(tmp_path, text), "plans/x.json", "model.shop.orders")
    assert "compiled plan plans/x.json:" in error.value.msg
    assert problem in error.value.msg
    model = "m" if '"model"' in text else "shop.orders"
    command = f"compile_plan --args '{{select: {model}, path: plans/x.json, force: true}}'"
    assert command in error.value.msg


@pytest.mark.parametrize("path", ["plans/x.json", 'plans/bob\'s, a: "plan".json'])
def test_the_command_names_the_file_whatever_its_name_is(path: str) -> None:
    *_, given = shlex.split(files.Rewriting(path, "shop").command(["model.shop.orders"]))
    assert yaml.safe_load(given) == {"select": "orders", "path": path, "force": True}


def test_a_file_with_two_plans_of_a_model_is_refused(tmp_path: Path) -> None:
    """As both sides of a merge are: the second one would have no effect."""
    other = plan(merge=replace(merge(), unique_id="model.shop.other"))
    content = {files.PLANS: [plan().content, other.content, plan().content]}
    with pytest.raises(PlanError, match=r"it has 2 plans of model\.shop\.paid_orders; remove all but one"):
        files.read(plan_file(tmp_path, content), "plans/x.json", "model.shop.paid_orders")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=r"compile_plan --args '\{select: shop\.orders\.v2, path: plans/x\.json"):
        files.read(tmp_path / "nowhere.json", "plans/x.json", "model.shop.orders.v2")
    with pytest.raises(PlanError, match=r"plans/x\.json:\n.* - the file does not exist; write it with dbt run-op"):
        files.read(tmp_path / "nowhere.json", "plans/x.json", "model.shop.orders")
    with pytest.raises(PlanError, match="write it with the operation compile_plan, which takes the name of the model"):
        files.read_all(tmp_path / "nowhere.json", "plans/x.json")


# --- differences ---

RETYPED = [{"name": "id", "type": "bigint"}, *COLUMNS[1:]]
DIFFERENT = {
    "same ttl": (
        Kind.SAME,
        {"operators": [join(states=[JOIN["states"][0] | {"hint": "24 h"}, JOIN["states"][1]])]},
        None,
    ),
    "ttl": (
        Kind.COMPATIBLE,
        {"operators": [join(states=[JOIN["states"][0] | {"hint": "9 d"}, JOIN["states"][1]])]},
        "the ttl of state leftState of Join(inputs=[o, p], on=[left: id, right: order_id], joinType=[left]) changed "
        "from 1 d to 9 d",
    ),
    "ttl of the table": (
        Kind.COMPATIBLE,
        {"merge": merge(ttl=60_000)},
        "the ttl of state tableState of KeyedMerge(table=[model.shop.paid_orders], engine=[aggregation], key=[id]) "
        "changed from never expires to 1 min",
    ),
    "new column": (
        Kind.COMPATIBLE,
        {"columns": [*COLUMNS, {"name": "note", "type": "string"}]},
        "column note (string) is new in the SELECT",
    ),
    "wider column": (Kind.COMPATIBLE, {"columns": RETYPED}, "the type of column id changed from int to bigint"),
    "column gone": (
        Kind.CHANGES_RESULTS,
        {"columns": COLUMNS[:2]},
        "column paid (struct<cents:bigint>) is no longer in",
    ),
    "other type": (
        Kind.NEEDS_REBUILD,
        {"columns": [{"name": "id", "type": "date"}, *COLUMNS[1:]]},
        "the type of column id changed from int to date",
    ),
    "key": (
        Kind.NEEDS_REBUILD,
        {"merge": merge(key=["amount"], definition=merge().definition | {"primary_key": "amount"})},
        "primary_key changed from id to amount",
    ),
    "aggregate": (
        Kind.NEEDS_REBUILD,
        {"merge": merge(definition=merge().definition | {"fields.amount": "max"})},
        "the merge of column amount changed from sum to max",
    ),
    "format": (Kind.NEEDS_REBUILD, {"merge": merge(format="delta")}, "the table format changed from iceberg to delta"),
    "option": (
        Kind.CHANGES_RESULTS,
        {"merge": merge(options={"ignore_delete": True})},
        "ignore_delete changed from (not set) to True",
    ),
    "retention": (
        Kind.COMPATIBLE,
        {"merge": merge(options={"changelog_time_retained": "interval '1 day'"})},
        "changelog_time_retained changed from (not set) to interval '1 day'",
    ),
    "join type": (
        Kind.NEEDS_REBUILD,
        {"operators": [join(arguments=JOIN["arguments"] | {"join_type": "inner"})]},
        "joinSpec of operator stream-exec-join_1 changed from joinType LEFT, leftKeys (id), rightKeys (order_id) to "
        "joinType INNER",
    ),
    "no operator": (Kind.NEEDS_REBUILD, {"operators": []}, "operator Join("),
    "text": (
        Kind.CHANGES_RESULTS,
        {"checksums": {"model.shop.paid_orders": fingerprints.of("select 2")}},
        "the text of model.shop.paid_orders changed (formatting, comments, config and TTLs do not count)",
    ),
    "expression": (
        Kind.CHANGES_RESULTS,
        {
            "checksums": {"model.shop.paid_orders": fingerprints.of("select 2")},
            "texts": {"model.shop.paid_orders": "select 2"},
        },
        "the text of model.shop.paid_orders changed from `1` to `2`",
    ),
    "macro": (
        Kind.CHANGES_RESULTS,
        {"checksums": {"model.shop.paid_orders": fingerprints.of("select 1"), "macro.shop.cents": "0"}},
        "macro.shop.cents is now used",
    ),
    "wider source": (
        Kind.COMPATIBLE,
        {
            "sources": [
                Source("model.shop.orders", RETYPED[:2], True),
                Source("source.shop.bank.payments", PAYMENTS, True),
            ]
        },
        "the type of column id of `model`.`shop`.`orders` changed from int to bigint",
    ),
    "source gone": (
        Kind.CHANGES_RESULTS,
        {"sources": [Source("model.shop.orders", ID_AND_AMOUNT, True)]},
        "`source`.`shop`.`bank`.`payments` is no longer read",
    ),
}


@pytest.mark.parametrize(("kind", "changes", "text"), DIFFERENT.values(), ids=DIFFERENT)
def test_a_difference_is_named_and_classed(kind: Kind, changes: dict[str, Any], text: str | None) -> None:
    texts = {"model.shop.paid_orders": "select 1"} if "texts" in changes else {}
    found = compare(plan(texts=texts), plan(**changes))
    assert worst(found) == kind, found
    if text is not None:
        assert any(text in difference.text for difference in found), found


EXPRESSIONS = [
    ("select id, amount from t", "select id, amount * 2 as amount from t", [("amount", "amount * 2 as amount")]),
    ("select id from t", "select id, amount from t", [("id", "id, amount")]),
    ("select sum(a) as a, b from t", "select sum(a + 1) as a, b from t", [("sum(a) as a", "sum(a + 1) as a")]),
    ("select f(a, b), c", "select f(a, x), c", [("f(a, b)", "f(a, x)")]),
    (
        "select a from (select b, c from t) where d > 1",
        "select a from (select b, e from t) where d > 2",
        [("c", "e"), ("d > 1", "d > 2")],
    ),
    ("select a from {{ ref('x') }}", "select a from {{ ref('y') }}", [('{{ ref("x") }}', '{{ ref("y") }}')]),
]


@pytest.mark.parametrize(("old", "new", "pairs"), EXPRESSIONS)
def test_a_changed_expression_is_named(old: str, new: str, pairs: list[tuple[str, str]]) -> None:
    assert expressions.changed(fingerprints.spelled(old), fingerprints.spelled(new)) == pairs


def test_the_worst_difference_comes_first() -> None:
    columns = [*COLUMNS[:2], {"name": "note", "type": "string"}]
    kinds = [difference.kind for difference in compare(plan(), plan(columns=columns, merge=merge(format="delta")))]
    assert kinds == sorted(kinds, reverse=True)
    assert set(kinds) == {Kind.NEEDS_REBUILD, Kind.CHANGES_RESULTS, Kind.COMPATIBLE}


@pytest.mark.parametrize(
    ("wide", "narrow", "fits"),
    [
        ("bigint", "int", True),
        ("int", "bigint", False),
        ("double", "float", True),
        ("decimal(12,2)", "decimal(10,2)", True),
        ("decimal(12,4)", "decimal(10,1)", False),
        ("decimal(19,0)", "bigint", True),
        ("decimal(10,0)", "bigint", False),
        ("string", "varchar(3)", True),
        ("string", "int", False),
    ],
)
def test_which_type_holds_which(wide: str, narrow: str, fits: bool) -> None:
    """Plans and runs judge alike: the package has a macro of its own, as it runs without the adapter."""
    assert holds(wide, narrow) is fits
    assert harness.call("_type_holds", wide, narrow) is fits


def test_types_are_read_as_they_were_written() -> None:
    columns = [
        {"name": "a `b`", "type": "map<string,array<struct<X:int,y:decimal(10,2)>>>"},
        {"name": "c", "type": "decimal(10,2)"},
        {"name": "d", "type": "int"},
    ]
    assert rowtypes.read(rowtypes.write(columns)) == {entry["name"]: entry["type"].lower() for entry in columns}


# --- output and exit codes ---


def test_a_plan_is_printed_as_a_tree() -> None:
    assert "\n".join(trees.lines(plan())) == (
        "model.shop.paid_orders, from plans/paid_orders.json\n"
        "[5] KeyedMerge(table=[model.shop.paid_orders], engine=[aggregation], key=[id])\n"
        "│  state tableState: never expires\n"
        "└─ [4] Calc(select=[id, amount, paid])\n"
        "   └─ [3] Join(inputs=[o, p], on=[left: id, right: order_id], joinType=[left])\n"
        "      │  state leftState: 1 d\n"
        "      │  state rightState: never expires\n"
        "      ├─ [1] TableSourceScan(table=[model.shop.orders], fields=[id, amount])\n"
        "      └─ [2] TableSourceScan(table=[source.shop.bank.payments], fields=[order_id, paid])"
    )


@pytest.mark.parametrize(
    ("changes", "code", "label"),
    [
        ({}, 0, "same"),
        ({"columns": RETYPED}, 0, "compatible"),
        ({"columns": COLUMNS[:2]}, 3, "changes results"),
        ({"merge": merge(format="delta")}, 4, "needs rebuild"),
    ],
)
def test_the_exit_code_is_that_of_the_class(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], code: int, label: str
) -> None:
    for name, each in {"old": plan(), "new": plan(**changes)}.items():
        files.write([each], tmp_path / f"{name}.json")
    assert main(["diff", str(tmp_path / "old.json"), str(tmp_path / "new.json")]) == code
    assert capsys.readouterr().out.splitlines()[0] == f"{tmp_path / 'old.json'}: {label}"


def test_a_plan_that_only_the_new_file_has_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new, other = tmp_path / "old.json", tmp_path / "new.json", replace(merge(), unique_id="model.shop.other")
    files.write([plan()], old)
    files.write([plan(), plan(merge=other)], new)
    assert main(["diff", str(old), str(new)]) == 0
    added = "compatible: the plan of model.shop.other is new"
    assert capsys.readouterr().out.splitlines() == [f"{old}: same", f"{new}: compatible", f"  {added}"]


def test_a_file_that_is_not_a_plan_has_its_own_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", str(plan_file(tmp_path, "{")), str(tmp_path / "nowhere.json")]) == 1
    assert "it is not valid JSON" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("operators", "ttl", "sentence"),
    [
        ([JOIN], 0, "leftState 1 d (hint), rightState never expires"),
        ([], 604_800_000, "tableState 7 d (plan plans/x.json)"),
        ([], 0, ""),
        ([JOIN, JOIN | {"type": "rank"}], 0, "join leftState 1 d (hint), join rightState never expires, "),
    ],
)
def test_a_run_logs_how_long_states_are_kept_and_where_that_is_set(
    operators: list[Any], ttl: int, sentence: str
) -> None:
    options = {"state_ttl": ttl, "compiled_plan": "plans/x.json"}
    marks = [
        harness.call("_annotation", "operator", harness.call("_operator_states", operator)) for operator in operators
    ]
    states = harness.call("log_states", "m", options, "plan", "select 1" + "".join(marks))
    assert states.startswith(sentence) if operators[1:] else states == sentence


def test_another_key_of_a_view_needs_a_rebuild() -> None:
    """Its table has a row per key, and neither its query nor its columns need to change with the key."""

    def of_key(*key: str) -> Plan:
        made = Merge("model.shop.v", key, VIEW, "iceberg", {}, {}, 0)
        source = Source("model.shop.orders", ID_AND_AMOUNT, True)
        return Plan("x", build_view([source], [], ID_AND_AMOUNT, {"model.shop.v": "a"}, made, {}))

    assert compare(of_key("id", "amount"), of_key("id", "amount")) == []
    for key, text in ((("id",), "(id)"), ((), "(not set)")):
        [found] = compare(of_key("id", "amount"), of_key(*key))
        assert str(found) == f"needs rebuild: the key changed from (id, amount) to {text}"


def test_a_run_compares_the_plan_of_a_view_with_its_declared_key() -> None:
    """As the file was compiled: without the declared key, the planner may find another one."""
    compiled: list[tuple[Any, ...]] = []
    views = SimpleNamespace(compiled=lambda *given: compiled.append(given))
    plans = SimpleNamespace(check_view=lambda *given: [])
    macros = harness.macros_of(
        "views/assert_view_plan.sql",
        adapter=SimpleNamespace(views=lambda: views, plans=lambda: plans),
        tablestore=SimpleNamespace(has_all_rows=lambda: True, view_plan_facts=lambda options, columns: {}),
        model={},
        compiled_code="select 1",
    )
    options = SimpleNamespace(state_ttl=5, primary_key=["id"])
    macros["tablestore_assert_view_plan"](SimpleNamespace(operators=[]), options, [])
    assert compiled == [({}, "select 1", [], {}, 5, ["id"])]


def test_a_model_is_selected_by_its_version_and_by_its_package() -> None:
    """The package of the project itself is left out, where the project is known."""
    names = [files.selected_name(f"model.{name}", "shop") for name in ("shop.orders", "shop.orders.v1", "crm.orders")]
    assert names == ["orders", "orders.v1", "crm.orders"]
    assert files.selected_name("model.shop.orders.v1", "") == "shop.orders.v1"
    both = files.Rewriting("plans/x.json", "shop").command(["model.shop.orders", "model.crm.orders"])
    assert "{select: [crm.orders, orders], path: plans/x.json, force: true}" in both
