"""The release of Java that Spark needs."""

from __future__ import annotations

import re
import subprocess

from dbt.adapters.tablestore.spark.errors import TablestoreError

OLDEST = 17
# openjdk version "17.0.9" 2023-10-17; java version "1.8.0_401"
_VERSION = re.compile(r'version "(?:1\.)?(\d+)')


def too_old(java: str) -> str:
    """The message for a Java that is too old for Spark."""
    return f"this Java is too old: Spark needs Java 17 or 21, and {java} is older. Set JAVA_HOME to a newer one."


def require(java: str) -> None:
    """Starts Java to read its version, which takes a tenth of a second.

    Raises:
        TablestoreError: it is too old.
    """
    done = subprocess.run([java, "-version"], capture_output=True, text=True, check=False)
    version = _VERSION.search(done.stderr + done.stdout)
    if version is not None and int(version[1]) < OLDEST:
        raise TablestoreError(too_old(java))
