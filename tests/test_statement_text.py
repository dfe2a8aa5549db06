"""Leading blanks and comments of a statement, by the rules of Spark's lexer and in linear time."""

from __future__ import annotations

import time

import pytest
from dbt.adapters.tablestore.statement_text import without_leading_comments


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
    assert _seconds(kind, 2_000) < 0.2


@pytest.mark.parametrize("kind", MANY)
def test_eight_times_the_comments_do_not_take_eight_times_eight_the_time(kind: str) -> None:
    assert _seconds(kind, 32_000) < 24 * _seconds(kind, 4_000)


def _seconds(kind: str, count: int) -> float:
    """The processor's time, the best of five."""
    sql = MANY[kind] * count + "\nselect 1"
    found = []
    for _ in range(5):
        begin = time.process_time()
        without_leading_comments(sql)
        found.append(time.process_time() - begin)
    return min(found)
