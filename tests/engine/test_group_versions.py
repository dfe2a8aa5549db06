"""Histories of several sources (`scd_type: 2` with sequence groups) through `dbt run`, compared with plain Python."""

from __future__ import annotations

import itertools
import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from formats import FORMATS
from group_answers import GroupEvent, GroupVersion, group_versions
from project import Project
from version_answers import cases_of, known, of_all_cases

PAGE = Path(__file__).parents[2] / "docs" / "history.md"
# Two columns have names that the queries use inside.
NAMES = ["id", "crm_at", "crm_order", "_group", "shop_at", "_at", "note"]
COLUMNS = "id int, crm_at int, crm_order int, _group string, shop_at int, _at string, note string, _row_kind string"
STORED = ", ".join([*NAMES, "dbt_updated_at", "dbt_valid_from", "dbt_valid_to"])
GROUPS = {"crm_at,crm_order": {"sequence_group": ["_group"]}, "shop_at": {"sequence_group": ["_at", "note"]}}
PLAIN: dict[str, Any] = {"primary_key": "id", "merge_engine": "partial-update", "fields": GROUPS}
REMOVES = {"partial_update_remove_record_on_sequence_group": "crm_at"}
MODELS: dict[str, dict[str, Any]] = {
    "emptied": {"changelog_producer": "lookup"},
    "removed": REMOVES | {"track_history": {"except": ["note"]}},
    "kept": {"hard_deletes": "ignore", "track_history": ["_group"], "dbt_valid_to_current": "999"},
}
SETS = int(os.environ.get("HISTORY_SETS", "50"))


def random_events(dice: random.Random, keys: int) -> list[GroupEvent]:
    """Up to eight rows per key at few times, of one source or of both, with values that are often equal."""
    made = []
    for key in range(keys):
        for _ in range(dice.randint(1, 8)):
            has_crm, has_shop = dice.choice([(True, False), (True, False), (False, True), (False, True), (True, True)])
            name, city, note = (dice.choice(["a", "a", "b", None]) for _ in range(3))
            crm = (dice.randint(0, 5), dice.choice([0, 0, 1, None])) if has_crm else (None, None)
            kind = dice.choice(["+I", "+U", "+U", "+U", "-U", "-D"])
            made.append(GroupEvent(key, *crm, name, dice.randint(0, 5) if has_shop else None, city, note, kind))
    return made


def write(project: Project, name: str, events: list[GroupEvent], format: str = "iceberg", **config: Any) -> None:
    project.model(name, COLUMNS, [tuple(event) for event in events], **PLAIN | {"file_format": format} | config)


def history(name: str) -> dict[str, Any]:
    return {"scd_type": 2} | MODELS[name]


def expected(name: str, events: list[GroupEvent]) -> list[tuple[Any, ...]]:
    return sorted(map(tuple, versions_of(name, events)), key=repr)


def versions_of(name: str, events: list[GroupEvent]) -> list[GroupVersion]:
    if name == "removed":
        return group_versions(events, removes=True, tracked=("name", "city"))
    if name == "kept":
        made = group_versions((event for event in events if event.kind in ("+I", "+U")), tracked=("name",))
        return [version._replace(valid_to=999) if version.valid_to is None else version for version in made]
    return group_versions(events)


def stored(project: Project, name: str, format: str = "iceberg") -> list[tuple[Any, ...]]:
    return project.rows(f"select {STORED} from {{{format}}}.{name}")


PAGE_EVENTS = [
    GroupEvent(400, 1, 0, "Eve", None, None, None, "+I"),
    GroupEvent(400, 5, 0, "Eve L.", None, None, None, "+U"),
    GroupEvent(400, None, None, None, 3, "Rome", None, "+I"),
    GroupEvent(400, None, None, None, 8, "Oslo", None, "+U"),
]


def rows_of_page() -> list[tuple[Any, ...]]:
    """The example of docs/history.md, with the days of its times."""
    lines = [line.strip("| ").split(" | ") for line in PAGE.read_text().splitlines() if "2026-01-0" in line]
    return [
        tuple(None if cell == "null" else int(cell[-2:]) if cell[:5] == "2026-" else cell for cell in line)
        for line in lines
        if len(line) == 6
    ]


