"""Spark's parser of sqlglot, which notes which tokens of the source each expression has."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from dbt_common.exceptions import DbtRuntimeError
from sqlglot import exp
from sqlglot import parser as sqlglot_parser
from sqlglot.parsers.spark import SparkParser

SPAN = "span"
"""In the `meta` of an expression: the positions of its first token and of the one after its last."""


def assert_not_compiled() -> None:
    """Raises an error if sqlglot's compiled modules are installed, whose classes Python cannot extend.

    Python prefers them wherever they are found, and another program may have brought them. Without this, no query could
    be parsed: views would be refreshed in full, and hints would be lost.
    """
    if not str(sqlglot_parser.__file__).endswith(".py"):
        raise DbtRuntimeError(
            "Materialized views need sqlglot without its compiled modules, and the package sqlglotc is installed. "
            "Remove it (`pip uninstall sqlglotc`), or install dbt-tablestore in an environment of its own."
        )


def _with_spans(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of the parser that notes which tokens an expression has."""

    @wraps(method)
    def parsed(self: Any, *args: Any, **kwargs: Any) -> Any:
        start = self._index
        found = method(self, *args, **kwargs)
        if isinstance(found, exp.Expr) and self._index > start:
            known = found.meta.get(SPAN)
            span = (start, self._index)
            found.meta[SPAN] = (min(span[0], known[0]), max(span[1], known[1])) if known else span
        return found

    return parsed


class SpanParser(SparkParser):
    """Spark's parser, with the tokens of each expression in its `meta`."""

    # without functions of which sqlglot takes a column for a word
    FUNCTIONS = {name: build for name, build in SparkParser.FUNCTIONS.items() if name not in ("DATE_TRUNC", "TRUNC")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._calls: list[int] = []

    def validate_expression(self, expression: Any, args: list[Any] | None = None) -> Any:
        """Leaves the arguments of functions to Spark, which can have more or fewer than sqlglot knows of."""
        return expression if isinstance(expression, exp.Func) else super().validate_expression(expression, args)

    def _parse_function_call(self, *args: Any, **kwargs: Any) -> exp.Expr | None:
        self._calls.append(self._index)
        try:
            return super()._parse_function_call(*args, **kwargs)
        finally:
            self._calls.pop()

    def _parse_window(self, this: exp.Expr | None, alias: bool = False) -> exp.Expr | None:
        # The call before FILTER, OVER and the like.
        if isinstance(this, exp.Expr) and not alias and self._calls:
            this.meta[SPAN] = (self._calls[-1], self._index)
        return super()._parse_window(this, alias)


for _name in dir(SparkParser):
    # what is in brackets does not have the brackets
    if _name.startswith("_parse_") and "wrapped" not in _name and callable(getattr(SpanParser, _name)):
        setattr(SpanParser, _name, _with_spans(getattr(SpanParser, _name)))
