"""What a session asks Spark without a statement: its errors are those of the adapter, without a trace and a secret."""

from __future__ import annotations

import inspect
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import agate
import pytest
from dbt.adapters.tablestore import connections
from dbt.adapters.tablestore.spark import secrets, table_metadata
from dbt.adapters.tablestore.spark.interrupts import StoppedRunError
from dbt.adapters.tablestore.spark.sessions.embedded import EmbeddedSession
from dbt_common.exceptions import DbtRuntimeError
from py4j.protocol import Py4JJavaError
from pyspark.errors import AnalysisException

GUARDED = {
    "create_messages": "the node of dbt",
    "forget": "the node of dbt",
    "has_schema": "what opens the console",
    "keep": "the node of dbt",
    "run_python": "the adapter",
}
"""Methods whose caller makes a readable error of what Spark says, which names the statement or the model too."""
OTHERS = {"activate", "cancel", "close", "cursor", "lock", "stop", "unlock"}
"""Methods that begin or end something, and look nothing up."""
GIVEN: dict[str, Any] = {
    "agate.Table": agate.Table([["1"]], ["a"], [agate.Text()]),
    "begins": True,
    "column": "a",
    "columns": ["a"],
    "error": ValueError("wrong"),
    "folder": Path("warehouse"),
    "locked": False,
    "properties": {},
    "snapshot": "1",
    "table": "`spark_catalog`.`s`.`t`",
    "times": {},
}
"""Arguments, by their type or their name."""
METHODS = [
    name
    for name, member in inspect.getmembers(EmbeddedSession, inspect.isfunction)
    if not name.startswith("_") and name not in {*GUARDED, *OTHERS}
]


class JavaError(Py4JJavaError):
    """What a catalog says that has no connection to its database."""

    def __init__(self) -> None:
        message = "Failed to connect: jdbc:postgresql://db/lake?user=u&password=hunter22"
        cause = SimpleNamespace(getMessage=lambda: "Connection refused", getCause=lambda: None)
        self.java_exception = SimpleNamespace(getMessage=lambda: message, getCause=lambda: cause)

    def __str__(self) -> str:
        return f"An error occurred while calling o12.load.\n{self.java_exception.getMessage()}\n\tat a.b.C(D.java:1)"


class Gone:
    """A Spark that fails, whatever it is asked."""

    def __init__(self, error: Exception) -> None:
        self.__dict__["error"] = error

    def __getattr__(self, name: str) -> Any:
        raise self.error


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> EmbeddedSession:
    monkeypatch.setattr(secrets, "_known", set())
    secrets.remember({"spark.sql.catalog.lake.uri": "jdbc:postgresql://db/lake?user=u&password=hunter22"})
    opened: Any = object.__new__(EmbeddedSession)
    opened.spark, opened._log, opened._answers, opened._locks = Gone(JavaError()), Path("spark.log"), None, []
    opened._describe = partial(table_metadata.described, known={})
    opened.cursor = opened._around = lambda *_: opened.spark.sql
    return cast("EmbeddedSession", opened)


def called(session: EmbeddedSession, name: str) -> Any:
    given = inspect.signature(getattr(session, name)).parameters.values()
    return getattr(session, name)(*(GIVEN.get(each.annotation, GIVEN.get(each.name, "`a`")) for each in given))


@pytest.mark.parametrize("name", METHODS)
def test_no_error_of_spark_leaves_a_session(session: EmbeddedSession, name: str) -> None:
    for error in (JavaError(), AnalysisException("Failed to connect: password=hunter22")):
        session.spark.error = error  # type: ignore[attr-defined]
        try:
            called(session, name)
        except DbtRuntimeError as found:
            assert "\tat " not in str(found) and "hunter22" not in str(found)
            assert found.__suppress_context__


def test_a_look_up_says_what_the_catalog_says(session: EmbeddedSession) -> None:
    for name in ("field_ids", "has_columns_of", "snapshot_summary", "snapshots", "last_delta_version"):
        with pytest.raises(DbtRuntimeError) as found:
            called(session, name)
        assert found.value.msg == (
            "Failed to connect: jdbc:postgresql://db/lake?user=u&password=*****\nCause: Connection refused"
        )
    session.stopped = True
    with pytest.raises(StoppedRunError):
        called(session, "field_ids")


def test_the_log_of_a_cancelled_statement_has_no_secret(
    session: EmbeddedSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[str] = []
    monkeypatch.setattr(connections.logger, "debug", logged.append)
    manager: Any = object.__new__(connections.TablestoreConnectionManager)
    manager._session, session.stopped = lambda: session, True
    with pytest.raises(StoppedRunError), manager.exception_handler("select 1"):
        raise JavaError
    assert len(logged) == 1 and "select 1" in logged[0] and "password=*****" in logged[0]
