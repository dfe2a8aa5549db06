"""What a model has read of tables, and what it may read next, without Spark."""

from __future__ import annotations

import re
import time
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import jinja2
import pytest

from harness import GRAPH, Answer, MacroError, call, namespace
from planning import Node, Relation, fold, plan

SUM = plan("k int, v int", primary_key="k", merge_engine="aggregation", fields={"v": {"aggregate_function": "sum"}})
BEFORE = {
    "lake.prod.orders": {"epoch": "E1", "commit": 7},
    "kafka:refunds": {"epoch": "E3", "partitions": {"0": 3}},
    "new_files": {"epoch": "new_files", "commit": 2},
    "lake.prod.`us.fees`": {"epoch": "E4", "commit": 1},
}


ALL = {"prod__orders": ("E1", 7), "prod__fees": ("E4", 1)}


def reading(**ranges: tuple[str, int | None]) -> str:
    """A query that reads the changes of tables, `schema__table=(epoch, after)`, up to commit 9."""
    return " ".join(
        call(
            "_annotation",
            "changelog",
            {"table": f"lake.{name.replace('__', '.')}", "epoch": epoch, "after": after, "until": 9},
        )
        for name, (epoch, after) in ranges.items()
    )


def test_a_table_of_the_same_name_elsewhere_is_not_read_beside_the_one_before() -> None:
    """Of `--defer` or another schema: its rows are in the result already."""
    with pytest.raises(MacroError) as refused:
        call("_offsets", SUM, reading(dev__orders=("E2", None)), BEFORE)
    message = str(refused.value)
    assert "reads lake.dev.orders for the first time, and has read lake.prod.orders up to commit 7" in message
    assert "dbt run --full-refresh --select orders+" in message


