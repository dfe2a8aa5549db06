"""dbt's tests of `grants`, for users that no catalog here knows."""

import pytest
from dbt.tests.adapter.grants.test_incremental_grants import BaseIncrementalGrants
from dbt.tests.adapter.grants.test_invalid_grants import BaseInvalidGrants
from dbt.tests.adapter.grants.test_model_grants import BaseModelGrants
from dbt.tests.adapter.grants.test_seed_grants import BaseSeedGrants
from dbt.tests.adapter.grants.test_snapshot_grants import BaseSnapshotGrants

# All are expected to fail. tests/dbt/test_contracts.py covers the warning.
pytestmark = pytest.mark.extended


class Users:
    @pytest.fixture(scope="class", autouse=True)
    def get_test_users(self):
        return ["anna", "bert", "cleo"]


class TestIncrementalGrants(Users, BaseIncrementalGrants):
    pass


class TestInvalidGrants(Users, BaseInvalidGrants):
    pass


class TestModelGrants(Users, BaseModelGrants):
    pass


class TestSeedGrants(Users, BaseSeedGrants):
    pass


class TestSnapshotGrants(Users, BaseSnapshotGrants):
    pass
