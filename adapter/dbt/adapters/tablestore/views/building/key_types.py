"""The types of columns that joins and groups compare.

Where the values of two types do not match one to one, the rows with one key are not all rows that match: 1 is equal to
'1' and to '01', and changes of '01' say nothing of '1'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators.changes import Changes, not_evaluated
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.query import TypesOfQuery
from dbt.adapters.tablestore.views.operators.uniqueness import keys_of
from dbt.adapters.tablestore.views.operators.values import Table
from dbt.adapters.tablestore.views.rules.known_columns import assert_known_columns
from sqlglot import exp


class Types:
    """The types of the columns of operators.

    Args:
        columns: the columns of each table with their types.
        types_of: the types of the columns of a query, by their names in lower case. Without it, those that are no
            columns of tables are not known, and taken to be the same as others.
    """

    def __init__(self, columns: Mapping[str, Mapping[str, str]], types_of: TypesOfQuery | None) -> None:
        self._columns, self._types_of = columns, types_of
        self._rows = Changes({name: Table(name) for name in columns}, not_evaluated)

    def of(self, node: Operator, names: Sequence[str]) -> list[str]:
        """The types of columns; "void" where they are not known."""
        known = dict(keys_of(node, {}, self._columns).types)
        missing = [name for name in dict.fromkeys(names) if name not in known]
        if missing and self._types_of:
            assert_known_columns(node)
            found = self._types_of(f"select {', '.join(map(quoted, missing))} from ({self._rows.now(node)})")
            known |= {name: found[name.lower()] for name in missing}
        return [known.get(name, "void") for name in names]

    def of_value(self, node: Operator, value: exp.Expr) -> str:
        """The type of an expression over the columns of an operator."""
        if isinstance(value, exp.Column):
            return self.of(node, [value.name])[0]
        return self.of(Project(("_value",), node, (value,)), ["_value"])[0]
