"""What Spark's Python workers run: Arrow arrays in, the user's function, one Arrow array out."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.types.messages import count
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from dbt.adapters.tablestore.functions.worker.aggregates import aggregate_evaluator
from dbt.adapters.tablestore.functions.worker.decoded_arguments import DecodedArguments
from dbt.adapters.tablestore.functions.worker.program import Evaluator, Program
from dbt.adapters.tablestore.functions.worker.scalar_encoders import arrow_type


def evaluator(program: Program) -> Evaluator:
    """The function that Spark calls with a batch of arguments.

    Its parts are made at the first batch, in the worker, and kept: a class has one instance per task.
    """
    kept: list[Evaluator] = []

    def evaluate(*arrays: Any) -> Any:
        if not kept:
            kept.append(_EVALUATORS[program.kind, program.call_mode](program))
        with _paused_garbage_collection():
            return kept[0](*arrays)

    return evaluate


@contextmanager
def _paused_garbage_collection() -> Generator[None]:
    """Runs a batch without Python's search for reference cycles.

    A batch makes many objects that live until its end, and every search would visit all of them: that is half of the
    time of a function that returns dataclasses.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _row_by_row(program: Program, call_all: Callable[[DecodedArguments], list[Any]]) -> Evaluator:
    """One result per row; ``call_all`` gives the results of the calls."""
    decoders, encode = program.decoders(), program.encoder()

    def evaluate(*arrays: Any) -> Any:
        arguments = program.decode_arguments(decoders, arrays, len(arrays[0]))
        values = call_all(arguments)
        array = program.encode_results(encode, values, lambda index: program.call_text(arguments.row(index)))
        return arguments.fill_nulls(array)

    return evaluate


def _scalar(program: Program) -> Evaluator:
    call = program.callable()

    def call_all(arguments: DecodedArguments) -> list[Any]:
        values: list[Any] = []
        try:
            # extend keeps the results before a failure, so their number is the position of the failing row
            if arguments.columns:
                values.extend(map(call, *arguments.columns))
            else:
                values.extend(call() for _ in range(arguments.count))
        except Exception as error:
            raise program.exception_error(error, program.call_text(arguments.row(len(values)))) from error
        return values

    return _row_by_row(program, call_all)


def _async(program: Program) -> Evaluator:
    import asyncio  # here, because importing it takes long and few functions need it

    call = program.callable()

    async def call_one(gate: asyncio.Semaphore, row: Sequence[Any]) -> Any:
        async with gate:
            try:
                return await call(*row)
            except Exception as error:
                raise program.exception_error(error, program.call_text(row)) from error

    async def call_all(arguments: DecodedArguments) -> list[Any]:
        gate = asyncio.Semaphore(program.concurrency)
        return await asyncio.gather(*(call_one(gate, row) for row in arguments.rows()))

    return _row_by_row(program, lambda arguments: asyncio.run(call_all(arguments)))


def _table(program: Program) -> Evaluator:
    decoders, encode, call = program.decoders(), program.encoder(), program.callable()

    def evaluate(*arrays: Any) -> Any:
        import pyarrow as pa

        arguments = program.decode_arguments(decoders, arrays, len(arrays[0]))
        flat: list[Any] = []
        offsets = [0]
        for row in arguments.rows():
            try:
                flat.extend(call(*row))
            except Exception as error:
                raise program.exception_error(error, program.call_text(row)) from error
            offsets.append(len(flat))

        def call_of(index: int) -> str:
            return program.call_text(arguments.row(next(n for n, end in enumerate(offsets[1:]) if index < end)))

        rows = as_structs(program.encode_results(encode, flat, call_of, "yielded"))
        return arguments.fill_nulls(pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), rows))

    return evaluate


def as_structs(array: Any) -> Any:
    """The rows of a table function: values that are not structs become the column ``value``."""
    import pyarrow as pa

    return array if pa.types.is_struct(array.type) else pa.StructArray.from_arrays([array], ["value"])


def _column(program: Program) -> Evaluator:
    call = program.callable()
    kind = arrow_type(program.result.sql)

    def evaluate(*arrays: Any) -> Any:
        import pyarrow as pa

        rows = len(arrays[0])
        arriving = iter(arrays)
        columns = []
        for item in program.inputs:
            if item.given is None:
                columns.append(item.constant)
            else:
                array = next(arriving)
                columns.append(array.to_pandas() if item.conversion.form == "pandas" else array)
        try:
            result = call(*columns)
        except Exception as error:
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
            return result.cast(kind) if isinstance(result, pa.Array) else pa.Array.from_pandas(result, type=kind)
        except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
            raise FunctionError(
                f"{program.file}: {program.name}() returned {type(result).__name__}, which does not convert to "
                f"{type_text(program.result.sql)}: {' '.join(str(error).split())}."
            ) from None

    return evaluate


_EVALUATORS: dict[tuple[str, str], Callable[[Program], Evaluator]] = {
    ("scalar", "row"): _scalar,
    ("scalar", "async"): _async,
    ("scalar", "column"): _column,
    ("table", "row"): _table,
    ("aggregate", "row"): aggregate_evaluator,
    ("aggregate", "flink"): aggregate_evaluator,
}
