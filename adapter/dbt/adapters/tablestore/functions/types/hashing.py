"""What Python puts into a set, or into a dict as a key: it must be able to hash all that the value consists of."""

from __future__ import annotations

import dataclasses
from typing import Any

from dbt.adapters.tablestore.functions.types.annotation_context import AnnotationContext
from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.types.messages import annotation_text

_INSTEAD = {"list": "Write tuple[T, ...]", "set": "Write frozenset[T]", "plain": "Write bytes"}


def check_hashable(annotation: Any, what: str, part: Conversion, context: AnnotationContext) -> None:
    """Checks the element of a set, or the key of a map.

    Raises:
        FunctionError: Python cannot hash it; the message says which of its fields, and what to write.
    """
    found = _unhashable(part)
    if found is None:
        return
    fields, culprit = found
    because = "" if culprit is part else f", because it has {culprit.annotation}"
    because = f", because its field `{'.'.join(fields)}` is {culprit.annotation}" if fields else because
    instead = _INSTEAD.get(culprit.form, "Write a NamedTuple, or leave it out")
    if culprit.form == "record":
        instead = f"Make `{culprit.cls.__name__}` a @dataclass(frozen=True)"
    raise context.error(
        f"{annotation_text(annotation)}: {what} cannot be {part.annotation}{because}, which Python cannot hash. "
        f"{instead} {context.target}."
    )


def _unhashable(conversion: Conversion) -> tuple[list[str], Conversion] | None:
    """The part that Python cannot hash, and the names of the fields that lead to it."""
    is_class = conversion.form == "record"
    if conversion.form in ("list", "dict", "mapping") or conversion.cls in (set, bytearray):
        return [], conversion
    if is_class and conversion.cls.__hash__ is None:
        return [], conversion
    hashed = _hashed_fields(conversion)
    for position, part in enumerate(conversion.parts):
        name = [conversion.names[position]] if is_class else []
        if hashed.issuperset(name) and (found := _unhashable(part)):
            return [*name, *found[0]], found[1]
    return None


def _hashed_fields(conversion: Conversion) -> set[str]:
    """The fields from which Python makes the hash of a NamedTuple or dataclass; none if the class makes it itself."""
    made = getattr(conversion.cls, "__hash__", None)
    if made is tuple.__hash__:
        return set(conversion.names)
    code = getattr(made, "__code__", None)
    if not dataclasses.is_dataclass(conversion.cls) or code is None or code.co_filename != "<string>":
        return set()  # what dataclasses write is in no file
    fields = dataclasses.fields(conversion.cls)
    return {field.name for field in fields if (field.compare if field.hash is None else field.hash)}
