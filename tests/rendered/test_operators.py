"""The SQL that the rows, missing, sampling and hint macros render, and their error messages, without Spark.

The files in ``tests/rendered/sql`` are the generated SQL. After a change, update them with
``pytest tests/rendered --force-regen`` and review the diff.
"""

from __future__ import annotations

import functools
import json
import re
from datetime import date, datetime, timezone
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlglot
from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from pytest_regressions.file_regression import FileRegressionFixture

from harness import MacroError, call, namespace
from planning import Node, plan

SQL = Path(__file__).parent / "sql"
RATES = ("orders", "rates", "currency", "ordered_at", ["valid_from", "version"])
FLIGHTS = {"dep_delay": "double", "tailnum": "string"}
CALLS: dict[str, tuple[Any, ...]] = {
    "rows/deduplicate": ("deduplicate", "orders", "order_id", ["updated_at", "version"]),
    "rows/deduplicate_first": ("deduplicate", "orders", ["shop", "order_id"], "updated_at", "first"),
    "rows/deduplicate_mixed": ("deduplicate", "orders", "order_id", ["updated_at", "priority desc"]),
    "rows/topn": ("topn", "flights", 3, "carrier", ["dep_delay desc nulls last", "flight_id"]),
    "rows/topn_expression": ("topn", "flights", 3, "carrier", ["id % 10 desc", "coalesce(a, b) nulls last", "`my ts`"]),
    "rows/deduplicate_expression": ("deduplicate", "orders", "order_id", ["lower(status)", "version"]),
    "rows/as_of_join_now": (
        "as_of_join", "orders", "rates", "currency", "current_timestamp()", "to_date(since)", "left",
        ["r.rate as fee"], "36 h",
    ),
    "rows/interval_join_expression": (
        "interval_join", "orders", "payments", "order_id", "to_timestamp(at)", "paid_at", "-90061.5 s", "36 h 30 min",
    ),
    "rows/topn_global": ("topn", "flights", 10, [], "dep_delay desc", "rank", "place"),
    "rows/as_of": ("as_of", "history", "2026-01-31 12:00:00", "valid_from", "valid_to", "dbt_is_deleted"),
    "rows/as_of_number": ("as_of", "history", 7),
    "rows/as_of_now": ("as_of", "select * from history", "current_timestamp()"),
    "rows/as_of_join": ("as_of_join", *RATES),
    "rows/as_of_join_inner": ("as_of_join", *RATES, "inner", ["rate"], "1 h"),
    "rows/as_of_join_changelog": (
        "as_of_join", "orders", "rates", "currency", "at", "at", "left",
        ["rate", {"at": "rated_at"}], "1 day", "_row_kind",
    ),
    "rows/interval_join": ("interval_join", "orders", "payments", "order_id", "ordered_at", "paid_at", "-1 h", "0 s"),
    "rows/interval_join_full": (
        "interval_join", "orders", "payments", {"order_id": "for_order"}, "ordered_at", "paid_at",
        "-1 h", "5 min", "full",
    ),
    "missing/fillna": ("fillna", "flights", {"dep_delay": 0, "tailnum": "unknown"}, FLIGHTS),
    "missing/fillna_untyped": ("fillna", "flights", {"dep_delay": 0, "tailnum": "unknown"}),
    "missing/fillna_not_strict": ("fillna", "flights", 0, ["dep_delay", "tailnum"], False, False),
    "missing/fillna_not_strict_typed": ("fillna", "flights", 0, FLIGHTS, True, False),
    "missing/dropna": ("dropna", "flights", "any", None, FLIGHTS),
    "missing/dropna_thresh": ("dropna", "flights", "any", 2, ["dep_delay", "arr_delay", "air_time"], False),
    "missing/replace": ("replace", "flights", {"N/A": None, None: "unknown"}, {"tailnum": "string"}),
    "missing/replace_untyped": ("replace", "flights", {"month": {1: 2, 2: 1}}),
    "sampling/sample": ("sample", "flights", 0.1, 42, "flight_id"),
    "sampling/sample_rows": ("sample", "flights", 0.1, 42),
    "sampling/sample_unseeded": ("sample", "flights", 0.1),
    "sampling/sample_n": ("sample", "flights", None, 42, "flight_id", 100),
    "sampling/split_second_part": ("split", "flights", [0.8, 0.2], 42, ["carrier", "flight"]),
    "hints/hint_options": ("hint", "main.flights", "OPTIONS", {"split-size": 1048576, "as-of": "it's"}),
    "hints/hint_broadcast": ("hint", "airlines", "broadcast"),
    "hints/hint_repartition": ("hint", "flights", "REPARTITION", [8, "carrier"]),
}  # fmt: skip
# Spark 4 parses `|> set` and the options of a read, sqlglot does not. The tests in tests/engine run them.
SPARK_ONLY = ("missing/fillna", "missing/replace", "hints/hint_options")

