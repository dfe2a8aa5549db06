"""Encoders of single values: numbers, text, times, bytes. What does not fit is an error."""

from __future__ import annotations

import datetime
import decimal
import math
from collections.abc import Callable
from typing import Any

from dbt.adapters.tablestore.functions.types.conversions import Conversion, enum_text
from dbt.adapters.tablestore.functions.types.errors import MismatchError
from dbt.adapters.tablestore.functions.types.messages import with_article
from dbt.adapters.tablestore.functions.types.sql_types import MAX_PRECISION, type_text
from dbt.adapters.tablestore.functions.worker.opaque import Pickles
from dbt.adapters.tablestore.functions.worker.precision import first_too_precise, precision_text
from dbt.adapters.tablestore.functions.worker.zones import epoch_microseconds, zone_of
from pyspark.sql import types as t

Encoder = Callable[[list[Any]], Any]

_LARGEST_FLOAT32 = 3.4028235677973366e38
_VARIANT = {"value", "metadata"}
_TIMES = (datetime.datetime, datetime.timedelta)


class BadValueError(Exception):
    """A value that its type cannot hold.

    ``index`` is its row. ``reason`` is a clause that continues a sentence, or empty; ``inner`` says that the clause is
    about a part of the value. ``advice`` is a sentence: what to write.
    """

    def __init__(self, index: int, reason: str, advice: str, inner: bool = False) -> None:
        super().__init__(reason)
        self.index, self.reason, self.advice, self.inner = index, reason, advice, inner


_CANNOT_HOLD = ", which cannot hold it"


def arrow_type(sql: t.DataType) -> Any:
    """The Arrow type that Spark uses for a SQL type."""
    from pyspark.sql.pandas.types import to_arrow_type

    return to_arrow_type(sql)


def scalar_encoder(conversion: Conversion, zone: str, pickles: Pickles) -> Encoder:
    """An encoder of values that contain no others."""
    kind = arrow_type(conversion.sql)
    accepts, convert = _acceptance(conversion, zone, pickles)
    exact = {type(None), conversion.cls}
    # as in Python's own rules (PEP 484), an int is taken where a float or a Decimal is declared
    widen = conversion.cls if conversion.form == "plain" and conversion.cls in (float, decimal.Decimal) else None

    def encode(values: list[Any]) -> Any:
        import pyarrow as pa

        if not exact.issuperset(map(type, values)):
            values = [*map(_plain, values)]
            for index, value in enumerate(values):
                if value is not None and not accepts(value):
                    raise BadValueError(index, "", wrong_class_advice(conversion, value))
                if conversion.cls in _TIMES and _nanoseconds(value):
                    raise BadValueError(index, ", which has nanoseconds", "Round it to microseconds.")
            if widen is not None:
                values = _converted(values, widen, conversion)
        if conversion.constants:
            _check_constants(values, conversion)
        if convert is not None:
            values = _converted(values, convert, conversion)
        if isinstance(conversion.sql, t.FloatType):
            _check_float32(values, conversion)
        try:
            array = pa.array(values, kind)
        except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError, TypeError, ValueError):
            index = next(index for index, value in enumerate(values) if not _fits(value, kind))
            if isinstance(conversion.sql, t.DecimalType):
                raise BadValueError(index, *_decimal_problem(conversion.sql, values[index])) from None
            raise BadValueError(index, _CANNOT_HOLD, _out_of_range_advice(conversion)) from None
        if (cut := first_too_precise(array, conversion.sql)) is not None:
            raise BadValueError(cut, f", which has {precision_text(conversion.sql)}", "Round it in the function.")
        return array

    return encode


def _check_constants(values: list[Any], conversion: Conversion) -> None:
    """Refuses what is not one of the values of a Literal."""
    for index, value in enumerate(values):
        if value is not None and value not in conversion.constants:
            raise BadValueError(index, "", f"Return one of {', '.join(map(repr, conversion.constants))}.")


def _check_float32(values: list[Any], conversion: Conversion) -> None:
    """Refuses numbers that would become infinite as FLOAT."""
    for index, value in enumerate(values):
        if value is not None and abs(value) > _LARGEST_FLOAT32 and not math.isinf(value):
            raise BadValueError(index, _CANNOT_HOLD, _out_of_range_advice(conversion))


