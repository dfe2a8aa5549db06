"""The history of versions of some events, in plain Python: what a model with `scd_type: 2` must store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

RANKS = {"-U": 0, "+I": 1, "+U": 1, "-D": 2}


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
