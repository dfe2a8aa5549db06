"""A session that dbt-spark opens on a server of SQL statements: Thrift, HTTP or ODBC."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from dbt.adapters.exceptions.connection import FailedToConnectError
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.spark import errors, seed_rows
from dbt.adapters.tablestore.spark.sessions.session import Session
from dbt_common.exceptions import DbtDatabaseError, DbtRuntimeError

_REFUSED = re.compile(r"validating the login|is your token valid|Unauthorized|Forbidden|\b40[13]\b")
_LOST = "Connection lost while polling"
_SILENT = ("Could not connect", "timed out", "TSocket read 0 bytes", "Connection refused", "failed to resolve")

if TYPE_CHECKING:
    import agate


class ServerSession(Session):
    """dbt-spark's connection, which is its own cursor."""

    def __init__(self, connection: Any, method: str) -> None:
        self.connection = connection
        self.method = method

    def cursor(self) -> Any:
        """dbt-spark's connection, with a new cursor of the server."""
        self.check()
        return self.connection.cursor()

    def cancel(self) -> None:
        """Cancels the statement that runs, and stops the session."""
        self.stop()
        with suppress(Exception):  # the server is gone, and the statement fails by itself
            self.connection.cancel()

    def close(self) -> None:
        """Closes the connection to the server."""
        self.connection.close()

    def stage_seed(self, view: str, table: agate.Table) -> list[str]:
        """The rows as text of a statement."""
        return seed_rows.inline_tables(table)

    def message_of(self, error: BaseException, statement: str = "") -> str:
        """The server's message, which is in the response of a failed statement."""
        text = _response(error) or str(getattr(error, "msg", error))
        if _LOST in text:
            return (
                "the connection to the server was lost while a statement ran, and the statement may go on there: wait "
                "for it to end, then run again"
            )
        return errors.readable(text, statement)


def is_raw(error: BaseException) -> bool:
    """Whether an error is one that dbt-spark raises as the server or its client says it."""
    if isinstance(error, DbtDatabaseError):
        return not isinstance(error, FailedToConnectError | errors.StatementError)
    return isinstance(error, DbtRuntimeError) and _LOST in str(error.msg)


def why_not_connected(error: BaseException, credentials: TablestoreCredentials) -> str:
    """Why dbt-spark could not connect, and what to change."""
    server = f"the server {credentials.host}:{credentials.port}"
    text = _response(error.__cause__) or str(getattr(error, "msg", error))
    if "SCHEMA_NOT_FOUND" in text:
        missing = re.search(r"The schema (\S+) cannot be found", text)
        name = missing[1].replace("`", "") if missing else "default"
        return (
            f"{server} has no schema {name} in its default catalog, and every new connection uses that schema: create "
            f"it once on the server with `create schema {name}`"
        )
    if any(word in text for word in _SILENT):
        return f"{server} does not answer: check `host`, `port` and `use_ssl` in profiles.yml, and that the server runs"
    address = rf"{re.escape(str(credentials.host))}(\W{{1,4}}{credentials.port}\b)?"  # its digits are no status
    if _REFUSED.search(re.sub(address, "", text)):
        return f"{server} refused the connection: correct `user`, `password`, `token` or `auth` in profiles.yml"
    return f"{server}: {errors.readable(text)}"


def _response(error: BaseException | None) -> str | None:
    """The message in a Thrift response."""
    answer = getattr(error.args[0] if error is not None and error.args else None, "status", None)
    return None if answer is None else str(answer.errorMessage)
