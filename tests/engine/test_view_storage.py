"""What a materialized view stores besides its result: hidden columns, which have no TTL."""

from __future__ import annotations

from project import Project


def test_hidden_names_are_refused_before_anything_is_written(project: Project) -> None:
    project.model("t", "id int", [(1,)], primary_key="id", changelog_producer="lookup")
    names = ["_commit", "_ROW_KIND", "_group_rows", "_row_hash", "_visible", "_sum_1"]
    for name in names:
        project.write(
            f"models/v{name.lower()}.sql",
            f"{{{{ config(materialized='materialized_view') }}}}\nselect id, 1 as {name} from {{{{ ref('t') }}}}",
        )
    message = project.error()
    assert all(f"column '{name}' has a name" in message for name in names), message
    assert not [row for row in project.rows("show tables in {iceberg}") if row[1].startswith("v_")]


def test_a_state_ttl_is_not_one_of_the_stored_rows(project: Project) -> None:
    project.model("t", "id int, at int", [(1, 1), (2, 1)], primary_key="id", changelog_producer="lookup")
    config = "materialized='materialized_view', state_ttl='1 d'"
    project.write(
        "models/v.sql", f"{{{{ config({config}) }}}}\nselect at, count(*) as n from {{{{ ref('t') }}}} group by at"
    )
    project.write("models/w.sql", "{{ config(materialized='materialized_view') }}\nselect n from {{ ref('v') }}")
    project.clock = "2025-01-01 00:00:00"
    project.run()
    assert project.last_commit("{iceberg}.v__rows").get("tablestore.state-ttl", "none") == "none"
    project.clock = "2025-01-03 00:00:00"
    project.model("t", "id int, at int", [(3, 2)], primary_key="id", changelog_producer="lookup")
    found = project.run()
    assert (found["w"]["kind"], found["w"]["reason"]) == ("incremental", "")
    assert project.rows("select n from {iceberg}.w") == project.rows("select n from {iceberg}.v")