def test_a_table_of_another_source_is_read_beside_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rows are others: `us.orders` is no longer read, and `eu.orders` is."""
    monkeypatch.setitem(GRAPH["sources"], "source.shop.us.orders", Node(relation_name="`lake`.`prod`.`orders`"))
    query = reading(dev__orders=("E2", None), prod__fees=("E4", 1))
    assert call("_offsets", SUM, query, BEFORE)["lake.dev.orders"]["commit"] == 9


@pytest.mark.parametrize(
    "query",
    [
        reading(prod__orders=("E1", 7)),
        reading(dev__new_files=("E2", None), **ALL),
        reading(dev__fees=("E2", None), **ALL),
        reading(dev__orders=("E1", 7)),  # the same table under another name
        reading(dev__orders=("E2", None), **ALL),  # both
        reading(dev__refunds=("E2", None), **ALL),  # another table
        reading(dev__refunds=("E2", 4)),  # not its rows so far
    ],
)
def test_other_tables_are_read_beside_the_one_before(query: str) -> None:
    offsets = call("_offsets", SUM, query, BEFORE)
    assert all(offset["commit"] == 9 for table, offset in offsets.items() if f'"{table}"' in query)


@pytest.mark.parametrize(
    ("config", "counted"),
    [
        ({"merge_engine": "aggregation", "default_aggregate_function": "sum"}, r"v \(sum\), w \(sum\)"),
        ({"merge_engine": "aggregation", "fields": {"w": {"aggregate_function": "count"}}}, r"w \(count\)"),
        (
            {
                "merge_engine": "partial-update",
                "fields": {"v": {"sequence_group": "w"}, "w": {"aggregate_function": "sum"}},
            },
            r"w \(sum\)",
        ),
        ({"changelog_producer": "input"}, r"its changelog \(changelog_producer='input'\)"),
        ({"merge_engine": "aggregation", "default_aggregate_function": "max"}, None),
        ({}, None),
    ],
)
def test_a_table_is_not_read_in_place_of_one_whose_rows_have_been_counted(
    config: dict[str, Any], counted: str | None
) -> None:
    """After an alias or `latest_version` has changed: the model version before it is still in the project."""
    model = plan("k int, v int, w int", primary_key="k", **config)
    query, before = reading(main__orders_v2=("E2", None)), {"lake.main.orders_v1": {"epoch": "E1", "commit": 7}}
    if counted is None:
        assert call("_offsets", model, query, before)["lake.main.orders_v2"]["commit"] == 9
        return
    with pytest.raises(MacroError, match=f"both have would be twice in {counted}. Rebuild") as refused:
        call("_offsets", model, query, before)
    assert "reads lake.main.orders_v2 for the first time, and no longer lake.main.orders_v1" in str(refused.value)
    assert "dbt run --full-refresh --select orders+" in str(refused.value)


def test_a_table_that_was_given_up_earlier_is_not_replaced() -> None:
    model = plan("k int, v int, w int", primary_key="k", changelog_producer="input")
    both = {f"lake.main.{name}": {"epoch": f"E_{name}", "commit": 7} for name in ("a", "b")}
    without = call("_offsets", model, reading(main__b=("E_b", 7)), both)
    assert without["lake.main.a"] == {"epoch": "E_a", "commit": 7, "left": True}
    later = call("_offsets", model, reading(main__b=("E_b", 9), main__c=("E_c", None)), without)
    assert later["lake.main.c"]["commit"] == 9 and later["lake.main.a"]["left"]
    assert call("_offsets", model, "select * from plain", both)["lake.main.a"]["left"], "a backfill"
    again = call("_offsets", model, reading(main__a=("E_a", 7), main__b=("E_b", 9)), later)
    assert "left" not in again["lake.main.a"] and again["lake.main.c"]["left"]


def test_a_query_that_goes_on_is_not_run_for_a_table_without_the_rows_before() -> None:
    """The project decides to rebuild a model when it runs, and not for what names the model as its consumer."""
    upstream = {"table": "lake.prod.orders", "epoch": "E1", "until": 9, "limit": None}
    first, later = (
        str(call("_read_annotation", upstream, {"name": "totals", "offsets": offsets}, 7, "commits"))
        for offsets in ({}, BEFORE)
    )
    assert call("_offsets", SUM, later, BEFORE)["lake.prod.orders"]["commit"] == 9
    assert call("_offsets", SUM, first, {})["lake.prod.orders"]["commit"] == 9, "scan='from-commit', the first time"
    with pytest.raises(MacroError) as refused:
        call("_offsets", SUM, later, {})
    message = str(refused.value)
    assert "its query has the changes of lake.prod.orders after commit 7, and its table, which this run" in message
    assert "dbt run --full-refresh --select orders+" in message


def test_the_columns_of_an_iceberg_table_that_its_snapshot_lacks_are_in_the_offset() -> None:
    """After a rebuild, a reader has the columns of today in the rows of a snapshot that has others."""
    ids, paths = {100: "a", 300: "c"}, {"k": 1, "v": 4, "s": 2, "s.b": 5}
    upstream = {"table": "lake.prod.t", "epoch": "t", "until": 300, "limit": None, "snapshot_ids": ids}
    macros: dict[str, Any] = namespace()
    macros["_adapter_field_paths"] = lambda table, snapshot=None: paths if snapshot is None else paths | {"v": 3}
    macros["_adapter_has_columns_of"] = lambda table, snapshot: False
    reader = {"name": "totals", "offsets": {}}
    own, others = (
        macros["_offsets"](SUM, str(macros["_read_annotation"](upstream | {"snapshot": rows}, reader, None)), {})
        for rows in ("lake.prod.t version as of c", "(select cast(null as int) as v from lake.prod.t version as of c)")
    )
    assert own["lake.prod.t"] == {"epoch": "t", "commit": 300, "snapshot": "c"}
    assert others["lake.prod.t"] == own["lake.prod.t"] | {"fields": paths}
    assert macros["_replaced_fields"](upstream, own["lake.prod.t"]) == ["v"]
    assert macros["_replaced_fields"](upstream, others["lake.prod.t"]) == []
    assert macros["_replaced_fields"](upstream, {"epoch": "t", "commit": 200}) == []
    del paths["v"]
    paths |= {"s.b": 7, "s.c": 8}
    assert macros["_replaced_fields"](upstream, others["lake.prod.t"]) == ["s.b"]


@pytest.mark.parametrize(("value", "found"), [("true", True), ("TRUE", True), ("false", False), (None, False)])
def test_the_feed_of_a_delta_table_is_on_in_any_spelling(value: str | None, found: bool) -> None:
    """Delta compares no case, and shows the property as it was written."""
    macros: dict[str, Any] = namespace()
    macros["query_rows"] = lambda sql: [{"version": 3, "id": "d"}]
    properties = {"delta.minReaderVersion": "1"} | ({"delta.enableChangeDataFeed": value} if value else {})
    assert ("no_feed" not in macros["_plain_table"]("t", properties)["limits"]) is found


@pytest.mark.parametrize(("snapshot", "fits"), [("a", True), ("b", False), (None, True)])
def test_another_snapshot_at_the_position_that_was_read(snapshot: str | None, fits: bool) -> None:
    """An offset of an earlier release has none."""
    macros: dict[str, Any] = namespace()
    macros["_adapter_has_columns_of"] = lambda table, snapshot: True
    upstream = {"table": "lake.prod.t", "until": 100, "snapshot_ids": {100: "a"}, "snapshots": {"a": {}, "b": {}}}
    offset = {"epoch": "t", "commit": 100} | ({"snapshot": snapshot} if snapshot else {})
    assert bool(macros["_problems_of_plain"](upstream, {"name": "totals"}, offset)) is not fits


@pytest.mark.parametrize(
    ("column", "type", "changed", "found"),
    [
        ("V", "int", ["v"], ["V"]),
        ("v", "int", ["w", "va", "s.v"], []),
        ("s", "struct<a:int,b:int>", ["s.b"], ["s"]),
        ("s", "array<struct<a:int,`B c`:int>>", ["s.element.`b c`"], ["s"]),
        ("s", "struct<a:int>", ["s.b"], []),
        ("s", "struct<a:int>", ["s"], ["s"]),
        ("a.b", "int", ["`a.b`"], ["a.b"]),
        ("a", "int", ["`a.b`"], []),
        ("v", "int", None, ["v"]),
    ],
)
def test_columns_of_a_delta_table_with_the_names_of_others(
    column: str, type: str, changed: list[str] | None, found: list[str]
) -> None:
    macros: dict[str, Any] = namespace()
    macros["changed_columns"] = lambda table, after, until: [{"operation": "any", "columns": changed}]
    macros["query_columns"] = lambda sql: [{"name": column, "type": type}, {"name": "k", "type": "int"}]
    replaced = macros["_replaced_names"]({"table": "t", "until": 3}, {"commit": 2})
    assert replaced == found + (["k"] if changed is None else [])


@pytest.mark.parametrize(
    ("asked", "strategy", "failed_before", "epoch", "rebuilt"),
    [
        (True, None, False, "of another run", True),
        (False, None, False, None, False),
        (True, "microbatch", False, "of another run", True),
        (True, "microbatch", False, None, True),  # there is no table
        (True, "microbatch", False, "run 1 lake.main.orders", False),  # the first batch has built it
        (True, "microbatch", True, "of another run", False),  # the batches of `dbt retry`
    ],
)
def test_a_query_is_compiled_for_the_table_that_its_run_has(
    asked: bool, strategy: str | None, failed_before: bool, epoch: str | None, rebuilt: bool
) -> None:
    """The project's `should_full_refresh` decides, and not the flag, which is not set here."""
    node = Node(unique_id="model.shop.orders", config=Node(incremental_strategy=strategy))
    node.previous_batch_results = {"successful": [1]} if failed_before else None
    macros: dict[str, Any] = namespace(
        model=node,
        config=SimpleNamespace(model=node),
        should_full_refresh=lambda: asked,
        local_md5=str,
        invocation_id="run 1 ",
    )
    macros["_model_relation"] = lambda node: "lake.main.orders"
    macros["_is_unavailable"] = lambda table: epoch is None
    macros["table_properties"] = lambda table: {"tablestore.epoch": epoch}
    assert macros["_is_rebuilt"](node) is rebuilt
    other = Node(unique_id="model.shop.totals", config=Node(full_refresh=True))
    assert macros["_is_rebuilt"](other) is True


