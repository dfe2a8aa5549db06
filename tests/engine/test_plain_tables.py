"""Tables no keyed model made, given a key by changelog_normalize, on both formats."""

from __future__ import annotations

import pytest

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
