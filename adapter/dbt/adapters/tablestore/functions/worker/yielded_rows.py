"""The rows that a call yields: those of a table function, and of an aggregate that gives several."""

from __future__ import annotations

import bisect
import itertools
import traceback
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from dbt.adapters.tablestore.functions.worker.program import Program
from pyspark.sql import types as t


def list_encoder(program: Program) -> Callable[[list[list[Any]], Callable[[int], str]], Any]:
    """Encodes the rows of each call as an array of structs; the callable gives the text of a call, for messages."""
    encode = program.encoder()

    def encode_lists(lists: list[list[Any]], call: Callable[[int], str]) -> Any:
        import pyarrow as pa

        offsets = [*itertools.accumulate(map(len, lists), initial=0)]
        flat = [*itertools.chain.from_iterable(lists)]

        def call_of(index: int) -> str:
            return call(bisect.bisect_right(offsets, index) - 1)

        rows = as_structs(program, program.encode_results(encode, flat, call_of, "yielded"))
        return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), rows)

    return encode_lists


def as_structs(program: Program, array: Any) -> Any:
    """The rows of a table function: values that are not STRUCTs become the column ``value``, as in ``row_type``."""
    import pyarrow as pa

    is_row = isinstance(program.result.sql, t.StructType)  # for Arrow, a VARIANT is a struct too
    return array if is_row else pa.StructArray.from_arrays([array], ["value"])


def yielded(rows: Any) -> Iterable[Any]:
    """The rows of a call. A StopIteration inside of an iterator such as ``map`` is an error, not the end of the rows.

    Raises:
        RuntimeError: caused by the StopIteration, as Python itself does for generators.
    """
    if isinstance(rows, (list, tuple, types.GeneratorType)):
        return rows
    return _iterated(iter(rows))


def _iterated(rows: Iterator[Any]) -> Iterator[Any]:
    while True:
        try:
            row = next(rows)
        except StopIteration as stop:
            if _is_end(stop, rows):
                return
            raise
        yield row


def _is_end(stop: StopIteration, rows: Iterator[Any]) -> bool:
    """Whether an iterator ended itself: its ``__next__`` raised the exception, and no function that it called."""
    raised_in = [frame.f_code for frame, _ in traceback.walk_tb(stop.__traceback__)][1:]
    method = getattr(type(rows).__next__, "__code__", None)
    return not raised_in or raised_in == [method]
