"""The settings of the embedded Spark: those of the profile, and ours for what it leaves open."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from dbt.adapters.tablestore.profile.credentials import WHOLE_TYPES, TablestoreCredentials
from dbt.adapters.tablestore.spark import catalog_settings, jars, permissions
from dbt.adapters.tablestore.spark.errors import TablestoreError

OF_EVERY_SESSION = {
    "spark.sql.session.timeZone": "UTC",
    **WHOLE_TYPES,
}
"""Settings of a session on which its results depend."""
JAVA_OPTIONS = "spark.driver.defaultJavaOptions"
"""Our Java options. Spark reads these first, so a profile's spark.driver.extraJavaOptions add to them and override
them."""
_CLASS_PATH = "spark.driver.extraClassPath"
_JARS = "spark.jars"
OF_JAVA = (
    JAVA_OPTIONS,
    _CLASS_PATH,
    _JARS,
    "spark.driver.extraJavaOptions",
    "spark.driver.extraLibraryPath",
    "spark.driver.memory",
)
"""Settings that a running Java does not take."""


def is_local(master: str) -> bool:
    """Whether Spark runs in one process. ``local-cluster[...]`` starts processes as a cluster does."""
    return re.fullmatch(r"local(\[.*\])?", master) is not None


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
        **OF_EVERY_SESSION,
        "spark.sql.extensions": f"{catalog_settings.ICEBERG_EXTENSION},{catalog_settings.DELTA_EXTENSION}",
    }
    settings |= _jar_settings(credentials, master)
    if is_local(master):
        settings |= _local_settings(folder)
    settings |= catalog_settings.spark_catalog_settings(folder if is_local(master) else None)
    has_our_jars = is_local(master) and credentials.jars is None
    settings |= catalog_settings.iceberg_settings(credentials, has_our_jars)
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
        # How often tasks that run tell what they have read and written, which the progress of a run shows.
        "spark.executor.heartbeatInterval": "2s",
        # After so many that fail one after the other, Spark exits; it waits for each as long as the interval.
        "spark.executor.heartbeat.maxFailures": "300",
        # Spark formats each plan for its web interface, again after every stage; the interface is off.
        "spark.sql.ui.explainMode": "simple",
        # A commit compiles up to 130 classes, and Spark keeps 100: the next model would compile its own again.
        "spark.sql.codegen.cache.maxEntries": "1000",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": f"{_memory_mb()}m",
        JAVA_OPTIONS: " ".join(java_options),
        "spark.sql.shuffle.partitions": str(cores),
        "spark.databricks.delta.snapshotPartitions": "1",
        # Delta lists files in so many tasks, 10,000 by default.
        "spark.sql.sources.parallelPartitionDiscovery.parallelism": str(2 * cores),
    }


def _memory_mb() -> int:
    """Half of this machine's memory, at least 1 and at most 4 GB: Java takes it only when it needs it."""
    if not hasattr(os, "sysconf"):  # Windows
        return 1024
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20
    return max(1024, min(4096, total // 2))


def _jar_settings(credentials: TablestoreCredentials, master: str) -> dict[str, str]:
    files = [str(jar) for jar in jars.resolve()] if credentials.jars is None else list(credentials.jars)
    if credentials.packages:
        files += [str(jar) for jar in jars.resolve(credentials.packages)]
    files += _extra_jars(credentials)
    if not files:
        return {}
    # A local Spark runs in one process, whose class path is enough; `spark.jars` would copy every file at each start.
    if is_local(master):
        return {_CLASS_PATH: os.pathsep.join(files)}
    return {_JARS: ",".join(files)}


def jars_in(settings: Mapping[str, str]) -> list[str]:
    """The jars with which Java is started, in addition to those of Spark."""
    found = [*settings.get(_CLASS_PATH, "").split(os.pathsep), *settings.get(_JARS, "").split(",")]
    return [jar for jar in found if jar]


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
