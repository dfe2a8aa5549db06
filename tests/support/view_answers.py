"""Queries of views that have several answers, and which of them the rows of a view may be.

Marks in their text say so:

- `order by g<ties v, n>`: rows that are equal in `g` can follow each other in the order of any of these columns;
- `<<first(v)|min(v)>>`: an aggregate over rows without an order, and what a view makes of it;
- `<<first(v)|in v>>`: one whose result can be each value of `v`, at another refresh another one.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Sequence

from view_engines import Engine, Row

_TIES = re.compile(r"<ties ([^>]*)>")
_ONE_OF = re.compile(r"<<(.*?)\|(.*?)>>")
_EACH_OF = re.compile(r"<<[^|>]*\|in (.*?)>>")
_VALUES = "_values_of"


def plain(sql: str) -> str:
    """A query as a user writes it."""
    return _ONE_OF.sub(r"\1", _TIES.sub("", sql))


class Answers:
    """The answers that a query with marks may have.

    Args:
        engine: what runs queries.
        sql: the query.
        written: makes SQL of a query that the engine runs.
    """

    def __init__(self, engine: Engine, sql: str, written: Callable[[str], str]) -> None:
        self._engine, self._written = engine, written
        self.are_reproducible = not _EACH_OF.search(sql)
        """Whether rows that are computed again are the same."""
        sql = _EACH_OF.sub(rf"collect_list(named_struct('{_VALUES}', \1))", sql)
        sql = _ONE_OF.sub(r"\2", sql)
        ties = _TIES.search(sql)
        orders = itertools.permutations(ties[1].split(", ")) if ties else ()
        self._texts = [_TIES.sub(", " + ", ".join(order), sql) for order in orders] or [sql]

    @property
    def are_several(self) -> bool:
        """Whether there is more than one."""
        return len(self._texts) > 1 or not self.are_reproducible

    def differences(self, found: Counter[Row]) -> str:
        """What rows have more or less than the last of the answers; empty if they are one of them."""
        for sql in map(self._written, self._texts):
            expected = self._engine.rows(sql)
            if not self.are_reproducible:
                kinds = self._engine.types(sql).values()
                expected = _chosen(found, expected, [at for at, kind in enumerate(kinds) if _VALUES in kind])
            if found == expected:
                return ""
        return f"missing: {dict(expected - found)}\nadditional: {dict(found - expected)}"


def _chosen(found: Counter[Row], expected: Counter[Row], several: Sequence[int]) -> Counter[Row]:
    """The expected rows, of which some columns have several values: that of the row that was found, if it is there."""
    by_others = {_without(row, several): row for row in found}
    rows: Counter[Row] = Counter()
    for row, count in expected.items():
        given = by_others.get(_without(row, several), row)
        values = list(row)
        for at in several:
            can_be = given[at] is None if not row[at] else (given[at],) in row[at]
            values[at] = given[at] if can_be else row[at]
        rows[tuple(values)] += count
    return rows


def _without(row: Row, columns: Sequence[int]) -> Row:
    return tuple(value for at, value in enumerate(row) if at not in columns)
