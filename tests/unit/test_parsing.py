"""Statements are told apart by their text, without Spark and in linear time."""

from __future__ import annotations

import time

import pytest
from dbt.adapters.tablestore.jvm.parsing import is_create_function
from dbt.adapters.tablestore.plans.operators import annotated, changes_read

COMMENTS = "/* a comment */ -- another\n"


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("create function f(x int) returns int return x", True),
        ("  CREATE\nOR  REPLACE TEMPORARY FUNCTION f() returns int return 1", True),
        ("/* why */ -- and how\ncreate or replace function f() returns int return 1", True),
        ("/* outer /* inner */ */ create function f() returns int return 1", True),
        ("create table function_calls as select 1", False),
        ("create functions", False),
        ("select 'create function'", False),
        ("-- create function\nselect 1", False),
        ("/* create function", False),
        ("", False),
        (COMMENTS * 2_000 + "select 1", False),
        (COMMENTS * 2_000 + "create function f() returns int return 1", True),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_a_statement_that_creates_a_function(sql: str, expected: bool) -> None:
    begin = time.process_time()
    assert is_create_function(sql) is expected
    assert time.process_time() - begin < 1


@pytest.mark.parametrize("between", [COMMENTS, "/* tablestore.operator end */", "/* tablestore.other {} */"])
def test_operators_are_found_between_2000_comments(between: str) -> None:
    mark = '/* tablestore.operator {"a": %d} */ select %d /* tablestore.operator end */'
    read = '/* tablestore.changelog {"table": "t%d"} */'
    sql = (between * 2_000).join([mark % (1, 1), read % 1, mark % (2, 2), read % 2, ""])
    begin = time.process_time()
    assert list(annotated(sql)) == [({"a": 1}, "select 1"), ({"a": 2}, "select 2")]
    assert changes_read(sql) == {"t1", "t2"}
    assert time.process_time() - begin < 1


def test_2000_operators_are_found() -> None:
    one = '/* tablestore.operator {"number": %d} */ select %d /* tablestore.operator end */ '
    begin = time.process_time()
    assert len(list(annotated("".join(one % (number, number) for number in range(2_000))))) == 2_000
    assert time.process_time() - begin < 1


def test_an_operator_without_an_end_is_skipped_in_linear_time() -> None:
    begin = time.process_time()
    assert list(annotated('/* tablestore.operator {"a": 1} */ select 1 ' * 2_000)) == []
    assert time.process_time() - begin < 1
