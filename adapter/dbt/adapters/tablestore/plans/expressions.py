"""The expressions in which two texts of SQL and Jinja differ."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

_WORD = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|'(?:[^'\\]|\\.)*'|\"[^\"]*\"|`[^`]*`|[\w.]+|[^\s\w]")
# Words between two expressions of a query.
_BETWEEN = frozenset([",", ";", "select", "from", "where", "group", "by", "order", "having", "limit"])
_BETWEEN |= frozenset(["with", "join", "on", "union", "and", "or", "when", "then", "else"])
_QUERY = ("select", "with", "from")
_LONGEST = 160


def changed(old: str, new: str) -> list[tuple[str, str]]:
    """The expressions that differ, as pairs of old and new; one of them is empty when there is no counterpart."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    limits, new_limits = _limits(before), _limits(after)
    spans: list[tuple[range, range]] = []
    for kind, start, end, new_start, new_end in SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        span = _expression(limits, start, end), _expression(new_limits, new_start, new_end)
        if spans and (span[0].start < spans[-1][0].stop or span[1].start < spans[-1][1].stop):
            first, second = spans.pop()
            span = range(first.start, span[0].stop), range(second.start, span[1].stop)
        spans.append(span)
    return [(_text(before[span.start : span.stop]), _text(after[other.start : other.stop])) for span, other in spans]


def _limits(words: Sequence[str]) -> list[bool]:
    """Which words end an expression: those between expressions, unless in the brackets of a call."""
    found, calls = [], [False]
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word == "(":
            calls.append(following not in _QUERY)
            found.append(not calls[-1])
        elif word == ")" and len(calls) > 1:
            found.append(not calls.pop())
        else:
            found.append(word in _BETWEEN and not calls[-1])
    return found


def _expression(limits: Sequence[bool], start: int, end: int) -> range:
    """The positions from the limit before ``start`` to the one after ``end``."""
    while start > 0 and not limits[start - 1]:
        start -= 1
    while end < len(limits) and not limits[end]:
        end += 1
    return range(start, end)


def _text(words: Sequence[str]) -> str:
    text = re.sub(r" (?=[,.)\]])|(?<=[(\[.]) |(?<=\w) (?=\()", "", " ".join(words))
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
