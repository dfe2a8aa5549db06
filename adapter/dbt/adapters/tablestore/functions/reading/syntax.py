"""What the syntax tree of a function file shows, without running the file.

A file is code of the repository: it runs when a statement calls its function, and in commands that check all functions.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from dbt.adapters.tablestore.functions.reading.sources import Source, import_error, missing_error

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_DYNAMIC = {"globals", "locals", "vars", "exec", "eval", "setattr"}


def check_syntax(source: Source) -> None:
    """Checks that the file is Python, and that it defines its entry point.

    Raises:
        FunctionError: with the message that running the file would end in.
    """
    try:
        tree = ast.parse(source.code, str(source.root / source.file))
    except (SyntaxError, ValueError) as error:  # ValueError: a null byte, before Python 3.12
        raise import_error(source, error) from error
    if source.entry_point not in _names(tree.body) and not _is_dynamic(tree):
        own = [node.name for node in tree.body if isinstance(node, _DEFINITIONS)]
        raise missing_error(source, own)


def _names(body: list[ast.stmt]) -> set[str]:
    """The names that the statements of a module bind; also names inside of `if`, `try` and `with`."""
    return {name for statement in body for name in _bound(statement)}


def _bound(node: ast.AST) -> Iterator[str]:
    if isinstance(node, _DEFINITIONS):
        yield node.name
        return
    if isinstance(node, ast.alias):
        yield node.asname or node.name.partition(".")[0]
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    for child in ast.iter_child_nodes(node):
        yield from _bound(child)


def _is_dynamic(tree: ast.Module) -> bool:
    """Whether the file may bind names that its syntax does not show: ``from x import *``, ``globals()[...]``."""
    return any(
        (isinstance(node, ast.alias) and node.name == "*") or (isinstance(node, ast.Name) and node.id in _DYNAMIC)
        for node in ast.walk(tree)
    )
