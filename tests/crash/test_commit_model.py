"""Every interleaving of the commit's steps, on a model of both formats; and that no precaution can be left out.

commit_stores.py has what the formats do, commit_steps.py the protocol, commit_checker.py what must always be so.
"""

from __future__ import annotations

from functools import cache

import pytest

from commit_checker import FORMATS, LARGE, SCENARIOS, Checker, Scenario
from commit_steps import Guards, IcebergSteps, Protocol

# A precaution, the format, the scenario that goes wrong without it, and how.
NEEDED = {
    # The table
    "branch_of_pin": ("Iceberg", "runs", "a key is there twice"),
    "switch_by_fast_forward": ("Iceberg", "runs", "a key is there twice"),
    "keys_by_update": ("Delta", "runs", "a key is there twice"),
    "recovers": ("Iceberg", "runs", "the table has the events [1, 2, 2"),
    "loser_reads_back": ("Delta", "runs", "the log has a row of B1 as a row of commit 2"),
    "rebuild_in_transaction": ("Delta", "rebuilds", "the serial goes from 2 to 2"),
    "rebuild_counts_unsealed": ("Delta", "runs", "the next rebuild is refused"),
    "serial_survives_rebuild": ("Delta", "runs", "the next rebuild is refused"),
    "create_first": ("Delta", "first runs", "the serial goes from 1 to 1"),
    "version_of_record": ("Delta", "first runs", "the seal of commit 1 names 2, which has (('j', (2,)), ('k', (1,)))"),
    # The log
    "seals_last": ("Iceberg", "runs", "the log is another one"),
    "log_in_transaction": ("Delta", "runs", "the log replays to"),
    "log_starts_in_transaction": ("Delta", "rebuilds", "the log is another one"),
    "log_stays": ("Iceberg", "rebuilds", "the log is another one"),
    "log_starts_on_pin": ("Iceberg", "rebuilds", "the log has a row of A1 as a row of commit 1"),
    "log_is_created_once": ("Iceberg", "first runs", "the log is another one"),
    "log_has_id": ("Iceberg", "other columns", "the log "),
    "log_by_fast_forward": ("Iceberg", "a reader", "the log replays to"),
    "looks_for_rows": ("Iceberg", "runs", "the log replays to"),
    "looks_at_log_first": ("Iceberg", "a late run", "the log "),
    "looks_at_kept_first": ("Delta", "a sweeper", "the log begins after commit 2"),
    "publisher_looks_at_table": ("Iceberg", "rebuilds", "the log "),
    "rows_kept_before_switch": ("Delta", "a sweeper", "changes were lost"),
    "empty_writes_nothing": ("Delta", "an expiry", "the next run fails"),
    "lost_has_other_id": ("Iceberg", "a lost table of a run", "the next run fails"),
    "trims_own_rows": ("Iceberg", "a trimming", "the log replays to () at commit 1"),
    # What is left for the next run
    "keeps_branches_of_failure": ("Delta", "runs", "changes were lost"),
    "sweeps_losers_only": ("Iceberg", "a sweeper", "changes were lost"),
    "branch_outlives_switch": ("Iceberg", "an expired table", "the table has the events [1, 2, 2"),
    "branches_dropped_last": ("Iceberg", "an expired table", "the table has the events [1, 2, 2"),
    "broken_chain_compared": ("Iceberg", "an expired table", "the table has the events [1, 2, 2"),
    "looks_again": ("Iceberg", "an expired table", "the table has the events [1, 2, 2"),
    "history_replaced": ("Iceberg", "runs", "the history has a commit twice"),
    "history_in_transaction": ("Delta", "runs", "the history has a commit twice"),
    # Readers
    "log_starts_apart": ("Iceberg", "a reader of another changelog", "the reader has"),
    "log_version_first": ("Delta", "a reader of another changelog", "the reader has"),
    "reader_waits_for_seal": ("Iceberg", "a reader", "the reader has"),
    "reader_bounds_log": ("Delta", "a reader", "the reader has"),
    "reader_pins_log": ("Iceberg", "a reader of another changelog", "the reader has"),
    "reader_looks_again": ("Iceberg", "a reader of a rebuild", "the reader has"),
    "reader_looks_for_trim": ("Iceberg", "a reader of a trimmed changelog", "the reader has"),
}


