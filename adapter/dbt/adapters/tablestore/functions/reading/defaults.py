"""Defaults of parameters, in the code and in YAML: they must be values that a call could pass."""

from __future__ import annotations

import datetime
import decimal
import uuid
from collections.abc import Sequence
from typing import Any

from dbt.adapters.tablestore.functions.types.conversions import Conversion, enum_text, forms_of
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, ParameterType, contains_type, type_text
from dbt.adapters.tablestore.functions.worker.decode import decoder
from dbt.adapters.tablestore.functions.worker.encode import encoder
from dbt.adapters.tablestore.functions.worker.scalar_encoders import BadValueError

# Their values are passed as they are.
_UNCHECKED = ("any", "parameter", "variant", "arrow", "pandas", "table", "raw")
# A second object of the class would run its __post_init__() again, and a second dict have all fields of the TypedDict.
_WITH_FIELDS = ("record", "mapping")


def problem_with_default(conversions: Sequence[Conversion], value: Any) -> str | None:
    """What is wrong with a default, as the end of a sentence, or None; one alternative must accept it."""
    if any(_accepts(conversion, value) for conversion in conversions):
        return None
    first = conversions[0]
    annotation = " | ".join(conversion.annotation for conversion in conversions)
    if value is None:
        return f"None, but {annotation} is not optional. Annotate {annotation} | None."
    if first.constants:
        return f"{value!r}, but its values are {', '.join(map(repr, first.constants))}. Write one of them."
    declared = " or ".join(type_text(conversion.sql) for conversion in conversions)
    kind = type(value).__name__
    return f"{value!r} ({kind}), but {annotation} means {declared}. Write a value of this type, or annotate {kind}."


def _accepts(conversion: Conversion, value: Any) -> bool:
    if conversion.form in _UNCHECKED or any(contains_type(conversion.sql, kind) for kind in (AnyType, ParameterType)):
        return True
    if value is None:
        return conversion.optional
    if conversion.constants:
        return value in conversion.constants
    try:
        encoder(conversion, "UTC")([value])
    except BadValueError:
        return False
    return True


def as_argument(conversion: Conversion, value: Any, zone: str) -> Any:
    """A default as the value of an argument arrives: a datetime in the session's time zone, an int as a float.

    One that this signature does not take stays as it is: that of ``int | str`` is one of these. So does an object with
    fields, and a datetime that is before year 1 or after 9999 in the session's time zone.
    """
    if value is None or not forms_of(conversion).isdisjoint((*_UNCHECKED, *_WITH_FIELDS)):
        return value
    try:
        array = encoder(conversion, zone)([value])
        return decoder(conversion, conversion.sql, zone)(array)[0]
    except (BadValueError, OverflowError):
        return value


def from_yaml(conversion: Conversion, value: Any) -> Any:
    """A value of YAML as Python's class of the declared type; unchanged when it is not a string of one."""
    try:
        if conversion.form == "enum":
            return {enum_text(member): member for member in conversion.cls}.get(value, value)
        if conversion.cls is bool and isinstance(value, str):
            return {"true": True, "false": False}.get(value.lower(), value)
        if conversion.form == "uuid":
            return uuid.UUID(str(value))
        if conversion.cls is float and not isinstance(value, bool):
            return float(value)
        if conversion.cls is int and isinstance(value, str):
            return int(value)
        if conversion.cls is decimal.Decimal:
            return decimal.Decimal(str(value))
        if conversion.cls in (datetime.date, datetime.datetime, datetime.time) and isinstance(value, str):
            return conversion.cls.fromisoformat(value)
    except (TypeError, ValueError, ArithmeticError):
        return value
    return value
