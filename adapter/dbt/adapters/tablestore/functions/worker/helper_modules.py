"""The modules of a project's ``python/`` folder, imported under a package name of their own.

Two projects, or a project and a package that it installs, can have helpers of the same name; and a helper must not hide
an installed module from all the others. So the imports of a function file, and those of its helpers, are rewritten:
``import rates`` becomes ``import <package>.rates as rates``. A module of the standard library keeps its name.

Runs in Spark's Python workers too, for the imports inside of functions.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any


@dataclass(frozen=True)
class HelperModules:
    """An importer of helpers, for ``sys.meta_path``.

    ``sources`` has the code of each module by its name below ``package``: ``rates``, ``units.length``. A folder is in
    ``folders``, with the code of its ``__init__.py`` in ``sources`` if it has one. ``path`` is that of ``python/``.
    """

    package: str
    path: str
    sources: Mapping[str, str]
    folders: frozenset[str]

    @property
    def names(self) -> set[str]:
        """What an import statement can begin with."""
        return {name.partition(".")[0] for name in (*self.sources, *self.folders)} - sys.stdlib_module_names

    def install(self) -> None:
        """Makes the modules importable, unless they are."""
        if not any(isinstance(item, HelperModules) and item.package == self.package for item in sys.meta_path):
            sys.meta_path.append(self)

    def uninstall(self) -> None:
        """Forgets the modules, so that the next import reads them again."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        for name in self.loaded():
            del sys.modules[name]

    def loaded(self) -> list[str]:
        """The full names of the modules that were imported."""
        return sorted(name for name in sys.modules if name == self.package or name.startswith(self.package + "."))

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Where a module is; None for all that are not helpers."""
        loader: Any = self
        if fullname == self.package:
            return importlib.util.spec_from_loader(fullname, loader, is_package=True)
        top, _, name = fullname.partition(".")
        if top != self.package or (name not in self.sources and name not in self.folders):
            return None
        file = f"{self.path}/{name.replace('.', '/')}" + ("/__init__.py" if name in self.folders else ".py")
        inside: list[str] | None = [] if name in self.folders else None
        return importlib.util.spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=inside)

    def create_module(self, spec: ModuleSpec) -> None:
        """None: Python makes the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Runs the code of a module."""
        name = module.__name__.partition(".")[2]
        if name in self.sources:
            exec(self.compiled(self.sources[name], str(module.__file__)), vars(module))

    def compiled(self, code: str, file: str) -> CodeType:
        """Code with its imports of helpers rewritten."""
        tree = _Rewritten(self.package, self.names).visit(ast.parse(code, file))
        return compile(ast.fix_missing_locations(tree), file, "exec", dont_inherit=True)

    def imported_inside(self, code: str) -> bool:
        """Whether a function or class of the code imports a helper when it runs."""
        names = self.names
        return any(
            isinstance(inner, (ast.Import, ast.ImportFrom)) and _tops(inner) & names
            for node in ast.walk(ast.parse(code))
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            for inner in ast.walk(node)
        )


def _tops(node: ast.Import | ast.ImportFrom) -> set[str]:
    """The names that the modules of an import statement begin with."""
    if isinstance(node, ast.ImportFrom):
        return {(node.module or "").partition(".")[0]} if node.level == 0 else set()
    return {alias.name.partition(".")[0] for alias in node.names}


class _Rewritten(ast.NodeTransformer):
    def __init__(self, package: str, names: set[str]) -> None:
        self._package, self._names = package, names

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        if _tops(node) & self._names:
            node.module = f"{self._package}.{node.module}"
        return node

    def visit_Import(self, node: ast.Import) -> Any:
        return [ast.copy_location(ast.Import([alias]), node) for name in node.names for alias in self._aliases(name)]

    def _aliases(self, alias: ast.alias) -> list[ast.alias]:
        """What ``import a.b`` becomes: it loads the module ``a.b``, and binds ``a``."""
        top = alias.name.partition(".")[0]
        if top not in self._names:
            return [alias]
        full = f"{self._package}.{alias.name}"
        if alias.asname or alias.name == top:
            return [ast.alias(full, alias.asname or top)]
        return [ast.alias(full, "_helper"), ast.alias(f"{self._package}.{top}", top)]
