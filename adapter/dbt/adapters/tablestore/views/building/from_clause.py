"""FROM: tables, common table expressions and queries, with what is joined to them and LATERAL VIEWs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.building.joins import is_right, join, kind_of
from dbt.adapters.tablestore.views.building.lateral import lateral_view
from dbt.adapters.tablestore.views.building.scopes import Ctes, Scope, resolved
from dbt.adapters.tablestore.views.building.where import conjuncts
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import is_generator
from dbt.adapters.tablestore.views.expressions.hints import assert_known, hints_of
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.scan import Scan
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder

Named = tuple[Operator, Sequence[str]]
"""An operator, and the names of its columns for the query."""


def from_clause(builder: Builder, query: exp.Select, scope: Scope, ctes: Ctes) -> Operator:
    """The rows of FROM; the names of its tables and columns are added to the scope."""
    from_ = query.args.get("from_")
    if not from_:
        raise CannotPlanError("the query has a SELECT without FROM")
    left, joins = from_.this.alias_or_name, query.args.get("joins") or ()
    assert_known(hints_of(query), [left, *(given.this.alias_or_name for given in joins)])
    node = source(builder, from_.this, scope, ctes)
    # Laterals may come before or after joins; they see what is before them, which a join does not change.
    for given in joins:
        node = _joined(builder, node, given, scope, ctes)
        if isinstance(given.this, exp.Lateral):
            continue
        aliases = [left, given.this.alias_or_name]
        node = builder.states.of_join(node, aliases[::-1] if is_right(given) else aliases, query)
        left = ""  # the left side of a later join is a join, which has no name
    for lateral in query.args.get("laterals") or ():
        node = lateral_view(builder, node, lateral, scope)
    return node


def source(builder: Builder, given: exp.Expr, scope: Scope, ctes: Ctes) -> Operator:
    """The rows of a table, a common table expression or a query in FROM; its columns are added to the scope."""
    if given.args.get("pivots") or given.args.get("sample"):
        used = "TABLESAMPLE" if given.args.get("sample") else "PIVOT"
        raise CannotPlanError(f"the query uses {used}")
    alias = given.alias_or_name.lower()
    if isinstance(given, exp.Subquery) and isinstance(given.this, (exp.Table, exp.Subquery)) and not alias:
        return _with_joins(builder, source(builder, given.this, scope, ctes), given, scope, ctes)
    node, names = _named(builder, given, ctes)
    if alias in scope.sources:
        raise CannotPlanError(f"two tables of the query have the name '{alias}'")
    scope.sources[alias] = dict(zip((name.lower() for name in names), node.columns, strict=False))
    return _with_joins(builder, node, given, scope, ctes)


def _named(builder: Builder, given: exp.Expr, ctes: Ctes) -> Named:
    if isinstance(given, exp.Subquery):
        return _derived(builder, given.this, given.args["alias"], ctes)
    if isinstance(given, exp.Table) and given.name in builder.tables:
        full = builder.tables[given.name]
        columns = tuple(builder.columns[full])
        return Scan(builder.names(columns), full, columns), columns
    if isinstance(given, exp.Table) and given.name.lower() in ctes:
        cte, before = ctes[given.name.lower()]
        return _derived(builder, cte.this, cte.args["alias"], before)
    raise CannotPlanError(f"the query has {given.sql('spark')} in FROM")


def _derived(builder: Builder, query: exp.Expr, alias: exp.TableAlias, ctes: Ctes) -> Named:
    built = builder.derived(query, Scope(), ctes)
    return built.node, [column.name for column in alias.columns] or built.names


def _with_joins(builder: Builder, node: Operator, given: exp.Expr, scope: Scope, ctes: Ctes) -> Operator:
    """The rows of a table, or of tables in parentheses, with what is joined to them."""
    for lateral in given.args.get("laterals") or ():
        node = lateral_view(builder, node, lateral, scope)
    for other in given.args.get("joins") or ():
        node = _joined(builder, node, other, scope, ctes)
    return node


def _joined(builder: Builder, left: Operator, given: exp.Join, scope: Scope, ctes: Ctes) -> Operator:
    """The rows of FROM with those that are joined to them."""
    if isinstance(given.this, exp.Lateral):
        if not is_generator(given.this.this):
            raise CannotPlanError("the query uses LATERAL with a subquery")
        return lateral_view(builder, left, given.this, scope)
    if given.args.get("using"):
        raise CannotPlanError("the query uses JOIN ... USING")
    right = source(builder, given.this, scope, ctes)
    on = [resolved(condition, scope) for condition in conjuncts(given.args.get("on"))]
    if any(part.find(exp.Query) for part in on):
        raise CannotPlanError("the query has a subquery in ON")
    sides = (right, left) if is_right(given) else (left, right)
    return join(builder, kind_of(given), *sides, on)
