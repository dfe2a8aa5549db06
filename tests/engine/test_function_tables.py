"""Table functions, aggregates and functions of whole relations on Spark."""

from __future__ import annotations

import datetime
import zoneinfo

import pytest
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from pyspark.sql import SparkSession

from function_files import Ask

WORDS = """
    @dataclass
    class Word:
        word: str
        n: int
    def words(text: str, n: int = 1) -> Iterator[Word]:
        for word in text.split(): yield Word(word, n)
"""
AVERAGE = """
    class wavg:
        def __init__(self): self.s = self.w = 0
        def accumulate(self, v: float, w: int) -> None:
            self.s += v * w
            self.w += w
        def merge(self, other: "wavg") -> None: ...
        def finish(self) -> float | None: return self.s / self.w if self.w else None
"""
SESSIONS = """
    @dataclass
    class Click:
        user: str
        ts: datetime
    @dataclass
    class Session:
        user: str
        begin: datetime
        clicks: int
    def sessions(clicks: Table[Click], gap: timedelta) -> Iterator[Session]:
        current = last = None
        for click in clicks:
            if current and click.ts - last <= gap:
                current.clicks += 1
            else:
                if current: yield current
                current = Session(click.user, click.ts, 1)
            last = click.ts
        if current: yield current
"""


@pytest.fixture(scope="module", autouse=True)
def views(zoned_spark: SparkSession) -> None:
    zoned_spark.sql("select * from values (1, 'a b'), (2, ''), (3, null) v(id, text)").createOrReplaceTempView("texts")
    zoned_spark.sql("select id % 3 g, id v, id % 5 + 1 w from range(20)").createOrReplaceTempView("numbers")
    clicks = "('a', timestamp'2024-01-01 12:{}', 1)"
    rows = ", ".join(clicks.format(minute) for minute in ("00", "10", "50")) + ", ('b', timestamp'2024-01-01 12:00', 1)"
    zoned_spark.sql(f"select * from values {rows} v(user, ts, other)").createOrReplaceTempView("clicks")


def test_table_functions_in_from_and_lateral(ask: Ask) -> None:
    assert ask(WORDS, "select * from words('a b')", "words") == [("a", 1), ("b", 1)]
    query = "select id, word, n from texts, lateral words(texts.text, n => 5)"
    assert ask(WORDS, query, "words") == [(1, "a", 5), (1, "b", 5)]
    query = "select id, w.word from texts left join lateral words(text) w on true order by id, word"
    assert ask(WORDS, query, "words") == [(1, "a"), (1, "b"), (2, None), (3, None)]
    assert ask(WORDS, "select x from words('a') as w(x, y)", "words") == [("a",)]


def test_table_functions_in_lateral_view(ask: Ask) -> None:
    query = "select id, w, m from texts lateral view {} words(text, 5) t as w, m order by id, w"
    assert ask(WORDS, query.format(""), "words") == [(1, "a", 5), (1, "b", 5)]
    outer = [(1, "a", 5), (1, "b", 5), (2, None, None), (3, None, None)]
    assert ask(WORDS, query.format("OUTER"), "words") == outer
    query = "select id, t.word, n from texts lateral view outer words(text, 5) t order by id, word"
    assert ask(WORDS, query, "words") == outer
    query = "select w, m from texts lateral view words(text) t as w, n lateral view outer words(w, 7) u as v, m"
    assert ask(WORDS, f"{query} order by w", "words") == [("a", 7), ("b", 7)]
    with pytest.raises(FunctionError, match=r"line 1: words does not accept \(BIGINT\)"):
        ask(WORDS, "select * from range(1) lateral view outer words(id) t", "words")


def test_plain_values_of_a_table_function_are_a_column(ask: Ask) -> None:
    code = "def numbers(n: int) -> Iterator[int]: return range(n)"
    assert ask(code, "select value from numbers(2) order by value", "numbers") == [(0,), (1,)]


