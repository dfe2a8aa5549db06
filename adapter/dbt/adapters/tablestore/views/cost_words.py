"""What a refresh would take now, in words, and how good such estimates were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from dbt.adapters.tablestore.sql.counted import counted
from dbt.adapters.tablestore.views.costs import Estimate, Run


def explained(
    runs: Sequence[Run], estimate: Estimate, changes: int | None, policy: str, moved: bool = False
) -> Iterator[str]:
    """Lines with the estimates of both kinds, the choice, and the errors of past estimates.

    Args:
        runs: past refreshes.
        estimate: what one would take now.
        changes: how many changes there are to read; None if all rows are computed without them.
        policy: the refresh policy.
        moved: whether the rows depend on the time, and others belong to the result now.
    """
    if changes == 0 and not moved and policy != "full":
        yield "next refresh: nothing has changed"
    elif changes is None or policy == "full":
        yield f"next refresh: full, {_seconds(estimate.full)}"
    else:
        kinds = f"incremental {_seconds(estimate.incremental)}, full {_seconds(estimate.full)}"
        why = "rows that depend on the time are others now, " if moved else ""
        yield f"next refresh: {why}{counted(changes, 'change')} to read: {kinds}; {_choice(estimate, policy)}"
    errors = [run.error for run in runs if run.error is not None]
    if len(errors) == 1:
        yield f"the estimate of the last refresh was wrong by {errors[0]:.0%}"
    elif errors:
        yield (
            f"estimates of the last {len(errors)} refreshes: wrong by {median(errors):.0%} (median), at most "
            f"{max(errors):.0%}"
        )


def _choice(estimate: Estimate, policy: str) -> str:
    if policy == "auto":
        if estimate.is_trial:
            return "auto tries a full refresh once to learn how long it takes"
        return f"auto chooses {'incremental' if estimate.is_incremental else 'full'}"
    return f"refresh_policy is '{policy}'"


def _seconds(seconds: float | None) -> str:
    return "not known yet" if seconds is None else f"about {seconds:.1f} s"
