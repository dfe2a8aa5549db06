"""dbt's tests of functions."""

from dbt.tests.adapter.functions import test_udafs as udafs
from dbt.tests.adapter.functions import test_udfs as udfs


class TestUDFsBasic(udfs.UDFsBasic):
    pass


class TestDeterministicUDF(udfs.DeterministicUDF):
    pass


class TestStableUDF(udfs.StableUDF):
    pass


class TestNonDeterministicUDF(udfs.NonDeterministicUDF):
    pass


class TestErrorForUnsupportedType(udfs.ErrorForUnsupportedType):
    pass


class TestPythonUDFSupported(udfs.PythonUDFSupported):
    pass


class TestPythonUDFNotSupported(udfs.PythonUDFNotSupported):
    pass


class TestPythonUDFRuntimeVersionRequired(udfs.PythonUDFRuntimeVersionRequired):
    pass


class TestPythonUDFEntryPointRequired(udfs.PythonUDFEntryPointRequired):
    pass


class TestSqlUDFDefaultArgSupport(udfs.SqlUDFDefaultArgSupport):
    pass


class TestPythonUDFDefaultArgSupport(udfs.PythonUDFDefaultArgSupport):
    pass


class TestPythonUDFVolatilitySupport(udfs.PythonUDFVolatilitySupport):
    pass


class TestCanFindScalarFunctionRelation(udfs.CanFindScalarFunctionRelation):
    pass


class TestPythonUDFWithPackagesSupported(udfs.PythonUDFWithPackagesSupported):
    pass


class TestBasicPythonUDAF(udafs.BasicPythonUDAF):
    pass


class TestBasicSQLUDAF(udafs.BasicSQLUDAF):
    pass


class TestPythonUDAFDefaultArgSupport(udafs.PythonUDAFDefaultArgSupport):
    pass