NOT_ORDERS = ["a, b desc", "id % 10) desc", "ts nulls last desc", "lower(x) dsc", "x; drop table t", "a -- b"]
NARROW = {"i": "int", "y": "tinyint", "f": "float", "d": "decimal(4,2)"}
ERRORS: dict[str, tuple[tuple[Any, ...], list[str]]] = {
    "as_of without a time": (("as_of", "history", None), ["timestamp: there is none; write as_of(ref("]),
    "as_of a time that does not exist": (
        ("as_of", "history", "2026-01-31 25:00"), ["timestamp: '2026-01-31 25:00' is not a point in time"],
    ),
    "deduplicate": (
        ("deduplicate", "t", [], "ts dsc", "newest"),
        ["partition_by: no column is given", "keep: 'newest' is not accepted", "order_by: cannot read 'ts dsc'"],
    ),
    "topn": (("topn", "t", 0, "k", [], "ntile"), ["n: 0 is not accepted", "rank: 'ntile' is not accepted"]),
    "topn without an order": (("topn", "t", 1, "k", []), ["order_by: no column is given"]),
    "deduplicate in the form of FLIP-155": (
        ("deduplicate", "t", ["a", "b"], "proctime", True),
        ["keep: True is not accepted; FLIP-155's keepFirst=true is keep='first'"],
    ),
    "an order that is not one": (
        ("topn", "t", 1, "k", NOT_ORDERS),
        [f"order_by: cannot read '{item}'; write one item per column, such as 'ts', 'ts desc" for item in NOT_ORDERS],
    ),
    "columns of a join": (
        ("interval_join", "l", "r", "k", "a, b", "r t", "1 h", "2 h", "inner",
         ["rate", 7, {"fee": 3}, "l.k", {"r.at": "rate"}, "rate * 2 as twice"]),
        [
            "left_time: cannot read 'a, b'; write the name of a column, or an expression such as",
            "right_time: cannot read 'r t'",
            "columns: cannot read 7; write columns, such as ['rate', {'updated_at': 'rated_at'}]",
            'columns: cannot read {"fee": 3};',
            "columns: 'l.k' is not selected here: the result has all columns of the left side",
            "columns: the result would have 'rate' twice; give one of them a new name: {'at': '...'}",
            'columns: cannot read "rate * 2 as twice"; write columns, such as',
        ],
    ),
    "as_of_join": (
        ("as_of_join", "l", "r", [], "ts", "ts", "full", None, "1 year"),
        ["on: no column is given", "join_type: 'full'",
         "tolerance: cannot read '1 year'", "both time columns are called 'ts'"],
    ),
    "as_of_join, the latest version first": (
        ("as_of_join", "l", "r", "k", "at", "since desc"), ["right_time: '`since` desc' is no time from which"],
    ),
    "as_of_join, no version is newer": (
        ("as_of_join", "l", "r", "k", "at", "since", "left", None, "-10 minutes"),
        ["tolerance: '-10 minutes' is below zero, and no version is newer than its row; write how old"],
    ),
    "interval_join, no time is between the bounds": (
        ("interval_join", "l", "r", "k", "a", "b", "1 h", "-1 h"),
        ["lower: '1 h' is above upper, '-1 h', so no pair could match; write the smaller bound in lower"],
    ),
    "interval_join": (
        ("interval_join", "l", "r", 7, "a", "b", "soon", "1 h", "semi"),
        ["on: cannot read 7", "join_type: 'semi'", "lower: cannot read 'soon'"],
    ),
    "fillna, value does not fit": (
        ("fillna", "t", 7.9, {"i": "int", "d": "decimal(2,1)", "e": "decimal(3,0)", "s": "string", "b": "boolean"}),
        [
            "`i` is int, which cannot hold 7.9",
            "`e` is decimal(3,0), which cannot hold 7.9",
            "`s` is string, which",
            "`b` is boolean, which",
        ],
    ),
    "fillna, value out of range": (
        ("fillna", "t", {"i": 3_000_000_000, "y": 128, "f": 1e39, "d": 100}, NARROW),
        ["`i` is int", "`y` is tinyint", "`f` is float", "`d` is decimal(4,2)"],
    ),
    "fillna, value would be rounded or cut": (
        (
            "fillna", "t", {"f": 16_777_217, "g": 3 * 2**24, "d": 2**53 + 1, "e": -(2**63), "x": "2021-01-01 12:30:00"},
            {"f": "float", "g": "float", "d": "double", "e": "double", "x": "date"},
        ),
        [
            "`f` is float, which cannot hold 16777217 unchanged",
            "`d` is double, which cannot hold 9007199254740993 unchanged",
            '`x` is date, which does not take "2021-01-01 12:30:00"',
        ],
    ),
    "fillna, value is no time": (
        ("fillna", "t", "2024-01-01 foo", dict.fromkeys(("t", "n"), "timestamp") | {"d": "date"}),
        [f'`{name}` is {type}, which does not take "2024-01-01 foo"' for name, type in
         (("t", "timestamp"), ("n", "timestamp"), ("d", "date"))],
    ),
    "fillna, value has a time zone": (
        ("fillna", "t", datetime(2024, 1, 1, tzinfo=timezone.utc), {"n": "timestamp_ntz"}),
        ['cannot hold the time zone of "2024-01-01 00:00:00+00:00"; write the time without one'],
    ),
    "replace, value has a time zone": (
        ("replace", "t", {"2024-01-01": "2024-01-01T10:00Z"}, {"n": "timestamp_ntz"}),
        ['which cannot hold the time zone of "2024-01-01T10:00Z"'],
    ),
    "fillna, no value": (("fillna", "t", None), ["value: None is not accepted"]),
    "fillna, a list": (("fillna", "t", [1], "i"), ["value: [1] is not accepted; write a number, a string"]),
    "replace, a list": (("replace", "t", {"i": {1: [2]}}), ["mapping: 1 and [2] are of different types"]),
    "fillna, columns named twice": (("fillna", "t", {"a": 1}, ["a"]), ["the mapping in `value` already names `a`"]),
    "fillna, no columns": (("fillna", "t", 1, []), ["columns: the list is empty"]),
    "dropna": (("dropna", "t", "most", -2, []), ["how: 'most'", "thresh: -2", "columns: the list is empty"]),
    "dropna in the form of FLIP-155": (
        ("dropna", "t", 1, ["a", "b"]),
        [
            "how: 1 is not accepted; for the minimum number of values in a row write thresh=1",
            "thresh: ['a', 'b'] is not accepted; for the columns to look at write columns=['a', 'b']",
        ],
    ),
    "dropna, how and thresh": (("dropna", "t", "all", 2, ["a"]), ["thresh: cannot be combined with how='all'"]),
    "dropna, no columns": (("dropna", "t", "any", None, []), ["columns: the list is empty"]),
    "replace": (("replace", "t", {1: "x", "y": True}, "a"), ["1 and x are of different types", "y and True"]),
    "replace, value does not fit": (("replace", "t", {1: 2.7}, {"a": "int"}), ["`a` is int, which cannot hold 2.7"]),
    "replace, mixed mapping": (
        ("replace", "t", {"a": {1: 2}, "b": 1}), ["some values are mappings and others are not"]
    ),
    "sample": (("sample", "t", 1.01, 1.5), ["seed: 1.5 is not accepted", "fraction: 1.01 is not accepted"]),
    "sample, no size": (("sample", "t"), ["fraction: missing; write fraction"]),
    "sample, two sizes": (("sample", "t", 0.5, 1, "id", 5), ["fraction: cannot be combined with n"]),
    "sample, number of rows as fraction": (("sample", "t", 100), ["from 0 to 1, or n=100 for a number of rows"]),
    "sample, negative n": (("sample", "t", None, None, None, -1), ["n: -1 is not accepted"]),
    "fillna, value does not fit and not strict": (
        ("fillna", "t", 7.9, {"i": "int", "s": "string"}, True, False), ["`i` is int, which cannot hold 7.9"]
    ),
    "split": (
        ("split", "t", [-1, float("nan"), float("inf"), "a"]),
        [f"weights: {weight} is not accepted" for weight in (-1, "nan", "inf", "a")],
    ),
    "split, no weight": (("split", "t", [0, 0]), ["no weight is above 0"]),
    "hint, unknown": (("hint", "t", "LOOKUP"), ["name: 'LOOKUP' is not accepted; write OPTIONS, BROADCAST"]),
    "hint, STATE_TTL on a relation": (
        ("hint", "t", "STATE_TTL", {"t": "1 d"}), ["STATE_TTL has no effect on a relation"]
    ),
    "hint, no options": (
        ("hint", "a_cte", "OPTIONS", {}),
        ["OPTIONS takes a mapping with at least one option", "OPTIONS applies to a table"],
    ),
    "hint, options of a join hint": (("hint", "t", "MERGE", ["a"]), ["MERGE takes no options; remove ['a']"]),
    "hint, mapping for a partition hint": (("hint", "t", "REBALANCE", {"a": 1}), ["options: {'a': 1} is not accepted"]),
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "materialized", "is_refused"),
    [
        ("cte", "ephemeral", True),
        ("cte", None, False),  # the rows of a unit test, which has no graph
        ("view", None, True),
        ("table", None, False),
        (None, "view", True),
        (None, "materialized_view", True),
        (None, "table", False),
        (None, None, False),  # a source
    ],
)
def test_options_of_what_is_not_a_table(kind: str | None, materialized: str | None, is_refused: bool) -> None:
    """Nothing is looked up: a source can be in a catalog that lists no views."""
    name = "__dbt__cte__e" if kind == "cte" else "e"
    relation = TablestoreRelation.create(database="lake", schema="main", identifier=name, type=kind)
    place = {"database": "lake", "schema": "main", "alias": "e", "resource_type": "model"}
    node = Node(place, name="e", config=Node(materialized=materialized))
    macros = namespace(execute=True, graph={"nodes": {"model.shop.e": node}} if materialized else {})
    if not is_refused:
        assert "with (" in macros["hint"](relation, "OPTIONS", {"split-size": "1"})
        return
    with pytest.raises(MacroError, match="OPTIONS applies to a table; write the ref of a model that is one"):
        macros["hint"](relation, "OPTIONS", {"split-size": "1"})


