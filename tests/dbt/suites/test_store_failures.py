"""dbt's tests of `store_failures`."""

from dbt.tests.adapter.store_test_failures_tests import basic
from dbt.tests.adapter.store_test_failures_tests.test_store_test_failures import (
    BaseStoreTestFailures,
    BaseStoreTestFailuresLimit,
)


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
