"""Progress as text."""

from __future__ import annotations

from dbt.adapters.tablestore.progress.running import Statement, Work

_BAR = 10
_BLOCK = 3
# How many cells the block of a bar moves in a second.
_SPEED = 2


def line(statement: Statement, work: Work, now: float, moving: bool = False) -> str:
    """One statement: ``orders  1/5 one row per key  ███████░░░ 71 %  8.2 M rows read  0:14 (model 0:52)``.

    Where the share is unknown, there is no bar, or one of which a block is ``moving``.
    """
    parts = [statement.name, statement.step]
    if work.completed and work.tasks:
        share = min(1.0, work.completed / work.tasks)
        full = int(share * _BAR)
        parts.append(f"{'█' * full}{'░' * (_BAR - full)} {share:4.0%}".replace("%", " %"))
    elif moving:
        parts.append(_moving_bar(now))
    if work.rows_read:
        parts.append(f"{_rows(work.rows_read)} read")
    if work.rows_shuffled:
        parts.append(f"{count(work.rows_shuffled)} shuffled" if work.rows_read else _rows(work.rows_shuffled))
    if work.rows_written:
        parts.append(f"{count(work.rows_written)} written")
    own, of_model = clock(now - statement.began), clock(now - statement.model_began)
    parts.append(own if own == of_model else f"{own} (model {of_model})")
    return "  ".join(part for part in parts if part)


def _moving_bar(now: float) -> str:
    """A block that goes to and fro. Tasks are counted when they end, and long ones say nothing until then."""
    room = _BAR - _BLOCK
    place = int(now * _SPEED) % (2 * room)
    left = min(place, 2 * room - place)
    return "░" * left + "█" * _BLOCK + "░" * (room - left)


def _rows(number: int) -> str:
    return f"{count(number)} {'row' if number == 1 else 'rows'}"


def count(number: int) -> str:
    """A number of rows in few characters: 812, 41 k, 8.2 M."""
    # 999,500 are 1.0 M: a thousand of a unit would be 1000 k
    for limit, scale, unit in ((999_500_000, 1e9, "G"), (999_500, 1e6, "M"), (10_000, 1e3, "k")):
        if number >= limit:
            scaled = number / scale
            return f"{scaled:.1f} {unit}" if scaled < 10 else f"{scaled:.0f} {unit}"
    return str(number)


def clock(seconds: float) -> str:
    """A duration as on a clock: 0:14, 1:02:03."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
