"""The calls that keep the accumulators of an aggregate with ``retract()``, for materialized views.

- ``f__state(x, ...)`` is an aggregate: the accumulator of a group, as BINARY.
- ``f__update(state, changes)`` is the accumulator after a list of changed rows: structs of a weight and the arguments.
- ``f__value(state)`` is the result of an accumulator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from dbt.adapters.tablestore.functions.calling import spark as internals
from dbt.adapters.tablestore.functions.calling.arguments import Argument
from dbt.adapters.tablestore.functions.calling.assignment import assign
from dbt.adapters.tablestore.functions.calling.passing import inputs_of
from dbt.adapters.tablestore.functions.calling.resolution import resolve
from dbt.adapters.tablestore.functions.calling.shipping import shipped_program
from dbt.adapters.tablestore.functions.reading.signatures import Function, Signature
from dbt.adapters.tablestore.functions.reading.state_names import StateMode
from dbt.adapters.tablestore.functions.worker.program import Program
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
    described = [catalyst.argument(expression) for expression in expressions]
    given = [argument for argument, _ in described]
    rows = given[-1].type if mode is StateMode.UPDATE else None
    if rows is not None:
        given = changed_arguments(function.signatures[0], [field.dataType for field in _fields(rows)[1:]])
    inputs, passes = inputs_of(resolve(function, given), given)
    if rows is None:
        passed = [catalyst.cast(described[at][1], kind, given[at].type) for at, kind in passes]
        arguments = [catalyst.collected(passed)]
    else:
        weight, *fields = _fields(rows)
        cast = t.StructType([weight, *(t.StructField(fields[at].name, kind) for at, kind in passes)])
        is_same = all(kind == given[at].type for at, kind in passes)
        arguments = [expressions[0], catalyst.cast(expressions[1], rows if is_same else t.ArrayType(cast), rows)]
    program = shipped_program(function, inputs, result, catalyst.zone)
    return catalyst.scalar(python(function, program, t.BinaryType(), internals.SCALAR), arguments)


def changed_arguments(signature: Signature, kinds: Sequence[t.DataType]) -> list[Argument]:
    """The arguments in changed rows, where those that are constants in the query are columns too.

    Spark has resolved the query's own call, so here each stands for a constant that the signature takes.
    """
    given = [Argument(kind) for kind in kinds]
    for passed in assign(signature, given):
        if passed.position is not None:
            constant = (passed.parameter.conversion.constants or (0,))[0]
            given[passed.position] = replace(given[passed.position], value=constant)
    return given


def _fields(rows: t.DataType) -> list[t.StructField]:
    assert isinstance(rows, t.ArrayType) and isinstance(rows.elementType, t.StructType)
    return rows.elementType.fields