def operator_input(name: str, after: int | None, columns: list[str], **upstream: Any) -> dict[str, Any]:
    given = {"table": f"lake.shop.{name}", "log": f"lake.shop.{name}__changelog", "until": 8, "committed_at": None}
    return {
        "name": name, "upstream": {"key_equals": "=", "expires": False, **given, **upstream}, "after": after,
        "columns": columns, "primary_key": ["`id`"], "operator_key": ["id"], "rows": f"lake.shop.{name}",
        "rows_name": f"{name}_rows", "normalized": False, "query": None, "annotation": "/* range */",
    }  # fmt: skip


def join(*inputs: dict[str, Any], hint: Any = None) -> str:
    states = [{"name": f"{side}State", "alias": side, "hint": hint} for side in ("left", "right")]
    condition = {"kind": "inner", "conditions": ["l.id = r.id"], "shared": ["`id`"], "columns": None}
    node = {"type": "join", "inputs": [], "states": states, "arguments": {}}
    return call("_stateful_operator", node, call("_join_operator", condition, inputs), inputs, "changelog_join")


def test_an_operator_reads_all_inputs_for_the_first_time_or_none() -> None:
    left, right = operator_input("left", 5, ["`id`", "`v`"]), operator_input("right", None, ["`id`", "`w`"])
    with pytest.raises(MacroError) as refused:
        join(left, right)
    message = str(refused.value)
    assert "lake.shop.right is read for the first time, and lake.shop.left has been read up to commit 5" in message
    assert "--full-refresh" in message
    assert "'+I' as _row_kind" in join({**left, "after": None}, right)


