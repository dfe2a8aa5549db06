"""What Spark's Python workers run: Arrow arrays in, the user's function, one Arrow array out."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from dbt.adapters.tablestore.functions.worker.aggregates import (
    aggregate_evaluator,
    emitting_evaluator,
    window_evaluator,
)
from dbt.adapters.tablestore.functions.worker.arithmetic import Arithmetic
from dbt.adapters.tablestore.functions.worker.columns import batches_evaluator, column_evaluator
from dbt.adapters.tablestore.functions.worker.decoded_arguments import DecodedArguments
from dbt.adapters.tablestore.functions.worker.event_loop import EventLoop
from dbt.adapters.tablestore.functions.worker.program import RAISED, Evaluator, Program
from dbt.adapters.tablestore.functions.worker.retraction import state_evaluator, update_evaluator, value_evaluator
from dbt.adapters.tablestore.functions.worker.yielded_rows import list_encoder, yielded


def evaluator(program: Program, windowed: bool = False) -> Evaluator:
    """The function that Spark calls with a batch of arguments; ``windowed`` is an aggregate over a window frame.

    Its parts are made at the first batch, in the worker, and kept: a class has one instance per task.
    """
    kept: list[tuple[Arithmetic, Evaluator]] = []

    def evaluate(*arrays: Any) -> Any:
        arithmetic, run = kept[0] if kept else (Arithmetic(program), None)
        with arithmetic.in_use(), _paused_garbage_collection():
            if run is None:
                make = window_evaluator if windowed else _EVALUATORS[program.kind, program.call_mode]
                run = make(program)
                kept.append((arithmetic, run))
            return run(*arrays)

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
            if len(values) < arguments.count:  # a StopIteration of the function ended the loop: see it raised
                call(*arguments.row(len(values)))
                raise StopIteration
        except RAISED as error:
            raise program.exception_error(error, program.call_text(arguments.row(len(values)))) from error
        return values

    return _row_by_row(program, call_all)


def _async(program: Program) -> Evaluator:
    return _row_by_row(program, _concurrent(program))


def _concurrent(
    program: Program, awaitable: Callable[[Callable[..., Any]], Callable[..., Any]] = lambda call: call
) -> Callable[[DecodedArguments], list[Any]]:
    """Calls a function for all rows, of which a limited number wait at a time; ``awaitable`` makes it a coroutine.

    One event loop runs open() and all batches: what open() makes, such as a client or a lock, belongs to its loop.
    """
    import asyncio  # here, because importing it takes long and few functions need it

    loop = EventLoop()

    async def opened() -> Callable[..., Any]:
        return awaitable(program.callable())

    call = loop.run(opened())

    async def call_one(gate: asyncio.Semaphore, row: Sequence[Any]) -> Any:
        async with gate:
            try:
                return await call(*row)
            except RAISED as error:
                raise program.exception_error(error, program.call_text(row)) from error

    async def call_all(arguments: DecodedArguments) -> list[Any]:
        gate = asyncio.Semaphore(program.concurrency)
        calls = [asyncio.ensure_future(call_one(gate, row)) for row in arguments.rows()]
        try:
            return await asyncio.gather(*calls)
        except BaseException:
            for waiting in calls:
                waiting.cancel()
            await asyncio.gather(*calls, return_exceptions=True)
            raise

    return lambda arguments: loop.run(call_all(arguments))


def _table(program: Program) -> Evaluator:
    decoders, call = program.decoders(), program.callable()
    encode_lists = list_encoder(program)

    def evaluate(*arrays: Any) -> Any:
        arguments = program.decode_arguments(decoders, arrays, len(arrays[0]))
        lists: list[list[Any]] = []
        for row in arguments.rows():
            try:
                lists.append([*yielded(call(*row))])
            except RAISED as error:
                raise program.exception_error(error, program.call_text(row)) from error
        return arguments.fill_nulls(encode_lists(lists, lambda index: program.call_text(arguments.row(index))))

    return evaluate


def _async_table(program: Program) -> Evaluator:
    decoders, encode_lists = program.decoders(), list_encoder(program)
    call_all = _concurrent(program, _collected)

    def evaluate(*arrays: Any) -> Any:
        arguments = program.decode_arguments(decoders, arrays, len(arrays[0]))
        lists = call_all(arguments)
        return arguments.fill_nulls(encode_lists(lists, lambda index: program.call_text(arguments.row(index))))

    return evaluate


def _collected(call: Callable[..., Any]) -> Callable[..., Any]:
    """An async generator as a coroutine that returns what it yields."""

    async def collect(*row: Any) -> list[Any]:
        return [item async for item in call(*row)]

    return collect


_EVALUATORS: dict[tuple[str, str], Callable[[Program], Evaluator]] = {
    ("scalar", "row"): _scalar,
    ("scalar", "async"): _async,
    ("scalar", "column"): column_evaluator,
    ("scalar", "batches"): batches_evaluator,
    ("table", "row"): _table,
    ("table", "async"): _async_table,
    ("aggregate", "row"): aggregate_evaluator,
    ("aggregate", "emit"): emitting_evaluator,
    ("aggregate", "state"): state_evaluator,
    ("aggregate", "update"): update_evaluator,
    ("aggregate", "value"): value_evaluator,
    ("aggregate", "flink"): aggregate_evaluator,
}
