"""When tables are maintained, and by which statements, without Spark."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from harness import call, namespace
from planning import Relation, commit_of, plan
from traced_runs import Run, model

NOW = datetime(2026, 3, 10, 12, tzinfo=timezone.utc)


def maintained(compact_every: int, serials: list[int]) -> list[int]:
    """The serials after whose commits the tables are maintained."""
    made = plan("k int, v int", primary_key="k", maintenance={"compact_every": compact_every})
    last: dict[str, Any] = {"properties": {}}
    found = []
    for serial in serials:
        marked = call("_maintained_serial", made, last, serial)
        last["properties"]["tablestore.maintained"] = str(marked)  # as the property of a table has it
        found += [serial] if marked == serial else []
    return found


def test_a_maintenance_comes_after_so_many_commits() -> None:
    assert maintained(1, [1, 2, 3]) == [1, 2, 3]
    assert maintained(20, list(range(1, 62))) == [20, 40, 60]
    # a run has every other serial, because an operation makes a commit after it
    assert maintained(20, list(range(1, 62, 2))) == [21, 41, 61]
    # a table that was written before it recorded this
    assert maintained(20, [57, 58]) == [57]


@pytest.mark.parametrize(
    ("hours_ago", "keep_hours", "is_due"),
    [(None, 168, True), (1, 168, False), (24, 168, True), (2, 2, True), (1, 2, False), (-24 * 365, 168, True)],
)
def test_snapshots_expire_once_a_day(hours_ago: int | None, keep_hours: int, is_due: bool) -> None:
    """And as soon as a clock is right again that was ahead."""
    at = None if hours_ago is None else (NOW - timedelta(hours=hours_ago)).isoformat()
    assert call("_is_expiry_due", at, keep_hours * 3_600_000, NOW) is is_due


def test_without_maintenance_none_is_recorded() -> None:
    last = {"properties": {"tablestore.maintained": "20"}}
    for made in (None, plan("k int, v int", primary_key="k", maintenance=False)):
        assert call("_maintained_serial", made, last, 99) == 20


@pytest.mark.parametrize(
    ("milliseconds", "locked", "hours"),
    [
        (0, True, 0),
        (0, False, 25),
        (3_600_000, False, 25),
        (5_400_000, True, 2),
        (90_000_001, False, 26),
        (604_800_000, False, 168),
    ],
)
def test_files_that_another_run_may_have_written_just_now_stay(milliseconds: int, locked: bool, hours: int) -> None:
    """Delta's VACUUM also removes files of commits that are not made yet."""
    statements = call("maintenance_statements", "delta", None, ["t"], milliseconds, NOW, locked=locked)
    assert [each["sql"] for each in statements if each["sql"].startswith("vacuum")] == [
        f"vacuum t retain {hours} hours"
    ]


def test_a_compaction_sorts_the_tables_that_have_an_order() -> None:
    """A rebuild gives a table its order. Iceberg refuses to sort one without, such as before ``cluster_by`` was set."""
    run = Run(model("order_id bigint, v int", cluster_by="key", maintenance={"compact_every": 1}))

    def sorts() -> bool:
        rewrites = [sql for sql in run() if "rewrite_data_files(table => 'lake.main.orders'," in sql.replace("`", "")]
        assert len(rewrites) == 1, rewrites
        return "strategy => 'sort'" in rewrites[0]

    assert sorts(), "the run that creates the table"
    assert not sorts()
    run.warehouse.tables["lake.main.orders"]["sort-order"] = "order_id ASC NULLS FIRST"
    assert sorts()


@pytest.mark.parametrize(("removed", "names"), [(9, []), (10, [f"'p{number}'" for number in range(10)])])
def test_properties_of_older_commits_are_removed_together(removed: int, names: list[str]) -> None:
    """Also of a model that is always rebuilt, whose commits all have the number 1."""
    commit = {
        "number": 1,
        "version": "7",
        "properties": {"tablestore.epoch": "e"},
        "old_properties": [f"p{number}" for number in range(removed)],
    }
    sent = call("_seal_statements", plan("k int, v int", primary_key="k"), commit)
    assert [each["sql"].count("unset") for each in sent] == ([0, 1] if names else [0])
    assert all(name in sent[-1]["sql"] for name in names)


@pytest.mark.parametrize("format", ["iceberg", "delta"])
def test_the_record_of_a_rebuild_is_emptied_by_its_seal(format: str) -> None:
    """It has all files that the rebuild has read, and counts until then."""
    made, files = plan("k int, v int", primary_key="k", file_format=format), "9" * 72
    made |= {"commit_table": "kept", "kept_tables": [], "branch": None}
    commit = commit_of(format, 1, rebuild=True)
    offsets = json.dumps({"new_files": {"epoch": "new_files", "commit": 3}})
    commit["properties"] |= {"tablestore.files": files, "tablestore.offsets": offsets}
    switched = "".join(each["sql"] for each in call("switch_statements", made, commit, {}))
    assert "'tablestore.switched.b1' = '{" in switched and switched.count(files) == 2, "and in the version"
    sealed = call("_seal_statements", made, commit)[0]["sql"]
    assert "'tablestore.switched.b1' = ''" in sealed and files not in sealed
    later = call("_seal_statements", made, commit_of(format, 2))
    assert [each["sql"].count("switched") for each in later] == [0]


def test_the_records_of_rebuilds_are_kept_apart() -> None:
    """Those of earlier ones are removed with their commits."""
    record = json.dumps({"tablestore.epoch": "e3", "tablestore.commit": 1, "tablestore.run": "r"})
    properties = {"tablestore.epoch": "e3", "tablestore.commit": "0", "tablestore.switched.e3": record}
    properties |= {"tablestore.switched.e2": "", "tablestore.switched.e1": "{}"}

    def last_commit() -> Any:
        macros = namespace(execute=True)
        macros["table_properties"] = lambda relation: properties
        return macros["last_commit"](Relation(), True)

    assert last_commit()["switched"] == record
    assert last_commit()["old_properties"] == ["tablestore.switched.e1", "tablestore.switched.e2"]
    properties["tablestore.commits.e3.1"], properties["tablestore.switched.e3"] = record, ""
    assert (last_commit()["number"], last_commit()["switched"]) == (1, None)


@pytest.mark.parametrize(("type", "has_zone"), [("timestamp", True), ("timestamp_ntz", False), ("date", False)])
def test_latencies_are_those_of_events_whose_time_has_a_zone(type: str, has_zone: bool) -> None:
    macros = namespace()
    macros["_describe_table"] = lambda relation: [{"name": "k", "type": "int"}, {"name": "at", "type": type}]
    macros["query_rows"] = lambda sql: [{"commit": 1, "seconds": 2.5}]
    last = {"producer": "lookup", "side_schema": None, "epoch": "e", "number": 3}
    found = macros["_reported_latencies"](Relation(), last, ["at"], "orders__commits")
    assert bool(found) is has_zone


@pytest.mark.parametrize(
    ("days", "before"),
    [(7, "2026-03-03 12"), (20522, "1970-01-01 12"), (400_000, "1970-01-01 00"), (10**12, "1970-01-01 00")],
)
def test_a_long_history_reaches_back_to_no_year_that_does_not_exist(days: int, before: str) -> None:
    statements = call("maintenance_statements", "iceberg", "lake", ["t"], days * 86_400_000, NOW)
    (expiry,) = (each["sql"] for each in statements if "expire_snapshots" in each["sql"])
    assert f"timestamp '{before}:00:00+00:00'" in expiry
