"""What Spark has said about the query of a view is not asked again, as long as it holds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dbt.adapters.tablestore.views import planner
from dbt.adapters.tablestore.views.answers import Answers, circumstances
from dbt.adapters.tablestore.views.view import Source

ORDERS = Source({"id": "int", "amount": "bigint"}, ids={"id": "1", "amount": "2"}, key=("id",))
SETTINGS = {"spark.sql.ansi.enabled": "true"}


def source_of(name: str) -> Source:
    return ORDERS


def asked(answers: Answers) -> list[str]:
    """Asks all questions, and returns those for which Spark was needed."""
    questions: list[str] = []

    def types_of(query: str) -> dict[str, str]:
        questions.append(query)
        return {"id": "int"}

    def columns_of(query: str) -> list[dict[str, str | None]]:
        questions.append(f"columns of {query}")
        return [{"name": "ID", "type": "int", "comment": None}]

    def why_volatile(query: str) -> None:
        questions.append(f"why volatile {query}")

    def is_builtin(name: str) -> bool:
        questions.append(name)
        return False

    for _ in range(2):
        assert answers.types_of("select id", types_of) == {"id": "int"}
        assert answers.columns_of("select id", columns_of) == [{"name": "ID", "type": "int"}]
        assert answers.why_volatile("select id", why_volatile) is None
        assert not answers.is_builtin("f", is_builtin)
    return questions


def test_answers_hold_until_the_circumstances_change() -> None:
    first = Answers(source_of, "as before", "")
    assert len(asked(first)) == 4
    again = Answers(source_of, "as before", first.recorded)
    assert not asked(again) and again.recorded == first.recorded
    assert len(asked(Answers(source_of, "otherwise", first.recorded))) == 4
    assert again.types_of("select amount", lambda query: {"amount": "bigint"}) == {"amount": "bigint"}, "another query"


def test_what_is_not_certain_or_long_is_not_recorded() -> None:
    unknown = Answers(source_of, None, Answers(source_of, "as before", "").recorded)
    assert len(asked(unknown)) == 4 and unknown.recorded == ""
    long = Answers(source_of, "as before", "")
    long.types_of("select *", lambda query: {f"column_{number}": "decimal(38,10)" for number in range(2000)})
    assert long.recorded == ""


@pytest.mark.parametrize(
    "source",
    [
        replace(ORDERS, columns={"id": "int", "amount": "int"}),
        replace(ORDERS, columns={"amount": "bigint", "id": "int"}),
        replace(ORDERS, text="select 1"),
    ],
)
def test_columns_and_texts_are_circumstances(source: Source) -> None:
    assert circumstances({"s.orders": source}, SETTINGS) != circumstances({"s.orders": ORDERS}, SETTINGS)


def test_settings_and_versions_are_circumstances() -> None:
    known = circumstances({"s.orders": ORDERS}, SETTINGS, "4.1.4")
    assert known == circumstances({"s.orders": ORDERS}, dict(SETTINGS), "4.1.4")
    others = [
        circumstances({"s.orders": ORDERS}, {"spark.sql.ansi.enabled": "false"}, "4.1.4"),
        circumstances({"s.orders": ORDERS}, SETTINGS, "4.1.5"),
        circumstances({"s.other": ORDERS}, SETTINGS, "4.1.4"),
    ]
    assert known not in others


OF_OTHERS = {"safe_divide", "to_hex", "date_from_parts"}
"""Functions of other engines that sqlglot reads in each dialect."""


@pytest.mark.parametrize(
    ("query", "calls"),
    [
        ("select sum(id), try_url_decode(id) from s.orders", {"try_url_decode"}),
        ("select Fee(id) from s.orders", {"fee"}),
        ("select 1 + safe_divide(id, 2) from s.orders where TO_HEX(`date_from_parts`(id, 1, 2)) = 'a'", OF_OTHERS),
        ("select timestampdiff(day, id, id), try_cast(id as varchar(5)), round(id, 1) from s.orders", set()),
        ("select s.upper(id), `spark_catalog`.`s`.`fee`(id) from s.orders", {".upper", ".fee"}),
        ("select * from pairs(3)", {"pairs"}),
        ("select * from s.orders, lateral pairs(id) as p", {"pairs"}),
        ("select id from (select id from s.orders where id in (select a from s.pairs(3)))", {".pairs"}),
        ("select id from s.named", {"fee"}),
        ("select /*+ STATE_TTL('orders' = '1 d') */ sum(id) from s.orders", set()),
    ],
)
def test_calls_of_functions_that_can_be_those_of_users(query: str, calls: set[str]) -> None:
    view = replace(ORDERS, text="select fee(id) as id from s.orders")
    assert planner.names_in(query, lambda name: view if "named" in name else ORDERS)[1] == calls
