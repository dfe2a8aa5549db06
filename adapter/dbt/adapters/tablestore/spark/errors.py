"""Readable messages for Spark's errors."""

from __future__ import annotations

import re
from typing import Any

from dbt.adapters.tablestore.functions.types.errors import function_error_in
from dbt.adapters.tablestore.profile.commands import completed
from dbt.adapters.tablestore.spark import conflicts, secrets
from dbt_common.exceptions import DbtDatabaseError, DbtRuntimeError

# Messages of the embedded databases when another process uses them, and ours.
_DERBY_IN_USE = ("XSDB6", "Another instance of Derby")
_SQLITE_IN_USE = ("SQLITE_BUSY", "database is locked")
DELTA_IN_USE = (
    "another process is using the Delta tables of this warehouse: their embedded metastore serves one process at a "
    "time. Wait for it to end, keep the tables in Iceberg (which several processes can share), or configure a "
    "metastore server."
)
SQLITE_IN_USE = (
    "another process has locked the catalog of this warehouse for too long: wait for it to end, then run again."
)
_DRIVERS = {
    "mariadb": "org.mariadb.jdbc:mariadb-java-client:3.4.1",
    "mysql": "com.mysql:mysql-connector-j:9.1.0",
    "oracle": "com.oracle.database.jdbc:ojdbc11:23.5.0.24.07",
    "postgresql": "org.postgresql:postgresql:42.7.4",
    "sqlserver": "com.microsoft.sqlserver:mssql-jdbc:12.8.1.jre11",
}
"""Packages with the JDBC drivers of databases in which an Iceberg catalog can be, by the name in their URLs."""


# A failed task is an error on the driver whose message is Java's stack trace of the task.
_FAILED_TASK = re.compile(r"most recent failure: Lost task .*?\): ", re.DOTALL)
_CAUSE = re.compile(r"^Caused by: (.*)$", re.MULTILINE)
_JVM_STACK = re.compile(r"\s*\bJVM stacktrace:")
# Spark appends the plan of the whole statement to the sentence of an AnalysisException and to its place.
_PLAN = re.compile(r"(?<=SQLSTATE: .....)(; line \d+ pos \d+)?;\n.*", re.DOTALL)
_THRIFT_ERROR = re.compile(r"^(?:org\.apache\.hive\.service\.cli\.HiveSQLException: )?Error running query: ")
_NO_PLUGIN = re.compile(r"Cannot find catalog plugin class for catalog '([^']+)': ([\w.$]+\w)")
# The schemas of files that Spark reads together; it says itself only that a plan cannot be made.
_UNEQUAL_FILES = re.compile(r"\[CANNOT_MERGE_SCHEMAS\].*?(?=\n\[|\n\tat |\Z)", re.DOTALL)
_CLASS = re.compile(r"^[\w.$]+(?:Exception|Error): ")


class StatementError(DbtDatabaseError):
    """A failed statement with a message that is readable, and has the lines of the user's file."""


class TablestoreError(DbtRuntimeError):
    """A problem outside a model's SQL: Java, the jars, the warehouse, the profile."""

    def __init__(self, msg: str, node: Any = None) -> None:
        super().__init__(completed(msg), node)


def message_of(error: BaseException, statement: str = "") -> str:
    """The message of the Spark error of a statement; of the cause when the error itself has none.

    It has no Java stack trace, and no secret of the profile.
    """
    return secrets.redact(_message_of(error, statement))


def _message_of(error: BaseException, statement: str) -> str:
    java: Any = getattr(error, "_origin", None) or getattr(error, "java_exception", None)
    if java is None:
        return server_message(str(getattr(error, "msg", error)), statement)
    messages: list[str] = []
    while java is not None and len(messages) < 20:
        messages.append(java.getMessage() or "")
        java = java.getCause()
    everything = "\n".join(messages)
    if any(text in everything for text in _DERBY_IN_USE):
        return DELTA_IN_USE
    if any(text in everything for text in _SQLITE_IN_USE):
        return SQLITE_IN_USE
    if "No suitable driver" in everything:
        return _no_driver(everything)
    if found := _known_sentence(everything, statement):
        return found
    given = [text for text in messages if text.strip()] or [str(error)]
    return _with_cause(without_stack(given[0]), given[-1])


def _known_sentence(message: str, statement: str) -> str | None:
    """What is said in the place of a message of Spark, also of one that a server sends; None if nothing is."""
    unequal = _UNEQUAL_FILES.search(message)
    return (
        function_error_in(message)
        or conflicts.sentence_of(message, statement)
        or (_unequal_files(unequal[0]) if unequal else None)
    )


def _no_driver(message: str) -> str:
    url = re.search(r"jdbc:(\w+):", message)
    database = url.group(1) if url else ""
    package = _DRIVERS.get(database, "group:artifact:version")
    known = "" if database in _DRIVERS else ", with the Maven coordinate of the driver"
    return (
        f"Spark has no JDBC driver for the database of the catalog, {url.group() if url else 'jdbc:'}... Add it to the "
        f"target in profiles.yml: `packages: [{package}]`{known}"
    )


def _unequal_files(schemas: str) -> str:
    return (
        "files that are read together have a column with two types: read them apart, with a call of "
        "tablestore.new_files for those of each type, each with a path or name_pattern of its own and the wider type "
        f"in columns, and select from both with union all\n{schemas.strip()}"
    )


def readable(message: str, statement: str = "") -> str:
    """A server's message without stack traces and without the secrets of the profile."""
    return secrets.redact(server_message(message, statement))


def server_message(message: str, statement: str = "") -> str:
    """A server's message of a failed statement, without its stack traces."""
    # Spark Connect appends a stack trace, and the Thrift server wraps the message.
    text = _JVM_STACK.split(message)[0].strip()
    if found := _known_sentence(message, statement):
        return found
    if plugin := _NO_PLUGIN.search(message):
        return (
            f"Spark has no class {plugin[2]} for the catalog '{plugin[1]}': start the server with the jar that has it, "
            "of its release of Spark, or correct `catalog` in profiles.yml"
        )
    return without_stack(_THRIFT_ERROR.sub("", text))


def without_stack(message: str) -> str:
    """A message without Java's stack traces and Spark's plans: what failed, where, and the first cause of it."""
    message = _PLAN.sub(r"\1", message)
    if "\n\tat " not in message:
        return message
    failure = _FAILED_TASK.search(message)
    text = message[failure.end() :] if failure else message
    what = _CLASS.sub("", text.split("\n\tat ")[0].strip())
    causes = _CAUSE.findall(text)
    return _with_cause(what, causes[-1]) if causes else what


def _with_cause(what: str, cause: str) -> str:
    """A message and the first line of its cause, unless Spark has classified the error or the message has the cause."""
    cause = _CLASS.sub("", cause.strip()).split("\n")[0]
    return what if what.startswith("[") or cause in what else f"{what}\nCause: {cause}"


def errors_of_spark() -> tuple[type[Exception], ...]:
    """What is raised when Spark fails. A function, because to import these takes long."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    return Py4JError, PySparkException


def mute_error_classes() -> None:
    """Stops pyspark from logging errors, and from looking up Delta's error classes, which it does not know."""
    from pyspark.errors import PySparkException

    setattr(PySparkException, "_log_exception", lambda self: None)  # noqa: B010
