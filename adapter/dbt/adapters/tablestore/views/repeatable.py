"""Which columns of a result are the same each time that its query runs over the same rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dbt.adapters.tablestore.views.operators.differing import Differing, is_float
from dbt.adapters.tablestore.views.operators.operator import Operator, TypesOf
from dbt.adapters.tablestore.views.operators.query import Query, TypesOfQuery


def columns_to_compare(
    query: Query,
    columns: Mapping[str, str],
    types_of: TypesOfQuery,
    now: Callable[[Operator], str],
) -> dict[str, bool]:
    """The columns of the result that are the same each time -> whether they are to the last digit.

    Args:
        query: the query.
        columns: the columns of its result with their types.
        types_of: the types of the columns of a query, by their names in lower case.
        now: the query of the rows of an operator.

    Raises:
        CannotPlanError: not even the number of rows is the same.
    """
    known = _differing(query.root, lambda node: types_of(now(node)))
    if query.is_limited:
        return {}
    found = {}
    for given, (name, kind) in zip(query.root.columns, columns.items(), strict=True):
        is_same = given not in known.noisy or is_float(kind)
        if is_same and given not in known.loose and " collate " not in kind.lower():  # equal texts can differ
            found[name] = given not in known.noisy
    return found


def _differing(root: Operator, types_of: TypesOf) -> Differing:
    """The columns of an operator that can differ."""
    known: dict[int, Differing] = {}

    def of(node: Operator) -> Differing:
        if id(node) not in known:
            known[id(node)] = node.differing(of, types_of).of(node.columns)
        return known[id(node)]

    return of(root)
