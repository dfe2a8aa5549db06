"""SQL functions in a session with the Iceberg extension.

Iceberg's parser, which Iceberg views need, does not implement the methods that Spark calls for SQL functions
(``UnsupportedOperationException``). So the session's catalog reads stored functions with Spark's parser, and a CREATE
FUNCTION statement runs with Spark's parser in place of the session's.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from dbt.adapters.tablestore.jvm.classes import class_object, java_class
from dbt.adapters.tablestore.sql.statement_text import without_leading_comments
from pyspark.sql import SparkSession

_CREATE_FUNCTION = re.compile(r"create\s+(?:or\s+replace\s+)?(?:temporary\s+)?function\b", re.IGNORECASE)
_SPARK_PARSER = "org.apache.spark.sql.execution.SparkSqlParser"


def is_create_function(sql: str) -> bool:
    """Whether the statement creates a function."""
    return _CREATE_FUNCTION.match(without_leading_comments(sql)) is not None


def read_functions_with_spark_parser(spark: SparkSession) -> None:
    """Makes stored SQL functions usable in the session."""
    state = spark._jsparkSession.sessionState()
    holder = class_object(spark, "org.apache.spark.sql.catalyst.catalog.SessionCatalog")
    _replace(holder, state.catalog(), "parser", java_class(spark, _SPARK_PARSER)())


@contextmanager
def spark_parser(spark: SparkSession) -> Generator[None]:
    """Runs the block with Spark's parser. A session is used by one thread, so no other statement is affected."""
    state = spark._jsparkSession.sessionState()
    holder = class_object(spark, "org.apache.spark.sql.internal.SessionState")
    before = _replace(holder, state, "sqlParser", java_class(spark, _SPARK_PARSER)())
    try:
        yield
    finally:
        _replace(holder, state, "sqlParser", before)


def create_plainly(spark: SparkSession, sql: str) -> None:
    """Runs a CREATE FUNCTION statement with Spark's parser."""
    with spark_parser(spark):
        spark.sql(sql)


def _replace(holder: Any, target: Any, name: str, value: Any) -> Any:
    field = holder.getDeclaredField(name)
    field.setAccessible(True)
    before = field.get(target)
    field.set(target, value)
    return before
