"""What dbt loads for `type: tablestore`."""

from dbt.adapters.base import AdapterPlugin
from dbt.adapters.tablestore.impl import TablestoreAdapter
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.include import tablestore

Plugin = AdapterPlugin(
    adapter=TablestoreAdapter,  # type: ignore[arg-type]
    credentials=TablestoreCredentials,
    include_path=tablestore.PACKAGE_PATH,
    dependencies=["tablestore_macros", "spark"],
)
