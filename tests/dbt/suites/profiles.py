"""The profile of the test classes that run on Delta."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spark_settings import SPARK_SETTINGS


class OnDelta:
    """Runs a suite on Delta tables, in Spark's own catalog."""

    @pytest.fixture(scope="class")
    def dbt_profile_target(self, warehouse: Path, macros_parsed_once: None) -> dict[str, Any]:
        return {
            "type": "tablestore",
            "warehouse": str(warehouse),
            "threads": 4,
            "database": "spark_catalog",
            "file_format": "delta",
            # For what a test creates by itself, without naming catalog and format.
            "spark_config": SPARK_SETTINGS
            | {"spark.sql.defaultCatalog": "spark_catalog", "spark.sql.sources.default": "delta"},
        }
