"""The adapter's lexer finds the tokens that Spark's lexer finds."""

from __future__ import annotations

import random
from typing import Any

import pytest
from dbt.adapters.tablestore.sql.lexer import lexed
from pyspark.sql import SparkSession

WORDS = r"""
select a _b1 é from 1 42L 1.5 2.50BD 1e5 1E-3 x1 t.c r R
'it' 'it''s' 'it\'s' '\\' '\\'' r'\' R'\d' r'a''b' '' '-- x' '/*' "a" "a\"b" "a""b" r"\" 'a"b'
`a` `a``b` `/*x` `--` <=> <= >= <> != == => -> || :: |> < > = + - * / % | & ^ ( ) [ ] , . ; : ? */ /**/ /*/*/
"""
PARTS = [
    *WORDS.split(),
    *("-- x\n", "-- it's\r\n", "--\n", "-- a \\\n b\n", "-- \\ \\\\\n c\n", "'a\nb'", "`a\nb`"),
    *("/* x */", "/* ' */", "/*/ */", "/*+ x */", "/* /* x */ */", "/* /*+ x */", "/* a\n-- */"),
    *("\u00a0", "\u3000", "\t", "\f", "\v"),
]
KINDS = {"STRING_LITERAL": "string", "DOUBLEQUOTED_STRING": "string", "BACKQUOTED_IDENTIFIER": "name"}
COMMENTS = ("SIMPLE_COMMENT", "BRACKETED_COMMENT")


def by_spark(spark: SparkSession, sql: str) -> list[tuple[str, str]]:
    """The tokens of a text by Spark's lexer, as `compared` returns them."""
    jvm: Any = spark._jvm
    parser = jvm.org.apache.spark.sql.catalyst.parser
    stream = parser.UpperCaseCharStream(jvm.org.antlr.v4.runtime.CharStreams.fromString(sql))
    lexer = parser.SqlBaseLexer(stream)
    lexer.removeErrorListeners()
    names = lexer.getVocabulary()
    found = []
    for token in lexer.getAllTokens():
        name = names.getSymbolicName(token.getType())
        if name != "WS":
            found.append(("comment" if name in COMMENTS else KINDS.get(name, "other"), token.getText()))
    return compared(found)


def compared(found: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Strings, names and comments as they are; what is between them as one text without blanks."""
    merged: list[tuple[str, str]] = []
    for kind, text in found:
        if kind in ("string", "name", "comment"):
            merged.append((kind, text.rstrip("\r\n") if text.startswith("--") else text))
        elif merged and merged[-1][0] == "other":
            merged[-1] = ("other", merged[-1][1] + text)
        else:
            merged.append(("other", text))
    return merged


def by_us(sql: str) -> list[tuple[str, str]]:
    return compared([(token.kind, token.text) for token in lexed(sql) if token.kind != "blank"])


@pytest.mark.parametrize("seed", range(3))
def test_a_random_text_has_the_tokens_of_spark(zoned_spark: SparkSession, seed: int) -> None:
    random_parts = random.Random(seed)
    differences = []
    for _ in range(150):
        parts = random_parts.choices(PARTS, k=random_parts.randint(1, 12))
        sql = "".join(part + random_parts.choice(["", " ", " "]) for part in parts)
        ours, sparks = by_us(sql), by_spark(zoned_spark, sql)
        if ours != sparks and "open" not in [token.kind for token in lexed(sql)]:
            differences.append(f"{sql!r}\n  {ours}\n  {sparks}")
    assert not differences, "\n".join(differences)
