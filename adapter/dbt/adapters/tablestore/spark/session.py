"""One Spark per process, one Spark session per dbt connection."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from pathlib import Path
from typing import Any

from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.spark import (
    catalog_settings,
    class_archive,
    interrupts,
    jars,
    java_version,
    locks,
    parsing,
    permissions,
    secrets,
    warehouse_catalog,
)
from dbt.adapters.tablestore.spark.errors import DELTA_IN_USE, TablestoreError, message_of
from dbt.adapters.tablestore.spark.java_classes import class_object, java_class
from filelock import BaseFileLock
from pyspark.sql import SparkSession

# Our Java options. Spark reads these first, so a profile's spark.driver.extraJavaOptions add to them and override them.
_JAVA_OPTIONS = "spark.driver.defaultJavaOptions"
_HOME = "home.txt"
_lock = threading.RLock()
_root: SparkSession | None = None
_fixed: dict[str, str] = {}
_warned: set[str] = set()
logger = AdapterLogger("Tablestore")


def open_session(credentials: TablestoreCredentials, log: Path) -> SparkSession:
    """Returns a new session of this process's Spark, which is started if necessary.

    Temporary views and SET belong to the session, and so to one dbt connection. The output of the JVM is appended to
    ``log``.

    Raises:
        TablestoreError: Spark cannot be started; the message says what to do.
    """
    settings = settings_of(credentials)
    secrets.remember(settings)
    _check_catalog(credentials)
    with _lock:
        session = _started(settings, log).newSession()
        for key, value in settings.items():
            if key not in _fixed:
                session.conf.set(key, value)
        _metastore.folder = catalog_settings.metastore_folder(settings)
    parsing.read_functions_with_spark_parser(session)
    return session


def _check_catalog(credentials: TablestoreCredentials) -> None:
    folder = credentials.warehouse_path
    if folder is not None and catalog_settings.has_catalog_file(credentials):
        warning = warehouse_catalog.check(folder, credentials.catalog_name)
        if warning is not None and warning not in _warned:
            _warned.add(warning)
            logger.warning(warning)


def guard_metastore(sql: str) -> None:
    """Fails for a statement on Delta tables when another process uses the embedded metastore.

    Derby would fail only after half a minute, with an error that does not say why.

    Raises:
        TablestoreError: another process uses the metastore.
    """
    if "spark_catalog" in sql:
        _metastore.acquire()


def recorded_home(folder: Path) -> Path | None:
    """The folder in which the metastore of this folder was used last; None for a new one.

    A metastore has absolute paths, and one that was moved or copied points to the tables in the old folder.
    """
    file = folder / _HOME
    return Path(file.read_text(encoding="utf-8")) if file.is_file() else None


def record_home(folder: Path) -> None:
    """Records that the metastore of this folder points to this folder."""
    folder.mkdir(mode=permissions.FOLDER_MODE, parents=True, exist_ok=True)
    (folder / _HOME).write_text(str(folder), encoding="utf-8")
    permissions.hide_from_others(folder / _HOME)


class _Metastore:
    """The lock of the embedded metastore, which this process holds from the first use until it ends."""

    folder: Path | None = None
    _held: tuple[Path, BaseFileLock] | None = None

    def acquire(self) -> None:
        folder = self.folder
        if folder is None or (self._held is not None and self._held[0] == folder):
            return
        recorded = recorded_home(folder)
        if recorded not in (None, folder):
            raise TablestoreError(
                f"the Delta tables of the warehouse {folder.parent} were moved or copied: their metastore points to "
                f"{recorded}, where a run would write. Correct the paths: dbt-tablestore relocate {folder.parent}"
            )
        lock = locks.hold(folder / "in_use.lock")
        if lock is None:
            raise TablestoreError(DELTA_IN_USE)
        record_home(folder)
        self._held = (folder, lock)


_metastore = _Metastore()


def stop() -> None:
    """Stops the Spark of this process; the next connection starts it again."""
    global _root
    with _lock:
        if _root is not None:
            _root.stop()
        _root = None
        _fixed.clear()


def _started(settings: dict[str, str], log: Path) -> SparkSession:
    """The root session. Restarts Spark when a setting has changed that only a restart applies."""
    global _root
    if _root is not None:
        if all(settings.get(key) == value for key, value in _fixed.items()):
            return _root
        stop()
    _root = _start(settings, log)
    _fixed.update({key: value for key, value in settings.items() if not _per_session(_root, key)})
    return _root


def _per_session(session: SparkSession, key: str) -> bool:
    own_catalog = key.startswith("spark.sql.catalog.") and not key.startswith("spark.sql.catalog.spark_catalog")
    return own_catalog or (key.startswith("spark.sql.") and session.conf.isModifiable(key))


def _start(settings: dict[str, str], log: Path) -> SparkSession:
    from pyspark import SparkConf, SparkContext
    from pyspark.errors import PySparkRuntimeError
    from pyspark.java_gateway import launch_gateway

    log.parent.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    conf = SparkConf(loadDefaults=False).setAll(list(settings.items()))
    if SparkContext._active_spark_context is None and SparkContext._gateway is None:
        if settings["spark.master"].startswith("local"):
            class_path = settings.get("spark.driver.extraClassPath", "")
            archive = class_archive.java_options(java(), class_path)
            conf.set(_JAVA_OPTIONS, " ".join([settings.get(_JAVA_OPTIONS, ""), *archive]))
        command_line = SparkConf(loadDefaults=False).setAll(
            [(key, value) for key, value in conf.getAll() if _is_on_command_line(key, value)]
        )
        with log.open("ab") as sink:
            permissions.hide_from_others(log)
            position = sink.tell()
            process: dict[str, Any] = {"stdout": sink, "stderr": sink}
            if os.name == "posix":
                process["umask"] = permissions.UMASK
            try:
                gateway = launch_gateway(command_line, process)
            except PySparkRuntimeError as error:
                raise TablestoreError(_why_no_jvm(log.read_bytes()[position:].decode(errors="replace"), log)) from error
        SparkContext._ensure_initialized(gateway=gateway)
    try:
        session = SparkSession.builder.config(conf=conf).getOrCreate()
    except Exception as error:
        raise TablestoreError(f"Spark did not start: {message_of(error)}") from error
    interrupts.keep()
    _mute(session)
    return session


def _is_on_command_line(key: str, value: str) -> bool:
    """Whether Java gets a setting as it starts. Every user of the machine can read the command line of a process.

    Spark reads the settings of its SQL and of Hadoop later, from the configuration of its context.
    """
    return not key.startswith(("spark.sql.", "spark.hadoop.")) and not secrets.in_setting(key, value)


def _why_no_jvm(output: str, log: Path) -> str:
    if "UnsupportedClassVersionError" in output:
        return java_version.too_old(java())
    tail = secrets.redact(" ".join(line for line in output.splitlines()[-3:]))
    return f"Spark's Java process exited during startup; its output is in {log}: {tail}"


def _mute(session: SparkSession) -> None:
    """Stops pyspark from looking up Delta's error classes: it does not know them and would hide the message."""
    from pyspark.errors import PySparkException

    setattr(PySparkException, "_log_exception", lambda self: None)  # noqa: B010


