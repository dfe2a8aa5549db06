"""Where an annotation stands, and what the annotations around it say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dbt.adapters.tablestore.functions.types.errors import FunctionError


@dataclass(frozen=True)
class AnnotationContext:
    """The place of an annotation, for messages, and the settings it inherits.

    ``subject`` begins a message (``functions/f.py: f(x: Decimal)``), ``target`` ends one (``for `x```). ``decimal`` is
    the precision and scale of a Decimal without its own, ``raw`` are the classes and package prefixes stored as bytes,
    and ``enclosing`` are the structured classes around the annotation.
    """

    subject: str
    target: str
    decimal: tuple[int, int] | None = None
    raw: tuple[str, ...] = ()
    enclosing: tuple[Any, ...] = ()

    def error(self, message: str) -> FunctionError:
        """An error about this annotation."""
        return FunctionError(f"{self.subject}: {message}")
