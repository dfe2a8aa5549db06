"""-0.0, 0.0 and NaN in views are those that the query returns, even where only the sign of a zero changes."""

from __future__ import annotations

from collections import Counter

import pytest

from formats import CATALOGS
from project import Project, spark

COLUMNS = "id int, k int, x double, y float, s struct<x: double>, a array<double>"
QUERIES = {
    "plain": "select id, x, y, s, a from {t}",
    "extremes": "select id, max(x) as largest, min(y) as least, max(s) as s from {t} group by id",
    "joined": "select a.id, b.id as other, b.x, b.s from {t} as a join {t} as b on a.x = b.x",
    "padded": "select a.id, b.id as other, b.y from {t} as a left join {t} as b on a.y = b.y and a.k = b.k",
    "keys": "select x, s, count(*) as n from {t} group by x, s",
    "distinct_rows": "select distinct a from {t}",
    "ranked": "select id, x, y, row_number() over (partition by k order by id) as r from {t}",
    "counted": "select k, count(*) as n from (select distinct k, x from {t}) group by k",
    "computed": "select id, -cast(k as double) as x from {t}",
    # no type in the query, the table's columns or the result is a floating-point number
    "whole_numbers": "select k, string(z) as z, rank() over (partition by k order by id) as r from"
    " (select k, id, (id - 2) / n as z from {u})",
    "compared": "select a.id, b.id as other from {t} as a left join {u} as b on string(a.a) like '%-%' and a.id > b.id",
    "marked": "select id, exists (select 1 from {u} as b where string(a.x) like '-%' and a.id > b.id) as e"
    " from {t} as a",
    "united": "select x from {t} union all select -x from {t}",
}
SIGNS = ["0.0", "-0.0", "double('NaN')", "1.5", "null"]


def rows(*ids: int) -> str:
    """Rows of the table, whose values change with the id."""
    found = []
    for id in ids:
        x = SIGNS[id % 5] if SIGNS[id % 5].startswith(("d", "n")) else SIGNS[id % 5] + "d"
        found.append(f"({id}, {id % 2}, {x}, float({x}), named_struct('x', {x}), array({x}, 1.0d))")
    return "values " + ", ".join(found)


SAMPLE = ["plain", "extremes", "ranked", "whole_numbers"]


@pytest.mark.parametrize(
    "names", [pytest.param(SAMPLE, id="some"), pytest.param([*QUERIES], id="all", marks=pytest.mark.extended)]
)
def test_zeros_keep_their_signs(project: Project, names: list[str]) -> None:
    schema = f"{CATALOGS['iceberg']}.{project.schema}"
    spark().sql(f"create schema if not exists {schema}")
    spark().sql(f"create table {schema}.t ({COLUMNS}) using iceberg")
    spark().sql(f"insert into {schema}.t {rows(*range(10))}")
    spark().sql(f"create table {schema}.u (id int, k int, n int) using iceberg")
    spark().sql(f"insert into {schema}.u values (1, 1, 1), (2, 1, 1), (3, 2, 1)")

    def named(text: str) -> str:
        return text.replace("{t}", f"{schema}.t").replace("{u}", f"{schema}.u")

    queries = {name: named(QUERIES[name]) for name in names}
    for name, query in queries.items():
        config = "{{ config(materialized='materialized_view', refresh_policy='incremental') }}\n"
        project.write(f"models/{name}.sql", config + query)
    steps = [
        "select 1",
        "update {u} set n = -n",
        "update {t} set x = -x, y = -y, s = named_struct('x', -x), a = array(-x, 1.0d) where id < 4",
        f"insert into {{t}} {rows(10, 11, 12)}",
        "delete from {t} where id in (1, 5, 7)",
    ]
    wrong = []
    for step in steps:
        spark().sql(named(step))
        done = project.dbt("run")
        wrong += [] if done.success else [(step, done.message)]
        for name, query in queries.items():
            # the text of a row tells zeros apart, and finds NaN equal to NaN
            stored = Counter(map(repr, spark().sql(f"select * from {schema}.{name}").collect()))
            answer = Counter(map(repr, spark().sql(query).collect()))
            if stored != answer:
                wrong.append((step, name, stored - answer, answer - stored))
            response = done.nodes[name].adapter_response
            if step != steps[0] and response.get("kind") not in ("incremental", "unchanged"):
                wrong.append((step, name, response))
    assert not wrong, "\n".join(map(str, wrong))