def java() -> str:
    """The path of the ``java`` command: that of JAVA_HOME, or else of the PATH.

    Raises:
        TablestoreError: it does not exist.
    """
    home = os.environ.get("JAVA_HOME")
    found = shutil.which("java", path=f"{home}/bin") if home else shutil.which("java")
    if found is None:
        where = f"JAVA_HOME is {home}, which has no bin/java" if home else "there is no `java` on the PATH"
        raise TablestoreError(f"Spark needs Java 17 or 21, but {where}. Install one, or set JAVA_HOME.")
    return found


def settings_of(credentials: TablestoreCredentials) -> dict[str, str]:
    """All settings of the session. Those of the profile override ours."""
    folder = credentials.warehouse_path
    if folder is not None:
        try:
            folder.mkdir(mode=permissions.FOLDER_MODE, parents=True, exist_ok=True)
        except OSError as error:
            raise TablestoreError(f"the warehouse {folder} cannot be created: {error.strerror}") from error
        if not os.access(folder, os.W_OK):
            raise TablestoreError(f"the warehouse {folder} is not writable")
    own = {str(key): str(value) for key, value in credentials.spark_config.items()}
    master = own.get("spark.master", "local[*]")
    settings = {
        "spark.master": master,
        "spark.app.name": "dbt",
        "spark.sql.session.timeZone": "UTC",
        # DESCRIBE shortens the type of a struct with more fields than this, and a shortened type is not a type.
        "spark.sql.debug.maxToStringFields": "10000",
        "spark.sql.extensions": f"{catalog_settings.ICEBERG_EXTENSION},{catalog_settings.DELTA_EXTENSION}",
    }
    settings |= _jar_settings(credentials, master)
    if master.startswith("local"):
        settings |= _local_settings(folder)
    settings |= catalog_settings.spark_catalog_settings(folder if master.startswith("local") else None)
    settings |= catalog_settings.iceberg_settings(credentials)
    return settings | own


