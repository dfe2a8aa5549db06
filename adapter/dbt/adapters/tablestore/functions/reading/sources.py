"""A function file as dbt knows it, and its code as a module."""

from __future__ import annotations

import hashlib
import sys
import traceback
import types
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.functions.reading.overloads import registering_stubs
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.types.type_parser import parse_type
from dbt.adapters.tablestore.functions.worker.helper_modules import HelperModules
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
        """Changes when the file, its YAML or a helper of the project does, wherever the project is."""
        helpers = sorted(helpers_of(self.root).sources.items())
        return hashlib.sha256(f"{replace(self, root=Path())}{helpers}".encode()).hexdigest()[:16]


def yaml_type(value: Any) -> str | None:
    """A type in YAML, or None where the file decides: ``auto``, and what dbt fills in.

    Raises:
        MismatchError: there is no such type.
    """
    if value is None or str(value).strip().lower() in ("auto", "invalid_type", ""):
        return None
    parse_type(str(value))
    return str(value)


def load(source: Source) -> Any:
    """Runs the file and returns the function or class of its entry point.

    Raises:
        FunctionError: the file cannot be run, or does not define the name.
    """
    path = source.root / source.file
    helpers = helpers_of(source.root)
    helpers.install()
    # A changed file becomes a new module, so nothing of the old one remains in it.
    module = types.ModuleType(f"dbt_functions.{source.name}_{source.digest}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    cloudpickle.register_pickle_by_value(module)
    try:
        with registering_stubs():
            exec(helpers.compiled(source.code, str(path)), vars(module))
    except (Exception, SystemExit) as error:
        raise import_error(source, error) from error
    found = vars(module).get(source.entry_point)
    if found is None or not callable(found):
        raise missing_error(source, _own_callables(module))
    return found


def import_error(source: Source, error: BaseException) -> FunctionError:
    """The error for a file that Python cannot run."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return FunctionError(
        f"{source.file}{_line_of(error, source.root / source.file)}: the file cannot be imported: "
        f"{type(error).__name__}: {error}. {_hidden_helper(error, source)}"
        f"Functions run with {sys.executable} (Python {version}){_missing_package(error)}."
    )


def _missing_package(error: BaseException) -> str:
    """What to do about a module that this Python does not have, such as numpy, which the adapter does not need."""
    if not isinstance(error, ModuleNotFoundError) or not error.name:
        return ""
    return f": if {error.name.partition('.')[0]} is a package, install it there"


def _hidden_helper(error: BaseException, source: Source) -> str:
    """A sentence about a helper with the name of a module of the standard library."""
    name = getattr(error, "name", None)
    if not isinstance(error, ImportError) or not name or not (source.root / "python" / f"{name}.py").exists():
        return ""
    if name not in sys.stdlib_module_names:
        return ""
    return (
        f"python/{name}.py has the name of a module of Python's standard library, which is imported instead: "
        "rename it. "
    )


def _line_of(error: BaseException, path: Path) -> str:
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
    return (f"dbt_functions.{source.name}_{source.digest}", *helpers_of(source.root).loaded())


def imported_helpers(source: Source, is_opaque: bool) -> HelperModules | None:
    """The helpers of a project, if the function or one of them imports helpers while it runs.

    A function that ``is_opaque`` does, for the classes of the objects that it reads.
    """
    helpers = helpers_of(source.root)
    if not helpers.names:
        return None
    codes = [source.code, *helpers.sources.values()]
    return helpers if is_opaque or any(map(helpers.imported_inside, codes)) else None


def unload_helpers() -> None:
    """Drops the helper modules of all projects, so that the next import reads them again."""
    for helpers in _helpers.values():
        helpers.uninstall()
    _helpers.clear()


_helpers: dict[Path, HelperModules] = {}


def helpers_of(root: Path) -> HelperModules:
    """The modules of a project's ``python/`` folder."""
    if root not in _helpers:
        folder = root / "python"
        files = {path.relative_to(folder): path for path in sorted(folder.rglob("*.py"))}
        sources = {_module_name(name): path.read_text(encoding="utf-8") for name, path in files.items()}
        folders = {".".join(parent.parts) for name in files for parent in name.parents if parent.parts}
        # another name for other code: a worker of Spark that lives on has imported the former
        digest = hashlib.sha256(f"{root.absolute()}{sorted(sources.items())}".encode()).hexdigest()[:12]
        _helpers[root] = HelperModules(f"dbt_helpers_{digest}", str(folder), sources, frozenset(folders))
    return _helpers[root]


def _module_name(file: Path) -> str:
    parts = file.parent.parts if file.name == "__init__.py" else (*file.parent.parts, file.stem)
    return ".".join(parts)
