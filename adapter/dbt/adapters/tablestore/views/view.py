"""A planned view, and what a name in its SQL stands for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from dbt.adapters.tablestore.views import differences, result_columns
from dbt.adapters.tablestore.views.operators.stateful import Stateful, stateful_in
from dbt.adapters.tablestore.views.operators.times import NO_TIMES, Times
from dbt.adapters.tablestore.views.operators.uniqueness import NO_KEYS, Keys
from dbt.adapters.tablestore.views.results.reading import changelog_query, read_query
from dbt.adapters.tablestore.views.results.result import Result


@dataclass(frozen=True)
class Source:
    """What a name in the SQL of a view stands for: a table, or a view with its text.

    ``columns`` are the types of its columns, and ``ids`` tell columns of one name apart, where the format has ids. No
    two rows of a table are equal in its ``key``, in which nulls are equal; it is empty if there is none.
    """

    columns: Mapping[str, str]
    text: str | None = None
    ids: Mapping[str, str] = field(default_factory=dict)
    key: tuple[str, ...] = ()


@dataclass(frozen=True)
class View:
    """A view of which everything is known that does not depend on the rows of its inputs."""

    result: Result
    tables: Mapping[str, tuple[str, ...]]
    """The tables it reads, and the columns that it reads of them."""
    checksum: str
    """That of its plan, or of its text if it has none."""
    is_direct: bool = False
    """Whether its text says all that the result depends on: it names no views and calls no Python functions."""
    columns: str = ""
    """The columns on which the stored rows depend, see `result_columns`."""
    different: str | None = None
    """How its plan differs from the query as it is written, by which it is refreshed instead; None if not."""
    text_checksum: str = ""
    """That of its text without hints, which stays the same when a state begins to expire."""
    written: str = ""
    """That of its text alone, which stays the same when another version of the planner reads it."""
    lines: tuple[str, ...] = ()
    """Its operators, by which two plans are compared for people."""
    signed: frozenset[str] = frozenset()
    """The columns of its operators whose equal values can differ, see `equal_values`."""

    keys: Keys = NO_KEYS
    """The keys of its tables, and the types of the columns of its operators, as far as they are columns of tables."""
    moments: frozenset[str] = frozenset()
    """The types of the current times on which its rows depend."""
    times: Times = NO_TIMES
    """The time of a refresh, and that of the one before."""

    @property
    def has_moved(self) -> bool:
        """Whether its rows can be others than at the last refresh, without a change of its inputs."""
        return bool(self.moments) and self.times.have_moved(self.moments)

    @property
    def time_recorded(self) -> str | None:
        """What a commit records of its time; None if it depends on none."""
        return self.times.now.recorded if self.moments and self.times.now else None

    @property
    def operators(self) -> list[Stateful]:
        """The operators whose state expires."""
        return stateful_in(self.result.query.root) if self.result.query else []

    @property
    def tables_of_states(self) -> set[str]:
        """The tables that these operators read."""
        return {table for operator in self.operators for table in operator.tables_with_columns}

    @property
    def limited(self) -> bool:
        """Whether the result has a LIMIT or OFFSET, which are applied when it is read."""
        return self.result.query is not None and self.result.query.is_limited

    def computes(self, recorded: Mapping[str, object]) -> bool:
        """Whether the recorded configuration is of the same query: ``query`` is of its plan, earlier of its text.

        One text has another plan where columns of its inputs come or go: `distinct *`, a name that becomes that of
        another column. It also has another one where a state begins to expire, which makes no stored row wrong, and
        without a plan all rows are computed again in any case.
        """
        if recorded.get("query") in (self.checksum, self.text_checksum):
            return True
        has_one_plan = not self.result.query or bool(self.operators) or bool(recorded.get("expiring"))
        return has_one_plan and self.is_of_text(recorded)

    def is_of_text(self, recorded: Mapping[str, object]) -> bool:
        """Whether the recorded configuration is of the same text, read by the same version of the planner."""
        return recorded.get("text") == self.text_checksum

    def changed_query(self, recorded: str) -> str:
        """How its operators differ from a record of them, in words; see `differences.between`."""
        return differences.between(json.loads(recorded), self.lines) if recorded else ""

    def changed_columns(self, recorded: str) -> str:
        """What of `columns` differs from a record of them, in words; see `result_columns.difference`."""
        return result_columns.difference(recorded, self.columns)

    def read_query(self, table: str) -> str:
        """The query that returns the result from the table with its rows."""
        return read_query(self.result, table)

    def changelog_query(self, log: str) -> str:
        """The query of the changes of the result from the changelog of the table with its rows."""
        return changelog_query(self.result, log)
