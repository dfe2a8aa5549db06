"""Tables and views across catalogs, formats, schemas and threads."""

import json

import pytest
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

from formats import CATALOGS


def test_one_project_in_two_formats(project):
    """Iceberg and Delta tables, views over both, in either direction, twice; names have three parts."""
    project.write("models/ice.sql", "{{ config(materialized='table') }} select id from range(3)")
    project.write(
        "models/del.sql", "{{ config(materialized='table', file_format='delta') }} select id from {{ ref('ice') }}"
    )
    project.write(
        "models/pq.sql", "{{ config(materialized='table', file_format='parquet') }} select id from {{ ref('del') }}"
    )
    project.write("models/v.sql", "select i.id from {{ ref('ice') }} i join {{ ref('del') }} d using (id)")
    project.write("models/w.sql", "{{ config(database='spark_catalog') }} select * from {{ ref('v') }}")
    for _ in range(2):
        project.succeed("run")
    assert project.ordered("select count(*) from {iceberg}.v") == [(3,)]
    assert project.ordered("select count(*) from {delta}.w") == [(3,)]
    assert project.ordered("select count(*) from {delta}.pq") == [(3,)]
    provider = {row[0]: row[1] for row in project.ordered("describe extended {delta}.del")}
    assert provider["Provider"] == "delta"
    assert "lake." + project.schema + ".ice" in project.compiled("compiled", "models/v.sql")
    assert "spark_catalog." + project.schema + ".del" in project.compiled("compiled", "models/v.sql")


def test_kinds_change_into_each_other(project, format):
    for kind in ("table", "view", "incremental", "view", "table"):
        project.write("models/m.sql", f"{{{{ config(materialized='{kind}', file_format='{format}') }}}} select 1 as id")
        project.succeed("run")
    other = {"iceberg": "delta", "delta": "iceberg"}[format]
    project.write("models/m.sql", f"{{{{ config(materialized='table', file_format='{other}') }}}} select 2 as id")
    project.write("models/n.sql", "select * from {{ ref('m') }}")
    project.succeed("run")
    assert project.ordered("select id from {iceberg}.n") == [(2,)]


def test_a_table_with_the_name_of_the_rows_of_a_view_is_not_dropped(project):
    """Nobody but its owner knows what is in it."""
    project.write("models/m.sql", "{{ config(materialized='view') }} select 1 as id")
    project.succeed("run")
    project.rows("create table {iceberg}.m__rows using iceberg as select 7 as id")
    project.write("models/m.sql", "{{ config(materialized='table') }} select 2 as id")
    project.succeed("run")
    assert project.rows("select id from {iceberg}.m__rows") == [(7,)]
    assert project.rows("select id from {iceberg}.m") == [(2,)]


def test_threads_do_not_share_temporary_views(project):
    """dbt-spark puts rows of one model into another's table here: same alias, different schemas, four threads."""
    names = [f"m{n}" for n in range(6)]
    for name in names:
        project.write(
            f"models/{name}.sql",
            f"""
            {{{{ config(materialized='incremental', incremental_strategy='append', schema='{name}', alias='same') }}}}
            select '{name}' as owner from range(3)
            """,
        )
    for _ in range(3):
        project.succeed("run", "--threads", "4")
    for name in names:
        assert project.ordered(f"select owner, count(*) from {{iceberg}}_{name}.same group by owner") == [(name, 9)]


def test_set_in_a_hook_ends_with_its_model(project):
    project.write(
        "models/a.sql",
        "{{ config(materialized='table', pre_hook='set spark.sql.shuffle.partitions = 77') }}"
        " select '{{ run_query(\"set spark.sql.shuffle.partitions\").rows[0][1] if execute }}' as n",
    )
    project.write(
        "models/b.sql",
        "{{ config(materialized='table') }} -- {{ ref('a') }}\n"
        "select '{{ run_query(\"set spark.sql.shuffle.partitions\").rows[0][1] if execute }}' as n",
    )
    project.succeed("run", "--threads", "1")
    assert project.ordered("select n from {iceberg}.b") != [("77",)]


