"""Views whose inputs are changed by others: after each step a view has the rows and columns of its query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from pyspark.sql import DataFrame

from formats import CATALOGS, FORMATS
from project import Project, spark

COLUMNS = "id int, k int, v decimal(7,2), f double, note string, s struct<a: int>"
ROWS = [
    "(1, 1, 1.10, 0.5, 'one', named_struct('a', 1)), (2, 1, 2.20, -1.5d, 'two', named_struct('a', 2))",
    "(3, 2, 3.30, 1.5, 'three', null), (4, 2, null, 0.0d, null, named_struct('a', 4))",
    "(5, 3, 5.50, 2.5, 'five', named_struct('a', 5))",
]
PROPERTIES = {
    "iceberg": "'format-version' = '2', 'write.delete.mode' = '{mode}', 'write.update.mode' = '{mode}'",
    "delta": "'delta.enableChangeDataFeed' = 'true', 'delta.columnMapping.mode' = 'name', "
    "'delta.enableTypeWidening' = 'true'",
}
VIEWS = {
    "rows": "select * from {table}",
    "groups": "select k, count(*) as n, sum(v) as total, max(v) as largest from {table} group by k",
    "different": "select k, count(*) as n from (select distinct * except (id, v, f, s) from {table}) group by k",
    "ranks": "select id, v, rank() over (partition by k order by v, id) as r from {table} where id > 1",
}
Step = Callable[[str], object]


def sql(*statements: str) -> Step:
    """A step of statements, in which `{t}` is the table, `{c}` its catalog and `{n}` its name there."""

    def run(table: str) -> None:
        catalog, _, name = table.partition(".")
        for statement in statements:
            spark().sql(statement.replace("{t}", table).replace("{c}", catalog).replace("{n}", name))

    return run


def to_snapshot(procedure: str, number: int) -> Step:
    """Makes an earlier snapshot the current one, by its number in the order of time."""

    def run(table: str) -> None:
        ids = spark().sql(f"select snapshot_id from {table}.snapshots order by committed_at").collect()
        sql(f"call {{c}}.system.{procedure}('{{n}}', {ids[number][0]})")(table)

    return run


def made(rows: bool, format: str, how: str = "create table") -> Step:
    properties = PROPERTIES[format].replace("{mode}", "copy-on-write")
    create = f"{how} {{t}} ({COLUMNS}) using {format} tblproperties ({properties})"
    dropped = ["drop table {t}"] if how == "create table" else []
    return sql(*dropped, create, *([f"insert into {{t}} values {ROWS[2]}"] if rows else []))


def inserted(number: int) -> str:
    return f"insert into {{t}} values {ROWS[number]}"


ADDED = "insert into {t} select * from (select id + 100, k, v, f, note, s, 7 as x from {t}) limit 2"
ANY = {
    "deleted": [sql("delete from {t} where id = 2"), sql("update {t} set v = v + 1, f = f + 1 where k = 2")],
    "truncated": [sql("truncate table {t}"), sql(inserted(2))],
    "overwritten": [sql(f"insert overwrite {{t}} values {ROWS[2]}")],
    "column added": [sql("alter table {t} add column x int"), sql(ADDED)],
    "column dropped": [sql("alter table {t} drop column note"), sql("delete from {t} where id = 1")],
    "column renamed": [sql("alter table {t} rename column note to text"), sql("update {t} set text = 'new'")],
    "nested": [
        sql("alter table {t} add columns (s.b int, x int)"),
        sql("update {t} set s = named_struct('a', 9, 'b', 8), x = 7"),
    ],
    "dropped and added": [
        sql("alter table {t} drop column note", "alter table {t} add column note string"),
        sql("update {t} set note = 'new' where id = 1"),
    ],
    "swapped": [
        sql(*(f"alter table {{t}} rename column {names}" for names in ("id to x", "k to id", "x to k"))),
        sql("delete from {t} where id = 1"),
    ],
    "field dropped and added": [
        sql("alter table {t} add column s.b int", "update {t} set s = named_struct('a', 1, 'b', 2) where id = 1"),
        sql("alter table {t} drop column s.b", "alter table {t} add column s.b int"),
    ],
    "widened": [sql("alter table {t} alter column id type bigint"), sql("delete from {t} where id = 1", inserted(2))],
    "widened decimal": [sql("alter table {t} alter column v type decimal(12,2)", inserted(2))],
}
FEED = "alter table {t} set tblproperties ('delta.enableChangeDataFeed' = '%s')"
VACUUM = "vacuum {t} retain 0 hours"
REWRITTEN = "call {c}.system.rewrite_data_files(table => '{n}', options => map('rewrite-all', 'true'))"
OF = {
    "iceberg": {
        "rolled back": [to_snapshot("rollback_to_snapshot", 0), sql(inserted(2))],
        "snapshot set": [to_snapshot("set_current_snapshot", 0), to_snapshot("set_current_snapshot", 1)],
        "rolled back and on": [lambda table: (to_snapshot("rollback_to_snapshot", 0)(table), sql(inserted(2))(table))],
        "compacted": [
            sql(inserted(2), REWRITTEN),
            sql("delete from {t} where id = 3", "call {c}.system.rewrite_manifests('{n}')"),
        ],
        "expired": [
            sql(
                "delete from {t} where id = 3",
                inserted(2),
                "call {c}.system.expire_snapshots(table => '{n}', older_than => now(), retain_last => 1)",
            ),
            sql(inserted(0)),
        ],
    },
    "delta": {
        "restored": [sql("restore table {t} to version as of 1"), sql(inserted(2))],
        "restored after other columns": [
            sql("alter table {t} drop column note", "alter table {t} add column note string"),
            sql("restore table {t} to version as of 2"),
        ],
        "compacted": [sql(inserted(2), "optimize {t}"), sql("delete from {t} where id = 3", "optimize {t}")],
        "feed off and on": [
            sql(FEED % "false", "update {t} set v = 9 where id = 2", FEED % "true", inserted(2)),
            sql("delete from {t} where id = 1", FEED % "false"),
        ],
        "vacuumed": [sql("update {t} set v = 9 where k = 1", VACUUM), sql(inserted(2), VACUUM)],
    },
}
for format in OF:
    OF[format] |= {
        "made again": [made(True, format), sql(inserted(0))],
        "made empty": [made(False, format), sql(inserted(0))],
        "replaced": [made(True, format, "create or replace table"), sql(inserted(0))],
    }
SAMPLE = {
    "rolled back": ["groups"],
    "made empty": ["rows"],
    "nested": ["rows"],
    "dropped and added": ["rows"],
    "column dropped": ["different"],
}


def cases() -> list[object]:
    modes = {"iceberg": ["copy-on-write", "merge-on-read"], "delta": ["copy-on-write"]}
    found = [
        pytest.param(format, policy, mode, {name: list(VIEWS)}, marks=pytest.mark.extended)
        for format in FORMATS
        for policy in ("auto", "incremental")
        for mode in modes[format]
        for name in ANY | OF[format]
    ]
    ids = [f"{'-'.join(case.values[:3])}-{next(iter(case.values[3]))}".replace(" ", "_") for case in found]
    whole = [pytest.param(*case.values, marks=case.marks, id=id) for case, id in zip(found, ids, strict=True)]
    return [pytest.param("iceberg", "incremental", "copy-on-write", SAMPLE, id="sample"), *whole]


@pytest.mark.parametrize(("format", "policy", "mode", "names"), cases())
def test_views_of_inputs_that_others_change(
    project: Project, format: str, policy: str, mode: str, names: dict[str, list[str]]
) -> None:
    schema = f"{CATALOGS[format]}.{project.schema}"
    spark().conf.set("spark.databricks.delta.retentionDurationCheck.enabled", "false")
    spark().sql(f"create schema if not exists {schema}")
    tables = {name: f"{schema}.{name.replace(' ', '_')}" for name in names}
    queries = {}
    for name, table in tables.items():
        properties = PROPERTIES[format].replace("{mode}", mode)
        spark().sql(f"create table {table} ({COLUMNS}) using {format} tblproperties ({properties})")
        for rows in ROWS[:2]:
            spark().sql(f"insert into {table} values {rows}")
        queries |= {f"{kind}_{name.replace(' ', '_')}": VIEWS[kind].replace("{table}", table) for kind in names[name]}
    for view, query in queries.items():
        config = f"materialized='materialized_view', file_format='{format}', refresh_policy='{policy}'"
        project.write(f"models/{view}.sql", f"{{{{ config({config}) }}}}\n{query}")
    project.run()
    wrong: list[object] = []
    for number in range(2):
        for name, table in tables.items():
            for step in (ANY | OF[format])[name][number : number + 1]:
                step(table)
        done = project.dbt("run")
        wrong += [(number, done.message)] if not done.success else []
        for view, query in queries.items():
            answer, stored = spark().sql(query), spark().sql(f"select * from {schema}.{view}")
            of, now, known = done.nodes[view].adapter_response, rows_of(answer), rows_of(stored)
            if now != known or stored.dtypes != answer.dtypes:
                what = f"{number} {view}: {of.get('kind')} {of.get('reason')}"
                wrong.append((what, "more", known - now, "less", now - known, stored.dtypes))
    assert not wrong, "\n".join(map(str, wrong))


def rows_of(found: DataFrame) -> Counter[str]:
    return Counter(map(repr, found.collect()))


NAMED = "id int, `_w` int, `_row_kind` string, `_commit` int, `_Committed_At` int"
NAMED_VIEWS = {
    "kinds": "select id, `_row_kind` as kind, `_commit` as c, `_committed_at` as a from {table}",
    "sums": "select `_row_kind` as kind, count(*) as n, max(`_commit`) as c from {table} group by `_row_kind`",
    "weights": "select id, `_w` as w from {table} where `_w` > 0",
}


@pytest.mark.parametrize("format", FORMATS)
def test_columns_with_the_names_of_a_changelog(project: Project, format: str) -> None:
    """They are columns like others, except for that of the weight: a view that reads it has a full refresh."""
    schema = f"{CATALOGS[format]}.{project.schema}"
    table = f"{schema}.plain"
    spark().sql(f"create schema if not exists {schema}")
    properties = PROPERTIES[format].replace("{mode}", "copy-on-write")
    spark().sql(f"create table {table} ({NAMED}) using {format} tblproperties ({properties})")
    spark().sql(f"insert into {table} values (1, 1, '+I', 1, 1), (2, 2, '-D', 2, 2)")
    for name, query in NAMED_VIEWS.items():
        config = f"materialized='materialized_view', file_format='{format}', refresh_policy='incremental'"
        project.write(f"models/{name}.sql", f"{{{{ config({config}) }}}}\n{query.format(table=table)}")
    project.run()
    spark().sql(f"update {table} set `_commit` = 9, `_row_kind` = '-U', `_w` = -1 where id = 1")
    spark().sql(f"insert into {table} values (3, 3, '-D', null, 5)")
    found = {name: (response["kind"], response["reason"]) for name, response in project.run().items()}
    assert (found["kinds"], found["sums"]) == (("incremental", ""), ("incremental", ""))
    assert found["weights"][0] == "full" and "reads column `_w` of plain" in found["weights"][1]
    for name, query in NAMED_VIEWS.items():
        assert project.rows(f"select * from {schema}.{name}") == project.rows(query.format(table=table)), name
