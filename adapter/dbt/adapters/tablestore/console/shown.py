"""Columns as they are shown, as SQL.

Spark converts them: Python has no values for intervals and for some maps, writes other texts for numbers, and shows a
time in the time zone of the machine.
"""

from __future__ import annotations

from pyspark.sql import types as t

# What `results` writes as JSON.
_OF_JSON = (
    *(t.BooleanType, t.NumericType, t.StringType, t.BinaryType, t.NullType, t.VariantType),
    *(t.DateType, t.TimestampNTZType),
)


def as_text(name: str, type: t.DataType) -> str:
    """A column as the text that SQL shows of it."""
    if isinstance(type, t.BinaryType):
        return f"lower(hex({name}))"
    return f"to_json({name})" if isinstance(type, t.VariantType) else f"cast({name} as string)"


def for_json(name: str, type: t.DataType) -> str:
    """A column with values for JSON: as text, if it contains something that Python has not."""
    return name if _is_of_json(type) else f"cast({name} as string)"


def _is_of_json(type: t.DataType) -> bool:
    if isinstance(type, t.StructType):
        return all(_is_of_json(field.dataType) for field in type.fields)
    if isinstance(type, t.ArrayType):
        return _is_of_json(type.elementType)
    if isinstance(type, t.MapType):
        return isinstance(type.keyType, (t.StringType, t.IntegralType)) and _is_of_json(type.valueType)
    return isinstance(type, _OF_JSON)
