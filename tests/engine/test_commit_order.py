"""A batch with the commits of an upstream gives the same rows as one run per commit, compared with plain Python."""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import pytest
from pyspark.sql import SparkSession

import harness
from planning import plan
from project import literal

COLUMNS = "k int, v int, s int, g int, _row_kind string, _commit bigint"
STORED = "k int, v int, s int, g int"
KINDS = ["-D", "-U", "+I", "+U"]
KEYS, COMMITS = 60, 4


class Change(NamedTuple):
    """A row of a batch."""

    k: int
    v: int | None
    s: int | None
    g: int | None
    kind: str
    commit: int


class Case(NamedTuple):
    """A model, the row kinds of its batches, those that delete, whether its values are sums, and how changes arrive.

    A sum has no late deletes: which rows of the batch they discard depends on the stored row, which a
    fold does not see.
    """

    config: dict[str, Any]
    kinds: list[str]
    deletes: list[str]
    sums: bool = False
    arrival: str = "given"


REMOVES = "partial_update_remove_record_on_"
CASES = {
    "deduplicate": Case({}, KINDS, ["-D", "-U"]),
    "deduplicate, descending": Case({"sequence_field_sort_order": "descending"}, KINDS, ["-D", "-U"]),
    "deduplicate, no -U": Case({"ignore_update_before": True}, KINDS, ["-D"]),
    "deduplicate, no deletes": Case({"ignore_delete": True}, KINDS, []),
    "partial-update": Case({"merge_engine": "partial-update", REMOVES + "delete": True}, ["-D", "+I", "+U"], ["-D"]),
    "sequence group": Case(
        {
            "merge_engine": "partial-update",
            "fields": {"g": {"sequence_group": ["v"]}},
            REMOVES + "sequence_group": ["g"],
        },
        ["-D", "+I", "+U"],
        ["-D"],
    ),
    "aggregation": Case(
        {
            "merge_engine": "aggregation",
            "fields": {"v": {"aggregate_function": "sum"}},
            "aggregation_remove_record_on_delete": True,
        },
        ["-D", "+I", "+U"],
        ["-D"],
        sums=True,
    ),
    "first-row": Case({"merge_engine": "first-row", "ignore_delete": True}, KINDS, []),
}
# a delete in a commit of these is that of the row that another one of the commit replaces
CASES |= {
    f"{name}, one change": CASES[name]._replace(arrival="commits")
    for name in ("deduplicate", "deduplicate, descending", "partial-update", "aggregation")
}


def changes(seed: int, case: Case, nulls: bool) -> list[Change]:
    """Up to two changes of each key in each commit, with sequences that go up and down."""
    chance = random.Random(seed)
    sequences = [*range(4)] + ([None] if nulls else [])
    found = []
    for commit in range(1, COMMITS + 1):
        for k in range(KEYS):
            for _ in range(chance.randint(0, 2)):
                kind = chance.choice(case.kinds)
                s = 9 if case.sums and kind == "-D" else chance.choice(sequences)
                found.append(Change(k, chance.randint(1, 9), s, s, kind, commit))
    return found


def expected(case: Case, rows: list[Change]) -> dict[int, tuple[Any, ...]]:
    """The stored rows after all changes, one by one."""
    descending = "sequence_field_sort_order" in case.config
    first = case.config.get("merge_engine") == "first-row"

    def sequence(s: int | None) -> tuple[bool, int]:
        return s is not None, (-(s or 0) if descending else s or 0)

    def position(row: Change) -> tuple[Any, ...]:
        value = (row.v or 0) * (-1 if descending else 1)
        minus = ("-U", "-D") if case.arrival == "commits" else ("-U",)
        return row.commit, row.kind not in minus and not first, sequence(row.s), KINDS.index(row.kind), value

    stored: dict[int, tuple[Any, ...]] = {}
    for row in sorted(rows, key=position):
        old = stored.get(row.k)
        late = old is not None and sequence(row.s) < sequence(old[1])
        if row.kind in case.deletes:
            stored = stored if late else {k: each for k, each in stored.items() if k != row.k}
        elif row.kind in ("-D", "-U") or (first and old):
            continue
        elif old and case.sums:
            stored[row.k] = (old[0] + row.v, old[1] if late else row.s)
        elif not late:
            keeps = row.v is None and old is not None and "partial-update" in case.config.values()
            stored[row.k] = (old[0] if old and keeps else row.v, row.s)
    return stored


def literals(columns: str, rows: Sequence[tuple[Any, ...]]) -> str:
    """A query of literal rows."""
    fields = [column.split(" ") for column in columns.split(", ")]
    lines = ", ".join("(" + ", ".join(map(literal, row)) + ")" for row in rows or [(None,) * len(fields)])
    values = f"values {lines} as rows({', '.join(name for name, _ in fields)}){'' if rows else ' where false'}"
    return f"select {', '.join(f'cast({name} as {kind}) as {name}' for name, kind in fields)} from {values}"


