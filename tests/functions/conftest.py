"""One Spark for all tests of functions, in a zone that is not UTC; a dbt project for those that need one."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore import session
from dbt.adapters.tablestore.credentials import TablestoreCredentials
from dbt.adapters.tablestore.errors import message_of
from dbt.adapters.tablestore.functions.calling.binding import Binder
from dbt.adapters.tablestore.functions.errors import FunctionError
from function_files import define
from projects import ZONE, Project
from pyspark.sql import SparkSession

from spark_settings import SPARK_SETTINGS

_numbers = itertools.count(1)
Ask = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture(scope="session")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lake")


@pytest.fixture
def project(tmp_path: Path, lake: Path) -> Project:
    return Project(tmp_path, lake, f"s{next(_numbers)}")


@pytest.fixture(scope="session")
def spark(lake: Path) -> SparkSession:
    settings = {"schema": "main", "warehouse": str(lake), "spark_config": SPARK_SETTINGS | ZONE}
    return session.open_session(TablestoreCredentials.from_dict(settings), lake / "spark.log")


@pytest.fixture(scope="session")
def ask(spark: SparkSession) -> Ask:
    """Registers a function file and runs a query that calls it; errors are what a user reads."""
    binder = Binder(spark, lambda origin, name: f"line {origin.sql.count(chr(10), 0, origin.start) + 1}")

    def run(code: str, query: str, name: str = "f", **more: Any) -> list[tuple[Any, ...]]:
        binder.register(define(code, name, **more))
        binder.take_error()
        try:
            return [tuple(row) for row in spark.sql(query).collect()]
        except Exception as error:
            raise binder.take_error() or FunctionError(message_of(error)) from error

    return run
