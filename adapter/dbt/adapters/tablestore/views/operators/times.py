"""The time at which a refresh evaluates a query, and that of the refresh before."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from dbt.adapters.tablestore.views.expressions.moments import Moment
from sqlglot import exp

QUERY = (
    "select unix_micros(current_timestamp()) as at, cast(localtimestamp() as string) as local, "
    "current_timezone() as zone"
)
"""Asks Spark for the values of a `Time`."""


@dataclass(frozen=True)
class Time:
    """A time: microseconds since 1970, and what the clock shows in a time zone."""

    at: int
    local: str
    zone: str

    def literal(self, kind: str) -> str:
        """It as a value of a type, in SQL."""
        if kind == "timestamp":
            return f"timestamp_micros({self.at})"
        return f"date '{self.local[:10]}'" if kind == "date" else f"timestamp_ntz '{self.local}'"

    @property
    def recorded(self) -> str:
        """It as a text."""
        return json.dumps(asdict(self))


def recorded_time(text: str | None) -> Time | None:
    """The time of such a text; None if there is none."""
    known: Mapping[str, str] = json.loads(text) if text else {}
    return Time(int(known["at"]), known["local"], known["zone"]) if known else None


@dataclass(frozen=True)
class Times:
    """The time of a refresh, and that of the one before. Without them, a query is looked at and not evaluated."""

    now: Time | None = None
    before: Time | None = None

    @property
    def why_unknown(self) -> str:
        """Why the time of the refresh before says nothing about its rows; empty if it does."""
        if self.before is None:
            return "the time of its last refresh is not known"
        if self.now and self.now.zone != self.before.zone:
            return f"the time zone was {self.before.zone} at the last refresh, and is {self.now.zone} now"
        return ""

    def have_moved(self, kinds: frozenset[str]) -> bool:
        """Whether values of these types are others than before."""
        if self.now is None:
            return False
        return bool(self.why_unknown) or any(
            self.now.literal(kind) != self.before.literal(kind)  # type: ignore[union-attr]
            for kind in kinds
        )


NO_TIMES = Times()
"""Those of a query that is looked at and not evaluated."""


def at(time: Time | None, expression: exp.Expr) -> exp.Expr:
    """An expression with the literals of a time."""
    expression = expression.copy()
    for found in list(expression.find_all(Moment)) if time else ():
        value = exp.Var(this=time.literal(found.kind))  # type: ignore[union-attr]
        expression = value if found is expression else expression
        found.replace(value)
    return expression
