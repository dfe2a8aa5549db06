"""What Iceberg's API can do with a table and Spark's SQL cannot, or not as fast."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.jvm.classes import java_class
from dbt.adapters.tablestore.spark import table_folders, table_metadata
from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

_CATALOG = "org.apache.iceberg.spark.SparkCatalog"
_MOST_SNAPSHOTS = 500
_IDS = ("id", "element-id", "key-id", "value-id")


def require_columns(session: SparkSession, catalog: str, schema: str, table: str, columns: Sequence[str]) -> None:
    """Declares columns NOT NULL. Iceberg does not look at the rows, so none of them may have a null there."""
    plugin = session._jsparkSession.sessionState().catalogManager().catalog(catalog)
    update = table_metadata.load(session, plugin, [schema, table]).table().updateSchema().allowIncompatibleChanges()
    update.caseSensitive(False)
    for column in columns:
        update.requireColumn(column)
    update.commit()


def purge(session: SparkSession, table: str) -> bool:
    """Does what ``DROP TABLE IF EXISTS ... PURGE`` does; returns False, and does nothing, where it is not Iceberg's.

    Spark looks for the files of the table in two jobs, which take longer than the commit of a small batch. Iceberg's
    catalog reads the metadata of the table instead. It deletes the files of a table in a folder, and not its folders.
    """
    found = _in_catalog(session, table)
    if found is None:
        return False
    catalog, identifier = found
    place = _folder_of(catalog, identifier)
    catalog.dropTable(identifier, True)
    if place is not None:
        table_folders.remove_if_empty(place)
    return True


def _folder_of(catalog: Any, identifier: Any) -> Path | None:
    """The folder of a table on this machine; None without one, or when there is no such table, or no longer."""
    try:
        return table_folders.local_folder(str(catalog.loadTable(identifier).location()))
    except Py4JJavaError:  # dropTable says what is wrong, if anything is
        return None


def iceberg_table(session: SparkSession, table: str) -> Any | None:
    """Iceberg's object of a table, by its name as SQL; None if its catalog is not an Iceberg catalog."""
    found = _in_catalog(session, table)
    return None if found is None else found[0].loadTable(found[1])


def has_cached_rows(session: SparkSession) -> bool:
    """Whether Spark has cached rows, of any table: it computes them again when one of its statements writes that."""
    return not session._jsparkSession.sharedState().cacheManager().isEmpty()


def snapshot_summary(session: SparkSession, table: str, snapshot: str) -> dict[str, str] | None:
    """What a snapshot of a table says about its rows.

    None if the snapshot has expired, and if the table's catalog is not an Iceberg catalog.
    """
    found = iceberg_table(session, table)
    at = None if found is None else found.snapshot(int(snapshot))
    return None if at is None else dict(at.summary())


def snapshots(session: SparkSession, table: str) -> list[dict[str, Any]] | None:
    """The snapshots of a table, as the package's macro `_adapter_snapshots` reads them.

    None for a table with so many that Spark lists them faster, and if its catalog is not an Iceberg catalog.
    """
    found = iceberg_table(session, table)
    metadata = None if found is None else found.operations().current()
    if metadata is None or metadata.snapshots().size() > _MOST_SNAPSHOTS:
        return None
    known = json.loads(str(java_class(session, "org.apache.iceberg.TableMetadataParser").toJson(metadata)))
    return [
        {
            "id": str(snapshot["snapshot-id"]),
            "parent": str(snapshot["parent-snapshot-id"]) if "parent-snapshot-id" in snapshot else None,
            "at": snapshot["timestamp-ms"],
            "operation": snapshot.get("summary", {}).get("operation"),
            "deletes": snapshot.get("summary", {}).get("total-delete-files", "0"),
            "branch": "main" if snapshot["snapshot-id"] == known["current-snapshot-id"] else None,
        }
        for snapshot in known["snapshots"]
    ]


def field_ids(session: SparkSession, table: str, snapshot: str | None = None) -> dict[str, str]:
    """The columns of a table, or those at a snapshot, with the ids of the column and of the fields in it.

    A column that was dropped and added again has another id. Empty if its catalog is not an Iceberg catalog.
    """
    return {field["name"]: " ".join(map(str, _ids_in(field))) for field in _fields(session, table, snapshot)}


def field_paths(session: SparkSession, table: str, snapshot: str | None = None) -> dict[str, int]:
    """The ids of the columns of a table, or those at a snapshot, and of the fields in them, by their paths.

    A path is in lower case: `orders.element.price`. Empty where `field_ids` is.
    """
    found = [path for field in _fields(session, table, snapshot) for path in _paths_in(field["name"], field)]
    return {path.lower(): number for path, number in found}


def has_columns_of(session: SparkSession, table: str, snapshot: str) -> bool:
    """Whether a table has the columns that it had at a snapshot; False where that is not known without a statement."""
    found = iceberg_table(session, table)
    at = None if found is None else found.snapshot(int(snapshot))
    return found is not None and at is not None and at.schemaId() == found.schema().schemaId()


def _fields(session: SparkSession, table: str, snapshot: str | None) -> list[dict[str, Any]]:
    """The columns of a table, or those at a snapshot, as in its metadata; none if they are not known."""
    found = iceberg_table(session, table)
    if found is None:
        return []
    at = None if snapshot is None else found.snapshot(int(snapshot))
    number = at and at.schemaId()
    # it is gone, or was written before Iceberg recorded the schema of a snapshot
    if snapshot is not None and number is None:
        return []
    schema = found.schema() if snapshot is None else found.schemas().get(number)
    text = str(java_class(session, "org.apache.iceberg.SchemaParser").toJson(schema))
    return list(json.loads(text)["fields"])


def _paths_in(path: str, field: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """The path of a field and its id, and those of the fields in it."""
    yield path, field["id"]
    kind = field["type"]
    if not isinstance(kind, dict):
        return
    for part in ("element", "key", "value"):
        if part in kind:
            yield from _paths_in(f"{path}.{part}", {"id": kind[f"{part}-id"], "type": kind[part]})
    for inner in kind.get("fields", ()):
        yield from _paths_in(f"{path}.{inner['name']}", inner)


def _ids_in(part: Any) -> list[int]:
    """The ids in a part of a schema as JSON, in order."""
    if isinstance(part, list):
        return [number for item in part for number in _ids_in(item)]
    if not isinstance(part, dict):
        return []
    return [part[name] for name in _IDS if name in part] + _ids_in([*part.values()])


def _in_catalog(session: SparkSession, table: str) -> tuple[Any, Any] | None:
    """Iceberg's catalog of a table, and its identifier there."""
    found = table_metadata.catalog_of(session, table)
    if found is None or found[0].getClass().getName() != _CATALOG:
        return None
    identifier = java_class(session, "org.apache.iceberg.catalog.TableIdentifier")
    return found[0].icebergCatalog(), identifier.of(table_metadata.texts(session, found[1]))
