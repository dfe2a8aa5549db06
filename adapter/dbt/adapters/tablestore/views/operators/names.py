"""The names of columns where a query has the same operator twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlglot import exp


class FirstNames:
    """The columns of repetitions -> those of the first occurrence. Names are unique in the whole tree."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def add(self, columns: Sequence[str], first: Sequence[str]) -> None:
        """Notes the columns of a repetition, and those of the first occurrence."""
        self._names |= {name: self._names.get(other, other) for name, other in zip(columns, first, strict=True)}

    def names(self, names: Iterable[str]) -> list[str]:
        """The names of the first occurrences."""
        return [self._names.get(name, name) for name in names]

    def texts(self, expressions: Iterable[exp.Expr]) -> list[str]:
        """The expressions as text, with the columns of first occurrences."""
        texts = []
        for expression in expressions:
            expression = expression.copy()
            for column in expression.find_all(exp.Column):
                column.set("this", exp.to_identifier(self._names.get(column.name, column.name), quoted=True))
            texts.append(expression.sql("spark"))
        return texts