@cache
def explored(format: str, name: str) -> Checker:
    checker = Checker(FORMATS[format](), SCENARIOS[name])
    found = checker.explore()
    assert found is None, f"\n{found}"
    return checker


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_interleaving_is_right(name: str, format: str) -> None:
    assert explored(format, name).states > 100


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", LARGE)
def test_every_interleaving_of_more_actors_is_right(name: str, format: str) -> None:
    found = Checker(FORMATS[format](), LARGE[name]).explore()
    assert found is None, f"\n{found}"


@pytest.mark.parametrize("name", ["rebuilds", "a reader of other columns"])
def test_a_catalog_that_keeps_what_was_committed_during_a_rebuild_is_right_too(name: str) -> None:
    found = Checker(IcebergSteps(swaps=False), SCENARIOS[name]).explore()
    assert found is None, f"\n{found}"


@pytest.mark.parametrize("guard", NEEDED)
def test_no_precaution_can_be_left_out(guard: str) -> None:
    format, name, problem = NEEDED[guard]
    found = Checker(FORMATS[format](Guards()._replace(**{guard: False})), SCENARIOS[name]).explore()
    assert found is not None and problem in found.problem, f"\n{found}"


def test_there_is_a_proof_for_each_precaution() -> None:
    assert set(NEEDED) == set(Guards._fields)


@pytest.mark.parametrize("format, guard", [("Iceberg", "log_stays"), ("Delta", "log_starts_in_transaction")])
def test_a_late_create_or_replace_of_the_log_takes_away_later_changes(format: str, guard: str) -> None:
    """It is of the right epoch, so without the id of the log nobody would notice."""
    guards = Guards(log_has_id=False)._replace(**{guard: False})
    found = Checker(FORMATS[format](guards), SCENARIOS["rebuilds"]).explore()
    assert found is not None and "the log has a row of A1 as a row of commit 1" in found.problem, f"\n{found}"


def test_a_log_that_is_replaced_twice_begins_again() -> None:
    """That is what `may_lose_changes` tolerates: it happens, and the reader is told."""
    checker = Checker(IcebergSteps(), SCENARIOS["other columns"])
    checker.may_lose_changes = False
    found = checker.explore()
    assert found is not None and "the log is another one" in found.problem, f"\n{found}"


def test_the_scenarios_take_every_step() -> None:
    for format, steps in FORMATS.items():
        seen = set().union(*(explored(format, name).seen for name in SCENARIOS))
        written = {name for name, value in vars(Protocol).items() | vars(steps).items() if _is_step(value)}
        only_without_guards, parts_of_steps = (
            {"failed", "keep_late", "look_kept"},
            {"refused", "look", "start_log", "add_to_log"},
        )
        assert {step.partition(" -> ")[0] for step in seen} == written - only_without_guards - parts_of_steps
        assert {"switch -> refused", "clean -> done"} <= seen and {
            "look_table -> done",
            "look_at_history -> done",
        } & seen


def _is_step(value: object) -> bool:
    names = getattr(getattr(value, "__code__", None), "co_varnames", ())
    annotations = getattr(value, "__annotations__", {})
    return (
        names[:3] == ("self", "state", "actor")
        and len(annotations) == 3
        and annotations["return"] == "tuple[State, Actor]"
    )


def test_a_trace_is_short_and_can_be_read() -> None:
    scenario = Scenario((("run",), ("run",)))
    found = Checker(IcebergSteps(Guards(branch_of_pin=False)), scenario).explore()
    assert str(found).splitlines() == [
        "a key is there twice: (('j', (2,)), ('j', (2,)), ('k', (1,)))",
        "  1. A run: pin",
        "  2. A run: sync_log",
        "  3. A run: write",
        "  4. B run: pin",
        "  5. A run: switch",
        "  6. B run: sync_log",
        "  7. B run: write",
        "  8. B run: switch",
    ]
