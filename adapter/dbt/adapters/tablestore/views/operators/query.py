"""A whole query."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dbt.adapters.tablestore.views.operators.operator import Operator
from sqlglot import exp

TypesOfQuery = Callable[[str], Mapping[str, str]]
"""Spark's types of the columns of a query, by their names in lower case."""


@dataclass(frozen=True, eq=False)
class Query:
    """A whole query: its operators, and what only orders or cuts the result when it is read."""

    root: Operator
    names: tuple[str, ...]
    """The names of the result columns for the user; those of ``root`` are unique in the tree."""
    order: tuple[exp.Expr, ...] = ()
    limit: exp.Expr | None = None
    offset: exp.Expr | None = None

    @property
    def is_limited(self) -> bool:
        """Whether it has a LIMIT or OFFSET, which are applied when the result is read."""
        return self.limit is not None or self.offset is not None
