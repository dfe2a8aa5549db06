"""Progress as text."""

from __future__ import annotations

from dbt.adapters.tablestore.progress.running import Statement, Work

_BAR = 10


def line(statement: Statement, work: Work, now: float) -> str:
    """One statement: ``orders  stage 1/4: fold the batch ...  ███████░░░ 71 %  8.2 M rows read  0:14``."""
    parts = [statement.name, statement.step]
    if work.tasks:
        share = min(1.0, work.completed / work.tasks)
        full = int(share * _BAR)
        parts.append(f"{'█' * full}{'░' * (_BAR - full)} {share:4.0%}".replace("%", " %"))
    if work.rows_read:
        parts.append(f"{count(work.rows_read)} rows read")
    if work.rows_written:
        parts.append(f"{count(work.rows_written)} written")
    parts.append(clock(now - statement.began))
    return "  ".join(part for part in parts if part)


def count(number: int) -> str:
    """A number of rows in few characters: 812, 41 k, 8.2 M."""
    for limit, unit in ((1_000_000_000, "G"), (1_000_000, "M"), (10_000, "k")):
        if number >= limit:
            scaled = number / (1000 if unit == "k" else limit)
            return f"{scaled:.1f} {unit}" if scaled < 10 else f"{scaled:.0f} {unit}"
    return str(number)


def clock(seconds: float) -> str:
    """A duration as on a clock: 0:14, 1:02:03."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
