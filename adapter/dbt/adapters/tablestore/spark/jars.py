"""The jars that Spark needs in addition to its own: downloaded once per user."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from dbt.adapters.tablestore.spark import java_version
from dbt.adapters.tablestore.spark.errors import TablestoreError

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
    """The jar of ``group:artifact:version`` in the cache. Those of a profile are in a folder per group."""
    folder = cache_folder() if coordinate in JARS else cache_folder() / coordinate.split(":")[0]
    return folder / file_name(coordinate)


def resolve(java: str, spark_jars: Path, coordinates: Sequence[str] | None = None) -> list[Path]:
    """The paths of the adapter's jars, or of those with these coordinates, without their dependencies.

    Missing ones are downloaded with the Ivy that is part of pyspark.

    Raises:
        TablestoreError: a jar could not be downloaded, or the Java is too old.
    """
    wanted = {coordinate: path_of(coordinate) for coordinate in (JARS if coordinates is None else coordinates)}
    missing = [coordinate for coordinate, path in wanted.items() if not path.is_file()]
    if missing:
        _download(missing, java, spark_jars)
    return list(wanted.values())


def _download(coordinates: list[str], java: str, spark_jars: Path) -> None:
    java_version.require(java)  # an old Java cannot start Ivy, or cannot connect
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    # Ivy works in a temporary folder, and a complete jar is moved to the cache. So two processes may download at the
    # same time, and a killed download leaves no broken jar.
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        for coordinate in coordinates:
            command = [java, "-cp", f"{spark_jars}/*", "org.apache.ivy.Main", "-cache", f"{scratch}/ivy"]
            command += ["-dependency", *coordinate.split(":"), "-notransitive", "-confs", "default"]
            command += ["-retrieve", f"{scratch}/[artifact]-[revision].[ext]"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            jar = Path(scratch) / file_name(coordinate)
            path = path_of(coordinate)
            if done.returncode != 0 or not jar.is_file():
                raise TablestoreError(
                    f"could not download {coordinate}, which Spark needs once: check the "
                    f"{'network' if coordinate in JARS else 'coordinate in `packages` and the network'}, or put "
                    f"{path.name} into {path.parent}.\n{_last_lines(done.stdout + done.stderr)}"
                )
            path.parent.mkdir(exist_ok=True)
            shutil.move(jar, path)


def _last_lines(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if "WARN" in line or "rror" in line)[-600:]
