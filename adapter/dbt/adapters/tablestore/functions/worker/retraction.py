"""Aggregates with ``retract()``, whose accumulators are stored: BINARY values that follow changes of the rows."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable
from typing import Any

from dbt.adapters.tablestore.functions.worker.aggregates import accumulated, folded, offsets_of_calls, rows_of
from dbt.adapters.tablestore.functions.worker.decoded_arguments import DecodedArguments
from dbt.adapters.tablestore.functions.worker.program import RAISED, Evaluator, Program


def state_evaluator(program: Program) -> Evaluator:
    """The accumulator of each group, from the list of its rows."""
    decoders, instance = program.decoders(), program.opened_instance()

    def evaluate(groups: Any) -> Any:
        offsets = groups.offsets.to_pylist()
        arguments = program.decode_arguments(decoders, groups.values.flatten(), len(groups.values))
        if arguments.called is not None:
            offsets = offsets_of_calls(offsets, arguments.called)
        return _binary(
            accumulated(program, instance, rows_of(arguments, start, end)) for start, end in itertools.pairwise(offsets)
        )

    return evaluate


def update_evaluator(program: Program) -> Evaluator:
    """New accumulators, from the old ones and lists of changed rows, of which the first field is a weight."""
    decoders, instance = program.decoders(), program.opened_instance()

    def evaluate(states: Any, changes: Any) -> Any:
        offsets = changes.offsets.to_pylist()
        weights, *columns = changes.values.flatten()
        arguments = program.decode_arguments(decoders, columns, len(changes.values))
        counted = weights.to_pylist()
        if arguments.called is not None:
            counted = list(itertools.compress(counted, arguments.called))
            offsets = offsets_of_calls(offsets, arguments.called)
        found = []
        for state, (start, end) in zip(states.to_pylist(), itertools.pairwise(offsets), strict=True):
            accumulator = _created(program, instance) if state is None else pickle.loads(state)
            rows = list(zip(counted[start:end], rows_of(arguments, start, end), strict=True))
            # what comes before what goes: an aggregate may not have the row yet that goes
            for method, sign in ((instance.accumulate, 1), (instance.retract, -1)):
                repeated = [row for weight, row in rows for _ in range(weight * sign)]
                accumulator = folded(program, method, accumulator, repeated)
            found.append(accumulator)
        return _binary(found)

    return evaluate


def value_evaluator(program: Program) -> Evaluator:
    """The results of accumulators; NULL for none."""
    encode, instance = program.encoder(), program.opened_instance()

    def evaluate(states: Any) -> Any:
        given = states.to_pylist()
        values = [_value(program, instance.get_value, pickle.loads(state)) for state in given if state is not None]
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


def _binary(accumulators: Any) -> Any:
    import pyarrow as pa
    from pyspark import cloudpickle

    return pa.array([cloudpickle.dumps(accumulator) for accumulator in accumulators], pa.binary())
