"""Iceberg's own REST catalog for tests: its jars are in `rest_catalog.xml`, its state is a SQLite file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dbt.adapters.tablestore.spark.java_home import java, spark_jars

from servers.ivy import server_jars
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
    class_path = os.pathsep.join([f"{server_jars(MODULES)}/*", f"{spark_jars()}/*"])
    command = [java(), "-Xmx96m", "-XX:+UseSerialGC", "-cp", class_path]
    command += ["org.apache.iceberg.rest.RESTCatalogServer"]
    with running(command, folder / "rest_catalog.log", lambda: listens(port), environment):
        yield f"http://{HOST}:{port}"
