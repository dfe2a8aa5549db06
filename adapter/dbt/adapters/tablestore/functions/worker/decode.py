"""From Arrow to the Python objects that a function's annotations declare. Runs in Spark's Python workers."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import itertools
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dbt.adapters.tablestore.functions.types.conversions import Conversion, default_conversion, enum_text
from dbt.adapters.tablestore.functions.types.errors import MismatchError
from dbt.adapters.tablestore.functions.types.messages import shown
from dbt.adapters.tablestore.functions.worker.opaque import NO_CLASSES, Pickles
from dbt.adapters.tablestore.functions.worker.zones import zone_of
from pyspark.sql import types as t

Decoder = Callable[[Any], list[Any]]
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def decoder(conversion: Conversion, given: t.DataType, zone: str, pickles: Pickles = NO_CLASSES) -> Decoder:
    """A function from an Arrow array of type ``given`` to a list; NULL is None.

    ``zone`` is the session's time zone, in which timestamps are; a date becomes the datetime at which it begins there.
    ``pickles`` reads opaque values.
    """
    if isinstance(given, t.NullType):
        return lambda array: [None] * len(array)
    if conversion.form == "any":
        conversion = replace(default_conversion(given), optional=True)
    if conversion.form in ("list", "tuple", "set"):
        assert isinstance(given, t.ArrayType)
        return _sequence(conversion, decoder(conversion.parts[0], given.elementType, zone, pickles))
    if conversion.form == "dict":
        assert isinstance(given, t.MapType)
        key, value = conversion.parts
        return _map(decoder(key, given.keyType, zone, pickles), decoder(value, given.valueType, zone, pickles))
    if conversion.form in ("record", "mapping", "items"):
        assert isinstance(given, t.StructType)
        return _struct(conversion, given, zone, pickles)
    if conversion.form == "variant":
        return _variant
    convert = _constant_of(conversion) if conversion.constants else _value_converter(conversion, given, zone, pickles)
    to_list = _timestamps_in(zone) if isinstance(given, t.TimestampType) else _to_list
    if convert is None:
        return to_list
    return lambda array: [None if value is None else convert(value) for value in to_list(array)]


def _to_list(array: Any) -> list[Any]:
    found: list[Any] = array.to_pylist()
    return found


def _timestamps_in(zone: str) -> Decoder:
    """Timestamps in the session's zone.

    The zone of the array may be another: what a Python function returns is in UTC, and Spark passes it to the next one
    as it is. And the one that pyarrow makes is one of pytz in old versions of pyarrow.
    """
    local = zone_of(zone)

    def decode(array: Any) -> list[Any]:
        since = array.cast("int64").to_pylist()
        return [
            None if value is None else _local_time(datetime.timedelta(microseconds=value), local) for value in since
        ]

    return decode


def _local_time(since: datetime.timedelta, zone: datetime.tzinfo) -> datetime.datetime:
    """The time of a moment, given since 1970.

    Its time in UTC may be outside of the years 1 to 9999, and its local time inside: such is the end of year 9999 in a
    zone west of UTC, which many tables have as "valid until".
    """
    try:
        return (_EPOCH + since).astimezone(zone)
    except OverflowError:
        bound = datetime.datetime.max if since > datetime.timedelta(0) else datetime.datetime.min
        offset = bound.replace(tzinfo=zone).utcoffset() or datetime.timedelta(0)
        return (_EPOCH.replace(tzinfo=None) + (since + offset)).replace(tzinfo=zone)


def _value_converter(
    conversion: Conversion, given: t.DataType, zone: str, pickles: Pickles
) -> Callable[[Any], Any] | None:
    if conversion.form == "enum":
        return _EnumMembers(conversion.cls).__getitem__
    if conversion.form == "uuid":
        return uuid.UUID
    if conversion.form == "raw":
        return pickles.loads
    if conversion.form == "number":
        return conversion.cls  # type: ignore[no-any-return]
    if conversion.form == "text":
        return _text_converter(conversion.sql, zone)
    if conversion.cls is bytearray:
        return bytearray
    if conversion.sql == given or isinstance(given, t.StringType):
        return None
    if conversion.cls is float:
        return None if isinstance(given, (t.FloatType, t.DoubleType)) else float
    if conversion.cls is decimal.Decimal:
        return decimal.Decimal
    if conversion.cls is datetime.datetime:
        local = None if isinstance(conversion.sql, t.TimestampNTZType) else zone_of(zone)
        return lambda value: _datetime(value, local)
    return None


def _constant_of(conversion: Conversion) -> Callable[[Any], Any]:
    """Checks what is inside of an argument: a call checks only an argument that is a constant as a whole."""

    def check(value: Any) -> Any:
        if value not in conversion.constants:
            raise MismatchError(f"{shown(value)} is not one of {', '.join(map(repr, conversion.constants))}")
        return value

    return check


def _text_converter(sql: t.DataType, zone: str) -> Callable[[Any], str]:
    """The text of a value of this type; the value may be of a narrower one."""
    if isinstance(sql, t.DecimalType):
        return lambda value: format(decimal.Decimal(value), f".{sql.scale}f")
    if isinstance(sql, t.DateType):
        return lambda value: str(value.isoformat())
    local = None if isinstance(sql, t.TimestampNTZType) else zone_of(zone)
    return lambda value: _datetime(value, local).isoformat()


def _datetime(value: Any, zone: datetime.tzinfo | None) -> datetime.datetime:
    moment = value if isinstance(value, datetime.datetime) else datetime.datetime(value.year, value.month, value.day)
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=zone)


class _EnumMembers(dict[str, Any]):
    """The members of an Enum by their text in SQL."""

    def __init__(self, cls: Any) -> None:
        super().__init__({enum_text(member): member for member in cls})
        self._name = cls.__name__

    def __missing__(self, key: str) -> Any:
        raise MismatchError(f"{shown(key)} is not a member of {self._name}, which has {', '.join(map(repr, self))}")


def _sequence(conversion: Conversion, part: Decoder) -> Decoder:
    build = None if conversion.form == "list" else conversion.cls

    def decode(array: Any) -> list[Any]:
        offsets = _to_list(array.offsets)
        flat = part(array.values)
        rows = [flat[start:end] for start, end in itertools.pairwise(offsets)]
        return _with_nulls(array, rows if build is None else [build(row) for row in rows])

    return decode


def _map(key: Decoder, value: Decoder) -> Decoder:
    def decode(array: Any) -> list[Any]:
        offsets = _to_list(array.offsets)
        pairs = list(zip(key(array.keys), value(array.items), strict=True))
        rows: list[Any] = [dict(pairs[start:end]) for start, end in itertools.pairwise(offsets)]
        return _with_nulls(array, rows)

    return decode


def _struct(conversion: Conversion, given: t.StructType, zone: str, pickles: Pickles) -> Decoder:
    positions = {field.name.lower(): position for position, field in enumerate(given.fields)}
    fields = [
        (name, positions[name.lower()], decoder(part, given.fields[positions[name.lower()]].dataType, zone, pickles))
        for name, part in zip(conversion.names, conversion.parts, strict=True)
        if name.lower() in positions and name not in conversion.computed
    ]
    build = _builder(conversion, [name for name, _, _ in fields])

    def decode(array: Any) -> list[Any]:
        # a NULL has no fields, so no object is made of it
        valid = array.filter(array.is_valid()) if array.null_count else array
        children = valid.flatten()
        columns = [part(children[position]) for _, position, part in fields]
        rows = [*map(build, *columns)] if columns else [build() for _ in range(len(valid))]
        if valid is array:
            return rows
        made = iter(rows)
        return [next(made) if is_valid else None for is_valid in array.is_valid().to_pylist()]

    return decode


def _builder(conversion: Conversion, names: list[str]) -> Callable[..., Any]:
    """What makes the object of a struct from the values of the fields ``names``."""
    if conversion.form == "items":
        return lambda *values: values
    if conversion.form == "mapping":
        return lambda *values: dict(zip(names, values, strict=True))
    cls = conversion.cls
    if names == _positional_fields(cls):
        return cls  # type: ignore[no-any-return]
    return lambda *values: cls(**dict(zip(names, values, strict=True)))


def _positional_fields(cls: Any) -> list[str] | None:
    """The fields in the order in which a class takes their values; None when it takes some by name only."""
    if not dataclasses.is_dataclass(cls):
        return list(cls._fields)
    fields = [field for field in dataclasses.fields(cls) if field.init]
    return None if any(field.kw_only for field in fields) else [field.name for field in fields]


def _variant(array: Any) -> list[Any]:
    from pyspark.sql.types import VariantVal

    return [None if row is None else VariantVal(row["value"], row["metadata"]).toPython() for row in array.to_pylist()]


def _with_nulls(array: Any, rows: list[Any]) -> list[Any]:
    if array.null_count == 0:
        return rows
    return [row if valid else None for row, valid in zip(rows, array.is_valid().to_pylist(), strict=True)]
