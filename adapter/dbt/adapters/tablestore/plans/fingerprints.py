"""Checksums of a model's text that blanks, comments, its config and its TTLs leave as they are."""

from __future__ import annotations

import ast
import hashlib
import re

_TOKEN = re.compile(
    r"""
      (?P<comment> \{\#.*?\#\} | --[^\n]* | /\*(?!\+).*?\*/ )
    | (?P<quoted>  '(?:\\.|''|[^'\\])*' | "(?:\\.|""|[^"\\])*" | `[^`]*` )
    | (?P<other>   \w+ | \S )
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


def of(text: str, language: str = "sql") -> str:
    """The checksum of a text in SQL and Jinja, or in Python."""
    return _of_python(text) if language == "python" else _of_sql(text)


def _of_sql(text: str) -> str:
    tokens = [match.group() for match in _TOKEN.finditer(text) if match.lastgroup != "comment"]
    return _digest(" ".join(_without_ttls(_without_config(_without_trimming(tokens)))))


def _of_python(text: str) -> str:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [line for line in body if not _is_config(line)]  # type: ignore[attr-defined]
    return _digest(ast.dump(tree))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _without_trimming(tokens: list[str]) -> list[str]:
    """Takes the ``-`` out of ``{%- ... -%}``, which trims blanks."""
    kept = []
    for i, token in enumerate(tokens):
        opens = i > 1 and tokens[i - 2] == "{" and tokens[i - 1] in "%{"
        closes = i + 2 < len(tokens) and tokens[i + 1] in "%}" and tokens[i + 2] == "}"
        if token != "-" or not (opens or closes):
            kept.append(token)
    return kept


def _without_config(tokens: list[str]) -> list[str]:
    """Takes out ``{{ config(...) }}``: what of it matters to a plan has members of its own there."""
    start = ["{", "{", "config", "("]
    for i in range(len(tokens)):
        if tokens[i : i + 4] == start:
            end = _end(tokens, i + 3)
            if tokens[end + 1 : end + 3] == ["}", "}"]:
                return tokens[:i] + _without_config(tokens[end + 3 :])
    return tokens


def _without_ttls(tokens: list[str]) -> list[str]:
    """Takes the durations out of ``hint('STATE_TTL', {...})``: a plan says its own."""
    for i in range(len(tokens) - 2):
        if tokens[i].strip("'\"").upper() == "STATE_TTL" and tokens[i + 1 : i + 3] == [",", "{"]:
            end = _end(tokens, i + 2)
            return tokens[: i + 2] + _without_ttls(tokens[end + 1 :])
    return tokens


def _end(tokens: list[str], start: int) -> int:
    """Where the bracket that opens at ``start`` closes; the last token when it does not."""
    depth = 0
    for i in range(start, len(tokens)):
        depth += (tokens[i] in _OPENING) - (tokens[i] in _CLOSING)
        if depth == 0:
            return i
    return len(tokens) - 1


def _is_config(line: ast.AST) -> bool:
    return isinstance(line, ast.Expr) and ast.unparse(line).startswith("dbt.config(")
