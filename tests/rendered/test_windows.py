"""The SQL that the window macros render, and their error messages, without Spark.

The files in ``tests/rendered/sql`` are the generated SQL. After a change, update them with
``pytest tests/rendered --force-regen`` and review the diff.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
import sqlglot
from pytest_regressions.file_regression import FileRegressionFixture
from sqlglot import exp

from harness import MacroError, call, namespace

SQL = Path(__file__).parent / "sql" / "windows"
HOP = {"type": "hop", "time_column": "bidtime", "slide": "1 minute", "size": "60 minutes"}
SESSION = {"type": "session", "time_column": "bidtime", "gap": "1 hour", "partition_by": "item"}
CALLS = {
    "tumble": ("tumble", "bid", "bidtime", "10 minutes"),
    "tumble_offset": ("tumble", "bid", "bidtime", "1 day", "-16 hours"),
    "hop": ("hop", "bid", "bidtime", "5 minutes", "10 minutes"),
    "hop_not_dividing": ("hop", "bid", "bidtime", "3 minutes", "10 minutes"),
    "hop_with_gaps": ("hop", "bid", "bidtime", "10 minutes", "3 minutes"),
    "cumulate": ("cumulate", "bid", "bidtime", "2 minutes", "10 minutes"),
    "session": ("session", "bid", "bidtime", "30 minutes", ["bidder"]),
    "window_aggregate": ("window_aggregate", "bid", HOP, ["item"], {"total": "sum(price)", "mean": "avg(price)"}),
    "window_aggregate_sets": (
        "window_aggregate", "bid", HOP, ["supplier", "item"], {"items": "count(distinct item)"},
        [["supplier", "item"], ["supplier"], []],
    ),
    "window_aggregate_cube": (
        "window_aggregate", "bid", HOP, ["supplier", "item"],
        {"level": "grouping_id(supplier, item)", "bids": "count(*)"}, "cube",
    ),
    "tumble_expression": ("tumble", "bid", "to_timestamp(bidtime)", "10 minutes"),
    "window_join_columns": (
        "window_join", "bids", "asks", "item", "left",
        ["l.window_start", "item_name", {"r.price": "ask"}, "r.size as asked"],
    ),
    "window_aggregate_copied": ("window_aggregate", "bid", HOP, ["item"], {"median": "median(price)"}),
    "window_aggregate_session": ("window_aggregate", "bid", SESSION, ["item"], {"bids": "count(*)"}),
    "window_topn": ("window_topn", "bids_per_window", 3, "price desc", ["supplier"]),
    "window_join": ("window_join", "bids", "asks", {"item": "item"}, "full"),
}  # fmt: skip


def rendered(name: str) -> str:
    macro, *arguments = CALLS[name]
    return call(macro, *arguments) + "\n"


@pytest.mark.parametrize("name", CALLS)
def test_generated_sql_is_the_golden_file(name: str, file_regression: FileRegressionFixture) -> None:
    file_regression.check(rendered(name), fullpath=SQL / f"{name}.sql")


def test_every_golden_file_belongs_to_a_call() -> None:
    assert {path.stem for path in SQL.glob("*.sql")} == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_generated_sql_has_clean_lines_and_parses(name: str) -> None:
    sql = rendered(name)
    assert all(line == line.rstrip() and "\t" not in line for line in sql.splitlines())
    sqlglot.parse_one(f"select * from {sql}", read="spark")


@pytest.mark.parametrize("name", CALLS)
def test_hidden_columns_do_not_clash_with_columns_of_the_relation(name: str) -> None:
    """A column that is added to ``*`` for the macro's own use begins with two underscores."""
    query = sqlglot.parse_one(f"select * from {rendered(name)}", read="spark")
    added = {column.alias for select in query.find_all(exp.Select) if select.is_star for column in select.selects}
    of_the_result = {"window_start", "window_end", "window_time", "item"}
    assert all(column.startswith("__") for column in added - of_the_result if column)


