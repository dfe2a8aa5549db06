"""SQL types as text and as Spark's Python objects, without a Spark running."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dbt.adapters.tablestore.functions.errors import MismatchError
from pyspark.sql import types as t


class AnyType(t.DataType):
    """Takes an argument of any type as it is."""


class ParameterType(t.DataType):
    """A TypeVar: some type that is known at the call."""

    def __init__(self, name: str, constraints: tuple[t.DataType, ...] = ()) -> None:
        self.name = name
        self.constraints = constraints


_PLAIN: dict[str, type[t.DataType]] = {
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
_DECIMAL = {"DECIMAL", "DEC", "NUMERIC"}
_TOKEN = re.compile(r"\s*(?:(`[^`]+`|\w+)|([<>(),:]))")
_UNITS = {"DAY": 0, "HOUR": 1, "MINUTE": 2, "SECOND": 3}


def parse_type(text: str) -> t.DataType:
    """The type a text names, in Spark's spelling or Flink's (``ROW<a STRING>``).

    Raises:
        MismatchError: there is no such type, or Spark cannot pass it to Python.
    """
    reader = _Reader(text)
    found = reader.type()
    if reader.ahead is not None:
        raise MismatchError(f"`{text}` goes on after a type, at `{reader.ahead}`")
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: Iterator[str] = self._split()
        self.ahead: str | None = next(self._tokens, None)

    def _split(self) -> Iterator[str]:
        position = 0
        while self._text[position:].strip():
            match = _TOKEN.match(self._text, position)
            if match is None:
                raise MismatchError(f"`{self._text}` is no SQL type")
            yield match.group(1) or match.group(2)
            position = match.end()

    def take(self, *wanted: str) -> str | None:
        """The next token, when it is one of those wanted (or any, when none is named)."""
        token = self.ahead
        if token is None or (wanted and token.upper() not in wanted):
            return None
        self.ahead = next(self._tokens, None)
        return token

    def need(self, *wanted: str) -> str:
        token = self.take(*wanted)
        if token is None:
            raise MismatchError(f"`{self._text}` is no SQL type: {' or '.join(wanted) or 'a name'} is missing")
        return token

    def type(self) -> t.DataType:
        name = self.need().upper()
        found = self._named(name)
        if self.take("NOT"):
            self.need("NULL")
        return found

    def _named(self, name: str) -> t.DataType:
        if name in _DECIMAL:
            return t.DecimalType(*(self._numbers() or [10, 0]))
        if name in ("CHAR", "VARCHAR"):
            self._numbers()
            return t.StringType()
        if name == "ARRAY":
            self.need("<")
            element = self.type()
            self.need(">")
            return t.ArrayType(element)
        if name == "MAP":
            self.need("<")
            key = self.type()
            self.need(",")
            value = self.type()
            self.need(">")
            return t.MapType(key, value)
        if name in ("STRUCT", "ROW"):
            return self._struct()
        if name == "INTERVAL":
            return self._interval()
        if name not in _PLAIN:
            raise MismatchError(f"`{self._text}` is no SQL type: there is no {name}")
        if name.startswith("TIMESTAMP") and (precision := self._numbers()) and precision[0] > 6:
            raise MismatchError(f"{name}({precision[0]}) is finer than Spark's microseconds; write {name}")
        return _PLAIN[name]()

    def _numbers(self) -> list[int]:
        if not self.take("("):
            return []
        numbers = [int(self.need())]
        while self.take(","):
            numbers.append(int(self.need()))
        self.need(")")
        return numbers

    def _struct(self) -> t.StructType:
        close = {"<": ">", "(": ")"}[self.need("<", "(")]
        fields = []
        while not self.take(close):
            name = self.need().strip("`")
            self.take(":")
            fields.append(t.StructField(name, self.type()))
            self.take(",")
        return t.StructType(fields)

    def _interval(self) -> t.DataType:
        start = self.need().upper()
        end = self.need().upper() if self.take("TO") else start
        if start not in _UNITS or end not in _UNITS:
            raise MismatchError("Spark passes no INTERVAL YEAR TO MONTH to Python; pass the months as an INT")
        return t.DayTimeIntervalType(_UNITS[start], _UNITS[end])


_NAMES = {kind: name for name, kind in reversed(_PLAIN.items()) if name not in ("TIMESTAMP_LTZ",)}


def type_text(sql: t.DataType) -> str:
    """The type as a person writes it: ``ARRAY<BIGINT>``, ``STRUCT<x: DOUBLE>``."""
    if isinstance(sql, ParameterType):
        return sql.name
    if isinstance(sql, t.DecimalType):
        return f"DECIMAL({sql.precision},{sql.scale})"
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
    return _NAMES.get(type(sql)) or sql.simpleString().upper()


def contains_type(sql: t.DataType, kind: type[t.DataType]) -> bool:
    """Whether the type is, or holds somewhere, one of a kind."""
    if isinstance(sql, kind):
        return True
    if isinstance(sql, t.ArrayType):
        return contains_type(sql.elementType, kind)
    if isinstance(sql, t.MapType):
        return contains_type(sql.keyType, kind) or contains_type(sql.valueType, kind)
    if isinstance(sql, t.StructType):
        return any(contains_type(field.dataType, kind) for field in sql.fields)
    return False
