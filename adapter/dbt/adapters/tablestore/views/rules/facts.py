"""What a rule can ask besides the operators of a query."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.query import Query, TypesOfQuery


def _not_known(asked: object) -> str:
    raise TypeError(f"only rules that ask Spark know {asked}")


def _no_types(query: str) -> Mapping[str, str]:
    raise TypeError(f"only rules that ask Spark know the types of {query}")


@dataclass(frozen=True)
class Facts:
    """What is known of a query.

    ``expires`` says whether all its states expire, besides those with a hint. ``tables`` are the columns of its tables
    with their types. For rules that ask Spark, ``types_of`` returns the types of the columns of a query, by their names
    in lower case, ``now`` the query of the rows of an operator, and ``why_volatile`` why the query gives another result
    each time.
    """

    expires: bool = False
    tables: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    types_of: TypesOfQuery = _no_types
    now: Callable[[Operator], str] = _not_known
    why_volatile: Callable[[], str | None] = lambda: None


Rule = Callable[[Query, Facts], Query]
"""A rule returns the query as it should be, or raises `CannotPlanError` or `StateError` for one that cannot be."""
