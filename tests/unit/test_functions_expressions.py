"""No regular expression of ``functions/`` repeats a repetition, which can take exponential time on a user's text."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore import functions

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    parser: Any = getattr(re, "_parser", None) or __import__("sre_parse")

FOLDER = Path(functions.__file__).parent
CALLS = {f"re.{name}" for name in ("compile", "match", "fullmatch", "search", "sub", "split", "findall", "finditer")}


def expressions() -> Iterator[tuple[str, str]]:
    """Every pattern that is passed to ``re``, and the file; what is inserted into a pattern counts as one letter."""
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in CALLS:
                yield _text(node.args[0]), str(path.relative_to(FOLDER))


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "x" for part in node.values)
    assert isinstance(node, ast.Constant), ast.unparse(node)
    return str(node.value)


def repeats_a_repetition(pattern: str) -> bool:
    def found(items: Any, inside: bool) -> bool:
        for name, value in items:
            repeated = str(name) in ("MAX_REPEAT", "MIN_REPEAT") and value[1] == parser.MAXREPEAT
            if repeated and inside:
                return True
            if any(found(inner, inside or repeated) for inner in _patterns_in(value)):
                return True
        return False

    return found(parser.parse(pattern), False)


def _patterns_in(value: Any) -> Iterator[Any]:
    if isinstance(value, parser.SubPattern):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _patterns_in(item)


def test_there_is_something_to_check() -> None:
    assert len(list(expressions())) > 5


@pytest.mark.parametrize("pattern", [r"(?:\s|/\*.*?\*/)*", "(a+)+", "(?:x|(?:y*z))+", "(a|b*)*"])
def test_repeated_repetitions_are_recognized(pattern: str) -> None:
    assert repeats_a_repetition(pattern)


@pytest.mark.parametrize(("pattern", "file"), list(expressions()))
def test_no_expression_repeats_a_repetition(pattern: str, file: str) -> None:
    assert not repeats_a_repetition(pattern), file
