"""The current time in a query: `current_timestamp()`, `now()`, `current_date` and the like.

A refresh evaluates it once, so a `Moment` is a constant of the refresh: its source text until the time is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.dialects.spark import Spark
from sqlglot.tokens import Token, TokenType

KINDS = {
    "curdate": "date",
    "current_date": "date",
    "current_timestamp": "timestamp",
    "localtimestamp": "timestamp_ntz",
    "now": "timestamp",
}
"""The functions that return the current time, and the types of what they return."""
CLASSES = (exp.CurrentDate, exp.CurrentTimestamp, exp.Localtimestamp)
"""What sqlglot reads them as; `now()` is a function that it does not know."""
_WITHOUT_BRACKETS = (TokenType.CURRENT_DATE, TokenType.CURRENT_TIMESTAMP)
_LITERALS = (TokenType.STRING, TokenType.RAW_STRING, TokenType.IDENTIFIER)


class Moment(exp.Expression, exp.Condition):
    """A call that returns the current time; ``this`` is its source text."""

    arg_types = {"this": True}

    @property
    def kind(self) -> str:
        """The type of its value."""
        return KINDS[str(self.this).partition("(")[0].strip().lower()]


def _generated(writer: Any, node: Moment) -> str:
    return str(node.this)


Spark.Generator.TRANSFORMS[Moment] = _generated


def length(tokens: list[Token], at: int) -> int:
    """How many tokens from a place on are the call of such a function; 0 if there is none."""
    token = tokens[at]
    if token.token_type in _LITERALS or token.text.lower() not in KINDS or (at and tokens[at - 1].text == "."):
        return 0
    if [after.text for after in tokens[at + 1 : at + 3]] == ["(", ")"]:
        return 3
    return int(token.token_type in _WITHOUT_BRACKETS)


def moments_in(expressions: Iterable[exp.Expr]) -> list[Moment]:
    """The calls of such functions in expressions."""
    return [found for expression in expressions for found in expression.find_all(Moment)]


def replaced(sql: str, literal: Callable[[str], str]) -> tuple[str, int]:
    """A query with literals in the place of such calls, and how many there were; ``literal`` returns that of a type."""
    try:
        tokens = Spark().tokenize(sql)
    except sqlglot.errors.TokenError:
        return sql, 0
    places = [(at, count) for at in range(len(tokens)) if (count := length(tokens, at))]
    for at, count in reversed(places):
        text = literal(KINDS[tokens[at].text.lower()])
        sql = sql[: tokens[at].start] + text + sql[tokens[at + count - 1].end + 1 :]
    return sql, len(places)


def is_name(node: exp.Expr) -> bool:
    """Whether a node is a name that such a call without brackets could mean as well."""
    return isinstance(node, exp.Identifier) and node.name.lower() in KINDS
