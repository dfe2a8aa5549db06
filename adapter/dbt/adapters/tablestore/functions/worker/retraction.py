"""Aggregates with ``retract()``, whose accumulators are stored: BINARY values that follow changes of the rows."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.worker.aggregates import (
    accumulated,
    folded,
    offsets_of_calls,
    rows_of,
    rows_of_groups,
)
from dbt.adapters.tablestore.functions.worker.decoded_arguments import DecodedArguments
from dbt.adapters.tablestore.functions.worker.program import RAISED, Evaluator, Program
from dbt.adapters.tablestore.functions.worker.stored_state import Codec, StateError


def state_evaluator(program: Program) -> Evaluator:
    """The accumulator of each group, from the list of its rows."""
    decoders, instance, stored = program.decoders(), program.opened_instance(), _Stored(program)

    def evaluate(groups: Any) -> Any:
        arguments, offsets = rows_of_groups(program, decoders, groups)
        return stored.written(
            accumulated(program, instance, rows_of(arguments, start, end)) for start, end in itertools.pairwise(offsets)
        )

    return evaluate


def update_evaluator(program: Program) -> Evaluator:
    """New accumulators, from the old ones and lists of changed rows, of which the first field is a weight."""
    decoders, instance, stored = program.decoders(), program.opened_instance(), _Stored(program)

    def evaluate(states: Any, changes: Any) -> Any:
        offsets, signs, columns = _calls(changes)
        arguments = program.decode_arguments(decoders, columns, len(signs))
        if arguments.called is not None:
            signs = list(itertools.compress(signs, arguments.called))
            offsets = offsets_of_calls(offsets, arguments.called)
        found = []
        for state, (start, end) in zip(states.to_pylist(), itertools.pairwise(offsets), strict=True):
            accumulator = _created(program, instance) if state is None else stored.read(state)
            rows = list(zip(signs[start:end], rows_of(arguments, start, end), strict=True))
            # what comes before what goes: an aggregate may not have the row yet that goes
            for method, wanted in ((instance.accumulate, 1), (instance.retract, -1)):
                accumulator = folded(program, method, accumulator, [row for sign, row in rows if sign == wanted])
            found.append(accumulator)
        return stored.written(found)

    return evaluate


def _calls(changes: Any) -> tuple[list[int], list[int], list[Any]]:
    """A call per row that came or went: where the calls of each group end, their signs, and their arguments.

    Equal rows arrive as one row with a weight. Each call gets arguments of its own, because it may change or keep them.
    """
    import pyarrow as pa

    weights, *columns = changes.values.flatten()
    counted = weights.to_pylist()
    positions = [position for position, weight in enumerate(counted) for _ in range(abs(weight))]
    before = [*itertools.accumulate(map(abs, counted), initial=0)]
    if positions != [*range(len(counted))]:
        taken = pa.array(positions, pa.int64())
        columns = [column.take(taken) for column in columns]
    signs = [1 if counted[position] > 0 else -1 for position in positions]
    return [before[offset] for offset in changes.offsets.to_pylist()], signs, columns


def value_evaluator(program: Program) -> Evaluator:
    """The results of accumulators; NULL for none."""
    encode, instance, stored = program.encoder(), program.opened_instance(), _Stored(program)

    def evaluate(states: Any) -> Any:
        given = states.to_pylist()
        values = [_value(program, instance.get_value, stored.read(state)) for state in given if state is not None]
        found = program.encode_results(encode, values, lambda index: f"{program.name}() of group {index + 1}")
        return DecodedArguments([], len(values), [state is not None for state in given]).fill_nulls(found)

    return evaluate


def _created(program: Program, instance: Any) -> Any:
    return accumulated(program, instance, ())


def _value(program: Program, get_value: Callable[[Any], Any], accumulator: Any) -> Any:
    try:
        return get_value(accumulator)
    except RAISED as error:
        raise program.exception_error(error, f"{program.name}.get_value()") from error


class _Stored:
    """The accumulators of an aggregate as BINARY values."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._codec = Codec(program.target, program.pickles() if program.pickles_state else None)

    def read(self, state: bytes) -> Any:
        """The accumulator of a stored value."""
        try:
            return self._codec.decode(state)
        except StateError as error:
            raise FunctionError(
                f"{self._program.file}: a stored accumulator of {self._program.name}() cannot be read: {error}"
            ) from error

    def written(self, accumulators: Iterable[Any]) -> Any:
        """The stored values of accumulators."""
        import pyarrow as pa

        try:
            return pa.array([self._codec.encode(accumulator) for accumulator in accumulators], pa.binary())
        except StateError as error:
            raise FunctionError(
                f"{self._program.file}: the accumulator of {self._program.name}() cannot be stored as JSON: {error}. "
                "Return plain values, containers, and dataclasses of this file from create_accumulator(), or write "
                "@hint(accumulator=DataType(raw=True)) on the class to store it as a pickle, which can run code when "
                "it is read."
            ) from error
