"""Values that Spark passes one by one, as the arrays that evaluators take, and back."""

from __future__ import annotations

import decimal
from typing import Any

from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from dbt.adapters.tablestore.functions.worker.scalar_encoders import arrow_type
from pyspark.sql import types as t


def one_value(value: Any, kind: t.DataType, function: str) -> Any:
    """An array of the type of a parameter with this value.

    Raises:
        FunctionError: the value is not of this type, and cannot be widened to it.
    """
    import pyarrow as pa

    try:
        return pa.array([_arrow_value(value, kind)], arrow_type(kind))
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, ValueError, TypeError) as error:
        wanted = type_text(kind)
        raise FunctionError(
            f"{function} does not accept {value!r} where it takes {wanted}: cast it, for example "
            f"cast(... as {wanted.lower()})."
        ) from error


def _arrow_value(value: Any, kind: t.DataType) -> Any:
    if value is None:
        return None
    if isinstance(kind, t.ArrayType):
        return [_arrow_value(item, kind.elementType) for item in value]
    if isinstance(kind, t.MapType):
        return [(_arrow_value(k, kind.keyType), _arrow_value(v, kind.valueType)) for k, v in value.items()]
    if isinstance(kind, t.StructType):
        return {field.name: _arrow_value(value[field.name], field.dataType) for field in kind.fields}
    if isinstance(kind, t.TimestampType):
        return value.astimezone()  # Spark passes the local time of the worker
    if isinstance(kind, t.FractionalType) and isinstance(value, (int, float, decimal.Decimal)):
        return decimal.Decimal(value) if isinstance(kind, t.DecimalType) else float(value)
    return value


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
    return value