def rendered(name: str) -> str:
    macro, *arguments = CALLS[name]
    sql = call(macro, *arguments)
    return (sql[1] if macro == "split" else sql) + "\n"


@pytest.mark.parametrize("name", CALLS)
def test_generated_sql_is_the_golden_file(name: str, file_regression: FileRegressionFixture) -> None:
    file_regression.check(rendered(name), fullpath=SQL / f"{name}.sql")


def test_every_golden_file_belongs_to_a_call() -> None:
    folders = {name.split("/")[0] for name in CALLS}
    files = {f"{folder}/{path.stem}" for folder in folders for path in (SQL / folder).glob("*.sql")}
    assert files == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_generated_sql_has_clean_lines_and_parses(name: str) -> None:
    sql = rendered(name)
    assert all(line and line == line.rstrip() and "\t" not in line for line in sql.splitlines())
    assert not re.search(r"^\s*window \w+ as", sql, re.MULTILINE), "Spark does not find a named window in a view"
    if not name.startswith(SPARK_ONLY):
        sqlglot.parse_one(f"select * from {sql}", read="spark")


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_lists_all_problems_of_a_call(name: str) -> None:
    (macro, *arguments), expected = ERRORS[name]
    with pytest.raises(MacroError) as error:
        call(macro, *arguments)
    lines = str(error.value).splitlines()
    assert lines[0] == f"{macro}:"
    assert len(lines) == 1 + len(expected), str(error.value)
    for text in expected:
        assert text in str(error.value)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("10 minutes", "interval '10 minutes'"),
        ("1 h", "interval '1 hour'"),
        ("-1500ms", "interval '-1500 milliseconds'"),
        ("1 week", "interval '7 days'"),
        ("1 DAY 2 hours", "interval '26 hours'"),
        ("90 Min", "interval '90 minutes'"),
        ("999999999999999999 d", None),
        ("1 year", None),
        ("1 month", None),
        ("10", None),
        ("ten minutes", None),
        ("1 h;", None),
        (None, None),
    ],
)
def test_durations_are_interval_literals(given: str | None, expected: str | None) -> None:
    assert call("_interval_literal", given) == expected


