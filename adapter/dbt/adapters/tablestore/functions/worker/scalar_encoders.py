"""Strict encoding of single values: numbers, texts, times, bytes."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Callable
from typing import Any

from dbt.adapters.tablestore.functions.errors import MismatchError
from dbt.adapters.tablestore.functions.types.conversions import Conversion, enum_text
from dbt.adapters.tablestore.functions.types.messages import with_article
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from pyspark.sql import types as t

Encoder = Callable[[list[Any]], Any]


class BadValueError(Exception):
    """A value that its type cannot hold.

    ``index`` is its row; ``why`` a clause about a part of it, or empty; ``advice`` says what to write.
    """

    def __init__(self, index: int, why: str, advice: str) -> None:
        super().__init__(why)
        self.index, self.why, self.advice = index, why, advice


def arrow_type(sql: t.DataType) -> Any:
    """Spark's Arrow type of a SQL type."""
    from pyspark.sql.pandas.types import to_arrow_type

    return to_arrow_type(sql)


def scalar_encoder(conversion: Conversion, zone: str) -> Encoder:
    """An encoder of values that hold no others."""
    kind = arrow_type(conversion.sql)
    accepts, convert = _acceptance(conversion, zone)
    exact = {type(None), conversion.cls}

    def encode(values: list[Any]) -> Any:
        import pyarrow as pa

        if not exact.issuperset(map(type, values)):
            for index, value in enumerate(values):
                if value is not None and not accepts(value):
                    raise BadValueError(index, "", advice(conversion, value))
        if convert is not None:
            values = _converted(values, convert, conversion)
        try:
            return pa.array(values, kind)
        except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError, TypeError, ValueError):
            index = next(index for index, value in enumerate(values) if not _holds(value, kind))
            raise BadValueError(index, ", which cannot hold it", _range_advice(conversion)) from None

    return encode


def _converted(values: list[Any], convert: Callable[[Any], Any], conversion: Conversion) -> list[Any]:
    found: list[Any] = []
    try:
        found.extend(None if value is None else convert(value) for value in values)
    except (ValueError, ArithmeticError, MismatchError):
        # extend keeps what came before the failure
        raise BadValueError(
            len(found), ", which cannot hold it", f"Return a text of {type_text(conversion.sql)}."
        ) from None
    return found


def _holds(value: Any, kind: Any) -> bool:
    import pyarrow as pa

    try:
        pa.array([value], kind)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError, TypeError, ValueError):
        return False
    return True


def _acceptance(conversion: Conversion, zone: str) -> tuple[Callable[[Any], bool], Callable[[Any], Any] | None]:
    """Whether a value of another class than the annotated one is the same thing, and how a value is converted."""
    cls: Any = conversion.cls
    if conversion.form == "raw":
        from pyspark import cloudpickle

        return (lambda value: True), cloudpickle.dumps
    if conversion.form == "enum":
        return (lambda value: isinstance(value, cls)), enum_text
    if conversion.form == "uuid":
        return (lambda value: isinstance(value, cls)), str
    if conversion.form == "number":
        whole = not isinstance(conversion.sql, (t.FloatType, t.DoubleType))
        plain: Any = int if whole else float
        return (lambda value: isinstance(value, (cls, plain)) and not isinstance(value, bool)), plain
    if conversion.form == "text":
        return (lambda value: isinstance(value, str)), _text_parser(conversion.sql, zone)
    if cls is int:
        return (lambda value: isinstance(value, int) and not isinstance(value, bool)), None
    if cls is datetime.date:
        return (lambda value: isinstance(value, cls) and not isinstance(value, datetime.datetime)), None
    if cls is datetime.datetime:
        return (lambda value: isinstance(value, cls)), _zoned(conversion.sql, zone)
    return (lambda value: isinstance(value, cls)), None


def _zoned(sql: t.DataType, zone: str) -> Callable[[Any], Any]:
    import zoneinfo

    local = zoneinfo.ZoneInfo(zone)
    if isinstance(sql, t.TimestampNTZType):

        def wall(value: datetime.datetime) -> datetime.datetime:
            if value.tzinfo is not None:
                raise MismatchError("TIMESTAMP_NTZ has no zone")
            return value

        return wall
    return lambda value: value if value.tzinfo is not None else value.replace(tzinfo=local)


def _text_parser(sql: t.DataType, zone: str) -> Callable[[str], Any]:
    if isinstance(sql, t.DateType):
        return datetime.date.fromisoformat
    if isinstance(sql, t.DecimalType):
        return decimal.Decimal
    zoned = _zoned(sql, zone)
    return lambda value: zoned(datetime.datetime.fromisoformat(value))


def advice(conversion: Conversion, value: Any) -> str:
    """What to do about a value of another class."""
    name, given = (conversion.cls.__name__ if conversion.cls else conversion.annotation), type(value).__name__
    suggestion = 'Annotated[Decimal, DataType("DECIMAL(10,2)")]' if given == "Decimal" else given
    return f"Return {with_article(name)}, or annotate -> {suggestion}."


def _range_advice(conversion: Conversion) -> str:
    if isinstance(conversion.sql, t.DecimalType):
        return f"Round it to {conversion.sql.scale} digits, or annotate a wider DECIMAL."
    if isinstance(conversion.sql, t.LongType):
        return 'Return a smaller one, or annotate -> Annotated[Decimal, DataType("DECIMAL(38,0)")].'
    if isinstance(conversion.sql, t.IntegralType):
        return "Return a smaller one, or annotate -> int."
    return f"Return what {type_text(conversion.sql)} can hold."
