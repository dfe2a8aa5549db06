"""The embedded metastore of a warehouse folder, which lists its Delta tables and serves one process at a time."""

from __future__ import annotations

import threading
from pathlib import Path
from shlex import quote
from weakref import WeakKeyDictionary

from dbt.adapters.tablestore.spark import locks, permissions
from dbt.adapters.tablestore.spark.catalog_settings import forgets_tables, metastore_folder
from dbt.adapters.tablestore.spark.errors import DELTA_IN_USE, TablestoreError
from filelock import BaseFileLock
from pyspark.sql import SparkSession

_HOME = "home.txt"


def guard(spark: SparkSession, sql: str) -> None:
    """Fails for a statement on Delta tables when they have no metastore, or another process uses the embedded one.

    Derby would fail only after half a minute, with an error that does not say why.

    Raises:
        TablestoreError: there is no metastore, or another process uses it.
    """
    if "spark_catalog" in sql:
        _of_session[spark].acquire()


def metastore_of(settings: dict[str, str], needed: bool) -> Metastore:
    """The metastore of these settings. ``needed`` tells whether the profile uses it by default.

    Raises:
        TablestoreError: it is needed, and there is none.
    """
    found = Metastore(metastore_folder(settings), forgets_tables(settings))
    if needed:
        found.assert_exists()
    return found


def use(spark: SparkSession, metastore: Metastore) -> None:
    """Says which metastore the statements of a session use."""
    _of_session[spark] = metastore


def recorded_home(folder: Path) -> Path | None:
    """The folder in which the metastore of this folder was used last; None for a new one.

    A metastore has absolute paths, and one that was moved or copied points to the tables in the old folder.
    """
    file = folder / _HOME
    return Path(file.read_text(encoding="utf-8")) if file.is_file() else None


def record_home(folder: Path) -> None:
    """Records that the metastore of this folder points to this folder.

    The file is replaced as a whole: one without its text, which a killed process would leave, names another folder.
    """
    folder.mkdir(mode=permissions.FOLDER_MODE, parents=True, exist_ok=True)
    beside = folder / f"{_HOME}.new"
    beside.write_text(str(folder), encoding="utf-8")
    permissions.hide_from_others(beside)
    beside.replace(folder / _HOME)


class Metastore:
    """The metastore of a session; this process holds the lock of an embedded one from the first use until it ends."""

    def __init__(self, folder: Path | None, is_missing: bool) -> None:
        self._folder = folder
        self._is_missing = is_missing

    def assert_exists(self) -> None:
        """Fails when the list of Delta tables would be lost with this Spark."""
        if self._is_missing:
            raise TablestoreError(
                "Delta tables need a metastore: this Spark lists the tables of spark_catalog in memory, and the next "
                "run would not find them. Write under `spark_config` in profiles.yml "
                "`spark.sql.catalogImplementation: hive` and `spark.hadoop.hive.metastore.uris: thrift://host:9083`, "
                "or use `file_format: iceberg`"
            )

    def acquire(self) -> None:
        """Takes the lock, unless this process has it; one thread at a time, because another would be refused."""
        self.assert_exists()
        folder = self._folder
        if folder is None:
            return
        with _acquires:
            if folder not in _held:
                _held[folder] = _acquired(folder)


def _acquired(folder: Path) -> BaseFileLock:
    """The lock of an embedded metastore, whose paths are those of its folder."""
    lock = locks.hold(folder / "in_use.lock")
    if lock is None:
        raise TablestoreError(DELTA_IN_USE)
    recorded = recorded_home(folder)
    if recorded is None:
        record_home(folder)
    elif recorded != folder:
        lock.release()
        raise TablestoreError(
            f"the Delta tables of the warehouse {folder.parent} were moved or copied: their metastore points to "
            f"{recorded}, where a run would write. Correct the paths: dbt-tablestore relocate "
            f"{quote(str(folder.parent))}"
        )
    return lock


_acquires = threading.Lock()
_held: dict[Path, BaseFileLock] = {}
_of_session: WeakKeyDictionary[SparkSession, Metastore] = WeakKeyDictionary()
