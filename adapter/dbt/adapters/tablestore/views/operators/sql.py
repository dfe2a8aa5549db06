"""The SQL that the queries of several operators have."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dbt.adapters.tablestore.sql.names import quoted
from sqlglot import exp

WEIGHT = "_w"
"""The column with the weight of a change: 1 for a row that was added, -1 for one that was removed."""


def listed(names: Sequence[str]) -> str:
    """Names in backticks, as a list of SQL."""
    return ", ".join(map(quoted, names))


def named(text: str, name: str) -> str:
    """An item of SELECT."""
    return text if text == quoted(name) else f"{text} as {quoted(name)}"


def selected(items: Sequence[str], weighted: bool) -> str:
    """The items of a SELECT, and the weight of changes."""
    return ", ".join([*items, *([WEIGHT] * weighted)])


def of_expression(expression: exp.Expr) -> str:
    """The SQL of an expression."""
    return expression.sql("spark")


def all_of(conditions: Sequence[exp.Expr]) -> str:
    """The conjunction of conditions."""
    return " and ".join(f"({of_expression(condition)})" for condition in conditions)


def netted(query: str, columns: Sequence[str], apart: bool, signed: Collection[str]) -> str:
    """Changes without those that cancel out; with ``apart`` none do."""
    items, groups = _grouped(columns, signed)
    groups += [f"{WEIGHT} > 0"] if apart else []
    group = f" group by {', '.join(groups)}" if groups else ""
    items.append(f"sum({WEIGHT}) as {WEIGHT}")
    return f"select {', '.join(items)} from ({query}) as _q{group} having sum({WEIGHT}) <> 0"


def before(columns: Sequence[str], now: str, changes: str, signed: Collection[str]) -> str:
    """The rows that there were before: those of now without the changes."""
    names, (items, groups) = listed(columns), _grouped(columns, signed)
    both = f"select {names}, 1 as {WEIGHT} from ({now}) union all select {names}, -{WEIGHT} from ({changes}) as _q"
    items.append(f"sum({WEIGHT}) as {WEIGHT}")
    net = f"select {', '.join(items)} from ({both}) as _q group by {', '.join(groups)} having sum({WEIGHT}) > 0"
    return f"select {names} from ({net}) as _q lateral view explode(sequence(1, {WEIGHT})) as _copy"


def difference(now: str, before: str, columns: Sequence[str]) -> str:
    """The changes between the rows of before and those of now."""
    names = listed(columns)
    return f"select {names}, 1 as {WEIGHT} from ({now}) union all select {names}, -1 as {WEIGHT} from ({before}) as _q"


def _grouped(columns: Sequence[str], signed: Collection[str]) -> tuple[list[str], list[str]]:
    """The items and the groups of a query with each row once; GROUP BY would take -0.0 for 0.0, and give 0.0."""
    items = [f"first({quoted(name)}) as {quoted(name)}" if name in signed else quoted(name) for name in columns]
    signs = [f"cast({quoted(name)} as string)" for name in columns if name in signed]
    return items, [*map(quoted, columns), *signs]