def test_operations_rename_drop_and_list(project, format, place):
    project.write("models/m.sql", f"{{{{ config(materialized='table', file_format='{format}') }}}} select 1 as id")
    project.write("models/v.sql", "select * from {{ ref('m') }}")
    project.write(
        "macros/tidy.sql",
        """
        {% macro tidy(database) %}
          {% set old = adapter.get_relation(database, target.schema, 'm') %}
          {% set new = old.incorporate(path={'identifier': 'renamed'}) %}
          {% do adapter.rename_relation(old, new) %}
          {% set view = adapter.get_relation(target.database, target.schema, 'v') %}
          {% if not view.is_view %}{{ exceptions.raise_compiler_error('not a view') }}{% endif %}
          {% do adapter.rename_relation(view, view.incorporate(path={'identifier': 'w'})) %}
          {% do adapter.drop_relation(view.incorporate(path={'identifier': 'w'})) %}
        {% endmacro %}
        """,
    )
    project.succeed("run")
    project.succeed("run-operation", "tidy", "--args", f"{{database: {CATALOGS[format]}}}")
    assert project.ordered(f"select id from {place}.renamed") == [(1,)]
    assert project.ordered("show views in {iceberg}") == []


def test_relations_that_are_newer_than_the_list_of_their_schema_are_found(project, format, place):
    """dbt lists a schema once; other runs and hooks create tables and views in it afterwards, and drop them."""
    project.write("models/m.sql", f"{{{{ config(materialized='table', file_format='{format}') }}}} select 1 as id")
    project.write(
        "macros/look.sql",
        """
        {% macro look(database, format, names) %}
          {% set place, found = '`' ~ database ~ '`.`' ~ target.schema ~ '`.', [] %}
          {% do adapter.get_relation(database, target.schema, 'm') %}
          {% for name in names %}
            {% set kind = 'view `v`' if name == 'v' else 'table `' ~ name ~ '` using ' ~ format %}
            {% set before = adapter.get_relation(database, target.schema, name) %}
            {% do run_query('create ' ~ kind.replace('`', place ~ '`', 1) ~ ' as select 1 as id') %}
            {% set now = adapter.get_relation(database, target.schema, name) %}
            {% do adapter.drop_relation(now) %}
            {% set after = adapter.get_relation(database, target.schema, name) %}
            {% do found.append([now.identifier, now.type | string, now.table_format, before, after]) %}
          {% endfor %}
          {% do found.append(adapter.get_relation(database, 'no_such_schema', 'm')) %}
          {{ log('found ' ~ tojson(found), info=true) }}
        {% endmacro %}
        """,
    )
    project.succeed("run")
    names = ["late", "v", "m__rows", *(["a|b(c"] if format == "iceberg" else [])]
    arguments = {"database": CATALOGS[format], "format": format, "names": names}
    project.succeed("run-operation", "look", "--args", json.dumps(arguments))
    [line] = [line for line in project.said if line.startswith("found ")]
    expected = [
        [name, "view" if name == "v" else "table", None if name == "v" else format, None, None] for name in names
    ]
    assert json.loads(line.removeprefix("found ")) == [*expected, None]


CLONED = {
    "ice": "{{ config(materialized='table') }} select 1 as id",
    "del": "{{ config(materialized='table', file_format='delta') }} select 2 as id",
    "keyed": "{{ config(primary_key='id', changelog_producer='lookup') }} select 3 as id, <v> as v",
    "reader": "{{ config(primary_key='id') }} select id, v, _row_kind from {{ tablestore.changelog(ref('keyed')) }}",
    "buried": "{{ config(primary_key='id', sequence_field='v', delete_retained='30 d') }} select * from values <rows>"
    " as given (id, v, _row_kind)",
    "found": "{{ config(primary_key='id', merge_engine='aggregation', default_aggregate_function='sum') }}"
    """ select id, v from {{ tablestore.new_files('<folder>', 'json', columns={'id': 'int', 'v': 'bigint'}) }}""",
}


