"""dbt's tests of `alias`."""

import pytest
from dbt.tests.adapter.aliases.test_aliases import (
    BaseAliasErrors,
    BaseAliases,
    BaseSameAliasDifferentDatabases,
    BaseSameAliasDifferentSchemas,
)

# These test dbt rather than the adapter.
pytestmark = pytest.mark.extended


class TestAliases(BaseAliases):
    pass


class TestAliasErrors(BaseAliasErrors):
    pass


class TestSameAliasDifferentDatabases(BaseSameAliasDifferentDatabases):
    pass


class TestSameAliasDifferentSchemas(BaseSameAliasDifferentSchemas):
    pass
