"""The error of a wrong argument or option."""

from __future__ import annotations

from typing import Any

from dbt.adapters.tablestore.profile.commands import completed
from dbt_common.exceptions import CompilationError


class RefusedError(CompilationError):
    """The error of a wrong argument or option, without the list of running macros that dbt adds to compiler errors."""

    def __init__(self, msg: str, node: Any = None) -> None:
        super().__init__(completed(msg), node)

    def process_stack(self) -> list[str]:
        """Nothing: the message names what is wrong."""
        return []
