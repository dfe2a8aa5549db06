"""dbt's concurrency tests."""

import pytest
from dbt.tests.adapter.concurrency.test_concurrency import BaseConcurrency

# These test dbt rather than the adapter.
pytestmark = pytest.mark.extended


class TestConcurrency(BaseConcurrency):
    pass
