"""The Jinja tags of a text, by dbt's own lexer, and the SQL around them with a placeholder for each tag.

A placeholder lets the SQL be read as a whole: a tag may stand inside a string (``'{{ x }}'``) or be part of a name
(``orders_{{ x }}``).
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

# Characters of Unicode's private use area, which SQL reads as part of a name. A block's placeholder has one more.
PLACEHOLDER = re.compile("\ue000([0-9]+)\ue001\ue002?")
BLOCK = re.compile("(\ue000[0-9]+\ue001\ue002)")
# Blocks whose content becomes a value; `set` is one without `=`.
_TEXT_BLOCKS = frozenset(["call", "filter", "macro", "set"])
# Names whose value no macro and no block of the project renders, and words that are no names.
_NOT_RENDERED = (
    frozenset(["env_var", "flags", "invocation_id", "model", "modules", "run_started_at", "target", "this", "var"])
    | frozenset(["ref", "source", "and", "else", "if", "in", "is", "not", "or"])
    | frozenset(["false", "False", "none", "None", "true", "True"])
)
# Names before a bracket that is not the one of a call.
_KEYWORDS = frozenset(["and", "call", "do", "elif", "else", "filter", "if", "in", "is", "not", "or", "return", "set"])


@dataclass(frozen=True)
class Token:
    """A token inside a tag; strings are in one spelling, whatever their quotes were."""

    kind: str
    text: str


_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_COMMA, _EQUALS, _SET = Token("operator", ","), Token("operator", "="), Token("name", "set")


@dataclass(frozen=True)
class Tag:
    """A tag: an expression (``{{ }}``) or else a block (``{% %}``), and where it trims blanks."""

    is_expression: bool
    tokens: tuple[Token, ...]
    trims_before: bool = False
    trims_after: bool = False

    @property
    def text(self) -> str:
        """The tag in one spelling, without its trimming."""
        begin, end = ("{{", "}}") if self.is_expression else ("{%", "%}")
        return " ".join([begin, *(token.text for token in self.tokens), end])

    @property
    def begins_text(self) -> bool:
        """Whether it begins a macro, or a block whose content is a value."""
        first = "" if self.is_expression or not self.tokens else self.tokens[0].text
        name = takewhile(lambda token: token.text != "|", self.tokens)  # and not the arguments of a filter
        return first in _TEXT_BLOCKS and (first != "set" or _EQUALS not in name)

    @property
    def ends_text(self) -> bool:
        """Whether it ends one."""
        first = "" if self.is_expression or not self.tokens else self.tokens[0].text
        return first.startswith("end") and first[3:] in _TEXT_BLOCKS

    @property
    def may_be_rendered(self) -> bool:
        """Whether its value may have a text that a macro or a block renders: it has a name of neither dbt nor Jinja."""
        before = ["", *(token.text for token in self.tokens)]
        return self.is_expression and any(
            token.kind == "name" and token.text not in _NOT_RENDERED and previous not in (".", "|", "is")
            for previous, token in zip(before, self.tokens, strict=False)
        )

    @property
    def writes_quotes(self) -> bool:
        """Whether it puts quotes around values: ``"'" ~ label() ~ "'"``, ``string_literal(label())``."""
        return any(
            "'" in token.text if token.kind == "string" else token.text == "string_literal" for token in self.tokens
        )

    @property
    def trimmed_text(self) -> str:
        """The tag in one spelling, with its trimming, which counts inside a string."""
        text = self.text
        return text[:2] + "-" * self.trims_before + text[2:-2] + "-" * self.trims_after + text[-2:]


def read(text: str) -> tuple[str, list[Tag]]:
    """The SQL of a text with a placeholder for each tag, and the tags by the numbers of their placeholders.

    Left out are Jinja's comments, ``{{ config(...) }}``, the durations of ``hint('STATE_TTL', {...})`` and the commas
    and brackets that a formatter adds to a long tag.
    """
    sql: list[str] = []
    tags: list[Tag] = []
    for piece in _pieces(text):
        if isinstance(piece, str):
            sql.append(piece.replace("\ue000", "\ue003"))  # only placeholders have the former
        elif not _is_config(piece.tokens):
            sql.append(f"\ue000{len(tags)}\ue001" + ("" if piece.is_expression else "\ue002"))
            tags.append(replace(piece, tokens=tuple(_without_ttls(_without_needless_signs(piece.tokens)))))
    return "".join(sql), tags


def _pieces(text: str) -> Iterator[str | Tag]:
    """SQL as text, and tags, in the order of the text. The blanks that a tag trims stay."""
    source = text.replace("\r\n", "\n").replace("\r", "\n")
    position, is_comment, trims_before = 0, False, False
    tokens: list[Token] = []
    for _, kind, value in _environment().lex(source):
        start = source.index(value, position)
        yield source[position:start]  # blanks that `{%-` trims
        position = start + len(value)
        if kind == "data":
            yield value
        elif kind in ("raw_begin", "raw_end"):
            yield Tag(False, (Token("name", kind),))
        elif kind.endswith("_begin"):
            tokens, is_comment, trims_before = [], kind == "comment_begin", value.endswith("-")
        elif kind.endswith("_end"):
            if not is_comment:
                yield Tag(kind == "variable_end", tuple(tokens), trims_before, value.startswith("-"))
            yield value[len(value.rstrip()) :]  # blanks that `-%}` trims
        elif kind not in ("whitespace", "comment"):
            tokens.append(Token(kind, _spelled(value) if kind == "string" else value))


@functools.cache
def _environment() -> Any:
    from dbt_common.clients.jinja import get_environment

    return get_environment(None, capture_macros=False)


def _spelled(literal: str) -> str:
    """A string literal of Jinja in one spelling, with the value that Jinja's lexer gives it."""
    return json.dumps(literal[1:-1].encode("ascii", "backslashreplace").decode("unicode-escape"))


