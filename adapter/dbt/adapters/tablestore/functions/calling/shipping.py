"""The programs that travel to Spark's Python workers, which have neither the project nor dbt."""

from __future__ import annotations

from collections.abc import Sequence

from dbt.adapters.tablestore.functions.calling.programs import program_of
from dbt.adapters.tablestore.functions.reading.pickling import pack
from dbt.adapters.tablestore.functions.reading.signatures import Function
from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.worker.program import Input, Program


def shipped_program(function: Function, inputs: Sequence[Input], result: Conversion, zone: str) -> Program:
    """The program of one call, with the code of the function; ``zone`` is the session's time zone."""
    program = program_of(function, inputs, result, zone)
    pack(program)
    return program