@pytest.mark.parametrize(
    ("column", "upstream", "refused"),
    [("`_Version`", {}, True), ("`_step`", {}, False), ("`_step`", {"expires": True}, True), ("`version`", {}, False)],
)
def test_columns_with_the_names_of_an_operator(column: str, upstream: dict[str, Any], refused: bool) -> None:
    """In the first run, too, because the second would fail."""
    left = operator_input("left", None, ["`id`", column], **upstream)
    right = operator_input("right", None, ["`id`"])
    if not refused:
        assert "'+I' as _row_kind" in join(left, right)
        return
    with pytest.raises(MacroError, match=f"lake.shop.left has a column {column}, a name that the operator itself uses"):
        join(left, right)


def read(table: str, order: str | None) -> str:
    """The annotation of a query that reads changes; without an order, in an operator."""
    upstream = {"table": table, "epoch": "e", "until": 3, "limit": None}
    return str(call("_read_annotation", upstream, {"name": "r", "offsets": {}}, 1, order))


OPERATOR = "/* tablestore.operator {} */" + read("a", None) + read("b", None) + "/* tablestore.operator end */"


@pytest.mark.parametrize(
    ("query", "arrival"),
    [
        ("select 1", "given"),
        (read("a", "given"), "given"),
        (read("a", "commits"), "commits"),
        (read("a", "commits") * 2, "commits"),
        (OPERATOR, "commits"),
        (OPERATOR + read("a", "commits"), "several"),
        (read("a", "commits") + read("b", "given"), "several"),
        (read("a", "net") + read("b", "commits"), "several"),
        (read("a", "net") + read("b", "net"), "net"),
    ],
)
def test_how_changes_arrive(query: str, arrival: str) -> None:
    assert call("_batch_arrival", query, {"options": {}}) == arrival
    own_kinds = {"given": "given", "commits": "given", "several": "several", "net": "several"}[arrival]
    assert call("_batch_arrival", query, {"options": {"rowkind_field": "op"}}) == own_kinds
    changes = f"(select *, '+I' as _row_kind, 1 as _commit from log{query})"
    assert call("_batch_arrival", call("from_changelog", changes, "op"), {"options": {}}) == own_kinds


CHANGES = "k int, v int, _row_kind string, _commit bigint"
REMOVING = {"merge_engine": "aggregation", "default_aggregate_function": "sum"}


@pytest.mark.parametrize(
    ("columns", "config", "warns"),
    [
        (CHANGES, {}, True),
        (CHANGES.removesuffix(", _commit bigint"), {}, True),
        (CHANGES, {"sequence_field": "v"}, False),
        (CHANGES, {"ignore_delete": True}, False),
        ("k int, v int", {}, False),
        (CHANGES, REMOVING, False),
        (CHANGES, REMOVING | {"aggregation_remove_record_on_delete": True}, True),
    ],
)
def test_changes_of_several_tables_need_an_order(columns: str, config: dict[str, Any], warns: bool) -> None:
    """Unless no key is in two of them, which is not known."""
    text = call("_warning_of_several_tables", plan(columns, arrival="several", primary_key="k", **config))
    assert "and has no sequence_field: a key that moves" in text if warns else text is None


@pytest.mark.parametrize("columns", [CHANGES, CHANGES.removesuffix(", _commit bigint")])
def test_net_changes_of_several_tables_take_rows_away_first(columns: str) -> None:
    order = fold(columns, arrival="net", primary_key="k").split(" as _order")[0].rsplit("struct(", 1)[1]
    assert order.strip().startswith("case _kind when '-D' then 0 when '-U' then 1 when '+I' then 2 else 3 end")


