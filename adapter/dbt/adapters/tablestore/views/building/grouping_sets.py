"""GROUPING SETS, CUBE and ROLLUP as one GROUP BY.

Each row is there once per set, with the number of the set, and with nulls in the place of the keys that the set does
not have. The number is a key of the groups too, so that the nulls of a set and those of the rows stay apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.building.scopes import Scope, resolved
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.expressions.text import is_call_of
from dbt.adapters.tablestore.views.operators.explode import Explode
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder

Set = list[exp.Expr]
Pairs = list[tuple[exp.Expr, exp.Expr]]
_KINDS = (exp.GroupingSets, exp.Cube, exp.Rollup)
_MOST = 64


def is_of_sets(group: exp.Expr) -> bool:
    """Whether a GROUP BY has several sets of keys."""
    return group.find(*_KINDS) is not None


def is_of_set(call: exp.Expr) -> bool:
    """Whether a call says which set a group is of: `grouping(k)` or `grouping_id()`."""
    return is_call_of(call, exp.Grouping, exp.GroupingId)


def in_sets(
    builder: Builder, node: Operator, group: exp.Expr, parts: Sequence[exp.Expr], scope: Scope
) -> tuple[Operator, list[str], Pairs]:
    """The rows once per set, the keys of their groups, and what replaces the expressions of GROUP BY above them.

    Args:
        builder: the builder.
        node: the rows.
        group: the GROUP BY.
        parts: the expressions above it, which can call `grouping`.
        scope: the names that expressions can refer to.
    """
    given = [[[resolved(key, scope) for key in keys] for keys in sets] for sets in _dimensions(group)]
    sets = [[key for keys in combined for key in keys] for combined in product(*given)]
    # in the order of the text, which is that of the bits of grouping_id()
    written = [resolved(key, scope) for part in group.expressions for one in _sets(part) for key in one]
    keys = _distinct([*written, *(key for one in sets for key in one)])
    if len(sets) > _MOST or any(isinstance(key, exp.Literal) or key.find(exp.Query) for key in keys):
        raise CannotPlanError("the query uses GROUPING SETS, CUBE or ROLLUP of numbers or of many columns")
    columns = []
    for key in keys:
        node, found = builder.as_column(node, key)
        columns.append(found)
    number = builder.name("_set")
    array = exp.Array(expressions=[exp.Literal.number(at) for at in range(len(sets))])
    node = Explode((*node.columns, number), node, exp.Explode(this=array), (number,), False)
    names, values = [], []
    for key, found in zip(keys, columns, strict=True):
        having = [at for at, one in enumerate(sets) if key in one]
        names.append(builder.name(found.name))
        values.append(exp.Case(ifs=[exp.If(this=_is_one_of(number, having), true=found.copy())]))
    node = Project((*node.columns, *names), node, (*map(column, node.columns), *values))
    calls = [call for part in parts for call in part.find_all(exp.Expr) if is_of_set(call)]
    pairs: Pairs = [(call, _which(call, keys, sets, number)) for call in calls]
    return node, [*names, number], [*pairs, *zip(keys, map(column, names), strict=True)]


def _dimensions(group: exp.Expr) -> list[list[Set]]:
    """The sets of each part of GROUP BY, of which there is a group for each combination."""
    for kind in ("cube", "rollup", "grouping_sets"):
        for clause in group.args.get(kind) or ():
            # `group by k, g with rollup` and `group by k, g grouping sets (...)`
            if not clause.expressions:
                clause = clause.copy()
                clause.set("expressions", [key.copy() for key in group.expressions])
            return [_sets(clause)]
    return [_sets(part) for part in group.expressions]


def _sets(part: exp.Expr) -> list[Set]:
    if isinstance(part, exp.GroupingSets):
        return [one for inner in part.expressions for one in _sets(inner)]
    items = [_keys(item) for item in part.expressions] if isinstance(part, (exp.Cube, exp.Rollup)) else []
    if isinstance(part, exp.Rollup):
        chosen = [items[:count] for count in range(len(items), -1, -1)]
    elif isinstance(part, exp.Cube):
        chosen = [list(some) for count in range(len(items), -1, -1) for some in combinations(items, count)]
    else:
        return [_keys(part)]
    return [[key for keys in some for key in keys] for some in chosen]


def _keys(item: exp.Expr) -> Set:
    """The keys of `(k, g)`, `(k)`, `k` or `()`."""
    if isinstance(item, exp.Tuple):
        return list(item.expressions)
    return [item.this if isinstance(item, exp.Paren) else item]


def _distinct(keys: Sequence[exp.Expr]) -> list[exp.Expr]:
    found: list[exp.Expr] = []
    for key in keys:
        found += [] if key in found else [key]
    return found


def _is_one_of(number: str, sets: Sequence[int]) -> exp.Expr:
    return exp.In(this=column(number), expressions=[exp.Literal.number(at) for at in sets])


def _which(call: exp.Expr, keys: Sequence[exp.Expr], sets: Sequence[Set], number: str) -> exp.Expr:
    """The value of `grouping` or `grouping_id`: a bit for each key, which is set where the key is missing."""
    given = list(call.expressions) or list(keys)
    if any(key not in keys for key in given):
        raise CannotPlanError(f"{call.sql('spark')} is not of a key of GROUP BY")
    ifs = []
    for at, one in enumerate(sets):
        bits = sum((key not in one) << place for place, key in enumerate(reversed(given)))
        ifs.append(exp.If(this=exp.Literal.number(at), true=exp.Literal.number(bits)))
    kind = "tinyint" if is_call_of(call, exp.Grouping) else "bigint"
    return exp.cast(exp.Case(this=column(number), ifs=ifs), kind)
