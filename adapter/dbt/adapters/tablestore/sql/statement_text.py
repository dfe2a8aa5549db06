"""The parts of a SQL statement."""

from __future__ import annotations

from collections.abc import Sequence

from dbt.adapters.tablestore.sql.lexer import Token, lexed


def without_leading_comments(sql: str) -> str:
    """The statement from its first word on: without the blanks and comments before it.

    Skips ``-- line comments`` and ``/* bracketed comments */``, which may be nested. A comment that is not closed
    extends to the end, so the result is empty. Hints (``/*+ ... */``) are not comments.
    """
    for token in lexed(sql):
        if not _is_skipped(token):
            return sql[token.start :]
    return ""


def after_parentheses(sql: str) -> str:
    """What follows the first pair of parentheses, such as the OVER clause of a function call.

    Parentheses in quoted text and in comments do not count. Empty when there are none, or they are not closed.
    """
    depth = 0
    for token in lexed(sql):
        depth += (token.text == "(") - (token.text == ")")
        if token.text == ")" and depth == 0:
            return sql[token.end :]
    return ""


def called_names(sql: str) -> set[str]:
    """The names before a parenthesis, in lower case: those of all functions that a statement calls, and more.

    Text in quotes and comments has no calls; a name in backticks is one, and a name of several parts is not.
    """
    found = tokens(sql)
    return {name for position in range(len(found)) if (name := called_at(found, position)) is not None}


def tokens(sql: str) -> list[Token]:
    """The tokens of a statement without blanks and comments."""
    return [token for token in lexed(sql) if not _is_skipped(token)]


def called_at(found: Sequence[Token], position: int) -> str | None:
    """The name at a position, if a parenthesis follows it and it is not part of a longer name."""
    dotted = position > 0 and found[position - 1].text == "."
    called = position + 1 < len(found) and found[position + 1].text == "("
    return found[position].name if called and not dotted else None


def closing(found: Sequence[Token], opening: int) -> int | None:
    """The position of the parenthesis that closes the one at ``opening``; None when it is not closed."""
    depth = 0
    for position in range(opening, len(found)):
        depth += (found[position].text == "(") - (found[position].text == ")")
        if depth == 0:
            return position
    return None


def _is_skipped(token: Token) -> bool:
    return token.kind in ("blank", "comment") or (token.kind == "open" and token.text.startswith("/*"))
