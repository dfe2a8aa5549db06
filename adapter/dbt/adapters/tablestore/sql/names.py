"""Names of catalogs, schemas, tables and columns in a statement."""

from __future__ import annotations

import re

from dbt_common.exceptions import DbtRuntimeError

# Spark reads these without quotes. In a name of digits or of other letters it does not always see a name.
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_IN_BACKTICKS = re.compile(r"`(?:[^`]|``)*`")
_VARIABLE = re.compile(r"\$\{\S+?\}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")


def quoted(name: str) -> str:
    """A name in backticks.

    Raises:
        DbtRuntimeError: it contains a line break or another control character, or ``${...}``.
    """
    if _VARIABLE.search(name):
        raise DbtRuntimeError(f"the name {name!r} contains ${{...}}, which Spark replaces by a setting")
    if _CONTROL.search(name):
        raise DbtRuntimeError(f"the name {name!r} contains a line break or another control character")
    return f"`{name.replace('`', '``')}`"


def unquoted(name: str) -> str:
    """A name without the backticks that `quoted` puts around it."""
    return name[1:-1].replace("``", "`") if _IN_BACKTICKS.fullmatch(name) else name


def quoted_if_needed(name: str) -> str:
    """A name, in backticks if Spark might not read it as a name otherwise."""
    return name if _PLAIN.fullmatch(name) else quoted(name)
