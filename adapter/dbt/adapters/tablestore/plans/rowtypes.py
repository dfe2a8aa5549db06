"""Columns in the notation of Flink's plans: ROW<`id` INT, `name` STRING>."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping


def write(columns: Iterable[Mapping[str, str]]) -> str:
    """The ROW type of columns, each with a ``name`` and a Spark ``type``."""
    fields = [f"`{column['name'].replace('`', '``')}` {_type_text(column['type'])}" for column in columns]
    return f"ROW<{', '.join(fields)}>"


def read(text: str) -> dict[str, str]:
    """The columns of a ROW type: name -> Spark type, in lower case."""
    body, columns = text.removeprefix("ROW<").removesuffix(">"), {}
    while match := re.match(r"\s*`((?:[^`]|``)*)`\s*", body):
        end = _end(body, match.end())
        columns[match.group(1).replace("``", "`")] = body[match.end() : end].strip().lower()
        body = body[end + 1 :]
    return columns


def is_row(text: str) -> bool:
    """Whether a text is a ROW type as a whole: nothing is left when its columns are read, and each has a type."""
    columns = read(text)
    again = write({"name": name, "type": kind} for name, kind in columns.items())
    return all(columns.values()) and "".join(again.lower().split()) == "".join(text.lower().split())


def _type_text(kind: str) -> str:
    """A type in upper case, unless it has field names."""
    return kind if "<" in kind else kind.upper()


def _end(text: str, start: int) -> int:
    """The index after the type that starts at ``start``."""
    depth = 0
    for i in range(start, len(text)):
        if text[i] == "," and depth == 0:
            return i
        depth += (text[i] in "<(") - (text[i] in ">)")
    return len(text)
