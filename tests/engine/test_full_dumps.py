"""Full dumps, fuses that stop a batch that would delete too much, and deletes that stay deleted."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

import overlaps
from formats import FORMATS
from project import Project, Row

COLUMNS = "id int, part string, v double, at int"
VALUES = "id, part, string(v), at"
KEYED: dict[str, Any] = {"primary_key": ["id", "part"], "sequence_field": "at", "input": "full", "null_key": "keep"}
PRODUCERS: dict[str, dict[str, Any]] = {
    "every": {"changelog_producer": "lookup"},
    "third": {"changelog_producer": "full-compaction", "full_compaction_delta_commits": 3},
    "none": {"fuse": {"max_deleted": 0.5}},
}


def table_of(dump: list[Row]) -> dict[Row, Row]:
    """The rows of a dump by key: of two rows of a key, the one with the greater `at`."""
    return {row[:2]: row for row in sorted(dump, key=lambda row: row[3])}


def changes(before: dict[Row, Row], after: dict[Row, Row]) -> list[Row]:
    """What makes one table the other."""
    found = [(*before[key], "-D") for key in before.keys() - after.keys()]
    found += [(*after[key], "+I") for key in after.keys() - before.keys()]
    for key in before.keys() & after.keys():
        if before[key] != after[key]:
            found += [(*before[key], "-U"), (*after[key], "+U")]
    return sorted(found, key=repr)


def dumps(seed: int, count: int) -> list[list[Row]]:
    """Dumps of a table; an `at` can be older than before, a value NaN, and the last row is another one of its key."""
    choose = random.Random(seed)
    keys = [(number, part) for number in (None, 1, 2, 3, 4, 5) for part in ("a", None)]
    made = []
    for _ in range(count):
        rows = [(*key, choose.choice([None, "0.5", "NaN"]), choose.randint(1, 3)) for key in keys]
        rows = [row for row in rows if choose.random() < 0.8]
        made.append([*rows, (*rows[0][:2], "9.0", 7)])
    return made


@pytest.mark.parametrize(
    ("producers", "count"), [(["every"], 2), pytest.param(list(PRODUCERS), 6, marks=pytest.mark.extended)]
)
def test_a_dump_makes_the_table_and_the_changelog_its_differences(
    project: Project, producers: list[str], count: int
) -> None:
    """Every dump, also an equal one and an empty one that is let pass, compared with differences of Python."""
    given = dumps(3, count)
    given.append(given[-1])
    names = {f"{name}_{format}": (format, name) for format in FORMATS for name in producers}
    tables: list[dict[Row, Row]] = [{}]
    for dump in given:
        for model, (format, name) in names.items():
            project.model(model, COLUMNS, dump, **KEYED, **PRODUCERS[name], file_format=format)
        response = project.run()
        tables.append(table_of(dump))
        expected = sorted(tables[-1].values(), key=repr)
        differences = [change[-1] for change in changes(*tables[-2:])]
        for model, (format, _) in names.items():
            assert project.rows(f"select {VALUES} from {{{format}}}.{model}") == expected, (model, len(tables))
            counts = [response[model][f"rows_{name}"] for name in ("inserted", "updated", "deleted")]
            assert counts == [differences.count(kind) for kind in ("+I", "+U", "-D")], (model, len(tables))
    for model, (format, name) in names.items():
        ends = list(range(len(tables))) if name == "every" else [0, 3, 6]
        logged: list[Row] = []
        for start, end in itertools.pairwise(ends):
            logged += [(*change, end) for change in changes(tables[start], tables[end])]
        if name != "none":
            found = project.rows(f"select {VALUES}, _row_kind, _commit from {{{format}}}.{model}__changelog")
            assert found == sorted(logged, key=repr), model

    # --sample and --empty leave rows out, which are no deletes
    kept = next(iter(tables[-1]))
    tables[-1][kept] = (*kept, "7.0", 9)
    for option, dump in ((["--sample", "3 days"], [tables[-1][kept]]), (["--empty"], [])):
        for model, (format, name) in names.items():
            project.model(model, COLUMNS, dump, **KEYED, **PRODUCERS[name], file_format=format)
        project.run(*option)
        for model, (format, _) in names.items():
            assert project.rows(f"select {VALUES} from {{{format}}}.{model}") == sorted(tables[-1].values(), key=repr)
    stored, error = len(tables[-1]), project.error()
    reasons = {"every": "the SELECT returned no rows", "none": "fuse.max_deleted is 0.5"}
    for name, reason in reasons.items() if len(producers) > 1 else [("every", reasons["every"])]:
        said = f"model '{name}_{FORMATS[0]}' would delete {stored} of {stored} stored rows (100.0 %); no row was"
        assert said in error and reason in error
    for model, (format, _) in names.items():
        assert len(project.rows(f"select * from {{{format}}}.{model}")) == stored
    project.run("--vars", "{tablestore_skip_fuse: true}")
    for model, (format, _) in names.items():
        assert project.rows(f"select * from {{{format}}}.{model}") == []


def test_a_fuse_stops_a_batch_of_deletes(project: Project) -> None:
    """At the limit a batch passes, above it nothing is written, and a variable lets it pass once."""
    columns, models = "id int, v int, _row_kind string", [f"orders_{format}" for format in FORMATS]

    def write(rows: list[Row]) -> None:
        for model, format in zip(models, FORMATS, strict=True):
            config = {"primary_key": "id", "fuse": {"max_deleted": 0.5}, "file_format": format}
            project.model(model, columns, rows, **config)

    def rows(of: str) -> list[list[Row]]:
        return [project.rows(of.format(f"{{{format}}}.{m}")) for m, format in zip(models, FORMATS, strict=True)]

    write([(number, 0, "+I") for number in range(8)])
    project.run()
    write([(number, 0, "-D") for number in range(4)])
    project.run()
    assert rows("select id from {}") == [[(4,), (5,), (6,), (7,)]] * len(FORMATS)
    write([(4, 0, "-D"), (5, 0, "-D"), (6, 0, "-D"), (7, 1, "+U"), (9, 1, "+I"), (10, 1, "-D")])
    error = project.error()
    for model in models:
        assert f"model '{model}' would delete 3 of 4 stored rows (75.0 %); no row was written" in error
        assert f"dbt run --select {model} --vars '{{tablestore_skip_fuse: {model}}}'" in error
    assert rows("select * from {} where id > 7 or v = 1") == [[]] * len(FORMATS)
    assert rows("select max(commit) from {}__commits") == [[(2,)]] * len(FORMATS)
    error = project.error("--vars", f"{{tablestore_skip_fuse: {models[0]}s}}")
    assert f"names '{models[0]}s', which is not a model, did you mean" in error
    project.run("--vars", f"{{tablestore_skip_fuse: [{', '.join(models)}]}}")
    assert rows("select * from {}") == [[(7, 1), (9, 1)]] * len(FORMATS)


STREAM: dict[str, Any] = {
    "primary_key": "id",
    "sequence_field": "at",
    "delete_retained": "30 d",
    "changelog_producer": "lookup",
    "changelog_producer_row_deduplicate": True,
    "maintenance": {"compact_every": 7},
}


def events(choose: random.Random, count: int) -> list[Row]:
    """Changes of five keys in their order, of which a third are deletes, with the number of each as its sequence."""
    return [
        (choose.randint(1, 5), choose.randint(0, 1), number, choose.choice(["+I", "+U", "-D"]))
        for number in range(count)
    ]


def lose_the_answer(patch: pytest.MonkeyPatch, text: str) -> None:
    """Lets statements with this text be executed, and fail then, as for a client that is killed."""
    original = Cursor.execute

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        original(self, sql, bindings)
        if text in sql:
            raise overlaps.FaultError("the answer is lost")

    patch.setattr(Cursor, "execute", execute)


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_messages_that_come_again_change_nothing(project: Project, format: str) -> None:
    """Each message comes 1 to 3 times, shuffled, also in later batches and after lost runs: as if each came once."""
    choose = random.Random(160)
    seen: list[Row] = []
    tables: list[dict[Row, Row]] = [{}]
    logged: list[Row] = []

    def write(rows: list[Row]) -> None:
        project.model("orders", "id int, v int, at int, _row_kind string", rows, **STREAM, file_format=format)

    project.clock = "2026-01-01 00:00:00"
    stream = events(choose, 48)
    for number in range(4):
        fresh = stream[number * 12 : number * 12 + 12]
        batch = fresh + choose.choices(fresh, k=12) + choose.sample(seen, k=len(seen) // 2)
        choose.shuffle(batch)
        write(batch)
        if number == 2:
            write([*batch, (1, 9, 1000, "-D")])
            with pytest.MonkeyPatch.context() as patch:
                lose_the_answer(patch, "where _buries")
                assert "the answer is lost" in project.error()
            write(batch)
        project.run()
        seen += fresh
        last = {(row[0],): row for row in seen}
        tables.append({key: row[:3] for key, row in last.items() if row[3] != "-D"})
        logged += [(*change, number + 1) for change in changes(*tables[-2:])]
        assert project.rows(f"select * from {{{format}}}.orders") == sorted(tables[-1].values(), key=repr), number
    log = f"select id, v, at, _row_kind, _commit from {{{format}}}.orders__changelog"
    assert project.rows(log) == sorted(logged, key=repr)
    assert sum(row[3] == "-D" for row in seen) > 10 and len(logged) > 20

    deleted = [key for (key,), row in last.items() if row[3] == "-D"]
    late = [(key, 7, last[(key,)][2], "+I") for key in deleted]
    assert deleted
    write(late)
    project.run()
    assert project.rows(f"select * from {{{format}}}.orders") == sorted(tables[-1].values(), key=repr)
    assert project.rows(f"select rows_ignored_late from {{{format}}}.orders__commits where commit = 5") == [
        (len(deleted),)
    ]
    project.clock = "2026-02-05 00:00:00"
    write([*late, (8, 0, 2000, "-D")])
    project.run()
    found = project.rows(f"select id, v, at from {{{format}}}.orders")
    assert found == sorted([*tables[-1].values(), *(row[:3] for row in late)], key=repr)
    write([(8, 0, 2001, "-D")])
    project.run()
    kept = project.rows(f"select id, at from {{{format}}}.orders__deleted")
    assert kept == [(8, 2000), (8, 2001)]


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_a_rebuild_that_fails_loses_no_deletes(project: Project, format: str) -> None:
    """A rebuild with other types of the key and the sequence, which fails before it has replaced the table."""

    def write(types: str, rows: list[Row]) -> None:
        types = f"id {types}, v int, at {types}, _row_kind string"
        project.model("orders", types, rows, **STREAM, file_format=format)

    rows = f"select id, v from {{{format}}}.orders"
    write("int", [(1, 1, 5, "+I"), (2, 1, 5, "+I")])
    project.run()
    write("int", [(1, 1, 9, "-D")])
    project.run()
    write("string", [("2", 1, "5", "+I"), ("3", 1, "5", "-D")])
    with pytest.MonkeyPatch.context() as patch:
        lose_the_answer(patch, "where _buries")
        assert "the answer is lost" in project.error("--full-refresh")
    write("int", [(1, 1, 5, "+I"), (1, 2, 8, "+U"), (4, 1, 1, "+I")])
    project.run()
    assert project.rows(rows) == [(2, 1), (4, 1)], "the delete of 1 still counts"

    for types, cast in [("string", str), ("bigint", int), ("int", int)]:
        write(types, [(cast(2), 1, cast(5), "+I"), (cast(3), 1, cast(7), "-D")])
        project.run("--full-refresh")
        write(types, [(cast(3), 1, cast(6), "+I"), (cast(1), 3, cast(2), "+I")])
        project.run()
        assert project.rows(rows) == [(cast(1), 3), (cast(2), 1)], types
