"""One row of an Iceberg table, written by Iceberg's API: Spark would plan a query and run a job for it."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import datetime, timezone
from typing import Any

from dbt.adapters.tablestore.jvm.classes import java_class
from dbt.adapters.tablestore.spark.iceberg_tables import has_cached_rows, iceberg_table
from dbt.adapters.tablestore.sql.own_statement import Facts
from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

_ICEBERG = "org.apache.iceberg."
_TIME = "timestamptz"
_TYPES = ("long", "string", _TIME)


def replace(session: SparkSession, statement: Facts) -> bool:
    """Does what ``INSERT INTO ... REPLACE WHERE`` does for one row, in the place of those with its ``keys``.

    Returns False, and does nothing, for tables of catalogs that are not Iceberg's, for columns of other types than a
    row can have here, for times without a zone, and while Spark has cached rows, which it has to compute again.

    Raises:
        Py4JJavaError: a file has rows with these keys, and others; or the table is changed again and again, so that
            the tries of Iceberg fail; or it is unknown whether the row is there.
    """
    if has_cached_rows(session):
        return False
    table = iceberg_table(session, statement.table)
    if table is None:
        return False
    table.refresh()
    fields = {str(field.name()): field for field in table.schema().columns()}
    types = {name: str(fields[name].type()) for name in statement.row if name in fields}
    if len(types) < len(statement.row) or not set(types.values()) <= {*_TYPES}:
        return False
    row = {name: value for name, value in statement.row.items() if value is not None}
    times = {name: datetime.fromisoformat(row[name]) for name in row if types[name] == _TIME}
    if any(time.tzinfo is None for time in times.values()):  # it is in the zone of the session
        return False
    row |= {name: time.astimezone(timezone.utc).isoformat() for name, time in times.items()}
    # Py4J sends small numbers as Integer, so that Iceberg has to read those of its type from a text.
    values = {str(fields[name].fieldId()): value for name, value in row.items()}
    record = _class(session, "SingleValueParser").fromJson(table.schema().asStruct(), json.dumps(values))
    for name in times:  # which the parser has as a number, and the writer takes as an object
        record.setField(name, java_class(session, "java.time.OffsetDateTime").parse(row[name]))
    expressions = _class(session, "expressions.Expressions")
    replaced = expressions.alwaysTrue()
    for name in statement.keys:
        replaced = getattr(expressions, "and")(replaced, expressions.equal(name, row[name]))
    file = _file_of(session, table, record)
    try:
        table.newOverwrite().overwriteByRowFilter(replaced).addFile(file).commit()
    except Py4JJavaError as error:
        if _is_cleanable(error):
            with suppress(Py4JJavaError):
                table.io().deleteFile(file.location())
        raise
    return True


def _is_cleanable(error: Py4JJavaError) -> bool:
    """Whether nothing is committed: Iceberg deletes its manifests, but not the data file, which nothing refers to.

    After other errors, such as a lost answer of a catalog, the row may be there.
    """
    interfaces = error.java_exception.getClass().getInterfaces()
    return any(found.getName() == f"{_ICEBERG}exceptions.CleanableFailure" for found in interfaces)


def _file_of(session: SparkSession, table: Any, record: Any) -> Any:
    """Writes a data file with one row, in the format and the partition that the table has for it."""
    partition = _class(session, "PartitionKey")(table.spec(), table.schema())
    partition.partition(_class(session, "data.InternalRecordWrapper")(table.schema().asStruct()).wrap(record))
    files = _class(session, "io.OutputFileFactory").builderFor(table, 0, 0).build()
    factory = _class(session, "data.GenericFileWriterFactory$Builder")(table).build()
    writer = factory.newDataWriter(files.newOutputFile(partition), table.spec(), partition)
    try:
        writer.write(record)
    finally:
        writer.close()
    return writer.toDataFile()


def _class(session: SparkSession, name: str) -> Any:
    return java_class(session, _ICEBERG + name)
