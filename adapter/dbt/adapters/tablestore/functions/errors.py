"""What a function's author, or the author of a call, reads when something is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable

_IN_TRACEBACK = re.compile(r"tablestore\.functions\.errors\.FunctionError: (.+)")


class FunctionError(Exception):
    """One or more sentences, one per line: file and function first, what to write last."""

    def __init__(self, *sentences: str) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences


class MismatchError(Exception):
    """A value or a type that does not fit, before it is known where. The text is a clause, not a sentence."""


def raise_all(errors: Iterable[FunctionError]) -> None:
    """Raises one error with all sentences, when there are any."""
    sentences = [sentence for error in errors for sentence in error.sentences]
    if sentences:
        raise FunctionError(*sentences)


def function_error_in(traceback: str) -> str | None:
    """The sentence that a worker's traceback ends with, when a function was the reason."""
    found: list[str] = _IN_TRACEBACK.findall(traceback)
    return found[-1] if found else None
