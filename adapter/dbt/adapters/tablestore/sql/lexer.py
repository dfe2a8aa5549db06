"""The tokens of a SQL text, by the rules of Spark's lexer (SqlBaseLexer.g4) and in linear time.

Unlike sqlglot's tokenizer, it knows that a backslash continues a line comment and that a hint in a comment is text, and
it reads a text whose quotes are not closed.

A regular expression that skips any number of blanks and comments backtracks exponentially when the text goes on with
something else, and Python's ``re`` holds the interpreter's lock meanwhile: `_TOKEN` matches one token at a time, and
each character of it in one way only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
      (?P<blank> [ \t\n\f\r\v\u00A0\u1680\u2000-\u200A\u2028\u202F\u205F\u3000]+ )
    # a backslash before the end of the line continues the comment on the next line
    | (?P<comment> --[^\\\r\n]*(?:\\\n?[^\\\r\n]*)* )
    # a raw string (r'...') has no escapes
    | (?P<string> [rR]'[^']*' | [rR]"[^"]*" | '[^'\\]*(?:(?:\\.|'')[^'\\]*)*' | "[^"\\]*(?:(?:\\.|"")[^"\\]*)*" )
    | (?P<name> `[^`]*(?:``[^`]*)*` )
    | (?P<number> [0-9]+(?:\.[0-9]+(?:[eE][+-]?[0-9]+)?|[eE][+-][0-9]+)\w* )
    # in the text of a model, a Jinja tag is a word of the private use area
    | (?P<word> [\w\ue000-\ue002]+ )
    | (?P<begin> /\*(?!\+) )
    | (?P<open> ['"`] )
    | (?P<other> /\*\+ | \*/ | <=> | [<>=!:]= | <> | [-=|]> | \|\| | :: | . )
    """,
    re.DOTALL | re.VERBOSE,
)
# `/*+` begins a hint, which is not a comment.
_COMMENT_BEGIN_OR_END = re.compile(r"/\*(?!\+)|\*/")


class Token(NamedTuple):
    """A token: its text, and where it begins and ends.

    Its kind is blank, comment, string, name (in backticks), word (also `1` and `2L`), number (with a fraction or a
    signed exponent), other, or open: a quote or a comment that is not closed, up to the end of the text.
    """

    kind: str
    text: str
    start: int
    end: int

    @property
    def name(self) -> str | None:
        """A name in lower case and without backticks; None for what is not a name."""
        if self.kind == "name":
            return self.text[1:-1].replace("``", "`").lower()
        return self.text.lower() if self.kind == "word" else None


def lexed(sql: str) -> Iterator[Token]:
    """All tokens of a text, with its blanks and comments: their texts one after the other are the text."""
    position = 0
    while found := _TOKEN.match(sql, position):
        kind, end = str(found.lastgroup), found.end()
        if kind == "begin":
            closed = _end_of_comment(sql, position)
            kind, end = ("comment", closed) if closed else ("open", len(sql))
        elif kind == "open":
            end = len(sql)
        yield Token(kind, sql[position:end], position, end)
        position = end


def _end_of_comment(sql: str, start: int) -> int | None:
    """The position behind the bracketed comment that begins at ``start``; None if it is not closed."""
    depth = 0
    for bracket in _COMMENT_BEGIN_OR_END.finditer(sql, start):
        depth += 1 if bracket.group() == "/*" else -1
        if depth == 0:
            return bracket.end()
    return None