def merge(
    spark: SparkSession, made: dict[str, Any], stored: dict[int, tuple[Any, ...]], rows: list[Change]
) -> dict[int, tuple[Any, ...]]:
    """The stored rows after one run."""
    old = [(k, v, s, s) for k, (v, s) in stored.items()]
    columns_of_batch = COLUMNS if made["commit_column"] else COLUMNS.removesuffix(", _commit bigint")
    batch = [row[: columns_of_batch.count(",") + 1] for row in rows]
    for name, columns, values in (("stored_rows", STORED, old), ("batch_rows", columns_of_batch, batch)):
        spark.sql(f"create or replace temporary view {name} as {literals(columns, values)}")
    made = {**made, "table": "stored_rows"}
    folded = harness.call("fold_query", made, "select * from batch_rows").strip()
    found = spark.sql(harness.call("commit_query", made, f"(\n{folded}\n)")).collect()
    assert [row for row in found if row._refused] == []
    after = {k: row for k, row in stored.items() if k not in {each.k for each in found if each._change == "delete"}}
    return after | {row.k: (row.v, row.s) for row in found if row._change in ("insert", "update")}


@pytest.mark.parametrize("name", CASES)
def test_a_batch_of_several_commits_equals_a_run_per_commit(spark: SparkSession, name: str) -> None:
    case = CASES[name]
    made = plan(COLUMNS, arrival=case.arrival, primary_key="k", sequence_field="s", **case.config)
    rows = changes(11, case, nulls=name == "deduplicate")
    first = [row for row in rows if row.commit == 1]
    stored = merge(spark, made, {}, first)
    assert stored == expected(case, first)
    assert merge(spark, made, stored, rows[len(first) :]) == expected(case, rows)
    assert merge(spark, made, {}, rows) == expected(case, rows)


DELETING = [
    name
    for name, case in CASES.items()
    if case.deletes and case.arrival == "given" and "sequence_group" not in case.config.get("fields", {}).get("g", {})
]


@pytest.mark.parametrize("name", DELETING)
def test_a_delete_that_is_late_removes_nothing(spark: SparkSession, name: str) -> None:
    """Whatever comes after it in its batch, without the commits of an upstream."""
    case = CASES[name]
    made = plan(COLUMNS.removesuffix(", _commit bigint"), primary_key="k", sequence_field="s", **case.config)
    chance, rows = random.Random(5), []
    for k in range(KEYS):
        rows.append(Change(k, chance.randint(1, 9), chance.choice([*range(6), None]), None, "+I", 1))
        sequences = sorted(chance.sample(range(6), 3), reverse="sequence_field_sort_order" in case.config)
        deleted = Change(k, 0, chance.choice([sequences[0], None]), None, "-D", 2)
        value = chance.choice([chance.randint(1, 9), None if name.startswith("partial") else 0])
        later = [Change(k, value, s, None, "+I", 2) for s in sequences[1 : chance.randint(1, 3)]]
        rows += [deleted, *later]
    first = [row for row in rows if row.commit == 1]
    stored = merge(spark, made, {}, first)
    assert merge(spark, made, stored, [row for row in rows if row.commit == 2]) == expected(case, rows)


def test_the_group_that_removes_rows_orders_a_batch_without_another_order(spark: SparkSession) -> None:
    """So a delete removes the values of older rows of the batch, and newer ones start again."""
    columns = COLUMNS.removesuffix(", _commit bigint")
    made = plan(columns, primary_key="k", **CASES["sequence group"].config)
    chance, batch, answer = random.Random(3), [], {}
    for k in range(KEYS):
        row: tuple[Any, ...] | None = (1, 1, 0)
        for g in sorted(chance.sample(range(1, 9), chance.randint(1, 4))):
            v, s, kind = (
                chance.choice([5, None]),
                chance.choice([*range(2, 9), None]),
                chance.choice(["-D", "+I", "+U"]),
            )
            batch.append((k, v, s, g, kind))
            row = None if kind == "-D" else (v, s if s is not None or row is None else row[1], g)
        answer[k] = row
    stored = [(k, 1, 1, 0) for k in range(KEYS)]
    for name, fields, values in (("stored_rows", STORED, stored), ("batch_rows", columns, batch)):
        spark.sql(f"create or replace temporary view {name} as {literals(fields, values)}")
    folded = harness.call("fold_query", made, "select * from batch_rows").strip()
    found = spark.sql(harness.call("commit_query", {**made, "table": "stored_rows"}, f"(\n{folded}\n)")).collect()
    assert {row.k: None if row._change == "delete" else (row.v, row.s, row.g) for row in found} == answer


