"""Function nodes of dbt's manifest: what YAML declares about them, and the signatures in their description."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.functions.reading.signatures import Function, sql_constant
from dbt.adapters.tablestore.functions.reading.sources import Source, YamlArgument, yaml_type
from dbt.adapters.tablestore.functions.types.conversions import Conversion, enum_text
from dbt.adapters.tablestore.functions.types.errors import FunctionError, MismatchError


def source_of(node: Any, root: Path) -> Source:
    """The source of a function node; ``root`` is the folder of its project or package.

    Raises:
        FunctionError: its YAML has a type that does not exist.
    """
    arguments, returns = yaml_declaration(node)
    yaml = str(node.patch_path or "").rpartition("://")[2]
    own = node.unrendered_config.get("type") if node.unrendered_config else None
    volatility = node.config.volatility
    try:
        return Source(
            name=node.alias or node.name,
            file=node.original_file_path,
            code=node.raw_code,
            entry_point=node.config.entry_point or node.name,
            root=root,
            kind=str(own) if own else None,
            deterministic=str(volatility or "deterministic") == "deterministic",
            arguments=tuple(YamlArgument(name, yaml_type(kind), default) for name, kind, default in arguments),
            returns=yaml_type(returns),
            yaml=yaml,
        )
    except MismatchError as mismatch:
        raise FunctionError(f"{yaml}: {node.name}: {mismatch}.") from None


def yaml_declaration(node: Any) -> tuple[list[tuple[str, str, Any]], str | None]:
    """The arguments of a node in its YAML, as name, type and default, and the type of its result."""
    if node.patch_path is None:
        return [], None
    return [(item.name, item.data_type, item.default_value) for item in node.arguments], node.returns.data_type


def describe(node: Any, function: Function) -> None:
    """Adds the signatures to the description of a node, and the values of arguments that have only some.

    The rest of a node stays as it was parsed, because dbt compares it: with other types, ``state:modified`` would
    always select the function. With ``persist_docs``, dbt compares descriptions too.
    """
    if getattr(node.config, "persist_docs", {}).get("relation"):
        return
    parameters = {item.name: item for signature in function.signatures for item in signature.parameters}
    lines = [f"`{signature}`" for signature in function.signatures]
    lines += [f"`{name}` is {text}" for name, item in parameters.items() if (text := _accepted(item.conversion))]
    listed = "\n".join(f"- {line}" for line in lines)
    if listed not in node.description:
        node.description = f"{node.description or function.doc}\n\n{listed}".strip()


def _accepted(conversion: Conversion) -> str | None:
    """The values of an argument that has only some: the members of an Enum, or those of a Literal."""
    values = [enum_text(member) for member in conversion.cls] if conversion.form == "enum" else conversion.constants
    return f"one of {', '.join(map(sql_constant, values))}" if values else None
