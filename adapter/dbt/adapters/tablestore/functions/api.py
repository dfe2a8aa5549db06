"""The four names a function file may import. They only leave notes: a decorated function stays as it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Target = TypeVar("Target", bound=Callable[..., Any])
Row = TypeVar("Row")

HINTS = "__tablestore_hints__"
INFER = "__tablestore_infer__"


@dataclass(frozen=True)
class DataType:
    """A SQL type for an annotation: ``Annotated[Decimal, DataType("DECIMAL(10,2)")]``.

    ``sql`` is Spark's or Flink's spelling of the type. ``raw`` stores a value that has no SQL type as bytes: True for
    the annotated class, or the classes and package prefixes (``"pkg."``) found in it. ``decimal`` is the precision and
    scale of every Decimal below this annotation that has none of its own.
    """

    sql: str | None = None
    raw: bool | Sequence[type | str] = False
    decimal: tuple[int, int] | None = None

    def __repr__(self) -> str:
        given = [f'"{self.sql}"'] if self.sql else []
        given += [f"raw={self.raw!r}"] if self.raw else []
        given += [f"decimal={self.decimal!r}"] if self.decimal else []
        return f"DataType({', '.join(given)})"


@dataclass(frozen=True)
class Hint:
    """What one ``@hint`` says; None where it says nothing."""

    input: tuple[str | DataType, ...] | None = None
    output: str | DataType | None = None
    accumulator: str | DataType | None = None
    names: tuple[str, ...] | None = None
    decimal: tuple[int, int] | None = None
    concurrency: int | None = None


class Table(Generic[Row]):
    """The type of an argument that takes a whole relation: ``clicks: Table[Click]``, an iterable of its rows."""


def hint(
    *,
    input: Sequence[str | DataType] | None = None,
    output: str | DataType | None = None,
    accumulator: str | DataType | None = None,
    names: Sequence[str] | None = None,
    decimal: tuple[int, int] | None = None,
    concurrency: int | None = None,
) -> Callable[[Target], Target]:
    """States SQL types of a function, a method or a class; what is left open comes from elsewhere.

    ``input`` has one type per parameter; ``"ANY"`` takes every type, and dots after the last one (``"INT..."``) any
    number of it. ``concurrency`` is how many calls of an ``async def`` wait at a time (64). Hints on a method win
    over those on its class; several hints are several signatures.
    """
    note = Hint(
        tuple(input) if input is not None else None,
        output,
        accumulator,
        tuple(names) if names is not None else None,
        decimal,
        concurrency,
    )

    def leave(target: Target) -> Target:
        # decorators apply from below; the list reads as the file does
        setattr(target, HINTS, [note, *vars(target).get(HINTS, [])])
        return target

    return leave


def infer(strategy: Callable[..., Any]) -> Callable[[Target], Target]:
    """Lets ``strategy`` decide the result's type at every call.

    It gets a ``Call`` (the arguments' types and constants) and returns the type's text; ``call.fail(text)`` refuses.
    """

    def leave(target: Target) -> Target:
        setattr(target, INFER, strategy)
        return target

    return leave
