"""dbt's tests of `store_failures`."""

import pytest
from dbt.tests.adapter.store_test_failures_tests import basic
from dbt.tests.adapter.store_test_failures_tests.test_store_test_failures import (
    BaseStoreTestFailures,
    BaseStoreTestFailuresLimit,
)

# These test dbt rather than the adapter.
pytestmark = pytest.mark.extended


class TestStoreTestFailures(BaseStoreTestFailures):
    pass


class TestStoreTestFailuresLimit(BaseStoreTestFailuresLimit):
    pass


class TestInteractions(basic.StoreTestFailuresAsInteractions):
    pass


class TestProjectLevelOff(basic.StoreTestFailuresAsProjectLevelOff):
    pass


class TestProjectLevelView(basic.StoreTestFailuresAsProjectLevelView):
    pass


class TestProjectLevelEphemeral(basic.StoreTestFailuresAsProjectLevelEphemeral):
    pass


class TestGeneric(basic.StoreTestFailuresAsGeneric):
    pass


class TestExceptions(basic.StoreTestFailuresAsExceptions):
    pass
