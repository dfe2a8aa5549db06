"""dbt's sample tests."""

import pytest
from dbt.tests.adapter.sample_mode.test_sample_mode import BaseSampleModeTest

# These test dbt rather than the adapter.
pytestmark = pytest.mark.extended


class TestSampleModeTest(BaseSampleModeTest):
    pass