def test_two_sources_in_any_order_and_any_batches(warm_project: Project) -> None:
    """Each key is a random case; some rows come twice. The changelog says what the history has."""
    project, dice, config = warm_project, random.Random(11), history("removed") | {"changelog_producer": "lookup"}
    events = random_events(dice, 200) + PAGE_EVENTS
    dice.shuffle(events)
    for seen, batch in ((500, events[:500]), (len(events), events[400:])):
        write(project, "removed", batch, **config)
        project.run()
        assert stored(project, "removed") == expected("removed", events[:seen])
    columns = "_group, crm_at, _at, shop_at, dbt_valid_from, dbt_valid_to"
    assert project.ordered(f"select {columns} from {{iceberg}}.removed where id = 400 order by 5") == rows_of_page()

    changes: Counter[Any] = Counter()
    for *row, kind in project.rows(f"select {STORED}, _row_kind from {{iceberg}}.removed__changelog"):
        changes[tuple(row)] += 1 if kind in ("+I", "+U") else -1
    assert sorted(changes.elements(), key=repr) == stored(project, "removed")
    assert min(changes.values()) == 0


def check_what_was_known(
    patch: pytest.MonkeyPatch, project: Project, format: str, batches: list[list[GroupEvent]], removes: bool
) -> None:
    for number, batch in enumerate(batches):
        patch.setenv("DBT_TABLESTORE_CLOCK", f"2026-01-05 00:00:{number:02}")
        options = {"scd_type": 2, "system_time": True} | (REMOVES if removes else {})
        write(project, "known", batch, format, **options)
        project.run("--select", "known")
    times = project.ordered(f"select string(committed_at) from {{{format}}}.known__commits order by commit")
    commits = [(time, batch) for (time,), batch in zip(times, batches, strict=True)]
    rows = [(*version, *commit) for version, *commit in known(commits, removes, of=group_versions)]
    columns = f"{STORED}, string(dbt_system_from), string(dbt_system_to)"
    assert project.rows(f"select {columns} from {{{format}}}.known") == sorted(rows, key=repr)


@pytest.mark.extended
@pytest.mark.parametrize("removes", [False, True])
@pytest.mark.parametrize("format", FORMATS)
def test_what_was_known_of_two_sources(
    warm_project: Project, monkeypatch: pytest.MonkeyPatch, format: str, removes: bool
) -> None:
    dice = random.Random(5)
    events = random_events(dice, 200)
    dice.shuffle(events)
    cuts = [0, *sorted(dice.sample(range(1, len(events)), 4)), len(events)]
    batches = [events[a:b] for a, b in itertools.pairwise(cuts)]
    check_what_was_known(monkeypatch, warm_project, format, batches, removes)


def run_batches(
    project: Project, spark: SparkSession, models: dict[str, dict[str, Any]], cases: list[tuple[int, GroupEvent]]
) -> dict[str, Any]:
    """Runs the models once per batch, and returns what the last run says."""
    view, done = f"{project.schema}_events", {}
    rows = [(batch, *event) for batch, event in cases]
    spark.createDataFrame(rows, f"batch int, {COLUMNS}").createOrReplaceGlobalTempView(view)
    for batch in sorted({batch for batch, _ in cases}):
        for name, config in models.items():
            write(project, name, [], **config)
            spark.sql(
                f"create or replace global temporary view {project.schema}__{name} as "
                f"select {', '.join(NAMES)}, _row_kind from global_temp.{view} where batch = {batch}"
            )
        done = project.run()
    return done


@pytest.mark.extended
@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("format", FORMATS)
def test_every_order_and_cut_of_two_sources(warm_project: Project, spark: SparkSession, format: str, name: str) -> None:
    """Random sets of rows in twenty orders, each cut into one to five batches: all give the same versions.

    All cases are in one table, so that a run has a batch of each. `make histories` has 1,000 sets.
    """
    project, dice = warm_project, random.Random(f"{name} {SETS}")
    events = random_events(dice, SETS)
    done = run_batches(project, spark, {name: history(name) | {"file_format": format}}, cases_of(dice, events))
    assert done[name]["rows_in_batch"] == 0, "rows that come again change nothing"
    types = (
        "id int, crm_at int, crm_order int, name string, shop_at int, city string, note string, "
        "updated_at int, valid_from int, valid_to int"
    )
    of_cases = of_all_cases(spark.createDataFrame(expected(name, events), types))
    found = spark.sql(project._named(f"select {STORED} from {{{format}}}.{name}"))
    for one, other in ((found, of_cases), (of_cases, found)):
        assert one.exceptAll(other).orderBy("id").limit(5).collect() == []


