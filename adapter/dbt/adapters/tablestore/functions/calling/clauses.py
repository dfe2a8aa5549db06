"""DISTINCT and FILTER of Python aggregates, which Spark takes only at aggregates of its own.

``f(distinct x) filter (where y)`` becomes
``f(collect_list(distinct named_struct('_argument_0', x)) filter (where y))``. The arguments are collected anyway, so
the call means the same; ``binding`` takes them out of the list again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dbt.adapters.tablestore.sql.lexer import Token
from dbt.adapters.tablestore.sql.statement_text import called_at, closing, tokens

ARGUMENT = "_argument_"
"""What the name of a field begins with that is an argument: its position or its name follows."""

# What an operator begins with that takes the name before it, and the operators that are words. A minus does not: it
# may be the sign of the first argument.
_SIGNS = "),.:[*/%|&^<>=!"
_WORDS = frozenset(["and", "between", "div", "ilike", "in", "is", "like", "or", "regexp", "rlike"])


def with_collected_arguments(sql: str, aggregates: Collection[str]) -> str:
    """A statement in which Spark's own aggregate has the clauses of the calls of Python aggregates.

    Lines stay the same. A call over a window keeps its clauses, which Spark does not have there.
    """
    found = tokens(sql)
    parts, copied = [], 0
    for position in range(len(found)):
        if found[position].start < copied or called_at(found, position) not in aggregates:
            continue
        call = _call(sql, found, position)
        if call is not None:
            text, end = call
            parts += [sql[copied : found[position + 1].end], text]
            copied = end
    return "".join([*parts, sql[copied:]])


def names_in_lateral_views(sql: str) -> set[str]:
    """The names of the functions that LATERAL VIEW, or LATERAL VIEW OUTER, calls, in lower case."""
    found = tokens(sql)
    names = [token.name for token in found]
    calls = {position: name for position in range(len(found)) if (name := called_at(found, position)) is not None}
    return {
        name
        for position, name in calls.items()
        if names[max(0, position - 2) : position] == ["lateral", "view"]
        or names[max(0, position - 3) : position] == ["lateral", "view", "outer"]
    }


def _call(sql: str, found: Sequence[Token], position: int) -> tuple[str, int] | None:
    """What follows the opening parenthesis of a call with clauses, and the end of the call."""
    opening = position + 1
    close = closing(found, opening)
    if close is None:
        return None
    end, filtered = close, ""
    if close + 2 < len(found) and found[close + 1].name == "filter" and found[close + 2].text == "(":
        last = closing(found, close + 2)
        if last is None:
            return None
        end, filtered = last, sql[found[close].end : found[last].end]
    quantifier = _quantifier(found, opening)
    over = end + 1 < len(found) and found[end + 1].name == "over"
    if over or not (quantifier == "distinct" or filtered):
        return None
    begin = opening + 1 + (quantifier is not None)
    head = sql[found[opening if quantifier != "all" else opening + 1].end : found[begin].start]
    head += " " * (quantifier == "distinct" and not head[-1].isspace())
    fields = ", ".join(_fields(sql, found[begin:close])) or f"'{ARGUMENT}rows', 1"
    tail = sql[found[close - 1].end : found[close].start]
    return f"collect_list({head}named_struct({fields}{tail})){filtered})", found[end].end


def _quantifier(found: Sequence[Token], opening: int) -> str | None:
    """DISTINCT or ALL before the arguments; None without them, also if one of them is the name of a column."""
    name = found[opening + 1].name if found[opening + 1].kind == "word" else None
    return name if name in ("distinct", "all") and not _begins_with_operator(found[opening + 2 :]) else None


def _begins_with_operator(rest: Sequence[Token]) -> bool:
    """Whether what follows a name can only go on with an expression that the name begins."""
    words = [token.text.lower() for token in rest[:3]]
    if words[0] == "not" and words[1] in _WORDS:
        del words[0]
    named = len(words) > 1 and words[1] in (")", ",", ".")  # the column `like` of f(distinct like)
    return words[0] == "->" or words[0][0] in _SIGNS or (words[0] in _WORDS and not named)


def _fields(sql: str, arguments: Sequence[Token]) -> list[str]:
    """Each argument with the name of its field."""
    fields = []
    for position, argument in enumerate(_split(arguments)):
        named = len(argument) > 2 and argument[1].text == "=>"
        value = argument[2:] if named else argument
        name = argument[0].name if named else position
        fields.append(f"'{ARGUMENT}{name}', {sql[value[0].start : value[-1].end]}")
    return fields


def _split(arguments: Sequence[Token]) -> list[list[Token]]:
    """The tokens of each argument."""
    found: list[list[Token]] = [[]]
    depth = 0
    for token in arguments:
        depth += (token.text in "([") - (token.text in ")]")
        if token.text == "," and depth == 0:
            found.append([])
        else:
            found[-1].append(token)
    return [argument for argument in found if argument]
