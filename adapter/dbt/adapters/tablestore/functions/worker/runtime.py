"""What Spark's Python workers run: Arrow arrays in, one Arrow array out, the user's function in between."""

from __future__ import annotations

import gc
import itertools
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Any

from dbt.adapters.tablestore.functions.errors import FunctionError
from dbt.adapters.tablestore.functions.worker.program import DecodedArguments, Program, result_encoder
from dbt.adapters.tablestore.functions.worker.scalar_encoders import BadValueError, arrow_type

Evaluator = Callable[..., Any]


def evaluator(program: Program) -> Evaluator:
    """The function Spark calls with a batch of arguments.

    Its parts are made at the first batch, in the worker, and kept: one instance of a class per task.
    """
    kept: list[Evaluator] = []

    def evaluate(*arrays: Any) -> Any:
        if not kept:
            kept.append(_EVALUATORS[program.kind, program.call_mode](program))
        with _no_cycle_search():
            return kept[0](*arrays)

    return evaluate


@contextmanager
def _no_cycle_search() -> Generator[None]:
    """Puts Python's search for cycles off until a batch is done.

    A batch makes many objects that live to its end, and the search would walk all of them again and again: it is half
    of the time of a function that returns dataclasses.
    """
    searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searching:
            gc.enable()


def _scalar(program: Program) -> Evaluator:
    decoders, encode, call = program.decoders(), result_encoder(program), program.callable()

    def evaluate(*arrays: Any) -> Any:
        columns = program.decode_arguments(decoders, arrays, len(arrays[0]))
        values = _called(program, call, columns)
        array = program.encode_results(encode, values, lambda index: program.row_text(columns.row(index)))
        return columns.fill_nulls(array)

    return evaluate


def _called(program: Program, call: Callable[..., Any], columns: DecodedArguments) -> list[Any]:
    values: list[Any] = []
    try:
        # extend keeps what came before a failure, which tells the failing row
        if columns.values:
            values.extend(map(call, *columns.values))
        else:
            values.extend(call() for _ in range(columns.count))
    except Exception as error:
        raise program.exception_error(error, columns.row(len(values))) from error
    return values


def _async(program: Program) -> Evaluator:
    import asyncio  # here, for it takes long and few functions need it

    decoders, encode, call = program.decoders(), result_encoder(program), program.callable()

    async def one(gate: asyncio.Semaphore, row: Sequence[Any]) -> Any:
        async with gate:
            try:
                return await call(*row)
            except Exception as error:
                raise program.exception_error(error, row) from error

    async def every(columns: DecodedArguments) -> list[Any]:
        gate = asyncio.Semaphore(program.concurrency)
        return await asyncio.gather(*(one(gate, row) for row in columns.rows()))

    def evaluate(*arrays: Any) -> Any:
        columns = program.decode_arguments(decoders, arrays, len(arrays[0]))
        values = asyncio.run(every(columns))
        array = program.encode_results(encode, values, lambda index: program.row_text(columns.row(index)))
        return columns.fill_nulls(array)

    return evaluate


def _table(program: Program) -> Evaluator:
    decoders, encode, call = program.decoders(), result_encoder(program), program.callable()
    kind = arrow_type(program.result.sql)

    def evaluate(*arrays: Any) -> Any:
        import pyarrow as pa

        columns = program.decode_arguments(decoders, arrays, len(arrays[0]))
        flat: list[Any] = []
        offsets = [0]
        for row in columns.rows():
            try:
                flat.extend(call(*row))
            except Exception as error:
                raise program.exception_error(error, row) from error
            offsets.append(len(flat))

        def arguments_of(index: int) -> str:
            return program.row_text(columns.row(next(n for n, end in enumerate(offsets[1:]) if index < end)))

        try:
            child = encode(flat)
        except BadValueError as bad:
            raise program.wrong_result_error(bad, flat[bad.index], arguments_of(bad.index), "yielded") from None
        if not pa.types.is_struct(kind):
            child = pa.StructArray.from_arrays([child], ["value"])
        return columns.fill_nulls(pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), child))

    return evaluate


