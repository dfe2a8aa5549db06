"""dbt's tests of `--empty`."""

import pytest
from dbt.tests.adapter.empty.test_empty import (
    BaseTestEmpty,
    BaseTestEmptyInlineSourceRef,
    BaseTestEmptySeedFlag,
    MetadataWithEmptyFlag,
)

# Tests in tests/dbt cover the same features.
pytestmark = pytest.mark.extended


class TestEmptyFlag(BaseTestEmpty):
    pass


class TestEmptyFlagInlineSourceRef(BaseTestEmptyInlineSourceRef):
    pass


class TestEmptyFlagOnSeeds(BaseTestEmptySeedFlag):
    pass


class TestEmptyFlagMetadata(MetadataWithEmptyFlag):
    pass
