"""From a function's results to Arrow. What does not fit is an error, never NULL and never another value.

Runs in Spark's Python workers.
"""

from __future__ import annotations

import bisect
import operator
from collections.abc import Callable, Mapping
from typing import Any

from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.types.messages import shown, with_article
from dbt.adapters.tablestore.functions.worker.map_keys import repeated_key
from dbt.adapters.tablestore.functions.worker.opaque import NO_CLASSES, Pickles
from dbt.adapters.tablestore.functions.worker.scalar_encoders import (
    BadValueError,
    Encoder,
    arrow_type,
    scalar_encoder,
    wrong_class_advice,
)

# Classes whose values are different in SQL if they are different keys of a dict.
_KEPT_AS_THEY_ARE = (bool, int, str, bytes)


def encoder(conversion: Conversion, zone: str, pickles: Pickles = NO_CLASSES) -> Encoder:
    """A function from a list of results to an Arrow array; None becomes NULL."""
    parts = [encoder(part, zone, pickles) for part in conversion.parts]
    if conversion.form in ("list", "tuple", "set"):
        return _sequence(conversion, parts[0])
    if conversion.form == "dict":
        return _map(conversion, parts[0], parts[1])
    if conversion.form in ("record", "mapping", "items"):
        return _struct(conversion, parts)
    return scalar_encoder(conversion, zone, pickles)


def _check_none(
    array: Any, column: list[Any], part: Conversion, row_of: Callable[[int], int | None], name: str
) -> None:
    """Refuses None in a part that is not optional; ``row_of`` gives the row of an element, None for a NULL row."""
    if part.optional or not array.null_count:
        return
    for index, value in enumerate(column):
        if value is None and (row := row_of(index)) is not None:
            raise BadValueError(row, f", and {name} is None", f"Annotate it as {part.annotation} | None.", inner=True)


def _flatten(values: list[Any], accepted: tuple[type, ...], conversion: Conversion) -> tuple[list[int], list[Any]]:
    """The elements of all rows, and where those of each row begin."""
    offsets = [0]
    flat: list[Any] = []
    for index, value in enumerate(values):
        if value is not None:
            if not isinstance(value, accepted):
                raise BadValueError(index, "", wrong_class_advice(conversion, value))
            items: Any = value.items() if isinstance(value, Mapping) else value
            flat.extend(items)
        offsets.append(len(flat))
    return offsets, flat


def _row_of(offsets: list[int]) -> Callable[[int], int]:
    """The row of an element."""
    return lambda index: bisect.bisect_right(offsets, index) - 1


def _encode_elements(part: Encoder, flat: list[Any], offsets: list[int], name: str, conversion: Conversion) -> Any:
    try:
        return part(flat)
    except BadValueError as bad:
        value = flat[bad.index]
        reason = bad.reason if bad.inner else f", and {name} {shown(value)} is {with_article(type(value).__name__)}"
        row = _row_of(offsets)(bad.index)
        raise BadValueError(row, reason, f"Return {conversion.annotation}.", inner=True) from None


def _sequence(conversion: Conversion, part: Encoder) -> Encoder:
    kind = arrow_type(conversion.sql)
    accepted = (set, frozenset) if conversion.form == "set" else (list, tuple)

    def encode(values: list[Any]) -> Any:
        import pyarrow as pa

        offsets, flat = _flatten(values, accepted, conversion)
        child = _encode_elements(part, flat, offsets, "its element", conversion)
        _check_none(child, flat, conversion.parts[0], _row_of(offsets), "an element")
        mask = pa.array([value is None for value in values], pa.bool_()) if None in values else None
        return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), child, type=kind, mask=mask)

    return encode


