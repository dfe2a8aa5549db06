"""The names and queries that are known while the operators of a query are built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.parts import column, own_columns
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from sqlglot import exp

Ctes = dict[str, tuple[exp.CTE, "Ctes"]]


@dataclass
class Scope:
    """The names of the tables that an expression can refer to: alias -> column in lower case -> unique name."""

    parent: Scope | None = None
    sources: dict[str, dict[str, str]] = field(default_factory=dict)

    def find(self, table: str, column: str) -> str | None:
        """The unique name of a column, of this query or of one around it."""
        scope: Scope | None = self
        while scope is not None:
            if table.lower() in scope.sources:
                return scope.sources[table.lower()].get(column.lower())
            scope = scope.parent
        return None


@dataclass(frozen=True)
class SingleRow:
    """The row that aggregates without GROUP BY give: there is one for each row of the query around them.

    ``values`` are those of the SELECT and ``having`` its conditions, over the columns of ``group``. The keys of the
    group are what the subquery compares with the query around it, so a group without rows is not among its rows.
    """

    group: Aggregate
    values: tuple[exp.Expr, ...]
    having: tuple[exp.Expr, ...]


@dataclass
class Built:
    """A query below another one. ``correlated`` are its conditions that refer to columns of the query around it.

    ``is_single`` says that it has aggregates without GROUP BY, and ``row`` is their row; None where windows, subqueries
    or generators are computed from it. ``has_keys`` says that groups or windows have the correlated conditions as keys.
    """

    node: Operator
    names: tuple[str, ...]
    correlated: tuple[exp.Expr, ...] = ()
    is_single: bool = False
    has_keys: bool = False
    row: SingleRow | None = None
    order: tuple[exp.Expr, ...] = ()
    limit: exp.Expr | None = None
    offset: exp.Expr | None = None

    @property
    def is_limited(self) -> bool:
        """Whether the query has a LIMIT or OFFSET."""
        return self.limit is not None or self.offset is not None


def resolved(expression: exp.Expr, scope: Scope) -> exp.Expr:
    """The expression with the unique names of columns. The queries inside it keep their own names."""
    expression = expression.copy()
    if isinstance(expression, exp.Query):
        return expression
    if isinstance(expression, exp.Column):
        return _resolved(expression, scope)
    _resolve_inside(expression, scope)
    return expression


def _resolve_inside(expression: exp.Expr, scope: Scope) -> None:
    for argument in list(expression.iter_expressions()):
        if isinstance(argument, exp.Column):
            argument.replace(_resolved(argument, scope))
        elif not isinstance(argument, exp.Query):
            _resolve_inside(argument, scope)


def _resolved(given: exp.Column, scope: Scope) -> exp.Expr:
    if not given.table and _is_variable(given):
        return given.copy()
    found = scope.find(given.table, given.name) if given.table else None
    if found is None:
        raise CannotPlanError(f"the column {given.sql('spark')} cannot be resolved")
    return column(found)


def _is_variable(name: exp.Column) -> bool:
    """Whether a name is that of a variable of a lambda function around it."""
    parent: exp.Expr | None = name
    while parent is not None:
        if isinstance(parent, exp.Lambda) and name.name in {item.name for item in parent.expressions}:
            return True
        parent = parent.parent
    return False


def only(node: Operator, columns: Sequence[str]) -> Operator:
    """The operator with these of its columns."""
    return node if node.columns == tuple(columns) else Project(tuple(columns), node, tuple(map(column, columns)))


def reads(expression: exp.Expr, node: Operator) -> bool:
    """Whether all columns of an expression are those of a node."""
    return all(found.name in node.columns for found in own_columns(expression))
