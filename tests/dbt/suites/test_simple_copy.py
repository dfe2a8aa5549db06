"""dbt's simple copy tests: one small project, run twice."""

from pathlib import Path
from typing import Any

import pytest
from dbt.tests.adapter.simple_copy.test_copy_uppercase import BaseSimpleCopyUppercase
from dbt.tests.adapter.simple_copy.test_simple_copy import EmptyModelsArentRunBase, SimpleCopyBase

from spark_settings import SPARK_SETTINGS

# These test dbt rather than the adapter.
pytestmark = pytest.mark.extended


class TestSimpleCopy(SimpleCopyBase):
    pass


class TestEmptyModelsArentRun(EmptyModelsArentRunBase):
    pass


class TestSimpleCopyUppercase(BaseSimpleCopyUppercase):
    @pytest.fixture(scope="class")
    def dbt_profile_target(self, warehouse: Path) -> dict[str, Any]:
        return {"type": "tablestore", "warehouse": str(warehouse), "threads": 4, "spark_config": SPARK_SETTINGS}
