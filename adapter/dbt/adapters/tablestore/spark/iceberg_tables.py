"""What Iceberg's API can change in a table and Spark's SQL cannot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dbt.adapters.tablestore.spark.java_classes import java_class
from pyspark.sql import SparkSession


def require_columns(session: SparkSession, catalog: str, schema: str, table: str, columns: Sequence[str]) -> None:
    """Declares columns NOT NULL. Iceberg does not look at the rows, so none of them may have a null there."""
    manager = session._jsparkSession.sessionState().catalogManager()
    gateway: Any = session._sc._gateway
    namespace = gateway.new_array(java_class(session, "java.lang.String"), 1)
    namespace[0] = schema
    identifier = java_class(session, "org.apache.spark.sql.connector.catalog.Identifier").of(namespace, table)
    update = manager.catalog(catalog).loadTable(identifier).table().updateSchema().allowIncompatibleChanges()
    update.caseSensitive(False)
    for column in columns:
        update.requireColumn(column)
    update.commit()
