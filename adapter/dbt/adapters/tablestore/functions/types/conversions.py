"""How values of a SQL type become values of an annotation, and back: what extraction finds and the workers use."""

from __future__ import annotations

import datetime
import decimal
import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from dbt.adapters.tablestore.functions.types.errors import MismatchError
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, ParameterType, type_text
from pyspark.sql import types as t


@dataclass(frozen=True)
class Conversion:
    """One annotation and its SQL type.

    - ``form`` is how values are converted: ``plain`` (unchanged), ``number`` (numpy), ``text`` (dates, timestamps and
      decimals as str), ``enum``, ``uuid``, ``list``, ``tuple``, ``set``, ``dict``, ``record`` (dataclass, NamedTuple),
      ``mapping`` (TypedDict, or a dict by field name), ``items`` (``tuple[int, str]``), ``raw``, ``variant``, ``any``,
      ``parameter`` (a TypeVar), ``arrow``, ``pandas``, ``table``.
    - ``cls`` is the Python class, and ``annotation`` the annotation as it stands in the file.
    - ``parts`` are the conversions of the element, of key and value, or of the fields. ``names`` are the names of the
      fields, ``required`` those without a default, ``computed`` those that the class sets itself.
    - ``constants`` are the values of a Literal.
    """

    sql: t.DataType
    form: str
    cls: Any = None
    annotation: str = ""
    optional: bool = False
    parts: tuple[Conversion, ...] = ()
    names: tuple[str, ...] = ()
    required: frozenset[str] = frozenset()
    computed: frozenset[str] = frozenset()
    constants: tuple[Any, ...] = ()

    def as_optional(self) -> Conversion:
        """The same, and None for NULL."""
        return replace(self, optional=True)


# The Python class of a SQL type without an annotation of its own: for Any, TypeVars and parameters with a hint only.
DEFAULT_CLASSES: dict[type[t.DataType], type] = {
    t.BooleanType: bool,
    t.ByteType: int,
    t.ShortType: int,
    t.IntegerType: int,
    t.LongType: int,
    t.FloatType: float,
    t.DoubleType: float,
    t.DecimalType: decimal.Decimal,
    t.StringType: str,
    t.BinaryType: bytes,
    t.DateType: datetime.date,
    t.TimestampType: datetime.datetime,
    t.TimestampNTZType: datetime.datetime,
    t.TimeType: datetime.time,
    t.DayTimeIntervalType: datetime.timedelta,
    t.NullType: type(None),
}
# The types besides STRING that a str can hold, as text in ISO format.
_ISO_TEXT_TYPES = (t.DateType, t.TimestampType, t.TimestampNTZType, t.DecimalType)
# The SQL types that a hint can give to a class.
ALLOWED_TYPES: dict[type, tuple[type[t.DataType], ...]] = {
    bool: (t.BooleanType,),
    int: (t.ByteType, t.ShortType, t.IntegerType, t.LongType),
    float: (t.FloatType, t.DoubleType),
    decimal.Decimal: (t.DecimalType,),
    str: (t.StringType, *_ISO_TEXT_TYPES),
    bytes: (t.BinaryType,),
    bytearray: (t.BinaryType,),
    datetime.date: (t.DateType,),
    datetime.datetime: (t.TimestampType, t.TimestampNTZType),
    datetime.time: (t.TimeType,),
    datetime.timedelta: (t.DayTimeIntervalType,),
}


def default_conversion(sql: t.DataType, annotation: str = "") -> Conversion:
    """The conversion of a SQL type to Python's own classes; structs are dicts.

    Raises:
        MismatchError: Spark does not pass values of this type to Python.
    """
    if isinstance(sql, AnyType):
        return Conversion(sql, "any", annotation=annotation or "Any", optional=True)
    if isinstance(sql, ParameterType):
        return Conversion(sql, "parameter", annotation=annotation or sql.name)
    if isinstance(sql, t.ArrayType):
        part = default_conversion(sql.elementType).as_optional()
        return Conversion(sql, "list", list, annotation or "list", parts=(part,))
    if isinstance(sql, t.MapType):
        key, value = default_conversion(sql.keyType), default_conversion(sql.valueType).as_optional()
        return Conversion(sql, "dict", dict, annotation or "dict", parts=(key, value))
    if isinstance(sql, t.StructType):
        parts = tuple(default_conversion(field.dataType).as_optional() for field in sql.fields)
        names = tuple(field.name for field in sql.fields)
        return Conversion(
            sql, "mapping", dict, annotation or "dict", parts=parts, names=names, required=frozenset(names)
        )
    if isinstance(sql, t.VariantType):
        return Conversion(sql, "variant", object, annotation or "Any")
    cls = DEFAULT_CLASSES.get(type(sql))
    if cls is None:
        raise MismatchError(f"Spark does not pass {type_text(sql)} to Python")
    return Conversion(sql, "plain", cls, annotation or cls.__name__)


