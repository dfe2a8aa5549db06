"""QUALIFY as a subquery, for Spark, which does not have it.

A name in QUALIFY is a column if there is one, and otherwise the alias of a column of the result, like one in the SELECT
list of Spark. DISTINCT, ORDER BY and LIMIT apply to the rows that QUALIFY leaves.
"""

from __future__ import annotations

from collections.abc import Mapping

from dbt.adapters.tablestore.views.expressions.parts import column, enclosed, windows_of
from sqlglot import exp

_CONDITION, _KEY = "_qualified", "_order"
_LATER = ("distinct", "order", "limit", "offset")


def without_qualify(query: exp.Expr) -> exp.Expr:
    """The query with subqueries in the place of QUALIFY."""
    for select in reversed(list(query.find_all(exp.Select))):
        if select.args.get("qualify"):
            made = _of_subquery(select)
            if select is query:
                return made
            select.replace(made)
    return query


def _of_subquery(given: exp.Select) -> exp.Select:
    rows = given.copy()
    later = {part: rows.args[part].pop() for part in _LATER if isinstance(rows.args.get(part), exp.Expr)}
    aliases = {item.alias.lower(): item.this for item in rows.selects if isinstance(item, exp.Alias)}
    condition = rows.args["qualify"].pop().this
    for window in windows_of(condition):  # Spark knows no aliases there
        _put_in_place(window, {name: value for name, value in aliases.items() if name not in _names_in(value)})
    hidden = [exp.alias_(condition, _CONDITION, quoted=True)]
    for key in later["order"].expressions if "order" in later else ():
        ordered = key.this if isinstance(key, exp.Ordered) else key
        ordered.replace(_key(ordered, rows, aliases, hidden))
    rows.set("expressions", [*rows.expressions, *hidden])
    star = exp.Star(except_=[exp.to_identifier(item.alias, quoted=True) for item in hidden])
    made = exp.select(star, copy=False).from_(rows.subquery("_q", copy=False), copy=False)
    made.set("where", exp.Where(this=column(_CONDITION)))
    for part, value in later.items():
        made.set(part, value)
    return made


def _key(given: exp.Expr, rows: exp.Select, aliases: Mapping[str, exp.Expr], hidden: list[exp.Expr]) -> exp.Expr:
    """A key of ORDER BY over the columns of the subquery; it gets a hidden one if these are not enough."""
    if isinstance(given, exp.Literal):
        return given.copy()
    names = [item.alias_or_name for item in rows.selects if given == exp.column(item.alias_or_name)]
    names += [item.alias_or_name for item in rows.selects if given == item.unalias()]
    if any(names):
        return column(next(filter(None, names)))
    value = exp.Paren(this=given.copy())
    _put_in_place(value, aliases)  # a name in ORDER BY is the column of the result
    name = f"{_KEY}_{len(hidden)}"
    hidden.append(exp.alias_(value.this, name, quoted=True))
    return column(name)


def _put_in_place(expression: exp.Expr, aliases: Mapping[str, exp.Expr]) -> None:
    """Puts the expressions of aliases in the place of their names."""
    for found in list(expression.find_all(exp.Column)):
        if not found.table and found.name.lower() in aliases:
            found.replace(enclosed(aliases[found.name.lower()].copy()))


def _names_in(expression: exp.Expr) -> set[str]:
    return {found.name.lower() for found in expression.find_all(exp.Column)}
