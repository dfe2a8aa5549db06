"""Checksums of a model's text that a formatter, comments, the model's config and its TTLs leave as they are."""

from __future__ import annotations

import ast
import hashlib
import json

from dbt.adapters.tablestore.plans import jinja_tags, sql_tokens


def of(text: str, language: str = "sql", exact: bool = False) -> str:
    """The checksum of a text in SQL and Jinja, in Python, or of what YAML declares, in one spelling.

    It is the same in every supported release of Python and Jinja. Unquoted names of SQL are compared without
    case, as Spark resolves them. With ``exact``, what macros and blocks of SQL and Jinja render is compared as it
    stands: a text of the model has it in quotes.
    """
    if language == "sql":
        return _digest(json.dumps(_tokens(text, exact)))
    return _of_python(text) if language == "python" else _digest(text)


def spelled(text: str, exact: bool = False) -> str:
    """A text in SQL and Jinja in one spelling, on one line: equal checksums mean equal spellings."""
    return " ".join(token for token in _tokens(text, exact) if token != sql_tokens.JOINED)


def is_quoting(text: str) -> bool:
    """Whether a text in SQL and Jinja has in quotes what a macro or a block may render."""
    return sql_tokens.has_rendered_in_quotes(*jinja_tags.read(text))


def _tokens(text: str, exact: bool) -> list[str]:
    sql, tags = jinja_tags.read(text)
    found = sql_tokens.read(sql, tags)
    return [*found, *map(json.dumps, sql_tokens.rendered_texts(sql, tags))] if exact else found


def _of_python(text: str) -> str:
    try:
        tree = ast.parse(text)
    except SyntaxError:  # what imports it says so
        return _digest(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [line for line in body if not _is_config(line)]  # type: ignore[attr-defined]
    return _digest(_dump(tree))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _is_config(line: ast.AST) -> bool:
    return isinstance(line, ast.Expr) and ast.unparse(line).startswith("dbt.config(")


def _dump(value: object) -> str:
    """A syntax tree as text. ``ast.dump`` would name the fields that a newer Python has added, even where unused."""
    if isinstance(value, ast.JoinedStr):  # whose format ends with an empty text in some releases of Python 3.12
        value = ast.JoinedStr(
            [part for part in value.values if not (isinstance(part, ast.Constant) and not part.value)]
        )
    if isinstance(value, ast.AST):
        given = [(name, inner) for name, inner in ast.iter_fields(value) if inner is not None and inner != []]
        return f"{type(value).__name__}({', '.join(f'{name}={_dump(inner)}' for name, inner in given)})"
    return f"[{', '.join(map(_dump, value))}]" if isinstance(value, list) else repr(value)
