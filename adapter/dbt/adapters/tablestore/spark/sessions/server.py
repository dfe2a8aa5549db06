"""A session that dbt-spark opens on a server of SQL statements: Thrift, HTTP or ODBC."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.spark import errors, seed_rows
from dbt.adapters.tablestore.spark.sessions.session import Session

_REFUSED = ("validating the login", "is your token valid", "Unauthorized", "Forbidden", "401", "403")
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
        if "Connection lost while polling" in text:
            return (
                "the connection to the server was lost while a statement ran, and the statement may go on there: wait "
                "for it to end, then run again"
            )
        return errors.readable(text, statement)


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
    if any(word in text for word in _REFUSED):
        return f"{server} refused the connection: correct `user`, `password`, `token` or `auth` in profiles.yml"
    if any(word in text for word in _SILENT):
        return f"{server} does not answer: check `host`, `port` and `use_ssl` in profiles.yml, and that the server runs"
    return f"{server}: {errors.readable(text)}"


def _response(error: BaseException | None) -> str | None:
    """The message in a Thrift response."""
    answer = getattr(error.args[0] if error is not None and error.args else None, "status", None)
    return None if answer is None else str(answer.errorMessage)
