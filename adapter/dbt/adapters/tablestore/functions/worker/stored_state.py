"""Accumulators as bytes in a table: JSON, of which reading runs no code. A class can choose pickle, which does.

What JSON does not have is an object with one member, whose name says what it is: ``{"set": [1, 2]}``, and so is a
dictionary, ``{"dict": [["a", 1]]}``. Objects of a dataclass, a NamedTuple or an Enum that the aggregate itself names
are there by the names of their classes; a class is only looked up among these.
"""

from __future__ import annotations

import base64
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import json
import math
import uuid
import zoneinfo
from collections.abc import Callable, Mapping
from typing import Any

from dbt.adapters.tablestore.functions.types.errors import MismatchError
from dbt.adapters.tablestore.functions.types.messages import shown, with_article
from dbt.adapters.tablestore.functions.worker.opaque import Pickles

# The most letters of a value in a message.
_LENGTH = 60
_PLAIN = (type(None), bool, int, str)
_FACTORIES = {factory.__name__: factory for factory in (bool, dict, float, int, list, set, str, tuple)}


class StateError(ValueError):
    """An accumulator that cannot be stored or read; the message is part of a sentence."""


class Codec:
    """How the accumulators of a class of aggregates become bytes and are read again.

    What is read equals what was stored and has the same types; what JSON cannot hold exactly is refused.

    Args:
        target: the class of the aggregate.
        pickles: how accumulators are pickled; None if they are JSON.
    """

    def __init__(self, target: type, pickles: Pickles | None) -> None:
        self._pickles, self._classes = pickles, _named_classes(target)

    def encode(self, accumulator: Any) -> bytes:
        """The bytes of an accumulator.

        Raises:
            StateError: JSON cannot hold it exactly.
        """
        if self._pickles is not None:
            return self._pickles.dumps(accumulator)
        try:
            return json.dumps(self._as_json(accumulator, set()), separators=(",", ":"), allow_nan=False).encode()
        except RecursionError:
            raise StateError("it is nested too deeply") from None
        except (AttributeError, ValueError) as error:
            raise StateError(f"{error}") from error

    def decode(self, stored: bytes) -> Any:
        """The accumulator of these bytes.

        Raises:
            StateError: they are not bytes of ``encode``.
        """
        if self._pickles is not None:
            return self._unpickled(self._pickles, stored)
        try:
            return self._value(json.loads(stored.decode()))
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            raise StateError(f"{type(error).__name__}: {error}") from error

    def _unpickled(self, pickles: Pickles, stored: bytes) -> Any:
        try:
            return pickles.loads(stored)
        except MismatchError as mismatch:
            raise StateError(f"{mismatch}") from None

    def _as_json(self, value: Any, changeable: set[int]) -> Any:
        """A value as JSON; ``changeable`` are the objects so far that can be changed in place."""
        kind = type(value)
        if kind in _PLAIN or (kind is float and math.isfinite(value)):
            return value
        if kind in _SCALARS:
            return {kind.__name__: _SCALARS[kind][0](value)}
        named = self._classes.get(kind.__qualname__) is kind
        if named and isinstance(value, enum.Enum) and kind.__members__.get(value.name) is value:
            return {"enum": [kind.__qualname__, value.name]}
        if not issubclass(kind, (tuple, frozenset)):
            if id(value) in changeable:
                raise StateError(f"{shown(value, _LENGTH)} is in it twice, and would become two objects")
            changeable.add(id(value))

        def items(values: Any) -> list[Any]:
            return [self._as_json(item, changeable) for item in values]

        if kind is list:
            return items(value)
        if kind in (tuple, set, frozenset):
            return {kind.__name__: items(value)}
        if kind in (dict, collections.OrderedDict, collections.Counter):
            return {kind.__name__: [items(pair) for pair in value.items()]}
        if kind is collections.deque:
            return {"deque": [items(value), value.maxlen]}
        if kind is collections.defaultdict and _FACTORIES.get(_name(value.default_factory)) is value.default_factory:
            return {"defaultdict": [_name(value.default_factory), [items(pair) for pair in value.items()]]}
        if named and (names := _field_names(kind)) is not None:
            if others := set(getattr(value, "__dict__", {})) - set(names):
                raise StateError(f"{kind.__qualname__}.{min(others)} is not a field of its class")
            return {"object": [kind.__qualname__, items(getattr(value, name) for name in names)]}
        raise StateError(f"it holds {shown(value, _LENGTH)}, {with_article(kind.__qualname__)}")

    def _value(self, stored: Any) -> Any:
        if type(stored) is list:
            return [self._value(item) for item in stored]
        if type(stored) is not dict:
            return stored
        ((name, content),) = stored.items()
        if name in _READERS:
            return _READERS[name](content)
        if name in ("tuple", "set", "frozenset"):
            return _COLLECTIONS[name](map(self._value, content))
        if name in ("dict", "OrderedDict", "Counter"):
            return _COLLECTIONS[name](dict(map(self._value, content)))
        if name == "deque":
            return collections.deque(map(self._value, content[0]), content[1])
        if name == "defaultdict":
            return collections.defaultdict(_FACTORIES.get(content[0]), map(self._value, content[1]))
        cls: Any = self._classes[content[0]]
        if name == "enum":
            return cls[content[1]]
        values = [self._value(item) for item in content[1]]
        if issubclass(cls, tuple):
            return tuple.__new__(cls, values)
        made = object.__new__(cls)
        for field, value in zip(_field_names(cls) or (), values, strict=True):
            object.__setattr__(made, field, value)
        return made


