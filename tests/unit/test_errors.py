"""Messages of Spark's errors, as they were recorded."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.spark.errors import message_of, server_message, without_stack

LOST = "Job aborted due to stage failure: Task 0 in stage 3.0 failed 1 times, most recent failure: "
LOST += "Lost task 0.0 in stage 3.0 (TID 5) (127.0.0.1 executor driver): "
STACK = (
    "\n\tat org.apache.spark.scheduler.Task.run(Task.scala:147)\n\tat java.base/java.lang.Thread.run(Thread.java:840)"
)
READ = "[FAILED_READ_FILE.FILE_NOT_EXIST] Encountered error while reading file x."
MESSAGES = {
    LOST + "java.io.IOException: No space left on device" + STACK + "\n\nDriver stacktrace:": "No space left on device",
    f"{LOST}org.apache.spark.SparkException: {READ}{STACK}\nCaused by: java.io.IOException: no x{STACK}": READ,
    LOST
    + "org.apache.iceberg.exceptions.NotFoundException: Cannot open file: x"
    + STACK
    + "\nCaused by: java.io.FileNotFoundException: No such file or directory"
    + STACK: "Cannot open file: x\nCause: No such file or directory",
    "[UNRESOLVED_COLUMN.WITH_SUGGESTION] No `b`; use `a`. SQLSTATE: 42703; line 3 pos 7;\n'Project ['b]\n+- R": (
        "[UNRESOLVED_COLUMN.WITH_SUGGESTION] No `b`; use `a`. SQLSTATE: 42703; line 3 pos 7"
    ),
    "[NOT_MULTIPLE] Two;\nlines. SQLSTATE: 42K09;\n'Project ['b]": "[NOT_MULTIPLE] Two;\nlines. SQLSTATE: 42K09",
    "[PARSE_SYNTAX_ERROR] Syntax error\n== SQL ==\nselct": "[PARSE_SYNTAX_ERROR] Syntax error\n== SQL ==\nselct",
}


@pytest.mark.parametrize(("message", "sentence"), MESSAGES.items())
def test_no_stack_trace_is_shown(message: str, sentence: str) -> None:
    assert without_stack(message) == sentence


class JavaError:
    """The Java side of an error: a message and a cause."""

    def __init__(self, message: str, cause: JavaError | None = None) -> None:
        self.getMessage = lambda: message
        self.getCause = lambda: cause


@pytest.mark.parametrize(
    ("url", "package"),
    [
        ("jdbc:postgresql://db/lake", "`packages: [org.postgresql:postgresql:42.7.4]`"),
        ("jdbc:db2://db/lake", "`packages: [group:artifact:version]`, with the Maven coordinate of the driver"),
    ],
)
def test_a_driver_that_is_missing(url: str, package: str) -> None:
    """The messages are those of Iceberg 1.12 and Java 17."""
    error = Exception()
    cause = JavaError(f"No suitable driver found for {url}")
    error.java_exception = JavaError(f"Failed to connect: {url}", cause)  # type: ignore[attr-defined]
    assert message_of(error).endswith(f"Add it to the target in profiles.yml: {package}")


def test_files_with_other_types_of_a_column() -> None:
    """The messages are those of Spark 4.1, whose first one says only that it cannot make a plan."""
    schemas = (
        '[CANNOT_MERGE_SCHEMAS] Failed merging schemas:\nInitial schema:\n"STRUCT<id: INT>"\n'
        'Schema that cannot be merged with the initial schema:\n"STRUCT<id: BIGINT>". SQLSTATE: 42KD9'
    )
    types = '[CANNOT_MERGE_INCOMPATIBLE_DATA_TYPE] Failed to merge incompatible data types "INT" and "BIGINT".'
    plan = "[FAILED_TO_CREATE_PLAN_FOR_DIRECT_QUERY] Failed to create plan for direct query on files: parquet"
    error = Exception()
    error.java_exception = JavaError(plan, JavaError(schemas, JavaError(types)))  # type: ignore[attr-defined]
    server = f"{schemas}\n\tat org.apache.spark.sql.errors.X{STACK}"
    for message in (message_of(error), server_message(server)):
        assert message.startswith("files that are read together have a column with two types: read them apart, with a")
        assert message.endswith(f"select from both with union all\n{schemas}")


@pytest.mark.parametrize(
    ("causes", "said"),
    [
        (
            ["ERROR XSDB6: Another instance of Derby may have already booted"],
            "another process is using the Delta tables",
        ),
        (["Could not connect to meta store", "Connection refused"], "Cause: Connection refused"),
    ],
)
def test_only_an_embedded_metastore_is_used_by_another_process(causes: list[str], said: str) -> None:
    """Hive says the same first sentence whatever is wrong."""
    java = None
    for message in reversed(["Unable to instantiate org.apache.hadoop.hive.ql.metadata.Client", *causes]):
        java = JavaError(message, java)
    error = Exception()
    error.java_exception = java  # type: ignore[attr-defined]
    assert said in message_of(error)
