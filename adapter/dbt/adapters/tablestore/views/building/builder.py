"""What all clauses of a query share: the names of columns, and the queries inside of a query."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dbt.adapters.tablestore.views.building import order, select, set_operations
from dbt.adapters.tablestore.views.building.key_types import Types
from dbt.adapters.tablestore.views.building.scopes import Built, Ctes, Scope
from dbt.adapters.tablestore.views.building.states import States
from dbt.adapters.tablestore.views.building.wholes import as_whole, reads_outside
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.hidden import is_hidden
from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.query import TypesOfQuery
from sqlglot import exp


class Builder:
    """Builds the operators of one query.

    Args:
        tables: the short names of its tables in the qualified query -> their names.
        columns: the columns of each table with their types.
        states: which of its operators have a state that expires.
        types_of: the types of the columns of a query, see `Types`.
        variables: the names of the variables of its lambda functions, in lower case: a column of such a name would be
            the variable where it takes the place of another one in the function.
    """

    def __init__(
        self,
        tables: Mapping[str, str],
        columns: Mapping[str, Mapping[str, str]],
        states: States,
        types_of: TypesOfQuery | None = None,
        variables: Iterable[str] = (),
    ) -> None:
        self.tables, self.columns, self.states = tables, columns, states
        self.types = Types(columns, types_of)
        self._taken = set(variables)

    # Names

    def name(self, wanted: str) -> str:
        """A column name that is used once in the whole query, and that no SQL of a refresh adds."""
        number, name = 1, _not_hidden(wanted)
        while name.lower() in self._taken:
            number += 1
            name = _not_hidden(f"{wanted}_{number}")
        self._taken.add(name.lower())
        return name

    def names(self, wanted: Sequence[str]) -> tuple[str, ...]:
        """Several such names."""
        return tuple(self.name(name) for name in wanted)

    def as_column(self, node: Operator, expression: exp.Expr, name: str = "_key") -> tuple[Operator, exp.Column]:
        """The operator with the expression as one of its columns, and this column."""
        if isinstance(expression, exp.Column):
            return node, expression
        unique = self.name(name)
        kept = tuple(map(column, node.columns))
        return Project((*node.columns, unique), node, (*kept, expression)), column(unique)

    # Queries

    def query(self, query: exp.Expr, scope: Scope, ctes: Ctes) -> Built:
        """The operators of a query; ``scope`` has the names of the queries around it."""
        ctes = _with_own(query, ctes)
        if isinstance(query, exp.Subquery):
            return order.of_parentheses(query, self.query(query.this, scope, ctes))
        if isinstance(query, exp.SetOperation):
            return set_operations.set_operation(self, query, scope, ctes)
        if isinstance(query, exp.Select):
            return select.select(self, query, scope, ctes)
        raise CannotPlanError(f"the query uses {type(query).__name__.upper()}")

    def derived(self, query: exp.Expr, scope: Scope, ctes: Ctes) -> Built:
        """A query in FROM, or a subquery of one value. What has no incremental form is evaluated as a whole."""
        try:
            return order.limited(self.query(query, scope, ctes))
        except CannotPlanError as error:
            whole = as_whole(self, query, ctes, str(error))
            if whole is None:
                raise
            return whole

    def subquery(self, query: exp.Expr, scope: Scope, ctes: Ctes) -> Built:
        """The operators of a subquery."""
        query = query.this if isinstance(query, exp.Subquery) and not query.args.get("with_") else query
        built = self.query(query, scope, ctes) if reads_outside(query) else self.derived(query, scope, ctes)
        if built.is_limited:
            raise CannotPlanError("a correlated subquery uses LIMIT")
        return built


def _with_own(query: exp.Expr, ctes: Ctes) -> Ctes:
    """The common table expressions that a query can read, with its own."""
    with_ = query.args.get("with_")
    if with_ and with_.args.get("recursive"):
        raise CannotPlanError("the query uses WITH RECURSIVE")
    for cte in with_.expressions if with_ else ():
        ctes = {**ctes, cte.alias.lower(): (cte, ctes)}
    return ctes


def _not_hidden(name: str) -> str:
    """The name, or another one that no refresh uses: `_count_2` is an accumulator."""
    return f"column{name}" if is_hidden(name) else name
