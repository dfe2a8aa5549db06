"""STATE_TTL hints: how long the states of a SELECT are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dbt.adapters.tablestore.sql.durations import accepted, milliseconds
from dbt.adapters.tablestore.sql.lexer import lexed
from dbt.adapters.tablestore.views.expressions.errors import StateError
from sqlglot import exp

HINT = "STATE_TTL"
APART = "into a materialized view of its own, and select from that"
_EXAMPLE = f"/*+ {HINT}('o' = '1 d', 'c' = '12 h') */"


def has_hints(sql: str) -> bool:
    """Whether a text has STATE_TTL hints, for one that cannot be parsed."""
    in_hint = False
    for token in lexed(sql):
        if token.text in ("/*+", "*/"):
            in_hint = token.text == "/*+"
        elif in_hint and token.name == HINT.lower():
            return True
    return False


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
        for name, duration in _durations(given):
            durations[name] = duration
        hint.set("expressions", [part for part in hint.expressions if part not in given])
        if not hint.expressions:
            hint.parent.set("hint", None)
    return found


def _durations(given: Sequence[exp.Expr]) -> Iterator[tuple[str, str]]:
    """The aliases of hints, each with its duration."""
    for pair in (pair for part in given for pair in part.expressions):
        if not isinstance(pair, exp.EQ) or not (pair.left.is_string and pair.right.is_string):
            raise StateError(f"the hint {HINT} has {pair.sql('spark')}; write {_EXAMPLE}")
        if milliseconds(pair.right.name) is None:
            raise StateError(f"the hint {HINT} has '{pair.left.name}' = '{pair.right.name}'; accepted is {accepted()}")
        yield pair.left.name, pair.right.name


def hints_of(query: exp.Expr) -> dict[str, str]:
    """The durations of the STATE_TTL hints of a SELECT, by alias."""
    return dict(query.meta.get(HINT, {}))


def has_ttl(hints: Mapping[str, str], aliases: Sequence[str]) -> bool:
    """Whether a hint limits how long one of these tables is kept."""
    return any(milliseconds(hints.get(name, "0")) for name in aliases)


def assert_known(hints: Mapping[str, str], aliases: Sequence[str]) -> None:
    """Raises `StateError` for a hint that names none of the tables of its SELECT."""
    known = "', '".join(aliases)
    for name in hints:
        if name not in aliases:
            raise StateError(
                f"the hint {HINT} names '{name}', and its SELECT reads '{known}' "
                "(an alias replaces the name of the table, and case matters)"
            )


def assert_used(hints: Mapping[str, str], limited: set[str]) -> None:
    """Raises `StateError` for a hint that limits no state of its SELECT; ``limited`` are the aliases of its states."""
    for name in hints:
        if has_ttl(hints, [name]) and name not in limited:
            raise StateError(f"the hint {HINT} of '{name}' has no effect: its SELECT neither joins nor groups '{name}'")
