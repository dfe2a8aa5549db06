"""Statements of macros on their way from a macro to the cursor: what is known about them does not get lost."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import agate
import pytest
from dbt.adapters.tablestore.connections import TablestoreConnectionManager
from dbt.adapters.tablestore.spark.sessions.running_node import RunningNode
from dbt.adapters.tablestore.spark.sessions.server import ServerSession
from dbt.adapters.tablestore.sql.own_statement import Facts, OwnStatement, facts_of
from dbt_common.exceptions import DbtRuntimeError

MERGE = [
    {"step": "write", "kind": "set", "setting": "a", "sql": "set `a` = `1`"},
    {"step": "write", "branch": "commit_1", "reads": ["orders__commit_1"], "sql": "merge into orders"},
    {"step": "write", "kind": "reset", "setting": "a", "sql": "reset `a`"},
]
ROW = agate.Table([(1,)], ["n"])


class Session:
    """A session that keeps what it gets, and fails in statements with a text."""

    lost = False

    def __init__(self, fails: str = "nothing") -> None:
        self.sent: list[OwnStatement] = []
        self._fails = fails
        self.node = RunningNode(lambda: self, self.run, lambda _: nullcontext())  # type: ignore[arg-type,return-value]

    def run(self, sql: OwnStatement, fetch: bool = False) -> tuple[Any, agate.Table]:
        self.sent.append(sql)
        if self._fails in sql:
            raise DbtRuntimeError(f" no {sql}\n")
        return "response", ROW if fetch else agate.Table([], [])

    def create_messages(self, view: str, topic: str, properties: Any, range_: Any) -> None:
        self.sent.append(OwnStatement(f"{view} of {topic} until {range_['until']}", Facts("query")))

    def forget(self, view: str) -> None:
        self.sent.append(OwnStatement(f"forget {view}", Facts("query")))

    def cursor(self) -> Any:
        return SimpleNamespace(execute=self.run)


def test_statements_keep_their_facts() -> None:
    session = Session()
    session.node.run(MERGE)
    assert session.sent == [made["sql"] for made in MERGE]
    assert session.sent[1].facts == Facts("write", branch="commit_1", reads=["orders__commit_1"])
    assert session.node.rows({"step": "count", "sql": "select 1 as n"}) == [{"n": 1}]
    assert session.node.answer({"step": "count", "sql": "select 1 as n"}) == ("response", ROW)
    session.node.end()
    assert len(session.sent) == 5, "no setting is reset at the end"


def test_a_setting_is_reset_at_the_end_of_a_run_that_fails() -> None:
    session = Session("merge")
    with pytest.raises(DbtRuntimeError):
        session.node.run(MERGE, resets=True)
    session.node.end()
    assert session.sent == ["set `a` = `1`", "merge into orders", "reset `a`"]


def test_an_end_without_a_server_hides_no_error_of_a_model() -> None:
    """Whatever its client raises, for a view and for a setting. Ctrl-C does end the run."""

    class GoneError(Exception):
        """An error of a client, such as `pyhive.exc.OperationalError`."""

    manager: Any = object.__new__(TablestoreConnectionManager)
    manager._session = lambda: None

    def lost(*_: Any) -> None:
        raise GoneError("TSocket read 0 bytes")

    cursor = SimpleNamespace(execute=lost)
    session: Any = SimpleNamespace(forget=lost, cursor=lambda: cursor, ask_once=lost, lost=False)
    node = RunningNode(lambda: session, lambda sql: None, manager.exception_handler)  # type: ignore[arg-type,return-value]
    node.release_at_end("`v`")
    node.run(MERGE, resets=True)
    node._left.asks_once = True
    node.end()
    with pytest.raises(DbtRuntimeError, match="TSocket read 0 bytes"):
        node.forget(["`v`"])

    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    session.forget = interrupted
    node.release_at_end("`v`")
    with pytest.raises(KeyboardInterrupt):
        node.end()


def test_statements_are_tried_until_one_fails() -> None:
    assert Session().node.attempt(MERGE) == {"ran": 3, "problem": None}
    session = Session("merge")
    assert session.node.attempt(MERGE) == {"ran": 1, "problem": "no merge into orders"}
    assert len(session.sent) == 2
    assert session.node.attempt_rows({"step": "publish", "sql": "merge"}) == []
    assert session.node.attempt_rows({"step": "publish", "sql": "call"}) == [{"n": 1}]


def test_the_comment_of_dbt_is_added_to_the_text_only() -> None:
    manager: Any = object.__new__(TablestoreConnectionManager)
    manager.query_header = SimpleNamespace(add=lambda sql: f"/* dbt */\n{sql}")
    commented = manager._add_query_comment(OwnStatement.of(MERGE[1]))
    assert commented == "/* dbt */\nmerge into orders"
    assert facts_of(commented) == OwnStatement.of(MERGE[1]).facts
    assert facts_of(manager._add_query_comment("select 1")) is None


def test_a_server_gets_the_text_and_its_error_is_explained() -> None:
    sent: list[str] = []
    connection = SimpleNamespace(execute=sent.append)
    connection.cursor = lambda: connection
    session = ServerSession(connection, "thrift")
    statement = OwnStatement.of(MERGE[1])
    session.cursor().execute(statement)
    assert sent == ["merge into orders"]
    error = DbtRuntimeError("[TABLE_OR_VIEW_NOT_FOUND] The table or view `orders__commit_1` cannot be found.")
    assert "another run has dropped orders__commit_1" in session.message_of(error, statement)
    assert "another run" not in session.message_of(error, str(statement))


def test_messages_that_an_ephemeral_model_has_found_are_there_for_the_model_that_selects_from_it() -> None:
    """dbt compiles the ephemeral model on a connection of its own, and closes its session."""
    session = Session()
    view = session.node.messages("orders", {"bootstrap.servers": "b"}, {"until": {"0": 5}})
    session.node.find_messages([view, "`kafka_of_another_process`"])
    made = f"{view[1:-1]} of orders until {{'0': 5}}"
    assert session.sent == [made, made]
    session.node.end()
    assert session.sent[2:] == [f"forget {view}"] * 2
