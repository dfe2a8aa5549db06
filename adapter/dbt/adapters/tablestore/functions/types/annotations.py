"""From an annotation to a conversion: extraction, the first level of FLIP-65."""

from __future__ import annotations

import decimal
import inspect
import types
import typing
from dataclasses import replace
from typing import Annotated, Any, Literal, TypeVar, Union

from dbt.adapters.tablestore.functions.types.annotation_context import AnnotationContext
from dbt.adapters.tablestore.functions.types.api import DataType, Table
from dbt.adapters.tablestore.functions.types.classes import (
    LISTS,
    MAPS,
    SETS,
    SQL_TYPES,
    UNPARAMETERIZED,
    class_conversion,
)
from dbt.adapters.tablestore.functions.types.conversions import (
    Conversion,
    container_type,
    default_conversion,
    with_sql_type,
)
from dbt.adapters.tablestore.functions.types.errors import FunctionError, MismatchError
from dbt.adapters.tablestore.functions.types.hashing import check_hashable
from dbt.adapters.tablestore.functions.types.messages import annotation_text, incompatible, suggested_annotation
from dbt.adapters.tablestore.functions.types.sql_types import AnyDecimalType, AnyType, ParameterType
from dbt.adapters.tablestore.functions.types.structures import is_structured, structured_conversion
from dbt.adapters.tablestore.functions.types.type_parser import parse_type
from pyspark.sql import types as t

_PARAMETERIZED = "list[T], tuple[T, ...], set[T], dict[K, V] or a dataclass"


def alternatives(annotation: Any, context: AnnotationContext) -> list[Conversion]:
    """The conversions of a parameter's annotation: several for ``A | B``.

    Raises:
        FunctionError: the annotation has no SQL type; the message says what to write.
    """
    annotation = _named(annotation)
    if typing.get_origin(annotation) in (Union, types.UnionType):
        members = _members(annotation)
        found = [conversion for member in members for conversion in alternatives(member, context)]
        if len(members) < len(typing.get_args(annotation)):
            return [conversion.as_optional() for conversion in found]
        return found
    return [extract(annotation, context)]


def extract(annotation: Any, context: AnnotationContext) -> Conversion:
    """The conversion of one annotation.

    Raises:
        FunctionError: the annotation has no SQL type, or several.
    """
    return replace(_extract(annotation, context), annotation=annotation_text(annotation))


def _extract(annotation: Any, context: AnnotationContext) -> Conversion:
    annotation = _named(annotation)
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Annotated:
        return _annotated(arguments[0], [note for note in arguments[1:] if isinstance(note, DataType)], context)
    if origin in (Union, types.UnionType):
        found = alternatives(annotation, context)
        if len(found) != 1:
            raise context.error(
                f"{annotation_text(annotation)} stands for several SQL types. Annotate one of them {context.target}, "
                "or write an @overload for each."
            )
        return found[0]
    if _is_forced_raw(annotation, context):
        return Conversion(t.BinaryType(), "raw", annotation)
    if origin is Literal:
        return _literal(arguments, context)
    if origin is Table or annotation is Table:
        return _table(arguments, context)
    if isinstance(annotation, TypeVar):
        return Conversion(ParameterType(annotation.__name__, _limits(annotation, context)), "parameter")
    if annotation is Any:
        return default_conversion(AnyType())
    if origin is not None:
        return _container(annotation, origin, arguments, context)
    return class_conversion(annotation, context, extract)


