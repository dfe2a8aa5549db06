"""What is shown to the author of a function, or of a call, when something is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable

_IN_TRACEBACK = re.compile(r"tablestore\.functions\.types\.errors\.FunctionError: (.+)")
_LINE_BREAK = re.compile(r"\s*[\r\n]\s*")


class FunctionError(Exception):
    """One or more messages, each on a line of its own: it begins with the place and ends with what to write."""

    def __init__(self, *messages: str) -> None:
        # what a value or an error of the user shows can have several lines
        self.messages = tuple(_LINE_BREAK.sub(" ", message) for message in messages)
        super().__init__("\n".join(self.messages))


class MismatchError(Exception):
    """A value or a type that does not fit, before its place is known. The text is a clause without a period."""


def raise_all(errors: Iterable[FunctionError]) -> None:
    """Raises one error with the messages of all; does nothing when there are none.

    Raises:
        FunctionError: with the messages.
    """
    messages = [message for error in errors for message in error.messages]
    if messages:
        raise FunctionError(*messages)


def function_error_in(traceback: str) -> str | None:
    """The message that a worker's traceback ends with, or None when no function caused it."""
    found: list[str] = _IN_TRACEBACK.findall(traceback)
    return found[-1] if found else None