@pytest.mark.parametrize(
    ("duration", "milliseconds"),
    [
        ("10 minutes", 600_000), ("1 h", 3_600_000), ("1h", 3_600_000), ("90 min", 5_400_000), ("5 m", 300_000),
        ("-1500 milliseconds", -1500), ("- 1500 ms", -1500), ("1 day 2 hours", 93_600_000), ("1 week", 604_800_000),
        ("93784.567 seconds", 93_784_567), ("1.5 s", 1500), ("2000 us", 2), ("1 DAY", 86_400_000),
        ("INTERVAL '10' MINUTE", 600_000), ("interval '10 minutes'", 600_000), ("INTERVAL '-4' HOUR", -14_400_000),
    ],
)  # fmt: skip
def test_lengths_in_milliseconds(duration: str, milliseconds: int) -> None:
    problems: list[str] = []
    assert call("_window_length", "size", duration, problems) == milliseconds
    assert not problems


@pytest.mark.parametrize(
    ("duration", "problem"),
    [
        ("", "is not a duration"), ("ten minutes", "is not a duration"), ("10", "is not a duration"),
        ("10 fortnights", "is not a duration"), ("1 minute 2", "is not a duration"),
        ("1 month", "has no fixed length"), ("1 year 2 days", "has no fixed length"), ("1 quarter", "no fixed length"),
        ("1.0005 seconds", "not a whole number of milliseconds"), ("1500 us", "not a whole number of milliseconds"),
    ],
)  # fmt: skip
def test_lengths_that_are_an_error(duration: str, problem: str) -> None:
    problems: list[str] = []
    assert call("_window_length", "size", duration, problems) is None
    assert len(problems) == 1 and problems[0].startswith(f"size: '{duration}'") and problem in problems[0]


@pytest.mark.parametrize(
    ("expression", "from_slices"),
    [
        ("sum(price)", True), ("COUNT(*)", True), ("avg(price) filter (where item = ')')", True),
        ("count(distinct item)", True), ("avg(all price)", True), ("max(coalesce(price, 0))", True),
        ("grouping(item)", True),
        ("sum(case when item = '(' then price end)", True),
        ("sum(price) / count(*)", False), ("sum(f('(')) + g(')')", False), ("1 + sum(price)", False),
        ("percentile(price, 0.5)", False), ("count(distinct item, price)", False),
        ("sum(a) filter (where b) + sum(c) filter (where d)", False), ("collect_list(item)", False),
    ],
)  # fmt: skip
def test_which_aggregates_are_computed_from_slices(expression: str, from_slices: bool) -> None:
    sql = call("window_aggregate", "bid", HOP, ["item"], {"answer": expression})
    assert ("_partial_aggregates" in sql) is from_slices
    if not from_slices:
        assert f"{expression} as `answer`" in sql


