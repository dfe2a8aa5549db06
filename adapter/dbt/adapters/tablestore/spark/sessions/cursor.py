"""A cursor on a Spark session with data frames."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from types import TracebackType
from typing import Any, TypeVar, cast
from uuid import uuid4

from dbt.adapters.tablestore.functions.calling.calls import registered_functions
from dbt.adapters.tablestore.progress import running
from dbt.adapters.tablestore.progress.running import Look
from dbt.adapters.tablestore.progress.steps import step_of
from dbt.adapters.tablestore.spark import interrupts, job_tags
from dbt.adapters.tablestore.spark.folder_names import assert_folder_name
from dbt.adapters.tablestore.sql.literals import literal
from dbt.adapters.tablestore.sql.own_statement import OwnStatement
from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql.types import DataType

Around = Callable[[str], AbstractContextManager[object]]
T = TypeVar("T")
# Rows that are fetched at once by `batches`.
_BATCH = 2000


class Cursor:
    """Runs one statement at a time in a session and returns its rows, like a DB-API cursor.

    A statement runs inside ``around``, which gets its text, ``look`` finds what Spark has done for it, and ``check``
    fails if it must not begin.
    """

    def __init__(
        self,
        spark: SparkSession,
        around: Around = nullcontext,
        look: Look | None = None,
        check: Callable[[], None] = interrupts.check,
    ) -> None:
        self._spark = spark
        self._around = around
        self._look = look
        self._check = check
        self._step = ""
        self._tag = ""
        self._frame: DataFrame | None = None
        self._rows: list[Row] | None = None
        self.running = False

    def __enter__(self) -> Cursor:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()

    @property
    def description(self) -> Sequence[tuple[str, str, None, None, None, None, bool]]:
        """Name, type and nullability of the result's columns."""
        if self._frame is None:
            return [(name, "string", None, None, None, None, True) for name in self.columns]
        return [
            (field.name, field.dataType.simpleString(), None, None, None, None, field.nullable)
            for field in self._frame.schema
        ]

    def execute(self, sql: str, bindings: Sequence[Any] | None = None) -> None:
        """Runs a statement; a query's rows are computed when they are fetched."""
        self._frame = self._rows = None
        text = sql if isinstance(sql, OwnStatement) else sql.strip().removesuffix(";")
        if bindings:
            text = text % tuple(literal(value) for value in bindings)
        assert_folder_name(text)
        self._step = step_of(text)
        self._tag = f"statement-{uuid4().hex}"
        with self.working():
            self._attended(lambda: self._run_with_functions(text))

    def _run_with_functions(self, text: str) -> None:
        with self._callable(text) as statement:
            self._run(statement)

    @contextmanager
    def _callable(self, text: str) -> Generator[str]:
        """Runs the block with the functions that a statement calls; gives the statement to run."""
        with self._around(text), registered_functions(self._spark, text) as statement:
            yield statement

    def _run(self, text: str) -> None:
        self._frame = self._spark.sql(text)

    @property
    def frame(self) -> DataFrame:
        """The result, of which no row is computed yet."""
        if self._frame is None:
            raise ValueError("no statement was executed")
        return self._frame

    @property
    def columns(self) -> list[str]:
        """The names of the result's columns."""
        if self._frame is None:
            return list(self._rows[0].asDict()) if self._rows else []
        return self._frame.columns

    def convert(self, expression: Callable[[str, DataType], str]) -> None:
        """Converts the columns of the result, of which no row was fetched: ``expression`` of a name and its type."""
        frame = self.frame
        names = [f"c{place}" for place in range(len(frame.columns))]  # of equal names, Spark knows none
        if names:
            types = [field.dataType for field in frame.schema.fields]
            self._frame = frame.toDF(*names).selectExpr(*map(expression, names, types)).toDF(*frame.columns)

    def fetchall(self) -> list[Row]:
        """All rows of the result."""
        if self._rows is None and self._frame is not None:
            with self.working():
                self._rows = self._attended(self._frame.collect)
        return self._rows or []

    def fetchmany(self, size: int) -> list[Row]:
        """At most ``size`` rows; Spark computes no more than these need."""
        if self._frame is None or self._rows is not None:
            return (self._rows or [])[:size]
        frame = self._frame
        with self.working():
            return self._attended(lambda: frame.take(size))

    def batches(self) -> Iterator[list[Row]]:
        """All rows, few at a time: Spark computes and sends one partition after the other."""
        if self._frame is None or self._rows is not None:
            yield self._rows or []
            return
        frame = self._frame
        with self.working():
            rows = self._attended(lambda: frame.toLocalIterator(prefetchPartitions=True))
        try:
            while True:
                with self.working():
                    batch = self._attended(lambda: list(islice(rows, _BATCH)))
                if not batch:
                    return
                yield batch
        finally:
            interrupts.in_background(cast("Generator[Row]", rows).close)  # which reads the rest of a partition

    def fetchone(self) -> Row | None:
        """The first row, or None."""
        rows = self.fetchmany(1)
        return rows[0] if rows else None

    def _attended(self, work: Callable[[], T]) -> T:
        """The result of work of this statement, which Ctrl-C cancels."""
        if not interrupts.attends():
            return work()

        def tagged() -> T:
            with job_tags.tagged(self._spark, self._tag):
                return work()

        return interrupts.attended(tagged, self.cancel)

    def cancel(self) -> None:
        """Cancels the jobs of the statement that run now; for another thread."""
        job_tags.cancel(self._spark, self._tag)

    @contextmanager
    def working(self) -> Generator[None]:
        """Work of the statement, which a session that is cancelled waits for."""
        self.running = True
        try:
            self._check()  # after `running` is set: what cancels the session now sees the work
            with running.running(self._step, self._look):
                yield
        finally:
            self.running = False

    def close(self) -> None:
        """Releases the result."""
        self._frame = None
        self._rows = None