RENAMED = {
    "dbt_valid_from": "since", "dbt_valid_to": "until", "dbt_system_from": "known_from", "dbt_system_to": "known_to",
}  # fmt: skip


@functools.cache
def reading() -> dict[str, Any]:
    """The macros while dbt runs, with relations that have no other columns than those of `query_columns`."""
    relations = SimpleNamespace(Relation=SimpleNamespace(create=lambda **parts: SimpleNamespace(limit=None, **parts)))
    return namespace(load_relation=lambda relation: relation, execute=True, api=relations)


@pytest.mark.parametrize("kind", ["history", "view", "snapshot", "cte"])
@pytest.mark.parametrize("hard_deletes", ["invalidate", "new_record"])
@pytest.mark.parametrize("names", [{}, RENAMED])
def test_as_of_has_the_rows_of_now_whatever_the_columns_are_called(
    names: dict[str, str], hard_deletes: str, kind: str
) -> None:
    """Only the table of a history records the names; that of anything else is given, or is dbt's."""
    made = plan("id int, city string, at timestamp", primary_key="id", sequence_field="at", scd_type=2,
                system_time=True, hard_deletes=hard_deletes, snapshot_meta_column_names=names)  # fmt: skip
    stored = {"view": ["dbt_system_to"], "snapshot": ["dbt_valid_to"]}.get(kind, [])
    macros = reading()

    def properties(relation: Any) -> dict[str, str]:
        assert relation.limit is None  # dbt's --empty limits relations that are read
        return {"tablestore.definition": json.dumps(made["definition"])} if kind == "history" else {}

    macros["table_properties"] = properties
    macros["query_columns"] = lambda sql: [{"name": name} for name in stored]
    parts = {"database": None, "schema": "main", "identifier": "t"}
    relation = SimpleNamespace(is_cte=kind == "cte", render=lambda: "t", limit=0, **parts)
    own = {name: names.get(name, name) if kind == "history" else name for name in RENAMED}
    since, until, known_from, known_to = (f"`{name}`" for name in own.values())

    def conditions(**given: Any) -> list[str]:
        """The conditions at time 3, each in a line."""
        return re.findall(r"(?:where|and) ((?:not )?[`(].*)", macros["as_of"](relation, 3, **given))

    valid = [f"{since} <= 3", f"({until} > 3 or {until} is null)"]
    assert conditions() == valid + [f"{known_to} is null"] * (kind in ("history", "view"))
    assert conditions(system_to="k") == [*valid, "`k` is null"]
    assert conditions(system_time=2) == [*valid, f"{known_from} <= 2", f"({known_to} > 2 or {known_to} is null)"]
    assert conditions(valid_from="a", valid_to="b")[:2] == ["`a` <= 3", "(`b` > 3 or `b` is null)"]


