"""Places in the messages of Spark 4.1, in the lines of the file with the compiled SELECT."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from dbt.adapters.tablestore import connections
from dbt.adapters.tablestore.connections import TablestoreConnectionManager
from dbt.adapters.tablestore.sql.places import in_own_text
from dbt_common.exceptions import DbtDatabaseError
from pyspark.errors import AnalysisException

TEXT = "\n  select id,\n    nme\nfrom t\n"
BEFORE = '/* {"app": "dbt"} */\n\n    describe query '
STATEMENT = f"{BEFORE}{TEXT.strip()}\n  "
PLACES = {
    "No `nme`. SQLSTATE: 42703; line 4 pos 4": "No `nme`. SQLSTATE: 42703; line 3 pos 4",
    "No `id`. SQLSTATE: 42703; line 3 pos 26": "No `id`. SQLSTATE: 42703; line 2 pos 9",
    "[X] By zero.\n== SQL (line 5, position 6) ==\nfrom t": "[X] By zero.\n== SQL (line 4, position 6) ==\nfrom t",
    # in what precedes the text, in a stored view, without a place
    "No query. SQLSTATE: 42703; line 3 pos 4": "No query. SQLSTATE: 42703; line 3 pos 4",
    "== SQL of VIEW v (line 4, position 8) ==\na": "== SQL of VIEW v (line 4, position 8) ==\na",
    "boom": "boom",
}


@pytest.mark.parametrize(("message", "expected"), PLACES.items())
def test_a_place_is_that_in_the_file(message: str, expected: str) -> None:
    assert in_own_text(message, STATEMENT, TEXT) == expected
    assert in_own_text(message, "/* dbt */\nselect 1", TEXT) == message
    assert in_own_text(message, STATEMENT, "") == message


def test_a_syntax_error_shows_the_text_of_the_file() -> None:
    said = "\n[PARSE_SYNTAX_ERROR] Syntax error. SQLSTATE: 42601 (line {line}, pos {position})\n\n== SQL ==\n"
    for line, own_line, position, own_position, mark, own_mark in (
        (3, 2, 26, 9, "-" * 26 + "^^^", "-" * 7 + "^^^"),
        (4, 3, 4, 4, "----^^^", "----^^^"),
    ):
        shown = STATEMENT.rstrip().split("\n")
        shown.insert(line, mark)
        own = TEXT.strip().split("\n")
        own.insert(own_line - 1, own_mark)
        message = said.format(line=line, position=position) + "\n".join(shown)
        expected = said.format(line=own_line, position=own_position) + "\n".join(own)
        assert in_own_text(message, STATEMENT, TEXT) == expected


def test_a_statement_may_have_the_text_indented() -> None:
    indented = "/* dbt */\nselect * from (\n    select id,\n        nme\n    from t\n) where a"
    message = "== SQL (line 4, position 9) ==\n        nme"
    assert in_own_text(message, indented, TEXT) == "== SQL (line 3, position 5) ==\n        nme"
    assert in_own_text("No `id`; line 3 pos 11", indented, TEXT) == "No `id`; line 2 pos 9"
    assert in_own_text("No `a`; line 6 pos 8", indented, TEXT) == "No `a`; line 6 pos 8"
    # Spark counts the lines of the query in CACHE TABLE
    cached = indented.replace("select *", "cache table t as\nselect *", 1)
    message = "== SQL (line 3, position 9) ==\n        nme\n        ^^^"
    assert in_own_text(message, cached, TEXT) == message.replace("position 9", "position 5")
    assert in_own_text(message.replace("nme", "id"), cached, TEXT) == message.replace("nme", "id")
    assert in_own_text("No `id`; line 3 pos 11", indented + indented, TEXT) == "No `id`; line 3 pos 11"


def test_a_failed_statement_of_a_model_has_the_lines_of_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    manager: Any = object.__new__(TablestoreConnectionManager)
    session = SimpleNamespace(message_of=lambda error, sql: str(error))
    monkeypatch.setattr(TablestoreConnectionManager, "_session", lambda self: session)
    error = Exception("No `nme`; line 4 pos 4")
    monkeypatch.setattr(connections, "_compiled_code", lambda: TEXT)
    assert manager._message_of(error, STATEMENT) == "No `nme`; line 3 pos 4"
    monkeypatch.setattr(connections, "_compiled_code", lambda: "")
    assert manager._message_of(error, STATEMENT) == "No `nme`; line 4 pos 4"


@pytest.mark.parametrize("raised", [AnalysisException, DbtDatabaseError])
def test_the_lines_of_a_file_are_found_once(raised: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    """One handler is around the statement, and another one around it and its rows: dbt has both."""
    manager: Any = object.__new__(TablestoreConnectionManager)
    session = SimpleNamespace(message_of=lambda error, sql: str(getattr(error, "msg", error)), stopped=False)
    text = "select id,\n  id + 1 as a,\n  id + 2 as b,\n  id + 3 as c,\n  nme\nfrom t"
    monkeypatch.setattr(TablestoreConnectionManager, "_session", lambda self: session)
    monkeypatch.setattr(connections, "_compiled_code", lambda: text)
    statement = f"{BEFORE}{text}"
    with (
        pytest.raises(DbtDatabaseError) as failed,
        manager.exception_handler(statement),
        manager.exception_handler(statement),
    ):
        raise raised("No `nme`; line 7 pos 2")
    assert failed.value.msg == "No `nme`; line 5 pos 2"
