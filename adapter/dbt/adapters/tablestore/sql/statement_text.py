"""The text of a SQL statement, read by the rules of Spark's lexer and in linear time.

A regular expression that skips any number of blanks and comments backtracks exponentially when the statement goes on
with something else, and Python's ``re`` holds the interpreter's lock meanwhile. Here every character is read once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_BLANKS = re.compile(r"[ \t\n\f\r\v\u00A0\u1680\u2000-\u200A\u2028\u202F\u205F\u3000]+")
# A backslash before the end of the line continues the comment on the next line.
_LINE_COMMENT = re.compile(r"--[^\\\r\n]*(?:\\\n?[^\\\r\n]*)*")
# `/*+` begins a hint, which is not a comment.
_COMMENT_BEGIN = re.compile(r"/\*(?!\+)")
_COMMENT_BEGIN_OR_END = re.compile(r"/\*(?!\+)|\*/")
# Quoted text, what begins a comment, and parentheses. A raw string (r'...') has no escapes.
_QUOTE_COMMENT_OR_PARENTHESIS = re.compile(
    r"""(?<!\w)[rR]'[^']*'|(?<!\w)[rR]"[^"]*"|'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"|`[^`]*`"""
    r"""|--[^\\\r\n]*(?:\\\n?[^\\\r\n]*)*|/\*(?!\+)|[()]""",
    re.DOTALL,
)
# What a statement consists of: blanks and line comments, text, names, and everything else one character at a time.
_TOKEN = re.compile(
    r"""(?P<blank>[ \t\n\f\r\v\u00A0\u1680\u2000-\u200A\u2028\u202F\u205F\u3000]+|--[^\\\r\n]*(?:\\\n?[^\\\r\n]*)*)"""
    r"""|(?P<text>[rR]'[^']*'|[rR]"[^"]*"|'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*")"""
    r"""|(?P<quoted>`(?:[^`]|``)*`)|(?P<word>\w+)|/\*(?!\+)|.""",
    re.DOTALL,
)


def without_leading_comments(sql: str) -> str:
    """The statement from its first word on: without the blanks and comments before it.

    Skips ``-- line comments`` and ``/* bracketed comments */``, which may be nested. A comment that is not closed
    extends to the end, so the result is empty. Hints (``/*+ ... */``) are not comments.
    """
    position = 0
    while position < len(sql):
        skipped = _BLANKS.match(sql, position) or _LINE_COMMENT.match(sql, position)
        if skipped:
            position = skipped.end()
        elif _COMMENT_BEGIN.match(sql, position):
            position = _end_of_comment(sql, position)
        else:
            break
    return sql[position:]


def after_parentheses(sql: str) -> str:
    """What follows the first pair of parentheses, such as the OVER clause of a function call.

    Parentheses in quoted text and in comments do not count. Empty when there are none, or they are not closed.
    """
    position = depth = 0
    while token := _QUOTE_COMMENT_OR_PARENTHESIS.search(sql, position):
        position = _end_of_comment(sql, token.start()) if token.group() == "/*" else token.end()
        if token.group() == "(":
            depth += 1
        elif token.group() == ")":
            depth -= 1
            if depth == 0:
                return sql[position:]
    return ""


def called_names(sql: str) -> set[str]:
    """The names before a parenthesis, in lower case: those of all functions that a statement calls, and more.

    Text in quotes and comments has no calls; a name in backticks is one, and a name of several parts is not.
    """
    found = tokens(sql)
    return {name for position in range(len(found)) if (name := called_at(found, position)) is not None}


@dataclass(frozen=True)
class Token:
    """A part of a statement: its text, and where it begins and ends. ``name`` is set for a name, in lower case."""

    text: str
    start: int
    end: int
    name: str | None


def tokens(sql: str) -> list[Token]:
    """The tokens of a statement without blanks and comments; what is no name or quoted text is one character each."""
    found: list[Token] = []
    position = 0
    while match := _TOKEN.match(sql, position):
        text, kind = match.group(), match.lastgroup
        position = _end_of_comment(sql, match.start()) if text == "/*" else match.end()
        if kind != "blank" and text != "/*":
            name = text.strip("`").replace("``", "`").lower() if kind in ("word", "quoted") else None
            found.append(Token(text, match.start(), match.end(), name))
    return found


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


def _end_of_comment(sql: str, start: int) -> int:
    """The position behind the bracketed comment that begins at ``start``."""
    depth = 0
    for bracket in _COMMENT_BEGIN_OR_END.finditer(sql, start):
        depth += 1 if bracket.group() == "/*" else -1
        if depth == 0:
            return bracket.end()
    return len(sql)
