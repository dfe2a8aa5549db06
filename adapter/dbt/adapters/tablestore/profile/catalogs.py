"""The catalog and the warehouse of a target, which the embedded Spark and a session of Spark Connect configure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from dbt.adapters.tablestore.profile.methods import Method

_TYPES = ("jdbc", "rest", "hive", "glue", "hadoop", "nessie", "spark")
"""``spark`` is Spark's session catalog, without an Iceberg catalog."""
_URIS = {
    "jdbc": "jdbc:postgresql://host:5432/lake",
    "rest": "http://host:8181",
    "nessie": "http://host:19120/api/v2",
}
"""The types that need a server, and an address of one."""
_WITH_WAREHOUSE = ("jdbc", "hadoop", "nessie")
# One letter is a drive of Windows.
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


def is_uri(warehouse: str) -> bool:
    """Whether a warehouse names its file system, also with one slash, as in ``hdfs:/lake``."""
    return _URI.match(warehouse) is not None


def local_folder(warehouse: str | None) -> str | None:
    """The folder of this machine that a warehouse is; None if it is in another file system."""
    folder = (warehouse or "").removeprefix("file://").removeprefix("file:")
    return folder if folder and (folder != warehouse or not is_uri(folder)) else None


def catalog_problems(target: Mapping[str, Any]) -> Iterator[str]:
    """What is missing or unusable in the catalog of a target."""
    catalog = target.get("catalog") or {}
    kind, name = str(catalog.get("type", "jdbc")), str(catalog.get("name", "lake"))
    if kind not in _TYPES:
        yield f"`catalog.type` is '{kind}'; it must be one of: {', '.join(_TYPES)}"
    elif kind != "spark":
        if name == "spark_catalog":
            yield (
                "`catalog.name` is 'spark_catalog', which is Spark's own catalog: write another name, or, to use that "
                "one, only `type: spark`"
            )
        yield from _missing(target, kind, {str(key) for key in catalog} | _configured(target, name))


def _missing(target: Mapping[str, Any], kind: str, given: set[str]) -> Iterator[str]:
    """Properties without which Iceberg cannot use the catalog."""
    is_embedded, warehouse = target.get("method") == Method.SESSION, target.get("warehouse")
    lacks_warehouse = kind in _WITH_WAREHOUSE and not warehouse and "warehouse" not in given
    if lacks_warehouse:
        what = "a folder for the tables, for example `warehouse: ./lake`"
        yield f"`warehouse` is missing: {what if is_embedded else 'a URI, for example `warehouse: s3://bucket/lake`'}"
    # the catalog is a file in the folder, see `has_catalog_file`
    has_file = kind == "jdbc" and is_embedded and (local_folder(warehouse) is not None or lacks_warehouse)
    if kind in _URIS and "uri" not in given and not has_file:
        only = (
            "; only a `warehouse` that is a folder has a catalog of its own" if kind == "jdbc" and is_embedded else ""
        )
        yield (
            f"`catalog.uri` is missing: the server of the catalog, for `catalog.type: {kind}`; for example "
            f"`uri: {_URIS[kind]}`{only}"
        )


def _configured(target: Mapping[str, Any], name: str) -> set[str]:
    """The properties of the catalog that the target sets as settings of Spark."""
    settings = [*(target.get("spark_config") or {}), *(target.get("server_side_parameters") or {})]
    prefix = f"spark.sql.catalog.{name}."
    return {str(key).removeprefix(prefix) for key in settings if str(key).startswith(prefix)}
