"""How a Python annotation carries a SQL type: the result of extraction, and what the codec works from."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from dbt.adapters.tablestore.functions.errors import MismatchError
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, ParameterType, text
from pyspark.sql import types as t


@dataclass(frozen=True)
class Carrier:
    """One annotation with its SQL type.

    ``form`` says how values are converted: ``plain`` (as they are), ``number`` (numpy), ``text`` (dates and decimals
    as str), ``enum``, ``uuid``, ``list``, ``tuple``, ``set``, ``dict``, ``record`` (dataclass, NamedTuple),
    ``mapping`` (TypedDict, dict by field name), ``raw``, ``variant``, ``any``, ``parameter``, ``arrow``, ``pandas``,
    ``table``. ``cls`` is the Python class, ``parts`` are the element, key and value, or fields; ``names`` and
    ``required`` those of fields; ``constants`` the members of a Literal; ``shown`` the annotation as written.
    """

    sql: t.DataType
    form: str
    cls: Any = None
    shown: str = ""
    optional: bool = False
    parts: tuple[Carrier, ...] = ()
    names: tuple[str, ...] = ()
    required: frozenset[str] = frozenset()
    constants: tuple[Any, ...] = ()

    def nullable(self) -> Carrier:
        """The same, and None as well."""
        return replace(self, optional=True)


# The Python class of a SQL type when nothing else is said, for Any, TypeVars and untyped parameters.
NATURAL: dict[type[t.DataType], type] = {
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
    t.DayTimeIntervalType: datetime.timedelta,
    t.NullType: type(None),
}
# What a str may carry besides text: it is delivered and read back in ISO form.
_TEXTUAL = (t.DateType, t.TimestampType, t.TimestampNTZType, t.DecimalType)
# The SQL types a class may be hinted to carry.
CARRIED: dict[type, tuple[type[t.DataType], ...]] = {
    bool: (t.BooleanType,),
    int: (t.ByteType, t.ShortType, t.IntegerType, t.LongType),
    float: (t.FloatType, t.DoubleType),
    decimal.Decimal: (t.DecimalType,),
    str: (t.StringType, *_TEXTUAL),
    bytes: (t.BinaryType,),
    bytearray: (t.BinaryType,),
    datetime.date: (t.DateType,),
    datetime.datetime: (t.TimestampType, t.TimestampNTZType),
    datetime.timedelta: (t.DayTimeIntervalType,),
}


def natural(sql: t.DataType, shown: str = "") -> Carrier:
    """The carrier of a SQL type by Python's own classes; structs are dicts."""
    if isinstance(sql, AnyType):
        return Carrier(sql, "any", shown=shown or "Any", optional=True)
    if isinstance(sql, ParameterType):
        return Carrier(sql, "parameter", shown=shown or sql.name)
    if isinstance(sql, t.ArrayType):
        part = natural(sql.elementType).nullable()
        return Carrier(sql, "list", list, shown or "list", parts=(part,))
    if isinstance(sql, t.MapType):
        key, value = natural(sql.keyType), natural(sql.valueType).nullable()
        return Carrier(sql, "dict", dict, shown or "dict", parts=(key, value))
    if isinstance(sql, t.StructType):
        parts = tuple(natural(field.dataType).nullable() for field in sql.fields)
        names = tuple(field.name for field in sql.fields)
        return Carrier(sql, "mapping", dict, shown or "dict", parts=parts, names=names, required=frozenset(names))
    if isinstance(sql, t.VariantType):
        return Carrier(sql, "variant", object, shown or "Any")
    cls = NATURAL.get(type(sql))
    if cls is None:
        raise MismatchError(f"Spark passes no {text(sql)} to Python")
    return Carrier(sql, "plain", cls, shown or cls.__name__)


def carry(carrier: Carrier, sql: t.DataType) -> Carrier | None:
    """The same annotation carrying a type that a hint states, or None when it cannot."""
    if isinstance(sql, AnyType):
        return replace(natural(sql), shown=carrier.shown)
    if carrier.form in ("any", "parameter", "variant"):
        return replace(natural(sql), optional=carrier.form == "any" or carrier.optional)
    if carrier.form in ("arrow", "pandas"):
        return replace(carrier, sql=sql)
    if carrier.form in ("plain", "text"):
        if not isinstance(sql, CARRIED.get(carrier.cls, ())):
            return None
        return replace(carrier, sql=sql, form="text" if carrier.cls is str and isinstance(sql, _TEXTUAL) else "plain")
    if carrier.form in ("list", "tuple", "set") and isinstance(sql, t.ArrayType):
        return _with_parts(carrier, sql, [sql.elementType])
    if carrier.form == "dict" and isinstance(sql, t.MapType):
        return _with_parts(carrier, sql, [sql.keyType, sql.valueType])
    if carrier.form in ("record", "mapping") and isinstance(sql, t.StructType):
        fields: Mapping[str, t.DataType] = {field.name: field.dataType for field in sql.fields}
        if set(fields) != set(carrier.names):
            return None
        return _with_parts(carrier, sql, [fields[name] for name in carrier.names])
    return carrier if carrier.sql == sql else None


def _with_parts(carrier: Carrier, sql: t.DataType, wanted: list[t.DataType]) -> Carrier | None:
    parts = [carry(part, kind) for part, kind in zip(carrier.parts, wanted, strict=True)]
    if None in parts:
        return None
    return replace(carrier, sql=sql, parts=tuple(part for part in parts if part is not None))


def bind(carrier: Carrier, bindings: Mapping[str, t.DataType]) -> Carrier:
    """The carrier with its TypeVars replaced by the types of a call."""
    if isinstance(carrier.sql, ParameterType):
        found = bindings.get(carrier.sql.name, t.NullType())
        return replace(natural(found, carrier.shown), optional=carrier.optional)
    if not carrier.parts:
        return carrier
    parts = tuple(bind(part, bindings) for part in carrier.parts)
    return replace(carrier, parts=parts, sql=container_type(carrier.form, carrier.names, parts))


def container_type(form: str, names: tuple[str, ...], parts: tuple[Carrier, ...]) -> t.DataType:
    """The SQL type of a container from those of its parts."""
    if form in ("list", "tuple", "set"):
        return t.ArrayType(parts[0].sql)
    if form == "dict":
        return t.MapType(parts[0].sql, parts[1].sql)
    if form == "table":
        return parts[0].sql
    return t.StructType([t.StructField(name, part.sql) for name, part in zip(names, parts, strict=True)])


def row_type(result: Carrier) -> t.StructType:
    """The columns of a table function: the fields of its rows, or one column ``value``."""
    if isinstance(result.sql, t.StructType):
        return result.sql
    return t.StructType([t.StructField("value", result.sql)])
