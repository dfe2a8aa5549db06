"""Queries of materialized views: Spark gets the expressions as they are written."""

from __future__ import annotations

import time

import pytest
from dbt.adapters.tablestore.views import building, planner
from dbt.adapters.tablestore.views.building.views import looked_through
from dbt.adapters.tablestore.views.expressions import source
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError, StateError
from dbt.adapters.tablestore.views.expressions.functions import Functions
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.values import Kept, Table
from sqlglot.dialects.spark import Spark

COLUMNS = {
    "a": "string",
    "b": "int",
    "c": "int",
    "n": "int",
    "ts": "timestamp",
    "arr": "array<int>",
    "s": "struct<f: struct<g: int>>",
    "m": "map<string, int>",
}
EXPRESSIONS = r"""
upper(a)
ts - interval 1 day 2 hours
ts - interval '1 2' day to hour
to_char(ts, 'yyyy-MM')
cast(log10(1000) as int)
log2(a + 1)
to_date(n, 'dd-MM')
array_size(arr)
a::int::string
a[0].b[1]
m['x']
a is not null and b not like 'x%' or not c rlike '^a'
a not in (1, 2, b)
a between 1 and b + 2
a not between 1 and b
case when a > 1 then upper(b) else 'x' end
case a when 1 then b end
transform(arr, x -> x + a)
aggregate(arr, 0, (acc, x) -> acc + x * a, acc -> acc + b)
exists(arr, x -> x > 1)
filter(arr, (x, i) -> i > 0 and x is not null)
extract(year from ts)
date_part('year', ts)
timestampadd(day, 1, ts)
dateadd(MONTH, n, ts)
date_trunc('month', ts)
trim(both 'x' from a)
trim(a)
substring(a from 2 for 3)
substring(a, 2, 3)
position('x' in a)
overlay(a placing 'x' from 2)
a collate utf8_lcase
r'a\d' || a
'a\'b\n' || b
"dq" || a
'a' 'b'
1.5BD + a
1L + a
1e3 * a
0x1F
X'1F'
date '2020-01-01'
timestamp '2020-01-01 00:00:00'
timestamp_ntz '2020-01-01 00:00:00'
a div 2
a % 2
-a
- - a
~a & 3 | b ^ 1
a << 2
try_cast(a as decimal(10, 2))
cast(a as struct<x: int, y: array<string>>)
cast(a as interval day to second)
if(a > 1, b, null)
nvl2(a, b, c)
coalesce(a, b, 1)
named_struct('a', a, 'B', b)
map('a', a, 'b', b)
array(a, b)
from_json(a, 'x int')
get_json_object(a, '$.b')
str_to_map(a, ',', ':')
a like any ('x', 'y')
a ilike 'x' escape '!'
a is distinct from b
a is not true
mask(a, lowerChar => 'x')
array_sort(arr, (x, y) -> case when x < y then -1 else 1 end)
make_interval(0, 0, 0, a)
regexp_extract(a, '(\\d+)', 1)
a regexp 'x'
split(a, ',')[0]
element_at(arr, 1)
""".strip().splitlines()
CALLS = r"""
count(*)
count(1)
count(distinct a, b)
count(a, b)
sum(distinct a)
sum(a + 1) filter (where b > 1)
avg(a)
mean(a)
percentile_cont(0.5) within group (order by a desc)
listagg(distinct a, ',') within group (order by a)
collect_list(a)
first(a, true)
first(a) ignore nulls
max_by(a, b)
approx_percentile(a, array(0.5, 0.9), 100)
any_value(a)
""".strip().splitlines()


def words(sql: str) -> list[str]:
    """The tokens of a text; words in lower case, and no quotes around names."""
    return [source._word(token) for token in Spark().tokenize(sql)]


def planned(sql: str, columns: dict[str, str] = COLUMNS) -> str:
    """The SQL that computes a query."""

    def keep(query: str) -> Kept:
        raise AssertionError(query)

    parsed = building.parse(sql)
    query = building.build(parsed, dict.fromkeys(building.tables_of(parsed), columns), Functions({}, lambda _: True))
    return Changes({name: Table(name) for name in building.tables_of(parsed)}, keep).now(query.root)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_spark_gets_the_text_of_an_expression(expression: str) -> None:
    parsed = building.parse(f"select {expression} as r from t")
    assert words(parsed.sql("spark")) == words(f"select {expression} as r from t")
    assert " ".join(words(expression)) in " ".join(words(planned(f"select {expression} as r from t")))


