"""Spark settings of the catalogs: the Iceberg catalog of the profile, and Spark's session catalog with Delta."""

from __future__ import annotations

from pathlib import Path

from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.spark import jars, warehouse_catalog

DELTA_EXTENSION = "io.delta.sql.DeltaSparkSessionExtension"
ICEBERG_EXTENSION = "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions"
_SPARK_CATALOG = "spark.sql.catalog.spark_catalog"
_DELTA_CATALOG = "org.apache.spark.sql.delta.catalog.DeltaCatalog"
_METASTORE_URL = "spark.hadoop.javax.jdo.option.ConnectionURL"
OF_METASTORE = ("spark.sql.warehouse.dir", _METASTORE_URL)
"""The settings of the metastore of Spark's session catalog, which sessions of one root share."""
SQLITE_WAIT_MS = 60_000
"""How long a writer waits for a lock on the catalog's SQLite file."""


def iceberg_settings(credentials: TablestoreCredentials, has_our_jars: bool) -> dict[str, str]:
    """The settings of the default catalog; empty when the profile uses Spark's session catalog.

    ``has_our_jars`` tells whether every process that writes files has the jars of this adapter.
    """
    name = credentials.catalog_name
    if name == "spark_catalog":
        return {}
    properties = {key: value for key, value in credentials.catalog.items() if key != "name"}
    properties.setdefault("type", "jdbc")
    # Each dbt connection has its own Spark session, and this cache is per session: it would hide commits of other
    # threads.
    properties.setdefault("cache-enabled", "false")
    if properties["type"] == "jdbc":
        # The default, V0, has no views. Iceberg adds a column to the tables of an older catalog.
        properties.setdefault("jdbc.schema-version", "V1")
    folder = credentials.warehouse_path
    if folder is not None and has_our_jars:
        for key, value in jars.LOCAL_FILES.items():
            properties.setdefault(key, value)
    if credentials.warehouse is not None:
        properties.setdefault("warehouse", credentials.warehouse if folder is None else str(folder))
    if folder is not None and has_catalog_file(credentials):
        properties["uri"] = f"jdbc:sqlite:{folder / warehouse_catalog.FILE}?busy_timeout={SQLITE_WAIT_MS}"
    prefix = f"spark.sql.catalog.{name}"
    settings = {f"{prefix}.{key}": _text(value) for key, value in properties.items()}
    return {prefix: "org.apache.iceberg.spark.SparkCatalog", "spark.sql.defaultCatalog": name, **settings}


def has_catalog_file(credentials: TablestoreCredentials) -> bool:
    """Whether the catalog is a file in the warehouse folder."""
    own = credentials.catalog
    return credentials.warehouse_path is not None and own.get("type", "jdbc") == "jdbc" and "uri" not in own


def spark_catalog_settings(warehouse: Path | None) -> dict[str, str]:
    """The settings of Spark's session catalog, for Delta, with an embedded metastore in the warehouse folder.

    The metastore starts with the first statement that uses ``spark_catalog``.
    """
    settings = {_SPARK_CATALOG: _DELTA_CATALOG}
    if warehouse is not None:
        home = warehouse / "spark_catalog"
        settings |= {
            "spark.sql.catalogImplementation": "hive",
            # no URI: Spark takes its percent signs for characters of the path
            "spark.sql.warehouse.dir": f"file:{home}",
            _METASTORE_URL: f"jdbc:derby:;databaseName={home / 'metastore'};create=true",
        }
    return settings


def forgets_tables(settings: dict[str, str]) -> bool:
    """Whether Spark's session catalog lists Delta tables in memory, so that the next run would not find them."""
    return settings.get(_SPARK_CATALOG) == _DELTA_CATALOG and settings.get("spark.sql.catalogImplementation") != "hive"


def metastore_folder(settings: dict[str, str]) -> Path | None:
    """The folder of the embedded metastore that these settings use; None when they use another metastore."""
    url = settings.get(_METASTORE_URL, "")
    if not url.startswith("jdbc:derby:;databaseName="):
        return None
    return Path(url.removeprefix("jdbc:derby:;databaseName=").split(";")[0]).parent


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
