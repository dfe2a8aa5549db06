"""dbt's tests of `dbt clone`: Delta clones tables, Iceberg has views for clones."""

import pytest
from dbt.tests.adapter.dbt_clone.test_dbt_clone import (
    BaseCloneNotPossible,
    BaseClonePossible,
    BaseCloneSameSourceAndTarget,
    BaseCloneSameTargetAndState,
)
from dbt.tests.util import run_dbt_and_capture

from suites.profiles import OnDelta

# Tests in tests/dbt cover the same features.
pytestmark = pytest.mark.extended


class CleanUp:
    @pytest.fixture(autouse=True)
    def clean_up(self, project):
        yield
        with project.adapter.connection_named("__test"):
            for schema in (f"{project.test_schema}_seeds", project.test_schema):
                project.adapter.drop_schema(project.adapter.Relation.create(database=project.database, schema=schema))


@pytest.mark.extended
class TestClonePossibleDelta(OnDelta, CleanUp, BaseClonePossible):
    pass


class TestCloneNotPossible(CleanUp, BaseCloneNotPossible):
    pass


class TestCloneSameSourceAndTarget(BaseCloneSameSourceAndTarget):
    pass


@pytest.mark.extended
class TestCloneSameSourceAndTargetDelta(OnDelta, BaseCloneSameSourceAndTarget):
    pass


class TestCloneSameTargetAndState(BaseCloneSameTargetAndState):
    def test_clone_same_target_and_state(self, project, unique_schema, other_schema):
        project.create_test_schema(other_schema)
        self.run_and_save_state(project.project_root)
        results, output = run_dbt_and_capture(["clone", "--defer", "--state", "target"])
        assert "The state and target directories are the same: 'target'" in output
        assert [result.status for result in results] == ["success"] * 4
