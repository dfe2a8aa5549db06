"""What the planner asks the catalog: tables and views by their names in SQL, types, and Spark's own functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dbt.adapters.base.column import Column
from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.contracts.relation import RelationType
from dbt.adapters.tablestore.relations import describe_extended, recorded
from dbt.adapters.tablestore.relations.listing import VIEW_ROWS
from dbt.adapters.tablestore.relations.tables import Tables
from dbt.adapters.tablestore.sql.literals import literal
from dbt.adapters.tablestore.sql.names import quoted, unquoted
from dbt.adapters.tablestore.sql.nested_types import described
from dbt.adapters.tablestore.views import building
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.planner import Source


class Sources:
    """Finds what the SQL of a view names.

    Args:
        rows: runs a statement and returns its rows.
        tables: the metadata of tables.
        find: the relation with its type, as the catalog has it; None if there is none.
        columns_of: the columns of a relation.
    """

    def __init__(
        self,
        rows: Callable[[str], Any],
        tables: Tables,
        find: Callable[[BaseRelation], BaseRelation | None],
        columns_of: Callable[[BaseRelation], Sequence[Column]],
    ) -> None:
        self._rows, self._tables, self._find, self._columns_of = rows, tables, find, columns_of

    def source(self, name: str) -> Source:
        """What a quoted name stands for.

        Raises:
            CannotPlanError: there is no such table or view: it is files, a table of metadata, or a temporary view.
        """
        relation = self._tables.named(name)
        found = self._find(relation)
        if found is None:
            raise CannotPlanError(f"{name} is not a table or view in the catalogs of the project")
        columns = self._types_in(relation)
        if found.type == RelationType.MaterializedView:
            rows = relation.incorporate(path={"identifier": f"{relation.identifier}{VIEW_ROWS}"})
            properties = self._tables.properties(rows)
            # else the table is somebody else's
            if recorded.is_of_refresh(properties):
                return Source(columns, key=self._key_of(rows, properties))
        if found.type in (RelationType.View, RelationType.MaterializedView):
            return Source(columns, self._text_of(relation, list(columns)) or None)
        ids = self._tables.field_ids(relation) if found.type == RelationType.Table else {}
        return Source(columns, ids=ids, key=self._key_of(relation, self._tables.properties(relation)))

    def _types_in(self, relation: BaseRelation) -> dict[str, str]:
        """The types of the columns of a table or view, by their names."""
        known = self._tables.described(relation)
        if known is None:
            return {column.name: column.dtype for column in self._columns_of(relation)}
        types = {str(column["name"]): described(column["type"]) for column in known["columns"]}
        return {**types, **known["declared"]}

    def _key_of(self, table: BaseRelation, properties: Mapping[str, str]) -> tuple[str, ...]:
        """The key of the rows of a keyed model or of a materialized view; empty for other tables."""
        return () if recorded.was_replaced(table, properties, self._rows) else recorded.key_of(properties)

    def _text_of(self, view: BaseRelation, columns: Sequence[str]) -> str:
        """The query of a view, with the columns of the view: it can have renamed them, or be older than its tables."""
        _, details = describe_extended.columns_and_details(describe_extended.rows_of(view, self._rows))
        text, outputs = details.get("View Text"), _names_in(details.get("View Query Output Columns", "")[1:-1])
        is_of_catalog = text is None
        if text is None:  # it is only there
            text = str(self._rows(f"show create table {view}")[0][0]).partition("\nAS\n")[2]
        # a view of Hive has no namespace: Spark looks for its tables in the current one
        if namespace := details.get("View Catalog and Namespace"):
            text = building.with_catalogs(text, namespace)
        if is_of_catalog and _is_star(text) and len(list(self._rows(f"describe query {text}"))) != len(columns):
            raise CannotPlanError(f"the view {view} is older than a column of its *: create it again")
        if outputs == list(columns) and "*" not in text:
            return text
        if not text or len(outputs) != len(columns) or len({name.lower() for name in outputs}) != len(columns):
            return text and f"select * from (\n{text}\n) as v({', '.join(map(quoted, columns))})"
        items = [f"{quoted(given)} as {quoted(name)}" for given, name in zip(outputs, columns, strict=True)]
        return f"select {', '.join(items)} from (\n{text}\n) as v"

    def types_of(self, query: str) -> dict[str, str]:
        """The types of the columns of a query, by their names in lower case."""
        return {str(row[0]).lower(): described(str(row[1])) for row in self._rows(f"describe query {query}")}

    def is_builtin(self, name: str) -> bool:
        """Whether Spark has a function of this name, which is not a user's."""
        found = self._rows(f"show system functions like {literal(name)}")
        return any(str(row[0]).lower() == name for row in found)


def _is_star(text: str) -> bool:
    """Whether a query has a *; a text that cannot be parsed is no reason to know nothing of its view's columns."""
    try:
        return bool(text) and bool(building.parse(text).is_star)
    except CannotPlanError:
        return False


def _names_in(text: str) -> list[str]:
    """The names in a list as DESCRIBE shows it: in backticks of a view of Spark's session catalog, else as they are."""
    return list(map(unquoted, re.findall(r"`(?:[^`]|``)*`", text))) if text[:1] == "`" else text.split(", ")