@pytest.mark.parametrize("call", CALLS)
def test_spark_gets_the_text_of_an_aggregate(call: str) -> None:
    text = " ".join(words(planned(f"select {call} as r from t group by n")))
    assert " ".join(words(call)) in text


def test_names_of_a_select_keep_their_brackets() -> None:
    text = planned("select n + 1 as x, x * 2 as y, x = 3 as z from t")
    assert "(`n` + 1) * 2" in text
    assert "(`n` + 1) = 3" in text


def test_fields_of_a_struct_keep_the_names_of_columns() -> None:
    text = planned("select struct(y.n, y.b + 1, x.a) as r from t as x join t as y on x.n = y.n")
    assert "struct(`n_2` as `n`, `b_2` + 1, `a` as `a`)" in text
    text = planned("select to_json((y.n, y.b + 1, x.a)) as r from t as x join t as y on x.n = y.n")
    assert "to_json(struct(`n_2` as `n`, `b_2` + 1, `a` as `a`))" in text
    items = "to_json(named_struct('a', (y.n, x.a))) as r, (y.n, 1) in ((1, x.a)) as i"
    text = planned(f"select {items} from t as x join t as y on x.n = y.n")
    assert "struct(`n_2` as `n`, `a` as `a`)" in text and "(`n_2`, 1) in ((1, `a`))" in text
    text = planned("select to_json(m) as r from (select max((y.n, x.a)) as m from t as x join t as y on x.n = y.n)")
    assert "struct(`n_2` as `n`, `a` as `a`)" in text
    with pytest.raises(CannotPlanError, match="arrays_zip, whose fields have the names of its columns"):
        planned("select to_json(arrays_zip(array(n), y)) as r from (select n, array(a) as y from t)")


def test_equal_expressions_are_equal_in_any_spelling() -> None:
    assert "group by" in planned("select cast(a as STRING) as s, count(*) as c from t group by CAST(a AS string)")
    assert "group by" in planned("select concat(upper(a), 'X') as r from t group by UPPER( a )")
    with pytest.raises(CannotPlanError, match="neither grouped nor aggregated"):
        planned("select replace(a, 'X', '') as r from t group by replace(a, 'x', '')")


def test_comments_are_not_in_the_text() -> None:
    assert "upper(`a`) || 'x'" in planned("select upper(a) /* its name */ -- more\n  || 'x' as r from t")


def test_a_star_in_a_function_is_refused() -> None:
    with pytest.raises(CannotPlanError, match=r"hash\(\*\)"):
        planned("select hash(*) as r from t")


@pytest.mark.parametrize("call", ["rand()", "`rand`()", "1 + rand()", "current_date", "coalesce(n, uniform(1, 2))"])
def test_a_function_that_is_not_constant_is_found_wherever_it_is(call: str) -> None:
    where = (
        f"select n from t where {call} > 1" if call != "current_date" else "select max(n + current_date) as r from t"
    )
    for sql in (f"select {call} as r from t", where, f"select sum({call}) from t"):
        with pytest.raises(CannotPlanError, match="another value"):
            planned(sql)


def test_generator_functions_that_are_joined() -> None:
    """LEFT keeps the rows for which they give nothing, and ON applies to those that they give."""
    columns = {"k": "int", "v": "int", "a": "array<int>"}
    for joined, expected in {
        ", lateral explode(a) as l(e)": "lateral view EXPLODE(`a`) as `e`",
        "join lateral explode(a) as l(e)": "lateral view EXPLODE(`a`) as `e`",
        "left join lateral explode(a) as l(e)": "lateral view outer EXPLODE(`a`) as `e`",
        "left join lateral explode(a) as l(e) on true": "lateral view outer EXPLODE(`a`) as `e`",
        "join lateral explode(a) as l(e) on e > v": "lateral view EXPLODE(`a`) as `e`) as _q where (`e` > `v`)",
    }.items():
        assert expected in planned(f"select k, e from t {joined}", columns), joined
    for joined in (
        "left join lateral explode(a) as l(e) on e > v",
        "right join lateral explode(a) as l(e) on true",
        "full join lateral explode(a) as l(e) on true",
        "join lateral explode(a) as l(e) on e in (select v from t)",
    ):
        with pytest.raises(CannotPlanError, match="joins LATERAL"):
            planned(f"select k from t {joined}", columns)


