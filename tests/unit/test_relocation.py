"""A relocation that is killed leaves the folder as it was, or is completed by the next one. Without Spark."""

from __future__ import annotations

import shlex
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore import cli
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from dbt.adapters.tablestore.relocation import catalog_file
from dbt.adapters.tablestore.relocation.journal import FOLDER, Journal, decided
from dbt.adapters.tablestore.relocation.relocate import relocate
from dbt.adapters.tablestore.spark import warehouse_catalog
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.sessions.warehouse_folder import WarehouseFolder
from dbt.adapters.tablestore.spark.warehouse_catalog import Entry, check, read


def lost(folder: Path) -> Path:
    """A warehouse folder without a catalog: a table with two versions, and a view."""
    contents = {"orders": {"table-uuid": "t"}, "big": {"view-uuid": "v"}}
    for name, content in contents.items():
        metadata = folder / "main" / name / "metadata"
        metadata.mkdir(parents=True)
        for version, written in (("00000-a", 1), ("00001-b", 3), ("00001-c", 2)):
            location = {"location": str(folder / "main" / name), "last-updated-ms": written}
            suffix = ".gz" if "view-uuid" in content else ""
            catalog_file.write_metadata(metadata / f"{version}{suffix}.metadata.json", content | location)
    return folder


def test_a_lost_catalog_is_written_with_the_newest_metadata(tmp_path: Path) -> None:
    folder = lost(tmp_path / "lake")
    (folder / "catalog.sqlite").write_bytes(b"damaged" * 1000)
    assert list(relocate(folder))[-1] == f"2 tables and views are in {folder} now"
    assert check(folder, "lake") is None
    entries = {entry.name: (entry.kind, entry.metadata) for entry in read(folder) or []}
    assert entries == {
        "orders": ("TABLE", f"{folder}/main/orders/metadata/00001-b.metadata.json"),
        "big": ("VIEW", f"{folder}/main/big/metadata/00001-b.gz.metadata.json"),
    }
    assert (folder / "catalog.sqlite.before-relocate-1").read_bytes() == b"damaged" * 1000
    assert list(relocate(folder)) == [f"nothing to do: the catalog of {folder} points to the tables in this folder"]


def test_one_table_is_one_table(tmp_path: Path) -> None:
    folder = lost(tmp_path / "lake")
    shutil.rmtree(folder / "main" / "big")
    assert list(relocate(folder))[-1] == f"1 table or view is in {folder} now"


def test_a_table_whose_files_are_not_in_the_folder_is_named(tmp_path: Path) -> None:
    folder = lost(tmp_path / "lake")
    list(relocate(folder))
    with closing(sqlite3.connect(folder / "catalog.sqlite")) as database, database:
        old = "file:/old/lake/main/orders/metadata/00002-c.metadata.json"
        database.execute("update iceberg_tables set metadata_location = ? where table_name = 'orders'", [old])
    first = "main.orders stays at /old/lake/main/orders: this folder does not have its 00002-c.metadata.json"
    assert next(relocate(folder)) == first


ELSEWHERE = Entry("lake", "main", "t", "s3://bucket/main/t/metadata/1.metadata.json", "TABLE")


def prepared(folder: Path) -> Journal:
    """A decided relocation that replaces two files and the catalog."""
    journal = Journal(lost(folder))
    journal.begin()
    for number in range(2):
        (journal.workspace / f"{number}").write_text(f"new {number}")
        journal.copies.append((f"{FOLDER}/{number}", f"main/{number}"))
    catalog_file.write(journal.catalog, None, [ELSEWHERE], {})
    return journal


def test_a_relocation_that_is_killed_before_it_is_decided_has_changed_nothing(tmp_path: Path) -> None:
    journal = prepared(tmp_path / "lake")
    assert decided(journal.folder) is None
    assert not (journal.folder / "catalog.sqlite").exists()
    assert not (journal.folder / "main" / "0").exists()


