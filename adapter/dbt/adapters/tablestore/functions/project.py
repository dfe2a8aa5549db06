"""The Python functions of the dbt project at work: found by dbt, read here, registered when a statement calls them."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.functions.errors import FunctionError, MismatchError, raise_all
from dbt.adapters.tablestore.functions.reading.extraction import read_function
from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Function, sql_constant
from dbt.adapters.tablestore.functions.reading.sources import Source, YamlArgument, unload_helpers, yaml_type
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from dbt_common.exceptions import DbtRuntimeError

_YAML_DECLARATION = "_tablestore_yaml_declaration"


class Project:
    """What one dbt invocation knows of its Python functions; all its threads share it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self.begin(Path(), lambda: None, "session")

    def begin(self, root: Path, manifest: Callable[[], Any], method: str) -> None:
        """Forgets the functions of the invocation before: files may have changed."""
        with self._lock:
            self._root, self._manifest, self._method = root, manifest, method
            self._functions: dict[str, Function] = {}
            self._owners: dict[str, str] = {}
            unload_helpers(root)

    @property
    def manifest(self) -> Any:
        """dbt's manifest, or None before it is there."""
        return self._manifest()

    def use(self, node: Any) -> Function | None:
        """Reads the file of a function node that a query calls; None when the function is not Python.

        Raises:
            FunctionError: what is wrong with the file, or that this target cannot run it.
        """
        if not hasattr(node, "raw_code"):
            node = self._own_node(node.name)
        if node is not None and is_python(node) and self._method != "session":
            raise FunctionError(f"functions need method: session (this target uses {self._method}).")
        return self.add(node)

    def use_by_id(self, unique_id: str) -> None:
        """The same for a node of dbt's manifest.

        Raises:
            FunctionError: as ``use``.
        """
        node = getattr(self.manifest, "functions", {}).get(unique_id)
        if node is not None:
            self.use(node)

    def add(self, node: Any) -> Function | None:
        """Reads the file of a function node; None when the function is not Python.

        Raises:
            FunctionError: what is wrong with the file.
        """
        if node is None or not is_python(node):
            return None
        source = self.source(node)
        with self._lock:
            owner = self._owners.setdefault(source.name, node.unique_id)
            if owner != node.unique_id:
                raise FunctionError(
                    f"{source.file}: {owner} and {node.unique_id} are both called `{source.name}` in SQL. Give one an "
                    "`alias`."
                )
            known = self._functions.get(source.name)
            if known is None or known.digest != source.digest:
                self._functions[source.name] = known = read_function(source)
            return known

    def check(self) -> list[Function]:
        """Reads every Python function of the project and tells dbt's manifest, so its docs, what was inferred.

        Raises:
            FunctionError: everything that is wrong with any of them.
        """
        problems, found = [], []
        for node in list(getattr(self.manifest, "functions", {}).values()):
            try:
                function = self.add(node)
            except FunctionError as error:
                problems.append(error)
                continue
            if function is not None:
                found.append(function)
                _write_types(node, function)
        raise_all(problems)
        return found

    def called_in(self, sql: str) -> list[Function]:
        """The known functions that a statement seems to call."""
        return [function for name, function in list(self._functions.items()) if _call_of(name).search(sql)]

    def owner(self, name: str) -> str | None:
        """The id of the node that is called so in SQL."""
        return self._owners.get(name)

    def source(self, node: Any) -> Source:
        """A function node as we read it.

        Raises:
            FunctionError: its YAML names a type that is none.
        """
        arguments, returns = _yaml_declaration(node)
        own = node.unrendered_config.get("type") if node.unrendered_config else None
        volatility = node.config.volatility
        try:
            return Source(
                name=node.alias or node.name,
                file=node.original_file_path,
                code=node.raw_code,
                entry_point=node.config.entry_point or node.name,
                root=self._root_of(node),
                kind=str(own) if own else None,
                deterministic=str(volatility or "deterministic") == "deterministic",
                arguments=tuple(YamlArgument(name, yaml_type(kind), default) for name, kind, default in arguments),
                returns=yaml_type(returns),
            )
        except MismatchError as mismatch:
            yaml = str(node.patch_path or "").rpartition("://")[2]
            raise FunctionError(f"{yaml}: {node.name}: {mismatch}.") from None

    def _own_node(self, name: str) -> Any:
        """A deferred function has no code: this project's own node has."""
        nodes = getattr(self.manifest, "functions", {}).values()
        return next((node for node in nodes if name in (node.name, node.alias)), None)

    def _root_of(self, node: Any) -> Path:
        installed = self._root / "dbt_packages" / node.package_name
        return installed if (installed / node.original_file_path).exists() else self._root


@contextmanager
def readable_errors() -> Generator[None]:
    """Shows dbt's user the sentences of a function that is wrong.

    Raises:
        DbtRuntimeError: with the sentences.
    """
    try:
        yield
    except FunctionError as error:
        raise DbtRuntimeError(str(error)) from None


def is_python(node: Any) -> bool:
    """Whether a node is a Python function."""
    return str(getattr(node, "resource_type", "")) == "function" and getattr(node, "language", "") == "python"


def _yaml_declaration(node: Any) -> tuple[list[tuple[str, str, Any]], str | None]:
    """What YAML says of a node, also after ``_write_types`` wrote into it."""
    if node.patch_path is None:
        return [], None
    if not hasattr(node, _YAML_DECLARATION):
        arguments = [(item.name, item.data_type, item.default_value) for item in node.arguments]
        setattr(node, _YAML_DECLARATION, (arguments, node.returns.data_type))
    found: tuple[list[tuple[str, str, Any]], str | None] = getattr(node, _YAML_DECLARATION)
    return found


def _write_types(node: Any, function: Function) -> None:
    from dbt.artifacts.resources import FunctionArgument

    signature = function.signatures[0]
    described = {item.name: item.description for item in node.arguments}
    node.arguments = [
        FunctionArgument(item.name, type_text(item.conversion.sql), described.get(item.name), _default(item.default))
        for item in signature.parameters
    ]
    node.returns.data_type = type_text(signature.result.sql)
    if not node.description:
        listed = "\n".join(f"- `{item}`" for item in function.signatures)
        node.description = f"{function.doc}\n\n{listed}".strip()


def _default(value: Any) -> str | None:
    return None if value is MISSING else sql_constant(value)


def _call_of(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.`]){re.escape(name)}\s*\(", re.IGNORECASE)


project = Project()
