"""The columns of stored rows, and the SQL that several ways to store a result have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dbt.adapters.tablestore.sql.literals import literal
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.parts import enclosed
from sqlglot import exp

HASH, COPY, GROUP, VISIBLE = "_row_hash", "_row_copy", "_group", "_visible"
BEFORE = "_before"
"""The stored row of the same key in a batch, as a struct; null for a new key."""
# Values of all types as text that differs when they do, whatever the time zone of the session. After the keywords MAP,
# ARRAY and STRUCT, Spark takes the `>>` of an expression for the end of a type.
_AS_TEXT = (
    "`map`('timeZone', 'UTC', 'timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS', "
    "'timestampNTZFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS')"
)
NOT_IDENTIFIED = "rows have the same primary_key"
"""What a query of a refresh raises then; a full refresh finds out which rows they are."""
INCONSISTENT = "the stored rows are not those that the query had returned before"
"""What a query of a refresh raises when the stored rows do not fit the changes; a full refresh fixes this."""


def hash_of(columns: Sequence[str]) -> str:
    """A hash of values that does not depend on the names of their columns."""
    members = ", ".join(f"'{number}', {quoted(name)}" for number, name in enumerate(columns, 1))
    return f"md5(to_json(named_struct({members}), {_AS_TEXT}))"


def checked(wrong: str, value: str, error: str = INCONSISTENT) -> str:
    """The value, or an error of the query where a condition is true."""
    return f"if({wrong}, raise_error('{error}'), {value})"


def equal(names: Sequence[str], one: str, other: str) -> str:
    """Whether the rows of two aliases have the same values of columns, of which null is one."""
    return " and ".join(f"{one}.{quoted(name)} <=> {other}.{quoted(name)}" for name in names)


def as_struct(names: Sequence[str], alias: str) -> str:
    """The columns of an alias as a struct."""
    members = ", ".join(f"{literal(name)}, {alias}.{quoted(name)}" for name in names)
    return f"named_struct({members})"


def sql_column(text: str) -> exp.Expr:
    """SQL text in the place of a column."""
    return exp.Paren(this=exp.Var(this=text))


def filled(expression: exp.Expr, values: Mapping[str, exp.Expr]) -> exp.Expr:
    """The expression with other expressions in place of its columns."""
    if isinstance(expression, exp.Column):
        return values[expression.name].copy() if expression.name in values else expression
    expression = expression.copy()
    for column in list(expression.find_all(exp.Column)):
        if column.name in values:
            column.replace(enclosed(values[column.name].copy()))
    return expression
