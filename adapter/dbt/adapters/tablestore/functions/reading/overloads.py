"""Overloads: the stubs of ``typing.overload``, and whether a call could choose between them."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

import typing_extensions
from dbt.adapters.tablestore.functions.reading.function_kinds import FunctionShape, annotations_of
from dbt.adapters.tablestore.functions.reading.signatures import Signature
from dbt.adapters.tablestore.functions.types.annotation_context import AnnotationContext
from dbt.adapters.tablestore.functions.types.annotations import alternatives
from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.types.messages import annotation_text, count
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, ParameterType, type_text

Stub = Callable[..., Any]


@contextmanager
def registering_stubs() -> Generator[None]:
    """Runs the block with a ``typing.overload`` that remembers its stubs.

    Python's own does so from 3.11 on; in 3.10 the one of typing_extensions stands in.
    """
    original = typing.overload
    if not hasattr(typing, "get_overloads"):
        typing.overload = typing_extensions.overload
    try:
        yield
    finally:
        typing.overload = original


def stubs_of(function: Callable[..., Any]) -> Sequence[Stub]:
    """The ``@overload`` stubs of a function, in the order of the file."""
    return typing_extensions.get_overloads(function)


def check_accepted(file: str, name: str, stubs: Sequence[Stub], shape: FunctionShape) -> None:
    """Checks that the implementation's own annotations cover every stub.

    Raises:
        FunctionError: names the first stub that they do not cover.
    """
    implementation = inspect.signature(shape.parameters_from)
    accepted = annotations_of(shape.parameters_from, file)
    own = _parameters_text(accepted, [key for key in accepted if key != "return"])
    for stub in stubs:
        parameters = list(inspect.signature(stub).parameters.values())
        annotations = annotations_of(stub, file)
        declared = _parameters_text(annotations, [parameter.name for parameter in parameters])
        head = f"{file}: @overload {name}({declared}) is declared, but the implementation {name}({own}) does not accept"
        names = [p.name for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
        try:
            bound = implementation.bind(*names)
        except TypeError:
            raise FunctionError(
                f"{head} {count(len(parameters), 'argument')}. Add the missing parameters to the implementation."
            ) from None
        for key, value in bound.arguments.items():
            for parameter in value if isinstance(value, tuple) else (value,):
                known = parameter in annotations and key in accepted
                if known and not _covers(accepted[key], annotations[parameter], file):
                    raise FunctionError(
                        f"{head} {annotation_text(annotations[parameter])}. Widen the implementation's annotation."
                    )


def _parameters_text(annotations: dict[str, Any], names: Sequence[str]) -> str:
    return ", ".join(f"{name}: {annotation_text(annotations[name])}" for name in names if name in annotations)


def _covers(wide: Any, narrow: Any, file: str) -> bool:
    context = AnnotationContext(file, "")
    offered = alternatives(wide, context)
    return all(any(_same(mine, theirs) for theirs in offered) for mine in alternatives(narrow, context))


def _same(narrow: Conversion, wide: Conversion) -> bool:
    if isinstance(wide.sql, (AnyType, ParameterType)):
        return True
    if narrow.form != wide.form:
        return False
    if narrow.cls is not wide.cls or len(narrow.parts) != len(wide.parts):
        return False
    return all(_same(a, b) for a, b in zip(narrow.parts, wide.parts, strict=True))


def check_distinct(file: str, signatures: Sequence[Signature]) -> None:
    """Checks that no two signatures have the same inputs, because a call could not choose between them.

    Raises:
        FunctionError: names the first such pair.
    """
    seen: dict[tuple[str, ...], Signature] = {}
    for signature in signatures:
        key = tuple(type_text(item.conversion.sql) + "..." * item.variadic for item in signature.parameters)
        first = seen.setdefault(key, signature)
        if first is not signature:
            raise FunctionError(
                f"{file}: two signatures of {signature.name} take ({', '.join(key)}): one returns "
                f"{type_text(first.result.sql)}, the other {type_text(signature.result.sql)}, so a call cannot choose. "
                "Keep one of them."
            )
