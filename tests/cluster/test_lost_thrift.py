"""A Thrift server that is gone. dbt-spark and its client, which `make cluster` installs, say so in their own words."""

from types import SimpleNamespace
from typing import Any

import pytest
from dbt.adapters.contracts.connection import Connection, ConnectionState
from dbt.adapters.exceptions.connection import FailedToConnectError
from dbt.adapters.spark.connections import PyhiveConnectionWrapper
from dbt.adapters.tablestore.connections import TablestoreConnectionManager
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.spark.interrupts import InterruptedRunError
from dbt.adapters.tablestore.spark.sessions.server import ServerSession
from dbt_common.exceptions import DbtRuntimeError

pytestmark = pytest.mark.extended


class LostCursor:
    """The cursor of a Thrift client whose connection is gone."""

    def execute(self, *_: Any, **__: Any) -> None:
        raise ConnectionResetError(104, "Connection reset by peer")

    def cancel(self) -> None:
        raise EOFError("TSocket read 0 bytes")


@pytest.fixture
def manager() -> Any:
    """With a connection of dbt-spark's own class, of which the server is gone."""
    client: Any = SimpleNamespace(cursor=LostCursor)
    session = ServerSession(PyhiveConnectionWrapper(client, query_retries=0), "thrift")
    made: Any = object.__new__(TablestoreConnectionManager)
    credentials: Any = None
    kind: Any = "tablestore"
    made.get_if_exists = lambda: Connection(kind, "m", credentials, ConnectionState.OPEN, handle=session)
    return made


def test_a_statement_whose_connection_was_lost_may_go_on(manager: Any) -> None:
    """dbt-spark advises to repeat it, with a key that the profile refuses."""
    with pytest.raises(DbtRuntimeError) as error, manager.exception_handler("insert into t select 1"):
        manager.get_if_exists().handle.cursor().execute("insert into t select 1")
    assert "was lost while a statement ran, and the statement may go on there: wait for it to end" in str(error.value)
    assert "query_retries" not in str(error.value)


def test_ctrl_c_ends_a_run_whose_server_is_gone(manager: Any) -> None:
    manager.get_if_exists().handle.cursor()
    with pytest.raises(InterruptedRunError), manager.exception_handler("select 1"):
        raise KeyboardInterrupt


def test_a_thrift_server_that_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """As dbt-spark and its client say it."""
    target = {"method": "thrift", "schema": "main", "host": "127.0.0.1", "port": 403, "user": "dbt"}
    credentials = TablestoreCredentials.from_dict(TablestoreCredentials.__pre_deserialize__(target))
    monkeypatch.setattr(TablestoreConnectionManager, "_freeze", lambda: None)
    kind: Any = "tablestore"
    with pytest.raises(FailedToConnectError, match=r"the server 127.0.0.1:403 does not answer: check `host`, `port`"):
        TablestoreConnectionManager.open(Connection(kind, "m", credentials, ConnectionState.INIT))
