"""The types of columns that joins and groups compare.

Of two types, one is converted to the other, or both to a third one. If that makes one value of two, as of '1' and '01'
when they are compared with 1, the rows with one key are not all rows that match: changes of '01' say nothing of '1'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.query import TypesOfQuery
from dbt.adapters.tablestore.views.operators.uniqueness import keys_of
from dbt.adapters.tablestore.views.operators.values import Kept, Table
from dbt.adapters.tablestore.views.rules.known_columns import assert_known_columns
from sqlglot import exp

# The digits that Spark gives whole numbers which are compared with decimals, and the most that it has.
_DIGITS = {"tinyint": 3, "smallint": 5, "int": 10, "bigint": 20}
_MOST_DIGITS = 38
_SAME_VALUES = (
    {"string", "varchar", "char"},
    {"float", "double"},
    {"date", "timestamp"},
    {"date", "timestamp_ntz"},
)


def are_equal_alike(one: str, other: str) -> bool:
    """Whether a value of one type is equal to one value of the other at most."""
    one, other = one.lower(), other.lower()
    if one == other or "void" in (one, other):
        return True
    first, second = _digits(one), _digits(other)
    if first and second:
        (whole, scale), (other_whole, other_scale) = first, second
        return max(whole, other_whole) + max(scale, other_scale) <= _MOST_DIGITS
    return any({one.partition("(")[0], other.partition("(")[0]} <= names for names in _SAME_VALUES)


def _digits(kind: str) -> tuple[int, int] | None:
    """The digits of a type before and after the point; none if its values are no exact numbers."""
    if not kind.startswith("decimal("):
        return (_DIGITS[kind], 0) if kind in _DIGITS else None
    precision, scale = map(int, kind.removeprefix("decimal(").rstrip(")").split(","))
    return precision - scale, scale


class Types:
    """The types of the columns of operators.

    Args:
        columns: the columns of each table with their types.
        types_of: the types of the columns of a query, by their names in lower case. Without it, those that are no
            columns of tables are not known, and taken to be the same as others.
    """

    def __init__(self, columns: Mapping[str, Mapping[str, str]], types_of: TypesOfQuery | None) -> None:
        self._columns, self._types_of = columns, types_of
        self._rows = Changes({name: Table(name) for name in columns}, _not_kept)

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


def _not_kept(query: str) -> Kept:
    raise CannotPlanError("the type of a key can only be found out with the rows")