@pytest.mark.parametrize("said", [None, "true", "false"])
@pytest.mark.parametrize("start", [0, 7])
def test_a_commit_says_whether_its_changelog_starts_with_it(said: str | None, start: int) -> None:
    """A trimming that has deleted all changes moves the start to the last commit, too."""
    record = {
        "tablestore.commit": 8,
        "tablestore.changelog-start": start,
        "tablestore.history-columns": "rows_inserted",
        "tablestore.compacted": 8,
    } | ({"tablestore.starts-changelog": said} if said else {})
    last = {"number": 7, "exists": True, "compacted": 7, "properties": record, "old_properties": [], "snapshot": "s"}
    found = namespace()["_commit_from_properties"](Relation(), last, False, record, True)
    assert found["starts_changelog"] is (said == "true" if said else start == 7)


@pytest.mark.parametrize(
    ("name", "found"),
    [("orders", "orders.v2"), ("orders.v1", "orders.v1"), ("seeded", "seed seeded"), ("main.orders", "main.orders")],
)
def test_a_name_is_the_relation_of_a_version(name: str, found: str) -> None:
    nodes = [
        Node(resource_type="model", name="orders", version=version, latest_version=2, known=f"orders.v{version}")
        for version in (1, 2)
    ]
    nodes.append(Node(resource_type="seed", name="seeded", known="seed seeded"))
    macros: dict[str, Any] = namespace(execute=True, graph=Node(nodes=dict(enumerate(nodes))))
    macros["_model_relation"] = lambda node: node.known
    assert macros["_relation_named"](name) == found


@pytest.mark.parametrize(
    ("name", "found", "all_found"),
    [
        ("orders", "shop", ["crm", "shop"]),
        ("crm.orders", "crm", ["crm"]),
        ("customers", "crm", ["crm"]),
        ("shop.customers", None, []),
    ],
)
def test_models_of_one_name_in_packages(name: str, found: str | None, all_found: list[str]) -> None:
    """The name alone is that of the project's model, and of all where it says what may happen."""
    nodes = [
        Node(resource_type="model", package_name=package, name=model)
        for package, model in (("crm", "orders"), ("shop", "orders"), ("crm", "customers"))
    ]
    macros: dict[str, Any] = namespace(graph=Node(nodes=dict(enumerate(nodes))), project_name="shop")
    node = macros["_found_model"](name)["node"]
    assert (node and node["package_name"]) == found
    assert [node["package_name"] for node in macros["_models_named"](name)] == all_found


@pytest.mark.parametrize(("kind", "depends"), [("view", True), ("ephemeral", True), ("table", False)])
def test_each_view_between_two_models_is_looked_at_once(kind: str, depends: bool) -> None:
    """There are 10,946 ways through 20 views that each read the two before, and most models have nothing to do with it.

    A report asks this of each model: to read the configs of all others would take a minute in a large project.
    """

    def model(name: str, materialized: str, *read: str) -> Node:
        config, depends_on = Node(materialized=materialized), Node(nodes=list(read))
        return Node(resource_type="model", unique_id=name, name=name, config=config, depends_on=depends_on)

    models = [model("reader", "incremental", "view_20", "view_19")]
    for number in range(20, 1, -1):
        models.append(model(f"view_{number}", "view", f"view_{number - 1}", f"view_{number - 2}"))
    models += [model("view_1", kind, "other", "orders"), model("copy", "table", "orders")]
    models += [model(f"other_{number}", "incremental", "lines") for number in range(100)]
    test = model("test", "test", "orders")
    test["resource_type"] = "test"
    looked: list[str] = []
    macros: dict[str, Any] = namespace(
        graph=Node(nodes={each["unique_id"]: each for each in [*models, test]}), load_relation=lambda table: table
    )
    macros["_config_of"] = lambda node: looked.append(node["unique_id"]) or node["config"]
    macros["_model_relation"] = macros["stored_rows"] = lambda given: given
    offsets = {"o": {"epoch": "E", "commit": 7}, "p": {"epoch": "F", "commit": 8}}
    macros["last_commit"] = lambda table, settled: {"offsets": offsets}
    readers = macros["_changelog_readers"](Node(unique_id="orders"), "E")
    assert readers == ([{"name": "reader", "commit": 7}] if depends else [])
    between = ["reader", *(f"view_{number}" for number in range(2, 21))] if depends else []
    assert sorted(looked) == sorted(["copy", "view_1", *between])
    assert macros["_changelog_readers"](Node(unique_id="nothing"), "E") == []


