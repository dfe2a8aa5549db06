"""From a call in SQL to the expression that stands for it: resolution, then a program for the workers."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from typing import Any

from dbt.adapters.tablestore.functions.calling import spark as internals
from dbt.adapters.tablestore.functions.calling.resolution import ResolvedCall, resolve
from dbt.adapters.tablestore.functions.calling.shipping import program_of, ship_code
from dbt.adapters.tablestore.functions.errors import FunctionError
from dbt.adapters.tablestore.functions.reading.signatures import Function
from dbt.adapters.tablestore.functions.types.conversions import row_type
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from dbt.adapters.tablestore.functions.worker.program import Input, Program
from dbt.adapters.tablestore.functions.worker.relations import relation_handler
from dbt.adapters.tablestore.functions.worker.runtime import evaluator, window_evaluator
from pyspark.sql import SparkSession
from pyspark.sql import types as t

Locate = Callable[[internals.Origin | None, str], str]
_PASSED_UNCHANGED = ("any", "parameter", "variant", "table")


class Binder:
    """The Python functions of one session. ``locate`` tells where in the project a call stands."""

    def __init__(self, spark: SparkSession, locate: Locate) -> None:
        self._catalyst = internals.Catalyst(spark)
        self._locate = locate
        self._registered: dict[str, str] = {}
        self._made: dict[tuple[Any, ...], Any] = {}
        self._failed = threading.local()

    def register(self, function: Function) -> None:
        """Makes a function callable in this session, in its present version.

        Raises:
            FunctionError: its name is a built-in's.
        """
        if self._registered.get(function.name) == function.digest:
            return
        if function.name not in self._registered and self._catalyst.is_builtin(function.name):
            raise FunctionError(
                f"{function.file}: `{function.name}` is a Spark built-in; registering it would hide the built-in for "
                "the whole run. Rename the file."
            )
        ship_code(function)
        usage = "\n".join([*map(str, function.signatures), function.doc]).strip()
        self._catalyst.register(
            function.name, function.kind == "table", usage, lambda arguments: self._build(function, arguments)
        )
        self._registered[function.name] = function.digest

    def take_error(self) -> FunctionError | None:
        """What went wrong in this thread's last statement: Spark shows it as a failure of Java's."""
        error: FunctionError | None = getattr(self._failed, "error", None)
        self._failed.error = None
        return error

    def _build(self, function: Function, expressions: Sequence[Any]) -> Any:
        try:
            return self._expression(function, expressions)
        except FunctionError as error:
            self._failed.error = error
            raise

    def _expression(self, function: Function, expressions: Sequence[Any]) -> Any:
        catalyst = self._catalyst
        origin = catalyst.origin()
        location = self._locate(origin, function.name)
        described = [catalyst.argument(expression) for expression in expressions]
        choice = resolve(function, [argument for argument, _ in described], location)
        given, inputs = self._inputs(choice, described)
        program = program_of(function, inputs, choice.result, catalyst.zone)
        if function.call_mode == "relation":
            return catalyst.relation(function.name, relation_handler(program), row_type(choice.result), given)
        if function.kind == "table":
            lists = t.ArrayType(row_type(choice.result))
            return catalyst.rows(catalyst.scalar(self._python(function, program, lists, internals.SCALAR), given))
        made = self._python(function, program, choice.result.sql, internals.SCALAR)
        if function.kind == "scalar":
            return catalyst.scalar(made, given)
        after = _after_call(origin.call) if origin else ""
        _refuse_clauses(function.name, origin.call if origin else "", after, location)
        if re.match(r"over\b", after, re.IGNORECASE):
            made = self._python(function, program, choice.result.sql, internals.AGGREGATE)
            return catalyst.scalar(made, given)
        return catalyst.scalar(made, [catalyst.collected(given)])

    def _inputs(self, choice: ResolvedCall, described: Sequence[Any]) -> tuple[list[Any], list[Input]]:
        given, inputs = [], []
        for passed, conversion in zip(choice.passed, choice.conversions, strict=True):
            name, only = passed.parameter.name, passed.parameter.keyword_only
            if passed.position is None:
                inputs.append(Input(name, conversion, None, passed.default, only))
                continue
            argument, expression = described[passed.position]
            kind = argument.type
            if conversion.form not in _PASSED_UNCHANGED:
                expression, kind = self._catalyst.cast(expression, conversion.sql, kind)
            given.append(expression)
            inputs.append(Input(name, conversion, kind, keyword=only))
        return given, inputs

    def _python(self, function: Function, program: Program, result: t.DataType, kind: int) -> Any:
        """The Python function for a program, made once: pickling it is what a call costs."""
        types = tuple(type_text(item.given) if item.given else repr(item.constant) for item in program.inputs)
        key = (function.digest, types, type_text(result), kind, program.zone)
        if key not in self._made:
            run = window_evaluator(program) if kind == internals.AGGREGATE else evaluator(program)
            self._made[key] = self._catalyst.python(function.name, run, result, kind, function.deterministic)
        return self._made[key]


def _after_call(call: str) -> str:
    """What follows the closing parenthesis of a call."""
    depth, quote = 0, ""
    for position, letter in enumerate(call):
        if quote:
            quote = "" if letter == quote and call[position - 1] != "\\" else quote
        elif letter in "'\"`":
            quote = letter
        elif letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
            if depth == 0:
                return call[position + 1 :].strip()
    return ""


def _refuse_clauses(name: str, call: str, after: str, location: str) -> None:
    head = f"{location}: " if location else ""
    if re.match(r"[\w`]+\s*\(\s*distinct\b", call, re.IGNORECASE):
        raise FunctionError(
            f"{head}{name} is a Python aggregate, which takes no DISTINCT. Aggregate over a subquery of distinct rows."
        )
    if re.match(r"filter\b", after, re.IGNORECASE):
        raise FunctionError(
            f"{head}{name} is a Python aggregate, which takes no FILTER. Filter in a subquery, or pass NULL for the "
            f"rows to leave out, e.g. {name}(case when ... then x end)."
        )
