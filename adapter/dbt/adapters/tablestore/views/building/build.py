"""The operators of a parsed query."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

from dbt.adapters.tablestore.views import rules
from dbt.adapters.tablestore.views.building.builder import Builder
from dbt.adapters.tablestore.views.building.merged_columns import assert_no_merged_column_is_joined, expand_stars
from dbt.adapters.tablestore.views.building.named_windows import with_window_definitions
from dbt.adapters.tablestore.views.building.parsing import DIALECT, full_name, is_common_table, put_in_place
from dbt.adapters.tablestore.views.building.pivots import with_columns_of_tables
from dbt.adapters.tablestore.views.building.scopes import Scope
from dbt.adapters.tablestore.views.building.states import Limits, States
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import Functions, with_known_functions
from dbt.adapters.tablestore.views.expressions.orders import mark_windows
from dbt.adapters.tablestore.views.expressions.parts import aggregates_of
from dbt.adapters.tablestore.views.expressions.text import variables_in
from dbt.adapters.tablestore.views.operators.query import Query, TypesOfQuery
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.qualify import qualify

_COMPARISONS = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NullSafeEQ)


def build(
    query: exp.Query,
    columns: Mapping[str, Mapping[str, str]],
    functions: Functions,
    expires: bool = False,
    limits: Limits | None = None,
    types_of: TypesOfQuery | None = None,
) -> Query:
    """The operators of a parsed query.

    Args:
        query: the result of `parse`.
        columns: the columns of each table of `tables_of`, with their types.
        functions: functions that sqlglot does not know.
        expires: whether all states of the query expire, besides those with a hint.
        limits: whether a compiled plan limits how long the states of an operator are kept.
        types_of: the types of the columns of a query, by their names in lower case.
    """
    if types_of:
        query = with_columns_of_tables(query, types_of)
    query = _with_values_in_place(with_window_definitions(with_known_functions(query, functions)))
    mark_windows(query)
    names = dict(zip(columns, _short_names(query), strict=False))
    tables, states = {short: full for full, short in names.items()}, States(expires, limits)
    builder = Builder(tables, columns, states, types_of, variables_in(query))
    built = builder.query(_qualified(query, columns, names), Scope(), {})
    if built.correlated:
        raise CannotPlanError("the query has a column that cannot be resolved")
    result = Query(built.node, built.names, built.order, built.limit, built.offset)
    return rules.applied(rules.RULES, result, rules.Facts(expires, columns))


def _with_values_in_place(query: exp.Query) -> exp.Query:
    """The query with the value of each subquery without FROM that is compared, `d > (select current_date())`."""
    for found in list(query.find_all(exp.Subquery)):
        select = found.this
        is_value = isinstance(select, exp.Select) and set(filter(select.args.get, select.args)) == {"expressions"}
        if is_value and isinstance(found.parent, _COMPARISONS) and len(select.expressions) == 1:
            value = select.expressions[0].unalias()
            if not value.find(exp.Query, exp.Window, exp.Star, exp.UDTF) and not aggregates_of(value):
                found.replace(exp.Paren(this=value))
    return query


def _short_names(query: exp.Expr) -> Iterator[str]:
    """Names for tables, none of which a common table expression has."""
    taken = {cte.alias_or_name.lower() for cte in query.find_all(exp.CTE)}
    return (name for number in count() if (name := f"t{number}") not in taken)


def _qualified(query: exp.Query, columns: Mapping[str, Mapping[str, str]], names: Mapping[str, str]) -> exp.Expr:
    """The query with short names of tables, and with the table of each column before its name."""
    for table in list(query.find_all(exp.Table)):
        full = full_name(table) if table.name and not isinstance(table.this, exp.Func) else ""
        if full in names and (table.args.get("db") or not is_common_table(table)):
            if table.args.get("version") or table.args.get("when"):
                raise CannotPlanError(f"the query reads {full} as of a version")
            put_in_place(table, exp.Table, exp.to_identifier(names[full]))
    assert_no_merged_column_is_joined(query)
    schema = {names[full]: dict(of) for full, of in columns.items()}
    expand_stars(query, schema)
    try:
        return qualify(query, schema=dict[str, object](schema), dialect=DIALECT)
    except (SqlglotError, RecursionError) as error:
        reason = str(error).splitlines()[0]
        if reason.endswith("Unknown table: "):  # it has no name: that of a join in parentheses
            reason = "USING, NATURAL or SEMI beside or inside a join in parentheses; write ON, or a query in FROM"
        raise CannotPlanError(f"sqlglot cannot resolve the columns of the query: {reason}") from error
