"""Extraction: from an annotation to a conversion, FLIP-65's first level."""

from __future__ import annotations

import collections.abc
import datetime
import decimal
import enum
import inspect
import types
import typing
import uuid
from dataclasses import replace
from typing import Annotated, Any, Literal, TypeVar, Union

from dbt.adapters.tablestore.functions.api import DataType, Table
from dbt.adapters.tablestore.functions.errors import FunctionError, MismatchError
from dbt.adapters.tablestore.functions.types.conversions import (
    Conversion,
    container_type,
    default_conversion,
    with_sql_type,
)
from dbt.adapters.tablestore.functions.types.messages import annotation_text, incompatible
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, ParameterType, parse_type
from dbt.adapters.tablestore.functions.types.structures import AnnotationContext, structured_conversion
from pyspark.sql import types as t

_LISTS = (list, collections.abc.Sequence, collections.abc.Collection)
_SETS = (set, frozenset, collections.abc.Set)
_MAPS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
_BARE = (list, tuple, set, frozenset, dict, *_LISTS, *_MAPS)
_DEFAULT: dict[type, t.DataType] = {
    bool: t.BooleanType(),
    int: t.LongType(),
    float: t.DoubleType(),
    str: t.StringType(),
    bytes: t.BinaryType(),
    bytearray: t.BinaryType(),
    datetime.date: t.DateType(),
    datetime.datetime: t.TimestampType(),
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
TIME_IS_OFF = "Spark's TIME type is off; set spark.sql.timeType.enabled=true or use str."


def alternatives(annotation: Any, context: AnnotationContext) -> list[Conversion]:
    """The conversions of a parameter's annotation: several for ``A | B``.

    Raises:
        FunctionError: the annotation has no SQL type; the sentence says what to write.
    """
    if typing.get_origin(annotation) in (Union, types.UnionType):
        members = [member for member in typing.get_args(annotation) if member is not type(None)]
        found = [conversion for member in members for conversion in alternatives(member, context)]
        if len(members) < len(typing.get_args(annotation)):
            return [conversion.as_optional() for conversion in found]
        return found
    return [extract(annotation, context)]


def extract(annotation: Any, context: AnnotationContext) -> Conversion:
    """The conversion of one annotation.

    Raises:
        FunctionError: the annotation has no SQL type, or several.
    """
    return replace(_extract(annotation, context), annotation=annotation_text(annotation))


def _extract(annotation: Any, context: AnnotationContext) -> Conversion:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Annotated:
        return _annotated(arguments[0], [note for note in arguments[1:] if isinstance(note, DataType)], context)
    if origin in (Union, types.UnionType):
        found = alternatives(annotation, context)
        if len(found) != 1:
            raise context.error(
                f"{annotation_text(annotation)} has no SQL type {context.target}; use one class, or overloads."
            )
        return found[0]
    if _is_forced_raw(annotation, context):
        return Conversion(t.BinaryType(), "raw", annotation)
    if origin is Literal:
        return _literal(arguments, context)
    if origin is Table or annotation is Table:
        return _table(arguments, context)
    if isinstance(annotation, TypeVar):
        limits = tuple(extract(item, context).sql for item in annotation.__constraints__)
        return Conversion(ParameterType(annotation.__name__, limits), "parameter")
    if annotation is Any:
        return default_conversion(AnyType())
    if origin is not None:
        return _container(annotation, origin, arguments, context)
    return _class(annotation, context)


def _annotated(inner: Any, notes: list[DataType], context: AnnotationContext) -> Conversion:
    for note in notes:
        if note.decimal is not None:
            context = replace(context, decimal=note.decimal)
        if note.raw is True:
            return Conversion(t.BinaryType(), "raw", inner)
        if note.raw:
            names = [item if isinstance(item, str) else f"{item.__module__}.{item.__qualname__}" for item in note.raw]
            context = replace(context, raw=(*context.raw, *names))
    stated = [note.sql for note in notes if note.sql]
    return extract_as(inner, stated[-1], context) if stated else extract(inner, context)


def extract_as(annotation: Any, stated: str, context: AnnotationContext) -> Conversion:
    """The conversion of an annotation whose SQL type is stated, checked against what its class can carry.

    Raises:
        FunctionError: there is no such type, or the class cannot carry it.
    """
    try:
        sql = parse_type(stated)
        base = _bare(annotation)
        if annotation is inspect.Parameter.empty or base in (object, *_BARE):
            return replace(
                default_conversion(sql),
                annotation="" if annotation is inspect.Parameter.empty else annotation_text(annotation),
            )
        if base is decimal.Decimal and isinstance(sql, t.DecimalType):
            found: Conversion | None = Conversion(sql, "plain", decimal.Decimal)
        elif isinstance(base, type) and base.__module__.partition(".")[0] in ("pyarrow", "pandas"):
            found = _columnar(base, sql)
        else:
            found = with_sql_type(extract(annotation, context), sql)
    except MismatchError as mismatch:
        raise context.error(f"{mismatch} {context.target}.") from None
    if found is None:
        raise IncompatibleTypeError(context, annotation, sql)
    return replace(found, annotation=annotation_text(annotation), optional=found.optional or base is not annotation)


class IncompatibleTypeError(FunctionError):
    """A stated type that the annotated class cannot carry; the caller knows the words."""

    def __init__(self, context: AnnotationContext, annotation: Any, sql: t.DataType) -> None:
        self.annotation, self.sql = annotation, sql
        super().__init__(f"{context.subject}: {incompatible(annotation, sql)} {context.target}.")


def _bare(annotation: Any) -> Any:
    """The annotation without ``| None``."""
    if typing.get_origin(annotation) in (Union, types.UnionType):
        members = [member for member in typing.get_args(annotation) if member is not type(None)]
        return members[0] if len(members) == 1 else annotation
    return annotation


def _is_forced_raw(annotation: Any, context: AnnotationContext) -> bool:
    if not isinstance(annotation, type) or not context.raw:
        return False
    name = f"{annotation.__module__}.{annotation.__qualname__}"
    return any(name == pattern or (pattern.endswith(".") and name.startswith(pattern)) for pattern in context.raw)


def _literal(members: tuple[Any, ...], context: AnnotationContext) -> Conversion:
    classes = {type(member) for member in members}
    if len(classes) != 1 or (cls := classes.pop()) not in (str, int, bool):
        raise context.error("the members of a Literal must be all str, all int or all bool.")
    return Conversion(_DEFAULT[cls], "plain", cls, constants=members)


def _table(arguments: tuple[Any, ...], context: AnnotationContext) -> Conversion:
    if not arguments:
        raise context.error("Table says nothing of its rows; write Table[Row] with a dataclass Row.")
    row = extract(arguments[0], context)
    if row.form not in ("record", "mapping"):
        raise context.error(f"the rows of a Table need names; make {annotation_text(arguments[0])} a dataclass.")
    return Conversion(row.sql, "table", parts=(row,))


def _container(annotation: Any, origin: Any, arguments: tuple[Any, ...], context: AnnotationContext) -> Conversion:
    if origin in _LISTS:
        return _of("list", list, (extract(arguments[0], context),))
    if origin in _SETS:
        return _of("set", set if origin is not frozenset else frozenset, (extract(arguments[0], context),))
    if origin is tuple and len(arguments) == 2 and arguments[1] is ...:
        return _of("tuple", tuple, (extract(arguments[0], context),))
    if origin in _MAPS:
        key, value = (extract(argument, context) for argument in arguments)
        if key.optional or isinstance(key.sql, t.MapType):
            what = "None" if key.optional else "a map"
            raise context.error(
                f"{annotation_text(annotation)}: the key of a map cannot be {what}. Write {_plain_map(value)}."
            )
        return _of("dict", dict, (key, value))
    raise context.error(f"{annotation_text(annotation)} has no SQL type; use list, dict or a dataclass.")


def _plain_map(value: Conversion) -> str:
    return f"dict[str, {value.annotation}]"


def _of(form: str, cls: Any, parts: tuple[Conversion, ...]) -> Conversion:
    return Conversion(container_type(form, (), parts), form, cls, parts=parts)


def _columnar(cls: type, sql: t.DataType) -> Conversion:
    return Conversion(sql, "arrow" if cls.__module__.startswith("pyarrow") else "pandas", cls, optional=True)


def _class(annotation: Any, context: AnnotationContext) -> Conversion:
    if annotation in _DEFAULT:
        return Conversion(_DEFAULT[annotation], "plain", annotation)
    if annotation is decimal.Decimal:
        if context.decimal is None:
            wanted = 'Annotated[Decimal, DataType("DECIMAL(10,2)")]'
            raise context.error(f"Decimal needs precision and scale. Write {wanted} {context.target}.")
        return Conversion(t.DecimalType(*context.decimal), "plain", decimal.Decimal)
    if annotation in _BARE:
        inner = "str, int" if annotation in _MAPS else "str"
        raise context.error(f"say what is in it, e.g. {annotation.__name__}[{inner}].")
    if annotation is datetime.time:
        raise context.error(TIME_IS_OFF)
    if annotation is uuid.UUID:
        return Conversion(t.StringType(), "uuid", annotation)
    if not isinstance(annotation, type):
        raise context.error(f"{annotation_text(annotation)} has no SQL type {context.target}.")
    if annotation.__module__ == "numpy" and annotation.__name__ in _NUMPY:
        return Conversion(_NUMPY[annotation.__name__], "number", annotation)
    if annotation.__module__.partition(".")[0] in ("pyarrow", "pandas"):
        name = annotation_text(annotation)
        wanted = f'Annotated[{name}, DataType("BIGINT")]'
        raise context.error(f"{name} does not say its SQL type. Write {wanted} {context.target}.")
    if issubclass(annotation, enum.Enum):
        return Conversion(t.StringType(), "enum", annotation)
    return structured_conversion(annotation, context, extract)
