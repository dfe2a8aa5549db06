"""Messages of Spark's errors, as they were recorded."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.spark.errors import without_stack

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
    "[PARSE_SYNTAX_ERROR] Syntax error\n== SQL ==\nselct": "[PARSE_SYNTAX_ERROR] Syntax error\n== SQL ==\nselct",
}


@pytest.mark.parametrize(("message", "sentence"), MESSAGES.items())
def test_no_stack_trace_is_shown(message: str, sentence: str) -> None:
    assert without_stack(message) == sentence
