"""A function file as dbt knows it, and its code as a module."""

from __future__ import annotations

import hashlib
import os
import sys
import traceback
import types
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.functions.reading.overloads import registering_stubs
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.types.type_parser import parse_type
from pyspark import cloudpickle


@dataclass(frozen=True)
class YamlArgument:
    """An argument in YAML: ``type`` is None for ``data_type: auto``."""

    name: str
    type: str | None
    default: Any = None


@dataclass(frozen=True)
class Source:
    """One ``functions/*.py`` and what YAML says about it.

    ``name`` is the function's name in SQL, ``file`` its path below ``root``, ``entry_point`` the name in the code, and
    ``yaml`` the path of the YAML file, for messages.
    """

    name: str
    file: str
    code: str
    entry_point: str
    root: Path = Path()
    kind: str | None = None
    deterministic: bool = True
    arguments: tuple[YamlArgument, ...] = ()
    returns: str | None = None
    yaml: str = "YAML"

    @property
    def digest(self) -> str:
        """Changes when the file or its YAML does."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


def yaml_type(value: str | None) -> str | None:
    """A type in YAML, or None where the file decides: ``auto``, and what dbt fills in.

    Raises:
        MismatchError: there is no such type.
    """
    if value is None or value.strip().lower() in ("auto", "invalid_type", ""):
        return None
    parse_type(value)
    return value


def load(source: Source) -> Any:
    """Runs the file and returns the function or class of its entry point.

    Raises:
        FunctionError: the file cannot be run, or does not define the name.
    """
    path = source.root / source.file
    helpers = str(source.root / "python")
    if Path(helpers).is_dir() and helpers not in sys.path:
        sys.path.insert(0, helpers)
    # A changed file becomes a new module, so nothing of the old one remains in it.
    module = types.ModuleType(f"dbt_functions.{source.name}_{source.digest}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    cloudpickle.register_pickle_by_value(module)
    try:
        code = compile(source.code, str(path), "exec", dont_inherit=True)
        with registering_stubs():
            exec(code, vars(module))
    except Exception as error:
        raise import_error(source, error) from error
    found = vars(module).get(source.entry_point)
    if found is None or not callable(found):
        raise missing_error(source, _own_callables(module))
    return found


def import_error(source: Source, error: Exception) -> FunctionError:
    """The error for a file that Python cannot run."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return FunctionError(
        f"{source.file}{_line_of(error, source.root / source.file)}: the file cannot be imported: "
        f"{type(error).__name__}: {error}. Functions run with {sys.executable} (Python {version})."
    )


def _line_of(error: Exception, path: Path) -> str:
    """`` line 3``: where in the file the error was raised, if it was there."""
    if isinstance(error, SyntaxError):
        return f" line {error.lineno}" if error.filename == str(path) else ""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f" line {lines[-1]}" if lines else ""


def missing_error(source: Source, defined: list[str]) -> FunctionError:
    """The error for a file without its entry point; ``defined`` are the functions and classes that it defines."""
    head = f"{source.file} defines no function or class named `{source.entry_point}`."
    if not defined:
        return FunctionError(f"{head} Add one, or set `entry_point` in its config.")
    return FunctionError(f"{head} It defines {', '.join(defined)}: rename one, or set `entry_point` in its config.")


def _own_callables(module: types.ModuleType) -> list[str]:
    return [
        name
        for name, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", None) == module.__name__
    ]


def shipped_modules(source: Source) -> tuple[str, ...]:
    """The modules whose code travels to Spark's workers: the file's own, and the project's helpers."""
    return (f"dbt_functions.{source.name}_{source.digest}", *sorted(_helpers(source.root)))


def unload_helpers(root: Path) -> None:
    """Drops the project's helper modules, so that the next import reads them again."""
    for name in _helpers(root):
        del sys.modules[name]


def _helpers(root: Path) -> list[str]:
    """The loaded modules of a project's ``python/`` folder."""
    folder = str(root / "python") + os.sep
    files = {name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}
    return [name for name, file in files.items() if file and file.startswith(folder)]