# Of a column: what it stores, and the values that a run adds; None stands for a result that does not fit.
EXACT: list[tuple[str, str, str | None, list[str], str | None]] = [
    ("sum", "decimal(28,18)", "1.000000000000000001", ["2.000000000000000002", "-1E-18"], "3.000000000000000002"),
    ("sum", "decimal(38,18)", "1E+19", ["1E-18"], None),
    ("sum", "decimal(38,18)", None, ["1E+19"], None),
    ("sum", "decimal(38,18)", "6E+18", ["6E+18"], None),
    ("sum", "decimal(38,18)", None, ["9E+18"], "9000000000000000000"),
    (
        "sum",
        "decimal(38,18)",
        "4E+18",
        ["4.000000000000000009E+18", "-1E-18"],
        "8000000000000000008.999999999999999999",
    ),
    ("sum", "decimal(38,6)", "9E+31", ["0.000001", "0.000002"], "90000000000000000000000000000000.000003"),
    ("sum", "decimal(38,37)", "-0.9", ["1E-37", "0.8"], "-0.0999999999999999999999999999999999999"),
    ("product", "decimal(38,18)", "1.000000001", ["1.000000001", "-1"], "-1.000000002000000001"),
    ("product", "decimal(20,10)", "1.00001", ["1.00001", "99999"], "100000.9999899999"),
    ("product", "decimal(38,18)", "1E+10", ["1.000000001"], None),
]


@pytest.mark.parametrize(("function", "kind", "old", "values", "result"), EXACT)
def test_decimals_keep_all_digits(
    spark: SparkSession, function: str, kind: str, old: str | None, values: list[str], result: str | None
) -> None:
    """And a run that takes them back finds the old value again."""
    columns = f"k int, v {kind}, _row_kind string"
    made = plan(columns, primary_key="k", merge_engine="aggregation", fields={"v": {"aggregate_function": function}})

    def merged(stored: str | None, sign: str) -> Any:
        rows = " union all ".join(f"select 1, cast('{value}' as {kind}), '{sign}'" for value in values)
        value, there = ("null", "where false") if stored is None else (f"'{stored}'", "")
        spark.sql(
            f"create or replace temporary view stored_rows as select 1 as k, cast({value} as {kind}) as v {there}"
        )
        spark.sql(f"create or replace temporary view batch_rows (k, v, _row_kind) as {rows}")
        folded = harness.call("fold_query", made, "select * from batch_rows").strip()
        query = harness.call("commit_query", {**made, "table": "stored_rows"}, f"(\n{folded}\n)")
        return spark.sql(query).select("v", "_refused").first()

    found = merged(old, "+I")
    if result is None:
        assert f"column v: the {function} does not fit {kind}" in found._refused
    else:
        assert found._refused is None and found.v == Decimal(result)
        assert function == "product" or merged(result, "-D").v == Decimal(old or 0)


@pytest.mark.parametrize("group", [False, True])
def test_retractions_that_do_not_fit_a_sum_are_refused(spark: SparkSession, group: bool) -> None:
    """As additions are, wherever they are in the batch."""
    fields: dict[str, Any] = {"v": {"aggregate_function": "sum"}}
    fields |= {"g": {"sequence_group": ["v"]}} if group else {}
    engine = "partial-update" if group else "aggregation"
    made = plan("k int, v decimal(38,0), g int, _row_kind string", primary_key="k", merge_engine=engine, fields=fields)
    spark.sql("create or replace temporary view stored_rows as select 1 as k, cast('9E+37' as decimal(38,0)) v, 1 g")
    rows = ", ".join(
        f"(1, cast('6E+37' as decimal(38,0)), {g}, '{kind}')" for g, kind in ((5, "-D"), (3, "-D"), (6, "+U"))
    )
    for batch, value in ((rows, Decimal("3E+37")), (rows.rpartition(", (")[0], None)):
        folded = harness.call("fold_query", made, f"select * from values {batch} as r (k, v, g, _row_kind)").strip()
        query = harness.call("commit_query", {**made, "table": "stored_rows"}, f"(\n{folded}\n)")
        found = spark.sql(query).first()
        refused = "column v: the sum does not fit decimal(38,0)" in (found._refused or "")
        assert refused if value is None else (found.v, found._refused) == (value, None)


@pytest.mark.parametrize(("kind", "smallest"), [("tinyint", -(2**7)), ("int", -(2**31)), ("bigint", -(2**63))])
def test_the_smallest_integer_is_retracted(spark: SparkSession, kind: str, smallest: int) -> None:
    """Its opposite is no value of its type."""
    config = CASES["aggregation"].config
    made = plan(f"k int, v {kind}, _row_kind string", primary_key="k", **config)
    spark.sql(f"create or replace temporary view stored_rows as select 1 as k, cast(-1 as {kind}) as v")
    folded = harness.call("fold_query", made, f"select 1 as k, cast('{smallest}' as {kind}) as v, '-U' as _row_kind")
    query = harness.call("commit_query", {**made, "table": "stored_rows"}, f"(\n{folded.strip()}\n)")
    assert [(row.v, row._refused) for row in spark.sql(query).collect()] == [(-1 - smallest, None)]
