"""From a call in SQL to the Spark expression that stands for it: resolution, then a program for the workers."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from dbt.adapters.tablestore.functions.calling import spark as internals
from dbt.adapters.tablestore.functions.calling.passing import inputs_of
from dbt.adapters.tablestore.functions.calling.programs import program_key
from dbt.adapters.tablestore.functions.calling.resolution import resolve
from dbt.adapters.tablestore.functions.calling.shipping import shipped_program
from dbt.adapters.tablestore.functions.calling.state_calls import state_call
from dbt.adapters.tablestore.functions.reading.builtin_names import builtin_message
from dbt.adapters.tablestore.functions.reading.signatures import Function
from dbt.adapters.tablestore.functions.reading.state_names import StateMode
from dbt.adapters.tablestore.functions.types.conversions import row_type
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.worker.program import Program
from dbt.adapters.tablestore.functions.worker.relations import relation_handler
from dbt.adapters.tablestore.functions.worker.runtime import evaluator
from dbt.adapters.tablestore.sql.statement_text import after_parentheses, without_leading_comments
from pyspark.sql import SparkSession
from pyspark.sql import types as t

Locate = Callable[[internals.Origin | None, str], str]


class Binder:
    """The Python functions of one session. ``locate`` gives the place of a call in the project, for messages."""

    def __init__(self, spark: SparkSession, locate: Locate) -> None:
        self._catalyst = internals.Catalyst(spark)
        self._locate = locate
        self._registered: dict[str, str] = {}
        self._made: dict[tuple[Any, ...], Any] = {}
        self._failed = threading.local()

    def register(self, function: Function) -> None:
        """Makes the current version of a function callable in this session.

        Raises:
            FunctionError: a built-in function has its name.
        """
        if self._registered.get(function.name) == function.digest:
            return
        if function.name not in self._registered and self._catalyst.is_builtin(function.name):
            raise FunctionError(builtin_message(function.file, function.name))
        usage = "\n".join([*map(str, function.signatures), function.doc]).strip()
        self._catalyst.register(
            function.name, function.kind == "table", usage, lambda arguments: self._build(function, arguments)
        )
        if function.kind == "table" and function.call_mode != "relation":
            # LATERAL VIEW takes an expression that gives rows, and looks for it where scalar functions are
            self._catalyst.register(
                function.name, False, usage, lambda arguments: self._build(function, arguments, in_rows=True)
            )
        if function.retracts:
            self._register_states(function)
        self._registered[function.name] = function.digest

    def release(self) -> None:
        """Lets go of the session, whose registry refers to this object as long as the session exists."""
        self._catalyst.release()
        self._made.clear()

    def take_error(self) -> FunctionError | None:
        """The error of this thread's last statement, which Spark itself shows as a Java exception."""
        error: FunctionError | None = getattr(self._failed, "error", None)
        self._failed.error = None
        return error

    def _build(self, function: Function, expressions: Sequence[Any], in_rows: bool = False) -> Any:
        """The expression, or the relation, of a call; ``in_rows`` is a table function that gives rows for each row."""
        try:
            return self._expression(function, expressions, in_rows)
        except FunctionError as error:
            self._failed.error = error
            raise

    def _register_states(self, function: Function) -> None:
        """Registers what materialized views call in place of an aggregate with ``retract()``: see ``state_calls``."""
        for mode in StateMode:
            of_mode = replace(function, call_mode=mode.value)

            def build(arguments: Sequence[Any], of_mode: Function = of_mode, mode: StateMode = mode) -> Any:
                return state_call(self._catalyst, of_mode, mode, arguments, self._python)

            self._catalyst.register(mode.name_of(function.name), False, "", build)

    def _expression(self, function: Function, expressions: Sequence[Any], in_rows: bool) -> Any:
        catalyst = self._catalyst
        origin = catalyst.origin()
        location = self._locate(origin, function.name)
        rows = catalyst.collected_arguments(expressions) if function.kind == "aggregate" else None
        described = [catalyst.argument(expression, name) for name, expression in (rows.arguments if rows else [])]
        if rows is None:
            described = [catalyst.argument(expression) for expression in expressions]
        call = resolve(function, [argument for argument, _ in described], location)
        inputs, passes = inputs_of(call, [argument for argument, _ in described])
        passed = [catalyst.cast(described[at][1], kind, described[at][0].type) for at, kind in passes]
        program = shipped_program(function, inputs, call.result, catalyst.zone)
        if function.kind == "aggregate":
            collected = partial(catalyst.collected, rows=rows)
            return self._aggregate(function, program, passed, origin.call if origin else "", location, collected)
        if function.call_mode == "relation":
            return catalyst.relation(function.name, relation_handler(program), row_type(call.result), passed)
        if function.kind == "table":
            kind = t.ArrayType(row_type(call.result))
            lists = catalyst.scalar(self._python(function, program, kind, internals.SCALAR), passed)
            return catalyst.inlined(lists) if in_rows else catalyst.rows(lists)
        return catalyst.scalar(self._python(function, program, call.result.sql, internals.SCALAR), passed)

    def _aggregate(
        self,
        function: Function,
        program: Program,
        passed: Sequence[Any],
        text: str,
        location: str,
        collected: Callable[[Sequence[Any]], Any],
    ) -> Any:
        """The call of an aggregate; its text tells whether it is over a window. ``collected`` makes the list."""
        _check_clauses(function.name, text, location)
        if function.call_mode == "emit":
            return self._table_aggregate(function, program, text, location, collected(passed))
        if _is_windowed(text):
            return self._catalyst.scalar(
                self._python(function, program, program.result.sql, internals.AGGREGATE), passed
            )
        of_group = self._python(function, program, program.result.sql, internals.SCALAR)
        return self._catalyst.scalar(of_group, [collected(passed)])

    def _table_aggregate(self, function: Function, program: Program, text: str, location: str, rows: Any) -> Any:
        """The rows of an aggregate that gives several per group: ``inline`` of their array."""
        if _is_windowed(text):
            head = f"{location}: " if location else ""
            raise FunctionError(
                f"{head}{function.name} gives several rows per group, and a window has one value per row. Use GROUP BY."
            )
        lists = t.ArrayType(row_type(program.result))
        of_group = self._python(function, program, lists, internals.SCALAR)
        return self._catalyst.inlined(self._catalyst.scalar(of_group, [rows]))

    def _python(self, function: Function, program: Program, result: t.DataType, kind: int) -> Any:
        """The Python function of a program. It is made once, because pickling it is the cost of a call."""
        key = (program_key(function.digest, program), result, kind)
        if key not in self._made:
            run = evaluator(program, windowed=kind == internals.AGGREGATE)
            self._made[key] = self._catalyst.python(function.name, run, result, kind, function.deterministic)
        return self._made[key]


