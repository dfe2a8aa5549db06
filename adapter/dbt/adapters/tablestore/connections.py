"""Connections: each has a Spark session, which the method of the profile opens."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing.context import SpawnContext
from typing import TYPE_CHECKING, Any, ClassVar

from dbt.adapters.contracts.connection import AdapterRequiredConfig, AdapterResponse, Connection, ConnectionState
from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.exceptions.connection import FailedToConnectError
from dbt.adapters.spark.connections import SparkConnectionManager
from dbt.adapters.tablestore.progress import response, running, summary, watcher
from dbt.adapters.tablestore.progress.steps import step_of
from dbt.adapters.tablestore.spark import interrupts, permissions, secrets
from dbt.adapters.tablestore.spark.errors import StatementError, message_of
from dbt.adapters.tablestore.spark.sessions.server import ServerSession, is_raw, why_not_connected
from dbt.adapters.tablestore.spark.sessions.session import Session
from dbt.adapters.tablestore.spark.shared_rows import shared_rows
from dbt.adapters.tablestore.sql.own_statement import OwnStatement, facts_of
from dbt.adapters.tablestore.sql.places import in_own_text
from dbt_common.exceptions import DbtRuntimeError

if TYPE_CHECKING:
    import agate

logger = AdapterLogger("Tablestore")
_STARTING = "start Spark"


class TablestoreConnectionManager(SparkConnectionManager):
    """Opens sessions, and converts Spark's results and errors to dbt's."""

    TYPE = "tablestore"

    _frozen: ClassVar[bool | None] = None
    """Whether the objects that this process had as the command began are frozen; None before its first command."""
    _began: ClassVar[bool] = False
    """Whether a command has opened a connection, and has not closed all of them."""

    def __init__(self, profile: AdapterRequiredConfig, mp_context: SpawnContext) -> None:
        super().__init__(profile, mp_context)
        interrupts.install()
        watcher.watch()
        summary.summarize()

    def cleanup_all(self) -> None:
        """Closes all connections, as a command ends."""
        super().cleanup_all()
        shared_rows.forget()
        self._thaw()
        interrupts.restore()

    @classmethod
    def _freeze(cls) -> None:
        """Leaves dbt's manifest, which stays until the command ends, out of the searches for garbage.

        A search through it takes longer than many statements. Frozen garbage is never collected, nor are the plans of
        Spark that it refers to, so this is done once per command, after the garbage of earlier ones is collected.
        """
        if cls._began:
            return
        cls._began = True
        if gc.get_freeze_count():  # by others, for reasons of their own; this counts objects one by one
            return
        if cls._frozen is not None:
            gc.collect()
        gc.freeze()
        cls._frozen = True
        # Python waits with its next search until a quarter as many objects are new as this one leaves: almost none
        gc.collect()

    @classmethod
    def _thaw(cls) -> None:
        cls._began = False
        if cls._frozen:
            gc.unfreeze()
            cls._frozen = False

    def cancel_open(self) -> list[str]:
        """Cancels all other connections, as a run ends; returns their names.

        All of them are stopped before the first is waited for. Until then, the others would go on.
        """
        own = self.get_if_exists()
        with self.lock:
            open_ones = [one for one in self.thread_connections.values() if one.state == ConnectionState.OPEN]
        for connection in open_ones:
            if connection is not own:
                connection.handle.stop()
        return super().cancel_open()

    @contextmanager
    def exception_handler(self, sql: str) -> Generator[None]:
        """Raises one readable dbt error for a failed statement."""
        try:
            yield
        except KeyboardInterrupt:
            if (session := self._session()) is not None:
                session.cancel()
            raise interrupts.InterruptedRunError from None
        except Exception as error:
            if (session := self._session()) is not None and session.stopped:
                logger.debug(f"Cancelled while running:\n{sql}\n{secrets.redact(str(error))}")
                raise interrupts.StoppedRunError from None
            if is_raw(error):
                raise StatementError(self._message_of(error, sql)) from None
            if isinstance(error, DbtRuntimeError):
                raise
            from pyspark.errors import PySparkException

            logger.debug(f"Error while running:\n{sql}")
            kind = StatementError if isinstance(error, PySparkException) else DbtRuntimeError
            raise kind(self._message_of(error, sql)) from secrets.loggable(error)

    def execute(
        self, sql: str, auto_begin: bool = False, fetch: bool = False, limit: int | None = None
    ) -> tuple[AdapterResponse, agate.Table]:
        """Runs a statement and fetches its rows, which Spark computes only then; both fail with one readable error."""
        # the places in errors are those of the text that Spark gets
        with self.exception_handler(self._add_query_comment(sql)), running.running(step_of(sql)):
            return super().execute(sql, auto_begin, fetch, limit)

    def _add_query_comment(self, sql: str) -> str:
        """A statement with the comment that dbt adds to it, and with the facts about it."""
        commented, facts = str(super()._add_query_comment(sql)), facts_of(sql)
        return commented if facts is None else OwnStatement(commented, facts)

    def _session(self) -> Session | None:
        """The session of this thread's connection; None when there is none."""
        connection = self.get_if_exists()
        return connection.handle if connection is not None and connection.state == ConnectionState.OPEN else None

    def _message_of(self, error: BaseException, sql: str) -> str:
        session = self._session()
        message = message_of(error, sql) if session is None else session.message_of(error, sql)
        return in_own_text(message, sql.lstrip(), _compiled_code())

    @classmethod
    def open(cls, connection: Connection) -> Connection:
        """Opens a connection with the method of the profile."""
        if connection.state == ConnectionState.OPEN:
            return connection
        cls._freeze()
        from dbt.adapters.tablestore.spark.sessions.opening import OPENERS

        credentials: Any = connection.credentials
        permissions.hide_from_others(credentials.log_folder / "dbt.log")
        secrets.remember({key: str(getattr(credentials, key, None) or "") for key in ("token", "password")})
        secrets.remember({key: str(value) for key, value in credentials.server_side_parameters.items()})
        opener = OPENERS.get(str(credentials.method.value))
        if opener is None:
            try:
                super().open(connection)
            except FailedToConnectError as error:
                raise FailedToConnectError(why_not_connected(error, credentials)) from None
            connection.handle = ServerSession(connection.handle, credentials.method.value)
            return connection
        try:
            with running.running(_STARTING):
                connection.handle = opener(credentials)
        except KeyboardInterrupt:
            raise interrupts.InterruptedRunError from None
        except DbtRuntimeError as error:
            connection.state = ConnectionState.FAIL
            raise FailedToConnectError(error.msg) from secrets.loggable(error)
        connection.state = ConnectionState.OPEN
        return connection

    @classmethod
    def get_response(cls, cursor: Any) -> AdapterResponse:
        """``OK``, with row counts when the statement reported them."""
        from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

        if isinstance(cursor, Cursor) and response.is_metrics(cursor.columns) and len(rows := cursor.fetchall()) == 1:
            return response.respond(cursor.columns, rows[0])
        return AdapterResponse(_message="OK", code="OK")


def _compiled_code() -> str:
    """The text in the compiled file of the node that this thread runs, which dbt names beside an error."""
    from dbt.adapters.tablestore.functions.calling.source_lines import current_node
    from dbt.adapters.tablestore.functions.project import project

    return str(getattr(current_node(project), "compiled_code", None) or "")
