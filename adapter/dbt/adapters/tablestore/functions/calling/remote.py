"""Functions on a Spark Connect server: registered through pyspark's public API.

Spark Connect has no call at which a signature could be chosen, so a function has one signature of fixed types. Spark
passes the arguments with the types they have, and the first batch of a call decides in the worker how they are
converted: by the same rules, and with the same messages, as elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from dbt.adapters.tablestore.functions.calling.arguments import Argument
from dbt.adapters.tablestore.functions.calling.fallback import only_signature
from dbt.adapters.tablestore.functions.calling.passing import inputs_of
from dbt.adapters.tablestore.functions.calling.programs import program_of
from dbt.adapters.tablestore.functions.calling.resolution import resolve
from dbt.adapters.tablestore.functions.reading.signatures import Function
from dbt.adapters.tablestore.functions.types.conversions import row_type
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.worker.program import Evaluator
from dbt.adapters.tablestore.functions.worker.row_values import one_value, python_value
from dbt.adapters.tablestore.functions.worker.runtime import evaluator
from dbt.adapters.tablestore.functions.worker.widened_columns import widened
from pyspark.sql import SparkSession
from pyspark.sql import types as t

_REASON = "the session is a Spark Connect session"


class RemoteFunctions:
    """The Python functions of one session of a server."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._registered: dict[str, tuple[str, str]] = {}

    def register(self, function: Function, zone: str) -> None:
        """Makes the current version of a function callable in this session, whose time zone is ``zone``.

        Raises:
            FunctionError: it is not a function that Spark Connect can call.
        """
        if self._registered.get(function.name) == (function.digest, zone):
            return
        signature = only_signature(function, _REASON)
        if not signature.parameters:
            raise FunctionError(
                f"{function.file}: {function.name}() has no parameters, and {_REASON}, in which Spark passes no rows "
                "to such a function. Add a parameter."
            )
        if function.kind == "table":
            self._register_table(function, row_type(signature.result), zone)
        else:
            self._register_scalar(function, signature.result.sql, zone)
        self._registered[function.name] = (function.digest, zone)

    def _register_scalar(self, function: Function, result: t.DataType, zone: str) -> None:
        from pyspark.sql import functions

        arrow_udf: Any = functions.arrow_udf  # its annotations list a few types only
        run: Any = batch_evaluator(function, zone)
        run.__annotations__.clear()  # pyspark reads them to find out what kind of function this is
        made = arrow_udf(run, result)
        self._spark.udf.register(function.name, made if function.deterministic else made.asNondeterministic())

    def _register_table(self, function: Function, row: t.StructType, zone: str) -> None:
        from pyspark.sql.functions import udtf

        # not arrow_udtf, which Spark refuses in a lateral join
        handler: Any = udtf(table_handler(function, zone), returnType=row)
        if function.deterministic:
            handler = handler.asDeterministic()
        self._spark.udtf.register(function.name, handler)

    def take_error(self) -> FunctionError | None:
        """None: while Spark analyzes a query, no code of this package runs that could fail."""
        return None


def batch_evaluator(function: Function, zone: str) -> Evaluator:
    """The function that a worker calls with a batch of arguments, of which some can have names."""
    made: dict[Any, Evaluator] = {}

    def evaluate(*arrays: Any, **named: Any) -> Any:
        given = [*arrays, *named.values()]
        names = [*(None for _ in arrays), *named]
        key = (tuple(names), tuple(str(array.type) for array in given))
        if key not in made:
            made[key] = _evaluator_of_call(function, names, [array.type for array in given], zone)
        return made[key](*given)

    return evaluate


def table_handler(function: Function, zone: str) -> type:
    """The class of a table function, whose ``eval`` gets the values of a row."""
    run = batch_evaluator(function, zone)
    kinds = {parameter.name.lower(): parameter.conversion.sql for parameter in function.signatures[0].parameters}
    row = row_type(function.signatures[0].result)

    def array(value: Any, kind: t.DataType | None) -> Any:
        if kind is None:  # the function has no parameter for it, which is refused when the call is resolved
            value, kind = None, t.NullType()
        return one_value(value, kind, function.name, zone)

    class Handler:
        def eval(self, *values: Any, **named: Any) -> Iterator[tuple[Any, ...]]:
            """Yields the rows of one call."""
            arrays = [array(*pair) for pair in zip_longest(values, list(kinds.values())[: len(values)])]
            with_names = {name: array(value, kinds.get(name.lower())) for name, value in named.items()}
            for found in run(*arrays, **with_names)[0].as_py() or []:
                yield tuple(python_value(found[field.name], field.dataType) for field in row.fields)

    return Handler


def _evaluator_of_call(function: Function, names: list[str | None], types: list[Any], zone: str) -> Evaluator:
    """How a call with these arguments runs. ``types`` are Arrow's."""
    from pyspark.sql.pandas.types import from_arrow_type

    arguments = [
        Argument(from_arrow_type(kind, prefer_timestamp_ntz=True), name or "...", name)
        for kind, name in zip(types, names, strict=True)
    ]
    call = resolve(function, arguments)
    is_vectorized = function.call_mode in ("column", "batches")
    # a vectorized function gets the array itself, so that has the type of the annotation
    inputs, passes = inputs_of(call, arguments, lambda conversion, given: conversion.sql if is_vectorized else given)
    run = evaluator(program_of(function, inputs, call.result, zone))
    if not is_vectorized:
        return lambda *arrays: run(*(arrays[at] for at, _ in passes))
    return lambda *arrays: run(*(widened(arrays[at], arguments[at].type, kind, zone) for at, kind in passes))
