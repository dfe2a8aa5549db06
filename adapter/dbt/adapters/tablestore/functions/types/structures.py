"""Structured types: dataclasses, NamedTuples and TypedDicts as STRUCT."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import typing_extensions
from dbt.adapters.tablestore.functions.types.annotation_context import AnnotationContext
from dbt.adapters.tablestore.functions.types.conversions import Conversion, container_type
from dbt.adapters.tablestore.functions.types.sql_types import equal_names

# A generic class that contains itself with other arguments contains classes without end.
_DEEPEST = 50


@dataclass(frozen=True)
class _Fields:
    """The fields of a structured class: their names in order, those without a default, and those it sets itself."""

    form: str
    names: list[str]
    required: frozenset[str]
    computed: frozenset[str] = frozenset()


def structured_conversion(
    cls: Any,
    context: AnnotationContext,
    extract: Callable[[Any, AnnotationContext], Conversion],
    arguments: tuple[Any, ...] = (),
) -> Conversion:
    """The conversion of a class with fields, in the order they are declared; ``extract`` reads a field's annotation.

    ``arguments`` are those of a generic class: ``Pair[int]`` has one.

    Raises:
        FunctionError: the fields are unknown, or one of them has no SQL type.
    """
    if (cls, arguments) in context.enclosing or len(context.enclosing) == _DEEPEST:
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
    if not fields.names:
        raise context.error(f"`{cls.__name__}` has no fields, and a STRUCT needs one {context.target}.")
    if equal := equal_names(fields.names):
        raise context.error(
            f"the fields `{equal[0]}` and `{equal[1]}` of `{cls.__name__}` have the same name in SQL, where upper and "
            "lower case are equal. Rename one of them."
        )
    annotations = _annotations_of(cls, arguments, context)
    if bare := [name for name in fields.names if name not in annotations]:
        raise context.error(
            f"the field `{bare[0]}` of `{cls.__name__}` has no annotation. Make `{cls.__name__}` a NamedTuple or a "
            f"dataclass, and write, for example, {bare[0]}: int."
        )
    inner = replace(context, enclosing=(*context.enclosing, (cls, arguments)))
    parts = tuple(
        extract(_unwrapped(annotations[name]), replace(inner, target=f"for its field `{name}`"))
        for name in fields.names
    )
    names = tuple(fields.names)
    required = frozenset(name for name in names if _is_required(annotations[name], name in fields.required))
    sql = container_type(fields.form, names, parts)
    return Conversion(sql, fields.form, cls, parts=parts, names=names, required=required, computed=fields.computed)


def is_structured(cls: Any) -> bool:
    """Whether a class has fields that are the fields of a STRUCT."""
    return isinstance(cls, type) and _fields_of(cls) is not None


def _fields_of(cls: Any) -> _Fields | None:
    if typing_extensions.is_typeddict(cls):
        return _Fields("mapping", list(cls.__annotations__), frozenset(cls.__required_keys__))
    if dataclasses.is_dataclass(cls):
        fields, missing = dataclasses.fields(cls), dataclasses.MISSING
        computed = frozenset(field.name for field in fields if not field.init)
        required = frozenset(f.name for f in fields if f.default is missing and f.default_factory is missing)
        return _Fields("record", [field.name for field in fields], required - computed, computed)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        names = list(cls._fields)
        return _Fields("record", names, frozenset(names) - frozenset(cls._field_defaults))
    return None


def _annotations_of(cls: Any, arguments: tuple[Any, ...], context: AnnotationContext) -> dict[str, Any]:
    """The annotations of the fields, in which the TypeVars of the class and of its bases are what they are given."""
    try:
        own = typing.get_type_hints(cls, include_extras=True)
    except (NameError, TypeError, SyntaxError) as error:
        raise context.error(f"an annotation of `{cls.__name__}` cannot be evaluated: {error}.") from error
    given = dict(zip(getattr(cls, "__parameters__", ()), arguments, strict=False))
    inherited: dict[str, Any] = {}
    for base in reversed(vars(cls).get("__orig_bases__", cls.__bases__)):
        origin = typing.get_origin(base) or base
        if origin is not cls and is_structured(origin):
            passed = tuple(_bound(argument, given) for argument in typing.get_args(base))
            inherited |= _annotations_of(origin, passed, context)
    # a TypedDict has the annotations of its bases, too
    repeated = () if typing_extensions.is_typeddict(cls) else vars(cls).get("__annotations__", ())
    return {
        name: inherited[name] if name in inherited and name not in repeated else _bound(annotation, given)
        for name, annotation in own.items()
    }


_QUALIFIERS = (typing_extensions.Required, typing_extensions.NotRequired, typing_extensions.ReadOnly)


def _unwrapped(annotation: Any) -> Any:
    """A TypedDict's annotation without ``Required[...]``, ``NotRequired[...]`` and ``ReadOnly[...]``."""
    while typing.get_origin(annotation) in _QUALIFIERS:
        annotation = typing.get_args(annotation)[0]
    return annotation


def _is_required(annotation: Any, otherwise: bool) -> bool:
    """Whether a field is required: what its annotation says, which Python does not read if it is text."""
    while (qualifier := typing.get_origin(annotation)) in _QUALIFIERS:
        if qualifier is not typing_extensions.ReadOnly:
            return qualifier is typing_extensions.Required
        annotation = typing.get_args(annotation)[0]
    return otherwise


def _bound(annotation: Any, given: dict[Any, Any]) -> Any:
    """An annotation of a generic class with the TypeVars replaced by what the class is given."""
    if isinstance(annotation, TypeVar):  # others need not be hashable
        return given.get(annotation, annotation)
    parameters = getattr(annotation, "__parameters__", ())
    if not given or not parameters or isinstance(annotation, type):
        return annotation
    return annotation[tuple(given.get(parameter, parameter) for parameter in parameters)]
