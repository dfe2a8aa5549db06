"""From a function's results to Arrow, strictly: what does not fit is an error, never NULL or another value.

Runs in Spark's Python workers.
"""

from __future__ import annotations

import bisect
import operator
from collections.abc import Callable, Mapping
from typing import Any

from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.types.messages import with_article
from dbt.adapters.tablestore.functions.worker.scalar_encoders import (
    BadValueError,
    Encoder,
    advice,
    arrow_type,
    scalar_encoder,
)


def encoder(conversion: Conversion, zone: str) -> Encoder:
    """A function from a list of results to an Arrow array; None is NULL."""
    if conversion.form in ("list", "tuple", "set"):
        return _sequence(conversion, encoder(conversion.parts[0], zone))
    if conversion.form == "dict":
        return _map(conversion, encoder(conversion.parts[0], zone), encoder(conversion.parts[1], zone))
    if conversion.form in ("record", "mapping"):
        return _struct(conversion, [encoder(part, zone) for part in conversion.parts])
    return scalar_encoder(conversion, zone)


def _check_none(array: Any, column: list[Any], part: Conversion, rows: Callable[[int], int | None], what: str) -> None:
    if part.optional or not array.null_count:
        return
    for index, value in enumerate(column):
        if value is None and (row := rows(index)) is not None:
            raise BadValueError(row, f", and {what} is None", f"Annotate {part.annotation} | None there.")


def _flat(values: list[Any], accepted: tuple[type, ...], conversion: Conversion) -> tuple[list[int], list[Any]]:
    offsets = [0]
    flat: list[Any] = []
    for index, value in enumerate(values):
        if value is not None:
            if not isinstance(value, accepted):
                raise BadValueError(index, "", advice(conversion, value))
            items: Any = value.items() if isinstance(value, Mapping) else value
            flat.extend(items)
        offsets.append(len(flat))
    return offsets, flat


def _inner(part: Encoder, flat: list[Any], offsets: list[int], what: str, conversion: Conversion) -> Any:
    try:
        return part(flat)
    except BadValueError as bad:
        value = flat[bad.index]
        why = (
            bad.why
            if bad.why.startswith(", and")
            else f", and {what} {value!r} is {with_article(type(value).__name__)}"
        )
        raise BadValueError(
            bisect.bisect_right(offsets, bad.index) - 1, why, f"Return {conversion.annotation}."
        ) from None


def _sequence(conversion: Conversion, part: Encoder) -> Encoder:
    kind = arrow_type(conversion.sql)
    accepted = (set, frozenset) if conversion.form == "set" else (list, tuple)

    def encode(values: list[Any]) -> Any:
        import pyarrow as pa

        offsets, flat = _flat(values, accepted, conversion)
        child = _inner(part, flat, offsets, "its element", conversion)
        _check_none(child, flat, conversion.parts[0], lambda i: bisect.bisect_right(offsets, i) - 1, "an element")
        mask = pa.array([value is None for value in values], pa.bool_()) if None in values else None
        return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), child, type=kind, mask=mask)

    return encode


def _map(conversion: Conversion, key: Encoder, value: Encoder) -> Encoder:
    kind = arrow_type(conversion.sql)

    def encode(values: list[Any]) -> Any:
        import pyarrow as pa

        offsets, flat = _flat(values, (Mapping,), conversion)
        keys, items = [pair[0] for pair in flat], [pair[1] for pair in flat]
        rows = lambda i: bisect.bisect_right(offsets, i) - 1  # noqa: E731
        key_array = _inner(key, keys, offsets, "its key", conversion)
        item_array = _inner(value, items, offsets, "its value", conversion)
        _check_none(key_array, keys, conversion.parts[0], rows, "a key")
        _check_none(item_array, items, conversion.parts[1], rows, "a value")
        # a null offset is a NULL map
        marked = [None if v is None else o for v, o in zip(values, offsets, strict=False)] + [offsets[-1]]
        return pa.MapArray.from_arrays(pa.array(marked, pa.int32()), key_array, item_array, type=kind)

    return encode


def _struct(conversion: Conversion, parts: list[Encoder]) -> Encoder:
    kind = arrow_type(conversion.sql)
    mapping = conversion.form == "mapping"

    def encode(values: list[Any]) -> Any:
        import pyarrow as pa

        kinds = set(map(type, values))
        if mapping:
            values = [_as_mapping(conversion, index, value) for index, value in enumerate(values)]
        elif not kinds <= {type(None), conversion.cls}:
            _check_class(conversion, values)
        some_none = type(None) in kinds
        children = []
        for name, part, encode_part in zip(conversion.names, conversion.parts, parts, strict=True):
            read = (lambda value, name=name: value.get(name)) if mapping else operator.attrgetter(name)
            column = [None if value is None else read(value) for value in values] if some_none else [*map(read, values)]
            try:
                child = encode_part(column)
            except BadValueError as bad:
                found = column[bad.index]
                why = f", and its field `{name}` is {found!r} ({type(found).__name__})"
                raise BadValueError(bad.index, bad.why if bad.why.startswith(", and") else why, bad.advice) from None
            if not mapping or name in conversion.required:
                row = lambda index: None if values[index] is None else index  # noqa: E731
                _check_none(child, column, part, row, f"its field `{name}`")
            children.append(child)
        mask = pa.array([value is None for value in values], pa.bool_()) if some_none else None
        return pa.StructArray.from_arrays(children, fields=list(kind), mask=mask)

    return encode


def _check_class(conversion: Conversion, values: list[Any]) -> None:
    for index, value in enumerate(values):
        if value is not None and not isinstance(value, conversion.cls):
            raise BadValueError(index, "", advice(conversion, value))


def _as_mapping(conversion: Conversion, index: int, value: Any) -> Any:
    """A TypedDict's or a declared STRUCT's value: a dict by names, or a tuple in order."""
    if value is None:
        return None
    if isinstance(value, tuple) and len(value) == len(conversion.names):
        return dict(zip(conversion.names, value, strict=True))
    if not isinstance(value, Mapping):
        raise BadValueError(index, "", advice(conversion, value))
    missing = [name for name in conversion.names if name in conversion.required and name not in value]
    unknown = [name for name in value if name not in conversion.names]
    if missing or unknown:
        why = f"`{missing[0]}` is missing" if missing else f"`{unknown[0]}` is no field of it"
        raise BadValueError(index, f", and {why}", f"Return a dict with {', '.join(conversion.names)}.")
    return value
