"""dbt's tests of snapshots."""

import datetime

import pytest
from dbt.tests.adapter.simple_snapshot import fixtures
from dbt.tests.adapter.simple_snapshot.new_record_check_mode import BaseSnapshotNewRecordCheckMode
from dbt.tests.adapter.simple_snapshot.new_record_dbt_valid_to_current import BaseSnapshotNewRecordDbtValidToCurrent
from dbt.tests.adapter.simple_snapshot.new_record_timestamp_mode import BaseSnapshotNewRecordTimestampMode
from dbt.tests.adapter.simple_snapshot.test_ephemeral_snapshot_hard_deletes import (
    BaseSnapshotEphemeralHardDeletes,
    BaseSnapshotNewColumnSpecificCheckCols,
    BaseSnapshotNewColumnTimestampStrategy,
    BaseSnapshotNewColumnWithDeletes,
)
from dbt.tests.adapter.simple_snapshot.test_snapshot import BaseSimpleSnapshot, BaseSnapshotCheck
from dbt.tests.adapter.simple_snapshot.test_various_configs import (
    BaseSnapshotColumnNames,
    BaseSnapshotColumnNamesFromDbtProject,
    BaseSnapshotDbtValidToCurrent,
    BaseSnapshotInvalidColumnNames,
    BaseSnapshotMultiUniqueKey,
)
from dbt.tests.util import check_relations_equal, run_dbt

from suites.profiles import OnDelta

# Tests in tests/dbt cover the same features.
pytestmark = pytest.mark.extended


class NewColumn:
    """A new column with a value in the rows there are; Iceberg's tables have no defaults."""

    @pytest.fixture(scope="class")
    def source_alter_sql(self) -> str:
        return """
alter table {database}.{schema}.src_customers add column dummy_column string;
update {database}.{schema}.src_customers set dummy_column = 'dummy_value';
"""


class TestSimpleSnapshot(BaseSimpleSnapshot):
    pass


@pytest.mark.extended
class TestSimpleSnapshotDelta(OnDelta, BaseSimpleSnapshot):
    pass


class TestSnapshotCheck(BaseSnapshotCheck):
    pass


@pytest.mark.extended
class TestSnapshotCheckDelta(OnDelta, BaseSnapshotCheck):
    pass


class TestSnapshotNewRecordCheckMode(BaseSnapshotNewRecordCheckMode):
    pass


class TestSnapshotNewRecordDbtValidToCurrent(BaseSnapshotNewRecordDbtValidToCurrent):
    pass


class TestSnapshotNewRecordTimestampMode(BaseSnapshotNewRecordTimestampMode):
    pass


@pytest.mark.extended
class TestSnapshotNewRecordTimestampModeDelta(OnDelta, BaseSnapshotNewRecordTimestampMode):
    pass


class TestSnapshotEphemeralHardDeletes(NewColumn, BaseSnapshotEphemeralHardDeletes):
    pass


class TestSnapshotNewColumnSpecificCheckCols(NewColumn, BaseSnapshotNewColumnSpecificCheckCols):
    pass


class TestSnapshotNewColumnTimestampStrategy(NewColumn, BaseSnapshotNewColumnTimestampStrategy):
    pass


class TestSnapshotNewColumnWithDeletes(NewColumn, BaseSnapshotNewColumnWithDeletes):
    pass


class TestSnapshotColumnNames(BaseSnapshotColumnNames):
    pass


class TestSnapshotColumnNamesFromDbtProject(BaseSnapshotColumnNamesFromDbtProject):
    pass


class TestSnapshotDbtValidToCurrent(BaseSnapshotDbtValidToCurrent):
    CURRENT = datetime.datetime(2099, 12, 31)

    def valid_to(self, project) -> dict[int, list[datetime.datetime]]:
        rows = project.run_sql("select id, test_valid_to from {schema}.snapshot_actual order by 1, 2", fetch="all")
        return {key: [row[1] for row in rows if row[0] == key] for key, _ in rows}

    def test_valid_to_current(self, project):
        project.run_sql(fixtures.create_seed_sql)
        project.run_sql(fixtures.create_snapshot_expected_sql)
        project.run_sql(fixtures.seed_insert_sql)
        project.run_sql(fixtures.populate_snapshot_expected_valid_to_current_sql)
        run_dbt(["snapshot"])
        assert self.valid_to(project) == {key: [self.CURRENT] for key in range(1, 21)}

        project.run_sql(fixtures.invalidate_sql)
        project.run_sql(fixtures.update_with_current_sql)
        run_dbt(["snapshot"])
        after = self.valid_to(project)
        assert after[10] == [datetime.datetime(2016, 8, 20, 16, 44, 49), self.CURRENT]
        assert {key: len(values) for key, values in after.items()} == {key: 1 + (key >= 10) for key in range(1, 21)}
        assert {values[-1] for values in after.values()} == {self.CURRENT}
        check_relations_equal(project.adapter, ["snapshot_actual", "snapshot_expected"])


class TestSnapshotInvalidColumnNames(BaseSnapshotInvalidColumnNames):
    pass


class TestSnapshotMultiUniqueKey(BaseSnapshotMultiUniqueKey):
    pass


@pytest.mark.extended
class TestSnapshotMultiUniqueKeyDelta(OnDelta, BaseSnapshotMultiUniqueKey):
    pass
