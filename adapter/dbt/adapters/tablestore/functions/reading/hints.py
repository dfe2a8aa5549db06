"""``@hint`` on methods and classes: which of them says what, as in FLIP-65."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from dbt.adapters.tablestore.functions.types.api import HINTS, DataType, Hint

DEFAULT_CONCURRENCY = 64


def merged_hints(target: Any, methods: Sequence[Callable[..., Any]]) -> list[Hint]:
    """One hint per signature; ``methods`` are those that take the arguments and that give the result.

    A hint with ``input`` is a signature, on the method or on the class. Hints without it supply what a signature leaves
    open: first those on the method, then those on the class. A base class is read after the class itself.
    """
    own = _distinct(hint for method in methods for hint in _method_hints(target, method))
    inherited = _class_hints(target)
    own_signatures = [hint for hint in own if hint.input is not None]
    signatures = own_signatures + [hint for hint in inherited if hint.input is not None]
    own_defaults = [hint for hint in own if hint.input is None]
    defaults = [hint for hint in inherited if hint.input is None]
    if signatures:
        return [_merged([hint, *own_defaults, *defaults]) for hint in signatures]
    return [_merged([hint, *defaults]) for hint in own_defaults] or [_merged([hint]) for hint in defaults] or [Hint()]


def concurrency(target: Any, method: Callable[..., Any]) -> int:
    """How many calls of an ``async def`` wait at a time."""
    hints = [*_method_hints(target, method), *_class_hints(target)]
    return next((hint.concurrency for hint in hints if hint.concurrency), DEFAULT_CONCURRENCY)


def pickles_accumulator(target: Any) -> bool:
    """Whether a hint on an aggregate or on one of its methods says ``accumulator=DataType(raw=True)``."""
    methods = [item for cls in getattr(target, "__mro__", ()) for item in vars(cls).values()]
    hints = [*_class_hints(target), *(hint for method in methods for hint in _hints_on(method))]
    return any(isinstance(hint.accumulator, DataType) and bool(hint.accumulator.raw) for hint in hints)


def _hints_on(target: Any) -> list[Hint]:
    return list(getattr(target, "__dict__", {}).get(HINTS, []))


def _class_hints(target: Any) -> list[Hint]:
    return _distinct(hint for cls in target.__mro__ for hint in _hints_on(cls)) if isinstance(target, type) else []


def _method_hints(target: Any, method: Callable[..., Any]) -> list[Hint]:
    """The hints on a method, and on those of base classes that it overrides."""
    own = _hints_on(method)
    if not isinstance(target, type):
        return own
    overridden = [vars(cls).get(method.__name__) for cls in target.__mro__]
    return _distinct([*own, *(hint for item in overridden for hint in _hints_on(item))])


def _distinct(hints: Iterable[Hint]) -> list[Hint]:
    return list(dict.fromkeys(hints))


def _merged(hints: list[Hint]) -> Hint:
    return functools.reduce(_with_defaults, hints)


def _with_defaults(hint: Hint, defaults: Hint) -> Hint:
    pairs = zip(_values(hint), _values(defaults), strict=True)
    return Hint(*(own if own is not None else default for own, default in pairs))


def _values(hint: Hint) -> tuple[Any, ...]:
    return (hint.input, hint.output, hint.accumulator, hint.names, hint.decimal, hint.concurrency)
