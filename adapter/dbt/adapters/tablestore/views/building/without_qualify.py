"""QUALIFY as a subquery, for Spark, which does not have it.

A name in QUALIFY is a column if there is one, and otherwise the alias of a column of the result. DISTINCT, ORDER BY and
LIMIT apply to the rows that QUALIFY leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from dbt.adapters.tablestore.views.expressions.parts import column, enclosed, own_columns, windows_of
from sqlglot import exp

_INPUTS = (exp.From, exp.Join, exp.Lateral)
_LATER = ("distinct", "order", "limit", "offset")

ColumnsOf = Callable[[exp.Table], Collection[str]]
"""The names of the columns of a table; none if they are not known."""


def without_qualify(query: exp.Expr, columns_of: ColumnsOf) -> exp.Expr:
    """The query with subqueries in the place of QUALIFY."""
    for select in reversed(list(query.find_all(exp.Select))):
        if select.args.get("qualify"):
            made = _of_subquery(select, _names_of_inputs(select, query, columns_of))
            if select is query:
                return made
            select.replace(made)
    return query


def _names_of_inputs(select: exp.Select, query: exp.Expr, columns_of: ColumnsOf) -> set[str]:
    """The names of all columns that the FROM clause of a SELECT can have, and maybe more."""
    around = _ancestors(select)
    parts: list[exp.Expr] = [part for part in select.iter_expressions() if isinstance(part, _INPUTS)]
    parts += [cte for cte in query.find_all(exp.CTE) if not any(cte is one for one in around)]
    names: set[str] = set()
    for part in parts:
        names.update(name for inner in part.find_all(exp.Query) for name in inner.named_selects)
        names.update(name for table in part.find_all(exp.Table) for name in columns_of(table))
        names.update(name.name for alias in part.find_all(exp.TableAlias) for name in alias.columns)
    return {name.lower() for name in names}


def _ancestors(select: exp.Expr) -> list[exp.Expr]:
    return [select, *_ancestors(select.parent)] if select.parent else [select]


def _of_subquery(given: exp.Select, inputs: set[str]) -> exp.Select:
    rows = given.copy()
    later = {part: rows.args[part].pop() for part in _LATER if isinstance(rows.args.get(part), exp.Expr)}
    named = {item.alias.lower(): item.this for item in rows.selects if isinstance(item, exp.Alias)}
    aliases = {name: value for name, value in named.items() if name not in inputs | _names_in(value)}
    condition = rows.args["qualify"].pop().this
    hidden: list[exp.Expr] = []
    where = []
    for part in condition.flatten(unnest=False) if isinstance(condition, exp.And) else [condition]:
        if part.find(exp.Query) and not windows_of(part):  # Spark takes EXISTS and IN only in WHERE
            where.append(_over_result(part.copy(), rows, aliases, hidden))
        else:
            where.append(_hidden(_with_aliases(part, aliases), hidden))
    for key in later["order"].expressions if "order" in later else ():
        ordered = key.this if isinstance(key, exp.Ordered) else key
        ordered.replace(_key(ordered, rows, named, hidden))
    rows.set("expressions", [*rows.expressions, *hidden])
    star = exp.Star(except_=[exp.to_identifier(item.alias, quoted=True) for item in hidden]) if hidden else exp.Star()
    made = exp.select(star, copy=False).from_(rows.subquery("_q", copy=False), copy=False)
    made.set("where", exp.Where(this=exp.and_(*where, copy=False)))
    for name, value in later.items():
        made.set(name, value)
    return made


def _over_result(
    condition: exp.Expr, rows: exp.Select, aliases: Mapping[str, exp.Expr], hidden: list[exp.Expr]
) -> exp.Expr:
    """A condition over the columns of the subquery, which gets those that its result lacks."""
    plain = {item.name.lower() for item in rows.selects if isinstance(item, exp.Column)}
    whole = exp.Paren(this=condition)
    for found in own_columns(whole):
        if found.table or found.name.lower() not in plain | set(aliases):
            found.replace(_hidden(found.copy(), hidden))
    return whole


def _key(given: exp.Expr, rows: exp.Select, named: Mapping[str, exp.Expr], hidden: list[exp.Expr]) -> exp.Expr:
    """A key of ORDER BY over the columns of the subquery; it gets a hidden one if these are not enough."""
    if isinstance(given, exp.Literal) or given.sql("spark").upper() == "ALL":
        return given.copy()
    names = [item.alias_or_name for item in rows.selects if given == exp.column(item.alias_or_name)]
    names += [item.alias_or_name for item in rows.selects if given == item.unalias()]
    # a name in ORDER BY is the column of the result
    return column(next(filter(None, names))) if any(names) else _hidden(_with_aliases(given, named), hidden)


def _hidden(value: exp.Expr, hidden: list[exp.Expr]) -> exp.Column:
    """A column of the subquery that the result does not have."""
    name = f"_qualify_{len(hidden) + 1}"
    hidden.append(exp.alias_(value, name, quoted=True))
    return column(name)


def _with_aliases(given: exp.Expr, aliases: Mapping[str, exp.Expr]) -> exp.Expr:
    """An expression with those of aliases in the place of their names."""
    whole = exp.Paren(this=given.copy())
    for found in own_columns(whole):
        if not found.table and found.name.lower() in aliases:
            found.replace(enclosed(aliases[found.name.lower()].copy()))
    made: exp.Expr = whole.this
    return made


def _names_in(expression: exp.Expr) -> set[str]:
    return {found.name.lower() for found in expression.find_all(exp.Column)}