def _plain(value: Any) -> Any:
    """The Python value of a numpy scalar."""
    is_scalar = type(value).__module__ == "numpy" and getattr(value, "shape", None) == ()
    return value.item() if is_scalar else value


def _nanoseconds(value: Any) -> int:
    """The nanoseconds of a time of pandas, beyond its microseconds."""
    return int(getattr(value, "nanosecond", 0) or getattr(value, "nanoseconds", 0))


def _converted(values: list[Any], convert: Callable[[Any], Any], conversion: Conversion) -> list[Any]:
    found: list[Any] = []
    try:
        found.extend(None if value is None else convert(value) for value in values)
    except (TypeError, ValueError, ArithmeticError, MismatchError):
        # extend keeps the values before the failure, so their number is the position of the failing one
        raise BadValueError(len(found), _CANNOT_HOLD, _unreadable_advice(conversion)) from None
    return found


def _fits(value: Any, kind: Any) -> bool:
    import pyarrow as pa

    try:
        pa.array([value], kind)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError, TypeError, ValueError):
        return False
    return True


def _acceptance(
    conversion: Conversion, zone: str, pickles: Pickles
) -> tuple[Callable[[Any], bool], Callable[[Any], Any] | None]:
    """Whether a value of another class than the annotated one is accepted, and how values are converted."""
    cls: Any = conversion.cls
    if conversion.form == "raw":
        return (lambda value: True), pickles.dumps
    if conversion.form == "enum":
        return (lambda value: isinstance(value, cls)), enum_text
    if conversion.form == "variant":
        return (lambda value: True), _variant
    if conversion.form == "uuid":
        return (lambda value: isinstance(value, cls)), str
    if conversion.form == "number":
        plain: Any = float if isinstance(conversion.sql, (t.FloatType, t.DoubleType)) else int
        return (lambda value: isinstance(value, (cls, plain)) and not isinstance(value, bool)), plain
    if conversion.form == "text":
        return (lambda value: isinstance(value, str)), _text_parser(conversion.sql, zone)
    if cls in (int, float, decimal.Decimal):
        return (lambda value: isinstance(value, (cls, int)) and not isinstance(value, bool)), None
    if cls is datetime.time:
        return (lambda value: isinstance(value, cls)), _without_zone
    if cls is datetime.date:
        return (lambda value: isinstance(value, cls) and not isinstance(value, datetime.datetime)), None
    if cls is datetime.datetime:
        # NaT of pandas is a datetime too, and is not equal to itself
        return (lambda value: isinstance(value, cls) and value == value), _with_zone(conversion.sql, zone)
    return (lambda value: isinstance(value, cls)), None


def _with_zone(sql: t.DataType, zone: str) -> Callable[[Any], Any]:
    """A naive datetime of a TIMESTAMP is in the session's zone; one of a TIMESTAMP_NTZ must be naive."""
    if isinstance(sql, t.TimestampNTZType):
        return _naive
    local = zone_of(zone)
    return lambda value: epoch_microseconds(value if value.tzinfo is not None else value.replace(tzinfo=local))


def _without_zone(value: datetime.time) -> datetime.time:
    if value.tzinfo is not None:
        raise MismatchError("TIME has no zone")
    return value


def _variant(value: Any) -> dict[str, bytes]:
    """A VARIANT of what JSON has: None, bool, int, float, str, list and dict.

    One of an argument returns as it came: in a column of pandas, it is a dict of its two parts.
    """
    import json

    from pyspark.sql.types import VariantVal

    if isinstance(value, dict) and value.keys() == _VARIANT and all(isinstance(part, bytes) for part in value.values()):
        return value
    if not isinstance(value, VariantVal):
        text = json.dumps(value, allow_nan=False)
        json.loads(text, object_pairs_hook=_check_keys, parse_int=_check_digits)
        value = VariantVal.parseJson(text)
    return {"value": value.value, "metadata": value.metadata}


