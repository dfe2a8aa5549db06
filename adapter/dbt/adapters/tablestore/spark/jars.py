"""The jars that Spark needs in addition to its own: downloaded once per user."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.tablestore.progress import running
from dbt.adapters.tablestore.progress.running import Work
from dbt.adapters.tablestore.spark import maven
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.sql.counted import counted

logger = AdapterLogger("Tablestore")

# Without transitive dependencies: Delta's POM also names its kernel and a Unity Catalog client, which are not used.
JARS = (
    "io.delta:delta-spark_4.1_2.13:4.4.0",
    "io.delta:delta-storage:4.4.0",
    "org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.12.0",
    "org.xerial:sqlite-jdbc:3.46.1.3",
    "com.globalmentor:hadoop-bare-naked-local-fs:0.1.0",
)

LOCAL_FILES = {
    "hadoop.fs.file.impl": "com.globalmentor.apache.hadoop.fs.BareLocalFileSystem",
    "hadoop.fs.file.impl.disable.cache": "true",
}
"""Properties of a catalog that writes local files with Java's own API. Hadoop's class runs `chmod` for every file and
again for its checksum, unless Hadoop's native library is installed: 10 ms of every small file. The second property
gives the catalog its own file system object: this class cannot list a linked folder, so everything else uses Hadoop's.
"""


def cache_folder() -> Path:
    """The folder of the jars: ``$XDG_CACHE_HOME/dbt-tablestore/jars`` or ``~/.cache/dbt-tablestore/jars``."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "dbt-tablestore" / "jars"


def file_name(coordinate: str) -> str:
    """The file of ``group:artifact:version`` in the cache."""
    _, artifact, version = coordinate.split(":")
    return f"{artifact}-{version}.jar"


def path_of(coordinate: str) -> Path:
    """The jar of ``group:artifact:version`` in the cache. Those of a profile are in a folder per group.

    A snapshot of Maven's local repository is used where it is, because each build replaces it.
    """
    if coordinate.endswith("-SNAPSHOT") and (local := maven.local_file(coordinate)):
        return local
    folder = cache_folder() if coordinate in JARS else cache_folder() / coordinate.split(":")[0]
    return folder / file_name(coordinate)


def resolve(coordinates: Sequence[str] | None = None) -> list[Path]:
    """The paths of the adapter's jars, or of those with these coordinates, without their dependencies.

    Missing ones are copied from the local repository of Maven, or downloaded.

    Raises:
        TablestoreError: a jar could not be downloaded.
    """
    wanted = {coordinate: path_of(coordinate) for coordinate in (JARS if coordinates is None else coordinates)}
    missing = [coordinate for coordinate, path in wanted.items() if not path.is_file()]
    if missing:
        _fetch(missing)
    return list(wanted.values())


def _fetch(coordinates: list[str]) -> None:
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    logger.info(f"fetching {counted(len(coordinates), 'jar')} that Spark needs, once, to {folder}")
    # A complete jar is moved to the cache. So two processes may download at the same time, and a killed download leaves
    # no broken jar.
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        for coordinate in coordinates:
            path = path_of(coordinate)
            jar = Path(scratch) / path.name
            try:
                _fetch_one(coordinate, jar)
            except maven.DownloadError as error:
                what = "the network" if coordinate in JARS else "the coordinate in `packages` and the network"
                raise TablestoreError(
                    f"could not download {coordinate}, which Spark needs once: check {what}, set {maven.MIRROR} to the "
                    f"URL of a Maven repository that you can reach, or put {path.name} into {path.parent}.\n{error}"
                ) from None
            path.parent.mkdir(exist_ok=True)
            shutil.move(jar, path)


def _fetch_one(coordinate: str, jar: Path) -> None:
    local = maven.local_file(coordinate)
    if local is not None:
        shutil.copyfile(local, jar)
        logger.info(f"copied {jar.name} ({_megabytes(jar)}) from Maven's local repository")
        return
    repository = maven.repository()
    started = time.monotonic()
    sizes: list[int] = []
    with running.running(f"download {jar.name}", lambda _: Work(sum(sizes), jar.stat().st_size if sizes else 0)):
        maven.download(repository, coordinate, jar, sizes.append)
    took = time.monotonic() - started
    logger.info(f"downloaded {jar.name} ({_megabytes(jar)}) from {repository.url} in {took:.1f} s")


def _megabytes(file: Path) -> str:
    return f"{file.stat().st_size / 1e6:.1f} MB"
