"""From a resolved call to its program. Over Spark Connect, this runs in the workers."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from dbt.adapters.tablestore.functions.reading.defaults import as_argument
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
        inputs=tuple(_with_its_default(item, zone) if item.given is None else item for item in inputs),
        result=result,
        zone=zone,
        concurrency=function.concurrency,
        pickles_state=function.pickles_state,
        helpers=function.helpers,
        classes=function.classes,
    )


def _with_its_default(item: Input, zone: str) -> Input:
    return replace(item, constant=as_argument(item.conversion, item.constant, zone))


def program_key(digest: str, program: Program) -> Hashable:
    """Equal for two programs of the function with this digest if one can stand for the other.

    Signatures can differ in the names of keyword-only parameters only, or in the classes of equal SQL types.
    """
    # constants by their text, because 0, 0.0 and False are equal, and a default may be a list
    inputs = tuple(replace(item, constant=repr(item.constant)) for item in program.inputs)
    return digest, program.call_mode, inputs, program.result, program.zone
