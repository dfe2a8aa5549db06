"""Corrects the paths of a warehouse folder that was moved or copied, and registers tables whose catalog is lost."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from shlex import quote

from dbt.adapters.tablestore.relocation import catalog_file
from dbt.adapters.tablestore.relocation.journal import Journal, decided
from dbt.adapters.tablestore.relocation.metastore import relocate_metastore
from dbt.adapters.tablestore.relocation.rewriting import Rewriter
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.warehouse_catalog import (
    DEFAULT,
    FILE,
    CatalogInUseError,
    Entry,
    local_path,
    metadata_folders,
    moved_file,
    read,
)


def relocate(folder: Path, catalog: str | None = None, register: Collection[str] = ()) -> Iterator[str]:
    """Makes the catalog and the metadata of a warehouse folder point to the tables in this folder.

    ``catalog`` is the name of the catalog in which tables are registered: by default that of the other tables.
    ``register`` names tables, ``schema.table``, that the catalog no longer lists although their folders are there.
    Yields lines that say what was done. Nothing in the folder changes before everything is prepared; a relocation that
    is killed later is completed by the next one.

    Raises:
        TablestoreError: the folder is not a warehouse, or a table cannot be read; nothing was changed.
    """
    folder = folder.resolve()
    if not folder.is_dir():
        raise TablestoreError(f"{folder} is not a folder")
    if unfinished := decided(folder):
        unfinished.finish()
        yield "completed a relocation that was interrupted"
    listed = _listed(folder)
    added = _added(folder, catalog, listed, register)
    moved = [(entry, file) for entry in [*(listed or []), *added] if (file := moved_file(folder, entry))]
    moves = {entry for entry, _ in moved}
    for entry in listed or []:
        place = local_path(entry.metadata)
        if place is not None and not place.is_relative_to(folder) and entry not in moves:
            yield f"{entry.schema}.{entry.name} stays at {entry.folder}: this folder does not have its {place.name}"
    if not moved and not added:
        if delta := relocate_metastore(folder):
            yield delta
            return
        yield f"nothing to do: the catalog of {folder} points to the tables in this folder"
        return
    journal = Journal(folder)
    journal.begin()
    yield from _prepare(journal, added, moved, folder / FILE if listed else None)
    journal.ready()
    if delta := relocate_metastore(folder):
        yield delta
    journal.finish()
    count = len(added) or len(moved)
    yield f"1 table or view is in {folder} now" if count == 1 else f"{count:,} tables and views are in {folder} now"


def _listed(folder: Path) -> list[Entry] | None:
    """The tables that the catalog of a folder lists; None when it is lost, damaged or empty."""
    try:
        return read(folder, waits=True) or None
    except CatalogInUseError:
        raise
    except TablestoreError:
        return None


def _added(folder: Path, catalog: str | None, listed: list[Entry] | None, register: Collection[str]) -> list[Entry]:
    """The tables to register: all that are found when the catalog lists none, and otherwise those with these names."""
    if listed is not None and not register:
        return []
    places = {entry.folder for entry in listed or []}
    catalog = catalog or _only_catalog(folder, listed)
    # what else is in the folder may be unreadable, and is none of a registration's business
    folders = [each for each in metadata_folders(folder) if listed is None or _name(each) in register]
    found = [catalog_file.found_entry(each, catalog) for each in folders]
    lost = {f"{entry.schema}.{entry.name}": entry for entry in found if entry.folder not in places}
    if unknown := [name for name in register if name not in lost]:
        names = list(_readable(folder, catalog, places))
        others = f"those that can be registered are {', '.join(names)}" if names else "there are none"
        raise TablestoreError(
            f"{folder} has no table {unknown[0]} that its catalog does not list; {others}. Nothing was changed"
        )
    if listed is None and not lost and not (folder / "spark_catalog").is_dir():
        raise TablestoreError(f"{folder} has no catalog and no Iceberg tables: is it a warehouse folder?")
    return list(lost.values())


def _only_catalog(folder: Path, listed: list[Entry] | None) -> str:
    """The name of the catalog in the file of a folder; the default one for a folder without a catalog.

    Raises:
        TablestoreError: the file has several.
    """
    names = sorted({entry.catalog for entry in listed or []})
    if len(names) > 1:
        raise TablestoreError(
            f"{folder / FILE} has the catalogs {', '.join(names)}: name that of the profile with --catalog, such as "
            f"--catalog {quote(names[0])}. Nothing was changed"
        )
    return names[0] if names else DEFAULT


def _name(metadata: Path) -> str:
    """The name of the table of a metadata folder, with its schema."""
    return f"{metadata.parent.parent.name}.{metadata.parent.name}"


def _readable(folder: Path, catalog: str, places: Collection[Path]) -> Iterator[str]:
    """The names of the tables that can be registered: they are not at one of these places, and can be read."""
    for metadata in metadata_folders(folder):
        try:
            entry = catalog_file.found_entry(metadata, catalog)
        except TablestoreError:
            continue
        if entry.folder not in places:
            yield _name(metadata)


def _prepare(
    journal: Journal, added: list[Entry], moved: list[tuple[Entry, Path]], listed: Path | None
) -> Iterator[str]:
    """Writes the new metadata and the new catalog, from the old one if it lists tables, to the workspace."""
    old_catalog = journal.workspace / "old.sqlite"
    catalog_file.write(old_catalog, listed, added, {})
    yield from (f"found {entry.schema}.{entry.name}" for entry in added)
    paths: dict[str, str] = {}
    mounts = {entry.folder: file.parent.parent for entry, file in moved}
    with Rewriter(journal.folder, old_catalog, mounts) as rewriter:
        for number, (entry, file) in enumerate(moved):
            old, new = entry.folder, file.parent.parent
            staging = journal.workspace / str(number)
            if entry.kind == "VIEW":
                _stage_view(file, str(new), staging)
            else:
                rewriter.rewrite(entry, old, new, staging)
            journal.copies += [
                (
                    str(path.relative_to(journal.folder)),
                    str((new / path.relative_to(staging)).relative_to(journal.folder)),
                )
                for path in _staged(staging)
            ]
            paths[entry.metadata] = str(file)
            yield f"moved {entry.schema}.{entry.name} from {old} to {new}"
    catalog_file.write(journal.catalog, listed, added, paths)


def _staged(folder: Path) -> list[Path]:
    """The files that replace those of the table; not Hadoop's checksums, and not the list of all files."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return sorted(path for path in files if path.relative_to(folder).parts[0] != "file-list")


def _stage_view(file: Path, location: str, staging: Path) -> None:
    """A view has no data: only its location is a path."""
    target = staging / "metadata" / file.name
    target.parent.mkdir(parents=True)
    catalog_file.write_metadata(target, {**catalog_file.read_metadata(file), "location": location})
