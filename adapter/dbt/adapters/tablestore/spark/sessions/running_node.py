"""The session of the node that dbt runs, for macros: `adapter.session()`."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, cast

from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.interrupts import InterruptedRunError, StoppedRunError
from dbt.adapters.tablestore.spark.sessions.session import Session
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.sql.own_statement import OwnStatement
from dbt.adapters.tablestore.sql.splitting import statements
from dbt_common.exceptions import DbtRuntimeError

if TYPE_CHECKING:
    import agate

logger = AdapterLogger("Tablestore")
Execute = Callable[..., tuple[Any, "agate.Table"]]
Guard = Callable[[str], AbstractContextManager[None]]
Made = Mapping[str, Any] | OwnStatement
"""A statement as a macro makes it, see `OwnStatement.of`."""


class RunningNode:
    """Runs the statements of macros in the session of a thread, and what is left to do when the node ends.

    Args:
        session: the session of this thread's connection.
        execute: runs a statement as dbt does, and with ``fetch`` returns its rows.
        guard: raises one readable error for what fails inside; it gets the text that runs.
    """

    def __init__(self, session: Callable[[], Session], execute: Execute, guard: Guard) -> None:
        self._session, self._execute, self._guard = session, execute, guard
        self._left = threading.local()
        self._messages: dict[str, tuple[str, Mapping[str, Any], Mapping[str, Any]]] = {}

    @property
    def runs_in_one_process(self) -> bool:
        """Whether Spark's driver and executors are in this process: rows in their memory stay until it ends."""
        return self._session().runs_in_one_process

    def setting(self, name: str) -> str:
        """The value of one of Spark's settings."""
        return self._session().setting(name)

    def settings_of_values(self) -> dict[str, str]:
        """The settings on which values of a query can depend, as far as they are set; not time zone and ANSI mode."""
        return self._session().settings_of_values()

    def run(self, statements: Iterable[Made], resets: bool = False) -> None:
        """Runs statements one after the other.

        With ``resets``, what they reset is reset when the node ends, too, also by an error: a setting must not outlive
        the statement that it is for.
        """
        for statement in self._own(statements, resets):
            self._execute(statement)

    def run_header(self, text: str | None) -> None:
        """Runs the statements of dbt's `sql_header`, each on its own, unless the node has run them already.

        Both the query and what looks at its columns before need them, and a second `create temporary function` fails.
        """
        if text and text not in self._headers:
            self._headers.append(text)
            for statement in statements(text):
                self._execute(statement)

    def rows(self, statement: Made) -> list[dict[str, Any]]:
        """Runs a statement and returns its rows."""
        return _rows(self.answer(statement)[1])

    def answer(self, statement: Made) -> tuple[Any, agate.Table]:
        """Runs a statement and returns dbt's response and its rows."""
        return self._execute(OwnStatement.of(statement), fetch=True)

    def attempt(self, statements: Iterable[Made], resets: bool = False) -> dict[str, Any]:
        """Runs statements until one fails: ``{ran, problem}`` are how many have succeeded, and why one has not."""
        own = self._own(statements, resets)
        for ran, statement in enumerate(own):
            _, problem = self._attempted(statement)
            if problem is not None:
                return {"ran": ran, "problem": problem}
        return {"ran": len(own), "problem": None}

    def attempt_rows(self, statement: Made) -> list[dict[str, Any]]:
        """Runs a statement that returns rows; returns none if it fails."""
        table, _ = self._attempted(OwnStatement.of(statement), fetch=True)
        return [] if table is None else _rows(table)

    def attempt_macro(self, macro: Callable[..., Any], *given: Any) -> dict[str, Any]:
        """Calls a macro: ``{answer, problem}`` are what it returns, and why it has failed."""
        try:
            return {"answer": macro(*given), "problem": None}
        except StoppedRunError:
            raise
        except DbtRuntimeError as error:
            return {"answer": None, "problem": str(error.msg).strip()}

    def _own(self, statements: Iterable[Made], resets: bool) -> list[OwnStatement]:
        own = [OwnStatement.of(statement) for statement in statements]
        if resets:
            self._resets.extend(statement for statement in own if statement.facts.kind == "reset")
        return own

    def _attempted(self, sql: str, fetch: bool = False) -> tuple[agate.Table | None, str | None]:
        """The rows of a statement, or why it failed."""
        try:
            return self._execute(sql, fetch=fetch)[1], None
        except StoppedRunError:
            raise
        except DbtRuntimeError as error:
            return None, str(error.msg).strip()

    def bind_function(self, name: str) -> None:
        """Makes a Python function callable in this session; fails if it cannot be."""
        self._session().bind_function(name)

    def stage_seed(self, view: str, agate_table: agate.Table) -> list[str]:
        """Table expressions for a seed's rows, with every value as text or NULL; ``view`` is a free name."""
        return self._session().stage_seed(view, agate_table)

    def keep(self, view: str, query: str, same: str = "") -> int:
        """Keeps the rows of a query as a temporary view until the node ends, see `Session.keep`."""
        self.release_at_end(view)
        with self._guard(query):
            return self._session().keep(view, query, same)

    def topic(self, topic: str, properties: Mapping[str, Any], times: Mapping[str, int | None]) -> dict[str, Any]:
        """A topic of Kafka as it is now, or ``{problem}``: why it cannot be read."""
        try:
            return self._session().topic(topic, properties, times)
        except TablestoreError as error:
            return {"problem": str(error.msg).strip()}

    def messages(self, topic: str, properties: Mapping[str, Any], range_: Mapping[str, Any]) -> str:
        """The name of a temporary view with the messages of a range of offsets, until the node ends."""
        content = json.dumps([topic, dict(properties), dict(range_)], sort_keys=True, default=str)
        name = f"kafka_{hashlib.sha256(content.encode()).hexdigest()[:16]}"
        view = quoted(name)
        with self._guard(f"read the topic {topic}"):
            self._session().create_messages(name, topic, properties, range_)
        self.release_at_end(view)
        self._messages[view] = topic, properties, range_
        return view

    def find_messages(self, views: Iterable[str]) -> None:
        """Makes views of `messages` again: an ephemeral model has made them in a session of its own."""
        for view in views:
            if view in self._messages:
                self.messages(*self._messages[view])

    def ask_once(self, begins: bool) -> None:
        """Begins, or ends, to remember what catalogs answer, see `Session.ask_once`."""
        self._left.asks_once = begins
        self._session().ask_once(begins)

    def forget(self, views: Iterable[str]) -> None:
        """Drops temporary views of `keep` now."""
        for view in views:
            with self._guard(f"drop view {view}"):
                self._session().forget(view)
            if view in self._views:
                self._views.remove(view)

    def release_at_end(self, view: str) -> None:
        """Drops a temporary view, a quoted name, and the rows that are kept for it, when the running node ends."""
        self._views.append(view)

    def end(self) -> None:
        """Ends the node of this thread: no later query gets the rows of its views, or runs with its settings.

        What cannot be undone here is only logged: the session or its server is gone, and the model may have failed for
        the same reason, which the user must see. Of a server that does not answer, nothing is asked.
        """
        self._headers.clear()
        if getattr(self._left, "asks_once", False):
            with self._logging("forget what catalogs have answered"):
                self.ask_once(False)
        while self._views:
            view = self._views.pop()
            with self._logging(f"drop view {view}"):
                if not (session := self._session()).lost:
                    session.forget(view)
        while self._resets:
            reset = self._resets.pop(0)
            with self._logging(reset):
                if not (session := self._session()).lost:
                    session.cursor().execute(reset)

    @contextmanager
    def _logging(self, what: str) -> Iterator[None]:
        try:
            with self._guard(what):  # each way to a server has errors of its own
                yield
        except InterruptedRunError:
            raise
        except DbtRuntimeError as error:
            logger.debug(f"{what}: {error}")

    @property
    def _headers(self) -> list[str]:
        return cast("list[str]", self._left.__dict__.setdefault("headers", []))

    @property
    def _views(self) -> list[str]:
        return cast("list[str]", self._left.__dict__.setdefault("views", []))

    @property
    def _resets(self) -> list[OwnStatement]:
        return cast("list[OwnStatement]", self._left.__dict__.setdefault("resets", []))


def _rows(table: agate.Table) -> list[dict[str, Any]]:
    return [row.dict() for row in table]
