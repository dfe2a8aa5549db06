"""dbt-tablestore: dbt on Spark with Iceberg and Delta, embedded by default.

Each name is imported when it is first used: every module of the adapter begins with this file, and a command such as
``dbt-tablestore --help`` needs neither dbt nor Spark.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dbt.adapters.tablestore.connections import TablestoreConnectionManager
    from dbt.adapters.tablestore.console.opening import session
    from dbt.adapters.tablestore.impl import TablestoreAdapter
    from dbt.adapters.tablestore.plugin import Plugin
    from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
    from dbt.adapters.tablestore.relations.relation import TablestoreRelation

_MODULES = {
    "Plugin": "plugin",
    "TablestoreAdapter": "impl",
    "TablestoreConnectionManager": "connections",
    "TablestoreCredentials": "profile.credentials",
    "TablestoreRelation": "relations.relation",
    "session": "console.opening",
}

__all__ = [
    "Plugin",
    "TablestoreAdapter",
    "TablestoreConnectionManager",
    "TablestoreCredentials",
    "TablestoreRelation",
    "session",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