def test_a_rebuild_of_a_model_that_is_left_out_of_a_full_refresh() -> None:
    nodes = [
        Node(resource_type="model", name=name, config=Node(config))
        for name, config in {"kept": {"full_refresh": False}, "other": {}}.items()
    ]
    macros: dict[str, Any] = namespace(graph=Node(nodes=dict(enumerate(nodes))))
    command = "dbt run --full-refresh --select"
    assert macros["rebuild_command"]("other") == f"{command} other+"
    assert macros["rebuild_command"]("kept", with_readers=False) == (
        f"remove full_refresh=false from the config of kept, and then {command} kept"
    )


def test_a_lookup_needs_all_versions() -> None:
    """A keyed model reads each change once, so its join would find no older version."""
    changes = f"(select * from log {read('lake.rates', 'commits')})"
    with pytest.raises(MacroError, match=r"of lake.rates has in each run only the changes .*scan='from-commit'"):
        call("as_of_join", "orders", changes, "currency", "at", "since")
    assert "_row_kind" in call("as_of_join", "orders", "(select *, '+I' as _row_kind from log)", "k", "at", "since")


@pytest.mark.parametrize(
    ("kind", "called"),
    [
        ("source", "source('web', 'clicks')"),
        ("model", "ref('all_clicks')"),
        ("version", "ref('all_clicks', v=1)"),
        ("none", "ref('clicks')"),
    ],
)
def test_the_select_that_gives_a_table_a_key_compiles(monkeypatch: pytest.MonkeyPatch, kind: str, called: str) -> None:
    if kind == "source":
        node = Node(source_name="web", name="clicks", relation_name="`lake`.`main`.`Clicks`")
        monkeypatch.setitem(GRAPH["sources"], "source.shop.web.clicks", node)
    elif kind in ("model", "version"):
        node = Node(name="all_clicks", alias="clicks", schema="main", database="lake", resource_type="model",
                    version=1 if kind == "version" else None, config=Node(materialized="table"))  # fmt: skip
        monkeypatch.setitem(GRAPH["nodes"], "model.shop.all_clicks", node)
    text = call("_limits", ["no_key"], Relation("clicks"))["no_key"]
    select = text.split("whose SELECT is ")[1]
    assert select == f"select * from {{{{ tablestore.changelog_normalize({called}, key='...') }}}}"
    jinja2.Environment().parse(select)


def test_commands_name_the_version_of_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    node = Node(name="clicks", version=2, alias="clicks_v2", schema="main", database="lake", resource_type="model",
                config=Node(materialized="incremental"))  # fmt: skip
    monkeypatch.setitem(GRAPH["nodes"], "model.shop.clicks.v2", node)
    limits = call("_limits", ["touched", "lost"], Relation("clicks_v2"))
    assert limits["lost"].endswith("dbt run --select clicks.v2")
    assert limits["touched"].endswith("dbt run --full-refresh --select clicks.v2+ --exclude clicks.v2")
    assert call("_limits", ["lost"], Relation("views"))["lost"].endswith("dbt run --select views")


def changes(table: str, **upstream: Any) -> str:
    """The changes of a table that a keyed model has not read yet."""
    given = {"table": table, "epoch": "e", "until": 3, "limit": None, **upstream}
    annotation = call("_read_annotation", given, {"name": "r", "offsets": {}}, 1, "commits")
    return f"(\n  select *\n  from log{annotation}\n)"


CLICKS, VIEWS = changes("lake.clicks"), changes("lake.views")
INTERVAL, SESSION = ("k", "at", "seen_at", "-1 h", "1 h"), {"type": "session", "time_column": "at", "gap": "1 h"}


