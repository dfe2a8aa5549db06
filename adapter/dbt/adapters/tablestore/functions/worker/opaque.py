"""Opaque values: pickles that a later run reads, when the classes of the function's file are other objects.

The code of a function travels to the workers by value, and its classes with it. A pickle that contained them as well
would give objects of these copies, which are of no class that the function knows. So it names them instead.
"""

from __future__ import annotations

import importlib
import io
import operator
import pickle
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from dbt.adapters.tablestore.functions.types.errors import MismatchError
from dbt.adapters.tablestore.functions.worker.helper_modules import HelperModules
from pyspark import cloudpickle

# The modules of function files and of helpers, with a checksum of their code (`reading/sources.py`).
_FUNCTIONS = re.compile(r"dbt_(functions\..+)_[0-9a-f]{16}")
_HELPERS = re.compile(r"dbt_helpers_[0-9a-f]{12}")


class Pickles:
    """The opaque values of a function.

    ``classes`` are those that travel with it, and ``helpers`` the modules that it imports while it runs.
    """

    def __init__(self, classes: Sequence[type] = (), helpers: HelperModules | None = None) -> None:
        named = [(name, cls) for cls in classes if (name := _name_of(cls)) is not None]
        count = Counter(name for name, _ in named)
        # two classes of one name cannot be told apart later
        self._classes = {name: cls for name, cls in named if count[name] == 1}
        self._helpers = helpers

    def dumps(self, value: Any) -> bytes:
        """The bytes of an object."""
        with io.BytesIO() as file:
            _Pickler(file, self).dump(value)
            return file.getvalue()

    def loads(self, pickled: bytes) -> Any:
        """The object of these bytes.

        Raises:
            MismatchError: it is of a class that this function does not have.
        """
        return _Unpickler(io.BytesIO(pickled), self).load()

    def name_of(self, cls: type) -> tuple[str, str] | None:
        """The name of a class that a later run finds again; None for the others."""
        name = _name_of(cls)
        known = name is not None and (self._classes.get(name) is cls or self._imported(*name) is cls)
        return name if known else None

    def class_of(self, module: str, name: str) -> type:
        """The class of a name."""
        found = self._classes.get((module, name))
        if found is None:
            found = self._imported(module, name)
            # the methods of one that is imported would know copies of the classes that came with the function
            came = {module for module, _ in self._classes}
            if found is None or came & {_module_of(cls) for cls in found.__mro__}:
                raise MismatchError(_missing(module, name))
        return found

    def _imported(self, module: str, name: str) -> type | None:
        """A class of a helper, which is imported while the function runs."""
        top, _, below = module.partition(".")
        if self._helpers is None or top != "python":
            return None
        try:
            found = operator.attrgetter(name)(importlib.import_module(f"{self._helpers.package}.{below}"))
        except (ImportError, AttributeError):
            return None
        return found if isinstance(found, type) else None


NO_CLASSES = Pickles()
"""For values that are not opaque, or hold no object of a function's file."""


class _Pickler(cloudpickle.Pickler):
    def __init__(self, file: Any, pickles: Pickles) -> None:
        super().__init__(file)
        self._pickles = pickles

    def persistent_id(self, obj: Any) -> tuple[str, str] | None:
        return self._pickles.name_of(obj) if isinstance(obj, type) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: Any, pickles: Pickles) -> None:
        super().__init__(file)
        self._pickles = pickles

    def persistent_load(self, pid: Any) -> type:
        return self._pickles.class_of(*pid)


def is_of_helper(cls: type) -> bool:
    """Whether a class is of a module in ``python/``."""
    return (_module_of(cls) or "").startswith("python.")


def _missing(module: str, name: str) -> str:
    """What is wrong with a value of a class that a function does not have, and what to do."""
    top, _, below = module.partition(".")
    if top == "python":
        return (
            f"it needs the class {name} of {module.replace('.', '/')}.py, which this code lacks: define it there, or "
            "name it in the annotation"
        )
    return (
        f"it needs the class {name} of the function {below}, which this code lacks: define it there, or, if that is "
        "another function, put the class into a file of python/"
    )


def _name_of(cls: type) -> tuple[str, str] | None:
    """The file below its project, as ``functions.f`` or ``python.rates``, and the name in it; None for other classes.

    Both stay the same when the file changes.
    """
    module = _module_of(cls)
    return (module, cls.__qualname__) if module else None


def _module_of(cls: type) -> str | None:
    top, _, below = str(cls.__module__).partition(".")
    if _HELPERS.fullmatch(top):
        return f"python.{below}"
    found = _FUNCTIONS.fullmatch(str(cls.__module__))
    return found[1] if found else None
