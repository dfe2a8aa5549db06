"""Every interleaving of the commit's steps, on a model of both formats; and that no precaution can be left out.

commit_stores.py has what the formats do, commit_steps.py the protocol, commit_checker.py what must always be so.
"""

from __future__ import annotations

from functools import cache

import pytest
from commit_checker import FORMATS, LARGE, SCENARIOS, Checker, Scenario
from commit_steps import DeltaSteps, Guards, IcebergSteps, Protocol

# A precaution, the format, the scenario that goes wrong without it, and how.
NEEDED = {
    # The table
    "branch_of_pin": ("Iceberg", "runs", "a key is there twice"),
    "switch_by_fast_forward": ("Iceberg", "runs", "a key is there twice"),
    "keys_by_update": ("Delta", "runs", "a key is there twice"),
    "recovers": ("Iceberg", "runs", "the table has the events [1, 2, 2"),
    "loser_reads_back": ("Delta", "rebuilds", "reported success, and its commit is not there"),
    "rebuild_in_transaction": ("Delta", "rebuilds", "the serial goes from 2 to 2"),
    "serial_survives_rebuild": ("Delta", "runs", "the next rebuild is refused"),
    "create_first": ("Delta", "first runs", "the serial goes from 1 to 1"),
    # The log
    "seals_last": ("Iceberg", "runs", "the log replays to"),
    "log_in_transaction": ("Delta", "runs", "the log replays to"),
    "log_starts_in_transaction": ("Delta", "rebuilds", "the log is of another epoch"),
    "log_starts_on_branch": ("Iceberg", "rebuilds", "the log is of another epoch"),
    "log_by_fast_forward": ("Iceberg", "a reader of a rebuild", "the log begins again"),
    "looks_at_log_first": ("Iceberg", "a late run", "the log is of another epoch"),
    "publisher_looks_at_table": ("Iceberg", "rebuilds", "the log is of another epoch"),
    "rows_kept_before_switch": ("Delta", "runs", "the log begins again"),
    "log_rows_have_epoch": ("Iceberg", "an expired log", "the log is of another epoch"),
    # What is left for the next run
    "keeps_branches_of_failure": ("Delta", "runs", "the log begins again"),
    "sweeps_losers_only": ("Iceberg", "a sweeper", "the log begins again"),
    "branch_outlives_switch": ("Iceberg", "an expired table", "the table has the events [1, 2, 2"),
    "branches_dropped_last": ("Iceberg", "an expired table", "the table has the events [1, 2, 2"),
    "broken_chain_compared": ("Iceberg", "an expired table", "the table has the events [1, 2, 2"),
    "pins_again": ("Iceberg", "an expired table", "the table has the events [1, 2, 2"),
    "history_is_distinct": ("Iceberg", "runs", "the history has a commit twice"),
    # Readers
    "rebuild_keeps_seal": ("Delta", "a reader of a rebuild", "readers find no sealed commit any more"),
    "reader_waits_for_seal": ("Iceberg", "a reader", "the reader has"),
    "reader_bounds_log": ("Delta", "a reader", "the reader has"),
    "reader_pins_log": ("Iceberg", "a reader of a rebuild", "the reader has"),
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


@pytest.mark.parametrize("name", ["rebuilds", "a reader of a rebuild"])
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


@pytest.mark.parametrize(
    "protocol, name",
    [
        (IcebergSteps(Guards(log_starts_on_branch=False)), "a rebuild"),
        (IcebergSteps(Guards(log_starts_on_branch=False)), "a changelog that starts"),
        (DeltaSteps(Guards(log_starts_in_transaction=False)), "first runs"),
    ],
    ids=["rebuild on Iceberg", "start on Iceberg", "start on Delta"],
)
def test_a_late_create_or_replace_of_the_log_takes_away_later_changes(protocol: Protocol, name: str) -> None:
    """It is of the right epoch, so nobody would notice: it is not enough to begin again when the epochs differ."""
    found = Checker(protocol, SCENARIOS[name], log_may_begin_again=True).explore()
    assert found is not None and "the log replays to" in found.problem, f"\n{found}"


def test_a_late_seal_of_a_rebuild_names_the_snapshot_of_a_later_commit() -> None:
    """If it reads the current snapshot without a look at what is sealed. The next run then does not see that commit."""
    steps = IcebergSteps(Guards(publisher_looks_at_table=False))
    found = Checker(steps, SCENARIOS["a rebuild"], log_may_begin_again=True).explore()
    assert found is not None and "the seal of commit 1 names B1" in found.problem, f"\n{found}"


def test_the_scenarios_take_every_step() -> None:
    for format, steps in FORMATS.items():
        seen = set().union(*(explored(format, name).seen for name in SCENARIOS))
        written = {name for name, value in vars(Protocol).items() | vars(steps).items() if _is_step(value)}
        only_without_guards, parts_of_steps = {"failed", "keep"}, {"begin_again", "refused"}
        assert {step.partition(" -> ")[0] for step in seen} == written - only_without_guards - parts_of_steps
        assert {"switch -> refused", "publish_table -> done", "clean -> done"} <= seen


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
        "  2. A run: write",
        "  3. B run: pin",
        "  4. A run: switch",
        "  5. B run: write",
        "  6. B run: switch",
    ]
