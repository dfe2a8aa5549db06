"""The arguments of a batch of calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Any


@dataclass(frozen=True)
class DecodedArguments:
    """The arguments of the rows for which the function is called, one list per parameter.

    ``count`` is the number of these calls. ``called`` tells for every row of the batch whether it is one of them: a row
    with a NULL that the function does not take is not. It is None when the function is called for all rows.
    """

    columns: list[list[Any]]
    count: int
    called: list[bool] | None

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The arguments of every call."""
        return zip(*self.columns, strict=True) if self.columns else repeat((), self.count)

    def row(self, index: int) -> tuple[Any, ...]:
        """The arguments of one call."""
        return tuple(column[index] for column in self.columns)

    def fill_nulls(self, array: Any) -> Any:
        """The results of the calls as an array for the whole batch, with NULL for the rows without a call."""
        if self.called is None:
            return array
        import pyarrow as pa

        return array.take(pa.array(list(self._positions()), pa.int64()))

    def _positions(self) -> Iterator[int | None]:
        position = 0
        for called in self.called or ():
            yield position if called else None
            position += called
