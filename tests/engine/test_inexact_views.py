"""Views of values that SQL finds equal though they differ, and of sums that depend on the order of rows."""

from __future__ import annotations

from collections import Counter

from formats import CATALOGS
from project import Project, spark

# The name of a view -> its query, and what its reason says when its rows cannot follow from changes.
QUERIES = {
    "spread": ("select k, stddev(v) as s, round(corr(id, v), 12) as c from {t} group by k having stddev(v) > 0", None),
    "exact": ("select max(m) as m from (select k, avg(v) as m, max(v) as n from {t} group by k)", None),
    "spread_above": (
        "select count_if(s > 1) as n from (select k, variance(v) as s from {t} group by k)",
        "digits",
    ),
    "spread_window": ("select id, round(regr_slope(v, id) over (partition by k), 6) as s from {t}", "digits"),
    "collated": ("select count(*) as n, sum(v) as v from {t} group by word collate utf8_lcase", "UTF8_LCASE"),
    "collated_rows": ("select id, word collate unicode_ci as word from {t}", "UNICODE_CI"),
    "compared": ("select id from {t} where word collate utf8_lcase = 'a'", None),
}
CHANGES = [
    "insert into {t} values (6, 1, 17, 'A'), (7, 2, 9, 'C'), (8, 3, 1, 'c')",
    "update {t} set word = upper(word), v = v + 3 where id < 4",
    "delete from {t} where id in (2, 7)",
]


def test_values_that_changes_cannot_tell_are_a_full_refresh(project: Project) -> None:
    project.model("first", "id int", [(1,)])
    project.run()
    schema = f"{CATALOGS['iceberg']}.{project.schema}"
    spark().sql(f"create schema if not exists {schema}")
    spark().sql(f"create table {schema}.t (id int, k int, v int, word string) using iceberg")
    spark().sql(f"insert into {schema}.t values (1, 1, 3, 'a'), (2, 1, 5, 'b'), (3, 1, 8, 'b'), (4, 2, 1, null)")
    queries = {name: query.replace("{t}", f"{schema}.t") for name, (query, _) in QUERIES.items()}
    for name, query in queries.items():
        config = "materialized='materialized_view', refresh_policy='incremental'"
        project.write(f"models/{name}.sql", f"{{{{ config({config}) }}}}\n{query}")
    project.run()
    wrong = []
    for change in CHANGES:
        spark().sql(change.replace("{t}", f"{schema}.t"))
    done = project.dbt("run")
    for name, (_, cause) in QUERIES.items():
        found = done.nodes[name]
        stored = Counter(map(repr, spark().sql(f"select * from {schema}.{name}").collect()))
        answer = Counter(map(repr, spark().sql(queries[name]).collect()))
        kind, reason = (found.adapter_response.get(part, found.message) for part in ("kind", "reason"))
        if stored != answer or kind != ("full" if cause else "incremental") or (cause or "") not in reason:
            wrong.append((name, kind, reason, stored - answer, answer - stored))
    assert not wrong, "\n".join(map(str, wrong))
