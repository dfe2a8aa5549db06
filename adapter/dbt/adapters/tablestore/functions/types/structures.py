"""Structured types: dataclasses, NamedTuples and TypedDicts as STRUCT."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import typing_extensions
from dbt.adapters.tablestore.functions.types.annotation_context import AnnotationContext
from dbt.adapters.tablestore.functions.types.conversions import Conversion, container_type


@dataclass(frozen=True)
class _Fields:
    """The fields of a structured class: their names in order, and those without a default."""

    form: str
    names: list[str]
    required: frozenset[str]


def structured_conversion(
    cls: Any, context: AnnotationContext, extract: Callable[[Any, AnnotationContext], Conversion]
) -> Conversion:
    """The conversion of a class with fields, in the order they are declared; ``extract`` reads a field's annotation.

    Raises:
        FunctionError: the fields are unknown, or one of them has no SQL type.
    """
    if cls in context.enclosing:
        raise context.error(
            f"`{cls.__name__}` contains itself, and a STRUCT cannot. Store the nested value as bytes with "
            f"Annotated[{cls.__name__}, DataType(raw=True)]."
        )
    fields = _fields_of(cls)
    if fields is None:
        raise context.error(
            f"`{cls.__name__}` is not a dataclass, NamedTuple or TypedDict, so its fields are unknown. "
            f"Make it a dataclass, or store it as bytes with Annotated[{cls.__name__}, DataType(raw=True)]."
        )
    annotations = _annotations_of(cls, context)
    inner = replace(context, enclosing=(*context.enclosing, cls))
    parts = tuple(
        extract(_without_requirement(annotations[name]), replace(inner, target=f"for its field `{name}`"))
        for name in fields.names
    )
    names = tuple(fields.names)
    sql = container_type(fields.form, names, parts)
    return Conversion(sql, fields.form, cls, parts=parts, names=names, required=fields.required)


def _fields_of(cls: Any) -> _Fields | None:
    if typing_extensions.is_typeddict(cls):
        return _Fields("mapping", list(cls.__annotations__), frozenset(cls.__required_keys__))
    if dataclasses.is_dataclass(cls):
        fields = [field for field in dataclasses.fields(cls) if field.init]
        missing = dataclasses.MISSING
        required = frozenset(f.name for f in fields if f.default is missing and f.default_factory is missing)
        return _Fields("record", [field.name for field in fields], required)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        names = list(cls._fields)
        return _Fields("record", names, frozenset(names) - frozenset(cls._field_defaults))
    return None


def _annotations_of(cls: Any, context: AnnotationContext) -> dict[str, Any]:
    try:
        return typing.get_type_hints(cls, include_extras=True)
    except (NameError, TypeError, SyntaxError) as error:
        raise context.error(f"an annotation of `{cls.__name__}` cannot be evaluated: {error}.") from error


def _without_requirement(annotation: Any) -> Any:
    """A TypedDict's annotation without ``Required[...]`` or ``NotRequired[...]``."""
    if typing.get_origin(annotation) in (typing_extensions.Required, typing_extensions.NotRequired):
        return typing.get_args(annotation)[0]
    return annotation
