"""With null_key='keep', a null in a key column is a value like any other."""

from __future__ import annotations

from typing import Any

import pytest

from formats import FORMATS
from project import Project

COLUMNS = "a int, b string, v int, at int, _row_kind string"
BATCHES = [
    [(None, "x", 1, 1, "+I"), (1, None, 2, 1, "+I"), (None, None, 3, 1, "+I"), (1, "x", 4, 1, "+I")],
    [(None, "x", 5, 2, "+U"), (1, None, 6, 0, "+U"), (None, None, 7, 2, "+U"), (None, "y", 8, 2, "+I")],
    [(None, "x", 5, 3, "-D"), (1, None, 9, 3, "+U"), (None, "y", 8, 3, "+U"), (None, None, None, 3, "+U")],
]
KEY = {"primary_key": ["a", "b"], "sequence_field": "at", "changelog_producer": "lookup"}
ENGINES: dict[str, dict[str, Any]] = {
    "deduplicate": {"state_ttl": "10 d"},
    "first-row": {"ignore_delete": True},
    "partial-update": {"partial_update_remove_record_on_delete": True},
    "aggregation": {"fields": {"v": {"aggregate_function": "sum"}}},
}


@pytest.mark.parametrize(
    "engine",
    ["deduplicate", *(pytest.param(name, marks=pytest.mark.extended) for name in ENGINES if name != "deduplicate")],
)
def test_null_is_a_key_like_another(project: Project, engine: str) -> None:
    """The same batches, with other values in place of the nulls, give the same rows, changes and counts.

    The third batch comes when the rows that the second has not written have expired, if the model has a TTL.
    """
    config = KEY | {"merge_engine": engine}
    for day, batch in zip((1, 8, 15), BATCHES, strict=True):
        project.clock = f"2026-01-{day:02} 00:00:00"
        other = [(-1 if a is None else a, "none" if b is None else b, *rest) for a, b, *rest in batch]
        for format in FORMATS:
            settings: dict[str, Any] = config | ENGINES[engine] | {"file_format": format}
            project.model(f"nulls_{format}", COLUMNS, batch, **settings, null_key="keep")
            project.model(f"others_{format}", COLUMNS, other, **settings)
        project.run()
    for format in FORMATS:
        for suffix, columns in {
            "": "v, at",
            "__changelog": "v, at, _row_kind, _commit",
            "__commits": "commit, rows_inserted, rows_updated, rows_deleted, rows_unchanged, rows_ignored_late",
        }.items():
            key = "coalesce(a, -1), coalesce(b, 'none'), " if suffix != "__commits" else ""
            found, expected = (
                project.rows(f"select {key}{columns} from {{{format}}}.{name}_{format}{suffix}")
                for name in ("nulls", "others")
            )
            assert found == expected and len(found) >= 3, (format, suffix)


@pytest.mark.extended
def test_null_keys_of_a_table_that_exists(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """A run keeps them when the model does, `why` and `as-of` find them, and a model that refuses them cannot go on."""
    batches = [
        [(1, "x", 1, 1, "+I")],
        [(None, "x", 2, 2, "+I"), (None, None, 3, 2, "+I")],
        [(None, "x", None, 3, "-D")],
    ]

    def write(batch: list[tuple[Any, ...]], **config: str) -> None:
        for format in FORMATS:
            project.model(f"t_{format}", COLUMNS, batch, **KEY, **config, file_format=format)

    def as_of(commit: int, format: str) -> list[Any]:
        scan = f"scan='as-of', commit={commit}"
        shown = project.shown(f"select a, b, v from {{{{ tablestore.changelog(ref('t_{format}'), {scan}) }}}}")
        return sorted(shown, key=repr)

    write(batches[0])
    project.run()
    write(batches[1])
    assert "key column a is null" in project.error()
    for batch in batches[1:]:
        write(batch, null_key="keep")
        project.run()
    write(batches[0])
    error = project.error()
    assert "its table has rows that null_key='keep' has stored; set it again, or delete these rows" in error
    assert 'its key (a, b) is null or not unique, for example {"a":null,"b":null} in 1 row' in error
    for format in FORMATS:
        capsys.readouterr()
        project.succeed("run-operation", "why", "--args", f"{{model: t_{format}, key: {{a: null, b: x}}}}")
        printed = capsys.readouterr().out.splitlines()
        assert [line.split()[1] for line in printed if line.startswith("commit")] == ["2", "3"]
        assert as_of(2, format) == [(1, "x", 1), (None, "x", 2), (None, None, 3)]
        project.rows(f"delete from {{{format}}}.t_{format} where a is null")
    project.run()
    for format in FORMATS:
        # what another program deletes counts as a commit, whose changes are not known
        assert as_of(5, format) == [(1, "x", 1)]
        with pytest.raises(AssertionError, match="its changelog begins after commit 4"):
            as_of(3, format)


@pytest.mark.extended
def test_results_of_operators_with_null_keys_are_stored(project: Project) -> None:
    """A null group, and the missing side of an outer join; a further reader undoes their changes by these keys."""
    keyed = {"changelog_producer": "lookup", "sequence_field": "at", "null_key": "keep"}
    first = [(1, None, 5, 1), (2, None, 7, 1), (3, 1, 1, 1), (None, 5, 1, 1)]
    project.write(
        "models/totals.sql",
        """
        {{ config(materialized='incremental', primary_key='k', null_key='keep', changelog_producer='lookup') }}
        select k, total, _row_kind, _commit
        from {{ tablestore.changelog_aggregate(ref('orders'), 'k', {'total': 'sum(v)'}) }}
        """,
    )
    project.write(
        "models/joined.sql",
        """
        {{ config(materialized='incremental', primary_key=['id', 'rid', 'k'], null_key='keep',
                  changelog_producer='lookup') }}
        select id, rid, k, _row_kind, _commit
        from {{ tablestore.changelog_join(ref('orders'), ref('names'), 'k', 'full', columns={'id': 'rid'},
                                        hint=tablestore.hint('STATE_TTL', {'orders': '900 d'})) }}
        """,
    )
    project.write(
        "models/by_name.sql",
        """
        {{ config(materialized='incremental', primary_key='rid', null_key='keep') }}
        select rid, n, _row_kind, _commit
        from {{ tablestore.changelog_aggregate(ref('joined'), 'rid', {'n': 'count(*)'},
                                             hint=tablestore.hint('STATE_TTL', {'joined': '900 d'})) }}
        """,
    )
    for orders, names in [
        (first, [(9, 1, 0, 1), (None, 6, 0, 1)]),
        ([(1, 1, 5, 2), (2, None, 8, 2)], [(9, 2, 0, 2)]),
        ([(2, 2, 8, 3), (3, None, 1, 3), (None, 7, 1, 3)], [(8, 1, 0, 3)]),
    ]:
        for name, rows in {"orders": orders, "names": names}.items():
            project.model(name, "id int, k int, v int, at int", rows, primary_key="id", **keyed)
        project.run()
        tables = {name: f"{{iceberg}}.{name}" for name in ("orders", "names", "totals", "joined", "by_name")}
        plain = "select o.id, n.id as rid, k from {orders} o full join {names} n using (k)".format(**tables)
        assert project.rows("select k, total from {totals}".format(**tables)) == project.rows(
            "select k, sum(v) from {orders} group by k".format(**tables)
        )
        assert project.rows("select id, rid, k from {joined}".format(**tables)) == project.rows(plain)
        assert project.rows("select rid, n from {by_name}".format(**tables)) == project.rows(
            f"select rid, count(*) from ({plain}) group by rid"
        )
