"""Reads function files of tests and resolves calls, without Spark and without a dbt project."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest
from dbt.adapters.tablestore.functions.calling.arguments import Argument
from dbt.adapters.tablestore.functions.calling.resolution import ResolvedCall, resolve
from dbt.adapters.tablestore.functions.calling.shipping import shipped_program
from dbt.adapters.tablestore.functions.reading.extraction import read_function
from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Function
from dbt.adapters.tablestore.functions.reading.sources import Source, YamlArgument
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from dbt.adapters.tablestore.functions.types.type_parser import parse_type
from dbt.adapters.tablestore.functions.worker.program import Input, Program
from dbt.adapters.tablestore.functions.worker.runtime import evaluator
from pyspark.sql import types as t

NEW_YORK = "America/New_York"
Ask = Callable[..., list[tuple[Any, ...]]]
"""Registers a function file and returns the rows of a query that calls it: (code, query, name) -> rows."""

IMPORTS = """
import enum, uuid
import numpy as np
import pandas as pd
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple, Optional, TypedDict, TypeVar, overload
from dbt.adapters.tablestore.functions import DataType, Table, hint, infer
T = TypeVar("T")
"""


def define(code: str, name: str = "f", **more: Any) -> Function:
    """The function that a file ``functions/<name>.py`` with this code defines."""
    entry_point = more.pop("entry_point", name)
    return read_function(Source(name, f"functions/{name}.py", IMPORTS + textwrap.dedent(code), entry_point, **more))


def refusal(code: str, name: str = "f", **more: Any) -> str:
    """The error of a file that is refused."""
    try:
        found = define(code, name, **more)
    except FunctionError as error:
        return str(error)
    raise AssertionError(f"accepted as {'; '.join(map(str, found.signatures))}")


def signatures(code: str, name: str = "f", **more: Any) -> list[str]:
    return [str(signature) for signature in define(code, name, **more).signatures]


def argument(given: Any) -> Argument:
    """``"INT"`` is a column of that type, ``("INT", 7)`` a constant, ``{"x": ...}`` a named argument."""
    if isinstance(given, dict):
        ((name, inner),) = given.items()
        found = argument(inner)
        return Argument(found.type, found.text, name, found.value)
    value = MISSING
    if isinstance(given, tuple):
        given, value = given
    return Argument(t.NullType() if given == "NULL" else parse_type(given), "c", value=value)


def call(function: Function, *given: Any, location: str = "models/m.sql line 3") -> ResolvedCall:
    return resolve(function, [argument(item) for item in given], location)


def result(function: Function, *given: Any) -> str:
    """The type of the result of a call."""
    return type_text(call(function, *given).result.sql)


def call_refusal(function: Function, *given: Any) -> str:
    try:
        choice = call(function, *given)
    except FunctionError as error:
        return str(error)
    raise AssertionError(f"accepted by {choice.signature}")


def run(code: str, given: list[Any], *arrays: Any, zone: str = NEW_YORK) -> list[Any]:
    """The results of a function for a batch whose columns have the types ``given``."""
    return list(evaluator(program_for(define(code), given, zone))(*arrays).to_pylist())


def program_for(function: Function, given: list[Any], zone: str = NEW_YORK) -> Program:
    """The program of a call with arguments of the types ``given``."""
    choice = call(function, *given)
    inputs = tuple(
        Input(
            passed.parameter.name,
            conversion,
            None if passed.position is None else argument(given[passed.position]).type,
            passed.default,
            passed.parameter.keyword,
        )
        for passed, conversion in zip(choice.passed, choice.conversions, strict=True)
    )
    return shipped_program(function, inputs, choice.result, zone)


def bigints(*values: int | None) -> Any:
    return pa.array(values, pa.int64())


def failure(code: str, given: list[Any], *arrays: Any) -> str:
    with pytest.raises(FunctionError) as caught:
        run(code, given, *arrays)
    return str(caught.value)


__all__ = [
    "Ask",
    "YamlArgument",
    "argument",
    "bigints",
    "call",
    "call_refusal",
    "define",
    "failure",
    "program_for",
    "refusal",
    "result",
    "run",
    "signatures",
]
