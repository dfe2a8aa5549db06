"""SELECT: its clauses in the order in which they apply."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.building.from_clause import from_clause
from dbt.adapters.tablestore.views.building.group_by import grouped
from dbt.adapters.tablestore.views.building.lateral import generated
from dbt.adapters.tablestore.views.building.order import hidden_keys, ordered
from dbt.adapters.tablestore.views.building.scopes import Built, Ctes, Scope, SingleRow, resolved
from dbt.adapters.tablestore.views.building.subqueries import Subqueries
from dbt.adapters.tablestore.views.building.where import conditions, restricted
from dbt.adapters.tablestore.views.building.windows import windowed
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import is_generator
from dbt.adapters.tablestore.views.expressions.hints import assert_used, hints_of
from dbt.adapters.tablestore.views.expressions.parts import aggregates_of, column, has_subquery, windows_of
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.project import Project
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder

_REFUSED = ("connect", "pivots", "windows", "sample", "into", "distribute", "cluster", "sort")


def select(builder: Builder, query: exp.Select, scope: Scope, ctes: Ctes) -> Built:
    """The operators of a SELECT; ``scope`` has the names of the queries around it."""
    for part in _REFUSED:
        if query.args.get(part):
            raise CannotPlanError(f"the query uses {part.upper()} in a SELECT")
    made = len(builder.states.operators)
    one = _Select(builder, query, Scope(scope), ctes)
    built = one.built()
    aliases = {side.alias for operator in builder.states.operators[made:] for side in operator.sides}
    assert_used(hints_of(query), aliases)
    return ordered(query, built, one.order)


class _Select:
    """One SELECT while its clauses are applied to its rows, ``node``."""

    def __init__(self, builder: Builder, query: exp.Select, scope: Scope, ctes: Ctes) -> None:
        self._builder, self._query = builder, query
        self._correlated: list[exp.Expr] = []
        """The conditions that refer to the query around it."""
        self._subqueries = Subqueries(builder, scope, ctes)
        self._node = from_clause(builder, query, scope, ctes)
        # Subqueries come last, when the tables are joined.
        for condition in sorted(conditions(query, "where"), key=has_subquery):
            self._node = restricted(self._node, resolved(condition, scope), self._subqueries, self._correlated)
        self._scope = scope
        self._names = tuple(item.alias_or_name for item in query.expressions)
        items = [item.this if isinstance(item, exp.Alias) else item for item in query.expressions]
        self.order, hidden = hidden_keys(query)
        """The keys of ORDER BY that are not in the result -> the positions of the columns with them."""
        self._hidden = builder.names(["_order"] * len(hidden))
        self._values = [resolved(item, scope) for item in [*items, *hidden]]
        self._having = [resolved(condition, scope) for condition in conditions(query, "having")]
        self._qualify = [resolved(condition, scope) for condition in conditions(query, "qualify")]

    def built(self) -> Built:
        """The operators, with all clauses but ORDER BY and LIMIT."""
        has_windows = any(map(windows_of, [*self._values, *self._qualify]))
        has_aggregates = any(map(aggregates_of, [*self._values, *self._qualify]))
        is_grouped, row = bool(self._query.args.get("group") or self._having or has_aggregates), None
        if is_grouped:
            row = self._group(has_windows)
        else:
            # of rows that are not grouped, windows see what generator functions give
            self._generate()
        if has_windows:
            self._windows()
        for condition in self._qualify:
            self._node = restricted(self._node, condition, self._subqueries)
        if is_grouped:
            self._generate()
        self._project()
        if self._query.args.get("distinct"):
            self._distinct()
        is_single = is_grouped and not self._query.args.get("group")
        has_keys = is_grouped or has_windows
        return Built(self._node, self._names, tuple(self._correlated), is_single, has_keys, row)

    def _generate(self) -> None:
        self._node, self._values = generated(self._builder, self._node, [*self._names, *self._hidden], self._values)

    def _group(self, has_windows: bool) -> SingleRow | None:
        """GROUP BY and HAVING; returns the row of aggregates without GROUP BY, if nothing else is computed from it."""
        if has_windows and any(map(is_generator, self._values)):
            raise CannotPlanError("the query has an aggregate, a window and a generator function in one SELECT")
        group, rewrite = grouped(
            self._builder,
            self._node,
            self._query,
            self._values,
            [*self._having, *self._qualify],
            self._scope,
            self._subqueries,
            self._correlated,
        )
        self._node = self._builder.states.of_group(group, self._query)
        self._values, self._having, self._qualify = (
            [rewrite(part) for part in parts] for parts in (self._values, self._having, self._qualify)
        )
        row = None
        is_plain = self._node is group and not has_windows and not any(map(_is_more, [*self._values, *self._having]))
        if not self._query.args.get("group") and is_plain:
            row = SingleRow(group, tuple(self._values), tuple(self._having))
        for condition in sorted(self._having, key=has_subquery):
            self._node = restricted(self._node, condition, self._subqueries)
        return row

    def _windows(self) -> None:
        parts = [*self._values, *self._qualify]
        self._node, rewrite = windowed(self._builder, self._node, parts, self._correlated)
        self._values, self._qualify = ([rewrite(part) for part in parts] for parts in (self._values, self._qualify))

    def _project(self) -> None:
        """The items of the SELECT, and the columns that correlated conditions need."""
        for position, value in enumerate(self._values):
            if has_subquery(value):
                self._node, self._values[position] = self._subqueries.in_expression(self._node, value)
        outside = {column.name for part in self._correlated for column in part.find_all(exp.Column)}
        passed = [name for name in self._node.columns if name in outside]
        columns = (*self._builder.names(self._names), *self._hidden)
        expressions: Sequence[exp.Expr] = [*self._values, *map(column, passed)]
        self._node = Project((*columns, *passed), self._node, tuple(expressions))

    def _distinct(self) -> None:
        if self._query.args["distinct"].args.get("on"):
            raise CannotPlanError("the query uses DISTINCT ON")
        if self._hidden:
            raise CannotPlanError("the query uses DISTINCT, and orders by a column that is not in its result")
        columns = self._node.columns
        self._node = self._builder.states.of_group(Aggregate(columns, self._node, columns), self._query)


def _is_more(value: exp.Expr) -> bool:
    """Whether a value has parts that are operators of their own."""
    return has_subquery(value) or is_generator(value)
