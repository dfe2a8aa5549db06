"""Which types an argument may have where another one is declared, and how far apart the two are."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.types.errors import MismatchError
from dbt.adapters.tablestore.functions.types.sql_types import (
    MAX_PRECISION,
    AnyDecimalType,
    AnyType,
    ParameterType,
    type_text,
)
from dbt.adapters.tablestore.sql.types import holds
from pyspark.sql import types as t

# From narrow to wide; an argument widens to the right only.
_NUMBERS: tuple[type[t.DataType], ...] = (
    t.ByteType,
    t.ShortType,
    t.IntegerType,
    t.LongType,
    t.DecimalType,
    t.FloatType,
    t.DoubleType,
)
# The digits of Spark's integers as DECIMAL.
_DIGITS: dict[type[t.DataType], int] = {t.ByteType: 3, t.ShortType: 5, t.IntegerType: 10, t.LongType: 20}
_TIMES: tuple[type[t.DataType], ...] = (t.DateType, t.TimestampNTZType, t.TimestampType)
# Steps to a TypeVar and to ANY: more than any sequence of widenings, so a declared type is preferred.
_TO_TYPE_VARIABLE, _TO_ANY = 20, 100


@dataclass
class Bindings:
    """The types of TypeVars in one call, widened as more arguments are seen."""

    types: dict[str, t.DataType] = field(default_factory=dict)

    def add(self, parameter: ParameterType, given: t.DataType) -> None:
        """Binds a TypeVar, or widens it; with constraints, it is the nearest one of them.

        Raises:
            MismatchError: two arguments have types of which neither widens to the other, or that no constraint holds.
        """
        known = self.types.get(parameter.name)
        if parameter.constraints:
            nearest = _nearest(parameter.constraints, [given] if known is None else [known, given])
            # also for the advice about an argument that no constraint holds
            self.types[parameter.name] = nearest or known or _example(parameter.constraints[0])
            if nearest is None:
                names = ", ".join(map(type_text, parameter.constraints))
                raise MismatchError(f"{parameter.name} must be {'one of ' * (len(parameter.constraints) > 1)}{names}")
        elif known is None or isinstance(known, t.NullType) or _steps(known, given) is not None:
            self.types[parameter.name] = given
        elif (common := _common_number(known, given)) is not None:
            self.types[parameter.name] = common
        elif _steps(given, known) is None:
            raise MismatchError(
                f"{parameter.name} would be both {type_text(known)} and {type_text(given)} in this call"
            )


def _nearest(constraints: Sequence[t.DataType], given: Sequence[t.DataType]) -> t.DataType | None:
    """The constraint that all types widen to, in the fewest steps."""
    limits = [_common_decimal(given) if isinstance(limit, AnyDecimalType) else limit for limit in constraints]
    steps = [(_sum(*(_steps(kind, limit) for kind in given)), limit) for limit in limits if limit is not None]
    fitting = [(total, limit) for total, limit in steps if total is not None]
    return min(fitting, key=operator.itemgetter(0))[1] if fitting else None


def _example(constraint: t.DataType) -> t.DataType:
    return t.DecimalType(MAX_PRECISION, 18) if isinstance(constraint, AnyDecimalType) else constraint


class MissingFieldError(MismatchError):
    """A struct lacks a field that has no default; a cast does not help."""


def distance(
    conversion: Conversion, given: t.DataType, bindings: Bindings, constant: Callable[[], Any] = lambda: None
) -> int:
    """How many steps an argument of type ``given`` is away from what is declared; 0 for the same type.

    ``constant`` gives the argument's constant, if it is one: a whole number fits a DECIMAL by its digits.

    Raises:
        MismatchError: it does not fit, with the reason when the two types alone do not explain it.
    """
    wanted = conversion.sql
    if isinstance(given, t.NullType):
        return 1
    if isinstance(wanted, AnyType):
        return _TO_ANY
    if isinstance(wanted, ParameterType):
        bindings.add(wanted, given)
        return _TO_TYPE_VARIABLE
    if conversion.form == "variant":
        return _or_mismatch(0 if isinstance(given, t.VariantType) else None)
    if isinstance(wanted, t.DecimalType) and isinstance(given, t.IntegralType) and isinstance(value := constant(), int):
        fits = _holds(wanted, t.DecimalType(len(str(abs(value))), 0))
        return _or_mismatch(_steps_between(given, wanted) if fits else None)
    if conversion.parts and isinstance(given, type(wanted)):
        return _distance_of_parts(conversion, given, bindings)
    return _or_mismatch(_steps(given, wanted))


def _distance_of_parts(conversion: Conversion, given: t.DataType, bindings: Bindings) -> int:
    if isinstance(given, t.ArrayType):
        return distance(conversion.parts[0], given.elementType, bindings)
    if isinstance(given, t.MapType):
        key, value = conversion.parts
        return distance(key, given.keyType, bindings) + distance(value, given.valueType, bindings)
    assert isinstance(given, t.StructType)
    fields = {item.name.lower(): item.dataType for item in given.fields}
    # a field that is left out, and one that is not given, is a step away from the same struct
    total = len(fields.keys() ^ {name.lower() for name in conversion.names})
    for name, part in zip(conversion.names, conversion.parts, strict=True):
        kind = fields.get(name.lower())
        if kind is None:
            if name in conversion.required:
                raise MissingFieldError(f"it has no field `{name}`")
            continue
        try:
            total += distance(part, kind, bindings)
        except MissingFieldError as missing:
            raise MissingFieldError(f"its field `{name}` is {type_text(kind)}: {missing}") from None
        except MismatchError:
            raise MismatchError(f"its field `{name}` is {type_text(kind)}, not {type_text(part.sql)}") from None
    return total


def _or_mismatch(steps: int | None) -> int:
    if steps is None:
        raise MismatchError("")
    return steps


def _steps(given: t.DataType, wanted: t.DataType) -> int | None:
    """Between two types without conversions; None when the first does not widen to the second."""
    if isinstance(given, t.NullType):
        return 1
    if given == wanted or (isinstance(given, t.StringType) and isinstance(wanted, t.StringType)):
        return 0
    if isinstance(given, t.TimeType) and isinstance(wanted, t.TimeType):
        return 1 if given.precision < wanted.precision else None
    if isinstance(given, t.ArrayType) and isinstance(wanted, t.ArrayType):
        return _steps(given.elementType, wanted.elementType)
    if isinstance(given, t.MapType) and isinstance(wanted, t.MapType):
        return _sum(_steps(given.keyType, wanted.keyType), _steps(given.valueType, wanted.valueType))
    if isinstance(given, t.StructType) and isinstance(wanted, t.StructType):
        same = [field.name.lower() for field in given.fields] == [field.name.lower() for field in wanted.fields]
        pairs = zip(given.fields, wanted.fields, strict=False)
        return _sum(*(_steps(mine.dataType, theirs.dataType) for mine, theirs in pairs)) if same else None
    return _steps_between(given, wanted) if _holds(wanted, given) or _converts(given, wanted) else None


def _holds(wide: t.DataType, narrow: t.DataType) -> bool:
    return holds(wide.simpleString(), narrow.simpleString())


def _converts(given: t.DataType, wanted: t.DataType) -> bool:
    """The widenings of SQL that may round or add something: numbers to floating point, dates to timestamps."""
    if isinstance(wanted, (t.FloatType, t.DoubleType)):
        return _position(_NUMBERS, given) in range(_position(_NUMBERS, wanted))
    return _position(_TIMES, given) in range(_position(_TIMES, wanted))


def _steps_between(given: t.DataType, wanted: t.DataType) -> int:
    """The distance of two types of which the second is wider."""
    order = _NUMBERS if type(given) in _NUMBERS else _TIMES
    return max(1, _position(order, wanted) - _position(order, given))


def _common_number(first: t.DataType, second: t.DataType) -> t.DecimalType | None:
    """The DECIMAL that holds two exact numbers of which neither holds the other, or None."""
    widens = _steps(first, second) is not None or _steps(second, first) is not None
    return None if widens else _common_decimal([first, second])


def _common_decimal(numbers: Sequence[t.DataType]) -> t.DecimalType | None:
    """The DECIMAL that holds exact numbers, or None."""
    decimals = [*map(_as_decimal, numbers)]
    if None in decimals:
        return None
    exact = [item for item in decimals if item is not None]
    scale = max(item.scale for item in exact)
    precision = max(item.precision - item.scale for item in exact) + scale
    return t.DecimalType(precision, scale) if precision <= MAX_PRECISION else None


def _as_decimal(kind: t.DataType) -> t.DecimalType | None:
    if isinstance(kind, t.DecimalType):
        return kind
    digits = _DIGITS.get(type(kind))
    return t.DecimalType(digits, 0) if digits else None


def _position(order: tuple[type[t.DataType], ...], kind: t.DataType) -> int:
    return order.index(type(kind)) if type(kind) in order else -1


def _sum(*steps: int | None) -> int | None:
    return None if None in steps else sum(step for step in steps if step is not None)
