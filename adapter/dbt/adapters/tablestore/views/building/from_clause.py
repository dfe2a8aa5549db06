"""FROM: tables, common table expressions and queries, with what is joined to them and LATERAL VIEWs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.building.joins import is_right, join, kind_of
from dbt.adapters.tablestore.views.building.lateral import lateral_view
from dbt.adapters.tablestore.views.building.scopes import Ctes, Scope, resolved
from dbt.adapters.tablestore.views.building.subqueries import Subqueries
from dbt.adapters.tablestore.views.building.where import conjuncts
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.hints import assert_known, hints_of
from dbt.adapters.tablestore.views.expressions.parts import has_subquery
from dbt.adapters.tablestore.views.operators.constant import Constant
from dbt.adapters.tablestore.views.operators.filter import Filter
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
        return Constant((builder.name("_one"),), (exp.Tuple(expressions=[exp.Literal.number(1)]),))
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
        raise CannotPlanError(f"the query uses {'TABLESAMPLE' if given.args.get('sample') else 'PIVOT'}")
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
    if isinstance(given, exp.Values):
        names = [column.name for column in given.args["alias"].columns] if given.args.get("alias") else []
        if not names or any(row.find(exp.Column, exp.Query) for row in given.expressions):
            raise CannotPlanError("the query uses VALUES without names of its columns, or with a subquery")
        return Constant(builder.names(names), tuple(row.copy() for row in given.expressions)), names
    if isinstance(given, exp.Table) and given.name in builder.tables:
        full = builder.tables[given.name]
        columns = tuple(builder.columns[full])
        return Scan(builder.names(columns), full, columns), _aliases(given) or columns
    if isinstance(given, exp.Table) and given.name.lower() in ctes:
        cte, before = ctes[given.name.lower()]
        made, of_cte = _derived(builder, cte.this, cte.args["alias"], before)
        return made, _aliases(given) or of_cte
    raise CannotPlanError(f"the query has {given.sql('spark')} in FROM")


def _aliases(table: exp.Table) -> list[str]:
    """The names that FROM gives the columns of a table: `t as x(a, b)`."""
    return [column.name for column in table.args["alias"].columns] if table.args.get("alias") else []


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


def _with_query(builder: Builder, left: Operator, given: exp.Join, scope: Scope, ctes: Ctes) -> Operator:
    """The rows of FROM with those of a LATERAL query, which its correlated conditions relate to them."""
    kind, alias, subqueries = kind_of(given), given.this.args["alias"], Subqueries(builder, scope, ctes)
    on = [part for part in conjuncts(given.args.get("on")) if part != exp.true()]
    if on or kind not in ("inner", "left") or is_right(given) or alias.name.lower() in scope.sources:
        raise CannotPlanError(
            f"the query joins LATERAL {alias.name} with a condition in ON, or by another join than INNER or LEFT"
        )
    if given.this.this.this.args.get("distinct"):
        # its rows are distinct for each row of FROM, and not among all that the correlated conditions let through
        raise CannotPlanError(f"the query uses DISTINCT in LATERAL {alias.name}")
    node, outputs, names = subqueries.lateral(left, given.this.this, kind)
    names = [column.name for column in alias.columns] or names
    scope.sources[alias.name.lower()] = dict(zip((name.lower() for name in names), outputs, strict=True))
    return node


def _with_generator(builder: Builder, left: Operator, given: exp.Join, scope: Scope) -> Operator:
    """The rows of FROM with what a LATERAL generator function gives for each."""
    on, kind = [part for part in conjuncts(given.args.get("on")) if part != exp.true()], kind_of(given)
    if kind not in ("inner", "left") or is_right(given) or (on and (kind == "left" or any(map(has_subquery, on)))):
        raise CannotPlanError(
            f"the query joins LATERAL {given.this.this.sql('spark')} by another join than INNER or LEFT, or with a "
            "subquery or, in a LEFT join, a condition in ON"
        )
    node = lateral_view(builder, left, given.this, scope, keeps_all=kind == "left")
    return Filter(node.columns, node, tuple(resolved(part, scope) for part in on)) if on else node


def _joined(builder: Builder, left: Operator, given: exp.Join, scope: Scope, ctes: Ctes) -> Operator:
    """The rows of FROM with those that are joined to them."""
    if isinstance(given.this, exp.Lateral):
        if isinstance(given.this.this, exp.Subquery):
            return _with_query(builder, left, given, scope, ctes)
        return _with_generator(builder, left, given, scope)
    if given.args.get("using"):
        raise CannotPlanError("the query uses JOIN ... USING")
    before = dict(scope.sources)
    right = source(builder, given.this, scope, ctes)
    on = [resolved(condition, scope) for condition in conjuncts(given.args.get("on"))]
    kind, later = kind_of(given), [part for part in on if has_subquery(part)]
    if later and kind != "inner":
        raise CannotPlanError(f"the query has a subquery in the ON of a {kind} join")
    if kind in ("semi", "anti"):  # nothing after ON can refer to the right side
        scope.sources.clear()
        scope.sources.update(before)
    sides = (right, left) if is_right(given) else (left, right)
    node = join(builder, kind, *sides, [part for part in on if part not in later])
    for condition in later:
        node = Subqueries(builder, scope, ctes).restricted(node, condition.unnest())
    return node
