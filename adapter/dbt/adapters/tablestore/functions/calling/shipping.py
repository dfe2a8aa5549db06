"""What travels to Spark's Python workers: they have neither the project nor dbt."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from dbt.adapters.tablestore.functions.reading.signatures import Function
from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.worker.program import Input, Program
from pyspark import cloudpickle

PACKAGES = ("dbt.adapters.tablestore.functions", "dbt.adapters.tablestore.sql")


def ship_code(function: Function) -> None:
    """Makes pickles of a call carry the code of these packages, of the function's file and of its helpers."""
    for name in (*PACKAGES, *function.modules):
        cloudpickle.register_pickle_by_value(sys.modules[name])


def program_of(function: Function, inputs: Sequence[Input], result: Conversion, zone: str) -> Program:
    """The program of one call; ``zone`` is the session's time zone."""
    return Program(
        file=function.file,
        name=function.name,
        kind=function.kind,
        call_mode=function.call_mode,
        target=function.target,
        inputs=tuple(inputs),
        result=result,
        zone=zone,
        concurrency=function.concurrency,
    )
