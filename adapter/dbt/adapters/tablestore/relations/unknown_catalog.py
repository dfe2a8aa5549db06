"""What to say about a `database` that is not a catalog."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import Any

from dbt.adapters.tablestore.sql.names import unquoted
from dbt_common.exceptions import DbtRuntimeError

# Spark looks for a schema of its own catalog when there is no catalog of this name.
_NO_CATALOG = ("SCHEMA_NOT_FOUND", "CATALOG_NOT_FOUND")
_CATALOG = re.compile(r"spark\.sql\.catalog\.([^.]+)")


@contextmanager
def explained(
    database: str, default: str | None, rows: Callable[[str], Any], nodes: Mapping[str, Any]
) -> Generator[None]:
    """Runs a block that lists the schemas of a catalog, ``database``; see `message` for the other arguments.

    Raises:
        DbtRuntimeError: there is no such catalog; the message names the nodes that are in it.
    """
    try:
        yield
    except DbtRuntimeError as error:
        if not database or not any(name in error.msg for name in _NO_CATALOG):
            raise
        known = {row[0] for row in rows("show catalogs")} | configured(row[0] for row in rows("set"))
        raise DbtRuntimeError(message(unquoted(database), default, known, nodes)) from None


def configured(settings: Iterable[str]) -> set[str]:
    """The catalogs that these settings of Spark configure. Spark lists a catalog only after its first use."""
    return {found[1] for name in settings if (found := _CATALOG.fullmatch(name))}


def message(database: str, default: str | None, known: Iterable[str], nodes: Mapping[str, Any]) -> str:
    """The error for a database that is not one of the known catalogs.

    Args:
        database: what was given.
        default: the database of the profile.
        known: the names of the catalogs.
        nodes: the nodes of the project, of which those that are in the database are named.
    """
    catalogs = f"the catalogs are {', '.join(sorted({*known, 'spark_catalog'}))}"
    if database == default:
        return (
            f"there is no catalog '{database}', and {catalogs}: correct `database` in profiles.yml, or configure the "
            "catalog under `catalog`, or on the server"
        )
    given = [f"{node.resource_type} '{node.name}'" for node in nodes.values() if node.database == database]
    absent = f", or leave it out for '{default}'" if default else ""
    return (
        f"{', '.join(sorted(given)) or 'the project'}: 'database' is '{database}', which is not a catalog; {catalogs}. "
        f"Write one of them{absent}; `spark.sql.catalog.{database}` under `spark_config` in profiles.yml adds a catalog"
    )