@pytest.mark.extended
def test_clone(project, tmp_path, monkeypatch):
    """The clone of a keyed table has its deletes and what it has read, also after a clone that was stopped."""
    internal, files = project.schema + "_internal", tmp_path / "files"
    files.mkdir()
    (files / "1.json").write_text('{"id": 1, "v": 1}\n')
    project.target["side_tables"] = {"schema": internal}

    def write(v, rows):
        for name, sql in CLONED.items():
            keyed = "config(materialized='incremental', file_format='delta', primary_key="
            text = sql.replace("<v>", str(v)).replace("<rows>", rows).replace("<folder>", str(files))
            project.write(f"models/{name}.sql", text.replace("config(primary_key=", keyed))

    write(1, "(1, 1, '+I'), (2, 1, '+I')")
    project.succeed("run")
    write(1, "(1, 5, '-D')")
    project.succeed("run", "--select", "buried")
    project.writes_artifacts = True
    project.succeed("compile")
    state = tmp_path / "state"
    (project.folder / "target").rename(state)
    (files / "2.json").write_text('{"id": 1, "v": 10}\n')
    project.schema = project.target["schema"] = project.schema + "_clone"
    project.target["side_tables"] = {}
    for value, arguments in enumerate([[], ["--full-refresh"]], start=2):
        if arguments:
            with monkeypatch.context() as patch:
                stop_before_clone(patch, "buried")
                assert not project.dbt("clone", "--state", str(state), *arguments).success
        project.succeed("clone", "--state", str(state), *arguments)
        write(value, f"(1, 3, '+I'), (2, {value}, '+U')")
        project.succeed("run", "--select", "keyed+", "buried", "found")
        assert project.rows("select v, _row_kind, _commit from {delta}.keyed__changelog") == [
            (1, "-U", 2),
            (value, "+U", 2),
        ]
        assert project.rows("select commit from {delta}.keyed__commits") == [(1,), (2,)]
        assert project.rows("select id, v from {delta}.reader") == [(3, value)]
        assert project.rows("select id, v from {delta}.buried") == [(2, value)]
        assert project.rows("select id, v from {delta}.found") == [(1, 11)]
    tables = {row[1] for row in project.ordered(f"show tables in spark_catalog.{internal}")}
    owner = project.schema.removesuffix("_clone")
    sides = ["keyed__changelog", "buried__deleted"] + [f"{name}__commits" for name in list(CLONED)[2:]]
    assert tables == {f"{owner}__{side}" for side in sides}, "those of the original"
    assert project.ordered("select * from {iceberg}.ice") == [(1,)]
    assert project.ordered("select * from {delta}.del") == [(2,)]
    assert {row[0]: row[1] for row in project.ordered("describe extended {delta}.del")}["Provider"] == "delta"


def test_a_clone_that_delta_refuses_leaves_the_table_that_it_would_replace(project, tmp_path):
    project.write("models/m.sql", "{{ config(materialized='table') }} select 1 as id")
    project.writes_artifacts = True
    project.succeed("run")
    state = tmp_path / "state"
    (project.folder / "target").rename(state)
    original, project.writes_artifacts = f"lake.{project.schema}.m", False
    project.schema = project.target["schema"] = project.schema + "_clone"
    project.write(
        "models/m.sql",
        "{{ config(materialized='incremental', primary_key='id', file_format='delta', changelog_producer='input') }}"
        " select 2 as id",
    )
    project.succeed("run")
    found = project.fail("clone", "--state", str(state), "--full-refresh").message
    assert "model 'm'; nothing was changed" in found
    assert f"its original {original} has the format 'iceberg'" in found
    assert project.rows("select id from {delta}.m") == [(2,)]
    assert project.rows("select id, _commit from {delta}.m__changelog") == [(2, 1)]
    project.rows("drop table {delta}.m")
    assert "nothing was changed" in project.fail("clone", "--state", str(state)).message


