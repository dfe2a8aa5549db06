"""`dbt-tablestore relocate`: a copied warehouse becomes one of its own, and a lost catalog is written again."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from dbt.adapters.tablestore.relocation import catalog_file
from dbt.adapters.tablestore.spark import warehouse_catalog

from project import Project, spark


def relocate(folder: Path) -> str:
    code = "import sys; from dbt.adapters.tablestore.cli import main; sys.exit(main(['relocate', sys.argv[1]]))"
    command = [sys.executable, "-c", code, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def copied(warehouse: Path, copy: Path, schema: str) -> None:
    """Copies the tables of one schema, and the catalog without the other tables."""
    shutil.copytree(warehouse / schema, copy / schema)
    old, new = (closing(sqlite3.connect(folder / "catalog.sqlite")) for folder in (warehouse, copy))
    with old as source, new as target, target:
        source.backup(target)
        target.execute("delete from iceberg_tables where table_namespace <> ?", (schema,))


def rows(folder: Path, name: str) -> list[tuple[object, ...]]:
    """The rows of a table, read with its metadata only."""
    [entry] = [found for found in warehouse_catalog.read(folder) or [] if found.name == name]
    table = spark().read.format("iceberg").load(entry.metadata)
    return sorted(tuple(row) for row in table.collect())


@pytest.mark.extended
def test_a_copy_does_not_use_the_original_and_a_lost_catalog_is_found(
    project: Project, warehouse: Path, tmp_path: Path
) -> None:
    few = {"write.metadata.previous-versions-max": "2"}
    config = {"primary_key": "id", "changelog_producer": "lookup", "tblproperties": few}
    project.model("orders", "id int, v string", [(1, "a"), (2, "b"), (3, "c")], **config)
    project.write("models/big.sql", "select * from {{ ref('orders') }} where id > 1")
    project.run()
    project.model("orders", "id int, v string", [(1, "z")], **config)
    project.run("--select", "orders")
    versions = list((warehouse / project.schema / "orders/metadata").glob("*.metadata.json"))
    assert len(versions) == 3, "the older ones are deleted"
    copy = tmp_path / "copy"
    copied(warehouse, copy, project.schema)
    with pytest.raises(warehouse_catalog.TablestoreError, match="was moved or copied"):
        warehouse_catalog.check(copy, "lake")

    output = relocate(copy)
    assert f"moved {project.schema}.orders from {warehouse}/{project.schema}/orders to {copy}/" in output
    assert warehouse_catalog.check(copy, "lake") is None
    for path in (found for found in copy.rglob("*.metadata.json") if not found.name.startswith(".")):
        assert str(warehouse) not in json.dumps(catalog_file.read_metadata(path)), path
    for table in spark().sql(f"show tables in lake.{project.schema} like 'orders*'").collect():
        spark().sql(f"drop table lake.{project.schema}.{table['tableName']} purge")
    expected = [(1, "z"), (2, "b"), (3, "c")]
    assert rows(copy, "orders") == expected, "an update marks rows as deleted by the path of their file"
    assert relocate(copy).startswith("nothing to do")

    (copy / "catalog.sqlite").write_bytes(b"")
    assert f"found {project.schema}.orders\n" in relocate(copy)
    assert rows(copy, "orders") == expected
    kinds = {entry.name: entry.kind for entry in warehouse_catalog.read(copy) or []}
    assert (kinds["orders"], kinds["big"]) == ("TABLE", "VIEW")


def test_a_table_that_the_catalog_has_lost_is_told(project: Project, warehouse: Path) -> None:
    """A first run and a full refresh of a table that is there say nothing."""
    project.model("orders", "id int, v string", [(1, "a"), (2, "b")], primary_key="id")
    project.run()
    project.run("--full-refresh")
    assert not [line for line in project.said if "the catalog has lost it" in line]
    with closing(sqlite3.connect(warehouse / "catalog.sqlite")) as catalog, catalog:
        catalog.execute("delete from iceberg_tables where table_namespace = ?", (project.schema,))
    project.model("orders", "id int, v string", [(3, "c")], primary_key="id")
    project.run()
    [said] = [line for line in project.said if "the catalog has lost it" in line]
    table = f"{project.schema}.orders"
    assert f"the catalog has no table lake.{table}, but the folder {warehouse / project.schema}/orders has one" in said
    assert f"dbt-tablestore relocate {warehouse} --register {table}" in said
    assert project.rows("select * from {iceberg}.orders") == [(3, "c")]
