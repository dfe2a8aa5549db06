"""`dbt run-operation check_merges`: what a user tests of the merged table, without touching one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from project import Project, spark

COLUMNS = "order_id bigint, status string, total decimal(10,2), tags array<string>, updated_at timestamp"
EARLY, LATE = "2024-01-01 10:00:00", "2024-01-01 12:00:00.000001"
TEST: dict[str, Any] = {
    "name": "a late event changes nothing",
    "permute": True,
    "batches": [
        {
            "given": [
                {"order_id": 1, "status": "new", "total": 1.5, "updated_at": EARLY},
                {"order_id": 1, "status": "paid", "total": 2.25, "tags": ["a", None], "updated_at": LATE},
                {"order_id": 2, "status": "new", "updated_at": EARLY},
            ],
            "expect": [
                {"order_id": 1, "status": "paid", "total": 2.25, "tags": ["a", None], "updated_at": LATE},
                {"order_id": 2, "status": "new", "updated_at": EARLY},
            ],
        },
        {
            "given": [
                {"order_id": 1, "status": "packed", "updated_at": EARLY},
                {"order_id": 2, "updated_at": LATE, "_row_kind": "-D"},
            ],
            "expect": [{"order_id": 1, "status": "paid", "total": 2.25, "tags": ["a", None], "updated_at": LATE}],
        },
        {"given": [{"status": "lost"}], "refused": "key column order_id is null"},
        {
            "given": [],
            "expect": [{"order_id": 1, "status": "paid", "total": 2.25, "tags": ["a", None], "updated_at": LATE}],
        },
    ],
}


@pytest.fixture
def check(project: Project, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs the operation over a model with the given tests; what it prints when it fails."""

    def run(*tests: dict[str, Any]) -> str:
        config = {"primary_key": "order_id", "sequence_field": "updated_at", "meta": {"merge_tests": list(tests)}}
        project.model("orders", COLUMNS, [], **config)
        done = project.dbt("run-operation", "check_merges")
        printed = capsys.readouterr().out
        return "" if done.success else printed

    return run


def test_the_table_is_as_expected_and_is_not_created(project: Project, check: Callable[..., str]) -> None:
    assert check(TEST) == ""
    assert not spark().catalog.tableExists(f"lake.{project.schema}.orders")


def test_a_difference_is_reported_with_its_batch(check: Callable[..., str]) -> None:
    wrong = copy.deepcopy(TEST)
    wrong["batches"][1]["expect"][0]["status"] = "packed"
    printed = check(wrong)
    assert "a late event changes nothing: batch 2: has " in printed
    assert '"status":"paid"' in printed and '"status":"packed"' in printed


def test_equal_values_are_no_difference(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """The entries of a map in another order, and a zero with a sign."""
    row = {"k": 1, "m": {"a": 5, "b": 2}, "x": -0.0}
    other = {"k": 1, "m": {"b": 2, "a": 5}, "x": 0.0}
    tests = [{"name": "equal", "batches": [{"given": [row], "expect": [other]}]}]
    tests += [{"name": "unequal", "batches": [{"given": [row], "expect": [other | {"m": {"a": 5}}]}]}]
    project.model("totals", "k int, m map<string,int>, x double", [], primary_key="k", meta={"merge_tests": tests})
    assert not project.dbt("run-operation", "check_merges").success
    printed = capsys.readouterr().out
    assert "totals: unequal: batch 1: has " in printed and "totals: equal: batch" not in printed


def test_a_refusal_that_was_not_expected_is_reported(check: Callable[..., str]) -> None:
    unexpected, missing = copy.deepcopy(TEST), copy.deepcopy(TEST)
    unexpected["batches"][2] = {"given": [{"status": "lost"}], "expect": []}
    missing["batches"][0]["refused"] = "key column order_id is null"
    printed = check(unexpected, missing)
    assert "batch 3: is refused: key column order_id is null" in printed
    assert "batch 1: should be refused with 'key column order_id is null', but is not refused" in printed


def test_an_unknown_column_is_reported(check: Callable[..., str]) -> None:
    wrong = copy.deepcopy(TEST)
    wrong["batches"][0]["given"][0]["state"] = "new"
    assert "'state' is not a column of the model" in check(wrong)


def test_the_changelog_of_a_batch_can_be_expected(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"order_id": 1, "status": "new", "updated_at": EARLY}
    later = row | {"status": "paid", "updated_at": LATE}
    batches = [
        {"given": [row], "expect_changelog": [row | {"_row_kind": "+I"}]},
        {"given": [later], "expect_changelog": [row | {"_row_kind": "-U"}, later | {"_row_kind": "+U"}]},
        {"given": [row], "expect_changelog": [later | {"_row_kind": "-U"}]},
    ]
    config = {"primary_key": "order_id", "sequence_field": "updated_at", "changelog_producer": "lookup"}
    config["meta"] = {"merge_tests": [{"name": "changes", "batches": batches}]}  # type: ignore[assignment]
    project.model("orders", COLUMNS, [], **config)
    assert not project.dbt("run-operation", "check_merges").success
    printed = capsys.readouterr().out
    assert (
        "changes: batch 3: the changelog has " in printed and '"_row_kind":"+U"' in printed and "lacks" not in printed
    )