@pytest.mark.parametrize(
    ("macro", "arguments", "said"),
    [
        ("interval_join", (CLICKS, VIEWS, *INTERVAL), "right: .* of lake.views has .* write tablestore.changelog_join"),
        ("interval_join", (CLICKS, "views", *INTERVAL), None),
        ("interval_join", ("clicks", VIEWS, *INTERVAL), None),
        ("window_join", (CLICKS, VIEWS), "right: .* of lake.views has .* write tablestore.changelog_join"),
        ("window_join", (CLICKS, "views"), None),
        ("topn", (CLICKS, 2, "k", "at"), "relation: .* of lake.clicks has .* write tablestore.changelog_topn"),
        ("window_topn", (CLICKS, 2, "at"), "relation: .* of lake.clicks has .* write tablestore.changelog_topn"),
        ("deduplicate", (CLICKS, "k", "at"), None),
        ("session", (CLICKS, "at", "1 h"), "relation: .* of lake.clicks has .* a session that goes on in the next run"),
        ("window_aggregate", (CLICKS, SESSION, "k", {"n": "count(*)"}), "a session that goes on in the next run"),
        ("tumble", (CLICKS, "at", "1 h"), None),
    ],
)
def test_operators_that_need_all_rows_in_each_run(macro: str, arguments: tuple[Any, ...], said: str | None) -> None:
    if said is None:
        assert call(macro, *arguments)
        return
    with pytest.raises(MacroError, match=said):
        call(macro, *arguments)


@pytest.mark.parametrize(
    ("rows", "aggregate", "warns"),
    [
        (changes("lake.clicks", history="lake.clicks__commits", has_history=True, primary_key=["k"]), "sum(n)", True),
        (changes("lake.clicks", history="lake.clicks__commits", has_history=True, primary_key=["k"]),
         "sum(if(_row_kind in ('+I', '+U'), n, -n))", False),
        (CLICKS, "sum(n)", False),
        ("clicks", "sum(n)", False),
    ],
)  # fmt: skip
def test_window_aggregates_of_a_keyed_table_count_its_row_kinds(rows: str, aggregate: str, warns: bool) -> None:
    warnings: list[str] = []
    macros = namespace(exceptions=SimpleNamespace(warn=warnings.append))
    window = {"type": "tumble", "time_column": "at", "size": "1 h"}
    for given in (rows, rows.replace("select *", "select *, '+I' as _row_kind")):
        assert "sum(" in macros["window_aggregate"](given, window, "k", {"n": aggregate})
    assert len(warnings) == 2 * warns and all("lake.clicks has rows before an update (-U)" in text for text in warnings)


HISTORY = {"scd_type": 2, "primary_key": "k", "sequence_field": "at"}
DELETED, UPDATED = {"deleted": 2, "updated": None}, {"deleted": 0, "updated": 2}
WITH_DELETES = "k int, at timestamp, _row_kind string, _delete_sequence struct<at:timestamp>"


@pytest.mark.parametrize(
    ("columns", "config", "key", "counts", "prefix", "found"),
    [
        ("k int, at timestamp, _row_kind string", {}, "k", DELETED, "", "deletes of lake.orders (-D)"),
        (WITH_DELETES, {}, "k", DELETED, "", ""),
        (WITH_DELETES, {}, "id", UPDATED, "", "updates of lake.orders (-U), which can take a row to another k"),
        ("k int, at timestamp, _row_kind string", {}, "k", UPDATED, "", ""),
        (
            "k int, at timestamp, _row_kind string",
            {},
            "k",
            UPDATED,
            OPERATOR,
            "changes of an operator over lake.orders",
        ),
        ("k int, at timestamp, _row_kind string", {"hard_deletes": "ignore"}, "k", DELETED, "", ""),
        ("k int, seen_at timestamp, _row_kind string", {"sequence_field": "seen_at"}, "k", DELETED, "", ""),
        ("k int, at timestamp", {}, "k", DELETED, "", ""),
    ],
)
def test_changes_that_end_versions_have_a_time_of_their_own(
    columns: str, config: dict[str, Any], key: str, counts: dict[str, Any], prefix: str, found: str
) -> None:
    macros: dict[str, Any] = namespace()
    macros["query_columns"] = lambda sql: [{"name": name, "type": "int"} for name in ("id", "k", "at")]
    macros["query_rows"] = lambda sql: [counts]
    read = changes("lake.orders", history="lake.orders__commits", has_history=True, primary_key=[key])
    warnings = macros["_warnings_of_undated_changes"](plan(columns, **HISTORY | config), prefix + read)
    assert len(warnings) == bool(found) and all(found in text for text in warnings)


