"""The statements of a keyed model's commit, as files to be read: each engine, on each format, with what changes them.

``tests/rendered/sql/keyed/commits`` has four whole commits: what a run executes between DESCRIBE and the end. The files
of ``tests/rendered/sql/keyed`` have the statements of all `CASES` that these do not have, each once, and what features
change in them; ``cases.md`` says of what each case consists (`recorded_commits`). `make sql` writes them again; review
the difference.
"""

from __future__ import annotations

import functools
import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import sqlglot
from dbt.adapters.tablestore.progress.steps import step_of
from dbt.adapters.tablestore.sql.created_names import created_name, name_parts
from dbt.adapters.tablestore.sql.own_statement import OwnStatement
from pytest_regressions.file_regression import FileRegressionFixture

from harness import call
from planning import RUN, Relation, commit_of, plan
from recorded_commits import PARTS, STEPS, Case, Recording, recorded, recording

SQL = Path(__file__).parent / "sql" / "keyed"
COLUMNS = "order_id bigint, status string, amount decimal(10,2), updated_at timestamp"
ENGINES: dict[str, dict[str, Any]] = {
    "deduplicate": {"sequence_field": "updated_at"},
    "first-row": {"merge_engine": "first-row"},
    "partial-update": {"merge_engine": "partial-update", "sequence_field": "updated_at"},
    "aggregation": {"merge_engine": "aggregation", "fields": {"amount": {"aggregate_function": "sum"}}},
}
# What changes the statements of every engine, on either format.
VARIANTS: list[Case] = [(), ("changelog",), ("ttl",), ("deletes",)]
CASES: list[Case] = [
    (engine, *variant, *format) for engine in ENGINES for variant in VARIANTS for format in ((), ("delta",))
]
CASES += [
    ("deduplicate", "small"),
    ("deduplicate", "deletes", "small"),
    ("deduplicate", "deletes", "small", "key ranges"),
    ("first-row", "small"),
    ("deduplicate", "changelog", "small"),
    ("deduplicate", "deletes", "changelog", "few rows"),
    ("deduplicate", "key ranges"),
    ("deduplicate", "key ranges", "delta"),
    ("deduplicate", "empty batch"),
    ("deduplicate", "on a server"),
    ("deduplicate", "on a server", "delta"),
    ("deduplicate", "null keys"),
    ("deduplicate", "changelog", "row deduplicate"),
    ("deduplicate", "deletes", "changelog of inputs"),
    ("deduplicate", "full compaction"),
    ("deduplicate", "full compaction", "delta", "no sequence", "any type", "row deduplicate", "ignored field"),
    ("deduplicate", "deletes", "deletes retained"),
    ("deduplicate", "deletes", "deletes retained", "delta"),
    ("deduplicate", "whole table"),
    ("deduplicate", "whole table", "changelog"),
    ("deduplicate", "deletes", "fuse", "small"),
    ("aggregation", "deletes", "removes rows"),
    ("sequence group",),
    ("sequence group", "removes rows"),
    ("every aggregate",),
    ("deduplicate", "deletes", "versions"),
    ("deduplicate", "deletes", "versions", "deletes are versions"),
    ("deduplicate", "deletes", "versions", "on a server"),
    ("deduplicate", "deletes", "versions", "what was known"),
    ("deduplicate", "deletes", "versions", "versions removed"),
    ("deduplicate", "deletes", "versions", "first run"),
    ("history of groups", "deletes"),
    ("history of groups", "deletes", "removes rows"),
    ("history of groups", "deletes", "first run"),
    ("deduplicate", "first run"),
    ("deduplicate", "first run", "cluster by key"),
    ("deduplicate", "first run", "delta"),
    ("deduplicate", "first run", "delta", "not null"),
    ("deduplicate", "first run", "delta", "cluster by"),
    ("deduplicate", "deletes", "changelog"),
    ("deduplicate", "deletes", "full compaction"),
    ("deduplicate", "deletes", "changelog", "first run"),
    ("deduplicate", "changelog", "first run"),
    ("deduplicate", "changelog", "first run", "other schema"),
    ("deduplicate", "changelog", "first run", "published later"),
    ("deduplicate", "changelog", "published later"),
]
COMMITS = {
    "iceberg": ("deduplicate",),
    "iceberg_changelog": ("deduplicate", "changelog"),
    "delta": ("deduplicate", "delta"),
    "delta_changelog": ("deduplicate", "changelog", "delta"),
}
FILES = [*(f"{part}.{ending}" for part in (*PARTS, STEPS) for ending in ("sql", "diff")), "cases.md"]

