"""How late a departure is, in words."""

from enum import Enum


class Band(str, Enum):
    """What passengers are told."""

    EARLY = "early"
    ON_TIME = "on time"
    LATE = "late"
    VERY_LATE = "very late"


def delay_band(minutes: float) -> Band:
    """Fifteen minutes still count as on time, as the authorities see it."""
    if minutes < 0:
        return Band.EARLY
    return Band.ON_TIME if minutes <= 15 else Band.LATE if minutes <= 120 else Band.VERY_LATE
