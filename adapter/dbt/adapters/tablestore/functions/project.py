"""The Python functions of this invocation's dbt project.

A file is read from its syntax tree first. It is run, and its function registered, when a statement calls the function.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dbt.adapters.tablestore.functions.reading.builtin_names import check_not_builtin
from dbt.adapters.tablestore.functions.reading.sql_tables import SqlTable, is_sql_table, sql_table_of
from dbt.adapters.tablestore.functions.reading.state_names import StateMode
from dbt.adapters.tablestore.functions.types.errors import FunctionError, raise_all
from dbt.adapters.tablestore.profile.methods import WITH_DATA_FRAMES
from dbt.adapters.tablestore.sql.statement_text import called_names
from dbt.adapters.tablestore_macros import packages_folder
from dbt_common.exceptions import DbtRuntimeError

# What reads functions needs Spark's types: it is imported with the first function, not with the adapter.
if TYPE_CHECKING:
    from dbt.adapters.tablestore.functions.reading.signatures import Function
    from dbt.adapters.tablestore.functions.reading.sources import Source


class Project:
    """The Python functions of one dbt invocation; its threads share it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._sources: dict[str, Source] = {}
        self.begin(Path(), lambda: None, "session")

    def begin(
        self, root: Path, manifest: Callable[[], Any], method: str, packages_install_path: str | None = None
    ) -> None:
        """Begins an invocation: the functions of the previous one are dropped, because files may have changed.

        ``packages_install_path`` is dbt's, in which it has rendered Jinja; without it, dbt_project.yml is read.
        """
        with self._lock:
            self._root, self._manifest, self._method = root, manifest, method
            self._packages = root / packages_install_path if packages_install_path else None
            if self._sources:
                from dbt.adapters.tablestore.functions.reading.sources import unload_helpers

                unload_helpers()
            self._sources = {}
            self._functions: dict[str, Function] = {}
            self._owners: dict[str, tuple[str, str]] = {}
            self._sql_tables: dict[str, Any] = {}

    @property
    def manifest(self) -> Any:
        """dbt's manifest, or None before dbt has parsed the project."""
        return self._manifest()

    def use(self, node: Any) -> Source | None:
        """The file of a function node that a query calls; None when the function is not Python. The file is not run.

        Raises:
            FunctionError: the file is wrong, or the target's connection method cannot run Python functions.
        """
        if not hasattr(node, "raw_code"):
            node = self._own_node(node.name)
        if node is not None and _is_python(node):
            self._check_method(node, "Python functions")
        return self.add(node)

    def _check_method(self, node: Any, what: str) -> None:
        if self._method not in WITH_DATA_FRAMES:
            able = " or ".join(f"`method: {method}`" for method in WITH_DATA_FRAMES)
            raise FunctionError(
                f"{node.original_file_path}: {what} need {able} in the profile; this target has "
                f"`method: {self._method}`."
            )

    def use_sql_table(self, node: Any) -> bool:
        """Whether a function node that a query calls is a table function in SQL, which the session then has.

        Raises:
            FunctionError: the target's connection method has no session that could hold it, or Spark has a function of
                its name.
        """
        if not hasattr(node, "raw_code"):
            node = self._own_node(node.name)
        if node is None or not is_sql_table(node):
            return False
        self._check_method(node, "Table functions")
        check_not_builtin(node.original_file_path, node.alias or node.name)
        with self._lock:
            self._sql_tables[sql_name(node.alias or node.name)] = node
        return True

    def sql_tables_in(self, sql: str) -> list[SqlTable]:
        """The table functions in SQL whose name stands before a parenthesis in a statement, and those that they call.

        A function stands behind those that it calls, because Spark reads its query when it is created.

        Raises:
            FunctionError: one of them cannot be created.
        """
        nodes, found = dict(self._sql_tables), dict[str, SqlTable]()

        def add(text: str) -> None:
            for name in sorted(called_names(text)):
                if name not in nodes:
                    continue
                table = sql_table_of(nodes.pop(name))
                add(table.statement)
                found[name] = table

        if nodes:
            add(sql)
        return list(found.values())

    def build(self, unique_id: str) -> None:
        """Looks at a function of dbt's manifest that is built: runs the file of one in Python, and reads its types.

        Raises:
            FunctionError: the file is wrong, or the target's connection method cannot run Python functions.
        """
        node = getattr(self.manifest, "functions", {}).get(unique_id)
        if node is None or self.use_sql_table(node):
            return
        source = self.use(node)
        if source is not None:
            self._function(source)

    def add(self, node: Any) -> Source | None:
        """The file of a function node, checked without running it; None when the function is not Python.

        Raises:
            FunctionError: the file is wrong.
        """
        if node is None or not _is_python(node):
            return None
        from dbt.adapters.tablestore.functions.reading.nodes import source_of
        from dbt.adapters.tablestore.functions.reading.syntax import check_syntax

        source = source_of(node, self._root_of(node))
        check_not_builtin(source.file, source.name)
        with self._lock:
            name = sql_name(source.name)
            owner, file = self._owners.setdefault(name, (node.unique_id, source.file))
            if owner != node.unique_id:
                raise FunctionError(
                    f"{source.file}: {owner} ({file}) and {node.unique_id} ({source.file}) have the same name in SQL, "
                    f"`{source.name}`, where upper and lower case are equal. Set `alias` in the config of one of them."
                )
            known = self._sources.get(name)
            if known is None or known.digest != source.digest:
                check_syntax(source)
                self._sources[name] = known = source
            return known

    def check(self, run: bool) -> list[str]:
        """What is wrong with the Python functions of the project. Only what calls such a function fails.

        With ``run``, runs their files, and writes their signatures into dbt's manifest for its documentation. Otherwise
        only checks what their syntax trees show.
        """
        problems: list[str] = []
        for node in list(getattr(self.manifest, "functions", {}).values()):
            try:
                source = self.add(node)
                if source is not None and run:
                    from dbt.adapters.tablestore.functions.reading.nodes import describe

                    describe(node, self._function(source))
            except FunctionError as error:
                problems += error.messages
        return problems

    def texts(self, node: Any) -> dict[str, tuple[str, str]]:
        """What decides what a function returns besides its own text: its YAML, its helpers; each with its language."""
        from dbt.adapters.tablestore.functions.reading.declared import bodies, declaration, used_helpers

        found = {f"{node.unique_id} (YAML)": (declaration(node), "yaml")}
        found |= {f"{node.unique_id} ({name})": (body, "sql") for name, body in bodies(node).items()}
        if _is_python(node):
            helpers = used_helpers(node.raw_code, self._root_of(node))
            found |= {f"python.{node.package_name}.{name}": (text, "python") for name, text in helpers.items()}
        return found

    def called_in(self, sql: str) -> list[Function]:
        """The functions whose name stands before a parenthesis in a statement. Runs their files.

        Raises:
            FunctionError: all that is wrong with any of them.
        """
        problems, found = [], []
        sources, text = list(self._sources.items()), sql.lower()
        called = called_names(sql) if any(name in text for name, _ in sources) else set()
        for name, source in sources:
            if name in called or any(mode.name_of(name) in called for mode in StateMode):
                try:
                    found.append(self._function(source))
                except FunctionError as error:
                    problems.append(error)
        raise_all(problems)
        return found

    def _function(self, source: Source) -> Function:
        """The function of a file, which is run once."""
        from dbt.adapters.tablestore.functions.reading.extraction import read_function

        with self._lock:
            name = sql_name(source.name)
            known = self._functions.get(name)
            if known is None or known.digest != source.digest:
                self._functions[name] = known = read_function(source)
            return known

    def owner(self, name: str) -> str | None:
        """The unique_id of the node with this name in SQL."""
        return self._owners.get(sql_name(name), (None, None))[0]

    def _own_node(self, name: str) -> Any:
        """This project's node of a deferred function, which has no code itself."""
        nodes = getattr(self.manifest, "functions", {}).values()
        return next((node for node in nodes if name in (node.name, node.alias)), None)

    def _root_of(self, node: Any) -> Path:
        with self._lock:
            self._packages = self._packages or packages_folder(self._root)
        installed = self._packages / node.package_name
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


def _is_python(node: Any) -> bool:
    """Whether a node is a Python function."""
    return str(getattr(node, "resource_type", "")) == "function" and getattr(node, "language", "") == "python"


def sql_name(name: str) -> str:
    """A function's name as Spark compares it: without regard to case."""
    return name.lower()


project = Project()
