"""Columns as Flink's plans write them: ROW<`id` INT, `name` STRING>."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping


def write(columns: Iterable[Mapping[str, str]]) -> str:
    """Columns, each with a ``name`` and a ``type`` of Spark, as one type."""
    fields = [f"`{column['name'].replace('`', '``')}` {_shown(column['type'])}" for column in columns]
    return f"ROW<{', '.join(fields)}>"


def read(text: str) -> dict[str, str]:
    """The columns of such a type: name -> type of Spark."""
    body, columns = text.removeprefix("ROW<").removesuffix(">"), {}
    while match := re.match(r"\s*`((?:[^`]|``)*)`\s*", body):
        end = _end(body, match.end())
        columns[match.group(1).replace("``", "`")] = body[match.end() : end].strip().lower()
        body = body[end + 1 :]
    return columns


def _shown(kind: str) -> str:
    """The names of nested fields keep their case."""
    return kind if "<" in kind else kind.upper()


def _end(text: str, start: int) -> int:
    """Where the type that begins at ``start`` ends."""
    depth = 0
    for i in range(start, len(text)):
        if text[i] == "," and depth == 0:
            return i
        depth += (text[i] in "<(") - (text[i] in ">)")
    return len(text)
