"""What the catalogs of Spark know about a table, without a statement."""

from __future__ import annotations

import json
from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any

from dbt.adapters.tablestore.jvm.classes import java_class
from py4j.protocol import Py4JJavaError
from pyspark.errors import AnalysisException
from pyspark.sql import SparkSession
from pyspark.sql.types import StructField, StructType

_CATALOGS = "spark.sql.catalog."
# Where Spark keeps the type of a column `char(n)` or `varchar(n)`, which is a string.
_LENGTH = "__CHAR_VARCHAR_TYPE_STRING"
# Java writes longer answers in two parts, and sends the second one only when Python's system has confirmed the first:
# it waits 40 ms with that. A character has up to four bytes.
_PIECE = 2000
# The value of a column in rows that were written before it was added, as SQL.
_EXISTING = "EXISTS_DEFAULT"
# What Delta keeps with a column that it fills where a statement has no value for it.
_FILLED = {
    "CURRENT_DEFAULT": "a default",
    "delta.generationExpression": "a generated value",
    "delta.identity.start": "an identity",
}
_VIEW_CATALOG = "org.apache.spark.sql.connector.catalog.ViewCatalog"
_DELTA = "org.apache.spark.sql.delta.catalog.DeltaTableV2"
_TABLES = ("org.apache.iceberg.spark.source.SparkTable", _DELTA)


def described(
    session: SparkSession, table: str, known: MutableMapping[str, tuple[str, str, str]]
) -> dict[str, Any] | None:
    """The columns and the properties of a table, as DESCRIBE TABLE and SHOW TBLPROPERTIES list them.

    Strings of a limited length are strings; ``declared`` has the types that they are declared with. ``filled`` says
    with what the table fills columns that a statement leaves out; ``existing`` has the values, if not null, of columns
    in rows that are older than they are. A column that takes no null has ``null_after``, the statement after which it
    does.

    Args:
        session: Spark's session.
        table: the name of the table, as SQL.
        known: per Iceberg table, the file with its metadata, and what Java has written of that: its schema and its
            properties. It is asked for again when the table has another file.

    Returns None if there is no such table of Iceberg or Delta: a statement says what is wrong, in the words of Spark.
    """
    found = catalog_of(session, table)
    try:
        loaded = None if found is None else load(session, *found)
    except (Py4JJavaError, AnalysisException):
        return None
    kind = "" if loaded is None else loaded.getClass().getName()
    if loaded is None or kind not in _TABLES:
        return None
    file = "" if kind == _DELTA else _metadata_file(loaded)
    if not file or known.get(table, ("",))[0] != file:
        # Delta's object leaves out how columns are filled
        schema = loaded.initialSnapshot().metadata().schemaString() if kind == _DELTA else loaded.schema().json()
        known[table] = (file, str(schema), _as_json(session, loaded.properties()))
    schema, properties = known[table][1], json.loads(known[table][2])
    fields = StructType.fromJson(json.loads(schema)).fields
    return {
        "columns": [
            {"name": field.name, "type": field.dataType.simpleString(), "comment": field.metadata.get("comment")}
            | _null_after(table, field, properties)
            for field in fields
        ],
        "declared": {field.name: field.metadata[_LENGTH] for field in fields if _LENGTH in field.metadata},
        "filled": {field.name: words for field in fields if (words := _filled(field))},
        "existing": {field.name: field.metadata[_EXISTING] for field in fields if _EXISTING in field.metadata},
        "properties": properties,
    }


def _null_after(table: str, field: StructField, properties: Mapping[str, str]) -> dict[str, str]:
    """The statement after which a column takes nulls; empty for one that does."""
    name = field.name.replace("`", "``")
    if f"delta.constraints.not_null_{field.name.lower()}" in properties:  # a CHECK of the adapter
        return {"null_after": f"alter table {table} drop constraint `not_null_{name}`"}
    return {} if field.nullable else {"null_after": f"alter table {table} alter column `{name}` drop not null"}


def _filled(field: StructField) -> str:
    """With what a column is filled; empty for one that is not."""
    for name, words in _FILLED.items():
        if name in field.metadata:
            return "a default of null" if str(field.metadata[name]).lower() == "null" else words
    return ""


def _metadata_file(table: Any) -> str:
    return str(table.table().operations().current().metadataFileLocation())


def settings(session: SparkSession) -> dict[str, str]:
    """The settings of a session for SQL, but those of its catalogs."""
    java: Any = java_class(session, "scala.jdk.javaapi.CollectionConverters")
    found = json.loads(_as_json(session, java.asJava(session._jsparkSession.sessionState().conf().getAllConfs())))
    return {name: value for name, value in found.items() if name.startswith("spark.sql.") and _CATALOGS not in name}


def _as_json(session: SparkSession, value: Any) -> str:
    """A value of Java, which can be long, as JSON."""
    written = java_class(session, "java.io.StringWriter")()
    java_class(session, "com.fasterxml.jackson.databind.ObjectMapper")().writeValue(written, value)
    text = written.getBuffer()
    length = int(text.length())
    return "".join(str(text.substring(at, min(at + _PIECE, length))) for at in range(0, length, _PIECE))


def catalog_of(session: SparkSession, table: str) -> tuple[Any, list[str]] | None:
    """Spark's catalog of a table by its name as SQL, and the parts of its name there; None without a catalog."""
    state = session._jsparkSession.sessionState()
    name = state.sqlParser().parseMultipartIdentifier(table)
    catalog, parts = name.head(), [name.apply(position) for position in range(1, name.length())]
    if not parts[1:] or not state.catalogManager().isCatalogRegistered(catalog):
        return None
    return state.catalogManager().catalog(catalog), parts


def exists(session: SparkSession, table: str) -> bool | None:
    """Whether a catalog has a table or a view of this name, as SQL; None if it does not say."""
    found = catalog_of(session, table)
    if found is None:
        return None
    catalog, parts = found
    name = _identifier(session, parts)
    try:
        if catalog.tableExists(name):
            return True
        has_views = java_class(session, "java.lang.Class").forName(_VIEW_CATALOG).isInstance(catalog)
        return bool(has_views and catalog.viewExists(name))
    except (Py4JJavaError, AnalysisException):
        return None


def load(session: SparkSession, catalog: Any, parts: Sequence[str]) -> Any:
    """Spark's object of a table; raises Spark's error if there is none."""
    return catalog.loadTable(_identifier(session, parts))


def _identifier(session: SparkSession, parts: Sequence[str]) -> Any:
    """The name of a table in its catalog, as Spark's catalogs take it."""
    identifier = java_class(session, "org.apache.spark.sql.connector.catalog.Identifier")
    return identifier.of(texts(session, parts[:-1]), parts[-1])


def texts(session: SparkSession, values: Sequence[str]) -> Any:
    """An array of Java."""
    gateway: Any = session._sc._gateway
    array = gateway.new_array(java_class(session, "java.lang.String"), len(values))
    for position, value in enumerate(values):
        array[position] = value
    return array
