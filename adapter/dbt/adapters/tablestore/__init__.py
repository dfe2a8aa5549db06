"""dbt-tablestore: dbt on Spark with Iceberg and Delta, embedded by default."""

from dbt.adapters.base import AdapterPlugin
from dbt.adapters.tablestore.connections import TablestoreConnectionManager
from dbt.adapters.tablestore.console.opening import session
from dbt.adapters.tablestore.impl import TablestoreAdapter
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from dbt.include import tablestore

Plugin = AdapterPlugin(
    adapter=TablestoreAdapter,  # type: ignore[arg-type]
    credentials=TablestoreCredentials,
    include_path=tablestore.PACKAGE_PATH,
    dependencies=["tablestore_macros", "spark"],
)

__all__ = [
    "Plugin",
    "TablestoreAdapter",
    "TablestoreConnectionManager",
    "TablestoreCredentials",
    "TablestoreRelation",
    "session",
]