@pytest.mark.parametrize(
    ("value", "type", "literal"),
    [
        ("2024-1-2", "date", "date '2024-1-2'"),
        ("2024-01-02", "timestamp", "timestamp '2024-01-02'"),
        ("2024-01-02 3:04", "timestamp_ntz", "timestamp_ntz '2024-01-02 3:04'"),
        ("2024-01-02T03:04:05.678", "timestamp_ntz", "timestamp_ntz '2024-01-02T03:04:05.678'"),
        ("2024-01-02 03:04:05+01:00", "timestamp", "timestamp '2024-01-02 03:04:05+01:00'"),
        ("2024-01-02 03:04:05 Europe/Berlin", "timestamp", "timestamp '2024-01-02 03:04:05 Europe/Berlin'"),
        (date(2024, 1, 2), "timestamp_ntz", "timestamp_ntz '2024-01-02'"),
        (datetime(2024, 1, 2, 3, 4), "timestamp_ntz", "timestamp_ntz '2024-01-02 03:04:00'"),
        (datetime(2024, 1, 2, 3, tzinfo=timezone.utc), "timestamp", "timestamp '2024-01-02 03:00:00+00:00'"),
    ],
)
def test_times_fill_columns_of_their_type(value: Any, type: str, literal: str) -> None:
    assert f"coalesce(`t`, {literal})" in call("fillna", "rows", value, {"t": type})


