"""From a call in SQL to the expression that stands for it: resolution, then a program for the workers."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from typing import Any

from dbt.adapters.tablestore.functions.calling import spark as internals
from dbt.adapters.tablestore.functions.calling.resolution import Choice, resolve
from dbt.adapters.tablestore.functions.calling.shipping import program_of, ship_code
from dbt.adapters.tablestore.functions.errors import FunctionError
from dbt.adapters.tablestore.functions.reading.signatures import Function
from dbt.adapters.tablestore.functions.types.conversions import row_type
from dbt.adapters.tablestore.functions.types.sql_types import text
from dbt.adapters.tablestore.functions.worker.program import Input, Program
from dbt.adapters.tablestore.functions.worker.relations import handler
from dbt.adapters.tablestore.functions.worker.runtime import evaluator, frame
from pyspark.sql import SparkSession
from pyspark.sql import types as t

Locate = Callable[[internals.Origin | None, str], str]
_ASIS = ("any", "parameter", "variant", "table")


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
        place = self._locate(origin, function.name)
        described = [catalyst.argument(expression) for expression in expressions]
        choice = resolve(function, [argument for argument, _ in described], place)
        given, inputs = self._inputs(choice, described)
        program = program_of(function, inputs, choice.result, catalyst.zone)
        if function.flavour == "relation":
            return catalyst.relation(function.name, handler(program), row_type(choice.result), given)
        if function.kind == "table":
            lists = t.ArrayType(row_type(choice.result))
            return catalyst.rows(catalyst.scalar(self._python(function, program, lists, internals.SCALAR), given))
        made = self._python(function, program, choice.result.sql, internals.SCALAR)
        if function.kind == "scalar":
            return catalyst.scalar(made, given)
        after = _after_call(origin.call) if origin else ""
        _refuse_clauses(function.name, origin.call if origin else "", after, place)
        if re.match(r"over\b", after, re.IGNORECASE):
            made = self._python(function, program, choice.result.sql, internals.AGGREGATE)
            return catalyst.scalar(made, given)
        return catalyst.scalar(made, [catalyst.collected(given)])

    def _inputs(self, choice: Choice, described: Sequence[Any]) -> tuple[list[Any], list[Input]]:
        given, inputs = [], []
        for passed, carrier in zip(choice.passed, choice.carriers, strict=True):
            name, only = passed.parameter.name, passed.parameter.keyword_only
            if passed.position is None:
                inputs.append(Input(name, carrier, None, passed.default, only))
                continue
            argument, expression = described[passed.position]
            kind = argument.type
            if carrier.form not in _ASIS:
                expression, kind = self._catalyst.cast(expression, carrier.sql, kind)
            given.append(expression)
            inputs.append(Input(name, carrier, kind, keyword=only))
        return given, inputs

    def _python(self, function: Function, program: Program, result: t.DataType, kind: int) -> Any:
        """The Python function for a program, made once: pickling it is what a call costs."""
        types = tuple(text(item.given) if item.given else repr(item.constant) for item in program.inputs)
        key = (function.digest, types, text(result), kind, program.zone)
        if key not in self._made:
            run = frame(program) if kind == internals.AGGREGATE else evaluator(program)
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


def _refuse_clauses(name: str, call: str, after: str, place: str) -> None:
    head = f"{place}: " if place else ""
    if re.match(r"[\w`]+\s*\(\s*distinct\b", call, re.IGNORECASE):
        raise FunctionError(
            f"{head}{name} is a Python aggregate, which takes no DISTINCT. Aggregate over a subquery of distinct rows."
        )
    if re.match(r"filter\b", after, re.IGNORECASE):
        raise FunctionError(
            f"{head}{name} is a Python aggregate, which takes no FILTER. Filter in a subquery, or pass NULL for the "
            f"rows to leave out, e.g. {name}(case when ... then x end)."
        )
