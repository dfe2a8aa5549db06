"""What somebody meant who has misspelled the name of a table or of a function."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from dbt.adapters.tablestore.console.catalog import Catalog
from dbt.adapters.tablestore.console.project_names import ProjectNames
from dbt.adapters.tablestore.profile.commands import completed
from dbt.adapters.tablestore.profile.near_names import near_names

_NO_TABLE = re.compile(r"The table or view (`.+`) cannot be found\.(?P<advice>.*?)(?= SQLSTATE)", re.DOTALL)
_NO_FUNCTION = re.compile(r"(?:routine|function) (`[^ ]+`)(?P<advice> on search path \[.*?\])?\.(?= SQLSTATE)")
_PART = re.compile(r"`((?:[^`]|``)*)`")


def with_suggestion(message: str, catalog: Catalog, project: ProjectNames) -> str:
    """An error of Spark with the names that are near to an unknown one, in place of Spark's general advice.

    Spark itself names columns that are near to an unknown one.
    """
    if found := _NO_TABLE.search(message):
        *place, name = _parts(found[1])
        schema = ".".join(f"`{part}`" for part in place)
        if advice := _advice_of_project(place, name, project):
            return message[: found.start("advice")] + advice + message[found.end("advice") :]
        return _advised(message, found, name, lambda: catalog.all_tables(schema))
    if found := _NO_FUNCTION.search(message):
        name = _parts(found[1])[-1]
        return _advised(message, found, name, lambda: [*project.functions(), *catalog.functions()])
    return message


def _advice_of_project(place: Sequence[str], name: str, project: ProjectNames) -> str:
    """What to run or to write for the table that the project builds or means; empty if there is none."""
    if selected := project.builder_of([*place, name]):
        return completed(f" It is in the project: dbt build --select {selected}")
    table = "" if place else project.table_of(name)
    return f" Write {{{{ ref('{name}') }}}}, which is {table}" if table else ""


def _advised(message: str, found: re.Match[str], name: str, names: Callable[[], Sequence[str]]) -> str:
    near = [f"`{other}`" for other in near_names(name, names())]
    if not near:
        return message
    start, end = found.span("advice") if found["advice"] is not None else (found.end(), found.end())
    point = "" if message[:start].endswith(".") else "."
    return f"{message[:start]}{point} Did you mean {' or '.join(near)}?{message[end:].removeprefix('.')}"


def _parts(name: str) -> list[str]:
    return [part.replace("``", "`") for part in _PART.findall(name)]
