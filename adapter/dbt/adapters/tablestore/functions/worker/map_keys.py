"""Equal keys in one map, of which Spark would show one entry and hide the other."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any


def repeated_key(keys: Any, offsets: Sequence[int]) -> tuple[int, Any] | None:
    """The first map that has a key twice, and the key; ``keys`` are those of all maps, of which each ends at an offset.

    Keys are compared as Spark does: NaN equals itself, and both zeros are equal.
    """
    values = keys.to_pylist()
    for row, (start, end) in enumerate(itertools.pairwise(offsets)):
        seen = set()
        for key in values[start:end] if end - start > 1 else ():
            if (known := _comparable(key)) in seen:
                return row, key
            seen.add(known)
    return None


def repeated_key_in(array: Any) -> Any:
    """A key that a map of a column, or a map inside of one of its values, has twice; None if there is none."""
    from pyarrow import types

    if types.is_map(array.type):
        if (found := repeated_key(array.keys, array.offsets.to_pylist())) is not None:
            return found[1]
        parts = [array.keys, array.items]
    elif types.is_struct(array.type):
        parts = array.flatten()
    else:
        parts = [array.values] if types.is_nested(array.type) else []
    return next((key for part in parts if (key := repeated_key_in(part)) is not None), None)


def _comparable(value: Any) -> Any:
    """A value of Arrow as one that Python can compare."""
    if isinstance(value, (list, tuple)):
        return tuple(map(_comparable, value))
    if isinstance(value, dict):
        return tuple((name, _comparable(item)) for name, item in value.items())
    return "NaN" if value != value else value