def test_wrong_rows_and_arguments_of_a_table_function(ask: Ask) -> None:
    code = "def f(n: int) -> Iterator[int]: yield n / 2"
    with pytest.raises(FunctionError, match=r"f\(n = 3\) yielded 1.5 \(float\), but -> int means BIGINT"):
        ask(code, "select * from f(3)")
    with pytest.raises(FunctionError, match=r"line 2: words does not accept \(INT\)"):
        ask(WORDS, "select *\nfrom words(1)", "words")


def test_aggregates_beside_built_ins(ask: Ask) -> None:
    query = """
        select g, round(wavg(v, w), 9) <=> round(sum(v * w) / sum(w), 9), sum(v), count(distinct w)
        from numbers group by g having wavg(v, w) > 0 order by g
    """
    assert ask(AVERAGE, query, "wavg") == [(0, True, 63, 5), (1, True, 70, 5), (2, True, 57, 5)]


def test_aggregates_in_a_cube_and_without_rows(ask: Ask) -> None:
    query = """
        select count(*), count_if(not round(a, 9) <=> round(b, 9)) from (
            select wavg(v, w) as a, sum(v * w) / sum(w) as b from numbers group by cube (g, w)
        )
    """
    assert ask(AVERAGE, query, "wavg") == [(24, 0)]
    assert ask(AVERAGE, "select wavg(v, w) from numbers where v < 0", "wavg") == [(None,)]


@pytest.mark.parametrize("frame", ["", "rows between 1 preceding and current row", "range unbounded preceding"])
def test_aggregates_over_windows(ask: Ask, frame: str) -> None:
    over = f"partition by g order by v {frame}" if frame else "partition by g"
    query = f"""
        select count_if(not round(a, 9) <=> round(b, 9)) from (
            select wavg(v, w) over ({over}) as a, sum(v * w) over x / sum(w) over x as b, wavg(v, w) over x as c
            from numbers window x as ({over})
        )
    """
    assert ask(AVERAGE, query, "wavg") == [(0,)]


def test_a_window_after_quotes_and_comments(ask: Ask) -> None:
    code = """
        class f:
            n = 0
            def accumulate(self, x: str) -> None: self.n += 1
            def finish(self) -> int: return self.n
    """
    for call in (r"f('\\') over ()", "f('it''s (') /* the window */ over ()", 'f(")") -- all rows\n over ()'):
        assert ask(code, f"select {call} from range(2)") == [(2,), (2,)]


def test_an_aggregate_without_arguments_counts(ask: Ask) -> None:
    code = "class f:\n    n = 0\n    def accumulate(self): self.n += 1\n    def finish(self) -> int: return self.n"
    assert ask(code, "select g, f() from numbers group by g order by g") == [(0, 7), (1, 7), (2, 6)]


def test_a_whole_relation(ask: Ask) -> None:
    query = """
        select user, begin, clicks
        from sessions(table(clicks) partition by (user) order by (ts), interval 30 minute)
        order by user, begin
    """
    noon = datetime.datetime(2024, 1, 1, 17, tzinfo=zoneinfo.ZoneInfo("UTC"))
    found = [
        (user, begin.astimezone(zoneinfo.ZoneInfo("UTC")), n) for user, begin, n in ask(SESSIONS, query, "sessions")
    ]
    assert found == [("a", noon, 2), ("a", noon + datetime.timedelta(minutes=50), 1), ("b", noon, 1)]


def test_messages_about_relations(ask: Ask) -> None:
    with pytest.raises(
        FunctionError, match=r"line 1: sessions: `clicks` takes a whole relation. Write sessions\(TABLE"
    ):
        ask(SESSIONS, "select * from sessions(1, interval 30 minute)", "sessions")
    with pytest.raises(FunctionError, match="it has no field `ts`"):
        query = "select * from sessions(table(select user from clicks) partition by (user), interval 30 minute)"
        ask(SESSIONS, query, "sessions")
