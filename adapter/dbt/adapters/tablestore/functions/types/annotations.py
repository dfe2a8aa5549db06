"""Extraction: from an annotation to a carrier, FLIP-65's first level."""

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
from dbt.adapters.tablestore.functions.types.conversions import Carrier, carry, container_type, natural
from dbt.adapters.tablestore.functions.types.messages import shown, unfit
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, ParameterType, parse
from dbt.adapters.tablestore.functions.types.structures import Place, structured
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


def alternatives(annotation: Any, place: Place) -> list[Carrier]:
    """The carriers of a parameter's annotation: several for ``A | B``.

    Raises:
        FunctionError: the annotation has no SQL type; the sentence says what to write.
    """
    if typing.get_origin(annotation) in (Union, types.UnionType):
        members = [member for member in typing.get_args(annotation) if member is not type(None)]
        found = [carrier for member in members for carrier in alternatives(member, place)]
        if len(members) < len(typing.get_args(annotation)):
            return [carrier.nullable() for carrier in found]
        return found
    return [extract(annotation, place)]


def extract(annotation: Any, place: Place) -> Carrier:
    """The carrier of one annotation.

    Raises:
        FunctionError: the annotation has no SQL type, or several.
    """
    return replace(_extract(annotation, place), shown=shown(annotation))


def _extract(annotation: Any, place: Place) -> Carrier:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Annotated:
        return _annotated(arguments[0], [note for note in arguments[1:] if isinstance(note, DataType)], place)
    if origin in (Union, types.UnionType):
        found = alternatives(annotation, place)
        if len(found) != 1:
            raise place.error(f"{shown(annotation)} has no SQL type {place.target}; use one class, or overloads.")
        return found[0]
    if _is_forced_raw(annotation, place):
        return Carrier(t.BinaryType(), "raw", annotation)
    if origin is Literal:
        return _literal(arguments, place)
    if origin is Table or annotation is Table:
        return _table(arguments, place)
    if isinstance(annotation, TypeVar):
        limits = tuple(extract(item, place).sql for item in annotation.__constraints__)
        return Carrier(ParameterType(annotation.__name__, limits), "parameter")
    if annotation is Any:
        return natural(AnyType())
    if origin is not None:
        return _container(annotation, origin, arguments, place)
    return _class(annotation, place)


def _annotated(inner: Any, notes: list[DataType], place: Place) -> Carrier:
    for note in notes:
        if note.decimal is not None:
            place = replace(place, decimal=note.decimal)
        if note.raw is True:
            return Carrier(t.BinaryType(), "raw", inner)
        if note.raw:
            names = [item if isinstance(item, str) else f"{item.__module__}.{item.__qualname__}" for item in note.raw]
            place = replace(place, raw=(*place.raw, *names))
    stated = [note.sql for note in notes if note.sql]
    return hinted(inner, stated[-1], place) if stated else extract(inner, place)


def hinted(annotation: Any, stated: str, place: Place) -> Carrier:
    """The carrier of an annotation whose SQL type is stated, checked against what its class can carry.

    Raises:
        FunctionError: there is no such type, or the class cannot carry it.
    """
    try:
        sql = parse(stated)
        base = _bare(annotation)
        if annotation is inspect.Parameter.empty or base in (object, *_BARE):
            return replace(natural(sql), shown="" if annotation is inspect.Parameter.empty else shown(annotation))
        if base is decimal.Decimal and isinstance(sql, t.DecimalType):
            found: Carrier | None = Carrier(sql, "plain", decimal.Decimal)
        elif isinstance(base, type) and base.__module__.partition(".")[0] in ("pyarrow", "pandas"):
            found = _columnar(base, sql)
        else:
            found = carry(extract(annotation, place), sql)
    except MismatchError as mismatch:
        raise place.error(f"{mismatch} {place.target}.") from None
    if found is None:
        raise UnfitError(place, annotation, sql)
    return replace(found, shown=shown(annotation), optional=found.optional or base is not annotation)


class UnfitError(FunctionError):
    """A stated type that the annotated class cannot carry; the caller knows the words."""

    def __init__(self, place: Place, annotation: Any, sql: t.DataType) -> None:
        self.annotation, self.sql = annotation, sql
        super().__init__(f"{place.subject}: {unfit(annotation, sql)} {place.target}.")


