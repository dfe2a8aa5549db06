"""The SQL types of Python's classes."""

from __future__ import annotations

import collections.abc
import datetime
import decimal
import enum
import uuid
from collections.abc import Callable
from typing import Any

from dbt.adapters.tablestore.functions.types.annotation_context import AnnotationContext
from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.types.messages import annotation_text
from dbt.adapters.tablestore.functions.types.sql_types import MAX_PRECISION
from dbt.adapters.tablestore.functions.types.structures import structured_conversion
from pyspark.sql import types as t

Extract = Callable[[Any, AnnotationContext], Conversion]

LISTS = (list, collections.abc.Sequence, collections.abc.Collection)
SETS = (set, frozenset, collections.abc.Set)
MAPS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
# These name no element type when they stand alone.
UNPARAMETERIZED = (list, tuple, set, frozenset, dict, *LISTS, *SETS, *MAPS)
SQL_TYPES: dict[type, t.DataType] = {
    bool: t.BooleanType(),
    int: t.LongType(),
    float: t.DoubleType(),
    str: t.StringType(),
    bytes: t.BinaryType(),
    bytearray: t.BinaryType(),
    datetime.date: t.DateType(),
    datetime.datetime: t.TimestampType(),
    datetime.time: t.TimeType(),
    datetime.timedelta: t.DayTimeIntervalType(),
}
_NUMPY: dict[str, t.DataType] = {
    "int8": t.ByteType(),
    "int16": t.ShortType(),
    "int32": t.IntegerType(),
    "int64": t.LongType(),
    "float32": t.FloatType(),
    "float64": t.DoubleType(),
}


def class_conversion(annotation: Any, context: AnnotationContext, extract: Extract) -> Conversion:
    """The conversion of a class without parameters; ``extract`` reads the annotations of its fields.

    Raises:
        FunctionError: it is not a class, or has no SQL type.
    """
    if not isinstance(annotation, type):
        raise context.error(f"{annotation_text(annotation)} is not a class, so it has no SQL type {context.target}.")
    if annotation in SQL_TYPES:
        return Conversion(SQL_TYPES[annotation], "plain", annotation)
    if annotation is decimal.Decimal:
        if context.decimal is None:
            accepted = 'Annotated[Decimal, DataType("DECIMAL(10,2)")]'
            raise context.error(f"Decimal needs a precision and a scale. Write {accepted} {context.target}.")
        return Conversion(_decimal_type(context.decimal, context), "plain", decimal.Decimal)
    if annotation in UNPARAMETERIZED:
        raise context.error(_unparameterized(annotation, context))
    if annotation is type(None):
        raise context.error(f"None alone has no SQL type. Write, for example, int | None {context.target}.")
    if annotation is uuid.UUID:
        return Conversion(t.StringType(), "uuid", annotation)
    if annotation.__module__ == "numpy" and annotation.__name__ in _NUMPY:
        return Conversion(_NUMPY[annotation.__name__], "number", annotation)
    if annotation.__module__.partition(".")[0] in ("pyarrow", "pandas"):
        name = annotation_text(annotation)
        accepted = f'Annotated[{name}, DataType("BIGINT")]'
        raise context.error(f"{name} does not name its SQL type. Write, for example, {accepted} {context.target}.")
    if issubclass(annotation, enum.Enum):
        return Conversion(t.StringType(), "enum", annotation)
    return structured_conversion(annotation, context, extract)


def _decimal_type(given: tuple[int, int], context: AnnotationContext) -> t.DecimalType:
    precision, scale = given
    if not 0 <= scale <= precision <= MAX_PRECISION or precision == 0:
        raise context.error(
            f"decimal={given!r}: the precision is at most {MAX_PRECISION}, and the scale at most the precision "
            f"{context.target}."
        )
    return t.DecimalType(precision, scale)


def _unparameterized(annotation: type, context: AnnotationContext) -> str:
    name = annotation.__name__
    missing, example = ("key and value types", "str, int") if annotation in MAPS else ("element type", "str")
    example += ", ..." if annotation is tuple else ""
    return f"{name} does not name its {missing}. Write, for example, {name}[{example}] {context.target}."
