"""The adapter: what dbt asks of a warehouse, answered for Spark with Iceberg and Delta."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from dbt.adapters.base import available
from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.contracts.relation import RelationType
from dbt.adapters.spark.impl import LIST_RELATIONS_MACRO_NAME, SCHEMA_NOT_FOUND_MESSAGES, SparkAdapter
from dbt_common.exceptions import DbtRuntimeError

from dbt.adapters.tablestore.config import TablestoreConfig
from dbt.adapters.tablestore.connections import TablestoreConnectionManager
from dbt.adapters.tablestore.relation import TablestoreRelation

_PROVIDER = re.compile(r"^Provider: (\w+)", re.MULTILINE)


class TablestoreAdapter(SparkAdapter):
    """dbt-spark with catalogs, formats and sessions put right."""

    Relation = TablestoreRelation
    ConnectionManager = TablestoreConnectionManager
    AdapterSpecificConfigs = TablestoreConfig

    def __init__(self, config: Any, mp_context: Any) -> None:
        super().__init__(config, mp_context)
        root = Path(getattr(config, "project_root", None) or Path.cwd())
        config.credentials.project_root = root
        config.credentials.log_folder = root / (getattr(config, "log_path", None) or "logs")

    def list_relations_without_caching(self, schema_relation: BaseRelation) -> list[BaseRelation]:
        """The tables and views of one schema, each with its format."""
        try:
            rows = self.execute_macro(LIST_RELATIONS_MACRO_NAME, kwargs={"schema_relation": schema_relation})
        except DbtRuntimeError as error:
            if any(text in error.msg for text in SCHEMA_NOT_FOUND_MESSAGES):
                return []
            raise
        # Temporary views are listed too, without a schema; they are not relations of the warehouse.
        return [self._listed(schema_relation, row) for row in rows if row["namespace"]]

    def _listed(self, schema_relation: BaseRelation, row: Any) -> BaseRelation:
        information = row["information"]
        provider = _PROVIDER.search(information)
        is_view = "Type: VIEW" in information
        return self.Relation.create(
            database=schema_relation.database,
            schema=schema_relation.schema,
            identifier=row["tableName"],
            type=RelationType.View if is_view else RelationType.Table,
            table_format=provider.group(1).lower() if provider and not is_view else None,
            information=information,
        )

    def check_schema_exists(self, database: str, schema: str) -> bool:
        """Whether the catalog has the schema."""
        return schema.lower() in (name.lower() for name in self.list_schemas(database))

    def valid_incremental_strategies(self) -> list[str]:
        """The strategies built in; a project may add macros of its own."""
        return ["append", "merge", "insert_overwrite", "microbatch"]

    @available.parse(lambda *_, **__: "")
    def default_database(self) -> str | None:
        """The catalog of models that name none."""
        return self.config.credentials.database  # type: ignore[no-any-return]
