"""The delay of a departure as one of four bands."""

from enum import Enum


class Band(str, Enum):
    """The bands, as they are shown to passengers."""

    EARLY = "early"
    ON_TIME = "on time"
    LATE = "late"
    VERY_LATE = "very late"


def delay_band(minutes: float) -> Band:
    """Up to fifteen minutes count as on time, as in official statistics."""
    if minutes < 0:
        return Band.EARLY
    return Band.ON_TIME if minutes <= 15 else Band.LATE if minutes <= 120 else Band.VERY_LATE
