"""Names of tables and schemas are names, not paths and not SQL."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from dbt.adapters.tablestore.spark import locks
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.folder_names import LONGEST_KEYED, assert_folder_name, assert_keyed_name
from dbt.adapters.tablestore.sql.created_names import created_name
from dbt_common.exceptions import DbtRuntimeError

OUTSIDE = ["../../evil", "/evil", "..", ".", "a\\b", " ", "a" * 256, "ä" * 128]
BROKEN = ["a\nb", "a\0b"]
CREATES = [
    "create table {}",
    "/* dbt */ create or replace table {}\nas select 1",
    "create view {} as select 1",
    "CREATE SCHEMA IF NOT EXISTS {}",
    "alter table lake.main.a rename to {}",
]


@pytest.mark.parametrize("sql", CREATES)
@pytest.mark.parametrize("name", OUTSIDE)
def test_no_statement_creates_anything_outside_of_its_folder(sql: str, name: str) -> None:
    for parts in (["lake", name, "t"], ["lake", "main", name]):
        relation = TablestoreRelation.create(database=parts[0], schema=parts[1], identifier=parts[2])
        with pytest.raises(TablestoreError, match="cannot be the name of a table or a schema"):
            assert_folder_name(sql.format(relation.render()))


@pytest.mark.parametrize("name", BROKEN)
def test_no_name_has_a_control_character(name: str) -> None:
    with pytest.raises(DbtRuntimeError, match="contains a line break or another control character"):
        TablestoreRelation.create(database="lake", schema="main", identifier=name).render()
    for sql in CREATES:
        with pytest.raises(TablestoreError, match="cannot be the name of a table or a schema"):
            assert_folder_name(sql.format(f"lake.main.`{name}`"))


@pytest.mark.parametrize("sql", CREATES)
def test_other_names_are_accepted(sql: str) -> None:
    for name in ("t", "a.b", "a`b", "größe", "..a", "x y", "-- '"):
        relation = TablestoreRelation.create(database="lake", schema="main", identifier=name)
        assert created_name(sql.format(relation.render())) == ["lake", "main", name]
        assert_folder_name(sql.format(relation.render()))
    assert_folder_name("insert into lake.main.`a/b` select 1")


def test_a_name_cannot_end_its_quotes() -> None:
    relation = TablestoreRelation.create(schema="main", identifier="x` using delta location '/evil' --")
    assert relation.render() == "main.`x`` using delta location '/evil' --`"


def test_a_lock_is_a_file_of_its_folder(tmp_path: Path) -> None:
    victim = tmp_path / "victim.lock"
    victim.write_text("mine")
    locks.take(tmp_path / "lake", "lake.main.`/../../../victim`").release()
    locks.take(tmp_path / "lake", "lake.main.`a%2Fb`").release()
    locks.take(tmp_path / "lake", "lake.main.`a/b`").release()
    assert victim.read_text() == "mine"
    assert len(list((tmp_path / "lake" / ".locks").glob("*.pid"))) == 3


@pytest.mark.parametrize("letter", ["a", "ä", "表", "𝄞"])
def test_a_lock_has_room_for_the_longest_names(tmp_path: Path, letter: str) -> None:
    """The names of one table and of its schema are those of folders; that of the lock has both in one."""
    part = letter * (LONGEST_KEYED // len(letter.encode()))
    tables = [f"lake.{part}.{part[:-1]}{last}" for last in "ab"]
    held = [locks.take(tmp_path, table) for table in tables]
    assert len({lock.lock_file for lock in held}) == len(tables)
    for table, lock in zip(tables, held, strict=True):
        with pytest.raises(TablestoreError, match=f"is being written by another run .process {os.getpid()}"):
            locks.take(tmp_path, table)
        lock.release()


def test_a_lock_is_named_as_its_table_where_that_fits(tmp_path: Path) -> None:
    """Other processes lock the same file, also those of another release."""
    for name in ("lake.main.orders", f"lake.{'a' * 122}.{'b' * 122}"):
        assert locks.file_of(tmp_path, name).name == f"{name}.lock"


def test_a_keyed_table_leaves_room_for_the_names_beside_it() -> None:
    assert_keyed_name(["main", "a" * LONGEST_KEYED])
    for name in ("a" * 300, "ä" * 65, ".."):
        with pytest.raises(TablestoreError, match=r"has at most 128 bytes \(it has \d+\)"):
            assert_keyed_name(["main", name])
