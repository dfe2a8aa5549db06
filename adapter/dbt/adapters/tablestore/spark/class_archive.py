"""Java's archive of loaded classes: Spark loads about 20,000 classes at each start, and the archive halves the cost.

Java writes the archive when the first process ends (a few seconds after dbt has ended); later processes map it. Java
silently ignores an archive that is incomplete, or that belongs to another Java or to other files on the class path, so
each of these has an archive of its own.
"""

from __future__ import annotations

import hashlib
import os
import time
from contextlib import suppress
from pathlib import Path

from dbt.adapters.tablestore.spark import jars

ABANDONED_SECONDS = 60
"""An incomplete archive that was not modified for this long is of a Java process that was killed."""
KEPT = 4
"""So many archives, of some 200 MB each, are kept: those that were used last."""


def java_options(java: str, class_path: str) -> list[str]:
    """The Java options that read or write the archive; empty when ``DBT_TABLESTORE_CLASS_ARCHIVE`` is off."""
    if os.environ.get("DBT_TABLESTORE_CLASS_ARCHIVE", "").lower() in ("off", "0", "false"):
        return []
    identity = "\n".join(_identity_of(Path(file)) for file in [os.path.realpath(java), *_class_path(class_path)])
    folder = jars.cache_folder().parent / "classes"
    archive = folder / f"{hashlib.sha256(identity.encode()).hexdigest()[:16]}.jsa"
    _adopt_complete(folder)
    quiet = ["-Xlog:cds=off", "-Xlog:cds+dynamic=off", "-Xlog:class+path=off"]
    if archive.is_file():
        with suppress(OSError):  # a cache that this user cannot write
            archive.touch()
        return [f'-XX:SharedArchiveFile="{archive}"', *quiet]
    if any(folder.glob(f"{archive.name}.*")) or not _can_write(folder):
        return []
    _remove_unused(folder)
    return [f'-XX:ArchiveClassesAtExit="{archive}.{os.getpid()}"', *quiet]


def _class_path(given: str) -> list[str]:
    """All files on Java's class path: those that are given, and Spark's own after them."""
    from pyspark.find_spark_home import _find_spark_home

    return [*filter(None, given.split(os.pathsep)), *map(str, sorted(Path(_find_spark_home(), "jars").glob("*.jar")))]


def _identity_of(file: Path) -> str:
    """What Java compares of a file: a new virtual environment has other files than one that was there before it."""
    with suppress(FileNotFoundError):
        found = file.stat()
        return f"{file} {found.st_size} {found.st_mtime_ns}"
    return str(file)


def _adopt_complete(folder: Path) -> None:
    """Gives the archives that processes have written their names; what a killed process has left goes."""
    for candidate in folder.glob("*.jsa.*"):
        archive = candidate.with_suffix("")
        with suppress(OSError):  # another process has adopted it
            if not _is_complete(candidate):
                if time.time() - candidate.stat().st_mtime >= ABANDONED_SECONDS:
                    candidate.unlink()
            elif archive.is_file():
                candidate.unlink()
            else:
                candidate.replace(archive)


def _is_complete(archive: Path) -> bool:
    """Whether Java has written the first bytes of an archive, which it does last."""
    with archive.open("rb") as file:
        return any(file.read(4))


def _remove_unused(folder: Path) -> None:
    with suppress(OSError):  # another process removes them too
        archives = sorted(folder.glob("*.jsa"), key=lambda archive: archive.stat().st_mtime)
        for archive in archives[: 1 - KEPT]:
            archive.unlink()


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
