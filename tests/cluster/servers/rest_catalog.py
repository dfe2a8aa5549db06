"""Iceberg's own REST catalog for tests: its jars are in `rest_catalog.xml`, its state is a SQLite file."""

from __future__ import annotations

import hashlib
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dbt.adapters.tablestore.spark import jars
from dbt.adapters.tablestore.spark.java_home import java, spark_jars

from servers.processes import HOST, free_port, listens, running

MODULES = Path(__file__).with_suffix(".xml")


@contextmanager
def rest_catalog(folder: Path) -> Iterator[str]:
    """A catalog whose tables are in a folder of this machine; returns its URL."""
    port = free_port()
    (folder / "tables").mkdir()
    environment = {
        "CATALOG_REST_PORT": str(port),
        "CATALOG_URI": f"jdbc:sqlite:{folder}/catalog.sqlite",
        "CATALOG_JDBC_SCHEMA__VERSION": "V1",
        "CATALOG_WAREHOUSE": str(folder / "tables"),
    }
    class_path = os.pathsep.join([f"{_server_jars()}/*", f"{spark_jars()}/*"])
    command = [java(), "-Xmx96m", "-XX:+UseSerialGC", "-cp", class_path]
    command += ["org.apache.iceberg.rest.RESTCatalogServer"]
    with running(command, folder / "rest_catalog.log", lambda: listens(port), environment):
        yield f"http://{HOST}:{port}"


def _server_jars() -> Path:
    """The folder with the jars of the server, which are downloaded once."""
    digest = hashlib.sha256(MODULES.read_bytes()).hexdigest()[:12]
    folder = jars.cache_folder().parent / "tests" / f"rest_catalog-{digest}"
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            command = [java(), "-cp", f"{spark_jars()}/*", "org.apache.ivy.Main"]
            command += ["-cache", f"{scratch}/ivy", "-ivy", str(MODULES), "-confs", "default"]
            command += ["-retrieve", f"{scratch}/jars/[artifact]-[revision](-[classifier]).[ext]"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout[-2000:]
            (Path(scratch) / "jars").replace(folder)
    return folder
