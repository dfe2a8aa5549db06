"""Overloads: ``typing.overload`` stubs, and whether a call could choose between them."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Sequence
from typing import Any

from dbt.adapters.tablestore.functions.errors import FunctionError
from dbt.adapters.tablestore.functions.reading.function_kinds import Shape, hints_of
from dbt.adapters.tablestore.functions.reading.signatures import Signature
from dbt.adapters.tablestore.functions.types.annotations import alternatives
from dbt.adapters.tablestore.functions.types.conversions import Carrier
from dbt.adapters.tablestore.functions.types.messages import shown
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, ParameterType, text
from dbt.adapters.tablestore.functions.types.structures import Place


def stubs_of(function: Callable[..., Any]) -> Sequence[Callable[..., Any]]:
    """The ``@overload`` stubs of a function, in the order they are written."""
    return typing.get_overloads(function)


def check_accepted(file: str, name: str, stubs: Sequence[Callable[..., Any]], shape: Shape) -> None:
    """Refuses a stub that the implementation's own annotations do not cover.

    Raises:
        FunctionError: naming the first such stub.
    """
    implementation = inspect.signature(shape.takes)
    takes = hints_of(shape.takes, file)
    own = ", ".join(f"{key}: {shown(value)}" for key, value in takes.items() if key != "return")
    for stub in stubs:
        parameters = list(inspect.signature(stub).parameters.values())
        told = hints_of(stub, file)
        given = ", ".join(f"{p.name}: {shown(told[p.name])}" for p in parameters if p.name in told)
        head = f"{file}: overload ({given}) is declared but the implementation {name}({own}) does not accept"
        try:
            bound = implementation.bind(*[p.name for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY])
        except TypeError:
            raise FunctionError(f"{head} {len(parameters)} arguments.") from None
        for key, value in bound.arguments.items():
            for stubbed in value if isinstance(value, tuple) else (value,):
                if stubbed in told and key in takes and not _covers(takes[key], told[stubbed], file):
                    raise FunctionError(f"{head} {shown(told[stubbed])}.")


def _covers(wide: Any, narrow: Any, file: str) -> bool:
    place = Place(file, "")
    offered = alternatives(wide, place)
    return all(any(_same(mine, theirs) for theirs in offered) for mine in alternatives(narrow, place))


def _same(narrow: Carrier, wide: Carrier) -> bool:
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
        key = tuple(text(parameter.carrier.sql) + "..." * parameter.variadic for parameter in signature.parameters)
        other = seen.setdefault(key, signature)
        if other is not signature:
            gives, gave = text(signature.result.sql), text(other.result.sql)
            raise FunctionError(
                f"{file}: two overloads take ({', '.join(key)}) but return {gave} and {gives}; a call could not "
                "choose. Keep one."
            )
