"""How the code of a function is packed for Spark's workers: by value, because they do not have the project."""

from __future__ import annotations

import contextvars
import functools
import io
import operator
import pickle
import sys
import threading
import types
import typing
from typing import Any

from dbt.adapters.tablestore.functions.worker.opaque import is_of_helper
from dbt.adapters.tablestore.functions.worker.shipped import (
    CLASSES,
    PICKLED,
    Shipped,
    new_cache,
    new_context_variable,
    new_dispatcher,
    set_cached,
    set_registry,
)
from pyspark import cloudpickle

_LOCKS = {type(threading.Lock()): threading.Lock, type(threading.RLock()): threading.RLock}
# A method of generic NamedTuples that pickle does not find by its name; None from Python 3.12 on, where it does.
_GENERIC = getattr(typing.Generic.__class_getitem__, "__func__", None)


def pack(shipped: Shipped) -> None:
    """Pickles the attributes of an object, with which pickle then pickles the object itself.

    Raises:
        Exception: one of the values that the code uses cannot be pickled.
    """
    pickled, classes = _pickled(shipped, [])
    # A helper of which some classes travel is not to be imported for the others: these would know copies of them.
    while vars(shipped)["helpers"] is not None and (others := _others_of_their_helpers(classes)):
        try:
            pickled, classes = _pickled(shipped, [*classes, *others])
        except Exception:  # the function itself does not use them
            break
    vars(shipped).update({PICKLED: pickled, CLASSES: tuple(classes)})


def _pickled(shipped: Shipped, others: list[type]) -> tuple[bytes, list[type]]:
    """The pickle of an object with other classes, and all classes whose code is in it."""
    attributes = {name: value for name, value in vars(shipped).items() if name not in (PICKLED, CLASSES)}
    with io.BytesIO() as file:
        pickler = _Pickler(file, protocol=pickle.HIGHEST_PROTOCOL)
        # the list is pickled last, when it has the classes of all that comes before
        pickler.dump((attributes, others, pickler.classes))
        return file.getvalue(), pickler.classes


def _others_of_their_helpers(classes: list[type]) -> list[type]:
    names = {cls.__module__ for cls in classes if is_of_helper(cls)}
    found = [cls for name in sorted(names) for cls in vars(sys.modules[name]).values() if isinstance(cls, type)]
    return [cls for cls in dict.fromkeys(found) if cls.__module__ in names and cls not in classes]


class _Pickler(cloudpickle.Pickler):
    """Pickles also what cloudpickle leaves out: caches, locks, and functions with ``singledispatch``."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.classes: list[type] = []

    def reducer_override(self, obj: Any) -> Any:
        """How an object is pickled; NotImplemented for pickle's own way."""
        if isinstance(obj, type) and _is_shipped(obj):
            self.classes.append(obj)
        if type(obj) in _LOCKS:
            return _LOCKS[type(obj)], ()
        if isinstance(obj, threading.local):
            return threading.local, ()
        if isinstance(obj, contextvars.ContextVar):
            return new_context_variable, (obj.name, *_default_of(obj))
        if isinstance(obj, typing.NewType) and _is_shipped(obj):
            return typing.NewType, (vars(obj)["__name__"], obj.__supertype__)
        if _GENERIC is not None and obj is _GENERIC:
            return operator.attrgetter("__class_getitem__.__func__"), (typing.Generic,)
        if isinstance(obj, functools._lru_cache_wrapper) and _is_shipped(obj):
            return new_cache, (obj.cache_parameters(),), obj.__wrapped__, None, None, set_cached
        if _is_dispatcher(obj) and _is_shipped(obj):
            return new_dispatcher, (), dict(obj.registry), None, None, set_registry
        return super().reducer_override(obj)


def _default_of(variable: contextvars.ContextVar[Any]) -> tuple[Any, ...]:
    """The default of a context variable; nothing when it has none."""
    try:
        return (contextvars.Context().run(variable.get),)
    except LookupError:
        return ()


def _is_shipped(obj: Any) -> bool:
    """Whether an object is of a module whose code is pickled."""
    shipped = cloudpickle.list_registry_pickle_by_value()
    module = getattr(obj, "__module__", None) or ""
    return any(module == name or module.startswith(f"{name}.") for name in shipped)


def _is_dispatcher(obj: Any) -> bool:
    return isinstance(obj, types.FunctionType) and {"dispatch", "register", "registry"} <= vars(obj).keys()
