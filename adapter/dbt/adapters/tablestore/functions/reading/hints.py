"""``@hint`` on methods and classes: which of them says what, as in FLIP-65."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dbt.adapters.tablestore.functions.types.api import HINTS, Hint

DEFAULT_CONCURRENCY = 64


def merged_hints(target: Any, method: Callable[..., Any]) -> list[Hint]:
    """One hint per signature: a method's hints win, the class's first hint fills what they leave open.

    Without hints on the method, those on the class are the signatures.
    """
    own, inherited = _hints_on(method), _class_hints(target)
    if not own:
        return inherited or [Hint()]
    return [_with_defaults(hint, inherited[0]) if inherited else hint for hint in own]


def concurrency(target: Any, method: Callable[..., Any]) -> int:
    """How many calls of an ``async def`` wait at a time."""
    hints = [*_hints_on(method), *_class_hints(target)]
    return next((hint.concurrency for hint in hints if hint.concurrency), DEFAULT_CONCURRENCY)


def _hints_on(target: Any) -> list[Hint]:
    return list(vars(target).get(HINTS, []))


def _class_hints(target: Any) -> list[Hint]:
    return _hints_on(target) if isinstance(target, type) else []


def _with_defaults(hint: Hint, defaults: Hint) -> Hint:
    pairs = zip(_values(hint), _values(defaults), strict=True)
    return Hint(*(own if own is not None else default for own, default in pairs))


def _values(hint: Hint) -> tuple[Any, ...]:
    return (hint.input, hint.output, hint.accumulator, hint.names, hint.decimal, hint.concurrency)
