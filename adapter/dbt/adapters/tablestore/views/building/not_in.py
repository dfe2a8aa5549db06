"""NOT IN where no column is equal for certain: of several columns, or correlated by other conditions than equality.

`(x, y) not in q` is true if no row of q is equal to it, or could be, because a comparison with a null is null. So a row
of q matches (x, y) if each of its columns is equal to the one there, or one of both is null. The rows of q are divided
by which of their columns are null, and each is there with each choice of its other columns replaced by nulls. Then
these columns match (x, y) by `<=>`, which is an equality that changes can be followed by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.building.joins import join
from dbt.adapters.tablestore.views.building.scopes import Built
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.operators.explode import Explode
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder

_MOST = 3


def rows_not_in(builder: Builder, node: Operator, values: Sequence[exp.Expr], built: Built) -> Operator:
    """The rows whose values are not among those of a subquery."""
    for right, pairs in matched(builder, values, built):
        node = join(builder, "anti", node, right, [*pairs, *built.correlated])
    return node


def matched(
    builder: Builder, values: Sequence[exp.Expr], built: Built
) -> Iterator[tuple[Operator, list[exp.NullSafeEQ]]]:
    """The rows of a subquery in parts, with the comparisons by which the rows of a part match these values."""
    if len(values) > _MOST:
        raise CannotPlanError(f"the query uses NOT IN with more than {_MOST} columns")
    columns = built.node.columns[: len(values)]
    for has_value in product((True, False), repeat=len(values)):
        conditions = [_is_null(name, not known) for name, known in zip(columns, has_value, strict=True)]
        rows: Operator = Filter(built.node.columns, built.node, tuple(conditions))
        known = [(value, name) for value, name, has in zip(values, columns, has_value, strict=True) if has]
        yield _with_nulls(builder, rows, known)


def _with_nulls(
    builder: Builder, rows: Operator, known: Sequence[tuple[exp.Expr, str]]
) -> tuple[Operator, list[exp.NullSafeEQ]]:
    """The rows with each choice of these columns replaced by nulls, and the comparisons of the columns that result."""
    choice, kept = builder.name("_choice"), tuple(map(column, rows.columns))
    numbers = exp.Array(expressions=[exp.Literal.number(number) for number in range(2 ** len(known))])
    each = Explode((*rows.columns, choice), rows, exp.Explode(this=numbers), (choice,), False)
    names: list[str] = []
    items: list[exp.Expr] = []
    pairs: list[exp.NullSafeEQ] = []
    for place, (value, name) in enumerate(known):
        chosen = [exp.Literal.number(number) for number in range(2 ** len(known)) if number >> place & 1]
        items.append(exp.Case(ifs=[exp.If(this=exp.In(this=column(choice), expressions=chosen), true=column(name))]))
        names.append(builder.name(name))
        pairs.append(exp.NullSafeEQ(this=value.copy(), expression=column(names[-1])))
    if not known:  # each row matches all values
        names, items = [builder.name("_all")], [exp.Literal.number(1)]
        pairs = [exp.NullSafeEQ(this=exp.Literal.number(1), expression=column(names[0]))]
    return Project((*rows.columns, *names), each, (*kept, *items)), pairs


def _is_null(name: str, is_null: bool) -> exp.Expr:
    found = exp.Is(this=column(name), expression=exp.Null())
    return found if is_null else exp.Not(this=found)
