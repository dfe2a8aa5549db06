"""From a resolved call to its program. Over Spark Connect, this runs in the workers."""

from __future__ import annotations

from collections.abc import Sequence

from dbt.adapters.tablestore.functions.reading.signatures import Function
from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.worker.program import Input, Program


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
        pickles_state=function.pickles_state,
        helpers=function.helpers,
    )
