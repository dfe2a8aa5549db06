"""The tokens of a model's SQL, by sqlglot's tokenizer for Spark."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dbt.adapters.tablestore.plans.jinja_tags import BLOCK, PLACEHOLDER, Tag

# What stands between two tokens. What a nested comment leaves behind its first end is taken word by word.
_COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/|\S+", re.DOTALL)
_HINT = re.compile(r"/\*\+(.*)\*/", re.DOTALL)
JOINED = "<joined>"
"""Stands between two words, or two quoted texts, that touch."""


def read(sql: str, tags: Sequence[Tag]) -> list[str]:
    """The tokens of SQL that has placeholders for these tags, so that equal lists mean the same text.

    Unquoted words are in lower case, quoted ones as they stand. Left out are blanks, comments and semicolons at the
    end; hints (``/*+ ... */``) are kept, and so are comments with a block tag, which controls what follows. A text that
    Spark's tokenizer refuses, such as one with an open quote, is one token.
    """
    from sqlglot.dialects.spark import Spark
    from sqlglot.errors import TokenError

    try:
        spans = [(token.start, token.end + 1) for token in Spark().tokenize(sql)]
    except TokenError:
        return [_filled(sql.strip(), tags, quoted=True)]
    found: list[str] = []
    joint = None  # where a word or a quoted text has ended that only block tags have followed
    for start, end in _parts(sql, spans):
        text = sql[start:end]
        kind = "block" if BLOCK.fullmatch(text) else _kind(text)
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


def _parts(sql: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The parts of the SQL that count, as start and end: tokens, block tags inside them, comments that are kept."""
    position = 0
    for start, end in [*spans, (len(sql), len(sql))]:
        if start < position:  # a number with a suffix, `1L`, is three tokens in one place
            continue
        for comment in _COMMENT.finditer(sql, position, start):
            if comment.group().startswith("/*+") or BLOCK.search(comment.group()):
                yield comment.span()
        position = end
        if _is_quoted(sql[start:end]):
            yield start, end
        else:
            for text in filter(None, BLOCK.split(sql[start:end])):
                yield start, start + len(text)
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
    if hint := _HINT.fullmatch(text):
        return ["/*+", *read(hint[1], tags), "*/"]
    return [_filled(word, tags) for word in text.lower().split()]


def _filled(text: str, tags: Sequence[Tag], quoted: bool = False) -> str:
    """A text with its tags in the place of their placeholders."""

    def fill(match: re.Match[str]) -> str:
        tag = tags[int(match[1])]
        return tag.trimmed_text if quoted else tag.text

    return PLACEHOLDER.sub(fill, text)