def _aggregate(program: Program) -> Evaluator:
    """Groups arrive as lists of structs; a window frame's as plain columns (see ``window_evaluator``)."""
    decoders, encode, fold = program.decoders(), result_encoder(program), _fold(program)

    def evaluate(groups: Any) -> Any:
        offsets = groups.offsets.to_pylist()
        arrays = groups.values.flatten()
        columns = program.decode_arguments(decoders, arrays, len(groups.values))
        if columns.live is not None:
            offsets = _live_offsets(offsets, columns.live)
        values = [fold(columns, start, end) for start, end in itertools.pairwise(offsets)]
        return program.encode_results(encode, values, lambda index: f"(group {index + 1})")

    return evaluate


def window_evaluator(program: Program) -> Evaluator:
    """The same aggregate over one window frame: columns in, one value out."""
    kept: list[Any] = []

    def evaluate(*arrays: Any) -> Any:
        if not kept:
            kept.extend([program.decoders(), result_encoder(program), _fold(program)])
        decoders, encode, fold = kept
        columns = program.decode_arguments(decoders, arrays, len(arrays[0]))
        value = fold(columns, 0, columns.count)
        return program.encode_results(encode, [value], lambda _: "(a window frame)")[0]

    return evaluate


def _fold(program: Program) -> Callable[[DecodedArguments, int, int], Any]:
    foreign = program.call_mode == "flink"

    def fold(columns: DecodedArguments, start: int, end: int) -> Any:
        state = program.target()
        held = (state.create_accumulator(),) if foreign else ()
        accumulate = state.accumulate
        cut = [column[start:end] for column in columns.values]
        rows: Iterable[tuple[Any, ...]] = zip(*cut, strict=True) if cut else itertools.repeat((), end - start)
        for row in rows:
            try:
                accumulate(*held, *row)
            except Exception as error:
                raise program.exception_error(error, row) from error
        try:
            return state.get_value(*held) if foreign else state.finish()
        except Exception as error:
            raise program.exception_error(error, ()) from error

    return fold


def _live_offsets(offsets: list[int], live: list[bool]) -> list[int]:
    """Where the groups begin once the rows that are not called are gone."""
    before = [0]
    for called in live:
        before.append(before[-1] + called)
    return [before[offset] for offset in offsets]


def _column(program: Program) -> Evaluator:
    call = program.callable()
    kind = arrow_type(program.result.sql)

    def evaluate(*arrays: Any) -> Any:
        import pyarrow as pa

        count = len(arrays[0])
        arriving = iter(arrays)
        arguments = []
        for item in program.inputs:
            if item.given is None:
                arguments.append(item.constant)
            else:
                array = next(arriving)
                arguments.append(array.to_pandas() if item.conversion.form == "pandas" else array)
        try:
            result = call(*arguments)
        except Exception as error:
            raise program.exception_error(error, ()) from error
        if isinstance(result, pa.ChunkedArray):
            result = result.combine_chunks()
        if not hasattr(result, "__len__") or len(result) != count:
            size = len(result) if hasattr(result, "__len__") else 1
            raise FunctionError(
                f"{program.file}: {program.name}() returned {size} values for {count} rows; a vectorised function "
                "returns one per row."
            )
        try:
            return result.cast(kind) if isinstance(result, pa.Array) else pa.Array.from_pandas(result, type=kind)
        except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
            raise program.wrong_result_error(BadValueError(0, f": {error}", "Return that type."), result, "") from None

    return evaluate


_EVALUATORS: dict[tuple[str, str], Callable[[Program], Evaluator]] = {
    ("scalar", "row"): _scalar,
    ("scalar", "async"): _async,
    ("scalar", "column"): _column,
    ("table", "row"): _table,
    ("aggregate", "row"): _aggregate,
    ("aggregate", "flink"): _aggregate,
}
