"""The calls that keep the accumulators of an aggregate with ``retract()``, for materialized views.

- ``f__state(x, ...)`` is an aggregate: the accumulator of a group, as BINARY.
- ``f__update(state, changes)`` is the accumulator after a list of changed rows: structs of a weight and the arguments.
- ``f__value(state)`` is the result of an accumulator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dbt.adapters.tablestore.functions.calling import spark as internals
from dbt.adapters.tablestore.functions.calling.arguments import Argument
from dbt.adapters.tablestore.functions.calling.resolution import resolve
from dbt.adapters.tablestore.functions.calling.shipping import shipped_program
from dbt.adapters.tablestore.functions.reading.signatures import Function
from dbt.adapters.tablestore.functions.reading.state_names import StateMode
from dbt.adapters.tablestore.functions.worker.program import Input, Program
from pyspark.sql import types as t

Python = Callable[[Function, Program, t.DataType, int], Any]


def state_call(
    catalyst: internals.Catalyst, function: Function, mode: StateMode, expressions: Sequence[Any], python: Python
) -> Any:
    """The expression of a call; ``python`` makes the Python function of a program."""
    result = function.signatures[0].result
    if mode is StateMode.VALUE:
        program = shipped_program(function, (), result, catalyst.zone)
        return catalyst.scalar(python(function, program, result.sql, internals.SCALAR), expressions)
    given = [catalyst.argument(expression)[0] for expression in expressions]
    if mode is StateMode.UPDATE:
        rows = given[1].type
        assert isinstance(rows, t.ArrayType) and isinstance(rows.elementType, t.StructType)
        given = [Argument(field.dataType) for field in rows.elementType.fields[1:]]
    call = resolve(function, given)
    inputs = [
        Input(
            passed.parameter.name,
            conversion,
            None if passed.position is None else given[passed.position].type,
            passed.default,
        )
        for passed, conversion in zip(call.passed, call.conversions, strict=True)
    ]
    program = shipped_program(function, inputs, result, catalyst.zone)
    made = python(function, program, t.BinaryType(), internals.SCALAR)
    return catalyst.scalar(made, [catalyst.collected(expressions)] if mode is StateMode.STATE else expressions)
