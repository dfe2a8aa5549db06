"""The parts of an expression: its columns, aggregates, window functions and queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dbt.adapters.tablestore.views.expressions.functions import is_aggregate
from dbt.adapters.tablestore.views.expressions.text import calls_of
from sqlglot import exp


def column(name: str) -> exp.Column:
    """A column of a unique name."""
    return exp.Column(this=exp.to_identifier(name, quoted=True))


def enclosed(expression: exp.Expr) -> exp.Expr:
    """The expression as a part of another one: in brackets, unless it is a name, a literal or a call.

    Of sqlglot's functions, some are written as operators: AND is one of them.
    """
    is_closed = isinstance(expression, (exp.Column, exp.Literal, exp.Paren, exp.Func))
    return expression if is_closed and not isinstance(expression, exp.Binary) else exp.Paren(this=expression)


def names_in(expressions: Iterable[exp.Expr]) -> frozenset[str]:
    """The names of all columns of expressions."""
    return frozenset(found.name for expression in expressions for found in expression.find_all(exp.Column))


def own_columns(expression: exp.Expr) -> list[exp.Column]:
    """The columns of an expression, without those of subqueries in it and the variables of lambda functions."""
    return [
        found
        for found in expression.find_all(exp.Column)
        if not found.find_ancestor(exp.Query) and (not found.find_ancestor(exp.Lambda) or found.this.args.get("quoted"))
    ]


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
    known = _replacement(expression, pairs)
    if known is not None:
        return known
    expression = expression.copy()
    _substitute(expression, pairs, ())
    return expression


def _substitute(part: exp.Expr, pairs: Sequence[tuple[exp.Expr, exp.Expr]], calls: Sequence[exp.Expr]) -> None:
    """Replaces parts of a part; not ``calls``, which a window is over: `count(*)` is another one in `count(*) over`."""
    calls = calls_of(part) if isinstance(part, exp.Window) else calls
    for argument in list(part.iter_expressions()):
        if isinstance(argument, exp.Query):
            continue
        is_call = any(argument is call for call in calls)
        known = None if is_call else _replacement(argument, pairs)
        if known is None:
            _substitute(argument, pairs, calls)
        else:
            argument.replace(enclosed(known))


def _replacement(part: exp.Expr, pairs: Sequence[tuple[exp.Expr, exp.Expr]]) -> exp.Expr | None:
    return next((other.copy() for known, other in pairs if part == known), None)
