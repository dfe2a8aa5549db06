"""CREATE FUNCTION beside the Iceberg extension.

Iceberg's parser, which views need, has no answer to the questions Spark asks a parser about SQL functions
(``UnsupportedOperationException``). So a session's catalog gets Spark's own parser for the functions it reads, and a
CREATE FUNCTION statement runs with Spark's own parser in the session's place.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from dbt.adapters.tablestore.statement_text import without_leading_comments
from pyspark.sql import SparkSession

_CREATE_FUNCTION = re.compile(r"create\s+(?:or\s+replace\s+)?(?:temporary\s+)?function\b", re.IGNORECASE)


def is_create_function(sql: str) -> bool:
    """Whether the statement creates a function."""
    return _CREATE_FUNCTION.match(without_leading_comments(sql)) is not None


def read_functions_plainly(spark: SparkSession) -> None:
    """Lets the session use SQL functions that exist."""
    jvm: Any = spark._jvm
    state = spark._jsparkSession.sessionState()
    holder = jvm.java.lang.Class.forName("org.apache.spark.sql.catalyst.catalog.SessionCatalog")
    _replace(holder, state.catalog(), "parser", jvm.org.apache.spark.sql.execution.SparkSqlParser())


@contextmanager
def plain_parser(spark: SparkSession) -> Generator[None]:
    """Runs the block with Spark's own parser; the session belongs to one thread, so nobody else sees it."""
    jvm: Any = spark._jvm
    state = spark._jsparkSession.sessionState()
    holder = jvm.java.lang.Class.forName("org.apache.spark.sql.internal.SessionState")
    before = _replace(holder, state, "sqlParser", jvm.org.apache.spark.sql.execution.SparkSqlParser())
    try:
        yield
    finally:
        _replace(holder, state, "sqlParser", before)


def create_plainly(spark: SparkSession, sql: str) -> None:
    """Runs a CREATE FUNCTION statement."""
    with plain_parser(spark):
        spark.sql(sql)


def _replace(holder: Any, target: Any, name: str, value: Any) -> Any:
    field = holder.getDeclaredField(name)
    field.setAccessible(True)
    before = field.get(target)
    field.set(target, value)
    return before
