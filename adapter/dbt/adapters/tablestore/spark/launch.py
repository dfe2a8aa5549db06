"""Starts the Java process of the embedded Spark."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.jvm.classes import java_class
from dbt.adapters.tablestore.spark import class_archive, interrupts, permissions, secrets
from dbt.adapters.tablestore.spark.catalog_settings import OF_METASTORE
from dbt.adapters.tablestore.spark.environment import environment
from dbt.adapters.tablestore.spark.errors import TablestoreError, message_of, mute_error_classes
from dbt.adapters.tablestore.spark.java_home import java
from dbt.adapters.tablestore.spark.settings import JAVA_OPTIONS, is_local
from pyspark.sql import SparkSession

_END_OF_LOG = 100_000
_KILLED = re.compile(r"Application has been killed\. Reason: (.*)")
_begins: dict[Path, int] = {}
"""Where the output of this process begins in a log, which has that of earlier processes too."""


def start(settings: dict[str, str], log: Path) -> SparkSession:
    """Starts Spark; the output of its process is appended to ``log``.

    Raises:
        TablestoreError: it did not start; the message says why.
    """
    # pyspark reads the Python of the workers from the environment only, and SPARK_REMOTE would be a second master.
    python = settings.get("spark.pyspark.python") or os.environ.get("PYSPARK_PYTHON") or sys.executable
    with environment(PYSPARK_PYTHON=python, SPARK_REMOTE=None):
        return _start(settings, log)


def _start(settings: dict[str, str], log: Path) -> SparkSession:
    from pyspark import SparkConf, SparkContext
    from pyspark.errors import PySparkRuntimeError
    from pyspark.java_gateway import launch_gateway

    log.parent.mkdir(parents=True, exist_ok=True)
    conf = SparkConf(loadDefaults=False).setAll(list(settings.items()))
    if SparkContext._active_spark_context is None and SparkContext._gateway is None:
        if is_local(settings["spark.master"]):
            class_path = settings.get("spark.driver.extraClassPath", "")
            archive = class_archive.java_options(java(), class_path)
            conf.set(JAVA_OPTIONS, " ".join([settings.get(JAVA_OPTIONS, ""), *archive]))
        command_line = SparkConf(loadDefaults=False).setAll(
            [(key, value) for key, value in conf.getAll() if is_on_command_line(key, value)]
        )
        with log.open("ab") as sink:
            permissions.hide_from_others(log)
            _begins[log] = sink.tell()
            process: dict[str, Any] = {"stdout": sink, "stderr": sink}
            if os.name == "posix":
                process["umask"] = permissions.UMASK
            try:
                gateway = launch_gateway(command_line, process)
            except PySparkRuntimeError as error:
                raise TablestoreError(_why_no_jvm(_output(log), log)) from error
        SparkContext._ensure_initialized(gateway=gateway)
    try:
        session = SparkSession.builder.config(conf=conf).getOrCreate()
    except Exception as error:
        raise TablestoreError(f"Spark did not start: {message_of(error)}") from error
    interrupts.reinstall()
    mute_error_classes()
    return session


def another_root(session: SparkSession, settings: Mapping[str, str]) -> SparkSession:
    """A session of the running Spark that has the metastore of these settings, and shares no cache with others."""
    given = {key: settings[key] for key in OF_METASTORE if key in settings}
    options = {key.removeprefix("spark.hadoop."): value for key, value in given.items()}
    context: Any = session.sparkContext
    java_session = java_class(session, "org.apache.spark.sql.classic.SparkSession")(context._jsc.sc(), options)
    return SparkSession(context, java_session)


def why_stopped(log: Path) -> str:
    """Why Spark has stopped by itself, from the end of its output."""
    lines = _output(log).splitlines()
    reasons = [match[1] for line in lines if (match := _KILLED.search(line))]
    problems = [line.partition(" ERROR ")[2] for line in lines if " ERROR " in line]
    reason = (reasons or problems or ["the log does not say why"])[-1]
    return (
        f"Spark has stopped: {secrets.redact(reason.rstrip('.'))}. If its executors could not start, the logs of the "
        f"workers say why: check their Java, their memory and `spark.executor.*` in profiles.yml. Its own log is {log}"
    )


def _output(log: Path) -> str:
    """The end of what Spark's Java process has written to a log; nothing if it does not write to this one."""
    if log not in _begins or not log.is_file():
        return ""
    with log.open("rb") as source:
        source.seek(max(_begins[log], source.seek(0, os.SEEK_END) - _END_OF_LOG))
        return source.read().decode(errors="replace")


def is_on_command_line(key: str, value: str) -> bool:
    """Whether Java gets a setting as it starts. Every user of the machine can read the command line of a process.

    Spark reads the settings of its SQL and of Hadoop later, from the configuration of its context.
    """
    return not key.startswith(("spark.sql.", "spark.hadoop.")) and not secrets.in_setting(key, value)


def _why_no_jvm(output: str, log: Path) -> str:
    if "UnsupportedClassVersionError" in output:
        return f"this Java is too old: Spark needs Java 17 or 21. Set JAVA_HOME to one of them in place of {java()}"
    tail = secrets.redact(" ".join(line for line in output.splitlines()[-3:]))
    return f"Spark's Java process exited during startup; its output is in {log}: {tail}"
