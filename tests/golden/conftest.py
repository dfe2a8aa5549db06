"""Recorded answers, replayed on the Spark that all tests share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from spark_settings import SPARK_SETTINGS


@pytest.fixture(scope="module")
def target(request: pytest.FixtureRequest, spark: SparkSession, macros_parsed_once: None, warehouse: Path) -> Any:
    """The profile target of the module's project, with a schema of its own."""
    schema = Path(request.module.__file__).stem
    return {"warehouse": str(warehouse), "schema": schema, "spark_config": SPARK_SETTINGS, "threads": 2}
