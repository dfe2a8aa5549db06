"""What kind of function a file defines. It is read from the definition and never configured."""

from __future__ import annotations

import collections.abc
import inspect
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from dbt.adapters.tablestore.functions.types.annotation_context import AnnotationContext
from dbt.adapters.tablestore.functions.types.annotations import extract
from dbt.adapters.tablestore.functions.types.api import Table
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.types.sql_types import type_text

_STREAMS = (collections.abc.Iterator, collections.abc.Iterable, collections.abc.Generator)


@dataclass(frozen=True)
class FunctionShape:
    """What is called, and how.

    - ``kind``: ``scalar``, ``table`` or ``aggregate``.
    - ``call_mode``: ``row``, ``async``, ``column`` (vectorized), ``relation`` (a Table argument), or ``flink`` (an
      aggregate whose state is an accumulator).
    - ``parameters_from`` and ``result_from``: the callables whose annotations declare the arguments and the result.
    - ``leading_parameters``: how many parameters come before the SQL arguments: ``self``, an accumulator.
    """

    kind: str
    call_mode: str
    parameters_from: Callable[..., Any]
    result_from: Callable[..., Any]
    leading_parameters: int = 0


def annotations_of(function: Callable[..., Any], file: str) -> dict[str, Any]:
    """The annotations of a function; those written as strings are evaluated.

    Raises:
        FunctionError: an annotation cannot be evaluated.
    """
    try:
        return typing.get_type_hints(function, include_extras=True)
    except (NameError, TypeError, SyntaxError) as error:
        name = getattr(function, "__name__", "the function")
        raise FunctionError(f"{file}: {name}(): an annotation cannot be evaluated: {error}.") from error


def shape_of(target: Any, name: str, file: str) -> FunctionShape:
    """The shape of a function or class.

    Raises:
        FunctionError: it is not a function, or a method is missing.
    """
    if not isinstance(target, type):
        _check_is_function(target, name, file)
        return FunctionShape(_kind(target, file), _call_mode(target, file), target, target)
    if hasattr(target, "accumulate"):
        return _aggregate(target, name, file)
    if hasattr(target, "eval"):
        method = target.eval
        return FunctionShape(_kind(method, file), _call_mode(method, file, 1), method, method, 1)
    raise FunctionError(
        f"{file}: class {name} has neither an eval nor an accumulate method. Add eval(self, ...) for a scalar or table "
        "function, or accumulate(self, ...) and finish(self) for an aggregate."
    )


def _check_is_function(target: Any, name: str, file: str) -> None:
    """Refuses built-ins and partials, of which Python does not know the annotations."""
    if not inspect.isfunction(inspect.unwrap(target)):
        raise FunctionError(f"{file}: `{name}` is {target!r}, not a function. Define it with def or class.")


def _aggregate(target: Any, name: str, file: str) -> FunctionShape:
    has_accumulator = hasattr(target, "create_accumulator")
    finish = getattr(target, "get_value" if has_accumulator else "finish", None)
    leading = 2 if has_accumulator else 1
    if finish is None:
        method = "get_value(self, accumulator)" if has_accumulator else "finish(self)"
        accepted = _accepted_types(target.accumulate, name, file, leading)
        raise FunctionError(
            f"{file}: class {name} accumulates ({accepted}) but has no method {method}, which returns the result. "
            f"Add one, for example def {method} -> float."
        )
    return FunctionShape("aggregate", "flink" if has_accumulator else "row", target.accumulate, finish, leading)


def _accepted_types(accumulate: Callable[..., Any], name: str, file: str, leading: int) -> str:
    annotations = annotations_of(accumulate, file)
    parameters = list(inspect.signature(accumulate).parameters)[leading:]
    context = AnnotationContext(f"{file}: {name}.accumulate", "")
    types = [extract(annotations[item], context).sql for item in parameters if item in annotations]
    return ", ".join(map(type_text, types))


def result_annotation(shape: FunctionShape, file: str) -> Any:
    """The annotation of one result (for a table function, of one row), or Parameter.empty."""
    annotation = annotations_of(shape.result_from, file).get("return", inspect.Parameter.empty)
    if shape.kind == "table" and typing.get_origin(annotation) in _STREAMS:
        return typing.get_args(annotation)[0]
    return inspect.Parameter.empty if annotation in _STREAMS else annotation


def _kind(function: Callable[..., Any], file: str) -> str:
    annotation = annotations_of(function, file).get("return")
    streams = typing.get_origin(annotation) in _STREAMS or annotation in _STREAMS
    return "table" if streams or inspect.isgeneratorfunction(function) else "scalar"


def _call_mode(function: Callable[..., Any], file: str, leading: int = 0) -> str:
    if inspect.iscoroutinefunction(function):
        return "async"
    annotations = annotations_of(function, file)
    classes = [_class_of(annotations.get(name)) for name in list(inspect.signature(function).parameters)[leading:]]
    if Table in classes:
        return "relation"
    if any(getattr(cls, "__module__", "").partition(".")[0] in ("pyarrow", "pandas") for cls in classes):
        return "column"
    return "row"


def _class_of(annotation: Any) -> Any:
    if typing.get_origin(annotation) is Annotated:
        annotation = typing.get_args(annotation)[0]
    return typing.get_origin(annotation) or annotation
