"""What refreshes of materialized views took decides which kind the next one is."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from itertools import pairwise

import pytest
from dbt.adapters.tablestore.views import cost_words
from dbt.adapters.tablestore.views.cost_classes import by_class
from dbt.adapters.tablestore.views.costs import Estimate, Run, Work, estimated, full_seconds, incremental_seconds
from dbt.adapters.tablestore.views.past_runs import Past, Size, past_of
from dbt.adapters.tablestore.views.planner import Refresh
from dbt.adapters.tablestore.views.refresh_runs import Refreshes, Timer
from dbt.adapters.tablestore.views.refreshing import Considered, Warehouse, refresh

from view_plans import planned

FIRST = Run("first", 4.0, rows=1_000_000, size=10_000_000)


def incremental(seconds: float, **changes: int) -> Run:
    return Run("incremental", seconds, changes, 1_000_000, 10_000_000)


def full(seconds: float, size: int = 10_000_000) -> Run:
    return Run("full", seconds, rows=1_000_000, size=size)


def seconds_of(runs: list[Run], changes: dict[str, int], rows: int = 1_000_000) -> float:
    found = incremental_seconds(runs, Work(changes, rows), full_seconds(runs, 0))
    assert found is not None
    return found


def test_nothing_is_known_before_the_first_run() -> None:
    estimate = estimated([], Work({"rows": 10}, 100))
    assert (estimate.incremental, estimate.full, estimate.is_incremental) == (None, None, True)


def test_after_the_first_run_small_changes_are_tried_and_large_ones_are_not() -> None:
    assert estimated([FIRST], Work({"joins": 1_000}, 1_000_000)).is_incremental
    assert estimated([FIRST], Work({"joins": 1_000})).is_incremental, "where the number of rows is not known"
    assert not estimated([FIRST], Work({"joins": 2_000_000}, 1_000_000)).is_incremental, "each row before and after"


def test_a_few_changes_of_a_small_table_are_never_expected_to_take_long() -> None:
    """10 changes on 15 rows were estimated as 27.8 s, ten times a refresh from one change; a full one takes 3.9 s."""
    small = [Run("first", 3.9, rows=15), Run("incremental", 2.78, {"groups": 1}, 15)]
    estimate = estimated(small, Work({"groups": 10}, 15))
    assert estimate.incremental is not None and 2.78 <= estimate.incremental < 3.9 and estimate.is_incremental


@pytest.mark.parametrize("rows", [1_000_000, 0])
def test_one_size_of_changes_has_no_slope(rows: int) -> None:
    """After a quiet run with one change, 2,000 changes were estimated as 6,000 s."""
    quiet = [FIRST, *(incremental(3.0, joins=1) for _ in range(3))]
    expected = seconds_of(quiet, {"joins": 2_000}, rows)
    assert expected <= 3.0 + (4.0 - 3.0) * (0.002 if rows else 1.0) + 1e-6
    assert estimated(quiet, Work({"joins": 2_000}, rows)).is_incremental


def test_two_sizes_have_a_slope() -> None:
    runs = [full(60.0), incremental(1.0, joins=100), incremental(2.0, joins=10_100)]
    assert seconds_of(runs, {"joins": 5_100}) == pytest.approx(1.5, rel=0.02)
    assert seconds_of(runs, {"joins": 20_100}) == pytest.approx(2.0 + 59 * 0.01, rel=0.02), "as the share says"
    slow = [full(600.0), incremental(1.0, joins=100), incremental(2.0, joins=10_100)]
    assert seconds_of(slow, {"joins": 20_100}) == pytest.approx(3.0, rel=0.02), "as measured, which is less"


def test_each_class_of_operators_has_its_own_slope() -> None:
    runs = [
        full(60.0),
        *(incremental(1 + 0.0001 * rows + 0.001 * joins, rows=rows, joins=joins)
          for rows, joins in ((1_000, 100), (5_000, 100), (1_000, 900), (9_000, 1_000), (3_000, 500)))
    ]  # fmt: skip
    assert seconds_of(runs, {"rows": 8_000}) == pytest.approx(1.8, rel=0.1)
    assert seconds_of(runs, {"joins": 800}) == pytest.approx(1.8, rel=0.1)


def test_a_run_that_was_disturbed_says_little() -> None:
    runs = [FIRST, incremental(1.0, sums=10), incremental(9.0, sums=10), *(incremental(1.1, sums=10) for _ in range(3))]
    assert seconds_of(runs, {"sums": 10}) < 1.6


def random_runs(chance: random.Random) -> list[Run]:
    runs = [Run("first", chance.uniform(0.5, 20), rows=100_000, size=10**6)]
    for _ in range(chance.randrange(12)):
        if chance.random() < 0.3:
            runs.append(Run("full", chance.uniform(0.5, 20), rows=100_000, size=chance.choice([10**6, 10**7])))
        else:
            changes = {name: 10 ** chance.randrange(6) for name in chance.sample(["rows", "sums", "joins"], 2)}
            runs.append(Run("incremental", chance.uniform(0.3, 30), changes, 100_000, 10**6))
    return runs


@pytest.mark.parametrize("seed", range(40))
def test_estimates_grow_with_the_changes_and_never_faster_than_their_share(seed: int) -> None:
    chance = random.Random(seed)
    runs, rows = random_runs(chance), chance.choice([0, 15, 100_000])
    known = [run for run in runs if run.kind == "incremental"]
    expected = full_seconds(runs, 0)
    assert expected is not None
    for name in ("rows", "sums", "joins", "groups"):
        others = {"sums": chance.randrange(1000)} if name != "sums" else {}
        sizes = sorted({0, *(10**power for power in range(8)), *(chance.randrange(10**6) for _ in range(5))})
        found = [seconds_of(runs, {**others, name: size}, rows) for size in sizes]
        assert all(one <= other + 1e-9 for one, other in pairwise(found)), (name, found)
        seen = max((run.changes.get(name, 0) for run in known), default=0)
        for size, seconds in zip(sizes, found, strict=True):
            share = (size - seen) / rows if rows else 1.0
            if size > seen:
                assert seconds <= seconds_of(runs, {**others, name: seen}, rows) + share * expected + 1e-6
    cheap = estimated(runs, Work({"rows": 1}, rows), spent=1e6)
    assert cheap.is_incremental, "what was spent already is no reason to begin again"


def test_a_full_refresh_is_known_by_its_own_runs_and_the_size_of_its_inputs() -> None:
    assert full_seconds([incremental(1.0, rows=1)], 10) is None
    assert full_seconds([FIRST], 0) == full_seconds([FIRST], 10_000_000) == 0.8 * 4.0
    assert full_seconds([FIRST, full(6.0)], 10_000_000) == 6.0
    assert full_seconds([FIRST, full(6.0), full(60.0), full(6.2)], 10_000_000) == 6.2
    # one second of an incremental refresh is no part that grows with the inputs
    large = [incremental(1.0, rows=1), full(6.0, 10_000_000_000)]
    assert full_seconds(large, 20_000_000_000) == pytest.approx(11.0, rel=0.01)
    assert full_seconds(large, 5_000_000_000) == pytest.approx(3.5, rel=0.01)


def test_small_inputs_that_have_grown_take_as_long_as_before() -> None:
    """60 rows were expected to take six times as long as 10."""
    runs = [Run("first", 3.0, rows=10, size=1_000), incremental(1.0, sums=3)]
    assert full_seconds(runs, 6_000) == pytest.approx(0.8 * 3.0, rel=0.01)
    estimate = estimated(runs, Work({"sums": 40}, 10, 1_000))
    assert estimate.incremental == pytest.approx(1.0, rel=0.02), "40 changes of 10 rows"


def simulated(incremental_took: float, full_took: float, disturbed: int, runs: int = 150) -> float:
    """The time of many refreshes under auto, as a part of the best choice in hindsight.

    The first incremental ones take three times as long.
    """
    past, total, tried = past_of({}).with_run(Run("first", full_took), {}), 0.0, 0
    for _ in range(runs):
        is_incremental = estimated(past.runs, Work({"joins": 10}, 1_000_000)).is_incremental
        tried += is_incremental
        seconds = incremental_took * (3 if tried <= disturbed else 1) if is_incremental else full_took
        total += seconds
        kind, changes = ("incremental", {"joins": 10}) if is_incremental else ("full", {})
        past = past.with_run(Run(kind, seconds, changes), {})
    return total / (runs * min(incremental_took, full_took))


@pytest.mark.parametrize("ratio", [0.1, 0.9, 1.05, 1.3, 2.0, 6.0])
@pytest.mark.parametrize("disturbed", [0, 2])
def test_the_better_kind_is_found_and_the_other_one_is_tried_seldom(ratio: float, disturbed: int) -> None:
    assert simulated(4.0 * ratio, 4.0, disturbed) <= (1.15 if disturbed else 1.1)


def test_a_slow_refresh_is_tried_again_soon() -> None:
    """The first refresh of a process compiles what later ones only run."""
    runs = [FIRST, incremental(11.0, joins=10)]
    while not estimated(runs, Work({"joins": 10}, 1_000_000)).is_incremental:
        runs.append(full(4.0))
    assert 1 <= len(runs) - 2 <= 4


def test_a_full_refresh_is_tried_once() -> None:
    """Only the first run says what one takes, and it also creates the table, often in a process that has just begun."""
    work = Work({"joins": 10}, 1_000_000, 10**9)
    first = replace(FIRST, size=10**9)
    slow, fast = incremental(3.0, joins=10), incremental(1.5, joins=10)
    tried = estimated([first, slow], work)
    assert (tried.is_incremental, tried.is_trial) == (False, True)
    assert estimated([first, fast], work).is_incremental
    assert estimated([first, slow, full(3.5, 10**9)], work).is_incremental
    assert estimated([FIRST, slow], replace(work, size=10_000_000)).is_incremental, "little is won with small inputs"


def regret(seed: int, passes: int) -> list[tuple[float, float]]:
    """The seconds of the kind that auto chooses, and those of the better one, after changes of four sizes, in turn.

    Both kinds are measured apart from the view with auto, and each measurement is off by a tenth at random.
    """
    chance = random.Random(seed)
    full_takes = 10 ** chance.uniform(0.2, 1)
    fixed, slope = (full_takes * math.exp(chance.gauss(mean, 0.7)) for mean in (-0.5, 2.3))
    rows, size, cells = 8_000_000, 10**9, []
    past = past_of({}).with_run(Run("first", full_takes * chance.uniform(1.2, 2.2), {}, rows, size), {})
    for share in [0.0001, 0.001, 0.01, 0.1] * passes:
        work = Work({"joins": int(share * rows)}, rows, size)
        kind = "incremental" if estimated(past.runs, work).is_incremental else "full"
        seconds = {"incremental": fixed + slope * share, "full": full_takes}
        own, *others = (
            {name: value * math.exp(chance.gauss(0, 0.08)) for name, value in seconds.items()} for _ in range(2)
        )
        cells.append((others[0][kind], min(others[0].values())))
        changes = work.changes if kind == "incremental" else {}
        past = past.with_run(Run(kind, own[kind], changes, rows, size), {})
    return cells[-4:]


@pytest.mark.parametrize("passes", [2, 6])
def test_choices_are_right_and_stay_right(passes: int) -> None:
    """While large changes were refreshed in full, small ones made it forgotten what the large ones had taken."""
    cells = [cell for seed in range(80) for cell in regret(seed, passes)]
    right = sum(chosen <= 1.1 * best for chosen, best in cells) / len(cells)
    cost = sum(chosen for chosen, _ in cells) / sum(best for _, best in cells)
    assert (right, cost) == (pytest.approx(1, abs=0.1), pytest.approx(1, abs=0.1)), (
        f"{right:.0%} right, cost {cost:.2f}"
    )


SLOW = [FIRST, full(4.0), *(incremental(9.0, joins=changes) for changes in (50_000, 60_000))]


def refreshed(runs: list[Run], size_of_changes: int, policy: str = "auto") -> tuple[Refresh, list[str]]:
    """A refresh after changes of both tables of a join, of which 60,000 are read; and the queries that it evaluates."""
    view, kept = planned("select o.id, c.region from s.orders as o join s.customers as c on c.id = o.customer_id"), []

    def keep(name: str, query: str, same: str) -> int:
        kept.append(query)
        return 30_000

    def size_of(rows: str) -> Size:
        return Size(0, size_of_changes) if rows.startswith("changes_of_") else Size(500_000, 5_000_000)

    inputs = {
        name: {"rows": name, "changes": f"changes_of_{name}", "reason": None, "offset": None, "together": ()}
        for name in view.tables
    }
    return refresh(view, "stored", inputs, Warehouse(keep, size_of, lambda *_: None), policy, Past(tuple(runs))), kept


def test_changes_that_are_too_many_are_not_read() -> None:
    """Those of a tenth of the rows were read first: a refresh that was then a full one took twice as long."""
    known = [replace(run, unread=100 * run.number) for run in SLOW]
    found, kept = refreshed(known, 3_000_000)
    assert found.kind == "full" and not kept
    assert found.reason == "a refresh from about 60,000 changes would take about 9.0 s, and a full one about 4.0 s"
    assert found.considered.changes == {} and found.considered.estimate.full == pytest.approx(4.0)
    for runs, size, policy in (
        (known, 3_000_000, "incremental"),
        ([*known, *(incremental(0.5, joins=10) for _ in range(2))], 500, "auto"),
        (SLOW, 3_000_000, "auto"),
        (known, 1 << 62, "auto"),
    ):
        assert refreshed(runs, size, policy)[1], (size, policy)


def test_how_large_changes_are_is_asked_where_an_incremental_refresh_was_too_slow() -> None:
    assert refreshed(SLOW, 7_000)[0].considered.unread == 14_000
    assert refreshed([FIRST, full(4.0), incremental(3.0, joins=10)], 7_000)[0].considered.unread == 0


def test_runs_are_recorded_with_the_commit() -> None:
    past = past_of({})
    for number in range(20):
        past = past.with_run(incremental(1.0 + number, joins=number + 1), {"`a`": Size(10, 200)})
        past = past.with_run(full(4.0), {"`a`": Size(10, 200)})
    read = past_of(past.recorded)
    assert read == past and read.was_incremental
    last = {"incremental": [8.0, 9.0, 19.0, 20.0], "full": [4.0] * 5}
    assert {kind: [run.seconds for run in read.runs if run.kind == kind] for kind in last} == last
    for power in range(12):
        for _ in range(4):
            past = past.with_run(incremental(123.456, rows=10**power, sums=10**power, joins=10**power), {})
    assert len(past.recorded["tablestore.refreshes"]) < 3500


@pytest.mark.parametrize(
    "damage",
    [
        {"runs": [{"kind": "full", "seconds": "abc"}]},
        {"runs": [{"kind": "full", "seconds": None}]},
        {"runs": [{"kind": "full", "seconds": 1e308}]},
        {"runs": [{"kind": "incremental", "seconds": 1.0, "changes": [1]}]},
        {"runs": [{"kind": "incremental", "seconds": 1.0, "changes": {"joins": "1"}}]},
        {"runs": [{"kind": "full", "seconds": 1.0, "size": "x"}]},
        {"runs": [], "inputs": {"`a`": [1, "x"]}},
        [],
    ],
)
def test_a_damaged_record_of_runs_is_none(damage: object) -> None:
    assert past_of({"tablestore.refreshes": json.dumps(damage)}) == Past()


def test_a_run_without_measurable_time_is_recorded() -> None:
    past = past_of({}).with_run(full(0.0), {})
    assert past_of(past.recorded) == past


def test_changes_of_inputs_that_change_no_row_are_remembered_as_others() -> None:
    """A view of few of the rows was expected to take half of a full refresh each time, and took three times as long."""
    refreshes, timer = Refreshes(None, None), Timer()  # type: ignore[arg-type]
    timer._began -= 2
    considered = Considered({"joins": 10}, {"`a`": Size(10, 200)})
    kinds = {}
    for kind, is_new in (("full", True), ("full", False), ("incremental", False), ("unchanged", False)):
        recorded = refreshes.recorded({}, Refresh(kind, "", "", considered=considered), timer, is_new)
        [run] = past_of(recorded).runs
        kinds[kind, is_new] = run.kind, run.changes
    assert kinds == {
        ("full", True): ("first", {}),
        ("full", False): ("full", {}),
        ("incremental", False): ("incremental", {"joins": 10}),
        ("unchanged", False): ("incremental", {"joins": 10}),
    }
    assert not past_of(refreshes.recorded({}, Refresh("unchanged", "", ""), timer, False)).runs, "nothing was computed"


@pytest.mark.parametrize("text", ["", "[]", "3", '{"runs": [{"kind": 1}]}', '{"full": 4.0, "incremental": 2.0}'])
def test_a_damaged_record_is_no_record(text: str) -> None:
    assert past_of({"tablestore.refreshes": text}) == Past()


@pytest.mark.parametrize(
    ("changes", "policy", "moved", "expected"),
    [
        (0, "auto", False, "nothing has changed"),
        (0, "full", False, "full, about 2.0 s"),
        (7, "full", False, "full, about 2.0 s"),
        (None, "auto", False, "full, about 2.0 s"),
        (7, "auto", False, "7 changes to read: incremental about 1.0 s, full about 2.0 s; auto chooses incremental"),
        (
            0,
            "incremental",
            True,
            "rows that depend on the time are others now, 0 changes to read: incremental about 1.0 s, "
            "full about 2.0 s; refresh_policy is 'incremental'",
        ),
    ],
)
def test_what_the_next_refresh_takes_is_what_a_run_does(
    changes: int | None, policy: str, moved: bool, expected: str
) -> None:
    lines = cost_words.explained([], Estimate(1.0, 2.0, True), changes, policy, moved)
    assert list(lines) == [f"next refresh: {expected}"]


def test_errors_of_estimates_are_parts_of_the_time() -> None:
    assert [Run("full", 2.0, estimate=estimate).error for estimate in (None, 2.0, 3.0, 1.0)] == [None, 0.0, 0.5, 0.5]
    assert json.loads(Past((Run("full", 2.0, estimate=3.0),)).recorded["tablestore.refreshes"])["runs"] == [
        {"kind": "full", "seconds": 2.0, "estimate": 3.0}
    ]


@pytest.mark.parametrize(
    ("sql", "classes"),
    [
        ("select id, amount * 2 as twice from s.orders where kind = 'a'", {"rows": 5}),
        ("select kind, sum(amount) as total from s.orders group by kind", {"sums": 5}),
        ("select kind, max_by(id, amount) as most from s.orders group by kind", {"groups": 5}),
        ("select id, row_number() over (partition by kind order by id) as n from s.orders", {"groups": 5}),
        (
            "select o.id, c.region from s.orders as o join s.customers as c on c.id = o.customer_id",
            {"joins": 12},
        ),
        (
            "select c.region, sum(o.n) as n from s.customers as c join (select customer_id, count(distinct kind) as n "
            "from s.orders group by customer_id) as o on o.customer_id = c.id group by c.region",
            {"groups": 5, "joins": 7},
        ),
    ],
)
def test_changes_count_for_the_most_expensive_operators_that_they_go_through(sql: str, classes: dict[str, int]) -> None:
    view = planned(sql)
    assert view.result.query is not None, view.result.reason
    changes = {"`s`.`orders`": 5, "`s`.`customers`": 7}
    assert by_class(view.result, {name: changes[name] for name in view.tables}) == classes
