"""Runs the statements of a person: what they mean, and what is printed about them."""

from __future__ import annotations

import sys
import time
from enum import IntEnum
from pathlib import Path

from dbt.adapters.tablestore.console import listing, results, shown
from dbt.adapters.tablestore.console.catalog import Catalog
from dbt.adapters.tablestore.console.project_names import ProjectNames
from dbt.adapters.tablestore.console.suggestions import with_suggestion
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.progress import running, watcher
from dbt.adapters.tablestore.progress.steps import step_of
from dbt.adapters.tablestore.spark import interrupts
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from dbt.adapters.tablestore.spark.sessions.data_frames import DataFrameSession
from dbt.adapters.tablestore.sql.counted import counted

_READS = ("run the query", "read the catalog")


class Ended(IntEnum):
    """How a statement ended; the value is the exit code of a command."""

    DONE = 0
    FAILED = 1
    CANCELLED = 130


class Runner:
    """Runs statements in one session, and prints their results to stdout, and what went wrong to stderr."""

    def __init__(
        self, session: DataFrameSession, target: TablestoreCredentials, artifacts: Path, limit: int | None
    ) -> None:
        self._session = session
        self._limit = limit
        self.catalog = Catalog(session.spark)
        self.project = ProjectNames(target, artifacts)

    def run(self, statement: str, form: str, tells: bool = False) -> Ended:
        """Runs a statement and prints its rows, or why it failed. With ``tells``, also how many, and the time.

        Raises:
            BrokenPipeError: nobody reads the output any more; the statement is cancelled.
        """
        began = time.monotonic()
        cursor = self._session.cursor()
        try:
            with running.running(""):  # one clock for the statement and its rows
                printed, hidden = self._printed(cursor, statement, form)
            with watcher.hidden():
                _say(_summary(printed, hidden, time.monotonic() - began) if tells else _more(printed, form))
        except KeyboardInterrupt as error:
            left = "; Spark does not end it yet" if isinstance(error, interrupts.LeftAloneError) else ""
            interrupts.in_background(cursor.cancel)  # also what reads ahead
            _complain(f"cancelled after {_seconds(time.monotonic() - began)}{left}")
            return Ended.CANCELLED
        except BrokenPipeError:
            interrupts.in_background(cursor.cancel)
            raise
        except Exception as error:  # whatever Spark says of somebody's statement is an answer
            _complain(self._message(error))
            return Ended.FAILED
        return Ended.DONE

    def _printed(self, cursor: Cursor, statement: str, form: str) -> tuple[results.Printed, int]:
        """Executes a statement and prints its rows; how many there are, and how many side tables are not among them."""
        sql = self.project.rendered(statement)
        show = listing.asked(sql)
        listed = listing.listing(cursor, show) if show is not None else None
        if listed is None:
            cursor.execute(sql)
            cursor.convert(shown.for_json if form == "json" else shown.as_text)
            if step_of(sql) not in _READS:
                self.catalog.forget()
        texts = results.texts(listed or cursor, form, self._limit)
        while True:
            try:
                text = next(texts)
            except StopIteration as end:
                return end.value, listed.hidden if listed is not None else 0
            with watcher.hidden():
                sys.stdout.write(text)
                sys.stdout.flush()

    def _message(self, error: Exception) -> str:
        message = self._session.message_of(error)
        return interrupts.attended(lambda: with_suggestion(message, self.catalog, self.project), lambda: None)


def _say(text: str) -> None:
    if text:
        print(text, flush=True)


def _complain(text: str) -> None:
    with watcher.hidden():
        print(text, file=sys.stderr)


def _more(printed: results.Printed, form: str) -> str:
    """What is below the rows of an aligned table; other programs read the rest."""
    rows = counted(printed.rows or 0, "row")
    return f"the first {rows}; --limit shows more" if printed.more and form == "table" else ""


def _summary(printed: results.Printed, hidden: int, seconds: float) -> str:
    """What is below a result: ``3 rows in 1.2 s``."""
    if printed.rows is None:
        return f"done in {_seconds(seconds)}"
    rows = counted(printed.rows, "row")
    if printed.more:
        return f"the first {rows} in {_seconds(seconds)}; start the shell with a larger --limit to see more"
    besides = f", without {counted(hidden, 'side table')}: show all tables" if hidden else ""
    return f"{rows} in {_seconds(seconds)}{besides}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"
