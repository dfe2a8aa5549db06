"""QUALIFY as a subquery, for Spark, which does not have it.

A name in QUALIFY is a column if there is one, and otherwise the alias of a column of the result. DISTINCT, ORDER BY and
LIMIT apply to the rows that QUALIFY leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import count

from dbt.adapters.tablestore.views.expressions.parts import aggregates_of, column, enclosed, own_columns, windows_of
from sqlglot import exp

_INPUTS = (exp.From, exp.Join, exp.Lateral)
_LATER = ("distinct", "order", "limit", "offset")

ColumnsOf = Callable[[exp.Table], Collection[str]]
"""The names of the columns of a table; none if they are not known."""


def without_qualify(query: exp.Expr, columns_of: ColumnsOf) -> exp.Expr:
    """The query with subqueries in the place of QUALIFY."""
    for select in reversed(list(query.find_all(exp.Select))):
        if select.args.get("qualify"):
            made = _of_subquery(select, lambda of: _names_of_inputs(of, query, columns_of))
            if select is query:
                return made
            select.replace(made)
    return query


def _names_of_inputs(select: exp.Select, query: exp.Expr, columns_of: ColumnsOf) -> set[str]:
    """The names of all columns that the FROM clause of a SELECT can have, and maybe more."""
    parts: list[exp.Expr] = [part for part in select.iter_expressions() if isinstance(part, _INPUTS)]
    parts += [cte for cte in query.find_all(exp.CTE) if not any(part is select for part in cte.walk())]
    names: set[str] = set()
    for part in parts:
        names.update(name for inner in part.find_all(exp.Query) for name in inner.named_selects)
        names.update(name for table in part.find_all(exp.Table) for name in columns_of(table))
        names.update(name.name for alias in part.find_all(exp.TableAlias) for name in alias.columns)
    return {name.lower() for name in names}


def _of_subquery(given: exp.Select, names_of: Callable[[exp.Select], set[str]]) -> exp.Select:
    inputs = names_of(given)
    bound = {name for select in given.args["qualify"].find_all(exp.Select) for name in names_of(select)}
    rows = given.copy()
    later = {part: rows.args[part].pop() for part in _LATER if isinstance(rows.args.get(part), exp.Expr)}
    named = {item.alias.lower(): item.this for item in rows.selects if isinstance(item, exp.Alias)}
    aliases = {name: value for name, value in named.items() if name not in inputs | _names_in(value)}
    outputs = {item.name.lower() for item in rows.selects if isinstance(item, exp.Column)} | set(aliases)
    condition = rows.args["qualify"].pop().this
    hidden = _Hidden(inputs | {name.lower() for name in rows.named_selects})
    where = []
    for part in condition.flatten(unnest=False) if isinstance(condition, exp.And) else [condition]:
        if part.find(exp.Query) and not windows_of(part):  # Spark takes EXISTS and IN only in WHERE
            where.append(_over_result(part.copy(), outputs, bound, hidden))
        else:
            where.append(hidden.column_of(_with_aliases(part, aliases)))
    for key in later["order"].expressions if "order" in later else ():
        ordered = key.this if isinstance(key, exp.Ordered) else key
        ordered.replace(_key(ordered, rows, named, hidden))
    rows.set("expressions", [*rows.expressions, *hidden.items])
    star = exp.Star(except_=[exp.to_identifier(item.alias, quoted=True) for item in hidden.items] or None)
    made = exp.select(star, copy=False).from_(rows.subquery("_q", copy=False), copy=False)
    made.set("where", exp.Where(this=exp.and_(*where, copy=False)))
    for name, value in later.items():
        made.set(name, value)
    return made


class _Hidden:
    """The columns of the subquery that the result does not have; their names are none of those taken."""

    def __init__(self, taken: set[str]) -> None:
        self._taken, self.items = taken, list[exp.Expr]()

    def column_of(self, value: exp.Expr) -> exp.Column:
        """Adds a column."""
        name = next(name for number in count(1) if (name := f"_qualify_{number}") not in self._taken)
        self._taken = self._taken | {name}
        self.items.append(exp.alias_(value, name, quoted=True))
        return column(name)


def _over_result(condition: exp.Expr, outputs: set[str], bound: set[str], hidden: _Hidden) -> exp.Expr:
    """A condition with subqueries over the columns of the subquery, which gets those that its result lacks.

    ``outputs`` are the columns of the result that a name in QUALIFY stands for, and ``bound`` are the names of columns
    inside of the subqueries.
    """
    whole = exp.Paren(this=condition)
    for call in aggregates_of(whole):
        call.replace(hidden.column_of(call.copy()))
    inside = {table.alias_or_name.lower() for table in whole.find_all(exp.Table, exp.Subquery)}
    own = {id(found) for found in own_columns(whole)}
    for found in list(whole.find_all(exp.Column)):
        name, table = found.name.lower(), found.table.lower()
        is_inner = id(found) not in own and (table in inside if table else name in bound)
        if not is_inner and not name.startswith("_qualify_") and (table or name not in outputs):
            found.replace(hidden.column_of(found.copy()))
    return whole


def _key(given: exp.Expr, rows: exp.Select, named: Mapping[str, exp.Expr], hidden: _Hidden) -> exp.Expr:
    """A key of ORDER BY over the columns of the subquery; it gets a hidden one if these are not enough."""
    if isinstance(given, exp.Literal) or given.sql("spark").upper() == "ALL":
        return given.copy()
    names = [item.alias_or_name for item in rows.selects if given == exp.column(item.alias_or_name)]
    names += [item.alias_or_name for item in rows.selects if given == item.unalias()]
    # a name in ORDER BY is the column of the result
    return column(next(filter(None, names))) if any(names) else hidden.column_of(_with_aliases(given, named))


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
