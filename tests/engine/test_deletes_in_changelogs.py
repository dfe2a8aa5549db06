"""The sequences of deletes in changelogs, and the histories of versions that are made of them, against plain Python."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import pytest

from formats import FORMATS
from project import Project
from version_answers import RANKS, Event, versions

COLUMNS = "id int, at int, n int, name string, city string, _row_kind string"
SEQUENCE = ["at", "n"]
STORED = "id, n, name, city, dbt_updated_at, dbt_valid_from, dbt_valid_to"
RETAINED = {"delete_retained": "30 d"}
EVERY_SECOND = {"changelog_producer": "full-compaction", "full_compaction_delta_commits": 2}
MODELS: dict[str, dict[str, Any]] = {
    "looked_up": {"changelog_producer": "lookup"},
    "compared": {"changelog_producer": "lookup", "changelog_producer_row_deduplicate": True, **RETAINED},
    "compacted": EVERY_SECOND,
    "compacted_retained": {**EVERY_SECOND, **RETAINED},
}


def batches(dice: random.Random, number: int) -> list[list[Event]]:
    """The messages of runs. Keys below 40 have one per run, in order, and some come again; others come in any order."""
    made, rows = [list[Event]() for _ in range(number)], dict[int, Event]()
    for at, batch in enumerate(made):
        for key in range(40):
            row = rows.get(key)
            if row and dice.random() < 0.3:
                batch.append(row)
                continue
            deletes = row is not None and row.kind != "-D" and dice.random() < 0.4
            kind = "-D" if deletes else "+U" if row and row.kind != "-D" else "+I"
            name, city = (row.name, row.city) if deletes and row else (dice.choice("ab"), dice.choice(["x", None]))
            rows[key] = Event(key, at * 2 + dice.randint(0, 1), 0, name, city, kind)
            batch += [rows[key]] * dice.choice([1, 1, 2])
        for key in range(40, 80):
            for _ in range(dice.randint(0, 2) if at else 1):
                kind = dice.choice(["+U", "+U", "-D"]) if at else "+I"
                batch.append(Event(key, dice.randint(0, 9), dice.randint(0, 1), dice.choice("ab"), None, kind))
        dice.shuffle(batch)
    return made


def order(event: Event) -> tuple[Any, ...]:
    return event.at, event.order, RANKS[event.kind], event.name or "", event.city is not None, event.city or ""


def sequence(event: Event) -> tuple[int, int]:
    return event.at, event.order


def logged(runs: Sequence[Sequence[Event]], retains: bool, every: int) -> list[Event]:
    """What a keyed model writes to its changelog, as events: its rows, and deletes with their own sequences."""
    stored, before, deleted, removed = ({}, {}, {}, {})  # type: tuple[dict[int, Event], ...]
    events = list[Event]()
    for number, batch in enumerate(runs, 1):
        by_key: dict[int, list[Event]] = defaultdict(list)
        for event in batch:
            by_key[event.key].append(event)
        for key, given in by_key.items():
            last, row, grave = max(given, key=order), stored.get(key), deleted.get(key)
            if row and sequence(last) < sequence(row):
                continue
            if retains and not row and grave and sequence(last) <= sequence(grave):
                continue
            if last.kind == "-D":
                stored.pop(key, None)
                removed[key] = last if row else removed.get(key, last)
                deleted[key] = max(last, grave or last, key=sequence)
            else:
                stored[key] = last
        if number % every == 0:
            events += stored.values()
            events += [
                row._replace(at=removed[key].at, order=removed[key].order, kind="-D")
                for key, row in before.items()
                if key not in stored
            ]
            before = dict(stored)
    return events


def write(project: Project, batch: list[Event], names: Sequence[str], format: str) -> None:
    rows = [(event.key, event.at, event.order, event.name, event.city, event.kind) for event in batch]
    keyed = {"primary_key": "id", "sequence_field": SEQUENCE, "file_format": format}
    for name in names:
        project.model(name, COLUMNS, rows, **keyed, **MODELS[name])
        columns, sequence = "*", SEQUENCE
        if name == "compared":  # docs/history.md: the time has another name
            columns, sequence = "* except (at), coalesce(_delete_sequence.at, at) as time", ["time", "n"]
        history = keyed | {"scd_type": 2, "sequence_field": sequence}
        config = ", ".join(f"{key}={value!r}" for key, value in history.items())
        sql = f"select {columns} from {{{{ tablestore.changelog(ref('{name}')) }}}}"
        project.write(f"models/history_of_{name}.sql", f"{{{{ config(materialized='incremental', {config}) }}}}\n{sql}")


def expected(events: Sequence[Event], names: range) -> list[tuple[Any, ...]]:
    made = versions([event for event in events if event.key in names])
    return sorted(((*version[:6], version.valid_to) for version in made), key=repr)


def check(project: Project, names: Sequence[str], format: str, number: int, seed: int) -> None:
    runs = batches(random.Random(seed), number)
    for batch in runs:
        write(project, batch, names, format)
        project.run()
    for name in names:
        every, retains = MODELS[name].get("full_compaction_delta_commits", 1), "delete_retained" in MODELS[name]
        events = logged(runs, retains, every)
        stored = f"select {STORED} from {{{format}}}.history_of_{name} where id"
        if every == 1:
            messages = list(itertools.chain(*runs))
            assert project.rows(f"{stored} < 40") == expected(messages, range(40)), name
        assert project.rows(f"{stored} >= 0") == expected(events, range(80)), name


def test_a_history_of_a_changelog_ends_versions_at_the_time_of_deletes(project: Project) -> None:
    """With one message per key and run, it is the history of the messages."""
    check(project, ["looked_up"], FORMATS[0], 4, seed=1)


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_histories_of_all_changelogs(project: Project, format: str) -> None:
    check(project, list(MODELS), format, 8, seed=2)


ENGINES: dict[str, dict[str, Any]] = {
    "deduplicate": {},
    "aggregation": {"aggregation_remove_record_on_delete": True, "default_aggregate_function": "last_value"},
    "partial-update": {"partial_update_remove_record_on_delete": True},
}


@pytest.mark.parametrize(
    "engine", [name if name == "deduplicate" else pytest.param(name, marks=pytest.mark.extended) for name in ENGINES]
)
def test_a_deleted_row_has_the_sequence_of_its_delete_beside_it(project: Project, engine: str) -> None:
    """In a changelog from before there were deletes, too, and after the type of the sequence has become wider."""
    format = FORMATS[0]
    config = {
        "primary_key": "id", "sequence_field": "at", "file_format": format, "changelog_producer": "lookup",
        "on_schema_change": "append_new_columns", **ENGINES[engine], "merge_engine": engine,
    }  # fmt: skip
    project.model("rows_of", "id int, name string, at int", [(key, "a", 5) for key in range(6)], **config)
    project.run()
    kinds = "id int, name string, at int, _row_kind string"
    project.model(
        "rows_of", kinds, [(0, "a", 6, "-D"), (1, "b", 7, "+U"), (1, None, 9, "-D"), (2, "c", 4, "-D")], **config
    )
    project.run()
    project.model("rows_of", kinds.replace("at int", "at bigint"), [(3, "z", 2**40, "-D"), (4, "b", 6, "+U")], **config)
    project.run()
    log = f"select id, name, at, _row_kind, _delete_sequence.at from {{{format}}}.rows_of__changelog"
    assert project.rows(f"{log} where _row_kind = '-D'") == [
        (0, "a", 5, "-D", 6), (1, "a", 5, "-D", 9), (3, "a", 5, "-D", 2**40),
    ]  # fmt: skip
    assert project.rows(f"select count(*) from {{{format}}}.rows_of__changelog where _delete_sequence is not null") == [
        (3,)
    ]
