"""How the code of a function is unpacked in a worker. ``reading/pickling.py`` packs it."""

from __future__ import annotations

import contextvars
import functools
import pickle
from collections.abc import Callable
from typing import Any

PICKLED = "_pickled"
"""The attribute with the pickle of the others."""
CLASSES = "classes"
"""The attribute with the classes whose code is in this pickle."""


class Shipped:
    """An object with code of a function file among its attributes, pickled by ``reading.pickling.pack``."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), vars(self)[PICKLED])


def _restored(cls: Any, pickled: bytes) -> Any:
    made = object.__new__(cls)
    attributes, _, classes = pickle.loads(pickled)
    vars(made).update(attributes, **{CLASSES: tuple(classes)})
    if made.helpers is not None:
        made.helpers.install()
    return made


# A function can refer to itself through its cache or its dispatcher, so these are made first and filled afterwards.
def _forwarding() -> Any:
    def forward(*arguments: Any, **named: Any) -> Any:
        return forward.target(*arguments, **named)  # type: ignore[attr-defined]

    return forward


def new_cache(parameters: dict[str, Any]) -> Any:
    """An empty ``functools.lru_cache`` without a function."""
    forward = _forwarding()
    made: Any = functools.lru_cache(**parameters)(forward)
    made.forward = forward
    return made


def set_cached(cached: Any, target: Callable[..., Any]) -> None:
    """Gives a cache of ``new_cache`` its function."""
    cached.forward.target = target
    functools.update_wrapper(cached, target)


def new_context_variable(name: str, *default: Any) -> contextvars.ContextVar[Any]:
    """A context variable, with its default if it has one."""
    return contextvars.ContextVar(name, default=default[0]) if default else contextvars.ContextVar(name)


def new_dispatcher() -> Any:
    """A ``functools.singledispatch`` without functions."""
    return functools.singledispatch(_forwarding())


def set_registry(dispatcher: Any, registry: dict[type, Callable[..., Any]]) -> None:
    """Gives a dispatcher of ``new_dispatcher`` its functions, by the class of the first argument."""
    for cls, implementation in registry.items():
        dispatcher.register(cls, implementation)
