"""What the catalogs of Spark know about a table, without a statement."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from dbt.adapters.tablestore.jvm.classes import java_class
from py4j.protocol import Py4JJavaError
from pyspark.errors import AnalysisException
from pyspark.sql import SparkSession
from pyspark.sql.types import StructType

_TABLES = ("org.apache.iceberg.spark.source.SparkTable", "org.apache.spark.sql.delta.catalog.DeltaTableV2")


def described(session: SparkSession, table: str) -> dict[str, Any] | None:
    """The columns and the properties of a table, as DESCRIBE TABLE and SHOW TBLPROPERTIES list them.

    Returns None if there is no such table of Iceberg or Delta: a statement says what is wrong, in the words of Spark.
    """
    found = catalog_of(session, table)
    try:
        loaded = None if found is None else load(session, *found)
    except (Py4JJavaError, AnalysisException):
        return None
    if loaded is None or loaded.getClass().getName() not in _TABLES:
        return None
    mapper = java_class(session, "com.fasterxml.jackson.databind.ObjectMapper")()
    fields = StructType.fromJson(json.loads(str(loaded.schema().json()))).fields
    return {
        "columns": [
            {"name": field.name, "type": field.dataType.simpleString(), "comment": field.metadata.get("comment")}
            for field in fields
        ],
        "properties": json.loads(str(mapper.writeValueAsString(loaded.properties()))),
    }


def catalog_of(session: SparkSession, table: str) -> tuple[Any, list[str]] | None:
    """Spark's catalog of a table by its name as SQL, and the parts of its name there; None without a catalog."""
    state = session._jsparkSession.sessionState()
    name = state.sqlParser().parseMultipartIdentifier(table)
    catalog, parts = name.head(), [name.apply(position) for position in range(1, name.length())]
    if not parts[1:] or not state.catalogManager().isCatalogRegistered(catalog):
        return None
    return state.catalogManager().catalog(catalog), parts


def load(session: SparkSession, catalog: Any, parts: Sequence[str]) -> Any:
    """Spark's object of a table; raises Spark's error if there is none."""
    identifier = java_class(session, "org.apache.spark.sql.connector.catalog.Identifier")
    return catalog.loadTable(identifier.of(texts(session, parts[:-1]), parts[-1]))


def texts(session: SparkSession, values: Sequence[str]) -> Any:
    """An array of Java."""
    gateway: Any = session._sc._gateway
    array = gateway.new_array(java_class(session, "java.lang.String"), len(values))
    for position, value in enumerate(values):
        array[position] = value
    return array