@pytest.mark.parametrize("copies", [0, 1, 2])
def test_a_decided_relocation_is_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, copies: int) -> None:
    journal = prepared(tmp_path / "lake")
    journal.ready()
    original, done = shutil.copyfile, []

    def copyfile(source: str, target: Path) -> None:
        if len(done) == copies:
            raise KeyboardInterrupt
        done.append(original(source, target))

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(shutil, "copyfile", copyfile)
        (journal.folder / "catalog.sqlite").write_bytes(b"")
        journal.finish()
    assert [*relocate(journal.folder)][:1] == ["completed a relocation that was interrupted"]
    assert [(journal.folder / "main" / f"{number}").read_text() for number in range(2)] == ["new 0", "new 1"]
    assert read(journal.folder) == [ELSEWHERE]
    assert not journal.workspace.exists()


def test_a_relocation_that_is_killed_while_it_removes_its_files_has_ended(tmp_path: Path) -> None:
    journal = prepared(tmp_path / "lake")
    journal.ready()
    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):

        def rmtree(folder: Path) -> None:
            (folder / "0").unlink()
            raise KeyboardInterrupt

        patch.setattr(shutil, "rmtree", rmtree)
        journal.finish()
    assert decided(journal.folder) is None
    assert [(journal.folder / "main" / f"{number}").read_text() for number in range(2)] == ["new 0", "new 1"]


def test_an_interrupted_relocation_of_a_folder_that_was_copied_leaves_the_original(tmp_path: Path) -> None:
    journal = prepared(tmp_path / "lake")
    journal.ready()
    copy = tmp_path / "copy"
    shutil.copytree(journal.folder, copy)
    assert [*relocate(copy)][:1] == ["completed a relocation that was interrupted"]
    assert (copy / "main" / "0").read_text() == "new 0"
    assert not (journal.folder / "main" / "0").exists()


def test_the_files_of_a_dropped_table_in_the_folder_of_a_new_one_are_not_registered(tmp_path: Path) -> None:
    """A table that was dropped without its files has more versions than the one that was created there later."""
    folder = lost(tmp_path / "lake")
    for name, suffix, uuid in (("orders", "", "table-uuid"), ("big", ".gz", "view-uuid")):
        content = {uuid: "new", "location": str(folder / "main" / name)}
        times = {"last-updated-ms": 9} if uuid == "table-uuid" else {"versions": [{"timestamp-ms": 9}]}
        file = folder / "main" / name / "metadata" / f"00000-new{suffix}.metadata.json"
        catalog_file.write_metadata(file, content | times)
    assert list(relocate(folder))[-1] == f"2 tables and views are in {folder} now"
    assert {Path(entry.metadata).name.split(".")[0] for entry in read(folder) or []} == {"00000-new"}


def test_what_a_relocation_that_was_killed_has_prepared_is_no_table(tmp_path: Path) -> None:
    """Also where it is incomplete, as on a full disk."""
    folder = lost(tmp_path / "lake")
    for number, content in enumerate(['{"location": "/x", "table-uuid": "x"}', '{"loc']):
        staged = folder / FOLDER / str(number) / "metadata" / "00001-b.metadata.json"
        staged.parent.mkdir(parents=True)
        staged.write_text(content)
    assert list(relocate(folder))[-1] == f"2 tables and views are in {folder} now"
    assert not (folder / FOLDER).exists()


@pytest.mark.parametrize("content", [b"", b'{"location": "/lake/ma', b"[]", b"\xff\xfe"])
def test_an_incomplete_metadata_file_is_not_the_newest(tmp_path: Path, content: bytes) -> None:
    folder = lost(tmp_path / "lake")
    (folder / "main" / "orders" / "metadata" / "00002-d.metadata.json").write_bytes(content)
    (folder / "main" / "big" / "metadata" / "00002-d.gz.metadata.json").write_bytes(content)
    list(relocate(folder))
    assert {Path(entry.metadata).name for entry in read(folder) or []} == {
        "00001-b.metadata.json",
        "00001-b.gz.metadata.json",
    }
    for path in (folder / "main" / "orders" / "metadata").iterdir():
        path.write_bytes(content)
    (folder / "catalog.sqlite").unlink()
    with pytest.raises(TablestoreError, match=r"no metadata file in .*orders/metadata can be read"):
        list(relocate(folder))


