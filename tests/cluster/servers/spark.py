"""Servers from the jars of pyspark: a standalone cluster, and one process that serves Thrift and Spark Connect."""

from __future__ import annotations

import http
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pyarrow
from dbt.adapters.tablestore.spark import catalog_settings, jars
from dbt.adapters.tablestore.spark.java_home import spark_jars

from servers.processes import HOST, free_port, listens, running
from spark_settings import INTERPRETED

HOME = spark_jars().parent
ENVIRONMENT = {"SPARK_HOME": str(HOME), "SPARK_SCALA_VERSION": "2.13", "SPARK_LOCAL_IP": HOST}
WORKERS = 2


class Ports(NamedTuple):
    """The ports of a Spark server."""

    thrift: int
    connect: int


@contextmanager
def standalone(folder: Path, memory: str = "1g") -> Iterator[str]:
    """A master and two workers with a core each; returns the master's URL."""
    port, web = free_port(), free_port()
    url = f"spark://{HOST}:{port}"
    environment = ENVIRONMENT | {"SPARK_DAEMON_MEMORY": "192m"}

    def workers() -> int:
        try:
            with urllib.request.urlopen(f"http://{HOST}:{web}/json/", timeout=5) as answer:
                return int(json.load(answer)["aliveworkers"])
        except urllib.error.HTTPError as error:
            if error.code != http.HTTPStatus.NOT_FOUND:
                raise
            return 0  # the master's port listens before its pages are there
        except json.JSONDecodeError:
            return 0  # and this page is an HTML page at first

    with ExitStack() as stack:
        master = [HOME / "bin/spark-class", "org.apache.spark.deploy.master.Master", "--host", HOST]
        master += ["--port", str(port), "--webui-port", str(web)]
        stack.enter_context(running(master, folder / "master.log", lambda: listens(web), environment))
        for number in range(1, WORKERS + 1):
            worker = [HOME / "bin/spark-class", "org.apache.spark.deploy.worker.Worker", "--host", HOST, "--cores", "1"]
            worker += ["--memory", memory, "--webui-port", "0", "--work-dir", folder / f"worker_{number}", url]
            started = number if number == WORKERS else 0  # they start side by side
            ready = running(worker, folder / f"worker_{number}.log", lambda n=started: workers() >= n, environment)
            stack.enter_context(ready)
        yield url


def worker_python(folder: Path) -> Path:
    """A Python for Spark's workers without dbt: pyspark is part of Spark, and Arrow and pandas are links to ours."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = folder / "lib" / version / "site-packages"
    packages.mkdir(parents=True)
    (folder / "bin").mkdir()
    (folder / "bin" / "python").symlink_to(os.path.realpath(sys.executable))
    (folder / "pyvenv.cfg").write_text(f"home = {Path(os.path.realpath(sys.executable)).parent}\n")
    ours = Path(pyarrow.__file__).parents[1]
    for name in ("pyarrow", "pandas", "numpy", "numpy.libs", "pytz", "dateutil", "six.py", "tzdata"):
        if (ours / name).exists():
            (packages / name).symlink_to(ours / name)
    return folder / "bin" / "python"


@contextmanager
def thrift_and_connect(folder: Path, python: Path) -> Iterator[Ports]:
    """A server with an Iceberg catalog as the default, and Delta tables in Spark's own catalog."""
    ports = Ports(free_port(), free_port())
    lake, home = folder / "lake", folder / "spark_catalog"
    lake.mkdir()
    class_path = [str(jar) for jar in jars.resolve()]
    settings = INTERPRETED | {
        "spark.master": "local[2]",
        "spark.driver.memory": "1g",
        "spark.driver.extraClassPath": os.pathsep.join(class_path),
        "spark.driver.extraJavaOptions": f"-XX:+UseSerialGC -Dderby.stream.error.file={folder}/derby.log",
        "spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin",
        "spark.connect.grpc.binding.port": str(ports.connect),
        "spark.sql.extensions": f"{catalog_settings.ICEBERG_EXTENSION},{catalog_settings.DELTA_EXTENSION}",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.sql.catalog.lake": "org.apache.iceberg.spark.SparkCatalog",
        "spark.sql.catalog.lake.type": "jdbc",
        "spark.sql.catalog.lake.jdbc.schema-version": "V1",
        "spark.sql.catalog.lake.uri": f"jdbc:sqlite:{lake}/catalog.sqlite?busy_timeout=60000",
        "spark.sql.catalog.lake.warehouse": str(lake),
        "spark.sql.catalog.lake.cache-enabled": "false",
        "spark.sql.defaultCatalog": "lake",
        "spark.sql.warehouse.dir": str(home),
        "spark.hadoop.javax.jdo.option.ConnectionURL": f"jdbc:derby:;databaseName={home}/metastore;create=true",
        "spark.hadoop.datanucleus.schema.autoCreateAll": "true",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": "2",
        "spark.databricks.delta.snapshotPartitions": "1",
        "spark.pyspark.python": str(python),
        "spark.ui.enabled": "false",
    }
    command: list[str | Path] = [HOME / "bin/spark-submit"]
    command += ["--class", "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2"]
    command += [part for key, value in settings.items() for part in ("--conf", f"{key}={value}")]
    command += ["spark-internal", "--hiveconf", f"hive.server2.thrift.port={ports.thrift}"]
    command += ["--hiveconf", f"hive.server2.thrift.bind.host={HOST}"]
    environment = ENVIRONMENT | {"PYSPARK_PYTHON": str(python)}
    with running(command, folder / "server.log", lambda: all(map(listens, ports)), environment):
        # PyHive opens the schema `default`, and an Iceberg catalog has none until somebody creates it.
        create = "from pyspark.sql import SparkSession as S; S.builder.remote({!r}).create().sql({!r})"
        url = f"sc://{HOST}:{ports.connect}"
        done = subprocess.run(
            [sys.executable, "-c", create.format(url, "create schema lake.default")], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr[-2000:]
        yield ports