def with_sql_type(conversion: Conversion, sql: t.DataType) -> Conversion | None:
    """The same annotation for a type that a hint declares, or None when the two are incompatible."""
    if isinstance(sql, AnyType):
        return replace(default_conversion(sql), annotation=conversion.annotation)
    if conversion.form in ("any", "parameter", "variant"):
        return replace(default_conversion(sql), optional=conversion.form == "any" or conversion.optional)
    if conversion.form in ("arrow", "pandas"):
        return replace(conversion, sql=sql)
    if conversion.form in ("plain", "text"):
        if not isinstance(sql, ALLOWED_TYPES.get(conversion.cls, ())):
            return None
        return replace(
            conversion, sql=sql, form="text" if conversion.cls is str and isinstance(sql, _ISO_TEXT_TYPES) else "plain"
        )
    if conversion.form in ("list", "tuple", "set") and isinstance(sql, t.ArrayType):
        return _with_parts(conversion, sql, [sql.elementType])
    if conversion.form == "dict" and isinstance(sql, t.MapType):
        return _with_parts(conversion, sql, [sql.keyType, sql.valueType])
    if conversion.form in ("record", "mapping") and isinstance(sql, t.StructType):
        return _with_fields(conversion, sql)
    if conversion.form == "items" and isinstance(sql, t.StructType) and len(sql.fields) == len(conversion.parts):
        named = replace(conversion, names=tuple(sql.names), required=frozenset(sql.names))
        return _with_parts(named, sql, [field.dataType for field in sql.fields])
    return conversion if conversion.sql == sql else None


def _with_fields(conversion: Conversion, sql: t.StructType) -> Conversion | None:
    """The fields of a class in the order of the declared type."""
    parts = dict(zip(conversion.names, conversion.parts, strict=True))
    if set(sql.names) != set(parts):
        return None
    ordered = replace(conversion, names=tuple(sql.names), parts=tuple(parts[name] for name in sql.names))
    return _with_parts(ordered, sql, [field.dataType for field in sql.fields])


def _with_parts(conversion: Conversion, sql: t.DataType, wanted: list[t.DataType]) -> Conversion | None:
    parts = [with_sql_type(part, kind) for part, kind in zip(conversion.parts, wanted, strict=True)]
    if None in parts:
        return None
    return replace(conversion, sql=sql, parts=tuple(part for part in parts if part is not None))


def bind_type_variables(conversion: Conversion, bindings: Mapping[str, t.DataType]) -> Conversion:
    """The conversion with its TypeVars replaced by the types of a call."""
    if isinstance(conversion.sql, ParameterType):
        found = bindings.get(conversion.sql.name, t.NullType())
        return replace(default_conversion(found, conversion.annotation), optional=conversion.optional)
    if not conversion.parts:
        return conversion
    parts = tuple(bind_type_variables(part, bindings) for part in conversion.parts)
    return replace(conversion, parts=parts, sql=container_type(conversion.form, conversion.names, parts))


def container_type(form: str, names: tuple[str, ...], parts: tuple[Conversion, ...]) -> t.DataType:
    """The SQL type of a container from those of its parts."""
    if form in ("list", "tuple", "set"):
        return t.ArrayType(parts[0].sql)
    if form == "dict":
        return t.MapType(parts[0].sql, parts[1].sql)
    if form == "table":
        return parts[0].sql
    return t.StructType([t.StructField(name, part.sql) for name, part in zip(names, parts, strict=True)])


def forms_of(conversion: Conversion) -> set[str]:
    """The forms of a conversion and of all its parts."""
    return {conversion.form}.union(*map(forms_of, conversion.parts))


def row_type(result: Conversion) -> t.StructType:
    """The columns of a table function: the fields of its rows, or one column ``value``."""
    if isinstance(result.sql, t.StructType):
        return result.sql
    return t.StructType([t.StructField("value", result.sql)])


def enum_text(member: enum.Enum) -> str:
    """The STRING of an Enum's member: the value of a str Enum, otherwise the name."""
    return str(member.value) if isinstance(member, str) else member.name
