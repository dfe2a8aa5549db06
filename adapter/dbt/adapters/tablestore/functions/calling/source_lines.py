"""Where in the user's files a call stands: Spark knows its location in the statement only."""

from __future__ import annotations

import re
from typing import Any

from dbt.adapters.tablestore.functions.calling.spark import Origin
from dbt.adapters.tablestore.functions.project import Project
from dbt_common.events.contextvars import get_node_info


def current_node(project: Project) -> Any:
    """The node that this thread runs, or None."""
    unique_id = get_node_info().get("unique_id")
    manifest = project.manifest
    if not unique_id or manifest is None:
        return None
    return next(
        (nodes[unique_id] for kind in ("nodes", "unit_tests") if unique_id in (nodes := getattr(manifest, kind, {}))),
        None,
    )


def depends_on(project: Project, node: Any, name: str) -> bool:
    """Whether a node calls a function, by itself or in an ephemeral model it is made of."""
    asked, seen = [node], set()
    while asked:
        for unique_id in asked.pop().depends_on.nodes:
            if unique_id == project.owner(name):
                return True
            above = project.manifest.nodes.get(unique_id)
            if above is not None and unique_id not in seen and getattr(above, "is_ephemeral_model", False):
                seen.add(unique_id)
                asked.append(above)
    return False


def location_of_call(project: Project, origin: Origin | None, name: str) -> str:
    """``models/m.sql line 12`` for a call of ``name``; empty outside of any node."""
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
    """The line of the template that wrote the call, when the template has one location for each call."""
    written = list(re.finditer(rf"function\(\s*(?:['\"]\w+['\"]\s*,\s*)?['\"]{re.escape(name)}['\"]\s*\)", raw))
    called = [match.start() for match in re.finditer(rf"(?<![\w.`]){re.escape(name)}\s*\(", compiled, re.IGNORECASE)]
    if len(written) != len(called) or start not in called:
        return None
    return _line(raw, written[called.index(start)].start())


def _line(sql: str, position: int) -> int:
    return sql.count("\n", 0, position) + 1
