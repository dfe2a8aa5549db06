"""Columns as Flink's plans write them: ROW<`id` INT, `name` STRING>."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_WHOLE = {"tinyint": 3, "smallint": 5, "int": 10, "bigint": 19}


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


def holds(wide: str, narrow: str) -> bool:
    """Whether every value of the type ``narrow`` is one of ``wide``."""
    if wide == narrow or narrow == "void" or (narrow, wide) == ("float", "double"):
        return True
    if wide in _WHOLE:
        return narrow in _WHOLE and _WHOLE[narrow] <= _WHOLE[wide]
    if wide == "string":
        return narrow.partition("(")[0] in ("char", "varchar")
    if wide.startswith("decimal") and (narrow in _WHOLE or narrow.startswith("decimal")):
        (precision, scale), (inner, fraction) = _digits(wide), _digits(narrow)
        return fraction <= scale and inner - fraction <= precision - scale
    return False


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


def _digits(kind: str) -> tuple[int, int]:
    if kind in _WHOLE:
        return _WHOLE[kind], 0
    numbers = [int(number) for number in re.findall(r"\d+", kind)] or [10, 0]
    return numbers[0], numbers[1] if len(numbers) > 1 else 0
