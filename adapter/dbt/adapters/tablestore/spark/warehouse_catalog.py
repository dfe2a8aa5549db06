"""The catalog file of a warehouse folder: which tables it lists, and whether these are the tables of the folder.

Iceberg records absolute paths, in the catalog and in the metadata of tables. So the catalog of a folder that was moved
or copied points to the tables in the old folder: a run in the copy would write there, and purge files there.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from dbt.adapters.tablestore.spark import permissions
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.sql.counted import counted

FILE = "catalog.sqlite"
# As Iceberg creates them (org.apache.iceberg.jdbc.JdbcUtil, schema version V1).
_TABLES = (
    """
    create table if not exists iceberg_tables (
        catalog_name varchar(255) not null, table_namespace varchar(255) not null, table_name varchar(255) not null,
        metadata_location varchar(1000), previous_metadata_location varchar(1000), iceberg_type varchar(5),
        primary key (catalog_name, table_namespace, table_name)
    )
    """,
    """
    create table if not exists iceberg_namespace_properties (
        catalog_name varchar(255) not null, namespace varchar(255) not null, property_key varchar(255),
        property_value varchar(1000), primary key (catalog_name, namespace, property_key)
    )
    """,
)
DEFAULT = "lake"
"""The name of the catalog, unless the profile has another one."""
_BUSY = ("locked", "busy")
_WAIT_SECONDS = 30


class CatalogInUseError(TablestoreError):
    """Another process is writing the catalog file."""


@dataclass(frozen=True)
class Entry:
    """A table or view of the catalog."""

    catalog: str
    schema: str
    name: str
    metadata: str
    """The path of its metadata file."""
    kind: str
    """TABLE or VIEW."""

    @property
    def folder(self) -> Path:
        """The folder of the table, which its metadata is below."""
        return (local_path(self.metadata) or Path(self.metadata)).parent.parent


def check(folder: Path, catalog: str) -> str | None:
    """Checks the catalog file before Spark uses it. Returns a warning, or None.

    Raises:
        TablestoreError: the file is damaged, or it does not list the tables of the folder, or those of another folder.
    """
    try:
        entries = read(folder, catalog=catalog)
    except CatalogInUseError:
        return None  # another run is writing it, so it was checked
    restore = f"Restore a backup of {FILE}, or register the tables again: {registering(folder, catalog)}"
    if entries is None and (found := next(metadata_folders(folder), None)):
        raise TablestoreError(
            f"the warehouse {folder} has tables, such as {found.parent.relative_to(folder)}, but its catalog {FILE} is "
            f"missing or empty, so a run would begin with no tables. {restore}"
        )
    own = [entry for entry in entries or [] if entry.catalog == catalog]
    if moved := [entry for entry in own if moved_file(folder, entry)]:
        elsewhere = f"{counted(len(moved), 'table')} {'is' if len(moved) == 1 else 'are'}"
        raise TablestoreError(
            f"the warehouse {folder} was moved or copied: its catalog says that {elsewhere} in another "
            f"folder, such as {moved[0].metadata}, and a run would write there. Correct the paths: "
            f"dbt-tablestore relocate {quote(str(folder))}"
        )
    others = sorted({entry.catalog for entry in entries or []} - {catalog})
    if others and not own:
        return (
            f"the catalog '{catalog}' of the warehouse {folder} has no tables, and '{others[0]}' has "
            f"{sum(entry.catalog == others[0] for entry in entries or [])}: is `catalog.name` of the profile right?"
        )
    return None


def create(file: Path) -> None:
    """Creates the tables of a catalog file in one transaction, if it does not have them.

    Otherwise each connection that starts at the same time would do it, in several steps that fail for all but one.

    Raises:
        CatalogInUseError: another process did not end its work on the file.
    """
    try:
        with closing(sqlite3.connect(file, timeout=_WAIT_SECONDS, isolation_level=None)) as database:
            if _has_type(database):
                return
            database.execute("begin exclusive")
            for table in _TABLES:
                database.execute(table)
            if not _has_type(database):
                database.execute("alter table iceberg_tables add column iceberg_type varchar(5)")
            database.execute("commit")
    except sqlite3.OperationalError as error:
        raise _in_use(file) if _is_busy(error) else error from error
    permissions.hide_from_others(file)


def _has_type(database: sqlite3.Connection) -> bool:
    """Whether the list of tables is there and has the column that tells tables from views."""
    return "iceberg_type" in {column[1] for column in database.execute("pragma table_info(iceberg_tables)")}


def read(folder: Path, waits: bool = False, catalog: str = DEFAULT) -> list[Entry] | None:
    """The tables and views that the catalog of a warehouse folder lists; None without a catalog, or with an empty one.

    With ``waits``, waits for another process that is writing the file. ``catalog`` is that of the profile, for errors.

    Raises:
        CatalogInUseError: another process is writing the file, with ``waits`` for a long time.
        TablestoreError: the file is damaged.
    """
    file = folder / FILE
    if not file.is_file() or file.stat().st_size == 0:
        return None
    uri = f"{file.as_uri()}?mode=rw"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=_WAIT_SECONDS if waits else 5)) as database:
            if not database.execute("select 1 from sqlite_master where name = 'iceberg_tables'").fetchall():
                return None
            kind = "coalesce(iceberg_type, 'TABLE')" if _has_type(database) else "'TABLE'"
            query = f"select catalog_name, table_namespace, table_name, metadata_location, {kind} from iceberg_tables"
            return [Entry(*row) for row in database.execute(query)]
    except sqlite3.DatabaseError as error:
        if _is_busy(error):
            raise _in_use(file) from error
        raise TablestoreError(
            f"the catalog of the warehouse is damaged: {file}: {error}. Restore a backup of it, or register the tables "
            f"again: {registering(folder, catalog)}"
        ) from error


def registering(folder: Path, catalog: str, *tables: str) -> str:
    """The command that registers tables in a catalog: those with these names, or all of a folder without a catalog."""
    named = "" if catalog == DEFAULT else f" --catalog {quote(catalog)}"
    registered = "".join(f" --register {quote(table)}" for table in tables)
    return f"dbt-tablestore relocate {quote(str(folder))}{named}{registered}"


def _is_busy(error: sqlite3.DatabaseError) -> bool:
    return any(text in str(error) for text in _BUSY)


def _in_use(file: Path) -> CatalogInUseError:
    return CatalogInUseError(f"another process is writing {file}; wait for it to end, then try again")


def lost_folder(folder: Path, schema: str, name: str) -> Path | None:
    """The folder of a table that the catalog does not list, if there is one with metadata.

    The catalog has lost the table, or it was dropped without its files. A table that was renamed keeps its folder.
    """
    place = folder / schema / name
    if not any((place / "metadata").glob("*.metadata.json")):
        return None
    recorded = (local_path(entry.metadata) for entry in read(folder, waits=True) or [])
    return None if any(path is not None and path.is_relative_to(place) for path in recorded) else place


def tables_below(folder: Path, catalog: str, schema: str, name: str) -> list[str]:
    """The other tables and views whose files are in the folder of a table of the catalog.

    A table that was renamed keeps its folder, and the next one of the old name gets the same.
    """
    places = {(each.catalog, each.schema, each.name): each.folder for each in read(folder, waits=True) or []}
    own = places.pop((catalog, schema, name), None)
    below = [key for key, place in places.items() if own and place.is_relative_to(own)]
    return sorted(f"{schema}.{name}" for _, schema, name in below)


def moved_file(folder: Path, entry: Entry) -> Path | None:
    """The metadata file of a table in this folder, if the catalog names the same file in another folder.

    Another folder can be one in this one: ``lake/dev`` that was moved or copied to ``lake``. A table has the folder
    ``<schema>/<table>``, so one that is no deeper in this folder is where it belongs.
    """
    recorded = local_path(entry.metadata)
    if recorded is None:
        return None
    parts = recorded.parts[1:]
    starts = range(len(parts) - 1)
    if recorded.is_relative_to(folder):
        parts = recorded.relative_to(folder).parts
        starts = range(1, len(parts) - 3)
    candidates = (folder.joinpath(*parts[start:]) for start in starts)
    return next((path for path in candidates if path.is_file()), None)


def local_path(location: str) -> Path | None:
    """The path of a location; None when it is not in the local file system."""
    if location.startswith("file:"):
        location = "/" + location.removeprefix("file:").lstrip("/")
    return Path(location) if location.startswith("/") else None


def metadata_folders(folder: Path) -> Iterator[Path]:
    """The metadata folders of the Iceberg tables and views in a warehouse folder.

    A folder whose name begins with a dot is no schema: a relocation prepares its files in one.
    """
    for path in sorted(folder.glob("*/*/metadata")):
        if not path.relative_to(folder).parts[0].startswith(".") and any(path.glob("*.metadata.json")):
            yield path