def _check_keys(pairs: list[tuple[str, Any]]) -> None:
    """Refuses an object of JSON of which Spark would keep fewer entries, as of ``{1: "a", "1": "b"}``."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError


def _check_digits(text: str) -> None:
    """Refuses an integer that Spark would round, because a number of a VARIANT has at most the digits of a DECIMAL."""
    if len(text.lstrip("-")) > MAX_PRECISION:
        raise ValueError


def _naive(value: datetime.datetime) -> datetime.datetime:
    if value.tzinfo is not None:
        raise MismatchError("TIMESTAMP_NTZ has no zone")
    return value


def _text_parser(sql: t.DataType, zone: str) -> Callable[[str], Any]:
    if isinstance(sql, t.DateType):
        return datetime.date.fromisoformat
    if isinstance(sql, t.DecimalType):
        return decimal.Decimal
    with_zone = _with_zone(sql, zone)
    return lambda value: with_zone(_parsed_timestamp(value))


def _parsed_timestamp(text: str) -> datetime.datetime:
    # Python 3.10 does not read the suffix Z
    return datetime.datetime.fromisoformat(text[:-1] + "+00:00" if text.endswith(("Z", "z")) else text)


def wrong_class_advice(conversion: Conversion, value: Any) -> str:
    """What to do about a value of another class than the annotated one."""
    accepted, given = (conversion.cls.__name__ if conversion.cls else conversion.annotation), type(value).__name__
    annotation = 'Annotated[Decimal, DataType("DECIMAL(10,2)")]' if given == "Decimal" else given
    return f"Return {with_article(accepted)}, or annotate -> {annotation}."


def _unreadable_advice(conversion: Conversion) -> str:
    """What to do about a value that cannot be converted."""
    if conversion.form == "variant":
        return (
            f"Return what JSON has: None, bool, int of up to {MAX_PRECISION} digits, float, str, list, or dict whose "
            "keys differ as text."
        )
    if isinstance(conversion.sql, t.TimeType):
        return "Return a time without a time zone."
    if conversion.form == "text":
        return f"Return the text of {with_article(type_text(conversion.sql))} in ISO format."
    if isinstance(conversion.sql, t.TimestampNTZType):
        return "Return a datetime without a time zone."
    return _out_of_range_advice(conversion)


def _out_of_range_advice(conversion: Conversion) -> str:
    if isinstance(conversion.sql, t.LongType):
        return 'Return a smaller number, or annotate -> Annotated[Decimal, DataType("DECIMAL(38,0)")].'
    if isinstance(conversion.sql, t.IntegralType):
        return "Return a smaller number, or annotate -> int."
    return f"Return a value in the range of {type_text(conversion.sql)}."


def _decimal_problem(sql: t.DecimalType, value: decimal.Decimal) -> tuple[str, str]:
    """Why a DECIMAL cannot hold a number, and what to do about it."""
    if not value.is_finite():
        kind = "NaN" if value.is_nan() else "infinity"
        return f", which has no {kind}", "Return None, with | None in the annotation, or annotate -> float."
    whole, places = _digits(value)
    room = sql.precision - sql.scale
    scale = max(places, sql.scale)
    precision = max(whole, room) + scale
    fits, wider = precision <= MAX_PRECISION, f"DECIMAL({precision},{scale})"
    if whole > room:
        reason = f", which has {room} digits before the decimal point, and this number has {whole}"
        return (
            reason,
            f"Annotate {wider}." if fits else f"A DECIMAL has {MAX_PRECISION} digits: annotate -> float or str.",
        )
    reason = f", which has {sql.scale} decimal places, and this number has {places}"
    return reason, f"Round it to {sql.scale} decimal places{f', or annotate {wider}' if fits else ''}."


def _digits(value: decimal.Decimal) -> tuple[int, int]:
    """How many digits a number has before the decimal point and behind it, without zeros at both ends."""
    digits, exponent = value.as_tuple().digits, int(value.as_tuple().exponent)
    text = "".join(map(str, digits)).rstrip("0")
    exponent += len(digits) - len(text)
    return (max(0, len(text.lstrip("0")) + exponent), max(0, -exponent)) if text else (0, 0)
