"""dbt's tests of `alias`."""

from dbt.tests.adapter.aliases.test_aliases import (
    BaseAliasErrors,
    BaseAliases,
    BaseSameAliasDifferentDatabases,
    BaseSameAliasDifferentSchemas,
)


class TestAliases(BaseAliases):
    pass


class TestAliasErrors(BaseAliasErrors):
    pass


class TestSameAliasDifferentDatabases(BaseSameAliasDifferentDatabases):
    pass


class TestSameAliasDifferentSchemas(BaseSameAliasDifferentSchemas):
    pass
