"""The version of the Iceberg format that keyed models and materialized views ask for."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.relations.tables import Tables

from project import Project

LONG = pytest.mark.extended
COLUMNS = "id int, v string, _row_kind string"
BATCHES = [
    [(1, "a", "+I"), (2, "b", "+I"), (3, "c", "+I")],
    [(1, "x", "+U"), (2, "b", "-D"), (4, "d", "+I")],
    [(4, "d", "-D"), (1, "y", "+U"), (5, "e", "+I")],
]
EXPECTED = [[(1, "a"), (2, "b"), (3, "c")], [(1, "x"), (3, "c"), (4, "d")], [(1, "y"), (3, "c"), (5, "e")]]
KEYED = {"primary_key": "id", "changelog_producer": "lookup"}


def batch(project: Project, number: int, **config: object) -> None:
    project.model("orders", COLUMNS, BATCHES[number], **KEYED, **config)


def view(project: Project, **config: object) -> None:
    arguments = ", ".join(f"{key}={value!r}" for key, value in ({"materialized": "materialized_view"} | config).items())
    project.write(
        "models/letters.sql",
        f"{{{{ config({arguments}) }}}}\nselect v, count(*) as n from {{{{ ref('orders') }}}} group by v",
    )


def version(project: Project, table: str) -> str:
    return str(dict(project.rows(f"show tblproperties {{iceberg}}.{table}"))["format-version"])


def state(project: Project, table: str = "orders") -> list[tuple[object, ...]]:
    """Everything that a write changes: properties, snapshots and columns."""
    name = f"{{iceberg}}.{table}"
    return [
        *project.rows(f"show tblproperties {name}"),
        *project.rows(f"select snapshot_id from {name}.snapshots"),
        *project.rows(f"describe {name}"),
    ]


def letters(rows: list[tuple[int, str]]) -> list[tuple[str, int]]:
    return sorted((v, [other for _, other in rows].count(v)) for v in {v for _, v in rows})


@pytest.mark.parametrize("asked", [pytest.param(None, marks=LONG), pytest.param(2, marks=LONG), 3])
def test_tables_have_the_version_that_is_asked_for(
    project: Project, monkeypatch: pytest.MonkeyPatch, asked: int | None
) -> None:
    monkeypatch.setattr(Tables, "size", lambda *_: 2**25)  # a table of few rows is written anew
    config = {} if asked is None else {"format_version": asked}
    kinds: set[str] = set()
    view(project, **config)
    for number, rows in enumerate(EXPECTED):
        batch(project, number, **config, maintenance={"compact_every": 2, "keep_history": "0 s"})
        project.run()
        assert project.rows("select * from {iceberg}.orders") == rows
        assert project.rows("select * from {iceberg}.letters") == letters(rows)
        kinds |= {kind for (kind,) in project.rows("select file_format from {iceberg}.orders.all_delete_files")}
    assert kinds == {"PARQUET" if asked == 2 else "PUFFIN"}
    project.succeed("run-operation", "maintain")
    assert project.rows("select * from {iceberg}.orders") == EXPECTED[-1]
    assert [version(project, name) for name in ("orders", "letters__rows")] == [str(asked or 3)] * 2
    # their rows are added and dropped, and never marked as deleted
    assert [version(project, f"orders__{name}") for name in ("changelog", "commits")] == ["2", "2"]


@pytest.mark.extended
def test_a_table_keeps_its_version_until_it_gets_a_later_one(project: Project) -> None:
    batch(project, 0, format_version=2)
    view(project, format_version=2)
    project.run()
    batch(project, 0)
    view(project)
    project.run("--full-refresh")
    assert [version(project, name) for name in ("orders", "letters__rows")] == ["2", "2"]
    batch(project, 1, format_version=3)
    view(project, format_version="3")
    project.run()
    assert [version(project, name) for name in ("orders", "letters__rows")] == ["3", "3"]
    assert any("its table had format version 2 and has 3" in line for line in project.said)
    assert project.rows("select * from {iceberg}.orders") == EXPECTED[1]
    assert project.rows("select * from {iceberg}.letters") == letters(EXPECTED[1])
    batch(project, 2)
    view(project)
    project.run()
    assert project.rows("select * from {iceberg}.orders") == EXPECTED[2]
    assert project.rows("select * from {iceberg}.letters") == letters(EXPECTED[2])
    batch(project, 0)
    project.run("--full-refresh")
    assert project.rows("select * from {iceberg}.orders") == EXPECTED[0]
    assert project.rows("select * from {iceberg}.letters") == letters(EXPECTED[0])
    assert [version(project, name) for name in ("orders", "letters__rows")] == ["3", "3"]


def test_a_view_without_changes_gets_a_later_version(project: Project) -> None:
    batch(project, 0)
    view(project, format_version=2)
    project.run()
    files = project.rows("select file_path from {iceberg}.letters__rows.files")
    view(project, format_version=3)
    assert project.run("--select", "letters")["letters"]["kind"] == "unchanged"
    assert version(project, "letters__rows") == "3"
    assert project.rows("select file_path from {iceberg}.letters__rows.files") == files


@pytest.mark.parametrize(
    "asked", [{"format_version": 2}, pytest.param({"tblproperties": {"format-version": "2"}}, marks=LONG)]
)
def test_an_earlier_version_is_refused(project: Project, asked: dict[str, object]) -> None:
    batch(project, 0)
    view(project)
    project.run()
    before = state(project), state(project, "letters__rows")
    batch(project, 1, **asked)
    view(project, **asked)
    for arguments in ([], ["--full-refresh"]):
        error = project.error("--select", "orders", *arguments)
        assert "its table has format version 3, and its config asks for 2" in error
        assert "write format_version=3, or drop the table" in error
    error = project.error("--select", "letters", "--full-refresh")
    assert "its table has format version 3, and its config asks for 2" in error
    assert before == (state(project), state(project, "letters__rows"))


def test_table_properties_give_the_version_too(project: Project) -> None:
    batch(project, 0, tblproperties={"format-version": "2"})
    project.run()
    assert version(project, "orders") == "2"


@pytest.mark.parametrize(
    ("stored", "asked", "found"),
    [pytest.param("2", 3, "3", marks=LONG), ("1", None, "2"), pytest.param("2", None, "2", marks=LONG)],
)
@pytest.mark.parametrize("adopts", [pytest.param(False, marks=LONG), True])
def test_another_table_gets_the_version(
    project: Project, adopts: bool, stored: str, asked: int | None, found: str
) -> None:
    """A table of dbt's own materialization becomes a keyed table of this version; one of version 1 cannot stay so."""
    config = {"materialized": "table", "tblproperties": {"format-version": stored}}
    project.model("orders", "id int, v string", [(1, "a"), (2, "b"), (3, "c")], **config)
    project.run()
    batch(project, 1, **({"format_version": asked} if asked else {}))
    project.run(*([] if adopts else ["--full-refresh"]))
    assert version(project, "orders") == found
    assert project.rows("select * from {iceberg}.orders") == (EXPECTED[1] if adopts else [(1, "x"), (4, "d")])
