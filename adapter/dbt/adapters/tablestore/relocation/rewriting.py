"""New metadata for tables whose folder was moved, written by Iceberg's procedure ``rewrite_table_path``."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any

from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.relocation.journal import FOLDER
from dbt.adapters.tablestore.spark import session
from dbt.adapters.tablestore.spark.errors import TablestoreError, message_of
from dbt.adapters.tablestore.spark.jars import LOCAL_FILES
from dbt.adapters.tablestore.spark.warehouse_catalog import Entry
from dbt.adapters.tablestore.sql.literals import literal
from dbt.adapters.tablestore.sql.names import quoted
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession


class Rewriter:
    """Starts Spark for the first table. It reads the files of a table at their old paths, which may no longer exist.

    Hadoop's view of the file system mounts the new folder of each table at its old path. In a copy this also keeps the
    procedure from reading the original.
    """

    def __init__(self, folder: Path, catalog_file: Path, mounts: dict[Path, Path]) -> None:
        self._folder, self._catalog_file = folder, catalog_file
        self._hadoop = {
            "fs.file.impl": "org.apache.hadoop.fs.viewfs.ViewFileSystemOverloadScheme",
            "fs.file.impl.disable.cache": "true",
            "fs.viewfs.overload.scheme.target.file.impl": LOCAL_FILES["hadoop.fs.file.impl"],
            "fs.viewfs.mounttable.default.linkFallback": "file:///",
        }
        for old, new in mounts.items():
            self._hadoop[f"fs.viewfs.mounttable.default.link.{old}"] = new.as_uri()

    def __enter__(self) -> Rewriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        session.stop()

    def rewrite(self, entry: Entry, old: Path, new: Path, staging: Path) -> None:
        """Writes the metadata of a table, with the paths of ``new`` in place of ``old``, to the folder ``staging``.

        Raises:
            TablestoreError: the table cannot be read.
        """
        arguments = {"table": f"{quoted(entry.schema)}.{quoted(entry.name)}", "source_prefix": str(old)}
        arguments |= {"target_prefix": str(new), "staging_location": str(staging)}
        given = ", ".join(f"{name} => {literal(value)}" for name, value in arguments.items())
        try:
            self._open(entry.catalog).sql(f"call {quoted(entry.catalog)}.system.rewrite_table_path({given})").collect()
        except PySparkException as error:
            raise TablestoreError(
                f"{entry.schema}.{entry.name} cannot be relocated, so nothing was changed: {message_of(error)}"
            ) from error

    def _open(self, catalog: str) -> SparkSession:
        properties: dict[str, Any] = {f"hadoop.{key}": value for key, value in self._hadoop.items()}
        properties |= {"name": catalog, "uri": f"jdbc:sqlite:{self._catalog_file}", "jdbc.schema-version": "V1"}
        target = {"schema": "main", "warehouse": str(self._folder), "catalog": properties}
        target["spark_config"] = {f"spark.hadoop.{key}": value for key, value in self._hadoop.items()}
        credentials = TablestoreCredentials.from_dict(target)
        return session.open_session(credentials, self._folder / FOLDER / "spark.log")
