"""Times and intervals of a precision that Spark does not check: TIME(0), INTERVAL DAY."""

from __future__ import annotations

from typing import Any

from dbt.adapters.tablestore.functions.types.errors import MismatchError
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from pyspark.sql import types as t

# The last field of an interval -> its microseconds, and its name.
_FIELDS = {
    t.DayTimeIntervalType.DAY: (86_400_000_000, "days"),
    t.DayTimeIntervalType.HOUR: (3_600_000_000, "hours"),
    t.DayTimeIntervalType.MINUTE: (60_000_000, "minutes"),
}


def precision_text(sql: Any) -> str:
    """What values of a type consist of: ``whole days``, ``3 digits of a second``."""
    if isinstance(sql, t.TimeType):
        return f"{sql.precision} digits of a second" if sql.precision else "whole seconds"
    return f"whole {_FIELDS[sql.endField][1]}"


def first_too_precise(array: Any, sql: t.DataType) -> int | None:
    """The position of the first value that a type would cut; None if there is none."""
    import pyarrow as pa
    import pyarrow.compute as pc

    unit = _unit(sql)
    if unit == 1:
        return None
    number = array.cast(pa.int64())
    is_cut = pc.not_equal(pc.multiply(pc.divide(number, unit), unit), number)
    position: int = pc.index(is_cut, True).as_py()
    return None if position < 0 else position


def check_precision(array: Any, sql: t.DataType) -> None:
    """Refuses a column in which a value, or one inside of it, would be cut.

    Raises:
        MismatchError: which one, as a clause.
    """
    if isinstance(sql, t.ArrayType):
        check_precision(array.flatten(), sql.elementType)
    elif isinstance(sql, t.MapType):
        check_precision(array.keys, sql.keyType)
        check_precision(array.items, sql.valueType)
    elif isinstance(sql, t.StructType):
        for child, field in zip(array.flatten(), sql.fields, strict=True):
            check_precision(child, field.dataType)
    elif (position := first_too_precise(array, sql)) is not None:
        raise MismatchError(f"{array[position].as_py()} is not of {type_text(sql)}, which has {precision_text(sql)}")


def _unit(sql: t.DataType) -> int:
    """The smallest difference of two values of a type, in the units of its Arrow type."""
    if isinstance(sql, t.TimeType):
        return int(10 ** (9 - sql.precision))
    return _FIELDS[sql.endField][0] if isinstance(sql, t.DayTimeIntervalType) and sql.endField in _FIELDS else 1
