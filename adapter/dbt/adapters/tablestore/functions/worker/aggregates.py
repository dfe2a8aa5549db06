"""How aggregates run in Spark's Python workers: one instance of the class per group or window frame."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from dbt.adapters.tablestore.functions.worker.decoded_arguments import DecodedArguments
from dbt.adapters.tablestore.functions.worker.program import Evaluator, Program


def aggregate_evaluator(program: Program) -> Evaluator:
    """Groups arrive as lists of structs; those of a window frame as plain columns (see ``window_evaluator``)."""
    decoders, encode, fold = program.decoders(), program.encoder(), _fold(program)

    def evaluate(groups: Any) -> Any:
        offsets = groups.offsets.to_pylist()
        arguments = program.decode_arguments(decoders, groups.values.flatten(), len(groups.values))
        if arguments.called is not None:
            offsets = _offsets_of_calls(offsets, arguments.called)
        values = [fold(arguments, start, end) for start, end in itertools.pairwise(offsets)]
        return program.encode_results(encode, values, lambda index: f"{program.name}() of group {index + 1}")

    return evaluate


def window_evaluator(program: Program) -> Evaluator:
    """The same aggregate over one window frame: columns in, one value out."""
    kept: list[Any] = []

    def evaluate(*arrays: Any) -> Any:
        if not kept:
            kept.extend([program.decoders(), program.encoder(), _fold(program)])
        decoders, encode, fold = kept
        arguments = program.decode_arguments(decoders, arrays, len(arrays[0]))
        value = fold(arguments, 0, arguments.count)
        return program.encode_results(encode, [value], lambda _: f"{program.name}() of a window frame")[0]

    return evaluate


def _fold(program: Program) -> Callable[[DecodedArguments, int, int], Any]:
    """The result of an aggregate over some of the calls."""
    has_accumulator = program.call_mode == "flink"

    def fold(arguments: DecodedArguments, start: int, end: int) -> Any:
        try:
            instance = program.target()
            state = (instance.create_accumulator(),) if has_accumulator else ()
        except Exception as error:
            raise program.exception_error(error, program.call_text(())) from error
        accumulate = instance.accumulate
        columns = [column[start:end] for column in arguments.columns]
        rows: Iterable[tuple[Any, ...]]
        rows = zip(*columns, strict=True) if columns else itertools.repeat((), end - start)
        for row in rows:
            try:
                accumulate(*state, *row)
            except Exception as error:
                raise program.exception_error(error, program.call_text(row)) from error
        try:
            return instance.get_value(*state) if has_accumulator else instance.finish()
        except Exception as error:
            raise program.exception_error(error, program.call_text(())) from error

    return fold


def _offsets_of_calls(offsets: list[int], called: list[bool]) -> list[int]:
    """Where the groups begin when only the rows with a call are counted."""
    before = list(itertools.accumulate(called, initial=0))
    return [before[offset] for offset in offsets]
