"""What kind of function a file holds, read from its shape: never configured."""

from __future__ import annotations

import collections.abc
import inspect
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from dbt.adapters.tablestore.functions.api import Table
from dbt.adapters.tablestore.functions.errors import FunctionError
from dbt.adapters.tablestore.functions.types.annotations import extract
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from dbt.adapters.tablestore.functions.types.structures import AnnotationContext

_STREAMS = (collections.abc.Iterator, collections.abc.Iterable, collections.abc.Generator)


@dataclass(frozen=True)
class FunctionShape:
    """Which callable is read for the arguments, which for the result, and how the two are called.

    ``skip`` is the number of leading parameters that are not SQL arguments: ``self``, an accumulator.
    """

    kind: str
    call_mode: str
    parameters_from: Callable[..., Any]
    result_from: Callable[..., Any]
    leading_parameters: int = 0


def annotations_of(function: Callable[..., Any], file: str) -> dict[str, Any]:
    """The annotations of a function, those written as text included.

    Raises:
        FunctionError: an annotation names something that does not exist.
    """
    try:
        return typing.get_type_hints(function, include_extras=True)
    except (NameError, TypeError, SyntaxError) as error:
        raise FunctionError(f"{file}: {function.__name__}() has an annotation that cannot be read: {error}.") from error


def shape_of(target: Any, name: str, file: str) -> FunctionShape:
    """The shape of a function or class.

    Raises:
        FunctionError: it has none; the sentence says what is missing.
    """
    if not isinstance(target, type):
        return FunctionShape(_kind_of(target, file), _call_mode(target, file), target, target)
    if hasattr(target, "accumulate"):
        return _aggregate(target, name, file)
    if hasattr(target, "eval"):
        evaluate = target.eval
        return FunctionShape(_kind_of(evaluate, file), _call_mode(evaluate, file, 1), evaluate, evaluate, 1)
    raise FunctionError(
        f"{file}: class {name} has no eval method and no accumulate method. Add eval(self, ...) for a scalar or table "
        "function, or accumulate(self, ...) and finish(self) for an aggregate."
    )


def _aggregate(target: Any, name: str, file: str) -> FunctionShape:
    foreign = hasattr(target, "create_accumulator")
    finish = getattr(target, "get_value" if foreign else "finish", None)
    skip = 2 if foreign else 1
    if finish is None:
        hints = annotations_of(target.accumulate, file)
        given = list(inspect.signature(target.accumulate).parameters)[skip:]
        context = AnnotationContext(f"{file}: {name}.accumulate", "")
        kinds = ", ".join(type_text(extract(hints[item], context).sql) for item in given if item in hints)
        method = "get_value(self, accumulator)" if foreign else "finish(self)"
        raise FunctionError(
            f"{file}: class {name} accumulates ({kinds}) but has no {method} method, so there is no result."
        )
    return FunctionShape("aggregate", "flink" if foreign else "row", target.accumulate, finish, skip)


def result_annotation(shape: FunctionShape, file: str) -> Any:
    """The annotation of one result (of a table function: of one row), or Parameter.empty."""
    annotation = annotations_of(shape.result_from, file).get("return", inspect.Parameter.empty)
    if shape.kind == "table" and typing.get_origin(annotation) in _STREAMS:
        return typing.get_args(annotation)[0]
    return inspect.Parameter.empty if annotation in _STREAMS else annotation


def _kind_of(function: Callable[..., Any], file: str) -> str:
    annotation = annotations_of(function, file).get("return")
    streams = typing.get_origin(annotation) in _STREAMS or annotation in _STREAMS
    return "table" if streams or inspect.isgeneratorfunction(function) else "scalar"


def _call_mode(function: Callable[..., Any], file: str, skip: int = 0) -> str:
    if inspect.iscoroutinefunction(function):
        return "async"
    hints = annotations_of(function, file)
    classes = [_class_of(hints.get(name)) for name in list(inspect.signature(function).parameters)[skip:]]
    if Table in classes:
        return "relation"
    if any(getattr(cls, "__module__", "").partition(".")[0] in ("pyarrow", "pandas") for cls in classes):
        return "column"
    return "row"


def _class_of(annotation: Any) -> Any:
    if typing.get_origin(annotation) is Annotated:
        annotation = typing.get_args(annotation)[0]
    return typing.get_origin(annotation) or annotation
