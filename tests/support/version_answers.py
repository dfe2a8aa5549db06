"""The history of versions of some events, in plain Python: what a model with `scd_type: 2` must store."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

RANKS = {"-U": 0, "+I": 1, "+U": 1, "-D": 2}
ORDERS, CUTS = 20, 5
"""In how many orders the events of a set come, and into how many batches at most each order is cut."""


class Event(NamedTuple):
    """What a batch says about a key: its values from a time on, or that it is deleted."""

    key: int
    at: int
    order: int
    name: str | None
    city: str | None
    kind: str


class Version(NamedTuple):
    """A row of the history; the values, their time and the order are those of the last event of the version.

    A delete that is a version has those of the version before.
    """

    key: int
    order: int | None
    name: str | None
    city: str | None
    updated_at: int
    valid_from: int
    valid_to: int | None
    is_deleted: bool
    at: int | None


def versions(
    events: Iterable[Event], tracked: Sequence[str] = ("name", "city"), hard_deletes: str = "invalidate"
) -> list[Version]:
    by_key: dict[int, list[Event]] = defaultdict(list)
    for event in events:
        if hard_deletes != "ignore" or event.kind in ("+I", "+U"):
            by_key[event.key].append(event)
    return [version for key in sorted(by_key) for version in _of_key(by_key[key], tracked, hard_deletes)]


Known = tuple[tuple[Any, ...], Any, Any]
"""A row of a history with `system_time`: the version, and the commits that have written and replaced it."""


def known(
    commits: Iterable[tuple[Any, Sequence[Any]]], *options: Any, of: Callable[..., Any] = versions
) -> list[Known]:
    """What was known when, of batches with the times of their commits; `options` are those of `of`."""
    seen: list[Any] = []
    open_since: dict[Any, Any] = {}
    rows: list[Known] = []
    for time, batch in commits:
        seen += batch
        now = of(seen, *options)
        rows += [(version, since, time) for version, since in open_since.items() if version not in now]
        open_since = {version: open_since.get(version, time) for version in now}
    return [*rows, *((version, since, None) for version, since in open_since.items())]


def _of_key(events: list[Event], tracked: Sequence[str], hard_deletes: str) -> list[Version]:
    last: dict[int, Event] = {}
    for event in sorted(events, key=_order):
        last[event.at] = event
    runs = [list(run) for _, run in groupby((last[at] for at in sorted(last)), lambda event: _state(event, tracked))]
    begins = [run[0].at for run in runs] + [None]
    made: list[Version] = []
    values: tuple[Any, ...] = (None, None, None)
    at: int | None = None
    for run, end in zip(runs, begins[1:], strict=True):
        begin, deletes = run[0].at, run[0].kind in ("-U", "-D")
        if not deletes:
            values, at = (run[-1].order, run[-1].name, run[-1].city), run[-1].at
        if not deletes or hard_deletes == "new_record":
            made.append(Version(run[0].key, *values, run[-1].at, begin, end, deletes, at))
        elif not made:
            # nothing to end: the version without a duration is what remembers the delete, with its own values
            values = (run[0].order, run[0].name, run[0].city)
            made.append(Version(run[0].key, *values, run[-1].at, begin, begin, False, begin))
    return made


def _order(event: Event) -> tuple[Any, ...]:
    values = [(value is not None, value or "") for value in (event.name, event.city)]
    return event.at, event.order, RANKS[event.kind], values


def _state(event: Event, tracked: Sequence[str]) -> Any:
    return None if event.kind in ("-U", "-D") else tuple(getattr(event, name) for name in tracked)


def cases_of(dice: random.Random, events: Iterable[Any]) -> list[tuple[int, Any]]:
    """Each event of each case with the number of its batch; of each case, one comes again in the last batch.

    The events of a key are a set, and a set is a case for each order and number of cuts, with a key of its own.
    """
    found = []
    for key, of_key in groupby(events, lambda event: event.key):
        own = list(of_key)
        for case in range(ORDERS * CUTS):
            if case % CUTS == 0:
                dice.shuffle(own)
            renamed = [event._replace(key=key * ORDERS * CUTS + case) for event in own]
            places = sorted(dice.randint(0, len(own)) for _ in range(case % CUTS))
            for batch, (a, b) in enumerate(pairwise([0, *places, len(own)])):
                found += [(batch, event) for event in renamed[a:b]]
            found.append((CUTS, dice.choice(renamed)))
    return found


def of_all_cases(wanted: DataFrame) -> DataFrame:
    """The versions of sets of events, whose keys are in the column `id`, for each of the cases that they are."""
    numbers = wanted.sparkSession.range(ORDERS * CUTS).toDF("case_number")
    return wanted.crossJoin(numbers).selectExpr(f"id * {ORDERS * CUTS} + case_number as id", *wanted.columns[1:])