def test_a_catalog_that_is_being_written_is_not_relocated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = lost(tmp_path / "lake")
    list(relocate(folder))
    monkeypatch.setattr(warehouse_catalog, "_WAIT_SECONDS", 0.1)
    with closing(sqlite3.connect(folder / "catalog.sqlite")) as database:
        database.execute("begin exclusive")
        with pytest.raises(TablestoreError, match="another process is writing"):
            list(relocate(folder))


def test_a_folder_that_is_no_warehouse_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(TablestoreError, match="has no catalog and no Iceberg tables"):
        list(relocate(tmp_path))
    assert cli.main(["relocate", str(tmp_path / "absent")]) == 1
    assert "is not a folder" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_table_that_the_catalog_has_lost_is_registered_by_its_name(tmp_path: Path) -> None:
    folder = lost(tmp_path / "lake")
    list(relocate(folder))
    before = read(folder)
    with closing(sqlite3.connect(folder / "catalog.sqlite")) as database, database:
        database.execute("delete from iceberg_tables where table_name = 'orders'")
    assert "nothing to do" in next(relocate(folder)), "it may have been dropped"
    with pytest.raises(
        TablestoreError, match=r"has no table main.big that .*; those that can be registered are main.orders"
    ):
        list(relocate(folder, register=["main.big"]))
    unreadable = folder / "main" / "other" / "metadata" / "00000-a.metadata.json"
    unreadable.parent.mkdir(parents=True)
    unreadable.write_text("{")
    with pytest.raises(TablestoreError, match=r"those that can be registered are main.orders. Nothing"):
        list(relocate(folder, register=["main.big"]))
    with pytest.raises(TablestoreError, match="other/metadata can be read"):
        list(relocate(folder, register=["main.other"]))
    assert list(relocate(folder, register=["main.orders"]))[:1] == ["found main.orders"]
    assert sorted(read(folder) or [], key=str) == sorted(before or [], key=str)


def test_a_table_is_registered_in_the_catalog_of_the_profile(tmp_path: Path) -> None:
    folder = lost(tmp_path / "lake")
    (folder / "main" / "orders").rename(folder / "main" / "order items")
    list(relocate(folder))
    with closing(sqlite3.connect(folder / "catalog.sqlite")) as database, database:
        database.execute("delete from iceberg_tables where table_name = 'order items'")
        database.execute(
            "insert into iceberg_tables select 'mine', table_namespace, 'other', metadata_location, null, iceberg_type "
            "from iceberg_tables"
        )
    profile = TablestoreCredentials.from_dict({"schema": "main", "warehouse": str(folder), "catalog": {"name": "mine"}})
    session: Any = None
    table = TablestoreRelation.create(database="mine", schema="main", identifier="order items")
    command = shlex.split((WarehouseFolder(profile, lambda: session).why_lost(table) or "").partition("run dbt-")[2])
    assert command == ["tablestore", "relocate", str(folder), "--catalog", "mine", "--register", "main.order items"]
    with pytest.raises(TablestoreError, match="has the catalogs lake, mine: name that of the profile with --catalog"):
        list(relocate(folder, register=["main.order items"]))
    assert cli.main(command[1:]) == 0
    found = {entry.catalog for entry in read(folder) or [] if entry.name == "order items"}
    assert found == {"mine"}
    (folder / "catalog.sqlite").unlink()
    with pytest.raises(TablestoreError, match=r"the tables again: .*dbt-tablestore relocate .* --catalog mine"):
        check(folder, "mine")
