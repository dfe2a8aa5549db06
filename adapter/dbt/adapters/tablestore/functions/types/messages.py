"""Annotations and types in the text of messages."""

from __future__ import annotations

import types
import typing
from typing import Annotated, Any, Literal, Union

from dbt.adapters.tablestore.functions.types.conversions import ALLOWED_TYPES, default_conversion
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from pyspark.sql import types as t

_SHORT = {"numpy": "np", "pandas": "pd", "pyarrow": "pa"}


def with_article(noun: str) -> str:
    """``an int``, ``a str``."""
    return f"{'an' if noun[:1] in 'aeiouAEIOU' else 'a'} {noun}"


def count(number: int, noun: str) -> str:
    """``1 argument``, ``2 arguments``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def annotation_text(annotation: Any) -> str:
    """An annotation as it stands in the file."""
    if annotation is type(None):
        return "None"
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Annotated:
        return f"Annotated[{', '.join([annotation_text(arguments[0]), *map(repr, arguments[1:])])}]"
    if origin in (Union, types.UnionType):
        return " | ".join(map(annotation_text, arguments))
    if origin is Literal:
        return f"Literal[{', '.join(map(repr, arguments))}]"
    if origin is not None:
        inner = [
            ", ".join(map(annotation_text, item)) if isinstance(item, list) else annotation_text(item)
            for item in arguments
        ]
        return f"{getattr(origin, '__name__', origin)}[{', '.join(inner)}]"
    if annotation is ...:
        return "..."
    short = _SHORT.get(getattr(annotation, "__module__", "").partition(".")[0])
    if short:
        return f"{short}.{annotation.__name__}"
    return getattr(annotation, "__name__", None) or str(annotation)


def shown(value: Any, length: int = 100) -> str:
    """A value in a message: on one line, and shortened."""
    text = " ".join(map(str.strip, repr(value).splitlines()))
    return text if len(text) <= length else text[: length - 3] + "..."


def incompatible(annotation: Any, sql: t.DataType) -> str:
    """``int cannot hold STRING``."""
    return f"{annotation_text(annotation)} cannot hold {type_text(sql)}"


def suggested_annotation(sql: t.DataType) -> str:
    """An annotation that stands for a type."""
    cls = next((cls for cls, kinds in ALLOWED_TYPES.items() if isinstance(sql, kinds)), None)
    if cls is None:
        return default_conversion(sql).annotation
    if isinstance(sql, t.DecimalType):
        return f'Annotated[Decimal, DataType("{type_text(sql)}")]'
    return cls.__name__
