"""What a class needs, so that Spark's workers can make an instance of it and call its methods."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from typing import Any

from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.types.messages import count

_NAMED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def check_class(cls: Any, name: str, file: str, methods: Sequence[str]) -> None:
    """Checks a class; ``methods`` are those of its kind, of which it may have only some.

    Raises:
        FunctionError: all that is wrong with it.
    """
    problems = [f"{file}: class {name}: {problem}" for problem in _problems(cls, methods)]
    if problems:
        raise FunctionError(*problems)


def _problems(cls: Any, methods: Sequence[str]) -> Iterator[str]:
    abstract = sorted(getattr(cls, "__abstractmethods__", ()))
    if abstract:
        yield f"it is abstract, because it does not define {', '.join(abstract)}(). Define them."
    if needed := _needed(cls.__init__, 1):
        yield (
            f"__init__ takes {count(len(needed), 'argument')} ({', '.join(needed)}), and Spark's workers make an "
            "instance without any. Give each a default."
        )
    for method in (name for name in ("open", *methods) if hasattr(cls, name)):
        yield from _problems_of_method(cls, method, is_aggregate="accumulate" in methods)


def _problems_of_method(cls: Any, name: str, is_aggregate: bool) -> Iterator[str]:
    method = getattr(cls, name)
    if not inspect.isroutine(method):
        yield f"`{name}` is {method!r}, not a method. Define it with def."
        return
    plain = name == "open" or is_aggregate
    if plain and (inspect.iscoroutinefunction(method) or inspect.isasyncgenfunction(method)):
        yield f"{name}() is called, and not awaited. Write def {name}, without async."
    elif plain and inspect.isgeneratorfunction(method):
        yield f"{name}() is a generator, and is called without reading what it yields. Replace its yield."
    if name == "open" and (needed := _needed(method, 1)):
        yield f"open() is called without arguments. Remove {', '.join(f'`{item}`' for item in needed)}."


def _needed(method: Any, leading: int) -> list[str]:
    """The parameters without a default behind the first ones."""
    try:
        parameters = list(inspect.signature(method).parameters.values())[leading:]
    except (TypeError, ValueError):  # a method of C, such as that of object
        return []
    return [item.name for item in parameters if item.kind in _NAMED and item.default is inspect.Parameter.empty]