def _bare(annotation: Any) -> Any:
    """The annotation without ``| None``."""
    if typing.get_origin(annotation) in (Union, types.UnionType):
        members = [member for member in typing.get_args(annotation) if member is not type(None)]
        return members[0] if len(members) == 1 else annotation
    return annotation


def _is_forced_raw(annotation: Any, place: Place) -> bool:
    if not isinstance(annotation, type) or not place.raw:
        return False
    name = f"{annotation.__module__}.{annotation.__qualname__}"
    return any(name == pattern or (pattern.endswith(".") and name.startswith(pattern)) for pattern in place.raw)


def _literal(members: tuple[Any, ...], place: Place) -> Carrier:
    classes = {type(member) for member in members}
    if len(classes) != 1 or (cls := classes.pop()) not in (str, int, bool):
        raise place.error("the members of a Literal must be all str, all int or all bool.")
    return Carrier(_DEFAULT[cls], "plain", cls, constants=members)


def _table(arguments: tuple[Any, ...], place: Place) -> Carrier:
    if not arguments:
        raise place.error("Table says nothing of its rows; write Table[Row] with a dataclass Row.")
    row = extract(arguments[0], place)
    if row.form not in ("record", "mapping"):
        raise place.error(f"the rows of a Table need names; make {shown(arguments[0])} a dataclass.")
    return Carrier(row.sql, "table", parts=(row,))


def _container(annotation: Any, origin: Any, arguments: tuple[Any, ...], place: Place) -> Carrier:
    if origin in _LISTS:
        return _of("list", list, (extract(arguments[0], place),))
    if origin in _SETS:
        return _of("set", set if origin is not frozenset else frozenset, (extract(arguments[0], place),))
    if origin is tuple and len(arguments) == 2 and arguments[1] is ...:
        return _of("tuple", tuple, (extract(arguments[0], place),))
    if origin in _MAPS:
        key, value = (extract(argument, place) for argument in arguments)
        if key.optional or isinstance(key.sql, t.MapType):
            what = "None" if key.optional else "a map"
            raise place.error(f"{shown(annotation)}: the key of a map cannot be {what}. Write {_plain_map(value)}.")
        return _of("dict", dict, (key, value))
    raise place.error(f"{shown(annotation)} has no SQL type; use list, dict or a dataclass.")


def _plain_map(value: Carrier) -> str:
    return f"dict[str, {value.shown}]"


def _of(form: str, cls: Any, parts: tuple[Carrier, ...]) -> Carrier:
    return Carrier(container_type(form, (), parts), form, cls, parts=parts)


def _columnar(cls: type, sql: t.DataType) -> Carrier:
    return Carrier(sql, "arrow" if cls.__module__.startswith("pyarrow") else "pandas", cls, optional=True)


def _class(annotation: Any, place: Place) -> Carrier:
    if annotation in _DEFAULT:
        return Carrier(_DEFAULT[annotation], "plain", annotation)
    if annotation is decimal.Decimal:
        if place.decimal is None:
            wanted = 'Annotated[Decimal, DataType("DECIMAL(10,2)")]'
            raise place.error(f"Decimal needs precision and scale. Write {wanted} {place.target}.")
        return Carrier(t.DecimalType(*place.decimal), "plain", decimal.Decimal)
    if annotation in _BARE:
        inner = "str, int" if annotation in _MAPS else "str"
        raise place.error(f"say what is in it, e.g. {annotation.__name__}[{inner}].")
    if annotation is datetime.time:
        raise place.error(TIME_IS_OFF)
    if annotation is uuid.UUID:
        return Carrier(t.StringType(), "uuid", annotation)
    if not isinstance(annotation, type):
        raise place.error(f"{shown(annotation)} has no SQL type {place.target}.")
    if annotation.__module__ == "numpy" and annotation.__name__ in _NUMPY:
        return Carrier(_NUMPY[annotation.__name__], "number", annotation)
    if annotation.__module__.partition(".")[0] in ("pyarrow", "pandas"):
        name = shown(annotation)
        wanted = f'Annotated[{name}, DataType("BIGINT")]'
        raise place.error(f"{name} does not say its SQL type. Write {wanted} {place.target}.")
    if issubclass(annotation, enum.Enum):
        return Carrier(t.StringType(), "enum", annotation)
    return structured(annotation, place, extract)
