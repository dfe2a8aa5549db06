"""The session of the Spark that runs in this process, or whose driver does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from dbt.adapters.tablestore.functions.calling.calls import registered_functions
from dbt.adapters.tablestore.jvm import parsing
from dbt.adapters.tablestore.jvm.classes import java_class
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.profile.methods import Method
from dbt.adapters.tablestore.progress.jobs import look_at
from dbt.adapters.tablestore.spark import (
    commit_files,
    delta_tables,
    iceberg_branches,
    iceberg_rows,
    iceberg_tables,
    kafka_topics,
    kept_rows,
    launch,
    locks,
    metastore,
    session,
    table_folders,
    table_metadata,
    volatility,
)
from dbt.adapters.tablestore.spark.errors import TablestoreError, message_of
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from dbt.adapters.tablestore.spark.sessions.data_frames import DataFrameSession
from dbt.adapters.tablestore.spark.sessions.look_ups import look_up
from dbt.adapters.tablestore.spark.sessions.session import has_ranges
from dbt.adapters.tablestore.spark.settings import is_local
from dbt.adapters.tablestore.spark.shared_rows import Kept, shared_rows
from dbt.adapters.tablestore.sql.names import quoted, unquoted
from dbt.adapters.tablestore.sql.own_statement import Facts, OwnStatement, facts_of
from filelock import BaseFileLock
from pyspark.sql import SparkSession

_STOPPED = "stopped SparkContext"
# What Delta records in the settings of a session after each commit.
_LAST_COMMIT = "spark.databricks.delta.lastCommitVersionInSession"

Answer = TypeVar("Answer")


class EmbeddedCursor(Cursor):
    """A cursor that keeps the rows of a commit, and asks Iceberg for what needs no plan and no job of Spark."""

    def _run_with_functions(self, text: str) -> None:
        facts = facts_of(text)
        if facts is None or not self._runs_without_text(facts):
            super()._run_with_functions(text)
            if facts is not None and facts.step in ("count", "ranges"):
                kept_rows.plan(self._spark, self.frame)

    def _runs_without_text(self, facts: Facts) -> bool:
        """Does what a statement would do, if its kind is one for which Spark is not needed."""
        if facts.kind == "keep_rows":
            with self._callable(facts.query) as query:
                kept_rows.keep(self._spark, facts.view, self._spark.sql(query), is_own=facts.step == "compare")
            return True
        if facts.kind == "purge":
            return iceberg_tables.purge(self._spark, facts.table)
        if facts.kind == "replace_row":
            return iceberg_rows.replace(self._spark, facts)
        self._rows = (
            kept_rows.sums(self._spark, facts.query)
            if facts.kind == "sum_rows"
            else iceberg_branches.execute(self._spark, facts)
        )
        return self._rows is not None


class EmbeddedSession(DataFrameSession):
    """A session whose Java objects can be used, and which can lock the tables of a warehouse folder."""

    method = Method.SESSION.value
    analyses = True

    def __init__(self, spark: SparkSession, log: Path = Path("spark.log")) -> None:
        super().__init__(spark)
        self._log = log
        self.runs_in_one_process = is_local(spark.sparkContext.master or "")
        self._locks: list[BaseFileLock] = []
        self._describe = partial(table_metadata.described, known={})
        self._answers: dict[tuple[Any, ...], Any] | None = None

    @classmethod
    def open(cls, credentials: TablestoreCredentials) -> EmbeddedSession:
        """Starts Spark if necessary."""
        log = credentials.log_folder / "spark.log"
        try:
            opened = cls(session.open_session(credentials, log), log)
        except Exception as error:
            if _STOPPED in message_of(error):
                raise TablestoreError(launch.why_stopped(log)) from error
            raise
        opened.activate()
        return opened

    def keep(self, view: str, query: str, same: str = "") -> int:
        """Keeps few rows in the plans that read them, where Spark sees them when it plans, and many in its memory."""
        if not same:
            return self._kept(view, query).rows
        spark = self.spark
        # with other settings, such as those of a model, the same text can be other rows
        settings: Any = spark._jsparkSession.sessionState().conf().getAllConfs()
        key = spark.sparkContext.applicationId, settings.removed(_LAST_COMMIT).hashCode(), same
        show = partial(kept_rows.make_view, spark, view)
        return shared_rows.keep(key, lambda: self._kept(view, query), show)

    def _kept(self, view: str, query: str) -> Kept:
        cursor = self.cursor()
        cursor.execute(OwnStatement(query, Facts("query")))
        with cursor.working():
            return kept_rows.keep(self.spark, view, cursor.frame)

    def forget(self, view: str) -> None:
        """Drops a view of `keep` without a statement."""
        self.spark.catalog.dropTempView(unquoted(view))

    @look_up
    def topic(self, topic: str, properties: Mapping[str, Any], times: Mapping[str, int | None]) -> dict[str, Any]:
        """From the brokers, with the client of Spark's reader."""
        return kafka_topics.described(self.spark, topic, properties, times)

    def create_messages(self, view: str, topic: str, properties: Mapping[str, Any], range_: Mapping[str, Any]) -> None:
        """With Spark's reader."""
        kafka_topics.create_view(self.spark, view, topic, properties, range_)

    @look_up
    def settings(self) -> dict[str, str] | None:
        """From the session."""
        return table_metadata.settings(self.spark)

    @look_up
    def why_volatile(self, query: str) -> str | None:
        """What Spark knows of its analysed plan."""
        with self._around(query), registered_functions(self.spark, query) as statement:
            return volatility.why_volatile(self.spark, statement)

    @look_up
    def statistics_of(self, table: str) -> tuple[int, int]:
        """The statistics of Spark's plan."""
        return kept_rows.statistics_of(self.spark, table)

    @look_up
    def bounds(self, view: str, column: str) -> tuple[str, str] | None:
        """Those of few kept rows without a job."""
        frame = self.spark.sql(f"select {quoted(column)} from {view}")
        if not has_ranges(frame.schema[0].dataType.simpleString()):
            return None
        rows = kept_rows.rows_in_plan(frame)
        return super().bounds(view, column) if rows is None else kept_rows.bounds(self.spark, rows)

    @look_up
    def delta_size(self, table: str) -> int:
        """From the log of the table."""
        return delta_tables.size(self.spark, table)

    @look_up
    def last_delta_version(self, table: str) -> dict[str, Any] | None:
        """From the log of the table."""
        return delta_tables.last_version(self.spark, table)

    def ask_once(self, begins: bool) -> None:
        """Of the metadata of tables, each of which is a file that Iceberg reads."""
        self._answers = {} if begins else None

    def _asked(self, ask: Callable[..., Answer], table: str, *given: Any) -> Answer:
        if self._answers is None:
            return ask(self.spark, table, *given)
        question = ask, table, *given
        if question not in self._answers:
            self._answers[question] = ask(self.spark, table, *given)
        return cast("Answer", deepcopy(self._answers[question]))

    @look_up
    def exists(self, table: str) -> bool | None:
        """From the catalog."""
        with self._around(table):
            return table_metadata.exists(self.spark, table)

    @look_up
    def described(self, table: str) -> dict[str, Any] | None:
        """From the catalog of the table; of Delta each time, because the answer does not say of which version it is."""
        found = self._asked(self._describe, table)
        if self._answers and found and "current-snapshot-id" not in found["properties"]:
            self._answers.pop((self._describe, table))
        return found

    @look_up
    def snapshot_summary(self, table: str, snapshot: str) -> dict[str, str] | None:
        """From the metadata of the table."""
        return iceberg_tables.snapshot_summary(self.spark, table, snapshot)

    @look_up
    def snapshots(self, table: str) -> list[dict[str, Any]] | None:
        """From the metadata of the table."""
        return self._asked(iceberg_tables.snapshots, table)

    @look_up
    def added_files(self, table: str) -> int | None:
        """From the metadata of the table's format."""
        return commit_files.added_files(self.spark, table)

    @look_up
    def field_ids(self, table: str, snapshot: str | None = None) -> dict[str, str]:
        """From the metadata of the table."""
        return self._asked(iceberg_tables.field_ids, table, snapshot)

    @look_up
    def field_paths(self, table: str, snapshot: str | None = None) -> dict[str, int]:
        """From the metadata of the table."""
        return self._asked(iceberg_tables.field_paths, table, snapshot)

    @look_up
    def has_columns_of(self, table: str, snapshot: str) -> bool:
        """From the metadata of the table."""
        return self._asked(iceberg_tables.has_columns_of, table, snapshot)

    def message_of(self, error: BaseException, statement: str = "") -> str:
        """The message of a failed statement, or why Spark has stopped."""
        message = super().message_of(error, statement)
        return launch.why_stopped(self._log) if _STOPPED in message else message

    def activate(self) -> None:
        """Makes this the active session of the thread; otherwise only statements of SQL find its catalogs."""
        java_class(self.spark, "org.apache.spark.sql.classic.SparkSession").setActiveSession(self.spark._jsparkSession)

    def cursor(self) -> Cursor:
        """A new cursor on the session."""
        self._cursor = EmbeddedCursor(self.spark, self._around, look_at(self.spark), self.check)
        return self._cursor

    def _around(self, sql: str) -> AbstractContextManager[object]:
        metastore.guard(self.spark, sql)
        return parsing.spark_parser(self.spark) if parsing.is_create_function(sql) else nullcontext()

    def lock(self, folder: Path, table: str) -> None:
        """Locks a table against other processes and other connections of this one."""
        self._locks.append(locks.take(folder, table))

    def unlock(self, folder: Path, table: str) -> None:
        """Releases the lock of a table."""
        file = str(locks.file_of(folder, table))
        for lock in [lock for lock in self._locks if lock.lock_file == file]:
            lock.release()
            self._locks.remove(lock)

    def has_lock(self, folder: Path, table: str) -> bool:
        """Whether this session has locked the table."""
        return any(lock.lock_file == str(locks.file_of(folder, table)) for lock in self._locks)

    @look_up
    def remove_empty_folders(self, history: str, name: str, locked: bool) -> int:
        """Those that Iceberg has left: it drops the files of a table, and not their folders."""
        found = iceberg_tables.iceberg_table(self.spark, history)
        place = None if found is None else table_folders.local_folder(str(found.location()))
        return 0 if place is None or place.name != name else table_folders.remove_left(place, not locked)

    @look_up
    def require_columns(self, catalog: str, schema: str, table: str, columns: Sequence[str]) -> None:
        """Declares columns NOT NULL. Iceberg does not look at the rows, so none of them may have a null there."""
        iceberg_tables.require_columns(self.spark, catalog, schema, table, columns)

    def close(self) -> None:
        """Releases the locks and closes the catalogs of the session."""
        while self._locks:
            self._locks.pop().release()
        super().close()
        session.close_session(self.spark)
