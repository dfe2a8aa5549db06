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
    ('"varchar"', '"string"'),
    (r"\bvacuum (\{\{ this\.schema \}\}\.\w+)", r"refresh table \1"),
    (r"(?<=[\w\"`] )text\b(?=\s*[,)\n])", "string"),
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


def statements(script: str) -> list[str]:
    """The statements of a script that a test runs itself, where double quotes always mean an identifier."""
    quoted = re.sub(r'"(\w+)"', r"`\1`", to_spark(script))
    return [part for part in re.split(r";\s*(?:\n|$)", quoted) if re.sub(r"--[^\n]*", "", part).strip()]
