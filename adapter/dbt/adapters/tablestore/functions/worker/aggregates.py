"""How aggregates run in Spark's Python workers: one instance of the class per group or window frame."""

from __future__ import annotations

import datetime
import decimal
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.types.messages import with_article
from dbt.adapters.tablestore.functions.worker.decode import Decoder
from dbt.adapters.tablestore.functions.worker.decoded_arguments import DecodedArguments
from dbt.adapters.tablestore.functions.worker.program import RAISED, Evaluator, Program
from dbt.adapters.tablestore.functions.worker.yielded_rows import list_encoder, yielded

# Accumulators that accumulate() can only replace.
_IMMUTABLE = (
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    tuple,
    frozenset,
    decimal.Decimal,
    datetime.date,
    datetime.timedelta,
)


def aggregate_evaluator(program: Program) -> Evaluator:
    """Groups arrive as lists of structs; those of a window frame as plain columns (see ``window_evaluator``)."""
    decoders, encode, fold = program.decoders(), program.encoder(), _fold(program)

    def evaluate(groups: Any) -> Any:
        arguments, offsets = rows_of_groups(program, decoders, groups)
        values = [fold(arguments, start, end) for start, end in itertools.pairwise(offsets)]
        return program.encode_results(encode, values, lambda index: f"{program.name}() of group {index + 1}")

    return evaluate


def window_evaluator(program: Program) -> Evaluator:
    """The same aggregate over one window frame: columns in, one value out."""
    decoders, encode, fold = program.decoders(), program.encoder(), _fold(program)

    def evaluate(*arrays: Any) -> Any:
        arguments = program.decode_arguments(decoders, arrays, len(arrays[0]))
        value = fold(arguments, 0, arguments.count)
        return program.encode_results(encode, [value], lambda _: f"{program.name}() of a window frame")[0]

    return evaluate


def emitting_evaluator(program: Program) -> Evaluator:
    """An aggregate that gives any number of rows per group, as Flink's table aggregates."""
    decoders, encode_lists = program.decoders(), list_encoder(program)
    instance = program.opened_instance()

    def evaluate(groups: Any) -> Any:
        arguments, offsets = rows_of_groups(program, decoders, groups)
        lists = []
        for start, end in itertools.pairwise(offsets):
            accumulator = accumulated(program, instance, rows_of(arguments, start, end))
            lists.append(_emitted(program, instance, accumulator))
        return encode_lists(lists, lambda index: f"{program.name}() of group {index + 1}")

    return evaluate


def _emitted(program: Program, instance: Any, accumulator: Any) -> list[Any]:
    method = "emit_value" if hasattr(instance, "emit_value") else "emit_update_with_retract"
    try:
        if method == "emit_value":
            return [*yielded(instance.emit_value(accumulator))]
        out = Collector()
        instance.emit_update_with_retract(accumulator, out)
    except RAISED as error:
        raise program.exception_error(error, f"{program.name}.{method}()") from error
    return out.rows


class Collector:
    """What ``emit_update_with_retract`` gives its rows to. Only those that are not taken back are the result."""

    def __init__(self) -> None:
        self.rows: list[Any] = []

    def collect(self, row: Any) -> None:
        """Adds a row."""
        self.rows.append(row)

    def retract(self, row: Any) -> None:
        """Takes back a row; one that was not added in this call belongs to an earlier result, which is not kept."""
        if row in self.rows:
            self.rows.remove(row)


def rows_of(arguments: DecodedArguments, start: int, end: int) -> Iterable[tuple[Any, ...]]:
    """The arguments of some of the calls."""
    columns = [column[start:end] for column in arguments.columns]
    return zip(*columns, strict=True) if columns else itertools.repeat((), end - start)


def _fold(program: Program) -> Callable[[DecodedArguments, int, int], Any]:
    """The result of an aggregate over some of the calls."""
    has_accumulator = program.call_mode == "flink"
    # with accumulators, one instance serves all groups; otherwise each group has its own
    shared = program.opened_instance() if has_accumulator else None

    def fold(arguments: DecodedArguments, start: int, end: int) -> Any:
        instance = program.opened_instance() if shared is None else shared
        rows = rows_of(arguments, start, end)
        state: tuple[Any, ...]
        if has_accumulator:
            state = (accumulated(program, instance, rows),)
        else:
            state = ()
            _accumulate(program, program.with_keywords(instance.accumulate), rows)
        method = "get_value" if has_accumulator else "finish"
        try:
            return getattr(instance, method)(*state)
        except RAISED as error:
            raise program.exception_error(error, f"{program.name}.{method}()") from error

    return fold


def _accumulate(program: Program, accumulate: Callable[..., Any], rows: Iterable[tuple[Any, ...]]) -> None:
    for row in rows:
        try:
            accumulate(*row)
        except RAISED as error:
            raise program.exception_error(error, program.call_text(row)) from error


def accumulated(program: Program, instance: Any, rows: Iterable[tuple[Any, ...]]) -> Any:
    """The accumulator after all rows: ``accumulate`` changes it, or returns the new one."""
    try:
        accumulator = instance.create_accumulator()
    except RAISED as error:
        raise program.exception_error(error, f"{program.name}.create_accumulator()") from error
    return folded(program, instance.accumulate, accumulator, rows)


def folded(program: Program, method: Callable[..., Any], accumulator: Any, rows: Iterable[tuple[Any, ...]]) -> Any:
    """The accumulator after ``accumulate`` or ``retract`` of some rows.

    Raises:
        FunctionError: the method raised an error, or returned nothing for an accumulator that cannot be changed.
    """
    call = program.with_keywords(method)
    for row in rows:
        try:
            returned = call(accumulator, *row)
        except RAISED as error:
            raise program.exception_error(error, program.call_text(row)) from error
        if returned is not None:
            accumulator = returned
        elif isinstance(accumulator, _IMMUTABLE):
            kind = with_article(type(accumulator).__name__)
            raise FunctionError(
                f"{program.file}: {program.call_text(row)} returned no accumulator, and {kind} cannot be changed in "
                f"place. End {method.__name__}() with a return of the new accumulator."
            )
    return accumulator


def rows_of_groups(
    program: Program, decoders: Sequence[Decoder | None], groups: Any
) -> tuple[DecodedArguments, list[int]]:
    """The arguments of an array of lists of structs, one per group, and where the rows of each group end."""
    offsets = groups.offsets.to_pylist()
    arguments = program.decode_arguments(decoders, groups.values.flatten(), len(groups.values))
    return arguments, offsets if arguments.called is None else offsets_of_calls(offsets, arguments.called)


def offsets_of_calls(offsets: list[int], called: list[bool]) -> list[int]:
    """Where the groups begin when only the rows with a call are counted."""
    before = list(itertools.accumulate(called, initial=0))
    return [before[offset] for offset in offsets]
