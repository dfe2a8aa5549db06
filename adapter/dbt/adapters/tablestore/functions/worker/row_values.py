"""Values that Spark passes one by one, as the arrays that evaluators take, and back."""

from __future__ import annotations

import datetime
import decimal
import math
import struct
from typing import Any

from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.types.messages import shown
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from dbt.adapters.tablestore.functions.worker.scalar_encoders import arrow_type
from dbt.adapters.tablestore.functions.worker.zones import epoch_microseconds, zone_of
from pyspark.sql import types as t

# The classes of the values that Spark passes of the types that a call can pass where one of these is declared.
_CLASSES: tuple[tuple[type[t.DataType], tuple[type, ...]], ...] = (
    (t.BooleanType, (bool,)),
    (t.IntegralType, (int,)),
    (t.DecimalType, (int, decimal.Decimal)),
    (t.FractionalType, (int, float, decimal.Decimal)),
    (t.StringType, (str,)),
    (t.BinaryType, (bytes, bytearray)),
    (t.TimestampType, (datetime.date,)),
    (t.TimestampNTZType, (datetime.date,)),
    (t.DateType, (datetime.date,)),
    (t.TimeType, (datetime.time,)),
    (t.DayTimeIntervalType, (datetime.timedelta,)),
    (t.VariantType, (t.VariantVal,)),
    (t.ArrayType, (list, tuple)),
    (t.MapType, (dict,)),
    (t.StructType, (tuple,)),
)


def one_value(value: Any, kind: t.DataType, function: str, zone: str) -> Any:
    """An array of the type of a parameter with this value; ``zone`` is the session's time zone.

    Raises:
        FunctionError: the value is not of this type, and cannot be widened to it.
    """
    import pyarrow as pa

    try:
        return pa.array([_arrow_value(value, kind, zone)], arrow_type(kind))
    except (pa.ArrowException, OverflowError, ValueError, TypeError) as error:
        wanted = type_text(kind)
        raise FunctionError(
            f"{function} does not accept {shown(value)} where it takes {wanted}: cast it, for example "
            f"cast(... as {wanted.lower()})."
        ) from error


def _arrow_value(value: Any, kind: t.DataType, zone: str) -> Any:
    if value is None:
        return None
    _check_class(value, kind)
    if isinstance(kind, t.ArrayType):
        return [_arrow_value(item, kind.elementType, zone) for item in value]
    if isinstance(kind, t.MapType):
        return [(_arrow_value(k, kind.keyType, zone), _arrow_value(v, kind.valueType, zone)) for k, v in value.items()]
    if isinstance(kind, t.StructType):
        return {field.name: _arrow_value(value[field.name], field.dataType, zone) for field in kind.fields}
    if isinstance(kind, t.VariantType):
        return {"value": value.value, "metadata": value.metadata}
    if isinstance(kind, (t.TimestampType, t.TimestampNTZType)):
        return _time(value, None if isinstance(kind, t.TimestampNTZType) else zone_of(zone))
    if isinstance(kind, t.DecimalType):
        return decimal.Decimal(value)
    return float(value) if isinstance(kind, t.FractionalType) else value


def _time(value: datetime.date, zone: datetime.tzinfo | None) -> datetime.datetime | int:
    """The beginning of a date in a zone, or a time: Spark passes a TIMESTAMP as the local time of the worker."""
    time = value
    if not isinstance(time, datetime.datetime):
        time = datetime.datetime(value.year, value.month, value.day, tzinfo=zone)
    return time if zone is None else epoch_microseconds(time.astimezone())


def _check_class(value: Any, kind: t.DataType) -> None:
    """Refuses a value that Arrow would convert, and a call elsewhere does not.

    Raises:
        TypeError: it is of another type.
    """
    accepted = next((classes for declared, classes in _CLASSES if isinstance(kind, declared)), (object,))
    is_other = (
        not isinstance(value, accepted)
        or (isinstance(value, bool) and bool not in accepted)
        or (isinstance(kind, t.DateType) and isinstance(value, datetime.datetime))
        or (isinstance(kind, t.FloatType) and isinstance(value, float) and not _is_single(value))
    )
    if is_other:
        raise TypeError(f"{value!r} is not {type_text(kind)}")


def _is_single(value: float) -> bool:
    """Whether a number is one of single precision; Spark passes a FLOAT and a DOUBLE as numbers of the same class."""
    try:
        return math.isnan(value) or struct.unpack("f", struct.pack("f", value))[0] == value
    except OverflowError:
        return False


def python_value(value: Any, kind: t.DataType) -> Any:
    """A value of Arrow's ``as_py`` as Spark takes it from Python."""
    if value is None:
        return None
    if isinstance(kind, t.ArrayType):
        return [python_value(item, kind.elementType) for item in value]
    if isinstance(kind, t.MapType):
        return {python_value(k, kind.keyType): python_value(v, kind.valueType) for k, v in value}
    if isinstance(kind, t.StructType):
        return tuple(python_value(value[field.name], field.dataType) for field in kind.fields)
    return t.VariantVal(value["value"], value["metadata"]) if isinstance(kind, t.VariantType) else value
