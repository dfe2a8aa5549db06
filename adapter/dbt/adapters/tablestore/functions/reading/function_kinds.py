"""What kind of function a file defines. It is read from the definition and never configured."""

from __future__ import annotations

import collections.abc
import inspect
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from dbt.adapters.tablestore.functions.reading.class_checks import check_class
from dbt.adapters.tablestore.functions.types.annotation_context import AnnotationContext
from dbt.adapters.tablestore.functions.types.annotations import extract
from dbt.adapters.tablestore.functions.types.api import Table
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.types.messages import annotation_text
from dbt.adapters.tablestore.functions.types.sql_types import type_text

_AGGREGATE_METHODS = ("create_accumulator", "finish", "get_value")
_VECTORS = ("pyarrow", "pandas")
_STREAMS = (
    collections.abc.Iterator,
    collections.abc.Iterable,
    collections.abc.Generator,
    collections.abc.AsyncIterator,
    collections.abc.AsyncIterable,
    collections.abc.AsyncGenerator,
)


# These name no type of a result, which other messages say.
_UNTYPED = (inspect.Parameter.empty, type(None), Any)


@dataclass(frozen=True)
class FunctionShape:
    """What is called, and how.

    - ``kind``: ``scalar``, ``table`` or ``aggregate``.
    - ``call_mode``: ``row``, ``async``, ``column`` (vectorized), ``batches`` (vectorized, an iterator of batches),
      ``relation`` (a Table argument), ``flink`` (an aggregate whose state is an accumulator), or ``emit`` (an aggregate
      that gives any number of rows).
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
    except Exception as error:  # an annotation in quotes is code, which is run here
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
        check_class(target, name, file, ("accumulate", *_AGGREGATE_METHODS))
        return _aggregate(target, name, file)
    if hasattr(target, "eval"):
        check_class(target, name, file, ("eval",))
        leading = 0 if isinstance(inspect.getattr_static(target, "eval"), (staticmethod, classmethod)) else 1
        method = target.eval
        return FunctionShape(_kind(method, file), _call_mode(method, file, leading), method, method, leading)
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
    emit = getattr(target, "emit_value", None) or getattr(target, "emit_update_with_retract", None)
    if has_accumulator and emit is not None:
        return FunctionShape("aggregate", "emit", target.accumulate, emit, 2)
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
    """The annotation of one result (of a row, or a batch, where there are several), or Parameter.empty."""
    annotation = annotations_of(shape.result_from, file).get("return", inspect.Parameter.empty)
    if shape.call_mode == "emit" and annotation is type(None):
        return inspect.Parameter.empty
    if (shape.kind == "table" or shape.call_mode in ("batches", "emit")) and typing.get_origin(annotation) in _STREAMS:
        return typing.get_args(annotation)[0]
    if shape.kind == "table" and annotation not in (*_STREAMS, *_UNTYPED):
        stream = "AsyncIterator" if shape.call_mode == "async" else "Iterator"
        text = annotation_text(annotation)
        raise FunctionError(
            f"{file}: {getattr(shape.result_from, '__name__', 'the function')}() yields its results, but is annotated "
            f"-> {text}. Write -> {stream}[{text}], or return one result."
        )
    return inspect.Parameter.empty if annotation in _STREAMS else annotation


def _kind(function: Callable[..., Any], file: str) -> str:
    annotation = annotations_of(function, file).get("return")
    if _is_vector(_element(annotation)):
        return "scalar"
    streams = typing.get_origin(annotation) in _STREAMS or annotation in _STREAMS
    generates = inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function)
    return "table" if streams or generates else "scalar"


def _call_mode(function: Callable[..., Any], file: str, leading: int = 0) -> str:
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        return "async"
    annotations = annotations_of(function, file)
    given = [annotations.get(name) for name in list(inspect.signature(function).parameters)[leading:]]
    if Table in map(_class_of, given):
        return "relation"
    if any(map(_is_vector, given)):
        return "column"
    if len(given) == 1 and batch_annotations(given[0]):
        return "batches"
    return "row"


def batch_annotations(annotation: Any) -> list[Any]:
    """The columns of an iterator of batches: of ``Iterator[A]``, or ``Iterator[tuple[A, B]]``; none for the others."""
    element = _element(annotation)
    columns = list(typing.get_args(element)) if typing.get_origin(element) is tuple else [element]
    return columns if all(map(_is_vector, columns)) else []


def _element(annotation: Any) -> Any:
    """What an iterator gives; None for what is no iterator."""
    arguments = typing.get_args(annotation)
    return arguments[0] if arguments and typing.get_origin(annotation) in _STREAMS else None


def _is_vector(annotation: Any) -> bool:
    """Whether an annotation is a column of pandas or Arrow."""
    return getattr(_class_of(annotation), "__module__", "").partition(".")[0] in _VECTORS


def _class_of(annotation: Any) -> Any:
    if typing.get_origin(annotation) is Annotated:
        annotation = typing.get_args(annotation)[0]
    return typing.get_origin(annotation) or annotation
