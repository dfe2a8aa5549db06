"""Which columns of an operator can differ each time that a query runs over the same rows.

They depend on the order of rows, which Spark does not keep: `collect_list`, `row_number()` of tied rows, or the last
digits of sums of floating-point numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError

Names = frozenset[str]


@dataclass(frozen=True)
class Differing:
    """The columns of an operator that can differ.

    ``loose`` depend on the order of rows, ``noisy`` are floating-point numbers whose last digits do. ``places`` are
    those of the loose ones that number the rows of each partition: the numbers are the same, and only the rows differ.
    """

    loose: Names = frozenset()
    noisy: Names = frozenset()
    places: tuple[tuple[str, Names], ...] = ()

    def of(self, columns: Iterable[str]) -> Differing:
        """Those among some of the columns."""
        kept = frozenset(columns)
        places = tuple((name, partition) for name, partition in self.places if name in kept)
        return Differing(self.loose & kept, self.noisy & kept, places)


def together(inputs: Sequence[Differing]) -> Differing:
    """Those of several operators."""
    return Differing(
        frozenset().union(*(one.loose for one in inputs)),
        frozenset().union(*(one.noisy for one in inputs)),
        tuple(place for one in inputs for place in one.places),
    )


def assert_same_rows(read: Collection[str]) -> None:
    """Raises `CannotPlanError` if columns that can differ decide which rows there are."""
    if read:
        raise CannotPlanError("the order of rows decides which rows the view has")


def is_float(kind: str) -> bool:
    """Whether values of a type have floating-point numbers."""
    return "float" in kind.lower() or "double" in kind.lower()