ERRORS = [
    (
        ("tumble", "bid", "", "0 minutes", "1 month"),
        [
            "time_column: missing; write the name of a timestamp column",
            "size: '0 minutes' is not accepted; write a duration of more than 0 milliseconds",
            "offset: '1 month' has no fixed length; write weeks, days, hours, minutes, seconds or milliseconds",
        ],
    ),
    (
        ("hop", "bid", "window_time", "-1 minute", "10 foo"),
        [
            "time_column: windows add a column 'window_time' of their own; rename yours first, such as "
            "select window_time as rowtime, ... and write 'rowtime'",
            "slide: '-1 minute' is not accepted; write a duration of more than 0 milliseconds",
            "size: '10 foo' is not a duration; write a number and a unit, such as '10 minutes', '1 h' or "
            "'500 milliseconds'",
        ],
    ),
    (
        ("cumulate", "bid", "ts", "3 minutes", "10 minutes"),
        ["size: '10 minutes' is not a multiple of the step '3 minutes'; the last step must end with the window"],
    ),
    (("session", "bid", "ts", "0 s"), ["gap: '0 s' is not accepted; write a duration of more than 0 milliseconds"]),
    (
        ("window_aggregate", "bid", {"type": "hop", "time_column": "ts", "step": "1 h", "size": "1 h"}, "item",
         {"Item": "count(*)"}, [["supplier"]]),
        [
            "step: not an argument of a hop window; accepted are type, time_column, slide, size, offset",
            "slide: missing; write a duration such as '10 minutes'",
            "aggregates: 'Item' is already a column of the result; write another name",
            "grouping_sets: 'supplier' is not in group_by (item); add it there or remove it",
        ],
    ),
    (
        ("window_aggregate", "bid", {"type": "sliding"}, [], {}),
        [
            "window: {'type': 'sliding'} is not accepted; write a mapping such as {'type': 'tumble', "
            "'time_column': 'ts', 'size': '10 minutes'}; the type is 'tumble', 'hop', 'cumulate' or 'session'",
            "aggregates: {} is not accepted; write a mapping such as {'total': 'sum(price)'}",
        ],
    ),
    (
        ("window_aggregate", "bid", HOP, "item", {"n": 1, "total": "sum(price)"}, "all"),
        [
            "aggregates: 'n' is '1'; write an SQL expression such as 'sum(price)'",
            "grouping_sets: 'all' is not accepted; write 'cube' or 'rollup' for all columns of group_by, or a list of "
            "sets, such as [['supplier', 'item'], ['supplier'], []]",
        ],
    ),
    (
        ("window_join", "a", "b", "k", "semi", ["l.a", "r.b"]),
        ["columns: 'r.b' is not selected here: the result has only columns of the left side"],
    ),
    (
        ("window_join", "a", "b", 7, "outer"),
        [
            "on: cannot read 7; write a column name, a list of names, or {'left column': 'right column'}",
            "join_type: 'outer' is not accepted; write 'inner', 'left', 'right', 'full', 'semi', 'anti'",
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "problems"), ERRORS, ids=lambda value: value[0] if value else None)
def test_an_error_lists_all_problems_of_a_call(arguments: tuple, problems: list[str]) -> None:
    with pytest.raises(MacroError) as error:
        call(*arguments)
    assert str(error.value) == f"{arguments[0]}:\n  - " + "\n  - ".join(problems)


@pytest.mark.parametrize(
    ("expression", "refused"),
    [
        ("avg(price) -- gross", True),
        ("avg(price) -- it's gross\n -- 'net'", True),
        ("avg(price) -- gross \\\n", True),  # the line goes on
        ("avg(price) -- gross\n", False),
        ("avg(price -- it's gross\n)", False),
        ("concat(any_value(item), '--')", False),
        ("avg(price) /* -- */", False),
    ],
)
def test_a_comment_ends_before_the_name_of_an_aggregate(expression: str, refused: bool) -> None:
    if refused:
        with pytest.raises(MacroError, match="'mean' has a comment that does not end"):
            call("window_aggregate", "bid", HOP, "item", {"mean": expression})
        return
    sql = call("window_aggregate", "bid", HOP, "item", {"mean": expression})
    (select,) = sqlglot.parse(sql.strip()[1:-1], dialect="spark")
    assert select is not None and select.named_selects[-1] == "mean"


CHANGES = {"table": "orders", "commits": "orders__commits"}


@pytest.mark.parametrize(
    ("query", "group_by", "aggregate", "warns"),
    [
        ("{changes}", ["item"], "count(*)", True),
        ("{net}", ["item"], "count(*)", True),
        ("select * from {changes}", ["item"], "count(*)", True),
        ("select * from {net}", ["item"], "count(*)", True),
        ("select * from {view}", ["item"], "count(*)", True),
        ("select * from {view} where _row_kind = '+I'", ["item"], "count(*)", False),
        ("select * from {changes} union all select * from {view}", ["item"], "count(*)", True),
        ("select * from {changes} where _ROW_KIND = '+I'", ["item"], "count(*)", False),
        ("select * from {net} where _row_kind = '+I'", ["item"], "count(*)", False),
        ("{net}", ["item"], "sum(if(_row_kind in ('+I', '+U'), 1, -1))", False),
        ("{changes}", ["item", "_row_kind"], "count(*)", False),
    ],
)
def test_changes_whose_row_kinds_nothing_reads_are_a_warning(
    query: str, group_by: list[str], aggregate: str, warns: bool
) -> None:
    warned: list[str] = []
    macros = namespace(exceptions=SimpleNamespace(warn=warned.append))
    end = "\n  " + macros["_annotation"]("changelog", CHANGES) + "\n)"
    net = macros["net_query"](["id"], ["id", "item"], "orders__changelog", "true")
    texts = {"changes": f"(\n  select *\n  from log{end}", "net": f"(\n  select *\n  from ({net}){end}"}
    texts["view"] = f"(\n  select *\n  from (select `item`, _row_kind, _commit from log){end}"
    macros["window_aggregate"](query.format(**texts), HOP, group_by, {"bids": aggregate})
    assert len(warned) == warns