@pytest.mark.parametrize("sql", ["select k from t where n = '${spark.region}'", "select `${x}` from t"])
def test_a_setting_in_a_query_is_not_what_spark_reads(sql: str) -> None:
    with pytest.raises(CannotPlanError, match="Spark replaces by a setting"):
        planned(sql, {"k": "int", "n": "string"})


PIPES = (
    "from s.orders |> select distinct kind",
    "select kind from (from s.orders |> limit 2 |> where kind = 'a')",
    "with top as (from s.orders |> order by id |> limit 2 |> aggregate count(*) as n) select n from top",
)


@pytest.mark.parametrize("sql", PIPES)
def test_operators_after_a_pipe_are_not_read_as_one_select(sql: str) -> None:
    """sqlglot would make `select distinct` of the table, and LIMIT follow WHERE."""
    for parsed in (building.parse, lambda text: looked_through(building.parse("select * from s.v"), lambda _: text)):
        with pytest.raises(CannotPlanError, match=r"^the query has \|>, "):
            parsed(sql)
    assert planner.for_spark(sql) == sql
    building.parse("select '|>' as `|>`, k || '>' as x from t -- |>\n/* |> */")


def test_a_comment_goes_on_after_a_backslash() -> None:
    for sql in ("select id from t -- c:\\\nwhere id > 1", "select id -- \\\n\\\nas k\nfrom t"):
        with pytest.raises(CannotPlanError, match=r"^the query has a line comment that ends in a backslash"):
            building.parse(sql)
    building.parse("select id, '--\\\n' as a /* \\\n */ from t -- c:\\temp\nwhere id > 1 -- \\")


@pytest.mark.parametrize("sql", ["${x} from (from t)", "a from (from t |> where a > 1)", "a from ((t)"])
def test_a_hint_in_a_query_that_cannot_be_parsed_is_not_dropped(sql: str) -> None:
    """Spark does not know the hint, and would say so in a warning that nobody reads."""
    for hint in ("STATE_TTL('t' = '1 d')", "broadcast(t), state_ttl('t' = '1 d')"):
        with pytest.raises(StateError, match="its states cannot expire, because each run is a full refresh: "):
            planner.for_spark(f"select /*+ {hint} */ {sql}")
    for other in (f"select /*+ broadcast(t) */ state_ttl, {sql}", f"select /* STATE_TTL('t' = '1 d') */ {sql}"):
        assert planner.for_spark(other) == other


@pytest.mark.parametrize("call", ["session_window(d, '5 minutes')", "window(d, '1 hour').start", "window(d, '1 hour')"])
def test_windows_of_spark_are_not_values_of_one_row(call: str) -> None:
    for sql in (f"select {call} as w, n from t", f"select n, count({call}) as w from t group by n, {call}"):
        with pytest.raises(CannotPlanError, match=r"the query uses (session_)?window\(\)|sqlglot cannot parse"):
            planned(sql, {"n": "int", "d": "timestamp"})


@pytest.mark.parametrize(
    ("part", "between", "sql"),
    [
        ("when n = 'code{0}' then {0}", " ", "select case {} end as c from t"),
        ("n = {0}", " or ", "select n from t where {}"),
    ],
)
def test_a_long_text_is_read_in_a_time_that_grows_with_its_length(part: str, between: str, sql: str) -> None:
    def seconds(count: int) -> float:
        text = sql.format(between.join(part.format(number) for number in range(count)))
        began = time.process_time()
        building.parse(text)
        return time.process_time() - began

    seconds(10)
    few, many = (min(seconds(count) for _ in range(2)) for count in (50, 400))
    assert many < 24 * few, "the square of it would be 64 times as long"
