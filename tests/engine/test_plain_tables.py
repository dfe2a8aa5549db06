"""Tables no keyed model made, given a key by changelog_normalize, on both formats."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.spark import iceberg_tables

from formats import FORMATS
from project import Project, spark

NORMAL = """{{{{ config(materialized='incremental', primary_key='id', changelog_producer='lookup',
          file_format='{0}') }}}}
select * from {{{{ tablestore.changelog_normalize(source('s_{0}', 'plain_{0}'), key='id') }}}}
"""
COUNTS = """{{{{ config(materialized='incremental', primary_key='k', file_format='{0}') }}}}
select * from {{{{ tablestore.changelog_aggregate(ref('normal_{0}'), 'k', {{'n': 'count(*)', 'most': 'max(v)'}}) }}}}
"""


@pytest.mark.extended
def test_a_plain_table_is_given_a_key_and_read_on_from_there(project: Project) -> None:
    project.model("first", "id int", [(1,)])
    project.run()
    plain = project.plain_tables("id int, k string, v int", "(1, 'a', 10), (2, 'a', 20), (3, 'b', 30)", FORMATS)
    for format in FORMATS:
        project.write(f"models/normal_{format}.sql", NORMAL.format(format))
        project.write(f"models/counts_{format}.sql", COUNTS.format(format))
    for changes in (
        [],
        [],
        ["insert into {0} values (4, 'b', 40)"],
        ["update {0} set k = 'b' where id = 2", "delete from {0} where id = 3", "insert into {0} values (5, 'c', 50)"],
        ["insert into {0} values (6, 'c', 60)", "delete from {0} where id = 6"],
    ):
        for sql in changes:
            for table in plain.values():
                spark().sql(sql.format(table))
        project.run("--exclude", "first")
        for format, table in plain.items():
            assert project.rows(f"select * from {{{format}}}.normal_{format} except select * from {table}") == []
            assert project.rows(f"select * from {table} except select * from {{{format}}}.normal_{format}") == []
            expected = project.rows(f"select k, count(*), max(v) from {table} group by k order by k")
            assert project.rows(f"select k, n, most from {{{format}}}.counts_{format} order by k") == expected
    kinds = "concat_ws(' ', sort_array(collect_list(_row_kind)))"
    for format in FORMATS:
        found = project.rows(f"select id, {kinds} from {{{format}}}.normal_{format}__changelog group by id order by id")
        assert found == [(1, "+I"), (2, "+I +U -U"), (3, "+I -D"), (4, "+I"), (5, "+I")]


UNDATED = """{{{{ config(materialized='incremental', primary_key='id', scd_type=2, sequence_field='changed_at',
          file_format='{0}') }}}}
select id, city, changed_at, _row_kind from {{{{ tablestore.changelog(source('s_{0}', 'plain_{0}')) }}}}
"""
KEPT = """{{{{ config(materialized='incremental', primary_key='id', changelog_producer='lookup', file_format='{0}') }}}}
select * from {{{{ tablestore.changelog(source('s_{0}', 'plain_{0}')) }}}}
"""
SEEN = """{{{{ config(materialized='incremental', primary_key='id', scd_type=2, sequence_field=['seen_at', 'seen_in'],
          file_format='{0}') }}}}
