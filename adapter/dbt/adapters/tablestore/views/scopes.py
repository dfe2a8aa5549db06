"""The names and queries that are known while the operators of a query are built, and how expressions are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dbt.adapters.tablestore.views.function_kinds import is_aggregate
from dbt.adapters.tablestore.views.nodes import Aggregate, Node, Project
from dbt.adapters.tablestore.views.source_text import calls_of
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

    ``is_single`` says that it has aggregates without GROUP BY, and ``row`` is their row; none where windows, subqueries
    or generators are computed from it.
    """

    node: Node
    names: tuple[str, ...]
    correlated: tuple[exp.Expr, ...] = ()
    is_single: bool = False
    row: SingleRow | None = None
    order: tuple[exp.Expr, ...] = ()
    limit: exp.Expr | None = None
    offset: exp.Expr | None = None


def column(name: str) -> exp.Column:
    """A column of a unique name."""
    return exp.Column(this=exp.to_identifier(name, quoted=True))


def only(node: Node, columns: Sequence[str]) -> Node:
    """The operator with these of its columns."""
    return node if node.columns == tuple(columns) else Project(tuple(columns), node, tuple(map(column, columns)))


def own_columns(expression: exp.Expr) -> list[exp.Column]:
    """The columns of an expression, without those of subqueries in it and the variables of lambda functions."""
    return [
        found
        for found in expression.find_all(exp.Column)
        if not found.find_ancestor(exp.Query) and (not found.find_ancestor(exp.Lambda) or found.this.args.get("quoted"))
    ]


def reads(expression: exp.Expr, node: Node) -> bool:
    """Whether all columns of an expression are those of a node."""
    return all(found.name in node.columns for found in own_columns(expression))


def has_subquery(condition: exp.Expr) -> bool:
    """Whether a query is inside a condition."""
    return condition.find(exp.Query) is not None


def aggregates_of(expression: exp.Expr) -> list[exp.Expr]:
    """The outermost aggregates of an expression that are not window functions."""
    if isinstance(expression, exp.Query):
        return []
    if isinstance(expression, exp.Window):
        layers = [expression, *calls_of(expression)]
        inside = [part for layer in layers for part in layer.iter_expressions()]
        return [found for part in inside if not any(part is layer for layer in layers) for found in aggregates_of(part)]
    if is_aggregate(expression):
        return [expression]
    return [found for argument in expression.iter_expressions() for found in aggregates_of(argument)]


def windows_of(expression: exp.Expr) -> list[exp.Expr]:
    """The window functions of an expression, without those of subqueries in it."""
    if isinstance(expression, (exp.Query, exp.Window)):
        return [expression] if isinstance(expression, exp.Window) else []
    return [found for argument in expression.iter_expressions() for found in windows_of(argument)]


def substituted(expression: exp.Expr, pairs: Sequence[tuple[exp.Expr, exp.Expr]]) -> exp.Expr:
    """The expression with others in place of equal parts of it, except for those inside queries."""
    for part, other in pairs:
        if expression == part:
            return other.copy()
    expression = expression.copy()
    for argument in list(expression.iter_expressions()):
        if not isinstance(argument, exp.Query):
            replaced = substituted(argument, pairs)
            if replaced is not argument:
                argument.replace(replaced)
    return expression
