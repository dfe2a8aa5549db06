"""From the column that a vectorized function returns to Arrow's column of its SQL type, without changing a value."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence, Set, ValuesView
from typing import Any

from dbt.adapters.tablestore.functions.types.conversions import default_conversion
from dbt.adapters.tablestore.functions.types.errors import MismatchError
from dbt.adapters.tablestore.functions.types.messages import shown
from dbt.adapters.tablestore.functions.types.sql_types import contains_type
from dbt.adapters.tablestore.functions.worker.encode import as_mapping, encoder
from dbt.adapters.tablestore.functions.worker.map_keys import repeated_key_in
from dbt.adapters.tablestore.functions.worker.precision import check_precision
from dbt.adapters.tablestore.functions.worker.program import Program
from dbt.adapters.tablestore.functions.worker.scalar_encoders import BadValueError, arrow_type
from pyspark.sql import types as t


def as_arrow(program: Program, result: Any, arguments: Sequence[Any]) -> Any:
    """The results as Arrow; ``arguments`` are the columns of the call.

    Raises:
        MismatchError: they are not values of the function's type, and why, as a clause.
        KeyError: a data frame does not have a column of this type.
    """
    array = _Results(program.zone, arguments).converted(result, program.result.sql)
    if contains_type(program.result.sql, t.MapType) and (key := repeated_key_in(array)) is not None:
        raise MismatchError(f"two keys of a map are {shown(key)}")
    return array


class _Results:
    """The results of one batch.

    pandas has NaN for NULL in a column of floating point. So a NaN is NULL in a row with a NULL argument, and itself in
    the others; with a type that has no NaN, it is NULL everywhere. So is a row of a data frame in which all is NULL.
    Inside of an array, a map or a struct, a NaN is NULL in a row with a NULL argument, or with a NULL inside of one.

    ``rows`` are the rows in which values inside of others are, one per value; None stands for values that are rows.
    """

    def __init__(self, zone: str, arguments: Sequence[Any]) -> None:
        self._zone, self._arguments = zone, arguments
        self._null_rows: list[bool] = []

    def converted(self, result: Any, sql: t.DataType, rows: Sequence[int] | None = None) -> Any:
        """A column of pandas, numpy or Arrow as Arrow."""
        import pyarrow as pa

        if isinstance(result, pa.Array):
            return self._cast(result, sql, rows)
        if isinstance(sql, t.StructType) and hasattr(result, "columns"):
            children = [self.converted(result[field.name], field.dataType) for field in sql.fields]
            return self._without_null_rows(_struct(children, sql), children)
        is_floating = isinstance(sql, (t.FloatType, t.DoubleType))
        if str(getattr(result, "dtype", "object")) == "object":
            array = self._objects([_object(value, sql) for value in result], sql, rows)
        else:
            found = pa.array(result, from_pandas=not is_floating)
            found = found.combine_chunks() if isinstance(found, pa.ChunkedArray) else found
            array = self._cast(found, sql, rows)
        return self._without_nan(array, rows) if is_floating else array

    def _objects(self, values: list[Any], sql: t.DataType, rows: Sequence[int] | None) -> Any:
        if isinstance(sql, t.ArrayType):
            return self._arrays(values, sql, rows)
        if isinstance(sql, t.MapType):
            return self._maps(values, sql, rows)
        if isinstance(sql, t.StructType):
            return self._structs(values, sql, rows)
        return self._encoded(values, sql, rows)

    def _arrays(self, values: list[Any], sql: t.ArrayType, rows: Sequence[int] | None) -> Any:
        """Lists, other collections and arrays of numpy. Elements of one type of numpy are a column, by its rules."""
        import pyarrow as pa

        offsets = [0]
        for index, value in enumerate(values):
            if value is not None and not _is_array(value):
                raise _mismatch(value, index, rows)
            offsets.append(offsets[-1] + (0 if value is None else len(value)))
        present = [pair for pair in zip(rows or range(len(values)), values, strict=True) if pair[1] is not None]
        chunks = []
        for _, run in itertools.groupby(present, key=lambda pair: _numpy_type(pair[1])):
            numbers, arrays = zip(*run, strict=True)
            elements_rows = [*itertools.chain.from_iterable(map(itertools.repeat, numbers, map(len, arrays)))]
            chunks.append(self.converted(_joined(arrays), sql.elementType, elements_rows))
        elements = pa.concat_arrays(chunks) if chunks else pa.nulls(0, arrow_type(sql.elementType))
        mask = _nulls(values)
        return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), elements, type=arrow_type(sql), mask=mask)

    def _maps(self, values: list[Any], sql: t.MapType, rows: Sequence[int] | None) -> Any:
        """Mappings, and lists of pairs of a key and a value, as which pandas has the maps of the arguments."""
        import pyarrow as pa

        offsets: list[int | None] = []
        keys: list[Any] = []
        items: list[Any] = []
        entries_rows: list[int] = []
        for index, value in enumerate(values):
            offsets.append(None if value is None else len(keys))  # a null offset is a NULL map
            pairs = [] if value is None else [*value.items()] if isinstance(value, Mapping) else value
            if not isinstance(pairs, (list, tuple)) or any(not _is_entry(pair) for pair in pairs):
                raise _mismatch(value, index, rows)
            keys.extend(key for key, _ in pairs)
            items.extend(item for _, item in pairs)
            entries_rows.extend(itertools.repeat(rows[index] if rows else index, len(pairs)))
        key_array = self.converted(keys, sql.keyType, entries_rows)
        if key_array.null_count:
            raise MismatchError("a key of a map is NULL")
        item_array = self.converted(items, sql.valueType, entries_rows)
        kind = arrow_type(sql)
        return pa.MapArray.from_arrays(pa.array([*offsets, len(keys)], pa.int32()), key_array, item_array, type=kind)

    def _structs(self, values: list[Any], sql: t.StructType, rows: Sequence[int] | None) -> Any:
        """Dicts by names, and tuples in the order of the fields."""
        conversion, found = default_conversion(sql), []
        for index, value in enumerate(values):
            try:
                found.append(as_mapping(conversion, index, value))
            except BadValueError as bad:
                raise _mismatch(value, index, rows, bad.reason) from None
        fields_rows = rows or range(len(values))
        children = [
            self.converted([row and row[field.name] for row in found], field.dataType, fields_rows)
            for field in sql.fields
        ]
        return _struct(children, sql, _nulls(values))

    def _cast(self, array: Any, sql: t.DataType, rows: Sequence[int] | None) -> Any:
        import pyarrow as pa

        kind, found = arrow_type(sql), array.type
        if array.null_count == len(array):  # pandas has floating point for a column of texts that are all missing
            return pa.nulls(len(array), kind)
        if pa.types.is_timestamp(found) and found.tz is None:
            if isinstance(sql, t.TimestampType):
                return self._encoded(array.cast(pa.timestamp("us")).to_pylist(), sql, rows)
            if isinstance(sql, t.DateType) and array.cast(kind).cast(found).equals(array):
                return array.cast(kind)
        if not _converts(found, kind):
            raise MismatchError(f"its values are {found}, not {kind}; convert them in the function")
        cast = array.cast(kind)
        if _infinities(cast) > _infinities(array):
            raise MismatchError(f"a number is too large for {kind}")
        check_precision(cast, sql)
        return cast

    def _encoded(self, values: list[Any], sql: t.DataType, rows: Sequence[int] | None) -> Any:
        """Python objects, by the rules for the results of other functions."""
        try:
            return encoder(default_conversion(sql), self._zone)(values)
        except BadValueError as bad:
            raise _mismatch(values[bad.index], bad.index, rows, bad.reason) from None

    def _without_nan(self, array: Any, rows: Sequence[int] | None) -> Any:
        import pyarrow as pa
        import pyarrow.compute as pc

        is_nan = pc.is_nan(array)
        if rows is not None and pc.any(is_nan).as_py():
            null_rows = self._rows_with_null()
            has_null = pa.array([null_rows[row] for row in rows], pa.bool_())
            return pc.if_else(pc.and_(is_nan, has_null), None, array)
        for argument in self._arguments if rows is None else []:
            if argument.null_count:
                array = pc.if_else(pc.and_(is_nan, argument.is_null()), None, array)
        return array

    def _rows_with_null(self) -> list[bool]:
        """For each row, whether an argument is NULL or has a NULL inside."""
        if not self._null_rows:
            self._null_rows = [*map(any, zip(*map(_with_null, self._arguments), strict=True))]
        return self._null_rows

    def _without_null_rows(self, array: Any, children: list[Any]) -> Any:
        import pyarrow.compute as pc

        for argument in self._arguments:
            if not argument.null_count:
                continue
            is_null = argument.is_null()
            for child in children:
                is_null = pc.and_(is_null, child.is_null())
            array = pc.if_else(is_null, None, array)
        return array


def _object(value: Any, sql: t.DataType) -> Any:
    """A value in a column of objects; what pandas has for NULL there is None, and it has 1.0 for 1 beside a NULL."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return None
    if isinstance(value, float) and not isinstance(sql, (t.FloatType, t.DoubleType)):
        if value != value:
            return None
        return int(value) if isinstance(sql, t.IntegralType) and value.is_integer() else value
    return value


