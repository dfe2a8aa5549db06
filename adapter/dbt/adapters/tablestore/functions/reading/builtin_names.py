"""Functions that have the name of one of Spark's own."""

from __future__ import annotations

from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.sql.builtin_names import BUILTIN_NAMES


def builtin_message(file: str, name: str) -> str:
    """The message about a function that has such a name."""
    return (
        f"{file}: `{name}` is the name of a Spark built-in function, which this one would hide for the whole run. "
        "Rename the function, or set `alias` in its config."
    )


def check_not_builtin(file: str, name: str) -> None:
    """Checks the name of a function of a project.

    Raises:
        FunctionError: Spark has a function of this name, by which all statements would call the other one.
    """
    if name.lower() in BUILTIN_NAMES:
        raise FunctionError(builtin_message(file, name))
