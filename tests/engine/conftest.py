"""Tests of what runs do to tables: `project` runs models without the dbt command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore.functions.calling.binding import Binder
from dbt.adapters.tablestore.functions.calling.clauses import with_collected_arguments
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.spark.errors import message_of
from pyspark.sql import SparkSession

import overlaps
from function_files import Ask, define
from project import Project
from spark_settings import open_session


@pytest.fixture
def project(warm_project: Project) -> Project:
    """A project that runs its models without the dbt command."""
    return warm_project


@pytest.fixture
def without_lock() -> Iterator[None]:
    """Runs of one model overlap, see `overlaps.without_lock`."""
    with overlaps.without_lock():
        yield


@pytest.fixture(scope="session")
def zoned_spark(spark: SparkSession, warehouse: Path) -> SparkSession:
    """A session whose time zone is not UTC."""
    return open_session(warehouse, **{"spark.sql.session.timeZone": "America/New_York"})


@pytest.fixture(scope="session")
def ask(zoned_spark: SparkSession) -> Ask:
    """Registers a function file and runs a query that calls it; errors have the message that a user gets."""
    binder = Binder(zoned_spark, lambda origin, name: f"line {origin.sql.count(chr(10), 0, origin.start) + 1}")

    def run(code: str, query: str, name: str = "f", **more: Any) -> list[tuple[Any, ...]]:
        binder.register(define(code, name, **more))
        binder.take_error()
        try:
            return [tuple(row) for row in zoned_spark.sql(with_collected_arguments(query, {name})).collect()]
        except Exception as error:
            raise binder.take_error() or FunctionError(message_of(error)) from error

    return run
