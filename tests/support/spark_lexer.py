"""What the tokens of a SQL text say to Spark: without quotes, escapes, blanks and variables."""

from __future__ import annotations

import re
from typing import NamedTuple

from dbt.adapters.tablestore.sql.lexer import lexed

_ESCAPE = re.compile(r"\\(u[0-9a-f]{4}|.)|''|\"\"", re.DOTALL)
_VARIABLE = re.compile(r"\$\{\S+?\}")
"""Before Spark parses a statement, it puts the value of a setting here, or nothing if there is no such setting."""
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}


class Token(NamedTuple):
    """``kind`` is one of `lexer.Token`; ``value`` is the text without quotes and escapes."""

    kind: str
    value: str


def tokens(sql: str) -> list[Token]:
    """The tokens of a text that may have several statements.

    Raises:
        ValueError: a quote or a comment is not closed.
    """
    found = []
    for kind, text, _, _ in lexed(_VARIABLE.sub("", sql)):
        if kind == "open":
            raise ValueError(f"it is not closed: {text[:60]!r}")
        if kind == "string" and text[0] not in "rR":
            text = _ESCAPE.sub(_unescaped, text[1:-1])
        elif kind == "name":
            text = text[1:-1].replace("``", "`")
        if kind != "blank":
            found.append(Token(kind, text))
    return found


def _unescaped(escape: re.Match[str]) -> str:
    text = escape[1] or escape[0][0]
    return chr(int(text[1:], 16)) if len(text) == 5 else _ESCAPED.get(text, text)
