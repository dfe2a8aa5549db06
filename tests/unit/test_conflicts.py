"""What Spark's errors say when two runs write one table."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.spark import conflicts
from dbt.adapters.tablestore.sql.own_statement import Facts, OwnStatement

RUN = "7_0f0f0f0f"
KEPT = [f"lake.main.orders__input_{RUN}", f"lake.main.`orders__commit_{RUN}`"]
STATEMENT = OwnStatement(
    f"insert into lake.main.orders.branch_commit_{RUN} select * from {KEPT[1]}",
    Facts("write", branch=f"commit_{RUN}", reads=KEPT),
)
MESSAGES = {
    "[TABLE_OR_VIEW_NOT_FOUND] The table or view `lake`.`main`.`orders__commit_7_0f0f0f0f` cannot be found.": (
        "another run has dropped lake.main.orders__commit_7_0f0f0f0f, a table of this run"
    ),
    "[FAILED_READ_FILE.FILE_NOT_EXIST] Error while reading file file:/lake/orders__commit_7_0f0f0f0f/data/0.parquet.": (
        "another run has dropped lake.main.orders__commit_7_0f0f0f0f, a table of this run"
    ),
    "Cannot fast-forward: main is not an ancestor of commit_7_0f0f0f0f": "so this run changed nothing",
    "Cannot set commit_7_0f0f0f0f to unknown snapshot: 7001": "so this run changed nothing",
    "Branch does not exist: commit_7_0f0f0f0f": "so this run changed nothing",
    "[TABLE_OR_VIEW_NOT_FOUND] The table or view `orders`.`branch_commit_7_0f0f0f0f` cannot be found.": (
        "so this run changed nothing"
    ),
    "Found conflicting files that can contain records matching true: [a.parquet]": "Cause: Found conflicting files",
    "java.lang.IllegalArgumentException: Cannot find snapshot with ID 77": "version 77 of a table that this run reads",
    "[DELTA_VERSION_NOT_FOUND] Cannot time travel Delta table to version 1. Available versions: [2, 4].": (
        "version 1 of a table that this run reads is no longer there"
    ),
    "[FAILED_READ_FILE.FILE_NOT_EXIST] Encountered error while reading file file:/lake/d/part-0.parquet. File does": (
        "the file file:/lake/d/part-0.parquet of a table that this run reads is no longer there"
    ),
    "Table metadata refresh is required": "changed the table at the same time",
}


@pytest.mark.parametrize("message", MESSAGES)
def test_a_conflict_is_said_in_a_sentence(message: str) -> None:
    assert MESSAGES[message] in str(conflicts.sentence_of(message, STATEMENT))


@pytest.mark.parametrize(
    "message",
    [
        "[TABLE_OR_VIEW_NOT_FOUND] The table or view `lake`.`main`.`orders__commits` cannot be found.",
        "[UNRESOLVED_COLUMN] A column with name `orders__commit_7_0f0f0f0f` cannot be resolved.",
        "[TABLE_OR_VIEW_NOT_FOUND] The table or view `lake`.`main`.`orders__commit_7_0f0f0f10` cannot be found.",
        "[FIELD_ALREADY_EXISTS] Cannot add column, because `table_no` already exists in the table.",
        "[TABLE_OR_VIEW_ALREADY_EXISTS] Cannot create table or view `main`.`codes` because it already exists.",
    ],
)
def test_other_errors_stay_as_they_are(message: str) -> None:
    assert conflicts.sentence_of(message, STATEMENT) is None


@pytest.mark.parametrize(
    "message",
    [
        "[TABLE_OR_VIEW_ALREADY_EXISTS] Cannot create table or view `main`.`orders` because it already exists.",
        "[DELTA_TABLE_ALREADY_EXISTS] Table main.orders already exists.",
        "Table already exists: main.orders",
    ],
)
def test_a_table_that_another_run_has_created(message: str) -> None:
    """Only a statement that creates a table of a run says so: that of a hook fails with what Spark says."""
    creates = OwnStatement("create table lake.main.orders as select 1 as k", Facts("write", creates="lake.main.orders"))
    assert "another run has created the table since this run began" in str(conflicts.sentence_of(message, creates))
    assert conflicts.sentence_of(message, "create table lake.main.orders (k int)") is None


def test_only_a_statement_of_a_run_has_tables_and_a_branch_of_it() -> None:
    for message in [*list(MESSAGES)[:2], "Branch does not exist: commit_7_0f0f0f0f"]:
        assert "of this run" not in str(conflicts.sentence_of(message, str(STATEMENT)))
        assert "changed nothing" not in str(conflicts.sentence_of(message, str(STATEMENT)))
