"""Sums and averages of decimals that are refreshed incrementally, compared with Python's decimals."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal, localcontext

import pytest
from dbt.adapters.tablestore.spark import kept_rows
from dbt.adapters.tablestore.views import building
from dbt.adapters.tablestore.views.expressions.functions import Functions
from dbt.adapters.tablestore.views.operators.accumulators import accumulators
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.sql import listed
from dbt.adapters.tablestore.views.operators.subtracted import taken_back, unknown_sums
from dbt.adapters.tablestore.views.operators.values import Kept, Table
from dbt.adapters.tablestore.views.results.storing import result_of
from pyspark.errors import ArithmeticException
from pyspark.sql import SparkSession
from sqlglot import parse_one

from view_engines import Spark
from view_queries import Simulation

TYPES = [(10, 2), (18, 18), (28, 6), (28, 7), (38, 38)]
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
    """Rows come and go, also several equal ones at once and those of new groups, in three refreshes."""
    session, chance, wrong = spark.newSession(), random.Random(7), []
    names = 0

    def types_of(query: str) -> dict[str, str]:
        return {name.lower(): kind for name, kind in session.sql(query).dtypes}

    def keep(query: str) -> Kept:
        nonlocal names
        names += 1
        name = f"`_kept_{names}`"
        return Kept(name, kept_rows.keep(session, name, session.sql(query)).rows)

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
            result = result_of(sql, query, dict.fromkeys(query.names, ""), types_of, now.now)
            kept_rows.keep(session, "stored", session.sql(result.stored(now)))
            for refresh in range(3):
                before = Counter(rows)
                rows = [row for row in rows if chance.random() < 0.8]
                rows.append((10 + refresh, number(chance, precision, scale)))
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
                columns = listed([*result.columns, *result.hidden])
                added = f"select {columns} from batch where _row_kind = '+I'"
                kept_rows.keep(session, "stored", session.sql(f"{left} union all {added}"))
                stored = session.sql("select * from stored").collect()
                found = {row.k: tuple(row[1 : 1 + len(calls.split("), "))]) for row in stored}
                answer = {k: pair[: len(calls.split("), "))] for k, pair in expected(rows, scale).items()}
                if found != answer:
                    wrong.append((kind, type(result).__name__, found, answer))
                    break
    assert not wrong, wrong[:3]


def test_a_product_that_does_not_fit_is_noticed_beside_one_that_does(spark: SparkSession) -> None:
    """Twice 6e37 has too many digits for a decimal(38,0), and without ANSI mode a sum leaves out what is not known."""
    session = spark.newSession()
    session.conf.set("spark.sql.ansi.enabled", "false")
    rows = [(1, Decimal("6e37"), 2), (1, Decimal(1), -1), (1, Decimal(2), 1), (2, Decimal("6e37"), 1), (3, None, 2)]
    session.createDataFrame(rows, "k int, x decimal(38,0), _w bigint").createOrReplaceTempView("changes")
    calls = {"total": parse_one("sum(x)")}
    sums = accumulators(calls, ["decimal(38,0)"], grouped=True)
    session.sql(taken_back("select * from changes", ["k", "x"], ["k"], sums)).createOrReplaceTempView("back")
    unknown = str(unknown_sums("back", sums, are_changes=True))
    assert session.sql(unknown).count() == 1
    assert session.sql(unknown.replace("select 1 as _one", "select k").replace("limit 1", "")).collect() == [(1,)]


QUERIES = {
    "products": "select k, sum(x * y) as a, avg(x * y) as b, count(x * y) as c from p group by k",
    "sum of sums": "select sum(s) as a, avg(s) as b, max(s) as c from (select k, sum(x) as s from p group by k)",
    "join": "select p.k, sum(p.x) as a, sum(p.x * q.y) as b from p join q on p.k = q.k group by p.k",
    "window": "select k, x, sum(x) over (partition by k) as a, avg(y) over (partition by k) as b from p",
    "sums": "select k, sum(x + y) as a, sum(x - y) as b, sum(-x) as c, sum(abs(y)) as d from p group by k",
    "values": "select k, sum(x) * 2 as a, sum(x) / count(x) as b, avg(x) + max(y) as c from p group by k",
    "averages": "select g, sum(v) as a, avg(v) as b from (select g, avg(y) as v from p group by k, g) group by g",
    "both": "select g, sum(s) as a, max(v) as b from (select g, sum(x) as s, avg(y) as v from p group by k, g) as q "
    "group by g",
    "union": "select k, sum(x) as a, avg(x) as b from (select k, x from p union all select k, y from q) group by k",
    "distinct": "select k, sum(distinct x) as a, count(distinct y) as b from p group by k",
    "cases": "select k, sum(x) filter (where g > 0) as a, avg(case when g > 0 then y end) as b from p group by k",
    "having": "select k, sum(x) as a from p group by k having sum(x) > 0",
    "subquery": "select p.k, (select sum(q.x) from q where q.k = p.k) as a, (select avg(y) from q) as b from p",
    "casts": "select k, sum(cast(x as decimal(38,6))) as a, avg(x / 3) as b, sum(round(x, 1)) as c from p group by k",
    "by integers": "select k, sum(x * g) as a, avg(y * g) as b from p group by k",
}
PAIRS = [((20, 10), (12, 4)), ((38, 18), (20, 10))]
MORE = [((7, 7), (10, 2)), ((10, 2), (18, 9)), ((18, 9), (20, 10)), ((28, 8), (5, 2)), ((38, 10), (9, 3))]
MORE += [((38, 0), (38, 0)), ((30, 25), (10, 5)), ((27, 12), (27, 6)), ((29, 9), (4, 0)), ((38, 38), (38, 37))]


@pytest.mark.parametrize(
    ("pairs", "names"),
    [
        pytest.param(PAIRS, ["products", "sum of sums", "join", "window"], id="some"),
        pytest.param(PAIRS + MORE, list(QUERIES), id="all", marks=pytest.mark.extended),
    ],
)
def test_queries_over_decimals_are_exact(
    spark: SparkSession,
    pairs: list[tuple[tuple[int, int], tuple[int, int]]],
    names: list[str],
) -> None:
    """Two types in one query, whose products and quotients have other types again."""
    session, wrong, incremental = spark.newSession(), [], 0
    engine = Spark(session)
    with localcontext() as context, kept_rows.interpreted(session):
        context.prec = 60
        for (one, other), name in itertools.product(pairs, names):
            schema = f"k int, g int, x decimal({one[0]},{one[1]}), y decimal({other[0]},{other[1]})"
            simulation = Simulation(engine, tables={"p": schema, "q": schema})
            try:
                wrong += simulation.differences(QUERIES[name], random.Random(f"{schema} {name}"), 3)
            except ArithmeticException:  # a full refresh, which may fail in the same way
                continue
            incremental += not simulation.full
    assert not wrong, "\n".join(wrong)
    assert incremental > len(pairs) * len(names) / 2
