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
from dbt.tests.util import read_file, run_dbt, write_file

from suites.profiles import OnDelta

# Tests in tests/dbt cover the same features.
pytestmark = pytest.mark.extended


class SparkTypes:
    @pytest.fixture
    def string_type(self) -> str:
        return "string"

    @pytest.fixture
    def int_type(self) -> str:
        return "int"

    @pytest.fixture
    def data_types(self) -> list[list[str]]:
        """A value, the type a contract declares for it, and the type's name in the error."""
        return [
            ["1", "int", "int"],
            ["'1'", "string", "string"],
            ["true", "boolean", "boolean"],
            ["array('a', 'b', 'c')", "array<string>", "array<string>"],
            ["array(1, 2, 3)", "array<int>", "array<int>"],
            ["cast('2019-01-01' as date)", "date", "date"],
            ["timestamp '2013-11-03 00:00:00'", "timestamp", "timestamp"],
            ["cast(1.0 as decimal(4, 2))", "decimal(4,2)", "decimal(4,2)"],
        ]


class TestTableConstraintsColumnsEqual(SparkTypes, BaseTableConstraintsColumnsEqual):
    pass


class TestViewConstraintsColumnsEqual(SparkTypes, BaseViewConstraintsColumnsEqual):
    pass


class TestIncrementalConstraintsColumnsEqual(SparkTypes, BaseIncrementalConstraintsColumnsEqual):
    pass


@pytest.mark.extended
class TestIncrementalConstraintsColumnsEqualDelta(OnDelta, SparkTypes, BaseIncrementalConstraintsColumnsEqual):
    pass


class FilledAfterwards:
    """The table is created with its constraints first, so the statement dbt records is the one that fills it."""

    @pytest.fixture(scope="class")
    def expected_sql(self) -> str:
        return """
insert into <model_identifier> (`id`, `color`, `date_day`)
select id, color, date_day
from (
    -- depends_on: <foreign_key_model_identifier>
    select 'blue' as color, 1 as id, '2019-01-01' as date_day
) as model_subq
"""

    def test_the_table_refuses_null(self, project):
        schema = read_file("models", "constraints_schema.yml")
        write_file(schema.format(schema=project.test_schema), "models", "constraints_schema.yml")
        run_dbt(["run"])
        with pytest.raises(Exception, match=r"(?i)not.null|CHECK constraint"):
            project.run_sql(f"insert into {project.test_schema}.my_model values (null, 'red', '2019-01-02')")


class TestConstraintsRuntimeDdlEnforcement(FilledAfterwards, BaseConstraintsRuntimeDdlEnforcement):
    pass


class TestConstraintsRuntimeDdlEnforcementDelta(OnDelta, FilledAfterwards, BaseConstraintsRuntimeDdlEnforcement):
    def test_the_table_refuses_what_the_check_refuses(self, project):
        with pytest.raises(Exception, match="CHECK constraint"):
            project.run_sql(f"insert into {project.test_schema}.my_model values (0, 'red', '2019-01-02')")


class TestIncrementalConstraintsRuntimeDdlEnforcement(
    FilledAfterwards, BaseIncrementalConstraintsRuntimeDdlEnforcement
):
    pass


class TestModelConstraintsRuntimeEnforcement(FilledAfterwards, BaseModelConstraintsRuntimeEnforcement):
    pass


class TestConstraintQuotedColumnDelta(OnDelta, BaseConstraintQuotedColumn):
    @pytest.fixture(scope="class")
    def models(self) -> dict[str, Any]:
        return {
            "my_model.sql": fixtures.my_model_with_quoted_column_name_sql,
            "constraints_schema.yml": fixtures.model_quoted_column_schema_yml.replace('"from"', "`from`"),
        }

    @pytest.fixture(scope="class")
    def expected_sql(self) -> str:
        return """
insert into <model_identifier> (`id`, `from`, `date_day`)
select id, `from`, date_day
from (
    select 'blue' as `from`, 1 as id, '2019-01-01' as date_day
) as model_subq
"""


class IcebergRefusal:
    @pytest.fixture(scope="class")
    def expected_error_messages(self) -> list[str]:
        return ["NULL value appeared in non-nullable field", "id"]


class DeltaRefusal:
    @pytest.fixture(scope="class")
    def expected_error_messages(self) -> list[str]:
        return ["CHECK constraint", "violated by row with values", "id : null"]


class TestConstraintsRollback(IcebergRefusal, BaseConstraintsRollback):
    pass


class TestConstraintsRollbackDelta(OnDelta, DeltaRefusal, BaseConstraintsRollback):
    pass


class TestIncrementalConstraintsRollback(IcebergRefusal, BaseIncrementalConstraintsRollback):
    pass


class TestIncrementalConstraintsRollbackDelta(OnDelta, DeltaRefusal, BaseIncrementalConstraintsRollback):
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