def _map(conversion: Conversion, key: Encoder, value: Encoder) -> Encoder:
    kind = arrow_type(conversion.sql)
    stays_different = conversion.parts[0].form == "plain" and conversion.parts[0].cls in _KEPT_AS_THEY_ARE

    def encode(values: list[Any]) -> Any:
        import pyarrow as pa

        offsets, flat = _flatten(values, (Mapping,), conversion)
        keys, items = [pair[0] for pair in flat], [pair[1] for pair in flat]
        key_array = _encode_elements(key, keys, offsets, "its key", conversion)
        item_array = _encode_elements(value, items, offsets, "its value", conversion)
        _check_none(key_array, keys, conversion.parts[0], _row_of(offsets), "a key")
        _check_none(item_array, items, conversion.parts[1], _row_of(offsets), "a value")
        if not stays_different and (repeated := repeated_key(key_array, offsets)) is not None:
            row, known = repeated
            raise BadValueError(row, f", and two of its keys are {shown(known)}", "Return each key once.", inner=True)
        # a null offset is a NULL map
        with_nulls = [None if v is None else o for v, o in zip(values, offsets, strict=False)] + [offsets[-1]]
        return pa.MapArray.from_arrays(pa.array(with_nulls, pa.int32()), key_array, item_array, type=kind)

    return encode


def _struct(conversion: Conversion, encoders: list[Encoder]) -> Encoder:
    kind = arrow_type(conversion.sql)
    mapping = conversion.form != "record"

    def encode(values: list[Any]) -> Any:
        import pyarrow as pa

        classes = set(map(type, values))
        if mapping:
            values = [as_mapping(conversion, index, value) for index, value in enumerate(values)]
        elif not classes <= {type(None), conversion.cls}:
            _check_class(conversion, values)
        has_none = type(None) in classes
        children = []
        for name, part, encode_part in zip(conversion.names, conversion.parts, encoders, strict=True):
            column = _field_values(values, name, mapping, has_none)
            child = _encode_field(encode_part, column, name)
            if not mapping or name in conversion.required:
                row_of = lambda index: None if values[index] is None else index  # noqa: E731
                _check_none(child, column, part, row_of, f"its field `{name}`")
            children.append(child)
        mask = pa.array([value is None for value in values], pa.bool_()) if has_none else None
        return pa.StructArray.from_arrays(children, fields=list(kind), mask=mask)

    return encode


def _field_values(values: list[Any], name: str, mapping: bool, has_none: bool) -> list[Any]:
    read: Callable[[Any], Any] = (lambda value: value.get(name)) if mapping else operator.attrgetter(name)
    return [None if value is None else read(value) for value in values] if has_none else [*map(read, values)]


def _encode_field(encode: Encoder, column: list[Any], name: str) -> Any:
    try:
        return encode(column)
    except BadValueError as bad:
        value = column[bad.index]
        reason = bad.reason if bad.inner else f", and its field `{name}` is {shown(value)} ({type(value).__name__})"
        raise BadValueError(bad.index, reason, bad.advice, inner=True) from None


def _check_class(conversion: Conversion, values: list[Any]) -> None:
    for index, value in enumerate(values):
        if value is not None and not isinstance(value, conversion.cls):
            raise BadValueError(index, "", wrong_class_advice(conversion, value))


def as_mapping(conversion: Conversion, index: int, value: Any) -> Any:
    """The value of a TypedDict or of a declared STRUCT: a dict by names, or a tuple in order.

    Raises:
        BadValueError: it is not one.
    """
    if value is None:
        return None
    if isinstance(value, tuple) and len(value) == len(conversion.names):
        return dict(zip(conversion.names, value, strict=True))
    if conversion.form == "items":
        advice = f"Return a tuple of {len(conversion.names)} values." if isinstance(value, tuple) else ""
        raise BadValueError(index, "", advice or wrong_class_advice(conversion, value))
    if not isinstance(value, Mapping):
        raise BadValueError(index, "", wrong_class_advice(conversion, value))
    missing = [name for name in conversion.names if name in conversion.required and name not in value]
    unknown = [name for name in value if name not in conversion.names]
    if missing or unknown:
        reason = f", and `{missing[0]}` is missing" if missing else f", which has no field `{unknown[0]}`"
        raise BadValueError(index, reason, f"Return a dict with {', '.join(conversion.names)}.", inner=True)
    return value