GROUPS = {
    "scd_type": 2,
    "primary_key": "k",
    "merge_engine": "partial-update",
    "fields": {"at": {"sequence_group": ["v"]}},
}
OF_GROUPS = "k int, v int, at timestamp, _row_kind string"


@pytest.mark.parametrize(
    ("config", "deletes", "warns"),
    [
        (HISTORY, "true", True),
        (GROUPS, "true", True),
        (HISTORY, "false", False),
        (HISTORY | {"hard_deletes": "ignore"}, "true", False),
    ],
)
def test_deletes_of_a_table_that_no_keyed_model_writes(config: dict[str, Any], deletes: str, warns: bool) -> None:
    macros: dict[str, Any] = namespace()
    macros["query_columns"] = lambda sql: [{"name": name, "type": "int"} for name in ("k", "v", "at")]
    read = changes("lake.orders", deletes=lambda upstream, after, until: deletes)
    warnings = macros["_warnings_of_undated_changes"](plan(OF_GROUPS, **config), read)
    assert len(warnings) == warns and all("deletes of lake.orders (-D), which have the at of" in w for w in warnings)


@pytest.mark.parametrize("config", [HISTORY, GROUPS])
def test_times_that_a_changelog_leaves_out_are_refused(config: dict[str, Any]) -> None:
    read = changes("lake.orders", ignored=["at"])
    with pytest.raises(MacroError, match=r"its events are ordered by 'at', and .* write ignore_update_before=true"):
        call("_assert_times_are_logged", plan(OF_GROUPS, **config), read)
    call("_assert_times_are_logged", plan(OF_GROUPS, **config, ignore_update_before=True), read)
    call("_assert_times_are_logged", plan(OF_GROUPS, **config), changes("lake.orders", ignored=["v"]))


def test_a_second_column_that_orders_events_counts_like_their_time() -> None:
    of_two = plan("k int, v int, at int, lsn int, _row_kind string", **HISTORY | {"sequence_field": ["at", "lsn"]})
    with pytest.raises(MacroError, match="its events are ordered by 'lsn'"):
        call("_assert_times_are_logged", of_two, changes("lake.orders", ignored=["lsn"]))
    call("_assert_times_are_logged", of_two, changes("lake.orders", ignored=["v"]))


@pytest.mark.parametrize("machine", ["UTC", "America/New_York"])
@pytest.mark.parametrize("session", ["UTC", "America/New_York", "Europe/Berlin"])
def test_versions_of_delta_have_the_times_of_their_commits(
    monkeypatch: pytest.MonkeyPatch, machine: str, session: str
) -> None:
    """A server shows times in the zone of its session, which need not be that of this machine."""
    zone, begin = ZoneInfo(session), datetime(2026, 3, 1, 0, 30, 0, 123_001, timezone.utc)
    commits = [begin + timedelta(hours=hour) for hour in range(31 * 24)]

    def shown(at: datetime) -> datetime:
        return at.astimezone(zone).replace(tzinfo=None)

    def run_query(sql: str) -> list[Answer]:
        if sql == "describe history lake.main.events":
            return [Answer(version=version, timestamp=shown(at)) for version, at in enumerate(commits)]
        guesses = [int(text) for text in re.findall(r"(\d+)L", sql)]
        return [Answer(at=at, shown=shown(datetime.fromtimestamp(at / 1e6, timezone.utc))) for at in guesses]

    monkeypatch.setenv("TZ", machine)
    time.tzset()
    try:
        times = namespace(execute=True, run_query=run_query)["_delta_times"]({"table": "lake.main.events"})
    finally:
        monkeypatch.undo()
        time.tzset()
    assert times == {version: round(at.timestamp() * 1e6) for version, at in enumerate(commits)}


@pytest.mark.parametrize(("commit", "after"), [(150, 100), (200, 100), (201, 200), (300, 200), (301, 300), (350, 349)])
def test_a_scan_of_a_plain_table_from_a_commit_begins_after_the_snapshot_before_it(commit: int, after: int) -> None:
    """A commit that the table does not have yet is refused later, as that of a keyed table is."""
    macros: dict[str, Any] = namespace()
    macros["_scan_commit"] = lambda upstream, commit, timestamp, subject: commit
    upstream = {"until": 300, "snapshot_ids": {100: "a", 200: "b", 300: "c"}}
    assert macros["_scan_start"](upstream, "from-commit", commit, None, "changelog") == after
