"""What runs read and make of tables has exactly the keys and types that the schemas list."""

from __future__ import annotations

import overlaps
from formats import FORMATS
from project import Project, spark
from schemas import all_problems, spied

KINDS = {"plan", "changelog", "expiry", "commit", "last commit", "described upstream", "upstream", "operator", "input"}
COLUMNS = "id int, customer string, amount int"
CHANGES = {"primary_key": "id", "changelog_producer": "lookup"}


def readers(project: Project, format: str) -> None:
    """A reader of a changelog, of a plain table, and of two inputs of an operator, each a keyed model."""
    config = f"{{{{ config(materialized='incremental', file_format='{format}', primary_key='id') }}}}\n"
    joined = f"changelog_join(ref('orders_{format}'), ref('slow_{format}'), 'id', columns=[])"
    normalized = f"changelog_normalize(source('s_{format}', 'plain_{format}'), 'id')"
    for name, relation in {"joined": joined, "normalized": normalized}.items():
        project.write(f"models/{name}_{format}.sql", f"{config}select * from {{{{ tablestore.{relation} }}}}\n")


def test_tables_inputs_and_operators_have_what_their_schemas_list(project: Project) -> None:
    plain = project.plain_tables("id int, amount int", "(1, 10), (2, 20)", FORMATS)
    slowly = {"changelog_producer": "full-compaction", "full_compaction_delta_commits": 2}
    with spied() as records:
        for run in range(2):
            rows = [(1, "ann", run), (2 + run, "bob", 2)]
            for format, table in plain.items():
                project.model(f"orders_{format}", COLUMNS, rows, file_format=format, state_ttl="7 d", **CHANGES)
                project.model(f"slow_{format}", COLUMNS, rows, file_format=format, **CHANGES | slowly)
                readers(project, format)
                spark().sql(f"insert into {table} values ({3 + run}, 30)")
            project.run()
        with overlaps.stopped_before(*overlaps.SEAL):
            assert "stopped before" in project.error("--select", "orders_*")
        before = len(records)
        project.run("--select", "orders_*")
    assert all_problems(records) == set()
    assert {kind for kind, _, _ in records} >= KINDS
    staged = [record for kind, _, record in records[before:] if kind == "plan" and record["engine"] is None]
    assert len(staged) == len(FORMATS), "the plan that finishes the stopped commit"