def _is_config(tokens: tuple[Token, ...]) -> bool:
    texts = [token.text for token in tokens]
    return texts[:2] == ["config", "("] and _end(tokens, 1) == len(tokens) - 1


@dataclass
class _Bracket:
    """An open bracket: where it is, whether it opens a call, and how many commas it holds so far."""

    start: int
    is_call: bool
    commas: int = 0


def _without_needless_signs(tokens: tuple[Token, ...]) -> list[Token]:
    """Drops what a formatter adds to a long tag: the comma before a closing bracket, brackets around a whole item.

    The comma of a tuple with one element, ``(1,)``, stays, and so do the brackets of a tuple.
    """
    kept: list[Token] = []
    brackets: list[_Bracket] = []
    for token, following in zip(tokens, (*tokens[1:], None), strict=True):
        if token.kind != "operator":
            kept.append(token)
            continue
        if token.text in _OPENING:
            brackets.append(_Bracket(len(kept), token.text != "(" or _is_called(kept)))
        elif token.text == "," and brackets:
            brackets[-1].commas += 1
        elif token.text in _CLOSING and brackets:
            bracket = brackets.pop()
            if kept[-1] == _COMMA and (bracket.is_call or bracket.commas > 1):
                kept.pop()
            if not bracket.is_call and _is_around_item(kept, bracket, following):
                del kept[bracket.start]
                continue
        kept.append(token)
    return kept


def _is_called(before: list[Token]) -> bool:
    """Whether the bracket after these tokens is that of a call."""
    if not before:
        return False
    last = before[-1]
    return last.text not in _KEYWORDS if last.kind == "name" else last.text in (")", "]")


def _is_around_item(tokens: list[Token], bracket: _Bracket, following: Token | None) -> bool:
    """Whether the brackets hold all of an argument, an element or a value, which means the same without them."""
    before, inside = tokens[: bracket.start], tokens[bracket.start + 1 :]
    if not inside or (following is not None and following.text not in (",", ":", *_CLOSING)):
        return False
    if bracket.commas:  # a tuple: all of what `{% set a, b = (1, 2) %}` assigns
        return following is None and before[:1] == [_SET] and before[-1] == _EQUALS and before.count(_EQUALS) == 1
    return not before or (before[-1].kind == "operator" and before[-1].text in ("=", ",", ":", *_OPENING))


def _without_ttls(tokens: list[Token]) -> list[Token]:
    """Drops the durations of ``hint('STATE_TTL', {...})``: a plan has its own."""
    kept: list[Token] = []
    position = 0
    while position < len(tokens):
        token = tokens[position]
        kept.append(token)
        position += 1
        following = [token.text for token in tokens[position : position + 2]]
        if token.kind == "string" and token.text.upper() == '"STATE_TTL"' and following == [",", "{"]:
            position = _end(tokens, position + 1) + 1
    return kept


def _end(tokens: list[Token] | tuple[Token, ...], start: int) -> int:
    """The index of the bracket that closes the one at ``start``, or of the last token."""
    depth = 0
    for index in range(start, len(tokens)):
        if tokens[index].kind == "operator":
            depth += (tokens[index].text in _OPENING) - (tokens[index].text in _CLOSING)
            if depth == 0:
                return index
    return len(tokens) - 1
