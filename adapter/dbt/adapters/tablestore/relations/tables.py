"""What macros ask about stored tables: `adapter.tables()`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.contracts.relation import RelationType
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from dbt.adapters.tablestore.spark.sessions.session import Session
from dbt.adapters.tablestore.sql.created_names import name_parts
from dbt.adapters.tablestore.sql.names import unquoted
from dbt_common.exceptions import DbtRuntimeError

# What Spark says of statements that its parser knows, and that it does not have.
_NO_GRANTS = re.compile(r"operation not allowed|INVALID_STATEMENT_OR_CLAUSE|PARSE_SYNTAX_ERROR", re.IGNORECASE)


class Tables:
    """The metadata of tables, read without a statement where the session can.

    Most of it is None where only statements find it: the macros run these then.
    """

    def __init__(
        self, credentials: TablestoreCredentials, session: Callable[[], Session], rows: Callable[[str], Any]
    ) -> None:
        self._credentials, self._session, self._rows = credentials, session, rows

    def named(self, name: str) -> TablestoreRelation:
        """The table of a quoted name in a query.

        Spark looks for a name without a catalog, or without a schema, in the current ones of the session, which need
        not be those of the target. A target without a catalog has tables in the current one.
        """
        *before, identifier = name_parts(name)
        catalog, schema = before[-2:] if len(before) > 1 else self._current(*before)
        return TablestoreRelation.create(
            database=catalog, schema=schema, identifier=identifier, type=RelationType.Table
        )

    def _current(self, schema: str | None = None) -> tuple[str | None, str]:
        """The current catalog, and a schema in it, which is the current one if none is given."""
        catalog, current = map(unquoted, self._rows("select current_catalog(), current_schema()")[0])
        return catalog if self._credentials.database else None, schema or current

    def exists(self, table: BaseRelation) -> bool | None:
        """Whether there is a table or a view of this name; None where only statements find it."""
        return self._session().exists(table.render())

    def described(self, table: BaseRelation | str) -> dict[str, Any] | None:
        """The ``columns`` and the ``properties`` of a table; None where only statements find them."""
        return self._session().described(str(table))

    def properties(self, table: BaseRelation) -> dict[str, str]:
        """The properties of a table, name -> value; a statement does not show those with a word such as url."""
        known = self.described(table)
        if known is None:
            return {row[0]: row[1] for row in self._rows(f"show tblproperties {table}")}
        return dict(known["properties"])

    def field_ids(self, table: BaseRelation, snapshot: str | None = None) -> dict[str, str]:
        """The ids of the columns of an Iceberg table, by which a column that was dropped and added again is known."""
        return self._session().field_ids(str(table), snapshot)

    def field_paths(self, table: BaseRelation | str, snapshot: str | None = None) -> dict[str, int]:
        """The ids of the columns of an Iceberg table, and those of the fields in them, by their paths."""
        return self._session().field_paths(str(table), snapshot)

    def has_columns_of(self, table: BaseRelation | str, snapshot: str) -> bool:
        """Whether an Iceberg table has the columns that it had at a snapshot; False where only statements find that."""
        return self._session().has_columns_of(str(table), snapshot)

    def last_delta_version(self, table: BaseRelation) -> dict[str, Any] | None:
        """The last version of a Delta table, as DESCRIBE HISTORY has it; None where only a statement finds it."""
        return self._session().last_delta_version(table.render())

    def snapshot_summary(self, table: BaseRelation, snapshot: str) -> dict[str, str] | None:
        """What a snapshot of an Iceberg table says about its rows; None where only a statement finds it."""
        return self._session().snapshot_summary(table.render(), snapshot)

    def snapshots(self, table: BaseRelation) -> list[dict[str, Any]] | None:
        """The snapshots of an Iceberg table; None where only a statement finds them."""
        return self._session().snapshots(table.render())

    def takes_grants(self, table: BaseRelation) -> bool:
        """Whether Spark can read the statements of grants, which an extension of it or another engine adds."""
        try:
            self._rows(f"show grants on {table.render()}")
        except DbtRuntimeError as error:
            if _NO_GRANTS.search(str(error)):
                return False
            raise
        return True

    def size(self, table: BaseRelation, file_format: str) -> int:
        """The bytes of a table, as far as its format knows them without reading it; 0 if it does not."""
        session, name = self._session(), table.render()
        return session.delta_size(name) if file_format == "delta" else session.statistics_of(name)[1]
