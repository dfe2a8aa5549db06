"""A new catalog file for a warehouse folder: from its metadata files, or from the old catalog with other paths."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.warehouse_catalog import Entry, create


def found_entry(metadata: Path, catalog: str) -> Entry:
    """The table or view of a metadata folder, with the path that its metadata records.

    Raises:
        TablestoreError: no metadata file can be read.
    """
    file, content = _newest(metadata)
    kind = "VIEW" if "view-uuid" in content else "TABLE"
    path = f"{content['location']}/metadata/{file.name}"
    return Entry(catalog, metadata.parent.parent.name, metadata.parent.name, path, kind)


def _newest(folder: Path) -> tuple[Path, dict[str, Any]]:
    """The newest metadata file of a table, and its content. A run that was killed can leave an incomplete one.

    A folder can have the files of several tables, one after the other: those of a table that was dropped without its
    files stay. The table that was written last counts, and of its files the highest version.

    Raises:
        TablestoreError: none is complete.
    """
    found: list[tuple[Path, dict[str, Any]]] = []
    for file in folder.glob("*.metadata.json"):
        try:
            content = read_metadata(file)
        except (ValueError, EOFError, OSError, zlib.error):
            continue
        if isinstance(content, dict) and "location" in content:
            found.append((file, content))
    if not found:
        raise TablestoreError(f"no metadata file in {folder} can be read, so the table cannot be registered")
    written: dict[str | None, int] = {}
    for _, content in found:
        written[_uuid(content)] = max(written.get(_uuid(content), 0), _written(content))
    newest = max(written, key=lambda uuid: written[uuid])
    versions = [each for each in found if _uuid(each[1]) == newest]
    return max(versions, key=lambda each: (_version(each[0]), _written(each[1]), each[0].name))


def read_metadata(file: Path) -> dict[str, Any]:
    """The content of a metadata file; Iceberg compresses those of views."""
    content = file.read_bytes()
    found: dict[str, Any] = json.loads(gzip.decompress(content) if ".gz." in file.name else content)
    return found


def write_metadata(file: Path, content: dict[str, Any]) -> None:
    """Writes a metadata file, compressed if its name says so."""
    text = json.dumps(content).encode()
    file.write_bytes(gzip.compress(text) if ".gz." in file.name else text)


def write(file: Path, old: Path | None, added: list[Entry], paths: dict[str, str]) -> None:
    """Writes a catalog file: a copy of ``old``, or a new one, with further tables and views.

    ``paths`` are new paths of metadata files by the old ones.
    """
    if old is not None:
        with closing(sqlite3.connect(file)) as database, closing(sqlite3.connect(old)) as source:
            source.backup(database)
    create(file)
    with closing(sqlite3.connect(file)) as database, database:
        for entry in added:
            row = (entry.catalog, entry.schema, entry.name, entry.metadata, None, entry.kind)
            database.execute("insert into iceberg_tables values (?, ?, ?, ?, ?, ?)", row)
        for catalog, schema in sorted({(entry.catalog, entry.schema) for entry in added}):
            values = (catalog, schema, "exists", "true")
            database.execute("insert or ignore into iceberg_namespace_properties values (?, ?, ?, ?)", values)
        for before, after in paths.items():
            update = "update iceberg_tables set metadata_location = ?, previous_metadata_location = null"
            database.execute(f"{update} where metadata_location = ?", (after, before))


def _uuid(content: dict[str, Any]) -> str | None:
    """The table or view that a metadata file belongs to."""
    return content.get("table-uuid") or content.get("view-uuid")


def _version(file: Path) -> int:
    """The version of a metadata file: `00012-….metadata.json`."""
    number = re.match(r"v?(\d+)", file.name)
    return int(number.group(1)) if number else -1


def _written(content: dict[str, Any]) -> int:
    """When a metadata file was written, in milliseconds; that of a view says it of each version."""
    times = [version.get("timestamp-ms", 0) for version in content.get("versions", [])]
    latest: int = max([content.get("last-updated-ms", 0), *times])
    return latest
