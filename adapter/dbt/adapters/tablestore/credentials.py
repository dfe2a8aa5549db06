"""The profile: one line for the embedded Spark, everything of dbt-spark for the rest."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dbt.adapters.spark.connections import SparkConnectionMethod, SparkCredentials
from dbt.adapters.tablestore.config import known_model_configs
from dbt_common.exceptions import DbtRuntimeError

CATALOG_TYPES = ("jdbc", "rest", "hive", "glue", "hadoop", "nessie", "spark")
"""``spark`` is Spark's own session catalog: no Iceberg catalog beside it."""


@dataclass
class TablestoreCredentials(SparkCredentials):
    """What a profile target may say.

    ``warehouse`` is a folder, relative to the project. ``catalog`` describes the default Iceberg catalog: ``name``
    (default ``lake``), ``type`` and any property of that catalog. ``spark_config`` holds any Spark setting and wins
    over ours. ``jars`` replaces the jars we resolve; an empty list means the cluster has them.
    """

    warehouse: str | None = None
    catalog: dict[str, Any] = field(default_factory=dict)
    file_format: str = "iceberg"
    spark_config: dict[str, Any] = field(default_factory=dict)
    jars: list[str] | None = None

    @classmethod
    def __pre_deserialize__(cls, data: Any) -> Any:
        data = super().__pre_deserialize__(data)
        data.setdefault("method", "session")
        if data["method"] == "session":
            data.setdefault("host", "local")
        return data

    def __post_init__(self) -> None:
        """Checks the target; raises one error with every problem.

        Raises:
            DbtRuntimeError: a required key is missing or a key has an unusable value.
        """
        self.project_root: Path = Path.cwd()
        if self.method != SparkConnectionMethod.SESSION:
            super().__post_init__()
            return
        problems = []
        if not self.schema:
            problems.append("`schema` is missing: the schema of models that name none, for example `schema: main`")
        catalog_type = str(self.catalog.get("type", "jdbc"))
        if catalog_type not in CATALOG_TYPES:
            problems.append(f"`catalog.type` is '{catalog_type}'; it must be one of: {', '.join(CATALOG_TYPES)}")
        if self.warehouse is None and catalog_type in ("jdbc", "hadoop") and "warehouse" not in self.catalog:
            problems.append("`warehouse` is missing: a folder for the tables, for example `warehouse: ./lake`")
        if problems:
            raise DbtRuntimeError("\n  - ".join(["the target cannot be used:", *problems]))
        if self.database is None:
            self.database = self.catalog_name
        # dbt-spark's name for the same thing keeps working.
        self.spark_config = {**self.server_side_parameters, **self.spark_config}

    @property
    def catalog_name(self) -> str:
        """The Iceberg catalog's name, or Spark's own catalog when there is no Iceberg one."""
        return "spark_catalog" if self.catalog.get("type") == "spark" else str(self.catalog.get("name", "lake"))

    @property
    def warehouse_path(self) -> Path | None:
        """The warehouse folder, absolute; None when the profile names none or names a URI."""
        if self.warehouse is None or "://" in self.warehouse:
            return None
        return (self.project_root / Path(self.warehouse).expanduser()).resolve()

    @property
    def type(self) -> str:
        """The adapter's name."""
        return "tablestore"

    @property
    def unique_field(self) -> str:
        """What tells one deployment from another in dbt's anonymous statistics."""
        return self.warehouse or self.host or "local"

    @staticmethod
    def known_model_configs() -> list[str]:
        """:func:`config.known_model_configs`, for macros: ``adapter.config.credentials.known_model_configs()``."""
        return known_model_configs()

    def _connection_keys(self) -> tuple[str, ...]:
        if self.method != SparkConnectionMethod.SESSION:
            return (*super()._connection_keys(), "file_format")
        return ("method", "database", "schema", "warehouse", "file_format")