_COLLECTIONS: dict[str, Callable[..., Any]] = {
    kind.__name__: kind for kind in (tuple, set, frozenset, dict, collections.OrderedDict, collections.Counter)
}


def _zone(zone: datetime.tzinfo | None) -> Any:
    """A time zone as None, a number of microseconds, or a name."""
    if zone is None:
        return None
    if type(zone) is datetime.timezone:
        return zone.utcoffset(None) // datetime.timedelta(microseconds=1)
    if type(zone) is zoneinfo.ZoneInfo and zone.key:
        return zone.key
    raise StateError(f"it holds a time zone of the class {type(zone).__qualname__}")


def _zone_of(stored: Any) -> datetime.tzinfo | None:
    if isinstance(stored, str):
        return zoneinfo.ZoneInfo(stored)
    return None if stored is None else datetime.timezone(datetime.timedelta(microseconds=stored))


def _moment(value: Any) -> list[Any]:
    """A datetime or a time: its text without a zone, its fold and its zone."""
    return [value.replace(tzinfo=None, fold=0).isoformat(), value.fold, _zone(value.tzinfo)]


def _moment_of(kind: Any) -> Callable[[Any], Any]:
    return lambda content: kind.fromisoformat(content[0]).replace(fold=content[1], tzinfo=_zone_of(content[2]))


def _bytes_of(content: str) -> bytes:
    return base64.b64decode(content, validate=True)


# Values by their exact class: how they become JSON, and how they are read.
_SCALARS: Mapping[type, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    float: (repr, float),  # infinities and NaN
    complex: (lambda value: [repr(value.real), repr(value.imag)], lambda content: complex(*map(float, content))),
    bytes: (lambda value: base64.b64encode(value).decode(), _bytes_of),
    bytearray: (lambda value: base64.b64encode(value).decode(), lambda content: bytearray(_bytes_of(content))),
    decimal.Decimal: (str, decimal.Decimal),
    fractions.Fraction: (str, fractions.Fraction),
    uuid.UUID: (str, uuid.UUID),
    datetime.date: (datetime.date.isoformat, datetime.date.fromisoformat),
    datetime.datetime: (_moment, _moment_of(datetime.datetime)),
    datetime.time: (_moment, _moment_of(datetime.time)),
    datetime.timedelta: (
        lambda value: [value.days, value.seconds, value.microseconds],
        lambda content: datetime.timedelta(*content),
    ),
    range: (lambda value: [value.start, value.stop, value.step], lambda content: range(*content)),
}
_READERS = {kind.__name__: reader for kind, (_, reader) in _SCALARS.items()}


def _name(factory: Any) -> str:
    return getattr(factory, "__name__", "")


def _field_names(cls: type) -> tuple[str, ...] | None:
    """The fields of a dataclass or a NamedTuple, which are all that its objects hold; None for another class."""
    if issubclass(cls, tuple):
        return getattr(cls, "_fields", None)
    is_plain = all(base.__module__ != "builtins" for base in cls.__mro__[:-1])
    return (
        tuple(field.name for field in dataclasses.fields(cls)) if is_plain and dataclasses.is_dataclass(cls) else None
    )


def _named_classes(target: type) -> dict[str, type]:
    """The classes with fields, and enumerations, that an aggregate and its methods name, by their qualified names."""
    members = [member for cls in target.__mro__[:-1] for member in vars(cls).values()]
    functions = [getattr(member, "__func__", member) for member in members]
    named = [*members, *(value for function in functions for value in getattr(function, "__globals__", {}).values())]
    classes = [item for item in named if isinstance(item, type)]
    return {cls.__qualname__: cls for cls in classes if issubclass(cls, enum.Enum) or _field_names(cls) is not None}
