"""Vectorized functions: columns of pandas or Arrow in, one column out."""

from __future__ import annotations

import itertools
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
    """A column of pandas: integers with NULL are floating-point numbers with NaN, unless that would cost digits.

    Arrays are arrays of numpy, maps are lists of pairs, and structs inside of them are dicts.
    """
    from pyarrow import types

    if types.is_nested(array.type) and _changes_inside(array):
        import pandas as pd

        return pd.Series(_nested(array), dtype=object)
    if _loses_digits(array):
        return array.to_pandas(integer_object_nulls=True).astype("Int64")
    return array.to_pandas()


def _loses_digits(array: Any) -> bool:
    """Whether integers beside a NULL are too large for a floating-point number."""
    import pyarrow.compute as pc
    from pyarrow import types

    if not array.null_count or not types.is_int64(array.type):
        return False
    bounds = pc.min_max(array).as_py()
    return any(abs(bound) > _LARGEST_OF_ALL_IN_DOUBLE for bound in bounds.values() if bound is not None)


def _changes_inside(array: Any) -> bool:
    """Whether Arrow would give pandas other values than those inside of a column.

    They are timestamps, which would have no zone, and integers beside a NULL, which would be rounded.
    """
    from pyarrow import types

    if types.is_map(array.type):
        return _changes_inside(array.keys) or _changes_inside(array.items)
    if types.is_struct(array.type):
        return any(map(_changes_inside, array.flatten()))
    if types.is_nested(array.type):
        return _changes_inside(array.values)
    return bool(types.is_timestamp(array.type) and array.type.tz is not None) or _loses_digits(array)


def _nested(array: Any) -> list[Any]:
    """The values of a column of arrays, maps or structs, whose parts are converted as columns are."""
    from pyarrow import types

    if types.is_struct(array.type):
        columns = [[*_series(child)] for child in array.flatten()]
        rows: list[Any] = [dict(zip(array.type.names, row, strict=True)) for row in zip(*columns, strict=True)]
    else:
        if types.is_map(array.type):
            parts = [*zip(_series(array.keys), _series(array.items), strict=True)]
        else:
            elements = _series(array.values)
            parts = elements.to_numpy(object if str(elements.dtype) == "Int64" else None)
        rows = [parts[start:end] for start, end in itertools.pairwise(array.offsets.to_pylist())]
    return [row if valid else None for row, valid in zip(rows, array.is_valid().to_pylist(), strict=True)]