def test_operators_nest() -> None:
    inner = call("deduplicate", "orders", "id", "at")
    lines = call("topn", inner, 1, [], "at").splitlines()
    start = next(number for number, line in enumerate(lines) if line.strip() == "from (" and number > 2)
    assert lines[start + 1] == " " * 12 + "select winner.*"


def test_a_string_literal_over_two_lines_keeps_its_spaces() -> None:
    query = "select 'it\\'s\n two' as a,\n  'x' as b"
    assert query in call("sample", query, 0.5)


@pytest.mark.parametrize(
    ("relation", "expression"),
    [
        ("orders", "orders"),
        ("select * from a", "(select * from a)"),
        ("(select * from a)", "(select * from a)"),
        ("(select * from a) union all (select * from b)", "((select * from a) union all (select * from b))"),
        ("(select ')' from a -- :)\n) as a", "((select ')' from a -- :)\n) as a\n)"),
        ('(select `)`, "(" /* ( */ from a)', '(select `)`, "(" /* ( */ from a)'),
        ("select * from a -- all", "(select * from a -- all\n)"),
        ("select * from a -- c:\\temp\\", "(select * from a -- c:\\temp\\ \n)"),
        ("(select * from a /* /* ) */ ) */ )", "(select * from a /* /* ) */ ) */ )"),
        ("(select * from a -- \\\n)\n)", "(select * from a -- \\\n)\n)"),
        ("(select 1 /*+ ( */ as a)", "((select 1 /*+ ( */ as a))"),
    ],
)
def test_a_query_is_put_in_parentheses_once(relation: str, expression: str) -> None:
    assert call("_table_expression", relation) == expression


def test_texts_that_differ_in_case_are_two() -> None:
    """Of aggregates with a literal in them, and of annotations."""
    hop = {"type": "hop", "time_column": "ts", "slide": "5 minutes", "size": "10 minutes"}
    counts = {name: f"count(distinct case when kind = '{name}' then u end)" for name in ("a", "A")}
    sql = call("window_aggregate", "bid", hop, ["item"], {"small": counts["a"], "large": counts["A"]})
    grouped = sql.partition("group by ")[2].partition("\n")[0]
    assert "kind = 'a'" in grouped and "kind = 'A'" in grouped
    texts = [call("_annotation", "operator", {"of": name}) for name in ("a", "A")]
    assert call("_annotations", "operator", " ".join(texts)) == [{"of": "a"}, {"of": "A"}]


@pytest.mark.parametrize(
    ("macro", "arguments", "expected"),
    [
        (
            "interval_join",
            ("o", "p", {"ID": "id"}, "at", "to_timestamp(at)", "-1 h", "0 s", "inner", ["r.*"]),
            "r.* except (`ID`, `__time`)",
        ),
        (
            "as_of_join",
            ("o", "p", {"ID": "id"}, "at", "since", "left", ["r.*"], None, "kind"),
            "r.* except (`ID`, `kind`)",
        ),
        ("window_join", ("o", "p", {"ID": "id"}), "window_end`, `window_time`, `ID`)"),
    ],
)
def test_all_columns_of_the_right_side_are_without_those_of_the_join(
    macro: str, arguments: tuple[Any, ...], expected: str
) -> None:
    assert expected in str(call(macro, *arguments))