def _local_settings(folder: Path | None) -> dict[str, str]:
    cores = os.cpu_count() or 2
    # By default, Java starts with a quarter of this heap, and collects all of it whenever the space for classes grows.
    # The initial heap is a share of the machine: a fixed size would fail with a smaller spark.driver.memory.
    java_options = ["-XX:ReservedCodeCacheSize=256m", "-XX:MetaspaceSize=256m", "-XX:InitialRAMPercentage=6.25"]
    if cores <= 2:
        # Parallel collectors would compete with the work for the cores.
        java_options.append("-XX:+UseSerialGC")
    files = {}
    if folder is not None:
        java_options.append(f'-Dderby.stream.error.file="{folder / "spark_catalog" / "derby.log"}"')
        # Hadoop sets the permissions of each file itself, by a umask of its own.
        files = {"spark.hadoop.fs.permissions.umask-mode": f"{permissions.UMASK:03o}"}
    return files | {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        # Spark formats each plan for its web interface, again after every stage; the interface is off.
        "spark.sql.ui.explainMode": "simple",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": f"{_memory_mb()}m",
        _JAVA_OPTIONS: " ".join(java_options),
        "spark.sql.shuffle.partitions": str(cores),
        "spark.databricks.delta.snapshotPartitions": "1",
    }


def _memory_mb() -> int:
    """Half of this machine's memory, at least 1 and at most 4 GB: Java takes it only when it needs it."""
    if not hasattr(os, "sysconf"):  # Windows
        return 1024
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20
    return max(1024, min(4096, total // 2))


def _jar_settings(credentials: TablestoreCredentials, master: str) -> dict[str, str]:
    if credentials.jars is not None:
        files = list(credentials.jars)
    else:
        files = [str(jar) for jar in jars.resolve(java(), spark_jars())]
    if credentials.packages:
        files += [str(jar) for jar in jars.resolve(java(), spark_jars(), credentials.packages)]
    files += _extra_jars(credentials)
    if not files:
        return {}
    # A local Spark runs in one process, whose class path is enough; `spark.jars` would copy every file at each start.
    if master.startswith("local"):
        return {"spark.driver.extraClassPath": os.pathsep.join(files)}
    return {"spark.jars": ",".join(files)}


def _extra_jars(credentials: TablestoreCredentials) -> list[str]:
    """The absolute paths of `extra_jars`, each of which must be a file."""
    paths = {given: credentials.absolute(given) for given in credentials.extra_jars}
    missing = [f"'{given}' ({path})" for given, path in paths.items() if not path.is_file()]
    if missing:
        raise TablestoreError(
            f"`extra_jars` names {', '.join(missing)}, which is not a file; write paths of jars on this machine, "
            "absolute or relative to the project, for example `extra_jars: [drivers/driver.jar]`"
        )
    return [str(path) for path in paths.values()]


def spark_jars() -> Path:
    """The folder with the jars of pyspark."""
    from pyspark.find_spark_home import _find_spark_home

    return Path(_find_spark_home()) / "jars"


def close_session(session: SparkSession) -> None:
    """Closes the resources of the session's catalogs, such as connections to a catalog's database."""
    manager = session._jsparkSession.sessionState().catalogManager()
    names = manager.listCatalogs(java_class(session, "scala.Option").empty())
    loaded = java_class(session, "scala.jdk.javaapi.CollectionConverters").asJava(names)
    iceberg = class_object(session, "org.apache.iceberg.spark.SparkCatalog")
    closeable = class_object(session, "java.io.Closeable")
    for name in loaded.toArray():  # iterating a Java list ends with an exception, whose conversion takes long
        catalog = manager.catalog(name)
        if iceberg.isInstance(catalog) and closeable.isInstance(catalog.icebergCatalog()):
            catalog.icebergCatalog().close()
