"""SQL types as DESCRIBE writes them, taken apart: ``struct<a:int,b:array<string>>``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Struct:
    """A struct with the types of its fields by name, in their order."""

    fields: dict[str, NestedType]


@dataclass(frozen=True)
class Array:
    """An array."""

    element: NestedType


@dataclass(frozen=True)
class Map:
    """A map."""

    key: NestedType
    value: NestedType


NestedType = Struct | Array | Map | str
"""A type without parts is its text, in lower case."""


def parse_nested(text: str) -> NestedType:
    """The parts of a type."""
    name, bracket, rest = text.strip().partition("<")
    if not bracket or not rest.endswith(">"):
        return text.strip().lower()
    parts = list(_split(rest[:-1]))
    if name.lower() == "array":
        return Array(parse_nested(parts[0]))
    if name.lower() == "map":
        return Map(parse_nested(parts[0]), parse_nested(parts[1]))
    fields = (part.partition(":") for part in parts)
    return Struct({field.strip(): parse_nested(kind) for field, _, kind in fields})


def nested_sql(kind: NestedType, quote: Callable[[str], str]) -> str:
    """The type as SQL, with the names of its fields in quotes."""
    if isinstance(kind, Struct):
        return f"struct<{', '.join(f'{quote(name)}: {nested_sql(part, quote)}' for name, part in kind.fields.items())}>"
    if isinstance(kind, Array):
        return f"array<{nested_sql(kind.element, quote)}>"
    if isinstance(kind, Map):
        return f"map<{nested_sql(kind.key, quote)}, {nested_sql(kind.value, quote)}>"
    return kind


def _split(text: str) -> Iterator[str]:
    """The parts between the commas that are not inside of brackets."""
    depth, start = 0, 0
    for position, sign in enumerate(text):
        depth += (sign in "<(") - (sign in ">)")
        if sign == "," and depth == 0:
            yield text[start:position]
            start = position + 1
    yield text[start:]
