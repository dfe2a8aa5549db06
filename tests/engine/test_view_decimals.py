"""Sums and averages of decimals that are kept up from changes, compared with Python's decimals."""

from __future__ import annotations

import random
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal, localcontext

import pytest
from dbt.adapters.tablestore.spark import kept_rows
from dbt.adapters.tablestore.views import building, refreshing
from dbt.adapters.tablestore.views.changes import Changes, Kept, Table
from dbt.adapters.tablestore.views.function_kinds import Functions
from pyspark.sql import SparkSession

TYPES = [(1, 0), (1, 1), (7, 7), (10, 2), (18, 18), (20, 10), (27, 0), (27, 27), (28, 6), (28, 7), (32, 4), (38, 0)]
TYPES += [(38, 6), (38, 10), (38, 18), (38, 38)]
EVERY = [(precision, scale) for precision in range(1, 39) for scale in range(precision + 1)]


def number(chance: random.Random, precision: int, scale: int) -> Decimal | None:
    """A number of about as many digits as the type has, such that a few of them can be added up."""
    if chance.random() < 0.1:
        return None
    digits = precision - (3 if precision > 35 else 0)
    return Decimal(chance.randrange(-(10**digits) + 1, 10**digits)).scaleb(-scale)


def rounded(value: Decimal, scale: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-scale), ROUND_HALF_UP)


def expected(rows: list[tuple[int, Decimal | None]], scale: int) -> dict[int, tuple[Decimal | None, Decimal | None]]:
    """The sum and the average of each group."""
    found = {}
    for group in {key for key, _ in rows}:
        values = [value for key, value in rows if key == group and value is not None]
        total = sum(values, Decimal(0)) if values else None
        average = None if total is None else rounded(total / len(values), min(scale + 4, 38))
        found[group] = (total, average)
    return found


@pytest.mark.parametrize(
    "types", [pytest.param(TYPES, id="some"), pytest.param(EVERY, id="all", marks=pytest.mark.extended)]
)
def test_sums_of_decimals_are_exact(spark: SparkSession, types: list[tuple[int, int]]) -> None:
    """Rows come and go, also several equal ones at once, in three refreshes."""
    session, chance, wrong = spark.newSession(), random.Random(7), []
    names = 0

    def types_of(query: str) -> dict[str, str]:
        return {name.lower(): kind for name, kind in session.sql(query).dtypes}

    def keep(query: str) -> Kept:
        nonlocal names
        names += 1
        name = f"`_kept_{names}`"
        return Kept(name, kept_rows.keep(session, name, session.sql(query)))

    with localcontext() as context, kept_rows.interpreted(session):
        context.prec = 90
        for precision, scale in types:
            kind = f"decimal({precision},{scale})"
            # an average has four digits more, which Spark cannot give it where there are more than 34
            calls = "sum(x) as s" + (", avg(x) as a" if precision <= 34 else "")
            sql = f"select k, {calls} from t group by k"
            parsed = building.parse(sql)
            query = building.build(parsed, {"`t`": {"k": "int", "x": kind}}, Functions({}, lambda _: True))
            rows = [(chance.randrange(3), number(chance, precision, scale)) for _ in range(30)]

            def given(name: str, values: list[tuple[object, ...]], columns: str) -> None:
                kept_rows.keep(session, name, session.createDataFrame(values, columns))

            given("t", rows, f"k int, x {kind}")
            now = Changes({"`t`": Table("t")}, keep)
            result = refreshing.result_of(sql, query, query.names, types_of, now.now)
            kept_rows.keep(session, "stored", session.sql(result.stored(now)))
            for _ in range(3):
                before = Counter(rows)
                rows = [row for row in rows if chance.random() < 0.8]
                rows += [(chance.randrange(3), number(chance, precision, scale))] * chance.choice([1, 3])
                rows += [(chance.randrange(3), number(chance, precision, scale)) for _ in range(3)]
                after = Counter(rows)
                changes = [(*row, count) for row, count in (after - before).items()]
                changes += [(*row, -count) for row, count in (before - after).items()]
                given("t", rows, f"k int, x {kind}")
                given("changes", changes, f"k int, x {kind}, _w bigint")
                batch = result.changed_batch(Changes({"`t`": Table("t", "changes")}, keep), "stored")
                kept_rows.keep(session, "batch", session.sql(str(batch)))
                left = "select s.* from stored as s left anti join batch as b on s.k <=> b.k"
                added = "select * except (_row_kind) from batch where _row_kind = '+I'"
                kept_rows.keep(session, "stored", session.sql(f"{left} union all {added}"))
                stored = session.sql("select * from stored").collect()
                found = {row.k: tuple(row[1 : 1 + len(calls.split("), "))]) for row in stored}
                answer = {k: pair[: len(calls.split("), "))] for k, pair in expected(rows, scale).items()}
                if found != answer:
                    wrong.append((kind, type(result).__name__, found, answer))
                    break
    assert not wrong, wrong[:3]
