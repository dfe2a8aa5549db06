"""USING and NATURAL, where sqlglot resolves names in another way than Spark."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NoReturn

from dbt.adapters.tablestore.views.building.parsing import common_table
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from sqlglot import exp

_ANY = "*"
"""In the place of the columns that a NATURAL join joins."""


def assert_no_merged_column_is_joined(query: exp.Expr) -> None:
    """Raises `CannotPlanError` where USING or NATURAL joins a column that an outer join to its left has merged.

    Of `r full join s using (k) join z using (k)`, sqlglot compares `r.k` with `z.k`. In SQL, the left side is the
    merged column, which has the value of `s.k` where no row of `r` was found.
    """
    for select in query.find_all(exp.Select):
        if from_ := select.args.get("from_"):
            _assert_not_merged(select.args.get("joins") or (), _merged(from_.this))


def _merged(given: exp.Expr) -> set[str]:
    """The columns that outer joins inside a source have merged, in lower case."""
    is_joined = isinstance(given, exp.Subquery) and not given.alias and not isinstance(given.this, exp.Query)
    return _assert_not_merged(given.args.get("joins") or (), _merged(given.this) if is_joined else set())


def _assert_not_merged(joins: Iterable[exp.Join], merged: set[str]) -> set[str]:
    for given in joins:
        names = {name.name.lower() for name in given.args.get("using") or ()}
        names |= {_ANY} if (given.method or "").upper() == "NATURAL" else set()
        if merged and (merged & names or _ANY in names or (names and _ANY in merged)):
            raise CannotPlanError(
                "the query joins, with USING or NATURAL, a column that an outer join to its left has merged; write ON"
            )
        merged = merged | names if (given.side or "").upper() in ("RIGHT", "FULL") else merged
    return merged


def expand_stars(query: exp.Expr, columns: Mapping[str, Collection[str]]) -> None:
    """Writes the columns of `t.*` beside USING or NATURAL in the order of Spark, in which the joined ones come first.

    Args:
        query: the query, which is changed.
        columns: the columns of the tables that it reads, by their names there.

    Raises:
        CannotPlanError: the order is not known.
    """
    for select in query.find_all(exp.Select):
        if select.is_star and any(map(_is_by_name, _joins_in(select))) and not isinstance(select.parent, exp.Exists):
            select.set("expressions", list(_expanded(select, columns)))


def _is_by_name(join: exp.Join) -> bool:
    return bool(join.args.get("using")) or (join.method or "").upper() == "NATURAL"


def _joins_in(select: exp.Select) -> list[exp.Join]:
    """All joins of a SELECT, those in parentheses too."""
    parts = [part for part in (select.args.get("from_"), *(select.args.get("joins") or ())) if part]
    return [found for part in parts for found in part.find_all(exp.Join) if found.find_ancestor(exp.Select) is select]


def _expanded(select: exp.Select, columns: Mapping[str, Collection[str]]) -> Iterator[exp.Expr]:
    """The items of a SELECT with joins by names, in which `t.*` of tables that are joined so is a list of columns."""
    first = list(takewhile(_is_by_name, select.args.get("joins") or ()))
    if len(first) < sum(map(_is_by_name, _joins_in(select))):
        raise CannotPlanError("the query has * with USING or NATURAL after or inside of another join; write ON")
    tables = {part.this.alias_or_name.lower(): part.this for part in (select.args["from_"], *first)}
    for item in select.expressions:
        table = tables.get(item.table.lower()) if _is_star_of_table(item) else None
        if table is None:
            yield item
            continue
        names, joined = _names_of(table, columns), _joined(first, item.table.lower(), tables, columns)
        without = {name.name.lower() for name in item.this.args.get("except_") or ()}
        if item.args.get("db") or any(value for name, value in item.this.args.items() if name != "except_"):
            raise CannotPlanError(f"the query has {item.sql('spark')} with USING or NATURAL; write the columns")
        place = {name: place for place, name in enumerate(joined)}
        for name in sorted(names, key=lambda name: place.get(name.lower(), len(place))):
            if name.lower() not in without:
                yield exp.column(exp.to_identifier(name, quoted=True), table=item.args["table"].copy())


def _is_star_of_table(item: exp.Expr) -> bool:
    return isinstance(item, exp.Column) and isinstance(item.this, exp.Star)


def _joined(
    joins: Sequence[exp.Join], table: str, tables: Mapping[str, exp.Expr], columns: Mapping[str, Collection[str]]
) -> list[str]:
    """The columns by which the first joins of a SELECT join a table, in lower case and in the order of Spark."""
    found = [[name.name.lower() for name in given.args.get("using") or ()] for given in joins]
    if len(found) == 1 and not found[0]:
        left, right = ([name.lower() for name in _names_of(table, columns)] for table in tables.values())
        found = [[name for name in left if name in right]]
    # each join puts its columns before those that the table on the left has had
    keeps_left = table == next(iter(tables)) and all((given.side or "").upper() in ("", "LEFT") for given in joins)
    if not all(found) or not (keeps_left or all(names == found[0] for names in found)):
        raise CannotPlanError("the query has t.* with USING or NATURAL of other columns each; write the columns")
    return list(dict.fromkeys(name for names in reversed(found) for name in names))


def _names_of(given: exp.Expr, columns: Mapping[str, Collection[str]]) -> list[str]:
    """The names of the columns of a query, or of something in FROM."""
    alias = given.args.get("alias")
    if isinstance(alias, exp.TableAlias) and alias.columns:
        return [name.name for name in alias.columns]
    if isinstance(given, exp.Table):
        common = common_table(given)
        return _names_of(common, columns) if common else list(columns.get(given.name, ())) or _unknown(given)
    if isinstance(given, (exp.CTE, exp.Subquery, exp.SetOperation)):
        return _names_of(given.this, columns)
    if not isinstance(given, exp.Select):
        return _unknown(given)
    are_by_name = any(map(_is_by_name, _joins_in(given)))
    parts = [part for part in (given.args.get("from_"), *(given.args.get("joins") or ())) if part]
    names: list[str] = []
    for item in _expanded(given, columns) if are_by_name else given.expressions:
        if not item.is_star and item.alias_or_name:
            names.append(item.alias_or_name)
            continue
        of, star = (item.table.lower(), item.this) if isinstance(item, exp.Column) else ("", item)
        if are_by_name or not isinstance(star, exp.Star) or any(star.args.values()):
            return _unknown(item)
        read = [part.this for part in parts if not of or part.this.alias_or_name.lower() == of]
        names += [name for source in read for name in _names_of(source, columns)]
    return names


def _unknown(given: exp.Expr) -> NoReturn:
    raise CannotPlanError(f"the query has t.* with USING or NATURAL over {given.sql('spark')}; write the columns")
