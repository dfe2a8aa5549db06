"""Tests that run the dbt command."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from project import Project
from spark_settings import SPARK_SETTINGS


@pytest.fixture
def place(format: str) -> str:
    """The placeholder of the format's schema, for ``Project.ordered``."""
    return f"{{{format}}}"


@pytest.fixture
def zoned_project(
    tmp_path: Path, spark: SparkSession, macros_parsed_once: None, warehouse: Path, schema: str
) -> Project:
    """A project with four threads, whose session time zone is not UTC."""
    settings = SPARK_SETTINGS | {"spark.sql.session.timeZone": "America/New_York"}
    return Project(tmp_path / "shop", warehouse, schema, threads=4, spark_config=settings)
