"""Where a statement ends in what somebody has written."""

from __future__ import annotations

from dbt.adapters.tablestore.sql.lexer import Token, lexed

# What a block of SQL scripting ends with `end`: https://spark.apache.org/docs/latest/sql-ref-scripting.html
_BLOCKS = {"begin", "if", "loop", "repeat", "while", "for"}
_BEFORE_A_BLOCK = {";", ":", "begin", "do", "else", "loop", "repeat", "then"}


def split(text: str) -> tuple[list[str], str]:
    """The statements of a text that a semicolon ends, without it, and what follows the last one.

    A semicolon in quotes, in a comment, or in a block of SQL scripting ends no statement.
    """
    found: list[str] = []
    start = depth = 0
    words: list[str] = []
    for token in lexed(text):
        if token.text == ";" and depth == 0:
            if words:
                found.append(text[start : token.start].strip())
            start, words = token.end, []
        elif not _is_blank(token):
            depth = max(0, depth + _opened(token, words))
            words.append(token.text.lower())
    return found, text[start:].strip() if words else ""


def statements(text: str) -> list[str]:
    """The statements of a text; no semicolon needs to end the last one."""
    found, rest = split(text)
    return [*found, rest] if rest else found


def _is_blank(token: Token) -> bool:
    return token.kind in ("blank", "comment")


def _opened(token: Token, before: list[str]) -> int:
    """How many blocks a word of a script opens, or closes; ``before`` are the words of the statement before it."""
    name, last = token.name, before[-1] if before else ";"
    if not before:
        return 1 if name == "begin" else 0
    if before[0] != "begin" or token.kind != "word" or last in (".", "end"):
        return 0
    if name == "end":
        return -1
    return 1 if name == "case" or (name in _BLOCKS and last in _BEFORE_A_BLOCK) else 0
