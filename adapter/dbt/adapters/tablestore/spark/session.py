"""One Spark per process, one Spark session per dbt connection."""

from __future__ import annotations

import threading
from pathlib import Path

import pyspark
from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.tablestore.jvm import parsing
from dbt.adapters.tablestore.jvm.classes import class_object, java_class
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.spark import catalog_settings, launch, metastore, secrets, warehouse_catalog
from dbt.adapters.tablestore.spark.settings import settings_of
from pyspark.sql import SparkSession

_lock = threading.RLock()
_root: SparkSession | None = None
_fixed: dict[str, str] = {}
_warned: set[str] = set()
logger = AdapterLogger("Tablestore")
_ICEBERG = "org.apache.iceberg.spark.SparkCatalog"


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
    metastore.use(settings, credentials.file_format == "delta" or credentials.database == "spark_catalog")
    with _lock:
        session = _started(settings, log).newSession()
        for key, value in settings.items():
            if key not in _fixed:
                session.conf.set(key, value)
    parsing.read_functions_with_spark_parser(session)
    return session


def _check_catalog(credentials: TablestoreCredentials) -> None:
    folder = credentials.warehouse_path
    if folder is not None and catalog_settings.has_catalog_file(credentials):
        warning = warehouse_catalog.check(folder, credentials.catalog_name)
        if warning is not None and warning not in _warned:
            _warned.add(warning)
            logger.warning(warning)
        warehouse_catalog.create(folder / warehouse_catalog.FILE)


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
    logger.info(f"starting Spark {pyspark.__version__} ({settings['spark.master']}); its log is {log}")
    _root = launch.start(settings, log)
    _fixed.update({key: value for key, value in settings.items() if not _per_session(_root, key)})
    return _root


def _per_session(session: SparkSession, key: str) -> bool:
    own_catalog = key.startswith("spark.sql.catalog.") and not key.startswith("spark.sql.catalog.spark_catalog")
    return own_catalog or (key.startswith("spark.sql.") and session.conf.isModifiable(key))


def close_session(session: SparkSession) -> None:
    """Closes the resources of the session's catalogs, such as connections to a catalog's database."""
    manager = session._jsparkSession.sessionState().catalogManager()
    names = manager.listCatalogs(java_class(session, "scala.Option").empty())
    loaded = java_class(session, "scala.jdk.javaapi.CollectionConverters").asJava(names)
    closeable = class_object(session, "java.io.Closeable")
    for name in loaded.toArray():  # iterating a Java list ends with an exception, whose conversion takes long
        catalog = manager.catalog(name)
        # On a cluster, Iceberg's jar is not on the class path that Java's own Class.forName searches.
        if catalog.getClass().getName() == _ICEBERG and closeable.isInstance(catalog.icebergCatalog()):
            catalog.icebergCatalog().close()
