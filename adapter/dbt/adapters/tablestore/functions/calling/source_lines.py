"""Where in the user's files a call stands. Spark only knows its place in the statement."""

from __future__ import annotations

import re
from typing import Any

from dbt.adapters.tablestore.functions.calling.spark import Origin
from dbt.adapters.tablestore.functions.project import Project
from dbt_common.events.contextvars import get_node_info


def current_node(project: Project) -> Any:
    """The dbt node that this thread runs, or None."""
    unique_id = get_node_info().get("unique_id")
    manifest = project.manifest
    if not unique_id or manifest is None:
        return None
    return next(
        (nodes[unique_id] for kind in ("nodes", "unit_tests") if unique_id in (nodes := getattr(manifest, kind, {}))),
        None,
    )


def depends_on(project: Project, node: Any, name: str) -> bool:
    """Whether a node calls a function, itself or through an ephemeral model."""
    pending, seen = [node], set()
    while pending:
        for unique_id in pending.pop().depends_on.nodes:
            if unique_id == project.owner(name):
                return True
            parent = project.manifest.nodes.get(unique_id)
            if parent is not None and unique_id not in seen and getattr(parent, "is_ephemeral_model", False):
                seen.add(unique_id)
                pending.append(parent)
    return False


def location_of_call(project: Project, origin: Origin | None, name: str) -> str:
    """``models/m.sql line 12`` for a call of ``name``; the line of the statement when no dbt node runs it."""
    node = current_node(project)
    if node is None:
        return "" if origin is None else f"line {_line(origin.sql, origin.start)}"
    file = str(node.original_file_path)
    if origin is None:
        return file
    compiled = (getattr(node, "compiled_code", None) or "").strip()
    begin = origin.sql.find(compiled) if compiled else -1
    sql, start = (compiled, origin.start - begin) if 0 <= begin <= origin.start else (origin.sql, origin.start)
    line = _template_line(getattr(node, "raw_code", "") or "", sql, start, name)
    return f"{file} line {line}" if line else f"{file} (line {_line(sql, start)} of its compiled SQL)"


def _template_line(raw: str, compiled: str, start: int, name: str) -> int | None:
    """The line of a call in the model's file, when the file has one ``{{ function(...) }}`` for each call."""
    templates = list(re.finditer(rf"function\(\s*(?:['\"]\w+['\"]\s*,\s*)?['\"]{re.escape(name)}['\"]\s*\)", raw))
    called = [match.start() for match in re.finditer(rf"(?<![\w.`]){re.escape(name)}\s*\(", compiled, re.IGNORECASE)]
    if len(templates) != len(called) or start not in called:
        return None
    return _line(raw, templates[called.index(start)].start())


def _line(sql: str, position: int) -> int:
    return sql.count("\n", 0, position) + 1
