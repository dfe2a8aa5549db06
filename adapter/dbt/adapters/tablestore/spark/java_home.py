"""The Java and the Spark of this machine."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from dbt.adapters.tablestore.spark.errors import TablestoreError


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


def spark_jars() -> Path:
    """The folder with the jars of pyspark."""
    from pyspark.find_spark_home import _find_spark_home

    return Path(_find_spark_home()) / "jars"
