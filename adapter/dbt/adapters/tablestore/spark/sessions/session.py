"""What dbt and this adapter need of a connection, whichever way it reaches Spark."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from dbt.adapters.tablestore.profile.methods import WITH_DATA_FRAMES
from dbt.adapters.tablestore.spark import errors, interrupts
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.sessions.look_ups import look_up
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.sql.own_statement import Facts, OwnStatement
from dbt_common.exceptions import DbtRuntimeError

if TYPE_CHECKING:
    import agate

_LEGACY = "spark.sql.legacy."
_OF_VALUES = {
    "spark.sql.ansi.doubleQuotedIdentifiers",
    "spark.sql.ansi.relationPrecedence",
    "spark.sql.caseSensitive",
    "spark.sql.decimalOperations.allowPrecisionLoss",
    "spark.sql.function.concatBinaryAsString",
    "spark.sql.function.eltOutputAsString",
    "spark.sql.groupByAliases",
    "spark.sql.groupByOrdinal",
    "spark.sql.icu.caseMappings.enabled",
    "spark.sql.jsonGenerator.ignoreNullFields",
    "spark.sql.mapKeyDedupPolicy",
    "spark.sql.orderByOrdinal",
    "spark.sql.parser.escapedStringLiterals",
    "spark.sql.parser.quotedRegexColumnNames",
    "spark.sql.readSideCharPadding",
    "spark.sql.timestampType",
}
_WITH_RANGES = ("tinyint", "smallint", "int", "bigint", "date")


def has_ranges(kind: str) -> bool:
    """Whether the files of a table can be told apart by values of a type.

    Values of other types may be compared in another way than the columns that they are equal to.
    """
    return kind in _WITH_RANGES or kind.startswith("decimal(")


class Session(ABC):
    """The Spark session of a dbt connection; dbt calls it the connection's handle.

    ``method`` is the connection method of the profile, and ``runs_in_one_process`` says that Spark has no executors in
    other processes, whose memory can be lost. ``analyses`` says that `why_volatile` knows. ``stopped`` says that dbt
    has cancelled the session, and ``lost`` that its server has not answered.
    """

    method: str
    runs_in_one_process = False
    analyses = False
    stopped = False
    lost = False

    @abstractmethod
    def cursor(self) -> Any:
        """A cursor with ``execute``, ``fetchall`` and ``description``."""

    @abstractmethod
    def cancel(self) -> None:
        """Cancels the statement that runs, and stops the session."""

    def stop(self) -> None:
        """Lets later statements of the session fail, and interrupts the one that runs where this does not wait for it.

        dbt cancels a session when the run ends. Its thread would go on with its next statement. This raises nothing,
        so that one whose server is gone does not keep the others from being stopped.
        """
        self.stopped = True

    def check(self) -> None:
        """Fails if the run ends.

        Raises:
            StoppedRunError: dbt has cancelled the session, or the user has pressed Ctrl-C.
        """
        interrupts.check()
        if self.stopped:
            raise interrupts.StoppedRunError

    @abstractmethod
    def close(self) -> None:
        """Closes the session and releases its locks."""

    def rollback(self, *_: Any, **__: Any) -> None:  # noqa: B027
        """Does nothing: Spark has no transactions across statements."""

    def message_of(self, error: BaseException, statement: str = "") -> str:
        """The message of a failed statement, without a stack trace or a secret."""
        return errors.message_of(error, statement)

    @abstractmethod
    def stage_seed(self, view: str, table: agate.Table) -> list[str]:
        """Makes a seed's rows readable, with every value as text or NULL.

        Returns table expressions for FROM, which together have all rows. ``view`` is a free name.
        """

    def keep(self, view: str, query: str, same: str = "") -> int:
        """Evaluates a query once, and keeps its rows as a temporary view until `forget`; returns how many there are.

        Args:
            view: the name of the view, quoted.
            query: the query.
            same: says which rows these are: the same text is the same rows as long as a command runs. Empty if other
                nodes cannot have them.
        """
        cursor = self.cursor()
        # Spark gives cached rows to every query of the same plan, so each has an id
        kept = f"cache table {view} as\nselect * from (\n{query}\n) where '{uuid4().hex}' is not null"
        for statement in (kept, f"select count(*) from {view}"):
            cursor.execute(OwnStatement(statement, Facts("query")))
        return int(cursor.fetchall()[0][0])

    def setting(self, name: str) -> str:
        """The value of one of Spark's settings in this session."""
        cursor = self.cursor()
        cursor.execute(OwnStatement(f"set {name}", Facts("catalog")))
        return str(cursor.fetchall()[0][1])

    def settings(self) -> dict[str, str] | None:
        """Spark's settings for SQL, but those of catalogs; None where only a statement finds them."""
        return None

    @look_up
    def settings_of_values(self) -> dict[str, str]:
        """The settings on which values of a query can depend, as far as they are set; not time zone and ANSI mode."""
        settings = self.settings()
        if settings is None:
            cursor = self.cursor()
            cursor.execute(OwnStatement("set", Facts("catalog")))
            settings = {row[0]: str(row[1]) for row in cursor.fetchall()}
        return {name: settings[name] for name in sorted(settings) if name.startswith(_LEGACY) or name in _OF_VALUES}

    def why_volatile(self, query: str) -> str | None:
        """Why a query gives another result each time; None if it does not, or if the plans of Spark cannot be seen."""
        return None

    def statistics_of(self, table: str) -> tuple[int, int]:
        """The rows and bytes of a table expression, as far as Spark knows them without reading it; 0 if it does not."""
        return 0, 0

    @look_up
    def bounds(self, view: str, column: str) -> tuple[str, str] | None:
        """The smallest and the largest value of a column of a view, as literals.

        None for types without ranges, and where there are nulls, which no range has.
        """
        values, cursor = quoted(column), self.cursor()
        kind, low, high = f"typeof(min({values}))", f"string(min({values}))", f"string(max({values}))"
        query = f"select {kind}, {low}, {high}, count_if({values} is null) from {view}"
        cursor.execute(OwnStatement(query, Facts("ranges")))
        [found] = cursor.fetchall()
        if found[1] is None or found[3] or not has_ranges(found[0]):
            return None
        return f"cast('{found[1]}' as {found[0]})", f"cast('{found[2]}' as {found[0]})"

    def delta_size(self, table: str) -> int:
        """How many bytes the files of a Delta table have; 0 where only a statement finds that."""
        return 0

    def last_delta_version(self, table: str) -> dict[str, Any] | None:
        """The last version of a Delta table, as DESCRIBE HISTORY has it; None where that takes a statement."""
        return None

    def ask_once(self, begins: bool) -> None:
        """Begins, or ends, to remember the answers of catalogs, so that a node that only reads asks a question once."""
        return

    def exists(self, table: str) -> bool | None:
        """Whether there is a table or a view of this name; None where that takes statements."""
        return None

    def described(self, table: str) -> dict[str, Any] | None:
        """The columns and the properties of a table; None where that takes statements."""
        return None

    def snapshot_summary(self, table: str, snapshot: str) -> dict[str, str] | None:
        """What a snapshot of an Iceberg table says about its rows; None where that takes a statement."""
        return None

    def snapshots(self, table: str) -> list[dict[str, Any]] | None:
        """The snapshots of an Iceberg table; None where that takes a statement."""
        return None

    def added_files(self, table: str) -> int | None:
        """How many files the last commit of a table has added; None where that takes a statement."""
        return None

    def field_ids(self, table: str, snapshot: str | None = None) -> dict[str, str]:
        """The columns of an Iceberg table, or those at a snapshot, with their ids; empty where they are not known."""
        return {}

    def field_paths(self, table: str, snapshot: str | None = None) -> dict[str, int]:
        """The columns of an Iceberg table, and the fields in them, with their ids; empty where they are not known."""
        return {}

    def has_columns_of(self, table: str, snapshot: str) -> bool:
        """Whether an Iceberg table has the columns that it had at a snapshot; False where only statements find that."""
        return False

    def forget(self, view: str) -> None:
        """Drops a view of `keep`."""
        self.cursor().execute(f"drop view if exists {view}")

    def topic(self, topic: str, properties: Mapping[str, Any], times: Mapping[str, int | None]) -> dict[str, Any]:
        """A topic of Kafka as it is now, where Kafka's client can be called.

        Raises:
            TablestoreError: it cannot be asked, or not here.
        """
        raise TablestoreError(
            "the offsets of a topic are asked by Spark in the process of dbt, and with "
            f"`method: {self.method}` there is none: remove `method` from the target in profiles.yml"
        )

    def create_messages(self, view: str, topic: str, properties: Mapping[str, Any], range_: Mapping[str, Any]) -> None:
        """Creates a temporary view of the messages in a range of offsets, where `topic` knows them."""
        return

    def run_python(self, name: str, file: str, code: str) -> None:
        """Runs the code of a Python model; ``name`` and ``file`` are the model's.

        Raises:
            DbtRuntimeError: this method has no data frames.
        """
        able = " or ".join(f"`method: {method}`" for method in WITH_DATA_FRAMES)
        raise DbtRuntimeError(
            f"model {name} ({file}) is a Python model, and `method: {self.method}` runs SQL only: write it in SQL, or "
            f"use {able} in profiles.yml"
        )

    def bind_function(self, name: str) -> None:
        """Makes a Python function callable in this session, where there are data frames; others refuse it before."""
        return

    def lock(self, folder: Path, table: str) -> None:
        """Locks a keyed table of a warehouse folder until the session is closed, where there is such a lock."""
        return

    def remove_empty_folders(self, history: str, name: str, locked: bool) -> int:
        """Removes empty folders of dropped tables in a warehouse folder, where this process has one."""
        return 0

    def unlock(self, folder: Path, table: str) -> None:
        """Releases the lock of a table before the session is closed."""
        return

    def has_lock(self, folder: Path, table: str) -> bool:
        """Whether this session has locked the table."""
        return False

    def require_columns(self, catalog: str, schema: str, table: str, columns: Sequence[str]) -> None:
        """Declares columns of an Iceberg table NOT NULL, where Iceberg's own API can be called."""
        return
