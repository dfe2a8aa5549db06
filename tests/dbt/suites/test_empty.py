"""dbt's tests of `--empty`."""

from dbt.tests.adapter.empty.test_empty import (
    BaseTestEmpty,
    BaseTestEmptyInlineSourceRef,
    BaseTestEmptySeedFlag,
    MetadataWithEmptyFlag,
)


class TestEmptyFlag(BaseTestEmpty):
    pass


class TestEmptyFlagInlineSourceRef(BaseTestEmptyInlineSourceRef):
    pass


class TestEmptyFlagOnSeeds(BaseTestEmptySeedFlag):
    pass


class TestEmptyFlagMetadata(MetadataWithEmptyFlag):
    pass
