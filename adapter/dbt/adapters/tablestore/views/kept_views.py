"""The temporary views of a refresh, and which of them other views of the same command have too."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from dbt.adapters.tablestore.sql.checksum import checksum
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators.values import Inputs, Kept

# Their names in queries.
_NAMES = re.compile(r"`_refresh_[0-9a-f]{8}_\d+`")


class KeptViews:
    """The temporary views of a refresh, which have names of their own for each table.

    Args:
        keep: evaluates a query as a temporary view, see `Session.keep`.
        own: the tables of the view, of which the first has its rows.
        inputs: the inputs, see `Input`.
        shares: whether rows can be those of other views.
    """

    def __init__(
        self,
        keep: Callable[[str, str, str], int],
        own: Sequence[str],
        inputs: Inputs,
        shares: bool,
    ) -> None:
        self.names: list[str] = []
        self._keep, self._own, self._shares = keep, own, shares
        self._prefix = f"_refresh_{checksum(own[0])[:8]}"
        self._inputs = [
            (text, given["offset"]) for given in inputs.values() for text in (given["rows"], given["changes"]) if text
        ]
        self._same: dict[str, str] = {}

    def keep(self, query: str) -> Kept:
        """Evaluates a query."""
        name = quoted(f"{self._prefix}_{len(self.names) + 1}")
        self.names.append(name)
        self._same[name] = self._of_all(query) if self._shares else ""
        return Kept(name, self._keep(name, query, self._same[name]))

    def _of_all(self, query: str) -> str:
        """A text that each view has for the same rows; empty if they are those of this view only.

        It has checksums of such texts in the place of names, and the versions of the tables that it reads.
        """
        versions = [version for text, version in self._inputs if text in query]
        read = [self._same[name] for name in _NAMES.findall(query)]
        if any(table in query for table in self._own) or None in versions or not all(read):
            return ""
        text = _NAMES.sub(lambda found: checksum(self._same[found[0]]), query)
        return "\n".join([text, json.dumps(versions)])

    def evaluated(self, query: str) -> str:
        """The query, or another one that returns the same rows, which are evaluated."""
        is_kept = any(query == f"select * from {name}" for name in self.names)
        return query if is_kept else self.keep(query).all_rows
