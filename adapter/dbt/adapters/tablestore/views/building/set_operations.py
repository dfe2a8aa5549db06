"""UNION, INTERSECT and EXCEPT.

UNION has the distinct rows of UNION ALL. INTERSECT and EXCEPT follow from how often each row is on both sides, which is
counted over the rows of both: `r intersect all s` has each row as often as the side that has it less often.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.sql.types import match_one_to_one
from dbt.adapters.tablestore.views.building.order import limited, ordered
from dbt.adapters.tablestore.views.building.scopes import Built, Ctes, Scope, only
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.explode import Explode
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.union import Union
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder

_ZERO, _ONE = exp.Literal.number(0), exp.Literal.number(1)


def set_operation(builder: Builder, query: exp.SetOperation, scope: Scope, ctes: Ctes) -> Built:
    """The rows of both sides, or those that are on both, or on the first only."""
    branches: list[Built] = []
    words = type(query).__name__.upper()
    for side in (query.left, query.right):
        built = limited(builder.query(side, scope, ctes))
        if built.correlated:
            raise CannotPlanError(f"a correlated subquery uses {words}")
        branches.append(built)
    if query.args.get("by_name"):
        raise CannotPlanError(f"the query uses {words} BY NAME")
    if len({len(built.names) for built in branches}) > 1:
        numbers = " and ".join(str(len(built.names)) for built in branches)
        raise CannotPlanError(f"the query uses {words} of {numbers} columns")
    columns, sides = builder.names(branches[0].names), _of_same_types(builder, [built.node for built in branches])
    if not isinstance(query, exp.Union):
        node = _counted(builder, query, columns, sides)
    else:
        node = Union(columns, sides)
        if query.args.get("distinct"):
            node = Aggregate(columns, node, columns)
    return ordered(query, Built(node, branches[0].names))


def _of_same_types(builder: Builder, sides: Sequence[Operator]) -> tuple[Operator, ...]:
    """The sides with the types of the result where a key of the result could be equal to several keys of a side.

    Keys that are looked for in the result are looked for in the columns of the sides, but not in computed ones.
    """
    types = [builder.types.of(side, side.columns) for side in sides]
    if all(map(match_one_to_one, *types)):
        return tuple(sides)
    names = tuple(f"_{number}" for number, _ in enumerate(types[0]))
    wanted, converted = builder.types.of(Union(names, tuple(sides)), names), []
    for side, given in zip(sides, types, strict=True):
        values = [
            column(name) if match_one_to_one(kind, of_result) else exp.cast(column(name), of_result)
            for name, kind, of_result in zip(side.columns, given, wanted, strict=True)
        ]
        is_plain = all(isinstance(value, exp.Column) for value in values)
        converted.append(side if is_plain else Project(builder.names(side.columns), side, tuple(values)))
    return tuple(converted)


def _counted(
    builder: Builder, query: exp.SetOperation, columns: tuple[str, ...], sides: tuple[Operator, ...]
) -> Operator:
    """The rows of INTERSECT or EXCEPT, by their numbers on both sides."""
    marks, counts = builder.names(["_first", "_second"]), builder.names(["_in_first", "_in_second"])
    marked = []
    for side, ones in zip(sides, ((_ONE, _ZERO), (_ZERO, _ONE)), strict=True):
        values = (*map(column, side.columns), *(number.copy() for number in ones))
        marked.append(Project((*builder.names(side.columns), *builder.names(marks)), side, values))
    calls: dict[str, exp.Expr] = {count: exp.Sum(this=column(mark)) for count, mark in zip(counts, marks, strict=True)}
    both = Aggregate((*columns, *counts), Union((*columns, *marks), tuple(marked)), columns, calls)
    first, second = map(column, counts)
    if query.args.get("distinct"):
        on_second = exp.GT if isinstance(query, exp.Intersect) else exp.EQ
        conditions = (exp.GT(this=first, expression=_ZERO.copy()), on_second(this=second, expression=_ZERO.copy()))
        return only(Filter(both.columns, both, conditions), columns)
    if isinstance(query, exp.Intersect):
        number: exp.Expr = exp.Anonymous(this="least", expressions=[first, second])
    else:
        number = exp.Sub(this=first, expression=second)
    there_are = Filter(both.columns, both, (exp.GT(this=number, expression=_ZERO.copy()),))
    copy = builder.name("_copy")
    each = exp.Explode(
        this=exp.Anonymous(this="sequence", expressions=[exp.cast(_ONE.copy(), "bigint"), number.copy()])
    )
    return only(Explode((*both.columns, copy), there_are, each, (copy,), False), columns)
