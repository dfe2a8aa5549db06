"""What a function takes and gives, after everything was merged."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.types.sql_types import type_text

MISSING: Any = type("Missing", (), {"__repr__": lambda self: "MISSING", "__reduce__": lambda self: "MISSING"})()


@dataclass(frozen=True)
class Parameter:
    """One parameter: ``default`` is MISSING when it must be given; a variadic one takes any number of values."""

    name: str
    conversion: Conversion
    default: Any = MISSING
    keyword_only: bool = False
    variadic: bool = False

    def __str__(self) -> str:
        kind = type_text(self.conversion.sql)
        if self.conversion.form == "table":
            kind = f"TABLE<{kind.removeprefix('STRUCT<')}"
        if self.variadic:
            return f"{self.name} {kind}..."
        return f"{self.name} {kind}" + ("" if self.default is MISSING else f" DEFAULT {sql_constant(self.default)}")


@dataclass(frozen=True)
class Signature:
    """One way to call a function."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Conversion

    @property
    def declaration(self) -> str:
        """``f(x BIGINT, y DOUBLE DEFAULT 0.19)``."""
        shown, starred = [], False
        for parameter in self.parameters:
            if parameter.keyword_only and not starred:
                shown.append("*")
                starred = True
            shown.append(str(parameter))
        return f"{self.name}({', '.join(shown)})"

    def __str__(self) -> str:
        return f"{self.declaration} -> {type_text(self.result.sql)}"


@dataclass
class Function:
    """A function file, read and checked.

    ``kind`` is ``scalar``, ``table`` or ``aggregate``; ``call_mode`` is how the worker calls it: ``row``, ``async``,
    ``column`` (vectorised) or ``relation`` (a Table argument). ``target`` is the function or class itself.
    """

    name: str
    file: str
    kind: str
    call_mode: str
    target: Any
    signatures: tuple[Signature, ...]
    infer: Callable[..., Any] | None = None
    deterministic: bool = True
    concurrency: int = 64
    doc: str = ""
    digest: str = ""
    modules: tuple[str, ...] = field(default=())


def sql_constant(value: Any) -> str:
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
