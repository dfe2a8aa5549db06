"""The statements of a keyed model's commit, as files to be read: each engine, on each format, with what changes them.

The files in ``tests/rendered/sql/keyed`` are what a run executes between DESCRIBE and the end. `make sql` writes them
again after a change; review the difference.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import sqlglot
from pytest_regressions.file_regression import FileRegressionFixture

from harness import call
from planning import Relation, plan

SQL = Path(__file__).parent / "sql" / "keyed"
ORDER = "order_id bigint, status string, amount decimal(10,2), updated_at timestamp"
SEQUENCE = {"sequence_field": "updated_at"}
ENGINES: dict[str, dict[str, Any]] = {
    "deduplicate": SEQUENCE,
    "first-row": {"merge_engine": "first-row"},
    "partial-update": {"merge_engine": "partial-update"} | SEQUENCE,
    "aggregation": {"merge_engine": "aggregation", "fields": {"amount": {"aggregate_function": "sum"}}},
}
# What changes the statements of every engine, on either format.
VARIANTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "changelog": {"changelog_producer": "lookup"},
    "ttl": {"state_ttl": "7 d"},
}
# The option that says what a -D means, per engine.
DELETES: dict[str, dict[str, Any]] = {
    "deduplicate": {},
    "first-row": {"ignore_delete": True},
    "partial-update": {"partial_update_remove_record_on_delete": True},
    "aggregation": {},
}
# Clauses of INSERT.
UNKNOWN_TO_SQLGLOT = re.compile(r" with \(['`](?:txnAppId|snapshot-property).*?\)(?= \()|\nreplace where .*")
NOT_PARSED = ("alter table ", "call ", "set ", "reset ")
CASES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {}
for engine, config in ENGINES.items():
    for format in ("iceberg", "delta"):
        for variant, more in VARIANTS.items():
            CASES[f"{engine}/{format}_{variant}"] = ORDER, config | more | {"file_format": format}, {}
        deleting = config | DELETES[engine] | {"file_format": format}
        CASES[f"{engine}/{format}_deletes"] = f"{ORDER}, _row_kind string", deleting, {}
GROUPS = "order_id bigint, status string, changed_at timestamp, amount decimal(10,2), _row_kind string"
# A few old keys, and recent ones.
RANGES = [
    {"column": "`order_id`", "ranges": [{"first": "7", "last": "7"}, {"first": "9000001", "last": "9010000"}]},
]
# What a publisher of a commit of an earlier run has found.
FOUND: dict[str, Any] = {
    "branch": "publish_5_b2b2b2b2",
    "log": "4_c3c3c3c3",
    "tables": {
        "lake.main.orders__changelog": {
            "snapshot": "7003",
            "columns": [
                {"quoted": f"`{name}`"}
                for name in ["order_id", "status", "amount", "updated_at", "_row_kind", "_commit", "_committed_at"]
            ],
            "has_rows": False,
            "has_branch": True,
        }
    },
}
CASES |= {
    "first_run/iceberg": (ORDER, SEQUENCE, {"rebuild": True}),
    "first_run/delta_not_null": (ORDER, SEQUENCE | {"file_format": "delta"}, {"rebuild": True, "not_null": ["amount"]}),
    "rebuild/iceberg_side_schema": (
        ORDER,
        SEQUENCE | {"changelog_producer": "lookup", "side_schema": "internal"},
        {"rebuild": True, "former": ["__commits", "__changelog"]},
    ),
    "published_later/iceberg_changelog": (
        ORDER,
        SEQUENCE | {"changelog_producer": "lookup"},
        {"again": True, "logs": FOUND | {"fits": False}},
    ),
    "published_later/iceberg_rebuild": (
        ORDER,
        SEQUENCE | {"changelog_producer": "lookup"},
        {"again": True, "rebuild": True, "logs": FOUND | {"fits": True}},
    ),
    "first_run/iceberg_cluster_by": (ORDER, SEQUENCE | {"cluster_by": "key"}, {"rebuild": True}),
    "first_run/delta_cluster_by": (
        ORDER,
        SEQUENCE | {"cluster_by": ["updated_at", "order_id"], "file_format": "delta"},
        {"rebuild": True},
    ),
    "deduplicate/iceberg_merge_decides": (ORDER, SEQUENCE, {"found": {"is_small": True}}),
    "deduplicate/iceberg_deletes_merge_decides": (
        f"{ORDER}, _row_kind string",
        SEQUENCE,
        {"found": {"is_small": True, "key_ranges": RANGES}},
    ),
    "first-row/iceberg_merge_decides": (ORDER, {"merge_engine": "first-row"}, {"found": {"is_small": True}}),
    "batches/on_a_server": (ORDER, SEQUENCE, {"in_memory": False}),
    "batches/on_a_server_delta": (ORDER, SEQUENCE | {"file_format": "delta"}, {"in_memory": False}),
    "batches/empty": (ORDER, SEQUENCE, {"found": {"batch_is_empty": True}}),
    "batches/recent_keys": (ORDER, SEQUENCE, {"found": {"key_ranges": RANGES}}),
    "batches/recent_keys_delta": (ORDER, SEQUENCE | {"file_format": "delta"}, {"found": {"key_ranges": RANGES}}),
    "changelog/small": (ORDER, SEQUENCE | {"changelog_producer": "lookup"}, {"found": {"is_small": True}}),
    "null_keys/keep": (ORDER, SEQUENCE | {"null_key": "keep"}, {}),
    "changelog/input": (f"{ORDER}, _row_kind string", SEQUENCE | {"changelog_producer": "input"}, {}),
    "changelog/full_compaction": (
        ORDER,
        SEQUENCE | {"changelog_producer": "full-compaction", "full_compaction_delta_commits": 3},
        {"compacted": 3},
    ),
    "changelog/row_deduplicate": (
        ORDER,
        SEQUENCE | {"changelog_producer": "lookup", "changelog_producer_row_deduplicate": True},
        {},
    ),
    "changelog/ignored_fields": (
        f"{ORDER}, weight double, tags map<string,array<variant>>",
        {
            "file_format": "delta",
            "changelog_producer": "full-compaction",
            "full_compaction_delta_commits": 3,
            "changelog_producer_row_deduplicate": True,
            "changelog_producer_row_deduplicate_ignore_fields": "updated_at",
        },
        {"compacted": 3},
    ),
    "partial-update/sequence_group": (
        GROUPS,
        {"merge_engine": "partial-update", "fields": {"changed_at": {"sequence_group": ["status"]}}},
        {},
    ),
    "partial-update/sequence_group_removes": (
        GROUPS,
        {
            "merge_engine": "partial-update",
            "fields": {"changed_at": {"sequence_group": ["status"]}},
            "partial_update_remove_record_on_sequence_group": ["changed_at"],
        },
        {},
    ),
    "aggregation/removes": (
        f"{ORDER}, _row_kind string",
        ENGINES["aggregation"] | {"aggregation_remove_record_on_delete": True},
        {},
    ),
    "aggregation/every_function": (
        "id int, total bigint, factor double, seen int, low int, high int, last string, filled string, first string,"
        " words string, every boolean, some boolean, tags array<string>, labels map<string,string>",
        {
            "primary_key": "id",
            "merge_engine": "aggregation",
            "fields": {
                column: {"aggregate_function": function}
                for column, function in {
                    "total": "sum", "factor": "product", "seen": "count", "low": "min", "high": "max",
                    "last": "last_value", "filled": "last_non_null_value", "first": "first_value", "words": "listagg",
                    "every": "bool_and", "some": "bool_or", "tags": "collect", "labels": "merge_map",
                }.items()
            },
        },
        {},
    ),
}  # fmt: skip


def rendered(name: str) -> str:
    """The statements of the fifth commit of a model, or of its first."""
    columns, config, how = CASES[name]
    made = plan(columns, **({"primary_key": "order_id"} | config))
    made["not_null_columns"] = how.get("not_null", [])
    rebuild = how.get("rebuild", False)
    number = 1 if rebuild else 5
    commit = {
        "number": number,
        "snapshot": "7001" if made["format"] == "iceberg" else None,
        "version": "7002",
        "rebuild": rebuild,
        "replaces": rebuild and "former" in how,
        "starts_changelog": rebuild,
        "has_history": not rebuild,
        "old_properties": [],
        "former_tables": {suffix: f"lake.main.orders{suffix}" for suffix in how.get("former", [])},
        "history_counts": call("_history_counts"),
        "new_counts": [],
        "compacts": True,
        "compacted": how.get("compacted", number - 1),
        "properties": {
            "tablestore.epoch": "b1",
            "tablestore.commit": number,
            "tablestore.serial": number,
            "tablestore.writer": "tablestore-0123456789abcdef",
            "tablestore.run": "5_a1a1a1a1",
            "tablestore.format": made["format"],
            "tablestore.side-tables": "{}",
            "tablestore.compacted": number,
            "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00",
            "tablestore.made-at": "2026-01-01 00:00:00",
            "tablestore.invocation-id": "run-1",
            "tablestore.offsets": "{}",
        },
    }
    counts = dict.fromkeys([*call("_history_counts"), "rows_merged", "rows_added"], 1)
    columns = (
        None
        if rebuild or not made["changelog"]
        else [column["quoted"] for column in made["columns"] + made["kept_columns"]] + call("_log_columns")
    )
    run, in_memory = commit["properties"]["tablestore.run"], how.get("in_memory", True)
    made = call("_of_commit", made, Relation(), run, columns, rebuild, in_memory)
    made.update(how.get("found", {}))
    known = counts
    if call("_merge_may_decide", made, commit):
        made["merge_decides"] = known = {"rows_folded": 1, "rows_in_batch": 1, "duration_ms": 1}
    commit["properties"]["tablestore.counts"] = json.dumps(call("_recorded_counts", known))
    batch = "select *\nfrom landing.order_events"
    decided = [*call("fold_statements", made, batch, commit), *call("decide_statements", made, batch, commit)]
    written = [*call("write_statements", made, commit, counts), *call("switch_statements", made, commit, counts)]
    commit["properties"]["tablestore.counts"] = json.dumps(call("_recorded_counts", counts))
    published = call("publish_statements", made, commit, how.get("logs", {}), again=how.get("again", False))
    return str(call("_script", [*decided, call("_counting_query", made), *written, *published]))


@pytest.mark.parametrize("name", CASES)
def test_the_statements_of_a_commit(name: str, file_regression: FileRegressionFixture) -> None:
    file_regression.check(rendered(name), fullpath=SQL / f"{name}.sql")


def test_no_file_without_a_case() -> None:
    assert {str(path.relative_to(SQL).with_suffix("")) for path in SQL.rglob("*.sql")} == set(CASES)


@pytest.mark.parametrize("name", CASES)
def test_the_statements_are_tidy(name: str) -> None:
    for number, line in enumerate(rendered(name).splitlines(), 1):
        assert line == line.rstrip() and "\t" not in line, f"line {number}: {line!r}"
    for statement in rendered(name).split(";\n"):
        if statement.strip() and not statement.strip().startswith(NOT_PARSED):
            sqlglot.parse_one(UNKNOWN_TO_SQLGLOT.sub("", statement), read="spark")
