"""SQL types taken apart: ``struct<a:int,`b.c`:array<string>>``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from dbt.adapters.tablestore.sql.names import quoted_if_needed, unquoted

_NESTED = re.compile(r"(array|map|struct)<", re.IGNORECASE)
_NAME = re.compile(r"(`(?:[^`]|``)*`|[^`:]+):")
_PLAIN = re.compile(r" *\w[\w ]*(\([^()]*\))?")
_UNIT = "(year|month|day|hour|minute|second)"
# The types without parts, as DESCRIBE writes them.
_DESCRIBED = re.compile(
    r"(boolean|tinyint|smallint|int|bigint|float|double|decimal(\([\d, -]+\))?|string( collate \w+)?"
    r"|(var)?char\(\d+\)|binary|date|time(\(\d\))?|timestamp|timestamp_ntz|variant|void"
    rf"|interval( {_UNIT}( to {_UNIT})?)?|geo(metry|graphy)\([^()]*\))(?=[,>]|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Struct:
    """A struct with the names and types of its fields, in their order. A query can give two fields one name."""

    fields: tuple[tuple[str, NestedType], ...]


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
    """The parts of a type, with the names of fields in quotes where they need them, as ``described`` returns it."""
    found = _type_at(text.strip(), raw=False)
    return found[0] if found and not found[1] else text.strip().lower()


def described(text: str) -> str:
    """A type that DESCRIBE wrote as SQL: DESCRIBE quotes no names, ``struct<a.b:int,c,d:int>`` has a field ``c,d``.

    The macro `_described_type` of the package does the same. A type that cannot be read stays as it is.
    """
    if "struct<" not in text.lower():
        return text
    found = _type_at(text, raw=True)
    return _text(found[0]) if found and not found[1] else text


def nested_sql(kind: NestedType, quote: Callable[[str], str]) -> str:
    """The type as SQL, with the names of its fields in quotes."""
    if isinstance(kind, Struct):
        return f"struct<{', '.join(f'{quote(name)}: {nested_sql(part, quote)}' for name, part in kind.fields)}>"
    if isinstance(kind, Array):
        return f"array<{nested_sql(kind.element, quote)}>"
    if isinstance(kind, Map):
        return f"map<{nested_sql(kind.key, quote)}, {nested_sql(kind.value, quote)}>"
    return kind


def replaced(kind: NestedType, types: Mapping[str, str]) -> NestedType:
    """The type with other types in place of some."""
    if isinstance(kind, Struct):
        return Struct(tuple((name, replaced(part, types)) for name, part in kind.fields))
    if isinstance(kind, Array):
        return Array(replaced(kind.element, types))
    return (
        Map(replaced(kind.key, types), replaced(kind.value, types)) if isinstance(kind, Map) else types.get(kind, kind)
    )


def _text(kind: NestedType) -> str:
    """The type as DESCRIBE writes it, but with quotes around the names of fields that need them."""
    if isinstance(kind, Struct):
        return f"struct<{','.join(f'{quoted_if_needed(name)}:{_text(part)}' for name, part in kind.fields)}>"
    if isinstance(kind, Array):
        return f"array<{_text(kind.element)}>"
    return f"map<{_text(kind.key)},{_text(kind.value)}>" if isinstance(kind, Map) else kind


def _type_at(text: str, raw: bool) -> tuple[NestedType, str] | None:
    """The type at the beginning of a text, and the rest of the text."""
    opened = _NESTED.match(text)
    if not opened:
        plain = (_DESCRIBED if raw else _PLAIN).match(text)
        return (plain.group().strip().lower(), text[plain.end() :]) if plain else None
    rest = text[opened.end() :]
    if opened.group().lower() == "struct<":
        return _struct_at(rest, raw)
    first = _type_at(rest, raw)
    if first and opened.group().lower() == "array<":
        return (Array(first[0]), first[1][1:]) if first[1].startswith(">") else None
    second = _type_at(first[1][1:].lstrip(), raw) if first and first[1].startswith(",") else None
    return (Map(first[0], second[0]), second[1][1:]) if first and second and second[1].startswith(">") else None


def _struct_at(text: str, raw: bool) -> tuple[NestedType, str] | None:
    fields: list[tuple[str, NestedType]] = []
    if text.startswith(">") and text[1:2] in ("", ",", ">"):
        return Struct(()), text[1:]
    while True:
        found = next(_fields_at(text, raw), None)
        if found is None:
            return None
        name, kind, rest = found
        fields.append((name, kind))
        if rest.startswith(">"):
            return Struct(tuple(fields)), rest[1:]
        text = rest[1:] if raw else rest[1:].lstrip()


def _fields_at(text: str, raw: bool) -> Iterator[tuple[str, NestedType, str]]:
    """The fields that can begin here. A name that DESCRIBE wrote can have colons: it ends at one before a type."""
    if raw:
        names = [(text[: colon.start()], text[colon.end() :]) for colon in re.finditer(":", text)]
    else:
        names = [(unquoted(match[1].strip()), text[match.end() :].lstrip()) for match in [_NAME.match(text)] if match]
    for name, rest in names:
        if (found := _type_at(rest, raw)) and found[1][:1] in (",", ">"):
            yield name, *found
