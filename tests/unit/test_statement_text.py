"""Blanks, comments and quotes of a statement, by the rules of Spark's lexer and in linear time."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import pytest
from dbt.adapters.tablestore.sql.lexer import lexed
from dbt.adapters.tablestore.sql.statement_text import after_parentheses, without_leading_comments


@pytest.mark.parametrize(
    "skipped",
    [
        "",
        " \t\r\n\f\v\u00a0\u3000",
        "-- a comment\n",
        "--\n",
        "-- ends with a carriage return\r",
        "-- it's /* not open\n",
        "-- continued \\\n on the next line\n",
        "-- a backslash \\ inside, and \\\\\n one at the end of each line \\\n of three\n",
        "/* a comment */",
        "/**/",
        "/***/",
        "/*/ a slash is not the end */",
        "/* -- */",
        "/* it's \" ` */",
        "/* one\nand two */ -- three\n /* four */",
        "/* outer /* inner */ outer */",
        "/* /* /* three */ */ */",
        "/* /*+ a hint inside is text */",
        '/* {"app": "dbt", "node_id": "model.shop.m"} */\n\n  ',
    ],
)
def test_blanks_and_comments_are_skipped(skipped: str) -> None:
    assert without_leading_comments(f"{skipped}select /* kept */ 1 -- kept") == "select /* kept */ 1 -- kept"


@pytest.mark.parametrize(
    "sql", ["select 1", "- 1", "/ 2", "*/ select 1", "/*+ hint */ select 1", "(select 1)", "`--`", "'/* */'", ""]
)
def test_other_text_is_kept(sql: str) -> None:
    assert without_leading_comments(sql) == sql


@pytest.mark.parametrize("sql", ["/* not closed", "/* /* */ select 1", "/*/", "-- only a comment", "  \n"])
def test_nothing_is_left_of_a_text_without_a_statement(sql: str) -> None:
    assert without_leading_comments(sql) == ""


@pytest.mark.parametrize(
    "call",
    [
        "f()",
        "f (x, (y + 1) * 2)",
        "f(')')",
        "f('it''s (')",
        r"f('\\')",
        r"f('\'(')",
        'f("(\\"")',
        r"f(r'\', R'(', raw ')')",
        "f(`)`, `a``(`)",
        "f(x -- )\n)",
        "f(x /* ) /* ( */ */)",
        "`f(`(x)",
    ],
)
def test_the_text_after_a_call(call: str) -> None:
    assert after_parentheses(f"{call} over (order by y)") == " over (order by y)"


@pytest.mark.parametrize("text", ["f", "f(x", "f(')", "f(x /* )", ""])
def test_there_is_no_text_after_a_call_that_does_not_end(text: str) -> None:
    assert after_parentheses(text) == ""


MANY = {
    "block comments": "/* a comment */",
    "block comments with blanks": " /* a comment */\n",
    "line comments": "-- a comment\n",
    "continued line comments": "-- a comment \\\n",
    "one long line comment": "--\\-- ",
    "nested comments": "/* outer /* inner */ */",
    "comments that are not closed": "/* open ",
    "blanks": " \n",
}


@pytest.mark.parametrize("kind", MANY)
def test_2000_comments_take_well_under_a_second(kind: str) -> None:
    assert _seconds(_many(kind, 2_000)) < 0.2


@pytest.mark.parametrize("kind", MANY)
def test_eight_times_the_comments_do_not_take_eight_times_eight_the_time(kind: str) -> None:
    assert _seconds(_many(kind, 32_000)) < 24 * _seconds(_many(kind, 4_000))


def _many(kind: str, count: int) -> str:
    return MANY[kind] * count + "\nselect 1"


QUOTED = ["'a' ", "'\\'", '"', "`", "'", "r'", "/*", "(", "-- (\\\n", "r'\\' "]


@pytest.mark.parametrize("argument", QUOTED)
def test_the_end_of_a_call_is_found_in_linear_time(argument: str) -> None:
    assert _seconds("f(" + argument * 32_000, after_parentheses) < 24 * _seconds(
        "f(" + argument * 4_000, after_parentheses
    )


def _seconds(sql: str, function: Callable[[str], str] = without_leading_comments) -> float:
    """The processor's time, the best of five, without that for the garbage of other tests."""
    found = []
    gc.disable()
    for _ in range(5):
        begin = time.process_time()
        function(sql)
        found.append(time.process_time() - begin)
    gc.enable()
    return min(found)


@pytest.mark.parametrize(
    ("sql", "kinds"),
    [
        ("select 1", "word blank word"),
        ("a_1.`b``c`", "word other name"),
        ("'it''s' \"a\"\"b\"", "string blank string"),
        (r"'it\'s' r'\' x", "string blank string blank word"),
        ('"a\\"b" R"\\"', "string blank string"),
        ("1.50e-3BD 1e+5 2L .5", "number blank number blank word blank other word"),
        ("a<=>b||c::d->e=>f", "word other word other word other word other word other word"),
        (
            "/*+ x */ /* /*+ */ */ -- \\\n y\n",
            "other blank word blank other blank comment blank other blank comment blank",
        ),
        ("select 'a", "word blank open"),
        ("select `a", "word blank open"),
        ("select /* 'a", "word blank open"),
        ("", ""),
    ],
)
def test_the_kinds_of_tokens(sql: str, kinds: str) -> None:
    found = list(lexed(sql))
    assert "".join(token.text for token in found) == sql
    assert " ".join(token.kind for token in found) == kinds


@pytest.mark.parametrize("part", [*QUOTED, *MANY.values(), "\\'", "`` ", "1.", "1e+", "r'", "<", "\\\\\n", "--\\"])
def test_any_text_is_read_in_linear_time(part: str) -> None:
    def read(sql: str) -> str:
        return "".join(token.text for token in lexed(sql))

    for before in ("", "'", '"', "`", "/* ", "-- ", "r'"):
        few, many = (_seconds(before + part * count, read) for count in (1_000, 8_000))
        assert many < max(24 * few, 0.05), before
