"""What Spark says about the query of a view, recorded with its rows: the next refresh does not ask again.

The answers are the types of the columns of queries, which functions are Spark's, and why the query is not the same each
time. They hold while the tables and views that the query names have the same columns and texts, in a session with the
same settings.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dbt.adapters.tablestore.sql.checksum import checksum
from dbt.adapters.tablestore.views.operators.query import TypesOfQuery
from dbt.adapters.tablestore.views.view import Source

# A property of a table is no place for more.
_MOST_CHARACTERS = 20_000


class Answers:
    """The answers about one query, from its last refresh or from Spark.

    Args:
        source_of: what a table name of the query stands for.
        holds: says under which circumstances the answers hold; None if they are not recorded.
        recorded: those of the last refresh, see `recorded`.
    """

    def __init__(self, source_of: Callable[[str], Source], holds: str | None, recorded: str) -> None:
        self.source_of, self._holds = source_of, holds
        known = json.loads(recorded) if recorded else {}
        self._known: dict[str, Any] = known["answers"] if holds and known.get("holds") == holds else {}
        self._given: dict[str, Any] = {}

    def types_of(self, query: str, ask: TypesOfQuery) -> dict[str, str]:
        """The types of the columns of a query, by their names in lower case."""
        return dict(self._answer("types of", query, lambda: list(ask(query).items())))

    def columns_of(self, query: str, ask: Callable[[str], Sequence[Mapping[str, Any]]]) -> list[dict[str, str]]:
        """The columns of a query, {name, type} each; ``ask`` is a macro that returns them."""
        found = self._answer("columns of", query, lambda: [(column["name"], column["type"]) for column in ask(query)])
        return [{"name": name, "type": kind} for name, kind in found]

    def why_volatile(self, query: str, ask: Callable[[str], str | None]) -> str | None:
        """Why a query gives another result each time; None if it does not."""
        found: str | None = self._answer("why volatile", query, lambda: ask(query))
        return found

    def is_builtin(self, name: str, ask: Callable[[str], bool]) -> bool:
        """Whether Spark has a function of a name."""
        return bool(self._answer("is built in", name, lambda: ask(name)))

    def _answer(self, question: str, about: str, ask: Callable[[], Any]) -> Any:
        key = checksum(f"{question} {about}")
        if key not in self._given:
            self._given[key] = self._known[key] if key in self._known else ask()
        return self._given[key]

    @property
    def recorded(self) -> str:
        """The answers as text, for the next refresh; empty if they are not recorded."""
        text = json.dumps({"holds": self._holds, "answers": self._given}, separators=(",", ":"))
        return text if self._holds and len(text) <= _MOST_CHARACTERS else ""


def circumstances(sources: Mapping[str, Source], settings: Mapping[str, str], *versions: str) -> str:
    """A text that is another one where answers can be.

    Args:
        sources: the tables and views that the query names.
        settings: those of the session.
        versions: of everything else.
    """
    of_sources = {name: [*source.columns.items(), source.text] for name, source in sorted(sources.items())}
    return checksum(json.dumps([of_sources, dict(sorted(settings.items())), versions]))
