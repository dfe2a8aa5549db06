"""Changes of the columns of stored tables, for macros: `adapter.columns()`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.tablestore.relations import column_changes, describe_extended
from dbt.adapters.tablestore.relations.column import TablestoreColumn
from dbt.adapters.tablestore.spark.sessions.session import Session
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.sql.nested_types import described
from dbt.adapters.tablestore.sql.own_statement import OwnStatement
from dbt.adapters.tablestore.sql.type_changes import unfinished


class Columns:
    """Finds the statements that change columns, and what can prevent that; ``rows`` returns those of a statement."""

    def __init__(self, rows: Callable[[str], Any], session: Callable[[], Session]) -> None:
        self._rows, self._session = rows, session

    def of(self, relation: BaseRelation) -> list[TablestoreColumn]:
        """The columns of a relation."""
        columns, _ = describe_extended.columns_and_details(self._described(relation))
        return self._objects(relation, columns)

    def recorded(self, relation: BaseRelation) -> list[TablestoreColumn]:
        """The columns of a table, as its catalog has them; empty where only statements find them."""
        known = self._session().described(relation.render())
        return self._recorded(relation, known) if known else []

    def documented(self, table: BaseRelation) -> dict[str, Any]:
        """The ``columns`` of a table, each with its comment, and the ``comment`` of the table."""
        known = self._session().described(table.render())
        if known:
            return {"columns": self._recorded(table, known), "comment": known["properties"].get("comment")}
        columns, details = describe_extended.columns_and_details(self._described(table))
        return {"columns": self._objects(table, columns), "comment": details.get("Comment")}

    def _recorded(self, relation: BaseRelation, known: Mapping[str, Any]) -> list[TablestoreColumn]:
        types = {column["name"]: described(column["type"]) for column in known["columns"]} | known["declared"]
        columns = [(column["name"], types[column["name"]], column["comment"]) for column in known["columns"]]
        return self._objects(relation, columns)

    def _objects(
        self, relation: BaseRelation, columns: Sequence[tuple[str, str, str | None]]
    ) -> list[TablestoreColumn]:
        return [
            TablestoreColumn(
                column=name,
                dtype=kind,
                column_index=index,
                table_database=relation.database,
                table_schema=relation.schema,
                table_name=relation.identifier,
                table_type=relation.type,
                comment=comment,
            )
            for index, (name, kind, comment) in enumerate(columns)
        ]

    def check_changes(
        self,
        table: BaseRelation,
        changes: Mapping[str, Any],
        declared: Mapping[str, Any],
        properties: Mapping[str, str],
        rebuild: str,
    ) -> None:
        """Fails, before a table changes, if one of its columns cannot get its new type, or cannot be dropped.

        Args:
            table: the table.
            changes: what dbt's ``sync_column_schemas`` gets; of a keyed table also ``ordered``, its ``keys`` and the
                ``sequences`` that order its rows, in lower case.
            declared: what the package's ``declared_columns`` returns.
            properties: those of the table.
            rebuild: the command that builds it anew.
        """
        rows = self._described(table)
        types = {change["column_name"]: change["new_type"] for change in changes["new_target_types"]}
        column_changes.check(
            table,
            column_changes.type_changes(table, rows, types, quoted),
            [column.name for column in changes["target_not_in_source"]],
            column_changes.used(describe_extended.layout(rows) + self._clustering(table), properties),
            {name.lower() for name, column in declared.items() if column["nullable"] is False},
            changes.get("ordered", {}),
            self._rows,
            rebuild,
        )

    def _clustering(self, table: BaseRelation) -> list[str]:
        """The columns by which a table of Delta is clustered, which DESCRIBE does not always show."""
        if not getattr(table, "is_delta", False):
            return []
        names = self._rows(f"describe detail {table.render()}")[0]["clusteringColumns"]
        return json.loads(names) if isinstance(names, str) else list(names or [])

    def type_statements(self, table: BaseRelation, column: str, new_type: str) -> list[OwnStatement]:
        """The statements that change the type of a column; those of kind `drop_columns` drop one, or a field of it."""
        rows = self._described(table)
        [change] = column_changes.type_changes(table, rows, {column: new_type}, quoted)
        columns, _ = describe_extended.columns_and_details(rows)
        comments = {name.lower(): comment for name, _, comment in columns}
        return change.statements(table.render(), comments[column.lower()])

    def unfinished_types(self, table: BaseRelation) -> list[OwnStatement]:
        """The statements that undo or finish the changes of types that a killed run has left in a table."""
        columns, _ = describe_extended.columns_and_details(self._described(table))
        return unfinished(table.render(), [name for name, _, _ in columns], quoted)

    def require(self, table: BaseRelation, columns: list[str]) -> None:
        """Declares columns of an Iceberg table NOT NULL, whose rows have no null there."""
        catalog, schema, name = str(table.database), str(table.schema), str(table.identifier)
        self._session().require_columns(catalog, schema, name, columns)

    def _described(self, relation: BaseRelation) -> Any:
        return describe_extended.rows_of(relation, self._rows)