def _clause_after(call: str) -> str:
    """What follows the parentheses of a call: OVER, FILTER or an alias."""
    return without_leading_comments(after_parentheses(call))


def _is_filtered(call: str) -> bool:
    return re.match(r"filter\b", _clause_after(call), re.IGNORECASE) is not None


def _is_windowed(call: str) -> bool:
    clause = _clause_after(_clause_after(call) if _is_filtered(call) else call)
    return re.match(r"over\b", clause, re.IGNORECASE) is not None


def _check_clauses(name: str, call: str, location: str) -> None:
    """Refuses the clauses that a Python aggregate does not have over a window.

    Without a window, they are here only in a query that did not go through ``clauses``, such as one of a Python model.

    Raises:
        FunctionError: DISTINCT or FILTER.
    """
    head = f"{location}: " if location else ""
    place = "over a window" if _is_windowed(call) else "in a query of a Python model"
    if re.match(r"distinct\b", without_leading_comments(call.partition("(")[2]), re.IGNORECASE):
        raise FunctionError(
            f"{head}{name} is a Python aggregate and does not support DISTINCT {place}. Select the distinct rows in a "
            "subquery, and aggregate those."
        )
    if _is_filtered(call):
        raise FunctionError(
            f"{head}{name} is a Python aggregate and does not support FILTER {place}. Filter the rows in a subquery, "
            f"or pass NULL for the rows to skip, for example {name}(case when ... then x end)."
        )
