"""Overloads: ``typing.overload`` stubs, and whether a call could choose between them."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Sequence
from typing import Any

from dbt.adapters.tablestore.functions.errors import FunctionError
from dbt.adapters.tablestore.functions.reading.function_kinds import FunctionShape, annotations_of
from dbt.adapters.tablestore.functions.reading.signatures import Signature
from dbt.adapters.tablestore.functions.types.annotations import alternatives
from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.types.messages import annotation_text
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, ParameterType, type_text
from dbt.adapters.tablestore.functions.types.structures import AnnotationContext


def stubs_of(function: Callable[..., Any]) -> Sequence[Callable[..., Any]]:
    """The ``@overload`` stubs of a function, in the order they are written."""
    return typing.get_overloads(function)


def check_accepted(file: str, name: str, stubs: Sequence[Callable[..., Any]], shape: FunctionShape) -> None:
    """Refuses a stub that the implementation's own annotations do not cover.

    Raises:
        FunctionError: naming the first such stub.
    """
    implementation = inspect.signature(shape.parameters_from)
    takes = annotations_of(shape.parameters_from, file)
    own = ", ".join(f"{key}: {annotation_text(value)}" for key, value in takes.items() if key != "return")
    for stub in stubs:
        parameters = list(inspect.signature(stub).parameters.values())
        told = annotations_of(stub, file)
        given = ", ".join(f"{p.name}: {annotation_text(told[p.name])}" for p in parameters if p.name in told)
        head = f"{file}: overload ({given}) is declared but the implementation {name}({own}) does not accept"
        try:
            bound = implementation.bind(*[p.name for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY])
        except TypeError:
            raise FunctionError(f"{head} {len(parameters)} arguments.") from None
        for key, value in bound.arguments.items():
            for stubbed in value if isinstance(value, tuple) else (value,):
                if stubbed in told and key in takes and not _covers(takes[key], told[stubbed], file):
                    raise FunctionError(f"{head} {annotation_text(told[stubbed])}.")


def _covers(wide: Any, narrow: Any, file: str) -> bool:
    context = AnnotationContext(file, "")
    offered = alternatives(wide, context)
    return all(any(_same(mine, theirs) for theirs in offered) for mine in alternatives(narrow, context))


def _same(narrow: Conversion, wide: Conversion) -> bool:
    if isinstance(wide.sql, (AnyType, ParameterType)):
        return True
    if narrow.form != wide.form:
        return False
    return narrow.cls is wide.cls and all(_same(a, b) for a, b in zip(narrow.parts, wide.parts, strict=True))


def check_distinct(file: str, signatures: Sequence[Signature]) -> None:
    """Refuses two signatures with the same inputs: no call could choose.

    Raises:
        FunctionError: naming the first such pair.
    """
    seen: dict[tuple[str, ...], Signature] = {}
    for signature in signatures:
        key = tuple(
            type_text(parameter.conversion.sql) + "..." * parameter.variadic for parameter in signature.parameters
        )
        other = seen.setdefault(key, signature)
        if other is not signature:
            gives, gave = type_text(signature.result.sql), type_text(other.result.sql)
            raise FunctionError(
                f"{file}: two overloads take ({', '.join(key)}) but return {gave} and {gives}; a call could not "
                "choose. Keep one."
            )
