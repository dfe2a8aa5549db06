"""The jars of a server, from Maven Central."""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
from pathlib import Path

from dbt.adapters.tablestore.spark import jars
from dbt.adapters.tablestore.spark.java_home import java, spark_jars


def server_jars(modules: Path) -> Path:
    """The folder with the jars that an Ivy file names, and their dependencies, which are downloaded once."""
    digest = hashlib.sha256(modules.read_bytes()).hexdigest()[:12]
    folder = jars.cache_folder().parent / "tests" / f"{modules.stem}-{digest}"
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            command = [java(), "-cp", f"{spark_jars()}/*", "org.apache.ivy.Main"]
            command += ["-cache", f"{scratch}/ivy", "-ivy", str(modules), "-confs", "default"]
            command += ["-retrieve", f"{scratch}/jars/[artifact]-[revision](-[classifier]).[ext]"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout[-2000:]
            (Path(scratch) / "jars").replace(folder)
    return folder
