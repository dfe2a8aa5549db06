"""A statement of our own macros: its text, and what they know about it, so that nobody reads that from the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Facts:
    """What a macro says about its statement; `_run` in macros/warehouse of the package describes the keys.

    ``step`` is one of `progress.steps`. ``kind`` is empty but for statements that a session may do in another way than
    Spark does (with ``table``, ``branch``, ``snapshot``, ``view``, ``query``, ``row`` and ``keys``), or whoever runs
    them has to know.
    """

    step: str
    kind: str = ""
    table: str = ""
    branch: str | None = None
    snapshot: str | None = None
    view: str = ""
    query: str = ""
    row: Mapping[str, Any] = field(default_factory=dict)
    keys: Sequence[str] = ()
    setting: str = ""
    creates: str = ""
    reads: Sequence[str] = ()


class OwnStatement(str):
    """The text of a statement, which dbt hands from a macro to a cursor as text, with the facts about it."""

    facts: Facts

    def __new__(cls, sql: str, facts: Facts) -> OwnStatement:
        """A statement with this text."""
        made = super().__new__(cls, sql)
        made.facts = facts
        return made

    @classmethod
    def of(cls, value: Mapping[str, Any] | OwnStatement) -> OwnStatement:
        """The statement of a macro, which has its text as ``sql``."""
        return (
            value
            if isinstance(value, OwnStatement)
            else cls(value["sql"], Facts(**{name: fact for name, fact in value.items() if name != "sql"}))
        )


def facts_of(sql: str) -> Facts | None:
    """The facts about a statement; None for one that somebody else has made."""
    return sql.facts if isinstance(sql, OwnStatement) else None
