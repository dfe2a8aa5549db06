"""The names that a statement can use, as the session knows them: for completion and for "did you mean"."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from dbt.adapters.tablestore.console.listing import side_tables
from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession


class Catalog:
    """Schemas, tables, columns and functions, each asked for once until `forget`. Several threads may ask."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._lock = threading.Lock()
        self._known: dict[tuple[str, ...], Future[list[Any]]] = {}

    def forget(self) -> None:
        """Asks again from now on: a statement may have changed what there is."""
        with self._lock:
            self._known = {}

    def schemas(self) -> list[str]:
        """The schemas of the current catalog."""
        return self._once(("schemas",), lambda: [str(row[0]) for row in self._rows("show schemas")])

    def tables(self, schema: str = "") -> list[str]:
        """The tables and views of a schema, or of the current one, without side tables."""
        names = self.all_tables(schema)
        side = side_tables(names)
        return [name for name in names if name.lower() not in side]

    def all_tables(self, schema: str = "") -> list[str]:
        """The tables and views of a schema, quoted if necessary, or of the current one."""
        place = f" in {schema}" if schema else ""

        def find() -> list[str]:
            rows = [*self._rows(f"show tables{place}"), *self._rows(f"show views{place}")]
            return sorted({str(row[1]) for row in rows})

        return self._once(("tables", schema), find)

    def columns(self, table: str) -> list[tuple[str, str]]:
        """The columns of a table with their types; ``table`` is a name as in SQL."""

        def find() -> list[tuple[str, str]]:
            return [(field.name, field.dataType.simpleString()) for field in self._spark.table(table).schema]

        return self._once(("columns", table), find)

    def functions(self) -> list[str]:
        """The functions of Spark, and those of the current schema."""
        return self._once(("functions",), lambda: [str(row[0]) for row in self._rows("show functions")])

    def _rows(self, statement: str) -> list[Any]:
        try:
            return self._spark.sql(statement).collect()
        except (PySparkException, Py4JError):  # a catalog without views, a schema that is not there
            return []

    def _once(self, key: tuple[str, ...], find: Callable[[], list[Any]]) -> list[Any]:
        with self._lock:
            is_first = key not in self._known
            known = self._known.setdefault(key, Future())
        if is_first:
            found: list[Any] = []
            try:
                found = find()
            except (PySparkException, Py4JError):
                pass
            except BaseException:  # Ctrl-C: it is asked again
                with self._lock:
                    self._known.pop(key, None)
                raise
            finally:
                known.set_result(found)
        return known.result()
