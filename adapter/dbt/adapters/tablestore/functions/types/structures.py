"""Structured types: dataclasses, NamedTuples and TypedDicts as STRUCT."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from dbt.adapters.tablestore.functions.errors import FunctionError
from dbt.adapters.tablestore.functions.types.conversions import Conversion, container_type


@dataclass(frozen=True)
class AnnotationContext:
    """Where an annotation stands, for sentences: ``functions/f.py: f(x: Decimal)`` and ``for `x` ``."""

    subject: str
    target: str
    file: str = ""
    decimal: tuple[int, int] | None = None
    raw: tuple[str, ...] = ()

    def error(self, sentence: str) -> FunctionError:
        """A sentence about this context."""
        return FunctionError(f"{self.subject}: {sentence}")


def structured_conversion(
    cls: Any, context: AnnotationContext, extract: Callable[[Any, AnnotationContext], Conversion]
) -> Conversion:
    """The conversion of a class with fields, in the order they are declared; ``extract`` reads a field's annotation.

    Raises:
        FunctionError: the fields are unknown, or one of them has no SQL type.
    """
    if typing.is_typeddict(cls):
        form, names, required = "mapping", list(cls.__annotations__), frozenset(cls.__required_keys__)
    elif dataclasses.is_dataclass(cls):
        fields = [field for field in dataclasses.fields(cls) if field.init]
        form, names = "record", [field.name for field in fields]
        missing = dataclasses.MISSING
        required = frozenset(f.name for f in fields if f.default is missing and f.default_factory is missing)
    elif issubclass(cls, tuple) and hasattr(cls, "_fields"):
        form, names = "record", list(cls._fields)
        required = frozenset(names) - frozenset(cls._field_defaults)
    else:
        raise context.error(
            f"`{cls.__name__}` is not a dataclass, NamedTuple or TypedDict, so its fields are unknown. "
            "Make it a dataclass, or store it opaquely with DataType(raw=True)."
        )
    hints = typing.get_type_hints(cls, include_extras=True)
    parts = []
    for name in names:
        annotation = hints[name]
        if typing.get_origin(annotation) in (typing.Required, typing.NotRequired):
            annotation = typing.get_args(annotation)[0]
        parts.append(extract(annotation, replace(context, target=f"for its field `{name}`")))
    return Conversion(
        container_type(form, tuple(names), tuple(parts)),
        form,
        cls,
        parts=tuple(parts),
        names=tuple(names),
        required=required,
    )