def of_sources(dice: random.Random, key: int, crm_at: int, shop_at: int, kinds: list[str]) -> GroupEvent:
    """A row of one source or of both. Without a time, a source says nothing; a first row would show what it says."""
    has_crm, has_shop = dice.choice([(True, False), (False, True), (True, True)])
    name, city, note = (dice.choice(["a", "b", None]) for _ in range(3))
    crm = (crm_at, 0, name) if has_crm else (None, None, None)
    shop = (shop_at, city, note) if has_shop else (None, None, None)
    return GroupEvent(key, *crm, *shop, dice.choice(kinds))


def in_order(dice: random.Random, keys: int) -> list[tuple[int, GroupEvent]]:
    """Rows in the order of their times, one per batch; a row of both sources has one time."""
    kinds = ["+I", "+U", "+U", "-U", "-D"]
    return [
        (at, of_sources(dice, key, at, at, kinds))
        for key in range(keys)
        for at in dice.sample(range(8), dice.randint(1, 8))
    ]


def in_any_order(dice: random.Random, keys: range) -> list[tuple[int, GroupEvent]]:
    """An insert of each key, and rows in any order and any batch later; those of one source differ in their times."""
    found = []
    for key in keys:
        found.append((0, GroupEvent(key, -1, 0, "a", -1, "a", None, "+I")))
        for crm_at, shop_at in zip(dice.sample(range(8), 5), dice.sample(range(8), 5), strict=True):
            found.append((dice.randint(1, 7), of_sources(dice, key, crm_at, shop_at, ["+U", "+U", "-U", "-D"])))
    return found


@pytest.mark.extended
@pytest.mark.parametrize("removes", [False, True])
def test_open_versions_are_the_rows_of_a_model_without_history(
    warm_project: Project, spark: SparkSession, removes: bool
) -> None:
    """With rows in order; and without a group that removes, also with rows in any order."""
    project, dice = warm_project, random.Random(3)
    cases = in_order(dice, 500)
    if not removes:
        cases += in_any_order(dice, range(500, 1000))
    config = REMOVES if removes else {}
    run_batches(project, spark, {"rows_only": config, "all_versions": {"scd_type": 2} | config}, cases)
    names = ", ".join(NAMES)
    found = project.rows(f"select {names} from {{iceberg}}.all_versions where dbt_valid_to is null")
    assert found == project.rows(f"select {names} from {{iceberg}}.rows_only")
    assert len(found) > 100


@pytest.mark.extended
def test_rows_without_a_time_and_of_an_unknown_kind_are_refused(warm_project: Project) -> None:
    project, config = warm_project, history("removed")
    write(project, "removed", PAGE_EVENTS, **config)
    project.run()
    refused = [
        GroupEvent(1, None, None, "a", None, "a", None, "+I"),
        GroupEvent(2, None, 1, "a", 3, "a", None, "+U"),
        GroupEvent(3, 1, 1, "a", None, None, None, "zz"),
    ]
    write(project, "removed", refused, **config)
    message = project.error("--select", "removed")
    assert "no sequence group of the row has a time (crm_at, shop_at), or one has another field without it" in message
    assert "is valid: 2 rows" in message
    assert "row kind ZZ is not one of +I, -U, +U, -D: 1 row," in message
    assert stored(project, "removed") == expected("removed", PAGE_EVENTS)


@pytest.mark.extended
def test_what_a_history_of_two_sources_needs_a_rebuild_for(warm_project: Project) -> None:
    """A group that removes rows, a new column, and a table that it has not written."""
    project, event = warm_project, GroupEvent(1, 1, 0, "a", None, None, None, "+I")
    write(project, "emptied", [event], **history("emptied"))
    project.run()
    write(project, "emptied", [event], **history("emptied"), **REMOVES)
    assert "partial_update_remove_record_on_sequence_group" in project.error()
    grouped = {"shop_at": {"sequence_group": ["_at", "note"]}, "crm_at,crm_order": {"sequence_group": ["_group", "x"]}}
    options = PLAIN | history("emptied") | {"fields": grouped, "on_schema_change": "append_new_columns"}
    project.model("emptied", f"{COLUMNS}, x int", [(*event, 1)], **options)
    assert "a column of a sequence group is new or has another type" in project.error()
    project.rows(
        f"create table {{iceberg}}.taken using iceberg as select {STORED}, dbt_scd_id from {{iceberg}}.emptied"
    )
    write(project, "taken", [event], scd_type=2)
    assert "it does not say which sequence group has changed in a version" in project.error("--select", "taken")