ENGINES |= {
    "sequence group": {
        "merge_engine": "partial-update", "fields": {"updated_at": {"sequence_group": ["status"]}},
        "columns": f"{COLUMNS}, _row_kind string",
    },
    "history of groups": {
        "merge_engine": "partial-update", "scd_type": 2, "track_history": ["status", "amount"],
        "columns": f"{COLUMNS}, paid_by string, paid_at timestamp, paid_part int",
        "fields": {
            "updated_at": {"sequence_group": ["status"]}, "paid_at,paid_part": {"sequence_group": ["amount", "paid_by"]}
        },
    },
    "every aggregate": {
        "merge_engine": "aggregation", "primary_key": "id",
        "columns": "id int, total bigint, factor double, seen int, low int, high int, last string, filled string,"
        " first string, words string, every boolean, some boolean, tags array<string>, labels map<string,string>",
        "fields": {
            column: {"aggregate_function": function}
            for column, function in {
                "total": "sum", "factor": "product", "seen": "count", "low": "min", "high": "max", "last": "last_value",
                "filled": "last_non_null_value", "first": "first_value", "words": "listagg", "every": "bool_and",
                "some": "bool_or", "tags": "collect", "labels": "merge_map",
            }.items()
        },
    },
}  # fmt: skip
# What a feature adds: options; options of one engine; columns.
OPTIONS: dict[str, dict[str, Any]] = {
    "delta": {"file_format": "delta"},
    "changelog": {"changelog_producer": "lookup"},
    "changelog of inputs": {"changelog_producer": "input"},
    "full compaction": {"changelog_producer": "full-compaction", "full_compaction_delta_commits": 3},
    "row deduplicate": {"changelog_producer_row_deduplicate": True},
    "ignored field": {"changelog_producer_row_deduplicate_ignore_fields": "updated_at"},
    "ttl": {"state_ttl": "7 d"},
    "null keys": {"null_key": "keep"},
    "deletes retained": {"delete_retained": "30 d"},
    "whole table": {"input": "full"},
    "fuse": {"fuse": {"max_deleted": 0.5}},
    "no sequence": {"sequence_field": None},
    "cluster by key": {"cluster_by": "key"},
    "cluster by": {"cluster_by": ["updated_at", "order_id"]},
    "other schema": {"side_schema": "internal"},
    "versions": {"scd_type": 2, "track_history": ["status"]},
    "deletes are versions": {"hard_deletes": "new_record"},
    "what was known": {"system_time": True},
}
OPTIONS_OF_ENGINES: dict[str, dict[str, Any]] = {
    "first-row, deletes": {"ignore_delete": True},
    "partial-update, deletes": {"partial_update_remove_record_on_delete": True},
    "aggregation, removes rows": {"aggregation_remove_record_on_delete": True},
    "history of groups, removes rows": {"partial_update_remove_record_on_sequence_group": ["updated_at"]},
    "sequence group, removes rows": {"partial_update_remove_record_on_sequence_group": ["updated_at"]},
}
MORE_COLUMNS = {"deletes": ", _row_kind string", "any type": ", weight double, tags map<string,array<variant>>"}
# What a run has found, such as a few old keys and recent ones; and a changelog that an earlier publisher began.
FOUND: dict[str, dict[str, Any]] = {
    "small": {"is_small": True},
    "few rows": {"is_small": True},
    "empty batch": {"batch_is_empty": True},
    "key ranges": {
        "key_ranges": [
            {"column": "`order_id`", "ranges": [{"first": "7", "last": "7"}, {"first": "9000001", "last": "9010000"}]},
        ]
    },
}
FOUND_LOGS: dict[str, Any] = {
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
# Clauses of INSERT.
UNKNOWN_TO_SQLGLOT = re.compile(r" with \(['`](?:txnAppId|snapshot-property).*?\)(?= \(|\nreplace)|\nreplace where .*")
NOT_PARSED = ("alter table ", "call ", "set ", "reset ")

STEPS_OF_A_COMMIT = ("1/5 ", "2/5 ", "3/5 ", "4/5 ", "5/5 ", "clean up: ")
# The text of a statement of each kind, and how no other statement begins.
KINDS = {
    "create_branch": r"alter table {table} create branch `{branch}`(?: as of version {snapshot})?",
    "drop_branch": "alter table {table} drop branch if exists `{branch}`",
    "move_to_branch": r"call `lake`\.system\.fast_forward\(table => '{table}', branch => 'main', to => '{branch}'\)",
    "purge": "drop table if exists {table} purge",
    "replace_row": r"insert into {table}\nreplace where epoch = '\w+' and commit = \d+\nvalues \((?s:.*)\)",
    "keep_rows": "cache lazy table {view} as\n{query}",
    "sum_rows": r"select\n  count(_if)?\((?s:.*) as rows_in_batch\nfrom .*",
    "set": "set `{setting}` = `.*`",
    "reset": "reset `{setting}`",
}
OF_KINDS = ("cache ", "call ", "set ", "reset ")
# The tables and the branches of a run.
OF_THE_RUN = re.compile(r"(?:\w+\.)+\w+__(?:commit|input)_5_a1a1a1a1\b")
BRANCHES = re.compile(r"\b(?:branch_)?((?:commit|publish)_5_[0-9a-f]{8})\b")


def planned(case: Case) -> dict[str, Any]:
    """The plan of a case."""
    config = {"primary_key": "order_id", "columns": COLUMNS} | ENGINES[case[0]]
    for feature in case[1:]:
        config |= OPTIONS.get(feature, {}) | OPTIONS_OF_ENGINES.get(f"{case[0]}, {feature}", {})
        config["columns"] += MORE_COLUMNS.get(feature, "")
    made = plan(config.pop("columns"), **config)
    made["not_null_columns"] = ["amount"] if "not null" in case else []
    return made


@functools.cache
def rendered(case: Case) -> str:
    """The script of a commit."""
    return str(call("script", statements(case)))


@functools.cache
def statements(case: Case) -> list[dict[str, Any]]:
    """The statements of the fifth commit of a model, or of its first."""
    made, rebuild = planned(case), "first run" in case
    number = 1 if rebuild else 5
    former = ["__commits", "__changelog"] if "other schema" in case else []
    commit = commit_of(
        made["format"],
        number,
        rebuild,
        replaces=bool(former),
        former_tables={suffix: f"lake.main.orders{suffix}" for suffix in former},
        compacted=3 if "full compaction" in case else number - 1,
    )
    counts = dict.fromkeys([*call("_history_counts"), "rows_merged", "rows_added"], 1)
    columns = (
        None
        if rebuild or not made["changelog"]
        else [column["quoted"] for column in made["columns"] + made["kept_columns"]]
        + call("_log_columns", made["changelog"])
    )
    made = call("_of_commit", made, Relation(), RUN, columns, rebuild, "on a server" not in case)
    for feature in case:
        made.update(FOUND.get(feature, {}))
    made["rewritten"] = made["columns"] if "few rows" in case else []
    if "versions removed" in case:
        made = call("_with_horizon", made, {"properties": {"tablestore.horizon": "2025-12-01 00:00:00.000000+00:00"}})
    if made["deletes"]:
        made["deletes"] |= {"stored": True, "creates": None}
    known = counts
    if call("_merge_may_decide", made, commit):
        made["merge_decides"] = known = {"rows_folded": 1, "rows_in_batch": 1, "duration_ms": 1}
    commit["properties"]["tablestore.counts"] = json.dumps(call("_recorded_counts", known))
    batch = "select *\nfrom landing.order_events"
    decided = [*call("fold_statements", made, batch, commit), *call("decide_statements", made, batch, commit)]
    written = [*call("write_statements", made, commit, counts), *call("switch_statements", made, commit, counts)]
    commit["properties"]["tablestore.counts"] = json.dumps(call("_recorded_counts", counts))
    again = "published later" in case
    published = call("publish_statements", made, commit, FOUND_LOGS | {"fits": rebuild} if again else {}, again=again)
    return [*decided, call("counting_query", made, folded=made["merge_decides"] is not None), *written, *published]


@functools.cache
def commits() -> dict[str, str]:
    """The scripts of the whole commits."""
    return {name: rendered(case) for name, case in COMMITS.items()}


@functools.cache
def made() -> Recording:
    return recorded(CASES, rendered, commits())


@pytest.mark.parametrize("name", COMMITS)
def test_a_whole_commit(name: str, file_regression: FileRegressionFixture) -> None:
    file_regression.check(commits()[name], fullpath=SQL / "commits" / f"{name}.sql")


@pytest.mark.parametrize("name", FILES)
def test_the_statements(name: str, file_regression: FileRegressionFixture) -> None:
    if name in made().files():
        file_regression.check(made().files()[name], fullpath=SQL / name)
    else:
        assert not (SQL / name).exists(), f"nothing is recorded in {name} any more; delete it"


def test_no_other_file() -> None:
    found = {str(path.relative_to(SQL)) for path in SQL.rglob("*.*")}
    assert found <= {*FILES, *(f"commits/{name}.sql" for name in COMMITS)}


@pytest.mark.parametrize("case", [case for case in CASES if len(case) > 1], ids=", ".join)
def test_each_feature_changes_the_script(case: Case) -> None:
    assert rendered(case) != rendered(case[:-1])


@pytest.mark.parametrize("case", CASES, ids=", ".join)
def test_a_case_consists_of_its_statements(case: Case) -> None:
    """The files say what the script of each case is, to the letter."""
    assert recording(made().files(), commits()).script(", ".join(case)) == rendered(case)


@pytest.mark.parametrize("case", CASES, ids=", ".join)
def test_a_statement_says_what_its_text_does(case: Case) -> None:
    """Nobody reads that from the text but this test."""
    for made in statements(case):
        statement = OwnStatement.of(made)
        assert step_of(statement).startswith(STEPS_OF_A_COMMIT), statement
        facts = statement.facts
        names = {name: re.escape(str(fact)) for name, fact in asdict(facts).items()}
        kinds = [kind for kind, text in KINDS.items() if re.fullmatch(text.format(**names), statement)]
        assert kinds == ([facts.kind] if facts.kind else []), statement
        assert facts.kind or not statement.startswith(OF_KINDS), statement
        assert created_name(statement) == name_parts(facts.creates), statement
        assert set(OF_THE_RUN.findall(statement)) <= {facts.table, facts.creates, *facts.reads}, statement
        branches = set(BRANCHES.findall(statement))
        assert facts.branch in branches or not branches, statement


@pytest.mark.parametrize("case", CASES, ids=", ".join)
def test_a_count_is_the_sum_over_its_rows(case: Case) -> None:
    """So that an adapter with few rows in memory adds them up without a job of Spark."""
    (made,) = [OwnStatement.of(made) for made in statements(case) if OwnStatement.of(made).facts.kind == "sum_rows"]
    each = made.replace("count(*)", "true").replace("coalesce(sum(_rows), 0)", "_rows")
    each = re.sub(r"count_if\(((?s:.+?))\) as (\w+)", r"\1 as \2", each)
    assert " ".join(each.split()) == " ".join(made.facts.query.split())


@pytest.mark.parametrize("case", CASES, ids=", ".join)
def test_the_statements_are_tidy(case: Case) -> None:
    for number, line in enumerate(rendered(case).splitlines(), 1):
        assert line == line.rstrip() and "\t" not in line, f"line {number}: {line!r}"


def test_the_statements_can_be_parsed() -> None:
    scripts = {rendered(case).removesuffix(";\n") for case in CASES}
    for statement in {statement for script in scripts for statement in script.split(";\n\n")}:
        if not statement.startswith(NOT_PARSED):
            sqlglot.parse_one(UNKNOWN_TO_SQLGLOT.sub("", statement), read="spark")
