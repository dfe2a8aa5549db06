"""dbt's tests of contracts and constraints.

Open-source Spark enforces NOT NULL on both formats and CHECK on Delta; keys and uniqueness it does not have.
"""

from typing import Any

import pytest
from dbt.tests.adapter.constraints import fixtures
from dbt.tests.adapter.constraints.test_constraints import (
    BaseConstraintQuotedColumn,
    BaseConstraintsRollback,
    BaseConstraintsRuntimeDdlEnforcement,
    BaseIncrementalConstraintsColumnsEqual,
    BaseIncrementalConstraintsRollback,
    BaseIncrementalConstraintsRuntimeDdlEnforcement,
    BaseIncrementalContractSqlHeader,
    BaseIncrementalForeignKeyConstraint,
    BaseModelConstraintsRuntimeEnforcement,
    BaseTableConstraintsColumnsEqual,
    BaseTableContractSqlHeader,
    BaseViewConstraintsColumnsEqual,
)

from functional.profiles import OnDelta


class SparkTypes:
    @pytest.fixture
    def string_type(self) -> str:
        return "STRING"

    @pytest.fixture
    def data_types(self, schema_int_type: str, int_type: str, string_type: str) -> list[list[str]]:
        """A value, the type a contract declares for it, and the type's name in the error."""
        return [
            ["1", schema_int_type, int_type],
            ["'1'", string_type, string_type],
            ["true", "boolean", "BOOLEAN"],
            ["array('a', 'b', 'c')", "array<string>", "ARRAY<STRING>"],
            ["array(1, 2, 3)", "array<int>", "ARRAY<INT>"],
            ["cast('2019-01-01' as date)", "date", "DATE"],
            ["timestamp '2013-11-03 00:00:00'", "timestamp", "TIMESTAMP"],
            ["cast(1.0 as decimal(4, 2))", "decimal(4,2)", "DECIMAL(4,2)"],
        ]


class TestTableConstraintsColumnsEqual(SparkTypes, BaseTableConstraintsColumnsEqual):
    pass


class TestViewConstraintsColumnsEqual(SparkTypes, BaseViewConstraintsColumnsEqual):
    pass


class TestIncrementalConstraintsColumnsEqual(SparkTypes, BaseIncrementalConstraintsColumnsEqual):
    pass


class TestIncrementalConstraintsColumnsEqualDelta(OnDelta, SparkTypes, BaseIncrementalConstraintsColumnsEqual):
    pass


class TestConstraintsRuntimeDdlEnforcement(BaseConstraintsRuntimeDdlEnforcement):
    pass


class TestIncrementalConstraintsRuntimeDdlEnforcement(BaseIncrementalConstraintsRuntimeDdlEnforcement):
    pass


class TestModelConstraintsRuntimeEnforcement(BaseModelConstraintsRuntimeEnforcement):
    pass


class TestConstraintQuotedColumn(BaseConstraintQuotedColumn):
    pass


class TestConstraintsRollback(BaseConstraintsRollback):
    pass


class TestConstraintsRollbackDelta(OnDelta, BaseConstraintsRollback):
    pass


class TestIncrementalConstraintsRollback(BaseIncrementalConstraintsRollback):
    pass


class TestIncrementalConstraintsRollbackDelta(OnDelta, BaseIncrementalConstraintsRollback):
    pass


class SqlHeader:
    """Postgres' `set session time zone` and `current_setting` in Spark's words."""

    @pytest.fixture(scope="class")
    def models(self) -> dict[str, Any]:
        model = self.model.replace("set session time zone 'Asia/Kolkata'", "set time zone 'Asia/Kolkata'")
        return {
            "my_model_contract_sql_header.sql": model.replace("current_setting('timezone')", "current_timezone()"),
            "constraints_schema.yml": fixtures.model_contract_header_schema_yml,
        }


class TestTableContractSqlHeader(SqlHeader, BaseTableContractSqlHeader):
    model = fixtures.my_model_contract_sql_header_sql


class TestIncrementalContractSqlHeader(SqlHeader, BaseIncrementalContractSqlHeader):
    model = fixtures.my_model_incremental_contract_sql_header_sql


class TestIncrementalForeignKeyConstraint(BaseIncrementalForeignKeyConstraint):
    pass
