"""Why a query cannot be refreshed incrementally, and why it is refused."""

from __future__ import annotations


class CannotPlanError(Exception):
    """A part of the query that cannot be refreshed incrementally; the message says which part and why."""


class KeyConfigError(Exception):
    """A primary key in the config of a view that its rows cannot have; the message says what to write instead."""


class StateError(Exception):
    """A hint that cannot be read, or an operator whose state cannot expire; the message says what to write instead."""
