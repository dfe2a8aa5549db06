"""What a refresh will take, by what those before it took; `auto` chooses the kind that is expected to take less.

    incremental = fixed part + time per change, for each class of operators that changes go through
    full        = fixed part + time per byte of the inputs

A class has a time per change once two sizes of its changes are known. Beyond the largest one, a change is never
expected to take longer than a row of the inputs does in a full refresh: there, measured times say little, and the share
of the inputs that has changed says what there is to do.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

# A run counts a fifth less than the one after it.
_AGEING = 0.8
# Two numbers of changes are two sizes from this ratio on: a smaller one says more about the machine than about them.
_OTHER_SIZE = 1.5
# Before the first incremental refresh: the part of a full one that its fixed part is expected to take.
_UNTRIED = 0.5
# Before the first full refresh of a table that exists: the part of the first run that one is expected to take, and the
# part of this that it may take. The first run also creates the table, often in a process that has just begun.
_OF_FIRST, _UNTRIED_FULL = 0.8, 0.6
# The time that trials of incremental refreshes may take, as a part of that of the full ones between them: of the first
# trial, because the first runs of a process are slow, and at least.
_TRIALS, _FIRST_TRIALS = 0.03, 0.1
# What takes no time that can be measured: small inputs that have grown tenfold take as long as before.
_NO_ROWS, _NO_BYTES = 10_000, 1 << 24


@dataclass(frozen=True)
class Run:
    """A refresh that was made.

    ``kind`` is incremental, full, or first for the run that has built the table. ``changes`` are how many were read, by
    the class of operators that they went through. ``rows`` and ``size`` are those of all inputs, 0 where they are not
    known. ``unread`` are the bytes that the changes were before they were read, by statistics, 0 where nobody asked.
    ``estimate`` are the seconds that were expected, None where nothing was known.
    """

    kind: str
    seconds: float
    changes: Mapping[str, int] = field(default_factory=dict)
    rows: int = 0
    size: int = 0
    unread: int = 0
    estimate: float | None = None

    @property
    def number(self) -> int:
        """How many changes were read."""
        return sum(self.changes.values())

    @property
    def error(self) -> float | None:
        """By which part of its time the estimate was wrong; None without an estimate."""
        return None if self.estimate is None else abs(self.estimate - self.seconds) / max(self.seconds, 0.001)


@dataclass(frozen=True)
class Work:
    """What there is to do: the changes by class, and the rows and bytes of all inputs, 0 where they are not known."""

    changes: Mapping[str, int]
    rows: int = 0
    size: int = 0


@dataclass(frozen=True)
class Estimate:
    """The seconds that a refresh of each kind is expected to take; None where nothing is known.

    ``is_incremental`` is the choice, and ``is_trial`` says that a full refresh is chosen to learn what it takes.
    """

    incremental: float | None = None
    full: float | None = None
    is_incremental: bool = True
    is_trial: bool = False

    def of(self, kind: str) -> float | None:
        """The seconds of a refresh of this kind."""
        return self.incremental if kind == "incremental" else self.full


def estimated(runs: Sequence[Run], work: Work, spent: float = 0.0) -> Estimate:
    """What a refresh of each kind will take, and which one to make.

    Args:
        runs: those before, the oldest first.
        work: what there is to do.
        spent: the seconds that an incremental refresh has taken already, to read the changes.
    """
    full = full_seconds(runs, work.size)
    incremental = incremental_seconds(runs, work, full)
    if full is None or incremental is None or not any(work.changes.values()):
        return Estimate(incremental, full)
    kinds = [run.kind for run in reversed(runs)]
    tried = kinds.count("incremental")
    if not tried:
        return Estimate(incremental, full, incremental - spent <= full)
    # with small inputs, the two kinds differ too little for a trial
    if "full" not in kinds and work.size > _NO_BYTES and full >= incremental - spent > full * _UNTRIED_FULL:
        return Estimate(incremental, full, is_incremental=False, is_trial=True)
    # what one run took may be twice what the next one does
    hoped = incremental / (1 + 1 / tried**3)
    trials = max(_TRIALS, _FIRST_TRIALS / tried) * kinds.index("incremental")
    return Estimate(incremental, full, hoped - spent <= full * (1 + trials))


def was_slower(runs: Sequence[Run], full: float | None) -> bool:
    """Whether an incremental refresh has taken longer than ``full``, what a full one is expected to take."""
    return full is not None and any(run.seconds > full for run in runs if run.kind == "incremental")


def foreseen(runs: Sequence[Run], unread: Mapping[str, int]) -> dict[str, int]:
    """How many changes will be read, by class, given their bytes by statistics; none if it is not known.

    Changes of columns that the query does not read cancel out, so it is as many for each byte as it was before.
    """
    known = [run.number / run.unread for run in runs if run.unread]
    return {name: round(median(known) * size) for name, size in unread.items()} if known else {}


def full_seconds(runs: Sequence[Run], size: int) -> float | None:
    """The seconds of a full refresh of inputs with so many bytes; None if there was no run that computed all rows."""
    known = [run for run in runs if run.kind == "full"]
    part = 1.0 if known else _OF_FIRST
    known = known or [run for run in runs if run.kind == "first"][-1:]
    if not known:
        return None
    # what any refresh takes is no part that grows with the inputs
    fixed = min(run.seconds for run in runs)
    return part * median(fixed + (run.seconds - fixed) * _growth(run.size, size) for run in known)


def _growth(before: int, now: int) -> float:
    """The factor by which inputs take longer when their bytes change; a number of bytes is 0 where it is not known."""
    return (now + _NO_BYTES) / (before + _NO_BYTES) if before and now else 1.0


def incremental_seconds(runs: Sequence[Run], work: Work, full: float | None) -> float | None:
    """The seconds of an incremental refresh; ``full`` are those of a full one. None if neither kind is known."""
    known = [run for run in runs if run.kind == "incremental"]
    if not known and full is None:
        return None
    fit = _fit(known) if known else _Fit(_UNTRIED * (full or 0.0), {})
    seen = {name: max((run.changes.get(name, 0) for run in known), default=0) for name in work.changes}
    within = {name: min(number, seen[name]) for name, number in work.changes.items()}
    beyond = {name: number - within[name] for name, number in work.changes.items()}
    seconds, most = fit.seconds(within), _by_share(sum(beyond.values()), work.rows, fit.fixed, full)
    if all(name in fit.slopes for name, number in beyond.items() if number):
        return seconds + min(fit.seconds(beyond) - fit.fixed, most)
    return seconds + (most if math.isfinite(most) else 0.0)


def _by_share(changes: int, rows: int, fixed: float, full: float | None) -> float:
    """The seconds of changes by the share of the inputs that they are; all of them where their rows are not known."""
    if full is None:
        return math.inf
    return max(0.0, full - fixed) * (changes / max(rows, _NO_ROWS) if rows else min(changes, 1))


@dataclass(frozen=True)
class _Fit:
    """The fixed part of incremental refreshes, and the seconds per change by class."""

    fixed: float
    slopes: Mapping[str, float]

    def seconds(self, changes: Mapping[str, int]) -> float:
        return self.fixed + sum(self.slopes.get(name, 0.0) * number for name, number in changes.items())


def _fit(runs: Sequence[Run]) -> _Fit:
    """The fixed part and the slopes, none of them negative, that come closest to the runs.

    It is the sum of relative errors that is smallest, so that one run that was interrupted by others says little.
    """
    slopes = dict.fromkeys(_with_two_sizes(runs), 0.0)
    fit = _Fit(median(run.seconds for run in runs), slopes)
    ages = [_AGEING**age for age in reversed(range(len(runs)))]
    for _ in range(12):
        # a run with an error counts less by it, see iteratively reweighted least squares
        errors = [abs(run.seconds - fit.seconds(run.changes)) / max(run.seconds, 0.001) for run in runs]
        weights = [
            age / max(error, 0.02) / max(run.seconds, 0.001) ** 2
            for age, error, run in zip(ages, errors, runs, strict=True)
        ]
        fit = _least_squares(runs, weights, fit)
    return fit


def _with_two_sizes(runs: Sequence[Run]) -> list[str]:
    found = []
    for name in sorted({name for run in runs for name in run.changes}):
        sizes = [run.changes[name] for run in runs if run.changes.get(name)]
        if sizes and max(sizes) >= _OTHER_SIZE * min(sizes):
            found.append(name)
    return found


def _least_squares(runs: Sequence[Run], weights: Sequence[float], fit: _Fit) -> _Fit:
    """The fit that comes closest to the weighted runs, without the slopes that would be negative."""
    names = list(fit.slopes)
    while True:
        # columns of the same magnitude, the first for the fixed part
        scales = [1.0, *(max(run.changes.get(name, 0) for run in runs) for name in names)]
        scaled = list(zip(names, scales[1:], strict=True))
        rows = [[1.0, *(run.changes.get(name, 0) / scale for name, scale in scaled)] for run in runs]
        found = _solved(rows, [run.seconds for run in runs], weights)
        negative = [name for name, value in zip(names, found[1:], strict=True) if value < 0]
        if not negative:
            slopes = {name: value / scale for name, value, scale in zip(names, found[1:], scales[1:], strict=True)}
            return _Fit(max(0.0, found[0]), {**dict.fromkeys(fit.slopes, 0.0), **slopes})
        names.remove(min(negative, key=lambda name: found[1 + names.index(name)]))


def _solved(rows: Sequence[Sequence[float]], values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The coefficients of the weighted least squares, by elimination in the normal equations."""
    size, total = len(rows[0]), sum(weights)
    matrix = [
        [sum(w * row[a] * row[b] for w, row in zip(weights, rows, strict=True)) / total for b in range(size)]
        + [sum(w * row[a] * value for w, row, value in zip(weights, rows, values, strict=True)) / total]
        for a in range(size)
    ]
    for at in range(size):
        # what cannot be told apart is shared, instead of a division by zero
        matrix[at][at] += 1e-9
    for at in range(size):
        pivot = [value / matrix[at][at] for value in matrix[at]]
        matrix = [
            pivot if place == at else [value - row[at] * one for value, one in zip(row, pivot, strict=True)]
            for place, row in enumerate(matrix)
        ]
    return [row[-1] for row in matrix]
