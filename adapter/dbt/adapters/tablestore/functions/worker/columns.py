"""Vectorized functions: columns of pandas or Arrow in, one column out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dbt.adapters.tablestore.functions.types.errors import FunctionError, MismatchError
from dbt.adapters.tablestore.functions.types.messages import count
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from dbt.adapters.tablestore.functions.worker.column_results import as_arrow
from dbt.adapters.tablestore.functions.worker.program import RAISED, Evaluator, Input, Program
from dbt.adapters.tablestore.functions.worker.zones import in_zone
from pyspark.sql import types as t

# Up to it, each integer is a number of double precision.
_LARGEST_OF_ALL_IN_DOUBLE = 2**53


def column_evaluator(program: Program) -> Evaluator:
    """A function of columns, called once per batch."""
    call = program.callable()
    return _evaluator(program, lambda columns: call(*columns))


def batches_evaluator(program: Program) -> Evaluator:
    """A function of an iterator of batches, called once per task: it yields a result for each batch it takes."""
    batches = _Batches()
    results: list[Iterator[Any]] = []

    def next_result(columns: list[Any]) -> Any:
        if not results:
            results.append(iter(program.callable()(batches)))
        batches.waiting.append(columns[0] if len(columns) == 1 else tuple(columns))
        result = next(results[0])
        if batches.waiting:
            raise ValueError("it yielded a batch before it took one: yield one result for each batch")
        return result

    return _evaluator(program, next_result)


class _Batches:
    """The iterator that the function reads. Spark gives a batch only after the result of the one before."""

    def __init__(self) -> None:
        self.waiting: list[Any] = []

    def __iter__(self) -> _Batches:
        return self

    def __next__(self) -> Any:
        if not self.waiting:
            raise ValueError("it took a second batch before it yielded the result of the first: yield one for each")
        return self.waiting.pop()


def _evaluator(program: Program, call: Callable[[list[Any]], Any]) -> Evaluator:
    def evaluate(*arrays: Any) -> Any:
        import pyarrow as pa

        rows = len(arrays[0])
        arriving = iter(arrays)
        columns = [
            item.constant if item.given is None else _column(item, next(arriving), program.zone)
            for item in program.inputs
        ]
        try:
            result = call(columns)
        except RAISED as error:
            raise program.exception_error(error, program.call_text(())) from error
        if isinstance(result, pa.ChunkedArray):
            result = result.combine_chunks()
        if not hasattr(result, "__len__") or len(result) != rows:
            size = len(result) if hasattr(result, "__len__") else 1
            raise FunctionError(
                f"{program.file}: {program.name}() returned {count(size, 'value')} for {count(rows, 'row')}. "
                "A vectorized function returns one value per row."
            )
        try:
            return as_arrow(program, result, arrays)
        except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, KeyError, MismatchError) as error:
            raise FunctionError(
                f"{program.file}: {program.name}() returned {type(result).__name__}, which does not convert to "
                f"{type_text(program.result.sql)}: {' '.join(str(error).split())}."
            ) from None

    return evaluate


def _column(item: Input, array: Any, zone: str) -> Any:
    """An argument as the function takes it: timestamps are in the session's zone."""
    array = array.cast(in_zone(array.type, zone))
    if item.conversion.form != "pandas":
        return array
    if isinstance(item.conversion.sql, t.StructType):
        fields = zip(item.conversion.sql.names, array.flatten(), strict=True)
        return item.conversion.cls({name: _series(field) for name, field in fields})
    return _series(array)


def _series(array: Any) -> Any:
    """A column of pandas: integers with NULL are floating-point numbers with NaN, unless that would cost digits."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if array.null_count and pa.types.is_int64(array.type):
        bounds = pc.min_max(array).as_py()
        if any(abs(bound) > _LARGEST_OF_ALL_IN_DOUBLE for bound in bounds.values() if bound is not None):
            return array.to_pandas(integer_object_nulls=True).astype("Int64")
    return array.to_pandas()
