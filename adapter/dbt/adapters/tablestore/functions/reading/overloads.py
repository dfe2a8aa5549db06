"""Overloads: the stubs of ``typing.overload``, and whether a call could choose between them."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

import typing_extensions
from dbt.adapters.tablestore.functions.reading.function_kinds import FunctionShape, annotations_of
from dbt.adapters.tablestore.functions.reading.signatures import Parameter, Signature
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
    """Checks that a call can choose each signature: by types, by names of keyword-only parameters, or by constants.

    Raises:
        FunctionError: names the first signature whose calls all mean an earlier one.
    """
    for position, signature in enumerate(signatures):
        for earlier in signatures[:position]:
            if _takes_all_of(earlier, signature):
                raise FunctionError(_indistinct_message(file, earlier, signature))


def _takes_all_of(earlier: Signature, later: Signature) -> bool:
    """Whether every call of the later signature is one of the earlier, which has the same types."""
    wide, narrow = _inputs(earlier), _inputs(later)
    return wide.keys() == narrow.keys() and all(_takes_constants_of(wide[key], narrow[key]) for key in wide)


def _inputs(signature: Signature) -> dict[tuple[int | str, str], Parameter]:
    """The parameters by what a call sees of them: the position, or the name of a keyword-only one, and the type."""
    return {
        (parameter.name.lower() if parameter.keyword_only else position, _type_of(parameter)): parameter
        for position, parameter in enumerate(signature.parameters)
    }


def _type_of(parameter: Parameter) -> str:
    return type_text(parameter.conversion.sql) + "..." * parameter.variadic


def _takes_constants_of(wide: Parameter, narrow: Parameter) -> bool:
    if not wide.conversion.constants:
        return True
    return bool(narrow.conversion.constants) and _constants(narrow) <= _constants(wide)


def _constants(parameter: Parameter) -> set[Any]:
    conversion = parameter.conversion
    return {*conversion.constants, None} if conversion.optional else {*conversion.constants}


def _indistinct_message(file: str, earlier: Signature, later: Signature) -> str:
    types = ", ".join(
        f"{item.name} => {_type_of(item)}" if item.keyword_only else _type_of(item) for item in later.parameters
    )
    first, second = type_text(earlier.result.sql), type_text(later.result.sql)
    head = f"{file}: two signatures of {later.name} take ({types}): "
    if _takes_all_of(later, earlier):
        return f"{head}one returns {first}, the other {second}, so a call cannot choose. Keep one of them."
    return (
        f"{head}the first, which returns {first}, takes every constant that the second takes, which returns {second}, "
        "so no call would choose the second. Put it before the first."
    )
