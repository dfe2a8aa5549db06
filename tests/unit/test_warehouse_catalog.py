"""A warehouse whose catalog is lost, damaged, or that of another folder is not taken for a new one. Without Spark."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from dbt.adapters.tablestore.spark import warehouse_catalog
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.warehouse_catalog import check, lost_folder, tables_below

CREATE = "create table iceberg_tables (catalog_name, table_namespace, table_name, metadata_location, iceberg_type)"


def lake(folder: Path, catalog: str = "lake") -> Path:
    """A warehouse folder with one table."""
    metadata = folder / "main" / "orders" / "metadata"
    metadata.mkdir(parents=True)
    (metadata / "00000-x.metadata.json").write_text("{}")
    with closing(sqlite3.connect(folder / "catalog.sqlite")) as database, database:
        database.execute(CREATE)
        row = (catalog, "main", "orders", str(metadata / "00000-x.metadata.json"), "TABLE")
        database.execute("insert into iceberg_tables values (?, ?, ?, ?, ?)", row)
    return folder


def test_nothing_is_wrong_with_a_folder_of_its_own_and_with_a_new_one(tmp_path: Path) -> None:
    assert check(lake(tmp_path / "lake"), "lake") is None
    (tmp_path / "new").mkdir()
    assert check(tmp_path / "new", "lake") is None


def test_tables_elsewhere_are_not_taken_for_moved_ones(tmp_path: Path) -> None:
    folder = lake(tmp_path / "lake")
    with closing(sqlite3.connect(folder / "catalog.sqlite")) as database, database:
        rows = [
            ("s3://bucket/main/orders/metadata/00000-x.metadata.json",),
            ("file:/elsewhere/t/metadata/1.metadata.json",),
        ]
        insert = "insert into iceberg_tables values ('lake', 'main', 'other' || random(), ?, 'TABLE')"
        database.executemany(insert, rows)
    assert check(folder, "lake") is None


@pytest.mark.parametrize("content", [None, b"", "no tables"])
def test_a_lost_catalog_is_not_a_first_run(tmp_path: Path, content: bytes | str | None) -> None:
    folder = lake(tmp_path / "lake")
    (folder / "catalog.sqlite").unlink()
    if isinstance(content, bytes):
        (folder / "catalog.sqlite").write_bytes(content)
    elif content:
        with closing(sqlite3.connect(folder / "catalog.sqlite")) as database, database:
            database.execute("create table other (x)")
    with pytest.raises(TablestoreError) as error:
        check(folder, "lake")
    assert "has tables, such as main/orders, but its catalog catalog.sqlite is missing or empty" in error.value.msg
    assert f"dbt-tablestore relocate {folder}" in error.value.msg


def test_a_damaged_catalog_is_one_sentence_with_a_way_out(tmp_path: Path) -> None:
    folder = lake(tmp_path / "lake")
    for damage in (b"not a database at all" * 50, (folder / "catalog.sqlite").read_bytes()[:4096] + b"\xff" * 4096):
        (folder / "catalog.sqlite").write_bytes(damage)
        with pytest.raises(TablestoreError, match=r"the catalog of the warehouse is damaged: .*relocate") as error:
            check(folder, "lake")
        assert "\n" not in error.value.msg


def test_a_catalog_that_another_run_is_writing_is_not_damaged(tmp_path: Path) -> None:
    folder = lake(tmp_path / "lake")
    with closing(sqlite3.connect(folder / "catalog.sqlite", isolation_level=None)) as database:
        database.execute("begin exclusive")
        assert check(folder, "lake") is None


@pytest.mark.parametrize("move", [shutil.move, shutil.copytree])
def test_a_moved_or_copied_folder_is_refused(tmp_path: Path, move: object) -> None:
    folder = lake(tmp_path / "lake")
    move(str(folder), str(tmp_path / "copy"))  # type: ignore[operator]
    with pytest.raises(TablestoreError) as error:
        check(tmp_path / "copy", "lake")
    assert f"says that 1 table is in another folder, such as {folder}/main/orders/metadata/00000-x" in error.value.msg
    assert f"dbt-tablestore relocate {tmp_path / 'copy'}" in error.value.msg


@pytest.mark.parametrize("move", [shutil.move, shutil.copytree])
@pytest.mark.parametrize("up", [True, False])
def test_a_folder_that_was_moved_or_copied_up_or_down_is_refused(tmp_path: Path, move: object, up: bool) -> None:
    old, new = (tmp_path / "lake" / "dev", tmp_path / "lake") if up else (tmp_path / "lake", tmp_path / "lake" / "dev")
    lake(old)
    new.mkdir(exist_ok=True)
    for name in ("main", "catalog.sqlite"):
        if move is shutil.copytree and name == "catalog.sqlite":
            shutil.copy(old / name, new / name)
        else:
            move(str(old / name), str(new / name))  # type: ignore[operator]
    with pytest.raises(TablestoreError, match=f"in another folder, such as {old}/main/orders/"):
        check(new, "lake")
    if move is shutil.copytree:
        assert check(old, "lake") is None


def test_a_copy_of_one_table_beside_its_schema_is_no_other_warehouse(tmp_path: Path) -> None:
    folder = lake(tmp_path / "lake")
    shutil.copytree(folder / "main" / "orders", folder / "orders")
    assert check(folder, "lake") is None


def test_another_catalog_name_is_not_silent(tmp_path: Path) -> None:
    folder = lake(tmp_path / "lake")
    warning = check(folder, "prod")
    assert warning == (
        f"the catalog 'prod' of the warehouse {folder} has no tables, and 'lake' has 1: is `catalog.name` of the "
        "profile right?"
    )
    assert warehouse_catalog.read(folder) is not None


def test_a_table_that_the_catalog_has_lost_is_found_by_its_folder(tmp_path: Path) -> None:
    folder = lake(tmp_path / "lake")
    assert lost_folder(folder, "main", "orders") is None
    assert lost_folder(folder, "main", "new") is None
    with closing(sqlite3.connect(folder / "catalog.sqlite")) as database, database:
        database.execute("update iceberg_tables set table_name = 'renamed'")
        assert lost_folder(folder, "main", "orders") is None, "a renamed table keeps its folder"
        database.execute("delete from iceberg_tables")
    assert lost_folder(folder, "main", "orders") == folder / "main" / "orders"


def test_a_renamed_table_is_in_the_folder_of_the_next_one_of_its_name(tmp_path: Path) -> None:
    folder = lake(tmp_path / "lake")
    place = folder / "main" / "orders"
    others = {"old": place, "older": f"file:{place}", "below": f"{place}/x", "orders2": f"{place}2", "far": "s3://b/o"}
    with closing(sqlite3.connect(folder / "catalog.sqlite")) as database, database:
        for name, location in others.items():
            row = ("lake", "archive", name, f"{location}/metadata/00001-y.metadata.json", "TABLE")
            database.execute("insert into iceberg_tables values (?, ?, ?, ?, ?)", row)
    assert tables_below(folder, "lake", "main", "orders") == ["archive.below", "archive.old", "archive.older"]
    for name in ("orders2", "far", "below"):
        assert tables_below(folder, "lake", "archive", name) == []
    assert tables_below(folder, "lake", "main", "absent") == []


@pytest.mark.parametrize("old", [None, CREATE.replace(", iceberg_type", "")])
def test_connections_that_start_at_once_create_the_catalog_once(tmp_path: Path, old: str | None) -> None:
    """Four of them wait at a barrier, and create the tables of one file after the other."""
    files = [tmp_path / f"{number}.sqlite" for number in range(20)]
    for file in files if old else []:
        with closing(sqlite3.connect(file)) as database:
            database.execute(old or "")
    barrier = threading.Barrier(4)

    def create_all() -> None:
        for file in files:
            barrier.wait(10)
            warehouse_catalog.create(file)

    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(create_all) for _ in range(4)]:
            done.result()
    assert [warehouse_catalog._has_type(sqlite3.connect(file)) for file in files] == [True] * 20
