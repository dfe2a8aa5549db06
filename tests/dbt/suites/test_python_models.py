"""dbt's tests of Python models."""

import pytest
from dbt.tests.adapter.python_model import test_spark
from dbt.tests.adapter.python_model.test_python_model import (
    BasePythonEmptyTests,
    BasePythonIncrementalTests,
    BasePythonMetaGetTests,
    BasePythonModelTests,
    BasePythonSampleTests,
)
from dbt.tests.adapter.python_model.test_spark import BasePySparkTests
from dbt.tests.util import run_dbt


class TestPythonModel(BasePythonModelTests):
    pass


class TestPythonIncremental(BasePythonIncrementalTests):
    pass


class TestPythonMetaGet(BasePythonMetaGetTests):
    pass


class TestPythonEmpty(BasePythonEmptyTests):
    pass


class TestPythonSample(BasePythonSampleTests):
    pass


class TestPySpark(BasePySparkTests):
    @pytest.fixture(scope="class")
    def models(self) -> dict[str, str]:
        return {"pandas_df.py": test_spark.PANDAS_MODEL, "pyspark_df.py": test_spark.PYSPARK_MODEL}

    def test_different_dataframes(self, project):
        assert len(run_dbt(["run"])) == 2


class TestPandasOnSpark(BasePySparkTests):
    @pytest.fixture(scope="class")
    def models(self) -> dict[str, str]:
        return {"pandas_on_spark_df.py": test_spark.PANDAS_ON_SPARK_MODEL}

    def test_different_dataframes(self, project):
        assert len(run_dbt(["run"])) == 1