def _limits(variable: TypeVar, context: AnnotationContext) -> tuple[t.DataType, ...]:
    """The types of the constraints of a TypeVar, or of its bound: a call binds it to one of them.

    Any and object are no limit.
    """
    name, found = variable.__name__, list[t.DataType]()
    given = variable.__constraints__ or filter(None, [variable.__bound__])
    limits = [member for limit in given for member in _members(_named(limit))]
    if Any in limits or object in limits:
        return ()
    for limit in limits:
        if limit is decimal.Decimal and context.decimal is None:
            found.append(AnyDecimalType())
            continue
        try:
            conversions = alternatives(limit, context)
        except FunctionError:
            if typing.get_origin(limit) is not None:  # the message is about what is inside
                raise
            raise context.error(
                f"{annotation_text(limit)} names no SQL type, so a call cannot decide whether the TypeVar {name} "
                f"can be one. Name SQL types, for example TypeVar('{name}', int, str), or remove the bound."
            ) from None
        for conversion in conversions:
            default, text = default_conversion(conversion.sql), annotation_text(limit)
            if (conversion.form, conversion.cls) != (default.form, default.cls):
                raise context.error(
                    f"the values of the TypeVar {name} would be of {default.annotation}, not of {text}. "
                    f"Annotate {text} itself, or write an @overload for each class."
                )
            found.append(conversion.sql)
    return tuple(found)


def _members(annotation: Any) -> list[Any]:
    """The members of a union but for None, or the annotation."""
    is_union = typing.get_origin(annotation) in (Union, types.UnionType)
    members = typing.get_args(annotation) if is_union else (annotation,)
    return [member for member in members if member is not type(None)]


def _named(annotation: Any) -> Any:
    """What a NewType, an alias (``type Money = ...``) or ``Final[...]`` stands for."""
    while True:
        if typing.get_origin(annotation) is typing.Final:
            (annotation,) = typing.get_args(annotation)
        elif hasattr(annotation, "__supertype__"):
            annotation = annotation.__supertype__
        elif type(annotation).__name__ == "TypeAliasType":
            annotation = annotation.__value__
        else:
            return annotation


def _annotated(inner: Any, notes: list[DataType], context: AnnotationContext) -> Conversion:
    for note in notes:
        if note.decimal is not None:
            context = replace(context, decimal=note.decimal)
        if note.raw is True:
            base = _without_none(_named(inner))
            return Conversion(t.BinaryType(), "raw", base, optional=base is not _named(inner))
        if note.raw:
            names = [item if isinstance(item, str) else f"{item.__module__}.{item.__qualname__}" for item in note.raw]
            context = replace(context, raw=(*context.raw, *names))
    declared = [note.sql for note in notes if note.sql]
    return extract_as(inner, declared[-1], context) if declared else extract(inner, context)


def extract_as(annotation: Any, declared: str, context: AnnotationContext) -> Conversion:
    """The conversion of an annotation whose SQL type is declared, by DataType, ``@hint`` or YAML.

    Raises:
        FunctionError: there is no such type, or the annotated class cannot hold it.
    """
    try:
        sql = parse_type(declared)
        base = _named(_without_none(_named(annotation)))
        if annotation is inspect.Parameter.empty or base in (object, *UNPARAMETERIZED):
            return replace(
                default_conversion(sql),
                annotation="" if annotation is inspect.Parameter.empty else annotation_text(annotation),
            )
        if base is decimal.Decimal and isinstance(sql, t.DecimalType):
            found: Conversion | None = Conversion(sql, "plain", decimal.Decimal)
        elif isinstance(base, type) and base.__module__.partition(".")[0] in ("pyarrow", "pandas"):
            found = _column(base, sql)
        else:
            # the declared type says the precision of every Decimal in the annotation
            found = with_sql_type(extract(annotation, replace(context, decimal=context.decimal or (38, 18))), sql)
    except MismatchError as mismatch:
        raise context.error(f"{context.target}, {mismatch}.") from None
    if found is None:
        raise IncompatibleTypeError(context, annotation, sql)
    return replace(found, annotation=annotation_text(annotation), optional=found.optional or base is not annotation)


class IncompatibleTypeError(FunctionError):
    """A declared type that the annotated class cannot hold."""

    def __init__(self, context: AnnotationContext, annotation: Any, sql: t.DataType) -> None:
        self.annotation, self.sql = annotation, sql
        super().__init__(
            f"{context.subject}: {incompatible(annotation, sql)} {context.target}. Change the type, or annotate "
            f"{suggested_annotation(sql)}."
        )


