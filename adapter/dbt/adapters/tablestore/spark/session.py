"""One Spark per process, one Spark session per dbt connection.

Several targets share a Spark: each session has the catalogs of its settings, and each warehouse folder a metastore.
Only settings of the Spark context need another context, and jars another Java, which this process cannot have.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Mapping
from pathlib import Path
from weakref import WeakSet

import pyspark
from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.tablestore.jvm import parsing
from dbt.adapters.tablestore.jvm.classes import class_object, java_class
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.spark import catalog_settings, launch, metastore, secrets, warehouse_catalog
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.settings import OF_JAVA, jars_in, settings_of
from pyspark.sql import SparkSession

_lock = threading.RLock()
_root: SparkSession | None = None
_roots: dict[tuple[str | None, ...], SparkSession] = {}
_running: dict[str, str] = {}
"""The settings with which Spark was started."""
_settable: dict[str, bool] = {}
_kept: WeakSet[SparkSession] = WeakSet()
_warned: set[str] = set()
logger = AdapterLogger("Tablestore")
# Begins what is said before Spark starts, which takes long: commands that say little else show it.
STARTING = "starting Spark"
_ELSEWHERE = (*OF_JAVA, *catalog_settings.OF_METASTORE)
"""The settings that do not need another Spark context: it cannot have them, or sessions of another root have them."""
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
    needs_metastore = credentials.file_format == "delta" or credentials.database == "spark_catalog"
    delta_tables = metastore.metastore_of(settings, needs_metastore)
    with _lock:
        session = _started(settings, log).newSession()
        for key in sorted({*_running, *settings}):
            if not _per_session(session, key):
                continue
            if key in settings:
                session.conf.set(key, settings[key])
            else:  # a new session has the settings of the target that has started Spark
                session.conf.unset(key)
    metastore.use(session, delta_tables)
    parsing.read_functions_with_spark_parser(session)
    return session


def keep_running(session: SparkSession) -> None:
    """Does not stop Spark for another target from now on, as long as the program has this session."""
    _kept.add(session)


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
        _roots.clear()
        _running.clear()
        _kept.clear()


def _started(settings: dict[str, str], log: Path) -> SparkSession:
    """The root of all sessions with these settings; those with one metastore have one root."""
    global _root
    if _root is not None and _root.sparkContext._jsc is None:
        stop()  # the program has stopped Spark
    if _root is not None and _needs_restart(_root, settings):
        stop()
    place = tuple(settings.get(key) for key in catalog_settings.OF_METASTORE)
    if _root is None:
        logger.info(f"{STARTING} {pyspark.__version__} ({settings['spark.master']}); its log is {log}")
        _roots[place] = launch.start(settings, log)
        _running.update(settings)
    elif place not in _roots:
        _roots[place] = launch.another_root(_root, settings)
    _root = _roots[place]
    return _root


def _needs_restart(root: SparkSession, settings: Mapping[str, str]) -> bool:
    """Whether a setting has changed that only a restart of Spark applies.

    Raises:
        TablestoreError: one that only a restart of Java applies; or somebody uses Spark as it is.
    """
    if missing := [jar for jar in jars_in(settings) if jar not in jars_in(_running)]:
        names = ", ".join(Path(jar).name for jar in missing)
        raise TablestoreError(
            f"this target needs {names}, and the Java of this process was started by another target without it: use "
            "this target in a process of its own, or name all jars in the target that is used first"
        )
    changed = [
        key
        for key in sorted({*_running, *settings})
        if _running.get(key) != settings.get(key) and key not in _ELSEWHERE and not _per_session(root, key)
    ]
    if changed and _kept:
        gc.collect()  # a session and its catalog refer to each other
    if changed and _kept:
        raise TablestoreError(
            f"this target needs another Spark than the `session()` that this process has (other {', '.join(changed)}): "
            "end that session with its stop(), or use this target in a process of its own"
        )
    return bool(changed)


def _per_session(session: SparkSession, key: str) -> bool:
    """Whether sessions of one Spark can have different values of a setting."""
    if key not in _settable:
        own_catalog = key.startswith("spark.sql.catalog.") and not key.startswith("spark.sql.catalog.spark_catalog")
        _settable[key] = own_catalog or (key.startswith("spark.sql.") and session.conf.isModifiable(key))
    return _settable[key]


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
