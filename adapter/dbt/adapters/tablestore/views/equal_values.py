"""Columns whose values can differ where SQL finds them equal: -0.0 and 0.0, and text with a collation.

GROUP BY takes such values for one, and so do the joins with which rows that go are found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.text import COLLATION
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.query import Query, TypesOfQuery

_FLOAT = re.compile(r"\b(float|double)\b", re.IGNORECASE)


def signed_columns(
    query: Query, known: Mapping[str, str], types_of: TypesOfQuery, now: Callable[[Operator], str]
) -> frozenset[str]:
    """The columns of all operators with floating-point numbers, which a query of whole numbers has too: `a / b`.

    Args:
        query: the query.
        known: the types of the columns of its operators that are columns of tables.
        types_of: the types of the columns of a query, by their names in lower case.
        now: the query of the rows of an operator.

    Raises:
        CannotPlanError: a column has a collation.
    """
    found = dict(known) | _computed(query, known, types_of, now)
    for kind in found.values():
        if COLLATION.search(kind):
            raise CannotPlanError(f"the query has a column of type {kind}, for which different strings can be equal")
    return frozenset(name for name, kind in found.items() if _FLOAT.search(kind))


def _computed(
    query: Query, known: Mapping[str, str], types_of: TypesOfQuery, now: Callable[[Operator], str]
) -> dict[str, str]:
    """The types of all other columns. An operator that passes a column on gives it no other type."""
    parts: list[str] = []
    asked: set[str] = set()
    for node in query.root.walk():
        below = {name for child in node.inputs for name in child.columns}
        new = [name for name in node.columns if name not in below and name not in known and name not in asked]
        asked.update(new)
        if new:
            parts.append(f"(select {', '.join(map(quoted, new))} from ({now(node)})) as _{len(parts) + 1}")
    types = types_of(f"select * from {' cross join '.join(parts)}") if parts else {}
    return {name: types[name.lower()] for name in asked}
