"""dbt's tests of incremental models."""

from typing import Any

import pytest
from dbt.tests.adapter.incremental.test_incremental_merge_exclude_columns import BaseMergeExcludeColumns
from dbt.tests.adapter.incremental.test_incremental_microbatch import BaseMicrobatch
from dbt.tests.adapter.incremental.test_incremental_on_schema_change import BaseIncrementalOnSchemaChange
from dbt.tests.adapter.incremental.test_incremental_predicates import BaseIncrementalPredicates
from dbt.tests.adapter.incremental.test_incremental_unique_id import BaseIncrementalUniqueKey

from suites.profiles import OnDelta

# Tests in tests/dbt cover the same features.
pytestmark = pytest.mark.extended


class TestMergeExcludeColumns(BaseMergeExcludeColumns):
    pass


@pytest.mark.extended
class TestMergeExcludeColumnsDelta(OnDelta, BaseMergeExcludeColumns):
    pass


class TestMicrobatch(BaseMicrobatch):
    pass


@pytest.mark.extended
class TestMicrobatchDelta(OnDelta, BaseMicrobatch):
    pass


class TestIncrementalOnSchemaChange(BaseIncrementalOnSchemaChange):
    pass


@pytest.mark.extended
class TestIncrementalOnSchemaChangeDelta(OnDelta, BaseIncrementalOnSchemaChange):
    pass


class TestIncrementalPredicates(BaseIncrementalPredicates):
    @pytest.fixture(scope="class")
    def project_config_update(self) -> dict[str, Any]:
        return {"models": {"+incremental_predicates": ["dbt_internal_dest.id != 2"], "+incremental_strategy": "merge"}}


class TestPredicates(BaseIncrementalPredicates):
    @pytest.fixture(scope="class")
    def project_config_update(self) -> dict[str, Any]:
        return {"models": {"+predicates": ["dbt_internal_dest.id != 2"], "+incremental_strategy": "merge"}}


class TestPredicatesDelta(OnDelta, TestPredicates):
    pass


class TestIncrementalUniqueKey(BaseIncrementalUniqueKey):
    pass


@pytest.mark.extended
class TestIncrementalUniqueKeyDelta(OnDelta, BaseIncrementalUniqueKey):
    pass
