"""What a function takes and gives, after everything was merged."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dbt.adapters.tablestore.functions.types.conversions import Carrier
from dbt.adapters.tablestore.functions.types.sql_types import text

MISSING: Any = type("Missing", (), {"__repr__": lambda self: "MISSING", "__reduce__": lambda self: "MISSING"})()


@dataclass(frozen=True)
class Parameter:
    """One parameter: ``default`` is MISSING when it must be given; a variadic one takes any number of values."""

    name: str
    carrier: Carrier
    default: Any = MISSING
    keyword_only: bool = False
    variadic: bool = False

    def __str__(self) -> str:
        kind = text(self.carrier.sql)
        if self.carrier.form == "table":
            kind = f"TABLE<{kind.removeprefix('STRUCT<')}"
        if self.variadic:
            return f"{self.name} {kind}..."
        return f"{self.name} {kind}" + ("" if self.default is MISSING else f" DEFAULT {constant(self.default)}")


@dataclass(frozen=True)
class Signature:
    """One way to call a function."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Carrier

    @property
    def call(self) -> str:
        """``f(x BIGINT, y DOUBLE DEFAULT 0.19)``."""
        shown, starred = [], False
        for parameter in self.parameters:
            if parameter.keyword_only and not starred:
                shown.append("*")
                starred = True
            shown.append(str(parameter))
        return f"{self.name}({', '.join(shown)})"

    def __str__(self) -> str:
        return f"{self.call} -> {text(self.result.sql)}"


@dataclass
class Function:
    """A function file, read and checked.

    ``kind`` is ``scalar``, ``table`` or ``aggregate``; ``flavour`` is how the worker calls it: ``row``, ``async``,
    ``column`` (vectorised) or ``relation`` (a Table argument). ``target`` is the function or class itself.
    """

    name: str
    file: str
    kind: str
    flavour: str
    target: Any
    signatures: tuple[Signature, ...]
    infer: Callable[..., Any] | None = None
    deterministic: bool = True
    concurrency: int = 64
    doc: str = ""
    digest: str = ""
    modules: tuple[str, ...] = field(default=())


def constant(value: Any) -> str:
    """A default or a Literal's member as SQL."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    if isinstance(value, datetime.datetime):
        return f"TIMESTAMP'{value.isoformat(' ')}'"
    if isinstance(value, datetime.date):
        return f"DATE'{value.isoformat()}'"
    if isinstance(value, (int, float, decimal.Decimal)):
        return str(value)
    return repr(value)
