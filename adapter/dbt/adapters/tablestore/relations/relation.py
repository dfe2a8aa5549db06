"""Three-part names and one table format per relation."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dbt.adapters.base.relation import BaseRelation, FunctionConfig
from dbt.adapters.contracts.relation import ComponentName, Policy, RelationType
from dbt.adapters.spark.relation import SparkQuotePolicy
from dbt.adapters.tablestore.functions.project import project, readable_errors
from dbt.adapters.tablestore.sql.names import quoted, quoted_if_needed


@dataclass
class TablestoreIncludePolicy(Policy):
    """Renders ``catalog.schema.table``; the base class omits a catalog that is not set."""

    database: bool = True
    schema: bool = True
    identifier: bool = True


@dataclass(frozen=True, eq=False, repr=False)
class TablestoreRelation(BaseRelation):
    """A table or view of any catalog.

    ``table_format`` is the provider Spark reports (``iceberg``, ``delta``, ``parquet``, ...), or None for a view and
    for a relation that was not read from the catalog. ``information`` is the raw text of SHOW TABLE EXTENDED.
    """

    quote_policy: Policy = field(default_factory=SparkQuotePolicy)
    include_policy: Policy = field(default_factory=TablestoreIncludePolicy)
    quote_character: str = "`"
    require_alias: bool = False
    table_format: str | None = None
    information: str | None = None

    @classmethod
    def create_from(cls, quoting: Any, relation_config: Any, **kwargs: Any) -> TablestoreRelation:
        """The relation of a node. For a function of the session, in Python or of a table, it is only the name."""
        relation: TablestoreRelation = super().create_from(quoting, relation_config, **kwargs)
        called = kwargs.get("type") == RelationType.Function
        if not called or str(getattr(relation_config, "resource_type", "")) != "function":
            return relation
        with readable_errors():
            of_session = project.use(relation_config) is not None or project.use_sql_table(relation_config)
        return relation.include(database=False, schema=False) if of_session else relation

    @classmethod
    def create_ephemeral_from(cls, relation_config: Any, *args: Any, **kwargs: Any) -> TablestoreRelation:
        """An ephemeral model, or the rows of a unit test, which stand for those of a table in this schema."""
        relation: TablestoreRelation = super().create_ephemeral_from(relation_config, *args, **kwargs)
        schema = {"database": relation_config.database, "schema": relation_config.schema}
        placed: TablestoreRelation = relation.incorporate(path=schema)
        return placed.include(database=False, schema=False)

    def render_limited(self) -> str:
        """The relation, or with ``--empty`` a query without rows.

        dbt's also has a LIMIT, whose changes a materialized view with a state TTL cannot follow.
        """
        if self.limit == 0:
            return f"(select * from {self.render()} where false){self._render_limited_alias()}"
        return super().render_limited()

    def get_function_config(self, model: dict[str, Any]) -> FunctionConfig | None:
        """The settings of a function; by default the file's name and the version of the running Python."""
        with readable_errors():
            project.build(str(model.get("unique_id")))
        config = model.get("config", {})
        entry_point = config.get("entry_point") or model.get("name")
        runtime_version = config.get("runtime_version") or f"{sys.version_info.major}.{sys.version_info.minor}"
        complete = {**config, "entry_point": entry_point, "runtime_version": runtime_version}
        return super().get_function_config({**model, "config": complete})

    # Properties that the macros of dbt-spark, and packages for it, use.
    @property
    def is_delta(self) -> bool:
        """Whether the catalog reports a Delta table."""
        return self.table_format == "delta"

    @property
    def is_iceberg(self) -> bool:
        """Whether the catalog reports an Iceberg table."""
        return self.table_format == "iceberg"

    @property
    def is_hudi(self) -> bool:
        """Whether the catalog reports a Hudi table."""
        return self.table_format == "hudi"

    def _is_exactish_match(self, field: ComponentName, value: str) -> bool:
        """Compares names without case, as Spark does."""
        return self.path.get_lowered_part(field) == value.lower()

    def _render_iterator(self) -> Iterator[tuple[ComponentName | None, str | None]]:
        """Quotes only the parts that Spark cannot read without quotes, such as a name with dots."""
        for key, part in super()._render_iterator():
            if part is not None and key is not None and not self.quote_policy.get_part(key):
                part = quoted_if_needed(part)
            yield key, part

    def quoted(self, identifier: str) -> str:
        """A name in backticks."""
        return quoted(identifier)
