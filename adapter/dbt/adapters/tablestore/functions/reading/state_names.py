"""The names of the calls that keep the accumulators of an aggregate, see ``calling/state_calls.py``."""

from __future__ import annotations

from enum import Enum


class StateMode(Enum):
    """The calls, each with the mode in which a worker runs it."""

    STATE = "state"
    UPDATE = "update"
    VALUE = "value"

    def name_of(self, function: str) -> str:
        """The name of the call in SQL."""
        return f"{function}__{self.value}"
