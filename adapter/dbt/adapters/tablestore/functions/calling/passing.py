"""With which types the arguments of a call are passed to Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dbt.adapters.tablestore.functions.calling.arguments import Argument
from dbt.adapters.tablestore.functions.calling.resolution import ResolvedCall
from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.types.sql_types import contains_type
from dbt.adapters.tablestore.functions.worker.program import Input
from pyspark.sql import types as t

# Arguments of these forms are passed with the type they have.
_PASSED_UNCHANGED = ("any", "parameter", "variant", "table")


def cast_type(conversion: Conversion, given: t.DataType) -> t.DataType:
    """The type to which Spark casts an argument. Structs stay as they are: Spark casts their fields by position."""
    unchanged = conversion.form in _PASSED_UNCHANGED or contains_type(conversion.sql, t.StructType)
    return given if unchanged else conversion.sql


def inputs_of(
    call: ResolvedCall,
    given: Sequence[Argument],
    passed_type: Callable[[Conversion, t.DataType], t.DataType] = cast_type,
) -> tuple[list[Input], list[tuple[int, t.DataType]]]:
    """What each parameter receives; and the positions of the arguments that are passed, with the types to cast to."""
    inputs, passes = [], []
    for passed, conversion in zip(call.passed, call.conversions, strict=True):
        name, keyword = passed.parameter.name, passed.parameter.keyword
        if passed.position is None:
            inputs.append(Input(name, conversion, None, passed.default, keyword))
            continue
        kind = passed_type(conversion, given[passed.position].type)
        passes.append((passed.position, kind))
        inputs.append(Input(name, conversion, kind, keyword=keyword))
    return inputs, passes
