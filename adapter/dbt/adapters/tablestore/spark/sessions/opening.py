"""Opens a session with the method of the profile."""

from __future__ import annotations

from collections.abc import Callable

from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.profile.methods import Method
from dbt.adapters.tablestore.spark.sessions.connect import ConnectSession
from dbt.adapters.tablestore.spark.sessions.embedded import EmbeddedSession
from dbt.adapters.tablestore.spark.sessions.session import Session

OPENERS: dict[str, Callable[[TablestoreCredentials], Session]] = {
    Method.SESSION.value: EmbeddedSession.open,
    Method.CONNECT.value: ConnectSession.open,
}
"""How the sessions that dbt-spark does not open are opened, by method."""
