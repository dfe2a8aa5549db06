"""From the column that a vectorized function returns to Arrow's column of its SQL type, without changing a value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dbt.adapters.tablestore.functions.types.conversions import default_conversion
from dbt.adapters.tablestore.functions.types.errors import MismatchError
from dbt.adapters.tablestore.functions.worker.encode import encoder
from dbt.adapters.tablestore.functions.worker.program import Program
from dbt.adapters.tablestore.functions.worker.scalar_encoders import BadValueError, arrow_type
from pyspark.sql import types as t


def as_arrow(program: Program, result: Any, arguments: Sequence[Any]) -> Any:
    """The results as Arrow; ``arguments`` are the columns of the call.

    Raises:
        MismatchError: they are not values of the function's type, and why, as a clause.
        KeyError: a data frame does not have a column of this type.
    """
    return _Results(program.zone, arguments).converted(result, program.result.sql)


class _Results:
    """The results of one batch.

    pandas has NaN for NULL in a column of floating point. So a NaN is NULL in a row with a NULL argument, and itself in
    the others; with a type that has no NaN, it is NULL everywhere. So is a row of a data frame in which all is NULL.
    """

    def __init__(self, zone: str, arguments: Sequence[Any]) -> None:
        self._zone, self._arguments = zone, [array for array in arguments if array.null_count]

    def converted(self, result: Any, sql: t.DataType) -> Any:
        """A column of pandas, numpy or Arrow as Arrow."""
        import pyarrow as pa

        if isinstance(result, pa.Array):
            return self._cast(result, sql)
        kind = arrow_type(sql)
        if isinstance(sql, t.StructType):
            children = [self.converted(result[field.name], field.dataType) for field in sql.fields]
            return self._without_null_rows(pa.StructArray.from_arrays(children, fields=list(kind)), children)
        if pa.types.is_nested(kind):
            return pa.Array.from_pandas(result, type=kind)
        is_floating = pa.types.is_floating(kind)
        if str(getattr(result, "dtype", "object")) == "object":
            array = self._encoded([_object(value, is_floating) for value in result], sql)
        else:
            array = self._cast(pa.array(result, from_pandas=not is_floating), sql)
        return self._without_nan(array) if is_floating else array

    def _cast(self, array: Any, sql: t.DataType) -> Any:
        import pyarrow as pa

        kind, found = arrow_type(sql), array.type
        if array.null_count == len(array):  # pandas has floating point for a column of texts that are all missing
            return pa.nulls(len(array), kind)
        if pa.types.is_timestamp(found) and found.tz is None:
            if isinstance(sql, t.TimestampType):
                return self._encoded(array.cast(pa.timestamp("us")).to_pylist(), sql)
            if isinstance(sql, t.DateType) and array.cast(kind).cast(found).equals(array):
                return array.cast(kind)
        if not _converts(found, kind):
            raise MismatchError(f"its values are {found}, not {kind}; convert them in the function")
        cast = array.cast(kind)
        if _infinities(cast) > _infinities(array):
            raise MismatchError(f"a number is too large for {kind}")
        return cast

    def _encoded(self, values: list[Any], sql: t.DataType) -> Any:
        """Python objects, by the rules for the results of other functions."""
        try:
            return encoder(default_conversion(sql), self._zone)(values)
        except BadValueError as bad:
            value = values[bad.index]
            raise MismatchError(f"{value!r} ({type(value).__name__}) in row {bad.index + 1}{bad.reason}") from None

    def _without_nan(self, array: Any) -> Any:
        import pyarrow.compute as pc

        for argument in self._arguments:
            array = pc.if_else(pc.and_(pc.is_nan(array), argument.is_null()), None, array)
        return array

    def _without_null_rows(self, array: Any, children: list[Any]) -> Any:
        import pyarrow.compute as pc

        for argument in self._arguments:
            is_null = argument.is_null()
            for child in children:
                is_null = pc.and_(is_null, child.is_null())
            array = pc.if_else(is_null, None, array)
        return array


def _object(value: Any, keeps_nan: bool) -> Any:
    """A value in a column of objects; what pandas has for NULL there is None."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return None
    return None if not keeps_nan and isinstance(value, float) and value != value else value


def _converts(found: Any, wanted: Any) -> bool:
    """Whether a cast between two Arrow types refuses each value that it would change."""
    from pyarrow import types

    if types.is_null(found) or found == wanted:
        return True
    if types.is_dictionary(found):
        return _converts(found.value_type, wanted)
    if types.is_struct(wanted):
        same = types.is_struct(found) and [field.name for field in found] == [field.name for field in wanted]
        return same and all(map(_converts, _children(found), _children(wanted)))
    if types.is_map(wanted):
        return types.is_map(found) and all(map(_converts, _children(found), _children(wanted)))
    if types.is_list(wanted):
        lists = (types.is_list, types.is_large_list, types.is_fixed_size_list, *_views("list", "large_list"))
        is_list = any(is_a(found) for is_a in lists)
        return is_list and _converts(found.value_type, wanted.value_type)
    if types.is_timestamp(wanted):
        return types.is_timestamp(found) and (found.tz is None) == (wanted.tz is None)
    if types.is_decimal(wanted):
        return bool(types.is_decimal(found) or types.is_integer(found))
    families = (
        (types.is_integer, types.is_floating),
        (types.is_string, types.is_large_string, *_views("string")),
        (types.is_binary, types.is_large_binary, types.is_fixed_size_binary, *_views("binary")),
        (types.is_date,),
        (types.is_time,),
        (types.is_duration,),
    )
    return any(all(any(is_a(kind) for is_a in family) for kind in (found, wanted)) for family in families)


def _views(*names: str) -> list[Any]:
    """The checks of types that refer to other buffers, of which older versions of pyarrow have fewer."""
    from pyarrow import types

    checks = [getattr(types, f"is_{name}_view", None) for name in names]
    return [check for check in checks if check is not None]


def _children(kind: Any) -> list[Any]:
    return [kind.field(index).type for index in range(kind.num_fields)]


def _infinities(array: Any) -> int:
    """How many numbers of a column, or of the values in it, are infinite."""
    import pyarrow.compute as pc
    from pyarrow import types

    kind = array.type
    if types.is_floating(kind):
        return int(pc.sum(pc.is_inf(array)).as_py() or 0)
    if types.is_map(kind):
        return _infinities(array.keys) + _infinities(array.items)
    if types.is_nested(kind):
        parts = array.flatten()
        return sum(map(_infinities, parts)) if types.is_struct(kind) else _infinities(parts)
    return 0
