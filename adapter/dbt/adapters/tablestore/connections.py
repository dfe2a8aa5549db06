"""Connections: those of dbt-spark to a server, and sessions of the Spark in this process."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, nullcontext
from multiprocessing.context import SpawnContext
from pathlib import Path
from types import TracebackType
from typing import Any

from dbt.adapters.contracts.connection import AdapterRequiredConfig, AdapterResponse, Connection, ConnectionState
from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.exceptions.connection import FailedToConnectError
from dbt.adapters.spark.connections import SparkConnectionManager, SparkConnectionMethod
from dbt.adapters.tablestore import response
from dbt.adapters.tablestore.functions.calling.calls import registered_functions
from dbt.adapters.tablestore.spark import interrupts, metastore, parsing, permissions, secrets, session
from dbt.adapters.tablestore.spark.errors import TablestoreError, message_of
from dbt.adapters.tablestore.sql.created_names import created_name, is_folder_name
from dbt.adapters.tablestore.sql.literals import literal
from dbt_common.exceptions import DbtDatabaseError, DbtRuntimeError
from filelock import BaseFileLock
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, Row, SparkSession

logger = AdapterLogger("Tablestore")


class Cursor:
    """Runs one statement at a time in a session and returns its rows, like a DB-API cursor."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._frame: DataFrame | None = None
        self._rows: list[Row] | None = None
        self.running = False

    def __enter__(self) -> Cursor:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()

    @property
    def description(self) -> Sequence[tuple[str, str, None, None, None, None, bool]]:
        """Name, type and nullability of the result's columns."""
        fields = self._frame.schema.fields if self._frame is not None else []
        return [(field.name, field.dataType.simpleString(), None, None, None, None, field.nullable) for field in fields]

    def execute(self, sql: str, bindings: Sequence[Any] | None = None) -> None:
        """Runs a statement; a query's rows are computed when they are fetched."""
        interrupts.check()
        self._rows = None
        text = sql.strip().removesuffix(";")
        if bindings:
            text = text % tuple(literal(value) for value in bindings)
        assert_folder_name(text)
        metastore.guard(text)
        parser = parsing.spark_parser(self._spark) if parsing.is_create_function(text) else nullcontext()
        with self._work(), parser, registered_functions(self._spark, text):
            self._run(text)

    def _run(self, text: str) -> None:
        self._frame = self._spark.sql(text)

    def metrics(self) -> tuple[list[str], Row] | None:
        """The row counts that the statement reported as its result; None when its result is something else."""
        if self._frame is None or not response.is_metrics(self._frame.columns):
            return None
        rows = self.fetchall()
        return (self._frame.columns, rows[0]) if len(rows) == 1 else None

    def fetchall(self) -> list[Row]:
        """All rows of the result."""
        if self._frame is None:
            return []
        if self._rows is None:
            with self._work():
                self._rows = self._frame.collect()
        return self._rows

    def fetchmany(self, size: int) -> list[Row]:
        """At most ``size`` rows; Spark computes no more than these need."""
        if self._frame is None:
            return []
        if self._rows is not None:
            return self._rows[:size]
        with self._work():
            return self._frame.take(size)

    def fetchone(self) -> Row | None:
        """The first row, or None."""
        rows = self.fetchmany(1)
        return rows[0] if rows else None

    @contextmanager
    def _work(self) -> Generator[None]:
        self.running = True
        try:
            yield
        finally:
            self.running = False

    def close(self) -> None:
        """Releases the result."""
        self._frame = None
        self._rows = None


def assert_folder_name(sql: str) -> None:
    """Refuses to create a table or schema outside of the folder of the warehouse or of its schema."""
    name = created_name(sql)
    if wrong := [part for part in name if not is_folder_name(part)]:
        raise TablestoreError(
            f"'{wrong[0]}' cannot be the name of a table or a schema: it is the name of a folder of the warehouse, so "
            "it has no slashes, backslashes or control characters, and is not '.' or '..'. Change the alias or schema "
            "of " + ".".join(name)
        )


