"""dbt's tests of functions."""

import pytest
from dbt.tests.adapter.functions import test_udafs as udafs
from dbt.tests.adapter.functions import test_udfs as udfs

# Tests in tests/dbt cover the same features.
pytestmark = pytest.mark.extended


class TestUDFsBasic(udfs.UDFsBasic):
    pass


class TestDeterministicUDF(udfs.DeterministicUDF):
    def check_function_volatility(self, sql: str) -> None:
        assert "DETERMINISTIC" in sql and "NOT DETERMINISTIC" not in sql


class TestStableUDF(udfs.StableUDF):
    def check_function_volatility(self, sql: str) -> None:
        assert "DETERMINISTIC" not in sql and "STABLE" not in sql


class TestNonDeterministicUDF(udfs.NonDeterministicUDF):
    def check_function_volatility(self, sql: str) -> None:
        assert "NOT DETERMINISTIC" in sql


class TestErrorForUnsupportedType(udfs.ErrorForUnsupportedType):
    pass


class TestPythonUDFSupported(udfs.PythonUDFSupported):
    pass


class TestSqlUDFDefaultArgSupport(udfs.SqlUDFDefaultArgSupport):
    expect_default_arg_support = True


class TestPythonUDFDefaultArgSupport(udfs.PythonUDFDefaultArgSupport):
    expect_default_arg_support = True


class TestPythonUDFVolatilitySupport(udfs.PythonUDFVolatilitySupport):
    def check_function_volatility(self, sql: str) -> None:
        assert "NOT DETERMINISTIC" in sql


class TestCanFindScalarFunctionRelation(udfs.CanFindScalarFunctionRelation):
    pass


class TestPythonUDFWithPackagesSupported(udfs.PythonUDFWithPackagesSupported):
    pass


class TestBasicPythonUDAF(udafs.BasicPythonUDAF):
    pass


class TestBasicSQLUDAF(udafs.BasicSQLUDAF):
    pass


class TestPythonUDAFDefaultArgSupport(udafs.PythonUDAFDefaultArgSupport):
    expect_default_arg_support = True
