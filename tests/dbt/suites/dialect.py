"""The fixtures of dbt-tests-adapter are written for Postgres; this is their spelling in Spark SQL.

Only what a test sets up is translated, never what it asserts.
"""

from __future__ import annotations

import re
from typing import Any

# In the order they are applied.
SPELLINGS: tuple[tuple[str, str], ...] = (
    (r"::text\b", "::string"),
    (r"\btimestamp without time zone\b", "timestamp"),
    (r"\bdouble precision\b", "double"),
    (r"\bvarchar\(200\) default null\b", "string"),
    ('"varchar"', '"string"'),
    (r"\bvacuum (\{\{ this\.schema \}\}\.\w+)", r"refresh table \1"),
    (r"(?<!select)(\s)text\b(?=\s*[,)\n])", r"\1string"),
    (r"(?m)(?<=: )text$", "string"),
)


def to_spark(text: str) -> str:
    """A fixture's text in Spark's spelling."""
    for postgres, spark in SPELLINGS:
        text = re.sub(postgres, spark, text, flags=re.IGNORECASE)
    return text


def files_to_spark(files: dict[str, Any]) -> dict[str, Any]:
    """A folder's SQL and YAML files in Spark's spelling; data files as they are."""
    return {
        name: files_to_spark(text)
        if isinstance(text, dict)
        else to_spark(text)
        if name.endswith((".sql", ".yml")) and isinstance(text, str)
        else text
        for name, text in files.items()
    }


# Values that Postgres reads as times in an INSERT; Spark reads them as strings unless they have a type.
_TIMES = ((r"'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d'", "timestamp"), (r"'\d{4}-\d\d-\d\d'", "date"))


def statements(script: str) -> list[str]:
    """The statements of a script that a test runs itself, where double quotes always mean an identifier."""
    script = re.sub(r'"(\w+)"', r"`\1`", to_spark(script))
    parts = [part for part in re.split(r";\s*(?:\n|$)", script) if _code(part)]
    return [_with_times(part) if _code(part).lower().startswith("insert") else part for part in parts]


def _with_times(insert: str) -> str:
    for text, kind in _TIMES:
        insert = re.sub(rf"(?<!\w )({text})", rf"{kind} \1", insert)
    return insert


def _code(statement: str) -> str:
    return re.sub(r"--[^\n]*", "", statement).strip()
