"""ORDER BY, LIMIT and OFFSET, which apply when the result is read.

An order by columns outside of the result needs these, so there the first rows are stored, and not all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dbt.adapters.tablestore.views.building.scopes import Built, only
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import is_aggregate
from dbt.adapters.tablestore.views.expressions.parts import column, substituted
from dbt.adapters.tablestore.views.operators.first_rows import FirstRows
from sqlglot import exp

Positions = Mapping[int, int]
"""Keys of ORDER BY that are expressions of their own, by their place -> the positions of the columns with them."""


def hidden_keys(query: exp.Select) -> tuple[Positions, list[exp.Expr]]:
    """The keys of the order of a LIMIT that are no columns of the result, and the expressions that it lacks for them.

    These are the columns after those of the result.
    """
    if not (query.args.get("limit") or query.args.get("offset")) or not query.args.get("order"):
        return {}, []
    items = [item.unalias() for item in query.selects]
    if _is_all(query):
        return {place: place for place, _ in enumerate(items)}, []
    known = _known(query, [str(position) for position, _ in enumerate(items)])
    # the name of a column of the result stands for its expression
    named = [(column(item.alias_or_name), item.unalias()) for item in query.selects]
    found: dict[int, int] = {}
    hidden: list[exp.Expr] = []
    for place, key in enumerate(query.args["order"].expressions):
        value = key.this if isinstance(key, exp.Ordered) else key
        if value in items:
            found[place] = items.index(value)
        elif not _is_plain(value) or any(_name(part) not in known for part in value.find_all(exp.Column)):
            found[place] = len(items) + len(hidden)
            hidden.append(substituted(value, named))
    return found, hidden


def ordered(query: exp.Query, built: Built, positions: Positions | None = None) -> Built:
    """The operators of a query with its order, if it has a LIMIT or OFFSET, and with these."""
    limit, offset = query.args.get("limit"), query.args.get("offset")
    columns, positions = built.node.columns, positions or {}
    if (limit or offset) and query.args.get("order"):
        names, keys = _known(query, columns), query.args["order"].expressions
        if _is_all(query):
            keys, positions = keys * len(built.names), {place: place for place, _ in enumerate(built.names)}
        built.order = tuple(
            _over(key, columns[positions[place]]) if place in positions else _key(key, names)
            for place, key in enumerate(keys)
        )
    built.limit = limit.expression if limit else None
    built.offset = offset.expression if offset else None
    if any(position >= len(built.names) for position in positions.values()):
        names_of_result = built.names
        built = limited(built)
        return Built(only(built.node, columns[: len(names_of_result)]), names_of_result)
    return built


def _is_all(query: exp.Query) -> bool:
    """Whether the order is ORDER BY ALL: that of all columns of the result, one after the other."""
    [key, *others] = query.args["order"].expressions
    value = key.this if isinstance(key, exp.Ordered) else key
    if others or not isinstance(value, exp.Var):
        return False
    if "all" in (name.lower() for name in query.named_selects):
        raise CannotPlanError("the query orders by ALL, and has a column with this name")
    return True


def _known(query: exp.Query, outputs: Sequence[str]) -> dict[tuple[str, str], str]:
    """What the keys of an order can name of the result: (table, column) -> the output."""
    names = {("", name.lower()): output for name, output in zip(query.named_selects, outputs, strict=False)}
    for item, output in zip(query.selects, outputs, strict=False):
        of = item.unalias()
        if isinstance(of, exp.Column) and of.table:
            names.setdefault(_name(of), output)
    return names


def _name(found: exp.Column) -> tuple[str, str]:
    return found.table.lower(), found.name.lower()


def _is_plain(key: exp.Expr) -> bool:
    """Whether a key is computed from one row of the result."""
    return not any(isinstance(part, (exp.Query, exp.Window)) or is_aggregate(part) for part in key.walk())


def _over(key: exp.Expr, output: str) -> exp.Expr:
    """A key of ORDER BY by a column."""
    key = key.copy()
    if not isinstance(key, exp.Ordered):
        return column(output)
    key.set("this", column(output))
    return key


def _key(key: exp.Expr, names: Mapping[tuple[str, str], str]) -> exp.Expr:
    """A key of ORDER BY over the columns of the result."""
    key = key.copy()
    for found in list(key.find_all(exp.Column)):
        known = names.get(_name(found))
        if known is None:
            raise CannotPlanError("the query orders by a column that is not in its result")
        found.replace(column(known))
    if not _is_plain(key):
        raise CannotPlanError("the query orders by a subquery, a window or an aggregate")
    return key


def of_parentheses(query: exp.Subquery, built: Built) -> Built:
    """The operators of a query in parentheses."""
    if query.args.get("order") or query.args.get("limit"):
        raise CannotPlanError("the query has ORDER BY or LIMIT around a query in parentheses")
    return built


def limited(built: Built) -> Built:
    """The operators of a query below another one, which has the rows of its LIMIT only."""
    if not built.is_limited:
        return built
    rows = [part for part in (built.limit, built.offset) if part is not None]
    if (
        built.correlated
        or built.limit is None
        or not all(isinstance(part, exp.Literal) and part.is_int for part in rows)
    ):
        raise CannotPlanError(
            "the query has LIMIT or OFFSET in a correlated subquery, OFFSET without LIMIT, or one that is not a number"
        )
    offset = int(built.offset.name) if built.offset is not None else 0
    first = FirstRows(built.node.columns, built.node, built.order, int(built.limit.name), offset)
    return Built(first, built.names)
