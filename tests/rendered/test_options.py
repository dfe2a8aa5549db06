"""Options in both spellings, and what is refused before anything is written."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dbt.adapters.tablestore.profile.config import known_model_configs

import harness
from planning import Node, Relation, columns, commit, fold, plan, planned, problems
from traced_runs import Run, model

ROW = "k int, v int, t string, g int, h int, _row_kind string"


def test_both_spellings_say_the_same() -> None:
    typed = plan(
        ROW,
        primary_key="k",
        merge_engine="partial-update",
        fields={"g,h": {"sequence_group": ["v", "t"]}, "v": {"aggregate_function": "sum", "ignore_retract": True}},
    )
    pasted = plan(
        ROW,
        table_options={
            "primary-key": "k",
            "merge-engine": "partial-update",
            "fields.g,h.sequence-group": "v,t",
            "fields.v.aggregate-function": "sum",
            "fields.v.ignore-retract": "true",
        },
    )
    assert typed["fields"] == pasted["fields"] and typed["groups"] == pasted["groups"]
    assert typed["options"] == pasted["options"]


@pytest.mark.parametrize("engine", ["deduplicate", "partial-update", "aggregation", "first-row"])
@pytest.mark.parametrize("old", ["first-row", "deduplicate", "partial-update"])
def test_every_old_name_of_ignore_delete_works_on_every_engine(engine: str, old: str) -> None:
    options = {"primary-key": "k", "merge-engine": engine, f"{old}.ignore-delete": "true"}
    assert plan(ROW, table_options=options)["options"]["ignore_delete"] is True


def test_ignore_delete_wins_over_its_old_names() -> None:
    for order in (1, -1):
        options = dict([("ignore-delete", "false"), ("partial-update.ignore-delete", "true")][::order])
        assert plan(ROW, primary_key="k", table_options=options)["options"]["ignore_delete"] is False


def test_old_names_of_ignore_delete_agree() -> None:
    """Which of them would count, depends on the order of a mapping."""
    for order in (1, -1):
        options = dict([("first-row.ignore-delete", "true"), ("deduplicate.ignore-delete", False)][::order])
        message = problems(ROW, primary_key="k", table_options=options)
        assert (
            "table_options has first-row.ignore-delete: true and deduplicate.ignore-delete: False, which are old names "
            "of one option: write 'ignore-delete' in place of them"
        ) in message
        same = dict.fromkeys(options, "true")
        assert plan(ROW, primary_key="k", table_options=same)["options"]["ignore_delete"] is True


def test_options_of_table_store_without_effect_are_accepted_and_explained() -> None:
    options = {
        "bucket": 4,
        "file.format": "orc",
        "changelog-producer.compaction-interval": "30 min",
        "changelog-producer.lookup-wait": "true",
        "full-compaction.delta-commits": "3",
        "lookup.cache-file-retention": "1 h",
        "lookup.cache-max-disk-size": "unlimited",
        "lookup.cache-max-memory-size": "256 mb",
        "write-mode": "change-log",
    }
    ignored = plan(ROW, primary_key="k", table_options=options)["ignored_options"]
    assert set(ignored) == set(options)
    assert all(ignored.values())


def test_options_of_views_that_a_folder_has_for_all_of_its_models_are_accepted() -> None:
    options = plan(ROW, primary_key="k")["options"]
    assert plan(ROW, primary_key="k", refresh_policy="full", verify="every 5 refreshes")["options"] == options


def test_configs_of_dbt_that_a_folder_sets_can_be_undone() -> None:
    """dbt takes no null for them."""
    undone = {"unique_key": [], "incremental_strategy": "merge"}
    assert plan(ROW, primary_key="k", **undone)["options"] == plan(ROW, primary_key="k")["options"]
    message = problems(ROW, primary_key="k", unique_key="k", incremental_strategy="append")
    assert "write primary_key instead; if a folder sets it, write unique_key=[]" in message
    assert "accepted are merge and microbatch; if a folder sets it, write incremental_strategy='merge'" in message
    message = problems(DUMP, primary_key="k", input="full", incremental_strategy="microbatch")
    assert "remove one of the two; if a folder sets the strategy, write incremental_strategy='merge'" in message
    counted = {"merge_engine": "aggregation", "fields": {"v": {"aggregate_function": "sum"}}}
    message = problems(ROW, primary_key="k", incremental_strategy="microbatch", **counted)
    assert "Remove the strategy, or write incremental_strategy='merge' if a folder sets it, and select" in message


def test_a_state_ttl_of_null_is_the_one_of_the_table_options() -> None:
    config = Node(primary_key="k", state_ttl=None, table_options={"table.exec.state.ttl": "2 d"})
    given = harness.namespace(model=Node(name="m", config=config))["_pipeline_ttl"]()
    assert (given["text"], given["from"]) == ("2 d", "state_ttl")


@pytest.mark.parametrize(
    ("config", "others", "reason"),
    [
        ({"changelog_time_retained": "7 d"}, {}, "there is no changelog, which changelog_producer='lookup' writes"),
        ({"format_version": 3}, {"file_format": "delta"}, "it is an option of Iceberg, and file_format is 'delta'"),
        ({"options": {"a": "b"}}, {}, "the table is created without OPTIONS: write tblproperties"),
    ],
)
def test_layouts_that_a_folder_has_for_other_models_are_accepted_and_explained(
    config: dict[str, Any], others: dict[str, Any], reason: str
) -> None:
    (name,) = config
    made, without = (plan(ROW, primary_key="k", **given, **others) for given in (config, {}))
    assert made["ignored_options"] == {name: reason} and without["ignored_options"] == {}
    for key in ("changelog", "layout", "definition", "expiry"):
        assert made[key] == without[key]


def test_a_layout_of_iceberg_is_ignored_by_a_view_on_delta() -> None:
    assert view_plan(["k"], options={"a": "b"})["ignored_options"].keys() == {"options"}
    made, without = (view_plan(["k"], file_format="delta", **given) for given in ({"format_version": 3}, {}))
    assert made["ignored_options"] == {"format_version": "it is an option of Iceberg, and file_format is 'delta'"}
    assert made["layout"] == without["layout"]
    view = harness.call("view_options", Node(name="v", config=Node(file_format="delta", format_version=3), columns={}))
    assert "format_version" not in view["layout"]


def options_of_paimon() -> dict[str, list[str]]:
    """The names in paimon_options.txt by what becomes of them."""
    lines = (Path(__file__).parent / "paimon_options.txt").read_text().splitlines()
    found: dict[str, list[str]] = {}
    for line in lines:
        if line.startswith("["):
            names = found.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            names.append(line)
    return found


def test_every_option_of_paimon_is_known_or_ignored_or_refused() -> None:
    names = options_of_paimon()
    registry = harness.call("options").values()
    known = {option["paimon"] for option in registry if option["paimon"]}
    known |= {alias for option in registry for alias in option.get("aliases", [])}
    assert set(names["known"]) == known - {"table.exec.state.ttl"}
    ignored = plan(ROW, primary_key="k", table_options=dict.fromkeys(names["ignored"], "x"))["ignored_options"]
    assert set(ignored) == set(names["ignored"]) and all(ignored.values())
    message = problems(ROW, primary_key="k", table_options=dict.fromkeys(names["refused"], "x"))
    assert re.findall(r"table_options has '(\S+)', which has no equivalent: \w+", message) == names["refused"]


@pytest.mark.parametrize("name", ["pathology", "connectorx", "bucketkey", "filex.format", "scanmode", "commits"])
def test_a_name_that_only_begins_like_an_option_of_paimon_is_not_one(name: str) -> None:
    assert f"'{name}', which is not an option" in problems(ROW, primary_key="k", table_options={name: "x"})


REFUSED: list[tuple[dict[str, Any], list[str]]] = [
    ({"merge_engine": "partial_update"}, ["'merge_engine' is 'partial_update'", "did you mean 'partial-update'"]),
    ({"table_options": {"merge-engin": "x"}}, ["'merge-engin', which is not an option", "did you mean 'merge-engine'"]),
    ({"table_options": {"fields.v.agregate-function": "sum"}}, ["did you mean 'aggregate-function'"]),
    ({"fields": {"v": {"agregate_function": "sum"}}}, ["did you mean 'aggregate_function'"]),
    ({"fields": {"v": {"aggregate_function": "avg"}}}, ["is 'avg'; accepted are sum, product, count"]),
    ({"fields": {"w": {"aggregate_function": "sum"}}}, ["'fields' names 'w'", "not a column of the SELECT"]),
    ({"fields": {"v": {"ignore_retract": "yes"}}}, ["write true or false"]),
    ({"fields": {"v": {"count_limit": 0}}}, ["it must be a positive integer"]),
    ({"table_options": "a=b"}, ["'table_options' is 'a=b'; write a mapping such as {'merge-engine': 'aggregation'}"]),
    ({"compiled_plan": ["a"]}, ["'compiled_plan' is '['a']'; write a string"]),
    ({"format_version": 4}, ["'format_version' is '4'; accepted are 2, 3"]),
    (
        {"format_version": 3, "tblproperties": {"format-version": "2"}},
        ["'format_version' is '3', and tblproperties has 'format-version': '2': remove one of them"],
    ),
    ({"tblproperties": ["a"]}, ["'tblproperties' is '['a']'; write a mapping such as"]),
    ({"partition_by": {"a": "b"}}, ["'partition_by' is '{'a': 'b'}'; write a column name or a list of column names"]),
    ({"partition_by": "w"}, ["'partition_by' is 'w', and 'w' is not a column of the SELECT (it has k, v, t, g, h"]),
    ({"partition_by": ["k", "days(w)"]}, ["'partition_by' is 'days(w)', and 'w' is not a column of the SELECT"]),
    (
        {"partition_by": "dayz(v)"},
        ["'partition_by' is 'dayz(v)'; the transforms are years,", "did you mean 'day' or 'days'"],
    ),
    ({"clustered_by": "days(v)", "buckets": 4}, ["'clustered_by' is 'days(v)'; write the name of a column"]),
    ({"clustered_by": "v"}, ["'clustered_by' needs the number of buckets, and 'buckets' is 'None'; write a positive"]),
    ({"clustered_by": "v", "buckets": "many"}, ["and 'buckets' is 'many'; write a positive integer, buckets=16"]),
    ({"buckets": 4}, ["'buckets' has no effect without clustered_by: add it, or remove buckets"]),
    ({"clustered_by": ["v", "V"], "buckets": 4}, ["'clustered_by' names a column twice: v, V"]),
    ({"partition_by": ["v", "`V`"]}, ["'partition_by' names a column twice: v, `V`"]),
    ({"partition_by": ["days(v)", "DAYS(v)"]}, ["'partition_by' names a column twice: days(v), DAYS(v)"]),
    ({"partition_by": "v,k"}, ["'partition_by' is 'v,k', and 'v,k' is not a column of the SELECT"]),
    ({"cluster_by": "v,V"}, ["'cluster_by' names a column twice: v, V"]),
    ({"input": "ful"}, ["'input' is 'ful'; accepted are changes, full", "did you mean 'full'"]),
    ({"input": "full"}, ["the SELECT has the column '_row_kind', so it has changes"]),
    ({"input": "full", "merge_engine": "first-row"}, ["merge_engine 'first-row' combines a row with the stored one"]),
    ({"input": "full", "changelog_producer": "input"}, ["with input='full', accepted are none, lookup"]),
    ({"input": "full", "ignore_delete": True}, ["'ignore_delete' has no effect with input='full'"]),
    (
        {
            "scd_type": 2,
            "sequence_field": "v",
            "strategy": "check",
            "check_cols": ["t"],
            "updated_at": "v",
            "invalidate_hard_deletes": False,
        },
        [
            f"'{name}' is a config of dbt's snapshots and has no effect with scd_type=2: {advice}"
            for name, advice in (
                ("strategy", "remove it"),
                ("check_cols", "write track_history"),
                ("updated_at", "write sequence_field"),
                ("invalidate_hard_deletes", "write hard_deletes"),
            )
        ],
    ),
    (
        {"input": "full", "incremental_strategy": "microbatch"},
        ["input='full' needs all rows of the table, and incremental_strategy 'microbatch' selects those of a batch"],
    ),
    (
        {"delete_retained": "30 d"},
        ["'delete_retained' compares later rows with the sequence of a delete, but there is"],
    ),
    (
        {"delete_retained": "30 d", "sequence_field": "g", "merge_engine": "partial-update"},
        ["'delete_retained' needs merge_engine 'deduplicate'; the model has 'partial-update'"],
    ),
    (
        {"delete_retained": "30 d", "sequence_field": "g", "ignore_delete": True},
        ["'delete_retained' has no effect, because the model has no deletes with a sequence"],
    ),
    ({"delete_retained": "a month", "sequence_field": "g"}, ["'delete_retained' is 'a month'; write one whole number"]),
    ({"delete_retain": "30 d"}, ["config 'delete_retain' is not an option, did you mean 'delete_retained'"]),
    ({"fuse": 0.5}, ["'fuse' is '0.5'; write a mapping such as {max_deleted: 0.5}, or false"]),
    ({"fuse": {"max_delete": 0.5}}, ["'fuse' has the key 'max_delete'; accepted is max_deleted", "did you mean"]),
    ({"fuse": {"max_deleted": 50}}, ["'fuse.max_deleted' is '50'; write a share of the stored rows from 0 to 1"]),
    ({"fuze": {"max_deleted": 0.5}}, ["config 'fuze' is not an option, did you mean 'fuse'"]),
    ({"changelog_time_retained": "1 week"}, ["'changelog_time_retained' is '1 week'; write one whole number and one"]),
    ({"location_root": ["a"]}, ["'location_root' is '['a']'; write a path or a URI"]),
    ({"file_format": ["a"]}, ["file_format '['a']' cannot hold a keyed table; accepted are"]),
    (
        {"on_schema_change": "sometimes"},
        ["'on_schema_change' is 'sometimes'; accepted are ignore, fail, append_new_columns, sync_all_columns"],
    ),
    ({"incremental_predicates": ["v > 1"]}, ["'incremental_predicates' has no effect on a keyed model"]),
    (
        {"merge_update_columns": ["v"]},
        ["'merge_update_columns' has no effect on a keyed model, whose merge_engine decides which columns"],
    ),
    ({"merge_exclude_columns": ["v"]}, ["'merge_exclude_columns' has no effect on a keyed model"]),
    (
        {"merge_engine": "partial-update", "fields": {"g": {"sequence_group": []}}},
        ["fields['g'].sequence_group names no columns: name those that 'g' orders, or remove it"],
    ),
    (
        {"changelog_producer": "full-compaction", "changelog_producer_compaction_interval": "0 s"},
        ["'changelog_producer_compaction_interval' is '0 s'; write a duration longer than 0"],
    ),
    ({"fields": {"v": {}}, "field": {}}, ["config 'field' is not an option, did you mean 'fields'"]),
    (
        {"fields": {"v": {"distinct": True}}, "table_options": {"fields.v.distinct": "true"}},
        ["set the same option: remove one of them"],
    ),
    (
        {"merge_engine": "aggregation", "fields": {"t": {"aggregate_function": "sum"}}},
        ["column 't' is of type string; sum takes a number"],
    ),
    (
        {"merge_engine": "aggregation", "default_aggregate_function": "bool_or"},
        ["column 'v' is of type int; bool_or takes a boolean", "column 't' is of type string"],
    ),
    (
        {"merge_engine": "aggregation", "sequence_field": "g", "fields": {"g": {"aggregate_function": "max"}}},
        ["sequence field 'g' always keeps the value of its newest row: remove its aggregate_function"],
    ),
    (
        {
            "merge_engine": "aggregation",
            "aggregation_remove_record_on_delete": True,
            "fields": {"v": {"ignore_retract": True}},
        },
        ["a delete cannot be ignored and also remove the row"],
    ),
    (
        {"merge_engine": "partial-update", "fields": {"v": {"aggregate_function": "sum"}}},
        ["aggregate function sum and no sequence group", "{'version': {'sequence_group': ['v']}}"],
    ),
    (
        {"merge_engine": "partial-update", "fields": {"g": {"sequence_group": "v"}, "h": {"sequence_group": "v,t"}}},
        ["column 'v' is a member of several sequence groups"],
    ),
    (
        {"merge_engine": "partial-update", "fields": {"g": {"sequence_group": "v", "aggregate_function": "max"}}},
        ["column 'g' orders a sequence group and always keeps its newest value: remove its aggregate_function"],
    ),
    (
        {"merge_engine": "partial-update", "partial_update_remove_record_on_sequence_group": "v"},
        ["names 'v', which does not order a sequence group; fields that do: none"],
    ),
    (
        {
            "merge_engine": "partial-update",
            "fields": {"g": {"sequence_group": "v"}},
            "partial_update_remove_record_on_delete": True,
        },
        ["partial_update_remove_record_on_delete cannot be combined with sequence groups"],
    ),
    (
        {"merge_engine": "partial-update", "partial_update_remove_record_on_delete": True, "ignore_delete": True},
        ["'partial_update_remove_record_on_delete' and 'ignore_delete' contradict each other"],
    ),
    (
        {"merge_engine": "aggregation", "partial_update_remove_record_on_delete": True},
        ["is an option of merge_engine 'partial-update'; the model has merge_engine 'aggregation'"],
    ),
    (
        {"merge_engine": "partial-update", "fields": {"g": {"sequence_group": "v"}, "G ": {"sequence_group": "t"}}},
        ["'fields' has 'g' and 'G ', which are the same: write their options together"],
    ),
    (
        {"merge_engine": "partial-update", "fields": {False: {"sequence_group": "v"}}},
        ["'fields' has the key False, which YAML does not read as text: write it in quotes"],
    ),
    ({"table_options": {1: "x"}}, ["'table_options' has the key 1, which YAML does not read as text"]),
    (
        {"scd_type": 2, "sequence_field": "v", "snapshot_meta_column_names": {"dbt_valid_from": 5}},
        ["'snapshot_meta_column_names' gives dbt_valid_from the name 5, which is not text"],
    ),
    (
        {"merge_engine": "first-row", "changelog_producer": "input"},
        ["changelog_producer 'input' cannot be combined with merge_engine 'first-row'; accepted are none, lookup"],
    ),
]


@pytest.mark.parametrize(("config", "texts"), REFUSED, ids=[text[0][:40] for _, text in REFUSED])
def test_contradictions_are_named(config: dict[str, Any], texts: list[str]) -> None:
    message = problems(ROW, primary_key="k", **config)
    for text in texts:
        assert text in message, message


@pytest.mark.parametrize(
    ("given", "clause"),
    [
        ("order date", "partitioned by (`order date`)"),
        (["`Order Date`", "v"], "partitioned by (`order date`, `v`)"),
        ("days(order date)", "partitioned by (days(`order date`))"),
        (["bucket(16, `a``b(c)`)", "a`b(c)"], "partitioned by (bucket(16, `a``b(c)`), `a``b(c)`)"),
        (["truncate(v , 4)", "days(s.at)"], "partitioned by (truncate(`v` , 4), days(s.at))"),
    ],
)
def test_names_of_partitions_are_quoted(given: Any, clause: str) -> None:
    query = [
        {"name": name, "type": kind}
        for name, kind in (
            ("k", "int"),
            ("order date", "date"),
            ("v", "int"),
            ("a`b(c)", "string"),
            ("s", "struct<at:date>"),
        )
    ]
    config = Node(primary_key="k", partition_by=given, clustered_by=["order date"], buckets=4)
    made = planned(Node(name="orders", config=config, columns={}), query, query)
    sql = harness.call("_create_table", made, "select 1", {})["sql"]
    assert clause in sql and "clustered by (`order date`) into 4 buckets" in sql, sql


OWN_CONFIGS = ("primary_index", "primary_date", "primary_key_columns", "primary", "merge_engine_type")


@pytest.mark.parametrize(
    "name",
    ["latest_version_pointer", "unique_tmp_table_suffix", "options", "meta_key", "owner", *OWN_CONFIGS],
)
def test_configs_of_dbt_its_adapters_and_users_pass(name: str) -> None:
    assert problems(ROW, primary_key="k", **{name: "k"}) == ""


@pytest.mark.parametrize(
    ("name", "option"),
    [("primary_keys", "primary_key"), ("merge_engin", "merge_engine"), ("table_option", "table_options")],
)
def test_a_config_that_is_almost_an_option_is_refused(name: str, option: str) -> None:
    text = f"config '{name}' is not an option, did you mean '{option}'"
    assert text in problems(ROW, primary_key="k", **{name: "x"})
    with harness.on_plain_dbt_spark():
        assert text in problems(ROW, primary_key="k", **{name: "x"})


@pytest.mark.parametrize(
    ("materialized", "config", "told", "text"),
    [
        ("incremental", {"primary_keys": "k", "sequence_field": "v"}, "fails", "did you mean 'primary_key'"),
        ("incremental", {"sequence_field": "v"}, "fails", "has neither a primary key nor a unique_key: write primary_"),
        ("incremental", {"unique_key": "k", "sequence_field": "v"}, "warns", "'sequence_field' has no effect without"),
        ("incremental", {"incremental_strategy": "append", "rowkind_field": "v"}, "warns", "'rowkind_field' has no"),
        ("incremental", {"unique_key": "k", "merge_engin": "x"}, "warns", "did you mean 'merge_engine'"),
        ("incremental", {"unique_key": "k", **dict.fromkeys(OWN_CONFIGS, "x")}, None, ""),
        ("table", {"primary_key": "k", "sequence_field": "v"}, "says", "ignores 'primary_key' and 'sequence_field'"),
        ("table", dict.fromkeys(OWN_CONFIGS, "x"), None, ""),
        ("view", {"primary_key": "k", "input": "full"}, "says", "='view' ignores 'primary_key' and 'input': write"),
        (
            "incremental",
            {"input": "full", "changelog_producer": "lookup", "fuse": {"max_deleted": 0.5}},
            "fails",
            "only keyed tables have 'input' and 'fuse' and 'changelog_producer', and this model has neither a primary ",
        ),
        ("incremental", {"scd_type": 2, "track_history": ["t"]}, "fails", "'scd_type' and 'track_history'"),
        ("incremental", {"fields": {"v": {"aggregate_function": "sum"}}}, "fails", "or remove 'fields' and write "),
        ("incremental", {"delete_retained": "30 d"}, "fails", "to which every run appends its rows"),
        ("incremental", {"aggregation_remove_record_on_delete": True}, "fails", "'aggregation_remove_record_on_"),
        ("incremental", {"primary_key": []}, "fails", "write primary_key='...', or write incremental_strategy="),
        ("incremental", {"primary_key": [], "unique_key": "k"}, None, ""),
        ("incremental", {"primary_key": "", "incremental_strategy": "append"}, None, ""),
        ("incremental", {"incremental_strategy": "append", "input": "full"}, "warns", "'input' has no effect without"),
        ("incremental", {"maintenance": {"compact_every": 1}, "state_ttl": "1 d", "cluster_by": "k"}, None, ""),
        ("incremental", {"scd_type": 1, "input": "changes", "changelog_producer": "none", "fuse": False}, None, ""),
    ],
)
def test_options_of_keyed_tables_in_a_model_that_is_none(
    materialized: str, config: dict[str, Any], told: str | None, text: str
) -> None:
    """It would append every row, unless it merges by another rule."""
    messages: dict[str, list[str]] = {"fails": [], "warns": [], "says": []}

    def fail(message: str) -> None:
        messages["fails"].append(message)

    macros = harness.namespace(
        exceptions=SimpleNamespace(warn=messages["warns"].append, raise_compiler_error=fail),
        log=lambda message, info=False: messages["says"].append(message) or "",
    )
    macros["check_keyed_options"](Node(name="orders", config=Node(config, materialized=materialized)))
    assert {kind: len(texts) for kind, texts in messages.items() if texts} == ({told: 1} if told else {}), messages
    assert all(text in message for texts in messages.values() for message in texts), messages


@pytest.mark.parametrize("materialized", ["incremental", "table", "view", "materialized_view"])
def test_what_a_keyed_model_records_is_not_read_by_another(materialized: str) -> None:
    """An ephemeral model can name a consumer, and any model can select from it."""
    read = {"subject": "tablestore.new_files(/land)", "reader": "a", "after": 0, "read": "", "listing": ""}
    sql = f"select 1 {harness.call('_annotation', 'files', {**read, 'missing': None})}"
    node = Node(name="orders", config=Node(materialized=materialized), compiled_code=sql)
    macro = "view_options" if materialized == "materialized_view" else "check_keyed_options"
    with pytest.raises(harness.MacroError, match=r"new_files.* consumer='a', so what it reads counts as read by 'a'"):
        harness.call(macro, node)


def test_no_config_of_dbt_is_taken_for_an_option() -> None:
    """On plain dbt-spark, the macros do not know the configs, but none of them begins like an option."""
    options = [*harness.call("options"), "fields", "table_options"]
    others = [name for name in known_model_configs() if name not in options]
    assert harness.call("_adapter_configs") == known_model_configs()
    with harness.on_plain_dbt_spark():
        assert harness.call("_adapter_configs") == []
        assert [name for name in others if harness.call("_near_names", name, options)] == []


def test_a_column_that_orders_a_group_is_in_no_other() -> None:
    """As in Paimon, in whatever order the groups are written."""
    groups = [("g", {"sequence_group": ["h", "v"]}), ("h", {"sequence_group": ["t"]})]
    for order in (1, -1):
        made = plan(ROW, primary_key="k", merge_engine="partial-update", fields=dict(groups[::order]))
        assert sorted(tuple(group["members"]) for group in made["groups"]) == [("t",), ("v",)]


def test_all_problems_are_reported_at_once() -> None:
    message = problems(
        ROW,
        primary_key="x",
        sequence_field="y",
        merge_engine="aggregation",
        fields={"t": {"aggregate_function": "sum"}, "z": {"distinct": "perhaps"}},
    )
    assert message.count("\n  - ") == 5, message


def test_a_sound_model_has_no_problem() -> None:
    assert problems(ROW, primary_key="k", merge_engine="aggregation", fields={"v": {"aggregate_function": "sum"}}) == ""


def test_a_nested_key_is_a_field_of_the_rows() -> None:
    nested = "k int, n array<struct<x:int,y:string>>"
    fields = {"n": {"aggregate_function": "nested_update", "nested_key": "z"}}
    message = problems(nested, primary_key="k", merge_engine="aggregation", fields=fields)
    assert "nested_key of column 'n' names 'z'" in message
    fields["n"]["nested_key"] = "x,y"
    assert problems(nested, primary_key="k", merge_engine="aggregation", fields=fields) == ""


def test_a_counted_column_is_a_bigint() -> None:
    made = plan(ROW, primary_key="k", merge_engine="aggregation", fields={"t": {"aggregate_function": "count"}})
    assert made["groups"] == []
    query = [{"name": "k", "type": "int"}, {"name": "t", "type": "string"}]
    config = Node(primary_key="k", merge_engine="aggregation", fields={"t": {"aggregate_function": "count"}})
    fresh = planned(Node(name="orders", config=config, columns={}), query, [])
    assert [column["type"] for column in fresh["columns"]] == ["int", "bigint"]


@pytest.mark.parametrize(
    ("config", "counted"),
    [
        (
            {"merge_engine": "partial-update", "fields": {"g": {"sequence_group": "v"}, "h": {"sequence_group": "t"}}},
            "vt",
        ),
        ({"merge_engine": "aggregation", "sequence_field": "g", "fields": {"h": {"aggregate_function": "max"}}}, "vt"),
    ],
)
def test_only_values_are_counted(config: dict[str, Any], counted: str) -> None:
    config = {"primary_key": "k", "changelog_producer": "input", "default_aggregate_function": "count"} | config
    made = planned(Node(name="orders", config=Node(config), columns={}), columns(ROW), [])
    assert [column["name"] for column in made["counted_columns"]] == ["v", "t"]


def test_the_kind_of_a_row_is_not_counted_in_a_changelog_of_the_input() -> None:
    config = {"primary_key": "k", "merge_engine": "aggregation", "rowkind_field": "t", "changelog_producer": "input"}
    fields = {"t": {"aggregate_function": "count"}}
    assert "'t' is counted and is the kind of each row" in problems("k int, v int, t string", fields=fields, **config)
    fields = {"t": {"aggregate_function": "last_value"}}
    assert problems("k int, v int, t string", fields=fields, **config) == ""


def view_plan(key: list[str], **config: Any) -> dict[str, Any]:
    """The plan of the table with the rows of a materialized view."""
    node = Node(name="totals", config=Node(config), columns={})
    settings = harness.call("view_settings", node, harness.call("view_options", node), key)
    columns = [{"name": "k", "type": "int"}, {"name": "t", "type": "string"}]
    return harness.call("merge_plan", settings, Relation("totals__rows"), columns, columns)


def test_the_plan_of_a_view_is_made_of_its_own_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(harness.VARIABLES, "tablestore_state_ttl", "1 d")
    made = view_plan(
        ["k"], file_format="delta", cluster_by="key", changelog_time_retained="7 d", location_root="s3://a"
    )
    assert (made["engine"], made["keeps_null_keys"], made["expiry"]) == ("deduplicate", True, None)
    assert made["changelog"]["producer"] == "lookup" and "7" in made["changelog"]["retained"]
    assert [column["name"] for column in made["key_columns"] + made["value_columns"]] == ["k", "t"]
    assert (made["layout"]["cluster_by"], made["layout"]["location"]) == (["`k`"], "s3://a/totals__rows")


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (
            {"changelog_time_retained": "1 week"},
            "'changelog_time_retained' is '1 week'; write one whole number and one",
        ),
        ({"maintenance": 3}, "'maintenance' is '3'; write a mapping such as"),
        ({"merge_update_columns": ["t"]}, "'merge_update_columns' is a config of incremental models"),
        ({"sql_header": "set a = b"}, "'sql_header' changes the session of one statement"),
        ({"partition_by": "w"}, "model 'totals' cannot be built as a materialized view"),
        ({"cluster_by": "w"}, "'cluster_by' names 'w', which is not a column of the SELECT (it has k, t)"),
    ],
)
def test_what_the_table_of_a_view_cannot_have_is_refused(config: dict[str, Any], message: str) -> None:
    with pytest.raises(harness.MacroError) as error:
        view_plan(["k"], **config)
    assert message in str(error.value)
    assert "keyed table" not in str(error.value)


# What says that a view has none of the options that a folder sets for its keyed models, or has what each view has.
OFF: list[dict[str, Any]] = [
    *({name: None} for name in ("fuse", "fields", "table_options", "sequence_field", "scd_type", "merge_engine")),
    *({"fuse": False}, {"fields": {}}, {"table_options": {}}, {"sequence_field": []}, {"rowkind_field": ""}),
    *({"scd_type": 1}, {"input": "changes"}, {"null_key": "refuse"}, {"ignore_delete": False}),
    *({"merge_engine": "deduplicate"}, {"changelog_producer": None}, {"changelog_producer": "lookup"}),
    *({"unique_key": []}, {"primary_key": "k"}, {"hard_deletes": "ignore"}),
]


@pytest.mark.parametrize("config", OFF, ids=str)
def test_a_view_can_undo_the_options_of_its_folder(config: dict[str, Any]) -> None:
    assert view_plan(["k"], **config)["options"] == view_plan(["k"])["options"]


def test_a_view_is_told_how_to_undo_the_options_of_its_folder() -> None:
    for name, value in (
        *(("fuse", {"max_deleted": 0.5}), ("fields", {"v": {"ignore_retract": True}}), ("merge_engine", "aggregation")),
        *(("scd_type", 2), ("changelog_producer", "none"), ("changelog_producer", "input"), ("input", "full")),
    ):
        with pytest.raises(harness.MacroError) as error:
            view_plan(["k"], **{name: value})
        (_, text) = str(error.value).splitlines()
        assert text.startswith(f"  - '{name}' is an option of keyed models")
        assert text.endswith(f"remove it; if a folder sets it, write {name}: null in the model")
    with pytest.raises(harness.MacroError, match=re.escape("write unique_key: [] in the model")):
        view_plan(["k"], unique_key="k")


def test_layouts_that_delta_cannot_combine_are_refused_also_for_the_format_of_the_profile() -> None:
    """``cluster_by`` sorts the files of an Iceberg table, and is a clause beside PARTITIONED BY on Delta."""
    config = Node(primary_key="k", cluster_by="k", partition_by="t")
    for format in ("delta", "iceberg"):
        for given, target in ((Node(config, file_format=format), {}), (config, {"file_format": format})):
            macros = harness.namespace(target=target)
            settings = macros["_keyed_settings"](Node(name="orders", config=given, columns={}))
            refused = "'cluster_by' cannot be combined with partition_by" in " ".join(settings["problems"])
            assert refused == (format == "delta"), (format, target)


@pytest.mark.parametrize("column", ["k", "v", "w"])
def test_a_column_with_a_collation_is_refused(column: str) -> None:
    """Iceberg stores it without one: the first run would take 'A' and 'a' for one key, and the next would fail."""
    types = {"k": "string", "v": "string", "w": "array<string>"}
    types[column] = types[column].replace("string", "string collate utf8_lcase")
    found = problems(", ".join(f"{name} {kind}" for name, kind in types.items()), primary_key="k")
    assert f"column '{column}' is of type {types[column]}" in found
    assert ("write its strings without one" if column == "w" else f"write cast({column} as string)") in found


DUMP = "k int, v int"


def test_a_state_ttl_is_the_model_s_or_the_project_s(monkeypatch: pytest.MonkeyPatch) -> None:
    def ttl(**config: Any) -> int | None:
        expiry = plan(ROW, primary_key="k", **config)["expiry"]
        return expiry and expiry["ttl"]

    assert ttl() is None
    assert ttl(state_ttl="12 h") == ttl(table_options={"table.exec.state.ttl": "12h"}) == 43_200_000
    monkeypatch.setitem(harness.VARIABLES, "tablestore_state_ttl", "1 d")
    assert (ttl(), ttl(state_ttl=1500), ttl(state_ttl=0)) == (86_400_000, 1500, None)
    assert plan(DUMP, primary_key="k", input="full")["expiry"] is None, "each dump has all rows, so none is old"
    for config in ({"state_ttl": "1 d"}, {"table_options": {"table.exec.state.ttl": "1 d"}}):
        assert "'state_ttl' cannot be combined with input='full'" in problems(
            DUMP, primary_key="k", input="full", **config
        )
    monkeypatch.setitem(harness.VARIABLES, "tablestore_state_ttl", "1 month")
    assert "'tablestore_state_ttl' is '1 month'; write one whole number and one unit" in problems(ROW, primary_key="k")
    assert "'state_ttl' is '-1 d'; write one whole number" in problems(ROW, primary_key="k", state_ttl="-1 d")


@pytest.mark.parametrize("kind", ["keyed", "view"])
@pytest.mark.parametrize(
    ("config", "variable", "label"),
    [
        ({"state_ttl": 30}, None, "state_ttl"),
        ({"state_ttl": "030"}, "1 d", "state_ttl"),
        ({}, "30", "tablestore_state_ttl"),
        ({"state_ttl": "30 ms"}, "30", ""),
        ({"state_ttl": 0}, "30", ""),
        ({"state_ttl": "PT30S"}, None, ""),
        ({}, None, ""),
    ],
)
def test_a_state_ttl_without_a_unit_is_told(
    monkeypatch: pytest.MonkeyPatch, kind: str, config: dict[str, Any], variable: str | None, label: str
) -> None:
    said: list[str] = []
    if variable is not None:
        monkeypatch.setitem(harness.VARIABLES, "tablestore_state_ttl", variable)
    macros = harness.namespace(exceptions=SimpleNamespace(warn=said.append))
    node = Node(name="m", config=Node(config, **({"primary_key": "k"} if kind == "keyed" else {})), columns={})
    if kind == "keyed":  # the macros of a query and the checks of other steps read the options, too
        macros["_read_options"](node)
        macros["_keyed_settings"](node, warns=False)  # as the step before that of a Python model
    macros["_keyed_settings" if kind == "keyed" else "view_options"](node)
    assert len(said) == bool(label)
    assert all(text.startswith(f"model 'm': '{label}' is '") and "ms; write the unit" in text for text in said), said


DURATIONS: list[tuple[dict[str, Any], str]] = [
    *(({name: 7}, name) for name, option in harness.call("options").items() if option["type"] in ("duration", "ttl")),
    *(
        ({"table_options": {option["paimon"]: "7"}}, f"table_options['{option['paimon']}']")
        for option in harness.call("options").values()
        if option["type"] in ("duration", "ttl") and option["paimon"]
    ),
    ({"maintenance": {"keep_history": 7}}, "maintenance.keep_history"),
]


OF_VIEWS = ("state_ttl", "changelog_time_retained", "maintenance.keep_history")


@pytest.mark.parametrize(
    ("kind", "config", "label"),
    [(kind, *given) for kind in ("keyed", "view") for given in DURATIONS if kind == "keyed" or given[1] in OF_VIEWS],
)
def test_every_duration_without_a_unit_is_told(kind: str, config: dict[str, Any], label: str) -> None:
    """Seven milliseconds are gone at once: of versions, changes, deletes and files."""
    said: list[str] = []
    macros = harness.namespace(exceptions=SimpleNamespace(warn=said.append))
    if kind == "keyed":
        macros["_keyed_settings"](Node(name="m", config=Node(config, primary_key="k"), columns={}))
    else:
        macros["view_options"](Node(name="m", config=Node(config), columns={}))
    (text,) = said
    assert text.startswith(f"model 'm': '{label}' is '7', which has no unit and means 7 ms; write the unit")


def test_the_state_ttl_of_a_view_is_named_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(**config: Any) -> str:
        with pytest.raises(harness.MacroError) as error:
            harness.call("view_options", Node(name="v", config=Node(config), columns={}))
        return str(error.value)

    assert "- 'state_ttl' is 'x'; write one whole number" in refused(state_ttl="x")
    assert "- 'state_ttl' is '1 d', and refresh_policy 'full'" in refused(state_ttl="1 d", refresh_policy="full")
    monkeypatch.setitem(harness.VARIABLES, "tablestore_state_ttl", "y")
    assert "- 'tablestore_state_ttl' is 'y'; write one whole number" in refused()
    made = harness.call("view_options", Node(name="v", config=Node(refresh_policy="full"), columns={}))
    assert made["state_ttl"] == 0, "each run computes all rows"
    monkeypatch.setitem(harness.VARIABLES, "tablestore_state_ttl", "1 d")
    for config, ttl in (({}, 86_400_000), ({"state_ttl": None}, 86_400_000), ({"state_ttl": 0}, 0)):
        made = harness.call("view_options", Node(name="v", config=Node(config), columns={}))
        assert made["state_ttl"] == ttl, config


def test_generated_sql_says_nothing_of_time_without_a_ttl() -> None:
    for made in (fold(ROW, primary_key="k"), commit(ROW, primary_key="k")):
        assert "_written_at" not in made and "_expired" not in made and "_retracts_only" not in made
    assert "_written_at" in commit(ROW, primary_key="k", state_ttl="1 d")


@pytest.mark.parametrize(
    ("stored", "given", "widens"),
    [
        *[("int", "bigint", True), ("float", "double", True), ("decimal(5,2)", "decimal(9,2)", True)],
        *[
            ("bigint", "int", False),
            ("int", "double", False),
            ("int", "decimal(20,0)", False),
            ("string", "int", False),
        ],
        *[("decimal(5,2)", "decimal(9,4)", False), ("decimal(9,2)", "decimal(5,2)", False), ("int", "string", False)],
    ],
)
def test_a_type_widens_where_both_formats_can_alter_it(stored: str, given: str, widens: bool) -> None:
    assert harness.call("_type_widens", stored, given) is widens


VERSIONS = {"primary_key": "k", "scd_type": 2, "sequence_field": "v"}


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"scd_type": 3}, "'scd_type' is '3'; accepted are 1, 2"),
        (
            {"scd_type": 1, "hard_deletes": "ignore"},
            "'hard_deletes' has no effect: only a model with scd_type=2 has versions",
        ),
        ({"sequence_field": None}, "'scd_type' is 2 and there is no sequence_field"),
        ({"sequence_field": ["v", "k"]}, "'sequence_field' names 'k', a column of the primary key"),
        ({"sequence_field_sort_order": "descending"}, "a later version is a newer one: remove it"),
        ({"dbt_valid_to_current": "current_date() + 9"}, "and current_date has another value in each run"),
        (
            {"cluster_by": ["dbt_valid_to", "dbt_is_deleted"]},
            "'cluster_by' names 'dbt_is_deleted', which is not a column",
        ),
        ({"track_history": {"only": ["t"]}}, "'track_history' is '{'only': ['t']}'; write a list of column names"),
        ({"track_history": ["x"]}, "'track_history' names 'x', which is not a column of the SELECT"),
        ({"track_history": "v"}, "'track_history' names 'v', which is in sequence_field and opens no version"),
        ({"hard_deletes": "keep"}, "'hard_deletes' is 'keep'; accepted are ignore, invalidate, new_record"),
        ({"snapshot_meta_column_names": {"dbt_from": "f"}}, "has the key 'dbt_from'; accepted are dbt_scd_id"),
        ({"snapshot_meta_column_names": {"dbt_valid_to": "t"}}, "the SELECT returns column 't', which scd_type=2 adds"),
        (
            {"snapshot_meta_column_names": {"dbt_valid_to": "x", "dbt_valid_from": "X"}},
            "'snapshot_meta_column_names' gives two columns the same name",
        ),
        ({"merge_engine": "aggregation"}, "'scd_type' is 2 and merge_engine is 'aggregation'"),
        ({"merge_engine": "aggregation"}, "by the time of its commits: select *, _committed_at as seen_at"),
        ({"input": "full"}, "by the time of its commits: select *, _committed_at as seen_at, _commit as seen_in, with"),
        (
            {"merge_engine": "partial-update", "sequence_field": None},
            "'scd_type' is 2 and merge_engine is 'partial-update', but there is no sequence group",
        ),
        ({"changelog_producer": "input"}, "changelog_producer 'input' cannot be combined with scd_type=2"),
        ({"ignore_delete": True}, "write hard_deletes='ignore'"),
        ({"state_ttl": "1 d"}, "'state_ttl' cannot be combined with scd_type=2"),
        (
            {"fields": {"v": {"sequence_group": ["s"]}}},
            "'fields' cannot be combined with scd_type=2, because a version is a whole row of one source",
        ),
        (
            {"scd_type": 1, "system_time": True},
            "'system_time' has no effect: only a model with scd_type=2 has versions",
        ),
        ({"versions_retained": "1 d"}, "sequence_field begins with 'v', which is of type int, so versions have no age"),
        ({"versions_retained": "1 d", "system_time": True}, "cannot be combined with system_time, which keeps all"),
        (
            {"system_time": True, "snapshot_meta_column_names": {"dbt_system_to": "T"}},
            "the SELECT returns column 't', which scd_type=2 adds",
        ),
    ],
)
def test_what_a_history_of_versions_cannot_be_is_refused(config: dict[str, Any], message: str) -> None:
    assert message in problems(ROW, **VERSIONS | config)


GROUPED_ROW = "k int, v int, g int, h int, t string, s string, _row_kind string"
GROUPED = {
    "primary_key": "k",
    "scd_type": 2,
    "merge_engine": "partial-update",
    "fields": {"v,h": {"sequence_group": ["t"]}, "g": {"sequence_group": ["s"]}},
}


@pytest.mark.parametrize(
    ("columns", "config", "message"),
    [
        (
            GROUPED_ROW,
            {"sequence_field": "h"},
            "'sequence_field' cannot be combined with scd_type=2 and sequence groups",
        ),
        (GROUPED_ROW, {"hard_deletes": "new_record"}, "write 'invalidate', with which it empties the columns"),
        (GROUPED_ROW, {"versions_retained": "1 d"}, "'versions_retained' cannot be combined with sequence groups"),
        (GROUPED_ROW, {"ignore_delete": True}, "write hard_deletes='ignore'"),
        (GROUPED_ROW, {"default_aggregate_function": "max"}, "'default_aggregate_function' cannot be combined with"),
        (GROUPED_ROW, {"track_history": ["g"]}, "names 'g', which is in the order of a sequence group"),
        (
            f"{GROUPED_ROW}, x int",
            {},
            "column 'x' is in no sequence group, so it is not known from when its values are valid: name it in one,"
            " fields={'g': {'sequence_group': ['x', ...]}}",
        ),
        (
            GROUPED_ROW,
            {"fields": GROUPED["fields"] | {"t": {"aggregate_function": "max"}}},
            "column 't' has the aggregate function max, but with scd_type=2",
        ),
        (
            GROUPED_ROW,
            {"fields": {"v,h": {"sequence_group": ["t"]}, "g,h": {"sequence_group": ["s"]}}},
            "column 'h' is in several sequence groups",
        ),
        (
            GROUPED_ROW.replace("g int", "g date"),
            {},
            "the sequence groups have times of several types (g date, v int), and those of versions have one",
        ),
        (
            GROUPED_ROW.replace("g int", "g double"),
            {},
            "a sequence group is ordered by 'g', which is of type double and no time from which a version is valid",
        ),
        (
            GROUPED_ROW,
            {"partial_update_remove_record_on_sequence_group": ["h", "g"]},
            "names fields of several groups (g; v,h), but with scd_type=2 a delete has one time",
        ),
        (
            GROUPED_ROW,
            {"partial_update_remove_record_on_sequence_group": "g", "hard_deletes": "ignore"},
            "'partial_update_remove_record_on_sequence_group' and hard_deletes='ignore' contradict each other",
        ),
        (
            GROUPED_ROW,
            {"partial_update_remove_record_on_delete": True},
            "partial_update_remove_record_on_delete cannot be combined with sequence groups",
        ),
    ],
)
def test_what_a_history_of_sequence_groups_cannot_be_is_refused(
    columns: str, config: dict[str, Any], message: str
) -> None:
    assert message in problems(columns, **GROUPED | config)


def test_a_history_of_sequence_groups_is_a_keyed_table_of_versions() -> None:
    options = {"partial_update_remove_record_on_sequence_group": ["G"], "track_history": {"except": ["t"]}}
    made = plan(GROUPED_ROW, **GROUPED | options)
    assert [column["name"] for column in made["key_columns"]] == ["k", "dbt_valid_from"]
    assert made["columns"][-1]["type"] == (
        "array<struct<at:int,kind:string,sequence_group:string,"
        "value_1:int,value_2:int,value_3:string,value_4:string,value_5:int>>"
    )
    assert made["definition"] == {
        "primary_key": "dbt_valid_from, k",
        "merge_engine": "partial-update",
        "sequence_field": "g, v, h",
        "scd_type": "2",
        "hard_deletes": "invalidate",
        "dbt_valid_to_current": "none",
        "snapshot_meta_column_names": "dbt_scd_id, dbt_updated_at, dbt_valid_from, dbt_valid_to",
        "track_history": "except t",
        "partial_update_remove_record_on_sequence_group": "g",
        "fields.t": "last_value, ordered by v,h",
        "fields.s": "last_value, ordered by g",
    }


@pytest.mark.parametrize("type", ["map<string,int>", "double", "struct<a:int>"])
def test_a_version_begins_at_a_value_that_can_be_compared(type: str) -> None:
    message = f"'sequence_field' begins with 'v', which is of type {type} and no time from which a version is valid"
    assert message in problems(ROW.replace("v int", f"v {type}"), **VERSIONS)


def test_the_rows_of_a_history_are_laid_out_by_its_own_columns() -> None:
    layout = {"cluster_by": ["k", "dbt_valid_from"], "partition_by": "days(dbt_valid_from)"}
    made = plan(ROW.replace("v int", "v timestamp"), **VERSIONS, **layout)["layout"]
    assert (made["cluster_by"], made["partition_by"]) == (["`k`", "`dbt_valid_from`"], ["days(`dbt_valid_from`)"])


def test_a_history_is_a_keyed_table_of_versions() -> None:
    made = plan(ROW, **VERSIONS, track_history={"except": ["T"]}, changelog_producer="lookup")
    assert [column["name"] for column in made["key_columns"]] == ["k", "dbt_valid_from"]
    names = ["k", "v", "t", "g", "h", "dbt_scd_id", "dbt_updated_at", "dbt_valid_from", "dbt_valid_to", "_events"]
    assert [column["name"] for column in made["columns"]] == names
    assert made["columns"][-1]["type"] == "array<struct<at:int,kind:string,value_1:string>>"
    assert made["changelog"]["ignored"] == ["_events"]
    assert made["definition"] == {
        "primary_key": "dbt_valid_from, k",
        "merge_engine": "deduplicate",
        "sequence_field": "v",
        "scd_type": "2",
        "hard_deletes": "invalidate",
        "dbt_valid_to_current": "none",
        "snapshot_meta_column_names": "dbt_scd_id, dbt_updated_at, dbt_valid_from, dbt_valid_to",
        "track_history": "except t",
    }


def test_a_history_of_what_was_known_has_the_times_of_commits_in_its_key() -> None:
    made = plan(ROW, **VERSIONS, system_time=True)
    assert [column["name"] for column in made["key_columns"]] == ["k", "dbt_valid_from", "dbt_system_from"]
    assert made["definition"]["primary_key"] == "dbt_system_from, dbt_valid_from, k"
    assert made["definition"]["system_time"] == "true"
    types = {column["name"]: column["type"] for column in made["columns"]}
    assert types["dbt_valid_to"] == "int" and types["dbt_system_to"] == "timestamp"


def test_the_times_of_commits_differ_where_they_say_what_was_known() -> None:
    for before, later in (
        ("2026-01-01 00:00:00.999999+00:00", "2026-01-01 00:00:01.000000+00:00"),
        ("2026-12-31 23:59:59.999999+00:00", "2027-01-01 00:00:00.000000+00:00"),
    ):
        assert harness.call("_next_time", {"committed_at": before}, is_later=True)["at"] == later


def test_why_takes_a_key_with_all_of_its_versions() -> None:
    last = {"epoch": "a", "producer": "lookup", "primary_key": ["k", "dbt_valid_from"]}
    history = last | {"definition": {"scd_type": "2"}}
    assert harness.call("_why_problems", "m", {"k": 1}, history) == []
    assert harness.call("_why_problems", "m", {"k": 1, "dbt_valid_from": 3}, history) == []
    known = last | {"primary_key": ["k", "dbt_valid_from", "dbt_system_from"]}
    known["definition"] = {"scd_type": "2", "system_time": "true"}
    assert harness.call("_why_problems", "m", {"k": 1}, known) == []
    assert "{k: ...}" in harness.call("_why_problems", "m", {"j": 1}, history)[0]
    assert "{k: ..., dbt_valid_from: ...}" in harness.call("_why_problems", "m", {"k": 1}, last | {"definition": {}})[0]


def test_a_definition_is_what_stored_rows_are_the_result_of() -> None:
    group = {"fields": {"g,h": {"sequence_group": ["v"]}, "v": {"aggregate_function": "sum", "ignore_retract": True}}}
    assert plan(ROW, primary_key=["t", "k"], merge_engine="partial-update", **group)["definition"] == {
        "primary_key": "k, t",
        "merge_engine": "partial-update",
        "sequence_field": "none",
        "fields.v": "sum, ordered by g,h",
        "fields.g": "order of g,h",
        "fields.h": "order of g,h",
    }
    assert plan(ROW, primary_key="K", sequence_field=["g", "h"], sequence_field_sort_order="descending")[
        "definition"
    ] == {"primary_key": "k", "merge_engine": "deduplicate", "sequence_field": "g, h, descending"}


@pytest.mark.parametrize(
    ("engine", "field", "option", "value"),
    [
        ("deduplicate", "v", "aggregate_function", "sum"),
        ("deduplicate", "v", "ignore_retract", True),
        ("first-row", "g", "sequence_group", ["v"]),
        ("aggregation", "g", "sequence_group", ["v"]),
        ("aggregation", "k", "aggregate_function", "max"),
        ("partial-update", "k", "aggregate_function", "max"),
    ],
)
def test_an_option_of_a_column_without_effect_is_refused_and_ignored_where_it_is_pasted(
    engine: str, field: str, option: str, value: Any
) -> None:
    given = {"primary_key": "k", "merge_engine": engine}
    assert f"fields['{field}'].{option} has no effect: " in problems(ROW, **given, fields={field: {option: value}})
    spelling = f"fields.{field}.{option.replace('_', '-')}"
    text = ",".join(value) if isinstance(value, list) else str(value).lower()
    assert plan(ROW, **given, table_options={spelling: text})["ignored_options"][spelling]


INEFFECTIVE: list[tuple[dict[str, Any], dict[str, str], str, str, str]] = [
    # the config and the same WITH clause, what has no effect in either spelling, and why
    *[
        (
            {"merge_engine": engine, "default_aggregate_function": "sum"},
            {"merge-engine": engine, "fields.default-aggregate-function": "sum"},
            "'default_aggregate_function'",
            "fields.default-aggregate-function",
            f"merge_engine '{engine}' keeps whole rows",
        )
        for engine in ("deduplicate", "first-row")
    ],
    *[
        (
            {"changelog_producer": producer, "changelog_producer_row_deduplicate": True},
            {"changelog-producer": producer, "changelog-producer.row-deduplicate": "true"},
            "'changelog_producer_row_deduplicate'",
            "changelog-producer.row-deduplicate",
            f"changelog_producer '{producer}' does not compare rows with those before",
        )
        for producer in ("none", "input")
    ],
    (
        {"sequence_field_sort_order": "descending"},
        {"sequence.field.sort-order": "descending"},
        "'sequence_field_sort_order'",
        "sequence.field.sort-order",
        "there is no sequence_field",
    ),
    *[
        (
            {"merge_engine": "aggregation", "fields": {"v": {"aggregate_function": "sum", option: value}}},
            {
                "merge-engine": "aggregation",
                "fields.v.aggregate-function": "sum",
                f"fields.v.{option.replace('_', '-')}": str(value).lower(),
            },
            f"fields['v'].{option}",
            f"fields.v.{option.replace('_', '-')}",
            f"it is an option of aggregate_function {functions}; the column has 'sum'",
        )
        for option, value, functions in [
            ("distinct", True, "'collect' and 'listagg'"),
            ("nested_key", "x", "'nested_update'"),
            ("list_agg_delimiter", ";", "'listagg'"),
            ("count_limit", 3, "'nested_update'"),
        ]
    ],
    (
        {"merge_engine": "partial-update", "fields": {"G": {"sequence_group": ["v"]}, "v": {"distinct": True}}},
        {"merge-engine": "partial-update", "fields.g.sequence-group": "v", "fields.v.distinct": "true"},
        "fields['v'].distinct",
        "fields.v.distinct",
        "it is an option of aggregate_function 'collect' and 'listagg'; the column has none",
    ),
    (
        {"merge_engine": "partial-update", "fields": {"g,h": {"sequence_group": ["v", "H"]}}},
        {"merge-engine": "partial-update", "fields.g,h.sequence-group": "v,H"},
        "'h' in fields['g,h'].sequence_group",
        "fields.g,h.sequence-group: h",
        "it orders this group",
    ),
    (
        {
            "changelog_producer": "lookup",
            "changelog_producer_row_deduplicate": True,
            "changelog_producer_row_deduplicate_ignore_fields": ["v", "K"],
        },
        {
            "changelog-producer": "lookup",
            "changelog-producer.row-deduplicate": "true",
            "changelog-producer.row-deduplicate-ignore-fields": "v,K",
        },
        "'K' in 'changelog_producer_row_deduplicate_ignore_fields'",
        "changelog-producer.row-deduplicate-ignore-fields: K",
        "it is a key column",
    ),
]


@pytest.mark.parametrize(("config", "pasted", "label", "spelling", "reason"), INEFFECTIVE)
def test_an_option_without_effect_is_refused_and_ignored_where_it_is_pasted(
    config: dict[str, Any], pasted: dict[str, str], label: str, spelling: str, reason: str
) -> None:
    message = problems(ROW, primary_key="k", **config)
    assert f"{label} has no effect: {reason}" in message and message.count("\n  - ") == 1, message
    ignored = plan(ROW, primary_key="k", table_options=pasted)["ignored_options"]
    assert list(ignored) == [spelling] and ignored[spelling].startswith(reason)


def test_an_option_that_says_what_is_so_anyway_is_accepted() -> None:
    config: dict[str, Any] = {"changelog_producer_row_deduplicate": False, "sequence_field_sort_order": "ascending"}
    assert problems(ROW, primary_key="k", **config) == ""
    summed = {"v": {"aggregate_function": "sum", "distinct": False}}
    assert problems(ROW, primary_key="k", merge_engine="aggregation", fields=summed) == ""


def test_options_of_an_aggregate_function_have_an_effect_with_it() -> None:
    row = "k int, a array<int>, t string, n array<struct<x:int>>"
    fields = {
        "a": {"aggregate_function": "collect", "distinct": True},
        "t": {"distinct": True, "list_agg_delimiter": ""},
        "n": {"aggregate_function": "nested_update", "nested_key": "x", "count_limit": 2},
    }
    config = {"merge_engine": "aggregation", "default_aggregate_function": "listagg"}
    assert problems(row, primary_key="k", fields=fields, **config) == ""


DURATIONS = {name: option for name, option in harness.call("options").items() if option["type"] in ("duration", "ttl")}


@pytest.mark.parametrize("text", ["1 week", "2 h 3 min", "-1 h", "soon", "1.5 h", "interval '1' day", ""])
@pytest.mark.parametrize("option", [*DURATIONS, "keep_history"])
def test_all_options_take_the_same_durations(option: str, text: str) -> None:
    config: dict[str, Any] = {"maintenance": {option: text}} if option == "keep_history" else {option: text}
    assert "'; write one whole number and one unit" in problems(
        ROW, primary_key="k", changelog_producer="input", **config
    )


@pytest.mark.parametrize("text", ["90 min", "12 h", "PT12H", "500 ms", "86400000"])
@pytest.mark.parametrize("option", [*DURATIONS, "keep_history"])
def test_durations_that_all_options_take(option: str, text: str) -> None:
    config: dict[str, Any] = {"maintenance": {option: text}} if option == "keep_history" else {option: text}
    others = {"scd_type": 2} if option == "versions_retained" else {"changelog_producer": "input"}
    row = ROW.replace("g int", "g date")
    assert problems(row, primary_key="k", sequence_field="g", **others, **config) == ""


ENUMERATIONS = {name: option for name, option in harness.call("options").items() if option["type"] == "enum"}


@pytest.mark.parametrize("name", ENUMERATIONS)
def test_a_misspelled_value_gets_a_suggestion(name: str) -> None:
    """Cut off, with a letter too many, and with the other separator; on plain dbt-spark, too."""
    with harness.on_plain_dbt_spark():
        assert "did you mean 'partial-update'?" in problems(ROW, primary_key="k", merge_engine="Partial_Updates")
    for value in (value for value in ENUMERATIONS[name]["values"] if len(value) > 5):
        for given in (value[:4], value + "x", value.replace("-", "_") + "s"):
            message = problems(ROW, **{"primary_key": "k", name: given})
            assert f"'{name}' is '{given}'" in message and f"'{value}'" in message.partition("did you mean")[2], message


@pytest.mark.parametrize(("version", "name"), [(None, "orders"), (1, "orders.v1"), ("b", "orders.vb")])
def test_the_commands_of_an_error_select_a_version(version: object, name: str) -> None:
    node = Node(name="orders", version=version, config=Node(primary_key="k"), columns={})
    made = planned(node, columns("k int, v int, _row_kind string"), columns("k int"))
    assert made["model"] == name == harness.call("versioned_name", node)
    macros: dict[str, Any] = harness.namespace()
    macros["query_rows"] = lambda statement: [Node(rows_stored=9)]
    fused = made | {"options": made["options"] | {"fuse": {"max_deleted": 0.1}}}
    with pytest.raises(harness.MacroError) as error:
        macros["_assert_fuse"](fused, {"rows_deleted": 5})
    assert f"dbt run --select {name} --vars '{{tablestore_skip_fuse: {name}}}'" in str(error.value)


@pytest.mark.parametrize(
    ("config", "option"),
    [
        ({"sequence_field": "v", "delete_retained": "1 d", "rowkind_field": "t"}, "delete_retained"),
        ({"input": "full"}, "input='full'"),
        ({"sequence_field": "at", "scd_type": 2}, "scd_type=2"),
        ({}, None),
    ],
)
def test_merge_tests_of_what_reads_more_than_a_batch_are_refused(config: dict[str, Any], option: str | None) -> None:
    """Missing keys, remembered deletes and stored versions are in tables, and `check_merges` reads none."""
    node = Node(name="orders", config=Node({"primary_key": "k"} | config), columns={})
    macros: dict[str, Any] = harness.namespace()
    macros["_model_relation"] = lambda node: Relation()
    macros["_compiled_select"] = lambda *given: {"sql": "", "columns": columns("k int, v int, t string, at timestamp")}
    found = macros["_check_merge"](node, Node(batches=[]))
    sentence = f"merge_tests cannot be combined with {option}: compare the table in a test of dbt's"
    assert found == ([sentence] if option else [])


@pytest.mark.parametrize(
    ("test", "problems"),
    [
        ({"name": "t", "permute": True, "batches": [{"given": [{"k": 1}], "expect": None}]}, []),
        ({"batches": [{"given": [], "refused": "is null"}, {"expect": [], "expect_changelog": [{"k": 1}]}]}, []),
        (
            {"batches": [{"given": [{"k": 1}], "expected": [{"k": 99}]}]},
            [
                "batch 1: there is no key 'expected', did you mean 'expect'?",
                "batch 1: it expects nothing; write expect",
            ],
        ),
        (
            {"batch": [{"given": [{"k": 1}], "expect": [{"k": 99}]}]},
            ["there is no key 'batch', did you mean 'batches'?", "'batches' is missing; write a list of batches"],
        ),
        ({"batches": []}, ["'batches' is []; write a list of batches"]),
        ({"batches": ["expect"]}, ["'batches' is ['expect']; write a list of batches"]),
        (
            {"batches": [{"given": {"k": 1}, "refused": ""}]},
            ["batch 1: 'given' is {", "batch 1: 'refused' is ''; write"],
        ),
        (
            {"batches": [{"expect": [1]}], "zzz": 1},
            ["there is no key 'zzz'; write one of name, permute, batches", "batch"],
        ),
        ("late", ["it is 'late'; write a mapping"]),
    ],
)
def test_merge_tests_that_would_compare_nothing_fail(test: Any, problems: list[str]) -> None:
    printed: list[str] = []
    node = {
        "name": "orders",
        "resource_type": "model",
        "config": {"materialized": "incremental", "primary_key": "k", "meta": {"merge_tests": [test]}},
    }
    macros: dict[str, Any] = harness.namespace(graph={"nodes": {"m": node}}, print=printed.append, kwargs={})
    macros["_check_merge"] = lambda node, test: []
    if not problems:
        macros["check_merges"]()
        assert printed[-1] == "1 passed"
        return
    with pytest.raises(harness.MacroError) as error:
        macros["check_merges"]()
    found = [line.partition(": ")[2].partition(": ")[2] for line in str(error.value).splitlines()[1:]]
    assert [line[: len(start)] for line, start in zip(found, problems, strict=True)] == problems


@pytest.mark.parametrize(
    ("empty", "arguments", "whole"),
    [(False, {"empty": False}, True), (True, {"empty": True}, False), (False, {"sample": "3 days"}, False)],
)
def test_a_run_of_a_part_of_the_rows_deletes_none(empty: bool, arguments: dict[str, Any], whole: bool) -> None:
    """Only a whole dump is compared with the stored rows whose keys it lacks."""
    macros = harness.namespace(flags=SimpleNamespace(EMPTY=empty), invocation_args_dict=arguments)
    run = Run(model("order_id bigint, status string", input="full"))
    run()
    run._macros["has_all_rows"] = macros["has_all_rows"]
    assert any("left anti join" in statement for statement in run()) is whole


@pytest.mark.parametrize(
    ("settings", "again"),
    [
        ({"aggregate_function": "listagg"}, True),
        ({"aggregate_function": "listagg", "distinct": True}, False),
        ({"aggregate_function": "listagg", "distinct": True, "list_agg_delimiter": ""}, True),
        ({"aggregate_function": "collect", "distinct": True}, False),
        ({"aggregate_function": "max"}, False),
    ],
)
def test_values_that_a_list_cannot_tell_apart_are_added_again(settings: dict[str, Any], again: bool) -> None:
    given = {"fields": {"t": Node(settings)}, "options": Node(default_aggregate_function=None)}
    assert bool(harness.call("_added_again", given)) == again


AHEAD = "2062-01-01 00:00:00.000000+00:00"


@pytest.mark.parametrize(
    ("last", "rebuild", "expected"),
    [
        (None, False, "2026-01-01 00:00:00.000000+00:00"),
        ("2025-12-31 00:00:00.000000+00:00", False, "2026-01-01 00:00:00.000000+00:00"),
        ("2025-12-31 00:00:00+00:00", False, "2026-01-01 00:00:00.000000+00:00"),
        # clocks of machines differ a little
        ("2026-01-01 00:59:59.000000+00:00", False, "2026-01-01 00:59:59.000000+00:00"),
        ("2026-01-01 00:59:59.000000+00:00", True, "2026-01-01 00:59:59.000000+00:00"),
        (AHEAD, False, AHEAD),
        (AHEAD, True, "2026-01-01 00:00:00.000000+00:00"),
    ],
)
def test_a_rebuild_does_not_take_over_the_time_of_a_clock_that_was_far_ahead(
    last: str | None, rebuild: bool, expected: str
) -> None:
    made = harness.call("_next_time", {"committed_at": last}, rebuild=rebuild)
    assert made["at"] == expected and made["last"] in (None, last, f"{str(last)[:19]}.000000+00:00")
    assert made["is_ahead"] is (last == AHEAD)
