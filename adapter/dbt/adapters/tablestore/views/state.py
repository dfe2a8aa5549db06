"""States that expire: STATE_TTL hints, and the joins and aggregates that they make stateful."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn

from dbt.adapters.tablestore.sql.durations import accepted, milliseconds
from dbt.adapters.tablestore.views.nodes import (
    Aggregate,
    Explode,
    Filter,
    Join,
    Node,
    Opaque,
    Project,
    Query,
    Scan,
    Side,
    Stateful,
    Union,
    Window,
)
from sqlglot import exp

HINT = "STATE_TTL"
_EXAMPLE = f"/*+ {HINT}('o' = '1 d', 'c' = '12 h') */"
_APART = "into a materialized view of its own, and select from that"
_STATELESS = (Project, Filter, Explode, Union)


class StateError(Exception):
    """A hint that cannot be read, or an operator whose state cannot expire; the message says what to write instead."""


def take_hints(query: exp.Expr) -> bool:
    """Moves the durations of STATE_TTL hints from the SQL of a parsed query into its nodes: Spark has no such hint.

    Returns:
        whether there are any. `hints_of` reads them.

    Raises:
        StateError: a hint has another form, or a duration cannot be read.
    """
    found = False
    for hint in list(query.find_all(exp.Hint)):
        given = [part for part in hint.expressions if part.name.upper() == HINT]
        if not given or not isinstance(hint.parent, exp.Select):
            continue
        found, durations = True, hint.parent.meta.setdefault(HINT, {})
        for pair in (pair for part in given for pair in part.expressions):
            if not isinstance(pair, exp.EQ) or not (pair.left.is_string and pair.right.is_string):
                _refuse(f"the hint {HINT} has {pair.sql('spark')}; write {_EXAMPLE}")
            if milliseconds(pair.right.name) is None:
                _refuse(f"the hint {HINT} has '{pair.left.name}' = '{pair.right.name}'; accepted is {accepted()}")
            durations[pair.left.name] = pair.right.name
        hint.set("expressions", [part for part in hint.expressions if part not in given])
        if not hint.expressions:
            hint.parent.set("hint", None)
    return found


def hints_of(query: exp.Select) -> dict[str, str]:
    """The durations of the STATE_TTL hints of a SELECT, by alias."""
    return dict(query.meta.get(HINT, {}))


def is_limited(hints: Mapping[str, str], aliases: Sequence[str]) -> bool:
    """Whether a hint limits how long one of these tables is kept."""
    return any(milliseconds(hints.get(name, "0")) for name in aliases)


def assert_known(hints: Mapping[str, str], aliases: Sequence[str]) -> None:
    """Raises `StateError` for a hint that names none of the tables of its SELECT."""
    known = "', '".join(aliases)
    for name in hints:
        if name not in aliases:
            _refuse(
                f"the hint {HINT} names '{name}', and its SELECT reads '{known}' "
                "(an alias replaces the name of the table, and case matters)"
            )


def assert_used(hints: Mapping[str, str], operators: Sequence[Stateful]) -> None:
    """Raises `StateError` for a hint that limits no state of its SELECT."""
    used = {side.alias for operator in operators for side in operator.sides}
    for name in hints:
        if is_limited(hints, [name]) and name not in used:
            _refuse(f"the hint {HINT} of '{name}' has no effect: its SELECT neither joins nor groups '{name}'")


def join(node: Node, aliases: Sequence[str], hints: Mapping[str, str], name: str) -> Stateful:
    """A join with the conditions of its ON, and the state of each side."""
    joined = node.child if isinstance(node, Filter) else node
    assert isinstance(joined, Join) and isinstance(node, (Join, Filter))
    words = f"the join of {' and '.join(alias or 'other tables' for alias in aliases)}"
    if joined.kind in ("semi", "anti"):
        _refuse(f"{words} is a {joined.kind} join, whose state cannot expire: write an inner or left join")
    pairs = list(equal_columns(node.conditions, joined))
    if not pairs:
        _refuse(f"{words} has no equality of a column of each in its ON, by which its state is kept")
    sides = []
    for at, (alias, rows) in enumerate(zip(aliases, joined.inputs, strict=True)):
        sides.append(_side(words, alias, rows, [pair[at] for pair in pairs], hints.get(alias)))
    return Stateful(node.columns, name, node, tuple(sides))


def aggregate(node: Aggregate, alias: str, hints: Mapping[str, str], name: str) -> Stateful:
    """A GROUP BY or DISTINCT with the state of its groups."""
    return Stateful(
        node.columns, name, node, (_side(f"the GROUP BY of {alias}", alias, node.child, node.keys, hints.get(alias)),)
    )


def _side(words: str, alias: str, rows: Node, key: Sequence[str], hint: str | None) -> Side:
    below = rows
    while isinstance(below, (Project, Filter)):
        below = below.child
    if not isinstance(below, Scan):
        _refuse(f"{words} has a state_ttl and reads {_words(below)}, which has no changelog: put it {_APART}")
    columns = _table_columns(rows)
    unknown = [name for name in key if name not in columns]
    if unknown:
        _refuse(
            f"{words} has a state_ttl, and its key is an expression: compute it in a model of its own, or use columns"
        )
    return Side(alias, below.table, rows, tuple(columns[name] for name in key), hint)


def _table_columns(node: Node) -> dict[str, str]:
    """The columns of an operator that are columns of its table: name -> the name there."""
    if isinstance(node, Scan):
        return dict(zip(node.columns, node.source, strict=True))
    [child] = node.inputs
    below = _table_columns(child)
    if isinstance(node, Project):
        return {name: below[given] for name, given in node.plain.items() if given in below}
    return below


def equal_columns(conditions: Sequence[exp.Expr], joined: Join) -> Iterator[tuple[str, str]]:
    """The columns of both sides of a join that its conditions set equal: (left, right) each."""
    for condition in conditions:
        if isinstance(condition, exp.EQ) and all(
            isinstance(side, exp.Column) for side in (condition.left, condition.right)
        ):
            names = condition.left.name, condition.right.name
            if names[0] in joined.left.columns and names[1] in joined.right.columns:
                yield names
            elif names[1] in joined.left.columns and names[0] in joined.right.columns:
                yield names[1], names[0]


def operators(node: Node) -> list[Stateful]:
    """The stateful operators of a tree."""
    return [found for found in node.walk() if isinstance(found, Stateful)]


def assert_supported(query: Query, everywhere: bool) -> None:
    """Raises `StateError` where the rows of a stateful operator are needed, or the state of an operator cannot expire.

    Args:
        query: the query.
        everywhere: whether all states of the query expire, instead of those with a hint.
    """
    top = outermost(query)
    for node in query.root.walk():
        below = [found for child in node.inputs for found in operators(child)]
        if isinstance(node, Opaque) and any(hints_of(select) for select in node.query.find_all(exp.Select)):
            _refuse(f"the hint {HINT} is in a part of the query that is computed as a whole: {node.reason}")
        elif everywhere and isinstance(node, (Join, Aggregate, Window)):
            _refuse(f"the state of {_words(node)} cannot expire here: put it {_APART}, or write state_ttl: 0")
        elif below and not isinstance(node, _STATELESS) and not (node is top and isinstance(node, Aggregate)):
            _refuse(f"{_words(node)} reads {_words(below[0])} whose state expires: put the latter {_APART}")
        elif isinstance(node, Stateful) and isinstance(node.of, Aggregate) and node is not top:
            _refuse(f"{_words(node)} whose state expires is not the outermost operator of the query: put it {_APART}")


def outermost(query: Query) -> Node:
    """The operator below the projections and filters of the result."""
    top = query.root
    while isinstance(top, (Project, Filter)):
        top = top.child
    return top


def _words(node: Node) -> str:
    if isinstance(node, (Join, Stateful)):
        return "a join" if isinstance(node, Join) or isinstance(node.operator, Join) else "a GROUP BY"
    words = {
        Aggregate: "a GROUP BY or DISTINCT",
        Window: "a window function",
        Union: "a UNION",
        Explode: "a LATERAL VIEW",
    }
    return words.get(type(node), "a subquery")


def _refuse(problem: str) -> NoReturn:
    raise StateError(problem)
