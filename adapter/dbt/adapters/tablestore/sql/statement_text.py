"""The text of a SQL statement, read by the rules of Spark's lexer and in linear time.

A regular expression that skips any number of blanks and comments backtracks exponentially when the statement goes on
with something else, and Python's ``re`` holds the interpreter's lock meanwhile. Here every character is read once.
"""

from __future__ import annotations

import re

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


def _end_of_comment(sql: str, start: int) -> int:
    """The position behind the bracketed comment that begins at ``start``."""
    depth = 0
    for bracket in _COMMENT_BEGIN_OR_END.finditer(sql, start):
        depth += 1 if bracket.group() == "/*" else -1
        if depth == 0:
            return bracket.end()
    return len(sql)