select *, _committed_at as seen_at, _commit as seen_in from {{{{ tablestore.changelog(ref('kept')) }}}}
"""


@pytest.mark.parametrize("format", FORMATS)
def test_deletes_without_a_time_are_told_to_a_history(project: Project, format: str) -> None:
    """On Iceberg, an update is a delete, too. What the warning says to write has all versions."""
    columns, values = "id int, city string, changed_at int", "(1, 'Rome', 1), (2, 'Bern', 1)"
    table = project.plain_tables(columns, values, [format])[format]
    for name, text in {"undated": UNDATED, "kept": KEPT, "seen": SEEN}.items():
        project.write(f"models/{name}.sql", text.format(format))

    def warned(*changes: str) -> bool:
        project.said.clear()
        for sql in changes:
            spark().sql(sql.format(table))
        project.run()
        told = [text for text in project.said if "reads deletes of " in text]
        assert all("model 'undated' reads deletes" in text and "changelog_producer='lookup'" in text for text in told)
        return bool(told)

    assert not warned()
    assert not warned("insert into {0} values (3, 'Kiel', 1)")
    assert warned("update {0} set city = 'Oslo', changed_at = 2 where id = 1") is (format == "iceberg")
    assert warned("delete from {0} where id = 2")
    found = project.ordered(f"select id, city, dbt_valid_to is null from {{{format}}}.seen order by id, dbt_valid_from")
    assert found == [(1, "Rome", False), (1, "Oslo", True), (2, "Bern", False), (3, "Kiel", True)]
    assert project.rows(f"select 1 from {{{format}}}.seen where dbt_valid_from = dbt_valid_to") == []


def told(project: Project, *arguments: str) -> str:
    return " ".join(project.fail("run", *arguments).message.split())


def test_rows_that_iceberg_cannot_compare_are_read_as_they_are_appended(project: Project) -> None:
    table = project.plain_tables("id int, m map<string, int>", "(1, map('a', 1))", ["iceberg"])["iceberg"]
    project.write("models/kept.sql", KEPT.format("iceberg"))
    project.run()
    for rows in ("(1, map('a', 2)), (2, map('b', 1))", "(1, map('a', 3))", "(3, null)"):
        spark().sql(f"insert into {table} values {rows}")
    project.run()
    project.run()
    expected = [(1, {"a": 3}), (2, {"b": 1}), (3, None)]
    assert project.ordered("select * from {iceberg}.kept order by id") == expected
    spark().sql(f"delete from {table} where id = 2")
    assert "type MAP or VARIANT (m), and rows were deleted or updated: dbt run --full-refresh" in told(project)
    project.run("--full-refresh")
    spark().sql(f"insert into {table} values (4, map())")
    project.run()
    assert [row[0] for row in project.ordered("select id from {iceberg}.kept order by id")] == [1, 3, 4]


def test_a_reader_of_a_table_with_delete_files_is_told_what_to_do(project: Project) -> None:
    table = project.plain_tables("id int, v int", "(1, 1), (2, 2)", ["iceberg"])["iceberg"]
    properties = "'format-version' = '2', 'write.delete.mode' = 'merge-on-read'"
    spark().sql(f"alter table {table} set tblproperties ({properties})")
    project.write("models/kept.sql", KEPT.format("iceberg"))
    project.run()
    spark().sql(f"delete from {table} where id = 1")
    message = told(project)
    for words in ("it has delete files", "'copy-on-write'", "read it in a materialized view"):
        assert words in message
    catalog, _, name = table.partition(".")
    spark().sql(f"alter table {table} set tblproperties ('write.delete.mode' = 'copy-on-write')")
    spark().sql(
        f"call {catalog}.system.rewrite_data_files(table => '{name}', "
        "options => map('delete-file-threshold', '1', 'remove-dangling-deletes', 'true'))"
    )
    project.run("--full-refresh")
    spark().sql(f"insert into {table} values (3, 3)")
    project.run()
    assert project.ordered("select id, v from {iceberg}.kept order by id") == [(2, 2), (3, 3)]


def test_a_column_with_a_default_that_was_added_without_a_snapshot(project: Project) -> None:
    """Another engine than Spark can add it. All rows have the default, before there is a snapshot with the column."""
    table = project.plain_tables("id int, v int", "(1, 1), (2, 2)", ["iceberg"])["iceberg"]
    spark().sql(f"alter table {table} set tblproperties ('format-version' = '3')")
    view = f"{{{{ config(materialized='materialized_view', refresh_policy='incremental') }}}}\nselect %s from {table}"
    project.write("models/ids.sql", view % "id")
    project.run()
    jvm = spark()._jvm
    found = iceberg_tables.iceberg_table(spark(), table)
    default = jvm.org.apache.iceberg.expressions.Expressions.lit("DE")
    text = jvm.org.apache.iceberg.types.Types.StringType.get()
    found.updateSchema().addColumn("country", text, default).commit()
    project.write("models/countries.sql", view % "id, country")
    project.write("models/kept.sql", KEPT.format("iceberg"))
    assert project.run()["ids"]["kind"] != "full"
    spark().sql(f"insert into {table} values (3, 3, 'FR')")
    done = project.run()
    assert [done[name]["kind"] for name in ("ids", "countries")] == ["incremental"] * 2
    expected = [(1, "DE"), (2, "DE"), (3, "FR")]
    for name in ("countries", "kept"):
        assert project.ordered(f"select id, country from {{iceberg}}.{name} order by id") == expected
    assert project.ordered("select id from {iceberg}.ids order by id") == [(1,), (2,), (3,)]


def test_changes_are_read_from_the_commit_of_a_snapshot(project: Project) -> None:
    table = project.plain_tables("id int, v int", "(1, 1)", ["iceberg"])["iceberg"]
    spark().sql(f"insert into {table} values (2, 2)")
    spark().sql(f"insert into {table} values (3, 3)")
    commits = [row[0] for row in project.ordered(f"select committed_at from {table}.snapshots order by committed_at")]
    second = int(commits[1].timestamp() * 1000)
    scanned = f"tablestore.changelog(source('s_iceberg', 'plain_iceberg'), scan='from-commit', commit={second})"
    query = KEPT.format("iceberg").replace("tablestore.changelog(source('s_iceberg', 'plain_iceberg'))", scanned)
    project.write("models/kept.sql", query)
    project.run()
    assert project.ordered("select id from {iceberg}.kept order by id") == [(2,), (3,)]