def _mismatch(value: Any, index: int, rows: Sequence[int] | None, reason: str = "") -> MismatchError:
    row = index if rows is None else rows[index]
    return MismatchError(f"{shown(value)} ({type(value).__name__}) in row {row + 1}{reason}")


def _nulls(values: list[Any]) -> Any:
    """Which values are NULL, for Arrow; None if none is."""
    import pyarrow as pa

    mask = [value is None for value in values]
    return pa.array(mask, pa.bool_()) if any(mask) else None


def _struct(children: list[Any], sql: t.StructType, mask: Any = None) -> Any:
    import pyarrow as pa

    return pa.StructArray.from_arrays(children, fields=list(arrow_type(sql)), mask=mask)


def _is_array(value: Any) -> bool:
    """Whether a value has the elements of an ARRAY. Text and bytes are sequences of parts that nobody means."""
    if isinstance(value, (str, bytes, bytearray, memoryview)):
        return False
    return isinstance(value, (Sequence, Set, ValuesView)) or getattr(value, "ndim", 0) == 1


def _is_entry(pair: Any) -> bool:
    return isinstance(pair, (list, tuple)) and len(pair) == 2


def _numpy_type(value: Any) -> Any:
    """The type of an array of numpy. Other values are objects, each of a type of its own."""
    return value.dtype if type(value).__module__ == "numpy" else "object"


def _joined(arrays: Sequence[Any]) -> Any:
    """The elements of arrays of one type."""
    if _numpy_type(arrays[0]) == "object":
        return [*itertools.chain.from_iterable(arrays)]
    import numpy as np

    return np.concatenate(arrays)


def _with_null(array: Any) -> list[bool]:
    """For each value, whether it is NULL or has a NULL inside."""
    from pyarrow import types

    found: list[bool] = array.is_null().to_pylist()
    if types.is_struct(array.type):
        return [*map(any, zip(found, *map(_with_null, array.flatten()), strict=True))]
    if not types.is_nested(array.type):
        return found
    parts = [array.keys, array.items] if types.is_map(array.type) else [array.values]
    bounds = itertools.pairwise(array.offsets.to_pylist())
    inside = [*map(any, zip(*map(_with_null, parts), strict=True))]
    return [null or any(inside[start:end]) for null, (start, end) in zip(found, bounds, strict=True)]


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