def test_a_clone_as_a_view_has_what_the_table_has(project, tmp_path):
    """The contract is that of the query of the model: Iceberg stores a SMALLINT as INT, and there is `_written_at`."""
    columns = [{"name": "id", "data_type": "smallint"}]
    models = [{"name": name, "config": {"contract": {"enforced": True}}, "columns": columns} for name in ("m", "v")]
    project.write("models/schema.yml", json.dumps({"models": models}))
    config = "materialized='incremental', primary_key='id', state_ttl='1 d', on_schema_change='fail'"
    project.write("models/m.sql", "{{ config(" + config + ") }} select smallint(1) as id")
    project.write("models/v.sql", "{{ config(materialized='view') }} select smallint(2) as id")
    project.writes_artifacts = True
    project.succeed("run")
    state = tmp_path / "state"
    (project.folder / "target").rename(state)
    project.schema = project.target["schema"] = project.schema + "_clone"
    project.succeed("clone", "--state", str(state))
    assert project.rows("select id from {iceberg}.m") == [(1,)]
    assert project.rows("select id from {iceberg}.v") == [(2,)]
    project.write("models/v.sql", "{{ config(materialized='view') }} select 'a' as id")
    assert "contract" in project.fail("run", "--select", "v").nodes["v"].message


def test_failures_are_stored_beside_tables_of_the_format_of_the_profile(project):
    """An Iceberg catalog has no Delta tables. The views of failures of Iceberg tables are beside them, too."""
    project.target["file_format"] = "delta"
    twice = "select 1 as id union all select 1"
    for name, config in (("del", ""), ("ice", ", file_format='iceberg'")):
        project.write(f"models/{name}.sql", f"{{{{ config(materialized='table'{config}) }}}} {twice}")
    columns = """
              - name: {name}
                columns:
                  - name: id
                    data_tests:
                      - unique: {{name: as_table_{name}}}
                      - unique: {{name: as_view_{name}, config: {{store_failures_as: view}}}}
                      - unique: {{name: as_nothing_{name}, config: {{store_failures_as: ephemeral}}}}
    """
    project.write("models/schema.yml", "models:\n" + "".join(columns.format(name=name) for name in ("del", "ice")))
    project.succeed("run")
    for _ in range(2):
        nodes = project.fail("test", "--store-failures").nodes
        assert {name: (str(found.status), found.failures) for name, found in nodes.items()} == {
            f"as_{kind}_{name}": ("fail", 1) for kind in ("table", "view", "nothing") for name in ("del", "ice")
        }
    audit = f"spark_catalog.{project.schema}_dbt_test__audit"
    stored = [f"as_{kind}_{name}" for kind in ("table", "view") for name in ("del", "ice")]
    assert {row[1] for row in project.rows(f"show tables in {audit}")} == set(stored)
    for name in stored:
        assert project.rows(f"select * from {audit}.{name}") == [(1, 2)], name
        described = {row[0]: row[1] for row in project.ordered(f"describe extended {audit}.{name}")}
        assert described["Type"] == ("MANAGED" if "table" in name else "VIEW")
        assert described.get("Provider", "delta") == "delta"


def stop_before_clone(monkeypatch, name):
    """The table and the side tables that it replaces are gone by then."""
    original = Cursor.execute

    def execute(self, sql, bindings=None):
        if "shallow clone" in sql and name in sql:
            raise RuntimeError("stopped")
        original(self, sql, bindings)

    monkeypatch.setattr(Cursor, "execute", execute)


@pytest.mark.parametrize("limit", [0, 3])
def test_show_reads_no_more_than_asked(project, limit):
    arguments = ["--limit", str(limit)] if limit else []
    result = project.succeed("show", "--inline", "select id from range(1000000)", *arguments)
    assert len(next(iter(result.nodes.values())).agate_table.rows) == (limit or 5)