# Work of the driver outside of Spark's jobs cannot be interrupted, and must not keep the process alive.
_CANCEL_SECONDS = 30


class SessionHandle:
    """The Spark session of a dbt connection, and the locks of the tables it writes."""

    def __init__(self, spark: SparkSession) -> None:
        self.spark = spark
        self.locks: list[BaseFileLock] = []
        self._cursor = Cursor(spark)

    def cursor(self) -> Cursor:
        """A new cursor on the session."""
        self._cursor = Cursor(self.spark)
        return self._cursor

    def cancel(self) -> None:
        """Cancels the jobs of this connection, also those that its statement starts in the next seconds."""
        self.spark.interruptAll()
        end = time.monotonic() + _CANCEL_SECONDS
        while self._cursor.running and time.monotonic() < end:
            time.sleep(0.1)
            self.spark.interruptAll()

    def close(self) -> None:
        """Releases the locks and closes the session."""
        while self.locks:
            self.locks.pop().release()
        session.close_session(self.spark)

    def rollback(self, *_: Any, **__: Any) -> None:
        """Does nothing: Spark has no transactions across statements."""


class TablestoreConnectionManager(SparkConnectionManager):
    """Opens sessions, and converts Spark's results and errors to dbt's."""

    TYPE = "tablestore"

    def __init__(self, profile: AdapterRequiredConfig, mp_context: SpawnContext) -> None:
        super().__init__(profile, mp_context)
        interrupts.install()

    def cleanup_all(self) -> None:
        """Closes all connections, as a command ends."""
        super().cleanup_all()
        interrupts.restore()

    @contextmanager
    def exception_handler(self, sql: str) -> Generator[None]:
        """Raises one readable dbt error for a failed statement."""
        try:
            yield
        except KeyboardInterrupt:
            connection = self.get_if_exists()
            if connection is not None and isinstance(connection.handle, SessionHandle):
                connection.handle.cancel()
            raise interrupts.InterruptedRunError from None
        except DbtRuntimeError:
            raise
        except PySparkException as error:
            logger.debug(f"Error while running:\n{sql}")
            raise DbtDatabaseError(message_of(error)) from _loggable(error)
        except Exception as error:
            logger.debug(f"Error while running:\n{sql}")
            raise DbtRuntimeError(message_of(error)) from _loggable(error)

    @classmethod
    def open(cls, connection: Connection) -> Connection:
        """Opens a connection with the method of the profile."""
        credentials: Any = connection.credentials
        if credentials.method != SparkConnectionMethod.SESSION or connection.state == ConnectionState.OPEN:
            secrets.remember({key: str(getattr(credentials, key, None) or "") for key in ("token", "password")})
            return super().open(connection)
        permissions.hide_from_others(Path(credentials.log_folder) / "dbt.log")
        try:
            spark = session.open_session(credentials, Path(credentials.log_folder) / "spark.log")
        except KeyboardInterrupt:
            raise interrupts.InterruptedRunError from None
        except DbtRuntimeError as error:
            connection.state = ConnectionState.FAIL
            raise FailedToConnectError(error.msg) from _loggable(error)
        connection.handle = SessionHandle(spark)
        connection.state = ConnectionState.OPEN
        return connection

    @classmethod
    def get_response(cls, cursor: Any) -> AdapterResponse:
        """``OK``, with row counts when the statement reported them."""
        metrics = cursor.metrics() if isinstance(cursor, Cursor) else None
        return response.respond(*metrics) if metrics else AdapterResponse(_message="OK", code="OK")


def _loggable(error: Exception) -> Exception | None:
    """The cause of an error that dbt may log with its stack trace; None when that would contain a secret."""
    causes: BaseException | None = error
    while causes is not None:
        if secrets.are_in(causes):
            return None
        causes = causes.__cause__ or causes.__context__
    return error
