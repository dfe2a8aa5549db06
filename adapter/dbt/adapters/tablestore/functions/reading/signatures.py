"""The definition of a function: its signatures, after annotations, hints and YAML are merged."""

from __future__ import annotations

import datetime
import decimal
import enum
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dbt.adapters.tablestore.functions.types.conversions import Conversion, enum_text
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, ParameterType, contains_type, type_text
from dbt.adapters.tablestore.functions.worker.helper_modules import HelperModules
from dbt.adapters.tablestore.functions.worker.shipped import Shipped
from dbt.adapters.tablestore.sql.literals import literal


class _Missing(enum.Enum):
    """An enumeration, because its member stays one object in a copy and in a worker without this module."""

    MISSING = "MISSING"

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Any = _Missing.MISSING


@dataclass(frozen=True)
class Parameter:
    """One parameter.

    ``name`` is its name in SQL. ``default`` is MISSING when it has none. ``keyword`` is Python's name of a parameter
    that is passed by name only. A variadic parameter takes any number of values.
    """

    name: str
    conversion: Conversion
    default: Any = MISSING
    keyword: str | None = None
    variadic: bool = False

    @property
    def keyword_only(self) -> bool:
        """Whether it is passed by name only."""
        return self.keyword is not None

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
        texts = list(map(str, self.parameters))
        keyword_only = [parameter.keyword_only for parameter in self.parameters]
        if any(keyword_only):
            texts.insert(keyword_only.index(True), "*")
        return f"{self.name}({', '.join(texts)})"

    def __str__(self) -> str:
        return f"{self.declaration} -> {type_text(self.result.sql)}"


@dataclass
class Function(Shipped):
    """A function file, read and checked.

    - ``kind``: ``scalar``, ``table`` or ``aggregate``.
    - ``call_mode``: how the worker calls it: ``row``, ``async``, ``column`` (vectorized), ``relation`` (a Table
      argument) or ``flink`` (an aggregate with an accumulator).
    - ``target``: the function or class itself; ``infer``: the strategy of ``@infer``.
    - ``pickles_state``: whether a stored accumulator is a pickle and not JSON.
    - ``modules``: the modules whose code travels to the workers; ``helpers``: those that it imports while it runs.
    - ``classes``: the classes whose code travels with it.
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
    pickles_state: bool = False
    doc: str = ""
    digest: str = ""
    modules: tuple[str, ...] = field(default=())
    helpers: HelperModules | None = None
    classes: tuple[type, ...] = ()

    @property
    def retracts(self) -> bool:
        """Whether it is an aggregate with ``retract()``, whose accumulators can be stored and follow changes."""
        signature = self.signatures[0]
        conversions = [*(parameter.conversion for parameter in signature.parameters), signature.result]
        fixed = not any(contains_type(item.sql, kind) for item in conversions for kind in (AnyType, ParameterType))
        one = len(self.signatures) == 1 and self.infer is None and fixed
        return self.call_mode == "flink" and hasattr(self.target, "retract") and self.deterministic and one


def sql_constant(value: Any) -> str:
    """A default or a value of a Literal in SQL; numbers stand without Spark's suffixes for their types."""
    if isinstance(value, enum.Enum):
        return literal(enum_text(value))
    if value is None or isinstance(value, (bool, str, datetime.date)):
        return literal(value)
    if isinstance(value, (int, float, decimal.Decimal)):
        return str(value) if math.isfinite(value) else literal(value)
    return repr(value)
