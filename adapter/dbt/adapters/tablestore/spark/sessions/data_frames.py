"""A session with data frames, which Python models use."""

from __future__ import annotations

import ast
import time
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.functions.calling.calls import registered_functions, release
from dbt.adapters.tablestore.spark import seed_rows
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from dbt.adapters.tablestore.spark.sessions.look_ups import look_up
from dbt.adapters.tablestore.spark.sessions.session import Session
from dbt.adapters.tablestore.sql.names import quoted, quoted_if_needed
from dbt.adapters.tablestore.sql.statement_text import called_names
from pyspark.sql import SparkSession

if TYPE_CHECKING:
    import agate

# Work of the driver outside of Spark's jobs cannot be interrupted, and must not keep the process alive.
_CANCEL_SECONDS = 30


class DataFrameSession(Session):
    """A session of pyspark: of the Spark in this process, or of a Spark Connect server."""

    def __init__(self, spark: SparkSession) -> None:
        self.spark = spark
        self._cursor = self.cursor()

    def activate(self) -> None:
        """Makes this the active session of the thread, where Spark has one: its catalogs are found by the settings."""

    def cursor(self) -> Cursor:
        """A new cursor on the session."""
        self._cursor = Cursor(self.spark, self._around, check=self.check)
        return self._cursor

    def _around(self, sql: str) -> AbstractContextManager[object]:
        """What a statement runs inside."""
        return nullcontext()

    def stop(self) -> None:
        """Cancels the jobs that run now as well."""
        if not self.stopped:
            self._stopped_at = time.monotonic()
        super().stop()
        self._interrupt()

    def cancel(self) -> None:
        """Cancels the jobs of this connection, also those that its statement starts in the next seconds."""
        self.stop()
        while self._cursor.running and time.monotonic() < self._stopped_at + _CANCEL_SECONDS:
            time.sleep(0.1)
            self._interrupt()

    def _interrupt(self) -> None:
        with suppress(Exception):  # Spark or its server is gone, and the work fails by itself
            self.spark.interruptAll()

    @look_up
    def setting(self, name: str) -> str:
        """From the settings of the session."""
        return str(self.spark.conf.get(name))

    def has_schema(self, catalog: str, schema: str) -> bool:
        """Whether a catalog, or the current one if it is empty, has a schema.

        Spark's own `databaseExists` asks the metastore of Delta tables first, whatever the catalog is, and from then on
        no other process could use an embedded one.
        """
        statement = f"show schemas in {quoted(catalog)}" if catalog else "show schemas"
        with self._around(statement):
            names = {str(row[0]) for row in self.spark.sql(statement).collect()}
        # Hive's names are in lower case
        return not names.isdisjoint({schema, quoted_if_needed(schema), schema.lower()})

    @look_up
    def stage_seed(self, view: str, table: agate.Table) -> list[str]:
        """Creates a temporary view of the rows."""
        seed_rows.create_view(self.spark, view, table)
        return [quoted(view)]

    @look_up
    def bind_function(self, name: str) -> None:
        """Makes a Python function callable in this session."""
        with registered_functions(self.spark, f"{quoted(name)}()"):
            pass

    def close(self) -> None:
        """Forgets the functions of the session."""
        release(self.spark)

    def run_python(self, name: str, file: str, code: str) -> None:
        """Runs the code of a Python model in this process, with the functions whose names it has in its texts.

        The code that writes its rows calls ``__dbt_check`` first: dbt can have cancelled the model meanwhile.
        """
        with registered_functions(self.spark, calls_in_texts(code)):
            known = {"spark": self.spark, "__name__": "dbt_model", "__dbt_check": self.check}
            exec(compile(code, file, "exec"), known)


def calls_in_texts(code: str) -> str:
    """The calls in the texts of a Python model, of which some are SQL.

    Each is read by itself, as Spark reads it, and all of them together: the code can put a statement together.
    """
    texts = [text for node in ast.walk(ast.parse(code)) if (text := _text(node)) is not None]
    names = {name for text in (*texts, "\n".join(texts)) for name in called_names(text)}
    return ", ".join(f"{quoted(name)}()" for name in sorted(names))


def _text(node: ast.AST) -> str | None:
    """A text, an f-string or a sum of texts, with a zero for what the code puts into it; None for anything else."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) or "0" for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return "".join(_text(part) or "0" for part in (node.left, node.right))
    return None
