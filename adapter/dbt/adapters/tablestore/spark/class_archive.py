"""Java's archive of loaded classes: Spark loads about 20,000 classes at each start, and the archive halves the cost.

Java writes the archive when the first process ends (a few seconds after dbt has ended); later processes map it. Java
ignores an archive that is incomplete, or that belongs to another Java or another class path.
"""

from __future__ import annotations

import hashlib
import os
import time
from contextlib import suppress
from pathlib import Path

from dbt.adapters.tablestore.spark import jars

SETTLED_SECONDS = 60
"""An archive that was not modified for this long is complete, or was abandoned."""


def java_options(java: str, class_path: str) -> list[str]:
    """The Java options that read or write the archive; empty when ``DBT_TABLESTORE_CLASS_ARCHIVE`` is off."""
    if os.environ.get("DBT_TABLESTORE_CLASS_ARCHIVE", "").lower() in ("off", "0", "false"):
        return []
    from pyspark import __version__ as spark_version

    identity = "\n".join([os.path.realpath(java), spark_version, class_path])
    folder = jars.cache_folder().parent / "classes"
    archive = folder / f"{hashlib.sha256(identity.encode()).hexdigest()[:16]}.jsa"
    _adopt(archive)
    quiet = ["-Xlog:cds=off", "-Xlog:cds+dynamic=off", "-Xlog:class+path=off"]
    if archive.is_file():
        return [f"-XX:SharedArchiveFile={archive}", *quiet]
    if _candidates(archive) or not _can_write(folder):
        return []
    return [f"-XX:ArchiveClassesAtExit={archive}.{os.getpid()}", *quiet]


def _candidates(archive: Path) -> list[Path]:
    return sorted(archive.parent.glob(f"{archive.name}.*"))


def _adopt(archive: Path) -> None:
    for candidate in _candidates(archive):
        with suppress(FileNotFoundError):  # another process has adopted it
            if time.time() - candidate.stat().st_mtime < SETTLED_SECONDS:
                continue
            if archive.is_file():
                candidate.unlink()
            else:
                candidate.replace(archive)


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
