"""Which types an argument may have where another is declared, and how far apart the two are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dbt.adapters.tablestore.functions.errors import MismatchError
from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, ParameterType, type_text
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
_TIMES: tuple[type[t.DataType], ...] = (t.DateType, t.TimestampNTZType, t.TimestampType)
_DIGITS: dict[type[t.DataType], int] = {t.ByteType: 3, t.ShortType: 5, t.IntegerType: 10, t.LongType: 19}
_FAR, _FURTHEST = 20, 100


@dataclass
class Bindings:
    """The types of TypeVars in one call, widened as more arguments are seen."""

    types: dict[str, t.DataType] = field(default_factory=dict)

    def add(self, parameter: ParameterType, given: t.DataType) -> None:
        """Binds a TypeVar, or widens it.

        Raises:
            MismatchError: two arguments have types that do not widen to one.
        """
        if parameter.constraints and all(_distance(given, limit) is None for limit in parameter.constraints):
            raise MismatchError(f"{parameter.name} is one of {', '.join(map(type_text, parameter.constraints))}")
        known = self.types.get(parameter.name)
        if known is None or isinstance(known, t.NullType) or _distance(known, given) is not None:
            self.types[parameter.name] = given
        elif _distance(given, known) is None:
            raise MismatchError(f"{parameter.name} is {type_text(known)} and {type_text(given)} in one call")


def distance(conversion: Conversion, given: t.DataType, bindings: Bindings, value: Any = None) -> int:
    """How far an argument of type ``given`` is from what is declared; 0 is the same type.

    ``value`` is the argument's constant, if it is one: a whole number fits a DECIMAL by its digits.

    Raises:
        MismatchError: it does not fit, with the reason when there is more to say than the types.
    """
    wanted = conversion.sql
    if isinstance(given, t.NullType):
        return 1
    if isinstance(wanted, AnyType):
        return _FURTHEST
    if isinstance(wanted, ParameterType):
        bindings.add(wanted, given)
        return _FAR
    if conversion.form == "variant":
        return _or_mismatch(0 if isinstance(given, t.VariantType) else None)
    if isinstance(wanted, t.DecimalType) and isinstance(value, int) and type(given) in _DIGITS:
        fits = len(str(abs(value))) <= wanted.precision - wanted.scale
        return _or_mismatch(_step(_NUMBERS, given, wanted) if fits else None)
    if conversion.parts and isinstance(given, type(wanted)):
        return _inside(conversion, given, bindings)
    return _or_mismatch(_distance(given, wanted))


def _inside(conversion: Conversion, given: t.DataType, bindings: Bindings) -> int:
    if isinstance(given, t.ArrayType):
        return distance(conversion.parts[0], given.elementType, bindings)
    if isinstance(given, t.MapType):
        key, value = conversion.parts
        return distance(key, given.keyType, bindings) + distance(value, given.valueType, bindings)
    assert isinstance(given, t.StructType)
    fields = {item.name.lower(): item.dataType for item in given.fields}
    total = 0
    for name, part in zip(conversion.names, conversion.parts, strict=True):
        if name.lower() in fields:
            try:
                total += distance(part, fields[name.lower()], bindings)
            except MismatchError:
                raise MismatchError(
                    f"its field `{name}` is {type_text(fields[name.lower()])}, not {type_text(part.sql)}"
                ) from None
        elif name in conversion.required:
            raise MismatchError(f"it has no field `{name}`")
    return total


def _or_mismatch(found: int | None) -> int:
    if found is None:
        raise MismatchError("")
    return found


def _distance(given: t.DataType, wanted: t.DataType) -> int | None:
    """Between two types that hold no conversions; None when the first does not widen to the second."""
    if isinstance(given, t.NullType):
        return 1
    if given == wanted or (isinstance(given, t.StringType) and isinstance(wanted, t.StringType)):
        return 0
    if isinstance(given, t.DecimalType) and isinstance(wanted, t.DecimalType):
        fits = given.scale <= wanted.scale and given.precision - given.scale <= wanted.precision - wanted.scale
        return 1 if fits else None
    if isinstance(wanted, t.DecimalType):
        digits = _DIGITS.get(type(given))
        fits = digits is not None and digits <= wanted.precision - wanted.scale
        return _step(_NUMBERS, given, wanted) if fits else None
    if isinstance(given, t.DayTimeIntervalType) and isinstance(wanted, t.DayTimeIntervalType):
        inside = wanted.startField <= given.startField and given.endField <= wanted.endField
        return 1 if inside else None
    if isinstance(given, t.ArrayType) and isinstance(wanted, t.ArrayType):
        return _distance(given.elementType, wanted.elementType)
    if isinstance(given, t.MapType) and isinstance(wanted, t.MapType):
        return _sum(_distance(given.keyType, wanted.keyType), _distance(given.valueType, wanted.valueType))
    if isinstance(given, t.StructType) and isinstance(wanted, t.StructType):
        same = [field.name.lower() for field in given.fields] == [field.name.lower() for field in wanted.fields]
        pairs = zip(given.fields, wanted.fields, strict=False)
        return _sum(*(_distance(mine.dataType, theirs.dataType) for mine, theirs in pairs)) if same else None
    return _step(_NUMBERS, given, wanted) or _step(_TIMES, given, wanted)


def _sum(*steps: int | None) -> int | None:
    return None if None in steps else sum(step for step in steps if step is not None)


def _step(order: tuple[type[t.DataType], ...], given: t.DataType, wanted: t.DataType) -> int | None:
    if type(given) not in order or type(wanted) not in order:
        return None
    steps = order.index(type(wanted)) - order.index(type(given))
    return steps if steps > 0 else None
