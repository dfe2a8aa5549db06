"""The tokens of a model's SQL that count when it is compared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from dbt.adapters.tablestore.plans.jinja_tags import BLOCK, PLACEHOLDER, Tag
from dbt.adapters.tablestore.sql import lexer
from dbt.adapters.tablestore.sql.lexer import Token

JOINED = "<joined>"
"""Stands between two words, or two quoted texts, that touch."""


def read(sql: str, tags: Sequence[Tag]) -> list[str]:
    """The tokens of SQL that has placeholders for these tags, so that equal lists mean the same text.

    Unquoted words are in lower case, quoted ones as they stand. Left out are blanks, comments and semicolons at the
    end; hints (``/*+ ... */``) are kept, and so are comments with a block tag, which controls what follows. A text
    with an open quote is one token.
    """
    lexed = list(lexer.lexed(sql))
    if lexed and lexed[-1].kind == "open":
        return [_filled(sql.strip(), tags, quoted=True)]
    found: list[str] = []
    joint = None  # where a word or a quoted text has ended that only block tags have followed
    for start, text in _parts(lexed):
        kind = "block" if BLOCK.fullmatch(text) else _kind(text)
        end = start + len(text)
        if kind != "block":
            if joint == (kind, start) and kind != "other":
                found.append(JOINED)
            joint = kind, end
        elif joint is not None:
            joint = (joint[0], end) if joint[1] == start else None
        found += _tokens(text, kind, tags)
    while found and found[-1] == ";":
        found.pop()
    return found


def has_rendered_in_quotes(sql: str, tags: Sequence[Tag]) -> bool:
    """Whether a tag in quotes, or one that writes quotes, may have the text that a macro or a block renders."""
    quoted = "".join(token.text for token in lexer.lexed(sql) if token.kind in ("string", "name", "open"))
    inside = {int(number) for number in PLACEHOLDER.findall(quoted)}
    return any(tag.may_be_rendered and (number in inside or tag.writes_quotes) for number, tag in enumerate(tags))


def rendered_texts(sql: str, tags: Sequence[Tag]) -> Iterator[str]:
    """What macros and blocks such as ``{% set x %}`` render, as it stands, but for its comments in Jinja."""
    depth = start = 0
    for placeholder in PLACEHOLDER.finditer(sql):
        tag = tags[int(placeholder[1])]
        if tag.begins_text:
            start = start if depth else placeholder.end()
            depth += 1
        elif tag.ends_text and depth:
            depth -= 1
            if not depth:
                yield _filled(sql[start : placeholder.start()], tags, quoted=True)


def _parts(lexed: Iterable[Token]) -> Iterator[tuple[int, str]]:
    """The parts of the SQL that count, with where they start: tokens, block tags in them, comments that are kept."""
    for token in lexed:
        start = token.start
        if token.kind in ("string", "name") or (token.kind == "comment" and BLOCK.search(token.text)):
            yield start, token.text
        elif token.kind not in ("blank", "comment"):
            for text in filter(None, BLOCK.split(token.text)):
                yield start, text
                start += len(text)


def _kind(text: str) -> str:
    """``quoted``, ``word`` or ``other``. Two quoted texts, and two words, mean something else when they touch."""
    if _is_quoted(text):
        return "quoted"
    return "word" if text[0].isalnum() or text[0] in "_\ue000" else "other"


def _is_quoted(text: str) -> bool:
    return text[-1:] in ("'", '"', "`")


def _tokens(text: str, kind: str, tags: Sequence[Tag]) -> list[str]:
    if kind == "quoted":
        return [_filled(text, tags, quoted=True)]
    return [_filled(word, tags) for word in text.lower().split()]


def _filled(text: str, tags: Sequence[Tag], quoted: bool = False) -> str:
    """A text with its tags in the place of their placeholders."""

    def fill(match: re.Match[str]) -> str:
        tag = tags[int(match[1])]
        return tag.trimmed_text if quoted else tag.text

    return PLACEHOLDER.sub(fill, text)
