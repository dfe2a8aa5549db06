"""A session with data frames, which Python models use."""

from __future__ import annotations

import ast
import time
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.functions.calling.calls import registered_functions
from dbt.adapters.tablestore.spark import seed_rows
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from dbt.adapters.tablestore.spark.sessions.session import Session
from dbt.adapters.tablestore.sql.names import quoted, quoted_if_needed
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
        self._cursor = Cursor(self.spark, self._around)
        return self._cursor

    def _around(self, sql: str) -> AbstractContextManager[object]:
        """What a statement runs inside."""
        return nullcontext()

    def cancel(self) -> None:
        """Cancels the jobs of this connection, also those that its statement starts in the next seconds."""
        self.spark.interruptAll()
        end = time.monotonic() + _CANCEL_SECONDS
        while self._cursor.running and time.monotonic() < end:
            time.sleep(0.1)
            self.spark.interruptAll()

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

    def stage_seed(self, view: str, table: agate.Table) -> list[str]:
        """Creates a temporary view of the rows."""
        seed_rows.create_view(self.spark, view, table)
        return [quoted(view)]

    def bind_function(self, name: str) -> None:
        """Makes a Python function callable in this session."""
        with registered_functions(self.spark, f"{quoted(name)}()"):
            pass

    def run_python(self, name: str, file: str, code: str) -> None:
        """Runs the code of a Python model in this process, with the functions whose names it has in its texts."""
        with registered_functions(self.spark, quoted_texts(code)):
            exec(compile(code, file, "exec"), {"spark": self.spark, "__name__": "dbt_model"})


def quoted_texts(code: str) -> str:
    """The texts in the code of a Python model, of which some are SQL."""
    constants = [node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant)]
    return "\n".join(value for value in constants if isinstance(value, str))
