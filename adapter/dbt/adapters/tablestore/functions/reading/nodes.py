"""Function nodes of dbt's manifest: what YAML declares about them, and the types that are written into them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Function, sql_constant
from dbt.adapters.tablestore.functions.reading.sources import Source, YamlArgument, yaml_type
from dbt.adapters.tablestore.functions.types.conversions import Conversion, enum_text
from dbt.adapters.tablestore.functions.types.errors import FunctionError, MismatchError
from dbt.adapters.tablestore.functions.types.sql_types import type_text

_YAML_DECLARATION = "_tablestore_yaml_declaration"


def source_of(node: Any, root: Path) -> Source:
    """The source of a function node; ``root`` is the folder of its project or package.

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
            root=root,
            kind=str(own) if own else None,
            deterministic=str(volatility or "deterministic") == "deterministic",
            arguments=tuple(YamlArgument(name, yaml_type(kind), default) for name, kind, default in arguments),
            returns=yaml_type(returns),
            yaml=yaml,
        )
    except MismatchError as mismatch:
        raise FunctionError(f"{yaml}: {node.name}: {mismatch}.") from None


def _yaml_declaration(node: Any) -> tuple[list[tuple[str, str, Any]], str | None]:
    """The types in a node's YAML, also after ``write_types`` has replaced them."""
    if node.patch_path is None:
        return [], None
    if not hasattr(node, _YAML_DECLARATION):
        arguments = [(item.name, item.data_type, item.default_value) for item in node.arguments]
        setattr(node, _YAML_DECLARATION, (arguments, node.returns.data_type))
    found: tuple[list[tuple[str, str, Any]], str | None] = getattr(node, _YAML_DECLARATION)
    return found


def write_types(node: Any, function: Function) -> None:
    """Writes the arguments and the result of the first signature into a node, and a description if it has none."""
    from dbt.artifacts.resources import FunctionArgument

    signature = function.signatures[0]
    described = {item.name: item.description for item in node.arguments}
    node.arguments = [
        FunctionArgument(
            item.name,
            type_text(item.conversion.sql),
            described.get(item.name) or _accepted(item.conversion),
            _default(item.default),
        )
        for item in signature.parameters
    ]
    node.returns.data_type = type_text(signature.result.sql)
    if not node.description:
        listed = "\n".join(f"- `{item}`" for item in function.signatures)
        node.description = f"{function.doc}\n\n{listed}".strip()


def _default(value: Any) -> str | None:
    return None if value is MISSING else sql_constant(value)


def _accepted(conversion: Conversion) -> str | None:
    """The description of an argument that has only some values: the members of an Enum, or those of a Literal."""
    values = [enum_text(member) for member in conversion.cls] if conversion.form == "enum" else conversion.constants
    return f"one of {', '.join(map(sql_constant, values))}" if values else None
