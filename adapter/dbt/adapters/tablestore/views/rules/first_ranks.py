"""The rows up to a rank: `rank() over (order by v) ... where n <= 10`, and `dense_rank()`.

Rows that are equal in the order have one rank. So the rows up to a rank are those with the keys of the first rows, and
up to a dense rank those with the first keys. They have the same ranks without the other rows.
"""

from __future__ import annotations

from collections.abc import Callable

from dbt.adapters.tablestore.views.expressions.orders import core_of
from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.expressions.text import is_call_of
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.first_rows import FirstRows
from dbt.adapters.tablestore.views.operators.left_join import LeftJoin
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.window import Window
from sqlglot import exp


def is_rank(call: exp.Expr) -> bool:
    """Whether a window function gives the rank of a row."""
    return is_call_of(core_of(call), exp.Rank, exp.DenseRank)


def rows_up_to(node: Window, name: str, limit: int, unique: Callable[[str], str]) -> Operator:
    """The rows of the input of a window whose rank, which is one of its columns, is not above a limit.

    Args:
        node: the window, of which all functions are ranks in the same order.
        name: the column of the rank.
        limit: the largest rank.
        unique: a column name that the query does not have.
    """
    rows, order = node.child, node.functions[name].args["order"].expressions
    values = [key.this if isinstance(key, exp.Ordered) else key for key in order]
    computed = {unique("_rank_key"): value for value in values if not isinstance(value, exp.Column)}
    names = iter(computed)
    of_rows = [value.name if isinstance(value, exp.Column) else next(names) for value in values]
    if computed:
        kept = tuple(map(column, rows.columns))
        rows = Project((*rows.columns, *computed), rows, (*kept, *computed.values()))
    keys = tuple(unique("_rank_key") for _ in values)
    first: Operator = Project(keys, node.child, tuple(value.copy() for value in values))
    by = tuple(exp.Ordered(**{**key.args, "this": column(of)}) for key, of in zip(order, keys, strict=True))
    if is_call_of(core_of(node.functions[name]), exp.DenseRank):
        first = FirstRows(keys, Aggregate(keys, first, keys), by, limit, 0)
    else:
        first = Aggregate(keys, FirstRows(keys, first, by, limit, 0), keys)
    pairs = tuple(zip(of_rows, keys, strict=True))
    on = tuple(exp.NullSafeEQ(this=column(one), expression=column(other)) for one, other in pairs)
    found: Operator = LeftJoin(rows.columns, "semi", rows, first, pairs, on)
    return Project(node.child.columns, found, tuple(map(column, node.child.columns))) if computed else found
