"""How the adapter finds relations: dbt's cache has those of a schema as it was listed, and the catalog newer ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dbt.adapters.base.meta import available
from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.spark.impl import SparkAdapter
from dbt.adapters.tablestore.relations import listing
from dbt.adapters.tablestore.relations.tables import Tables


class ListedRelations(SparkAdapter):
    """The part of the adapter that lists schemas."""

    _tables: Tables
    _rows: Callable[[str], Any]

    def list_relations_without_caching(self, schema_relation: BaseRelation) -> list[BaseRelation]:
        """The tables and views of one schema, each with its format."""
        return [*listing.relations_in(schema_relation, self._rows, self.config.credentials.database)]

    @available.parse_none
    def get_relation(self, database: str, schema: str, identifier: str) -> BaseRelation | None:
        """The table or view of this name; None if there is none.

        dbt's cache has what existed when the schema was listed, and while a thread fills it, a part of that. What it
        lacks is asked of the catalog, because a run that takes a table for a new one loses rows.
        """
        found = super().get_relation(database, schema, identifier)
        if found is not None or self.connections.get_if_exists() is None:
            return found
        wanted = self.Relation.create(
            database=database, schema=schema, identifier=identifier, quote_policy=self.config.quoting
        )
        if self._tables.exists(wanted) is False:
            return None
        names = (identifier, listing.rows_table(identifier))
        for relation in listing.relations_in(wanted, self._rows, self.config.credentials.database, names):
            self.cache.add(relation)
        return super().get_relation(database, schema, identifier)
