"""The tokens of a SQL text by the rules of Spark's lexer (SqlBaseLexer.g4), independent of the adapter's code."""

from __future__ import annotations

import re
from typing import NamedTuple

_STRING = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
_NAME = re.compile(r"`(?:[^`]|``)*`", re.DOTALL)
_LINE_COMMENT = re.compile(r"--(?:\\\n|[^\r\n])*")
_BLANKS = re.compile(r"\s+")
_WORD = re.compile(r"\w+")
_ESCAPE = re.compile(r"\\(u[0-9a-f]{4}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}


class Token(NamedTuple):
    """``kind`` is string, name, comment, word or other; ``value`` is the text without quotes and escapes."""

    kind: str
    value: str


def tokens(sql: str) -> list[Token]:
    """The tokens of a text that may have several statements.

    Raises:
        ValueError: a quote or a comment is not closed.
    """
    found, position = [], 0
    while position < len(sql):
        if blanks := _BLANKS.match(sql, position):
            position = blanks.end()
        elif sql.startswith("/*", position) and not sql.startswith("/*+", position):
            end = _end_of_comment(sql, position)
            found.append(Token("comment", sql[position:end]))
            position = end
        elif match := _LINE_COMMENT.match(sql, position):
            found.append(Token("comment", match.group()))
            position = match.end()
        elif match := _STRING.match(sql, position):
            text = _ESCAPE.sub(_unescaped, match.group()[1:-1])
            found.append(Token("string", text))
            position = match.end()
        elif match := _NAME.match(sql, position):
            found.append(Token("name", match.group()[1:-1].replace("``", "`")))
            position = match.end()
        elif sql[position] in "'\"`":
            raise ValueError(f"a quote is not closed: {sql[position : position + 60]!r}")
        elif match := _WORD.match(sql, position):
            found.append(Token("word", match.group()))
            position = match.end()
        else:
            found.append(Token("other", sql[position]))
            position += 1
    return found


def _unescaped(escape: re.Match[str]) -> str:
    text = escape[1]
    return chr(int(text[1:], 16)) if len(text) == 5 else _ESCAPED.get(text, text)


def _end_of_comment(sql: str, start: int) -> int:
    depth = 0
    for mark in re.compile(r"/\*|\*/").finditer(sql, start):
        depth += 1 if mark.group() == "/*" else -1
        if depth == 0:
            return mark.end()
    raise ValueError(f"a comment is not closed: {sql[start : start + 60]!r}")
