"""The four names that a function file may import. Decorators return the function unchanged, with a note on it."""

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
    """A SQL type in an annotation: ``Annotated[Decimal, DataType("DECIMAL(10,2)")]``.

    - ``sql``: the type, in Spark's or Flink's spelling.
    - ``raw``: stores values without a SQL type as bytes. True does so for the annotated class; a sequence names
      classes, or prefixes of packages (``"pkg."``), that are found in it.
    - ``decimal``: precision and scale of every Decimal in this annotation that has none of its own.
    """

    sql: str | None = None
    raw: bool | Sequence[type | str] = False
    decimal: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if self.sql is not None and not isinstance(self.sql, str):
            raise TypeError(f"DataType takes the text of a SQL type, such as 'INT', not {self.sql!r}")
        if not isinstance(self.raw, bool):
            names = self.raw if isinstance(self.raw, (list, tuple)) else [None]
            if not all(isinstance(item, (type, str)) for item in names):
                raise TypeError(f"raw is True, or a list of classes and of prefixes such as 'pkg.', not {self.raw!r}")
            object.__setattr__(self, "raw", tuple(names))  # typing looks up annotations by their hash
        _check_decimal(self.decimal)

    def __repr__(self) -> str:
        arguments = [f'"{self.sql}"'] if self.sql else []
        arguments += [f"raw={self.raw!r}"] if self.raw else []
        arguments += [f"decimal={self.decimal!r}"] if self.decimal else []
        return f"DataType({', '.join(arguments)})"


@dataclass(frozen=True)
class Hint:
    """The arguments of one ``@hint``; None for those that it leaves out."""

    input: tuple[str | DataType, ...] | None = None
    output: str | DataType | None = None
    accumulator: str | DataType | None = None
    names: tuple[str, ...] | None = None
    decimal: tuple[int, int] | None = None
    concurrency: int | None = None


def _check_decimal(given: Any) -> None:
    if given is not None and not (isinstance(given, tuple) and [*map(type, given)] == [int, int]):
        raise TypeError(f"decimal is a precision and a scale, such as (10, 2), not {given!r}")


class Table(Generic[Row]):
    """The type of a parameter that takes a whole relation: ``clicks: Table[Click]`` is an iterable of its rows."""


def hint(
    *,
    input: Sequence[str | DataType] | None = None,
    output: str | DataType | None = None,
    accumulator: str | DataType | None = None,
    names: Sequence[str] | None = None,
    decimal: tuple[int, int] | None = None,
    concurrency: int | None = None,
) -> Callable[[Target], Target]:
    """Declares SQL types of a function, a method or a class; annotations and YAML supply the rest.

    - ``input``: one type per parameter. ``"ANY"`` accepts every type; three dots after the last type (``"INT..."``)
      accept any number of arguments of it.
    - ``output`` and ``accumulator``: the types of the result and of an aggregate's state. A state that is stored with
      a materialized view is JSON; ``accumulator=DataType(raw=True)`` pickles it, so any object can be a part of it.
    - ``names``: the names of the arguments in SQL.
    - ``decimal``: precision and scale of every Decimal without its own.
    - ``concurrency``: how many calls of an ``async def`` wait at a time (64 by default).

    Hints on a method win over those on its class. Several hints declare several signatures.
    """
    for text in (*(input or ()), output, accumulator):
        if text is not None and not isinstance(text, (str, DataType)):
            raise TypeError(f"@hint takes texts of SQL types, such as 'INT', not {text!r}")
    _check_decimal(decimal)
    declared = Hint(
        tuple(input) if input is not None else None,
        output,
        accumulator,
        tuple(names) if names is not None else None,
        decimal,
        concurrency,
    )

    def attach(target: Target) -> Target:
        # decorators are applied from the last to the first; the list is in the order of the file
        setattr(target, HINTS, [declared, *vars(target).get(HINTS, [])])
        return target

    return attach


def infer(strategy: Callable[..., Any]) -> Callable[[Target], Target]:
    """Lets ``strategy`` decide the type of the result for every call.

    The strategy gets a ``Call`` with the types and constants of the arguments and returns the text of a type;
    ``call.fail(message)`` refuses the call.
    """

    if not callable(strategy):
        raise TypeError(f"@infer takes a function of the call, such as lambda call: 'INT', not {strategy!r}")

    def attach(target: Target) -> Target:
        setattr(target, INFER, strategy)
        return target

    return attach