def _without_none(annotation: Any) -> Any:
    """The annotation without ``| None``."""
    members = _members(annotation)
    return members[0] if len(members) == 1 else annotation


def _is_forced_raw(annotation: Any, context: AnnotationContext) -> bool:
    if not isinstance(annotation, type) or not context.raw:
        return False
    name = f"{annotation.__module__}.{annotation.__qualname__}"
    return any(name == pattern or (pattern.endswith(".") and name.startswith(pattern)) for pattern in context.raw)


def _literal(members: tuple[Any, ...], context: AnnotationContext) -> Conversion:
    if not members:
        raise context.error(f'a Literal needs values. Write, for example, Literal["a", "b"] {context.target}.')
    classes = {type(member) for member in members}
    cls = type(members[0])
    if len(classes) != 1 or cls not in (str, int, bool):
        names = ", ".join(sorted(cls.__name__ for cls in classes))
        raise context.error(f"the values of a Literal must all be str, all int or all bool; these are {names}.")
    return Conversion(SQL_TYPES[cls], "plain", cls, constants=members)


def _table(arguments: tuple[Any, ...], context: AnnotationContext) -> Conversion:
    if not arguments:
        raise context.error("Table does not name its rows. Write Table[Row], with a dataclass Row of the columns.")
    row = extract(arguments[0], context)
    if row.form not in ("record", "mapping", "items"):
        raise context.error(
            f"the rows of a Table must be a dataclass, NamedTuple or TypedDict, not {annotation_text(arguments[0])}."
        )
    return Conversion(row.sql, "table", parts=(row,))


def _container(annotation: Any, origin: Any, arguments: tuple[Any, ...], context: AnnotationContext) -> Conversion:
    if origin in LISTS and len(arguments) == 1:
        return _container_conversion("list", list, (extract(arguments[0], context),))
    if origin in SETS and len(arguments) == 1:
        cls = frozenset if origin is frozenset else set
        element = extract(arguments[0], context)
        check_hashable(annotation, "an element of a set", element, context)
        return _container_conversion("set", cls, (element,))
    if origin is tuple and len(arguments) == 2 and arguments[1] is ...:
        return _container_conversion("tuple", tuple, (extract(arguments[0], context),))
    if origin is tuple and arguments:
        names = tuple(f"_{number}" for number in range(1, len(arguments) + 1))
        parts = tuple(extract(argument, context) for argument in arguments)
        sql = container_type("items", names, parts)
        return Conversion(sql, "items", tuple, parts=parts, names=names, required=frozenset(names))
    if is_structured(origin):
        return structured_conversion(origin, context, extract, arguments)
    if origin in MAPS and len(arguments) == 2:
        key, value = (extract(argument, context) for argument in arguments)
        if key.optional or isinstance(key.sql, t.MapType):
            kind = "None" if key.optional else "a map"
            raise context.error(
                f"{annotation_text(annotation)}: the key of a map cannot be {kind}. "
                f"Write, for example, dict[str, {value.annotation}]."
            )
        check_hashable(annotation, "the key of a map", key, context)
        return _container_conversion("dict", dict, (key, value))
    raise context.error(f"{annotation_text(annotation)} has no SQL type. Use {_PARAMETERIZED} {context.target}.")


def _container_conversion(form: str, cls: Any, parts: tuple[Conversion, ...]) -> Conversion:
    return Conversion(container_type(form, (), parts), form, cls, parts=parts)


def _column(cls: type, sql: t.DataType) -> Conversion | None:
    if (cls.__name__ == "DataFrame") != isinstance(sql, t.StructType) and cls.__module__.startswith("pandas"):
        return None
    return Conversion(sql, "arrow" if cls.__module__.startswith("pyarrow") else "pandas", cls, optional=True)
