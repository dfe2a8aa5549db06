"""SQL types as pyspark objects, and as text. Needs no running Spark."""

from __future__ import annotations

from collections.abc import Iterable

from pyspark.sql import types as t

MAX_PRECISION = 38
"""The most digits of a DECIMAL."""


class AnyType(t.DataType):
    """Accepts an argument of any type, without a cast."""


class ParameterType(t.DataType):
    """A TypeVar: a type that is known only at the call."""

    def __init__(self, name: str, constraints: tuple[t.DataType, ...] = ()) -> None:
        self.name = name
        self.constraints = constraints


class AnyDecimalType(t.DataType):
    """A limit of a TypeVar: a DECIMAL whose precision and scale are known only at the call."""


SIMPLE_TYPES: dict[str, type[t.DataType]] = {
    "BOOLEAN": t.BooleanType,
    "BOOL": t.BooleanType,
    "TINYINT": t.ByteType,
    "BYTE": t.ByteType,
    "SMALLINT": t.ShortType,
    "SHORT": t.ShortType,
    "INT": t.IntegerType,
    "INTEGER": t.IntegerType,
    "BIGINT": t.LongType,
    "LONG": t.LongType,
    "FLOAT": t.FloatType,
    "REAL": t.FloatType,
    "DOUBLE": t.DoubleType,
    "STRING": t.StringType,
    "BINARY": t.BinaryType,
    "BYTES": t.BinaryType,
    "DATE": t.DateType,
    "TIMESTAMP": t.TimestampType,
    "TIMESTAMP_LTZ": t.TimestampType,
    "TIMESTAMP_NTZ": t.TimestampNTZType,
    "VARIANT": t.VariantType,
    "ANY": AnyType,
}
_NAMES = {kind: name for name, kind in reversed(SIMPLE_TYPES.items()) if name not in ("TIMESTAMP_LTZ",)}


def type_text(sql: t.DataType) -> str:
    """The type in the spelling of SQL: ``ARRAY<BIGINT>``, ``STRUCT<x: DOUBLE>``."""
    if isinstance(sql, ParameterType):
        return sql.name
    if isinstance(sql, t.DecimalType):
        return f"DECIMAL({sql.precision},{sql.scale})"
    if isinstance(sql, AnyDecimalType):
        return "DECIMAL"
    if isinstance(sql, t.ArrayType):
        return f"ARRAY<{type_text(sql.elementType)}>"
    if isinstance(sql, t.MapType):
        return f"MAP<{type_text(sql.keyType)}, {type_text(sql.valueType)}>"
    if isinstance(sql, t.StructType):
        return f"STRUCT<{', '.join(f'{field.name}: {type_text(field.dataType)}' for field in sql.fields)}>"
    if isinstance(sql, t.NullType):
        return "NULL"
    if isinstance(sql, t.StringType):
        return "STRING"
    if isinstance(sql, t.TimeType):
        return f"TIME({sql.precision})"
    return _NAMES.get(type(sql)) or sql.simpleString().upper()


def type_variables(sql: t.DataType) -> set[str]:
    """The names of the TypeVars in a type."""
    if isinstance(sql, ParameterType):
        return {sql.name}
    if isinstance(sql, t.ArrayType):
        return type_variables(sql.elementType)
    if isinstance(sql, t.MapType):
        return type_variables(sql.keyType) | type_variables(sql.valueType)
    if isinstance(sql, t.StructType):
        return {name for field in sql.fields for name in type_variables(field.dataType)}
    return set()


def contains_type(sql: t.DataType, kind: type[t.DataType]) -> bool:
    """Whether the type is of a kind, or contains such a type at any depth."""
    if isinstance(sql, kind):
        return True
    if isinstance(sql, t.ArrayType):
        return contains_type(sql.elementType, kind)
    if isinstance(sql, t.MapType):
        return contains_type(sql.keyType, kind) or contains_type(sql.valueType, kind)
    if isinstance(sql, t.StructType):
        return any(contains_type(field.dataType, kind) for field in sql.fields)
    return False


def equal_names(names: Iterable[str]) -> tuple[str, str] | None:
    """The first two names that are one name in SQL, where upper and lower case are equal; None if there are none."""
    seen: dict[str, str] = {}
    for name in names:
        first = seen.setdefault(name.lower(), name)
        if first is not name:
            return first, name
    return None
