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
