"""The Python functions of this invocation's dbt project. They are registered when a statement calls them."""

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
    """The Python functions of one dbt invocation; its threads share it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self.begin(Path(), lambda: None, "session")

    def begin(self, root: Path, manifest: Callable[[], Any], method: str) -> None:
        """Begins an invocation: the functions of the previous one are dropped, because files may have changed."""
        with self._lock:
            self._root, self._manifest, self._method = root, manifest, method
            self._functions: dict[str, Function] = {}
            self._owners: dict[str, str] = {}
            unload_helpers(root)

    @property
    def manifest(self) -> Any:
        """dbt's manifest, or None before dbt has parsed the project."""
        return self._manifest()

    def use(self, node: Any) -> Function | None:
        """Reads the file of a function node that a query calls; None when the function is not Python.

        Raises:
            FunctionError: the file is wrong, or the target's connection method cannot run Python functions.
        """
        if not hasattr(node, "raw_code"):
            node = self._own_node(node.name)
        if node is not None and is_python(node) and self._method != "session":
            raise FunctionError(
                f"{node.original_file_path}: Python functions need `method: session` in the profile; this target has "
                f"`method: {self._method}`."
            )
        return self.add(node)

    def use_by_id(self, unique_id: str) -> None:
        """Reads the file of a node of dbt's manifest, as ``use`` does.

        Raises:
            FunctionError: the file is wrong, or the target's connection method cannot run Python functions.
        """
        node = getattr(self.manifest, "functions", {}).get(unique_id)
        if node is not None:
            self.use(node)

    def add(self, node: Any) -> Function | None:
        """Reads the file of a function node; None when the function is not Python.

        Raises:
            FunctionError: the file is wrong.
        """
        if node is None or not is_python(node):
            return None
        source = self.source(node)
        with self._lock:
            owner = self._owners.setdefault(source.name, node.unique_id)
            if owner != node.unique_id:
                raise FunctionError(
                    f"{source.file}: {owner} and {node.unique_id} have the same name in SQL, `{source.name}`. Set "
                    "`alias` in the config of one of them."
                )
            known = self._functions.get(source.name)
            if known is None or known.digest != source.digest:
                self._functions[source.name] = known = read_function(source)
            return known

    def check(self) -> list[Function]:
        """Reads every Python function of the project, and writes the types into dbt's manifest for its documentation.

        Raises:
            FunctionError: all that is wrong with any of them.
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
        """The functions whose name stands before a parenthesis in a statement."""
        return [function for name, function in list(self._functions.items()) if _call_of(name).search(sql)]

    def owner(self, name: str) -> str | None:
        """The unique_id of the node with this name in SQL."""
        return self._owners.get(name)

    def source(self, node: Any) -> Source:
        """The source of a function node.

        Raises:
            FunctionError: its YAML has a type that does not exist.
        """
        arguments, returns = _yaml_declaration(node)
        yaml = str(node.patch_path or "").rpartition("://")[2]
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
                yaml=yaml,
            )
        except MismatchError as mismatch:
            raise FunctionError(f"{yaml}: {node.name}: {mismatch}.") from None

    def _own_node(self, name: str) -> Any:
        """This project's node of a deferred function, which has no code itself."""
        nodes = getattr(self.manifest, "functions", {}).values()
        return next((node for node in nodes if name in (node.name, node.alias)), None)

    def _root_of(self, node: Any) -> Path:
        installed = self._root / "dbt_packages" / node.package_name
        return installed if (installed / node.original_file_path).exists() else self._root


@contextmanager
def readable_errors() -> Generator[None]:
    """Turns the errors of functions into errors that dbt shows without a stack trace.

    Raises:
        DbtRuntimeError: with the messages.
    """
    try:
        yield
    except FunctionError as error:
        raise DbtRuntimeError(str(error)) from None


def is_python(node: Any) -> bool:
    """Whether a node is a Python function."""
    return str(getattr(node, "resource_type", "")) == "function" and getattr(node, "language", "") == "python"


def _yaml_declaration(node: Any) -> tuple[list[tuple[str, str, Any]], str | None]:
    """The types in a node's YAML, also after ``_write_types`` has replaced them."""
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
