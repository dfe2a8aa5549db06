"""Hooks of mkdocs: pages that are generated from the package, and links to files that the site does not have."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import yaml
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
OUTSIDE = re.compile(r"\[([^\]]+)\]\((?:\.\./)+([^)#]+)[^)]*\)")


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages of the reference."""
    files.append(File.generated(config, "reference/options.md", content=options_page()))
    files.append(File.generated(config, "reference/macros.md", content=macros_page()))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Names a file of the repository instead of a link to it."""
    return OUTSIDE.sub(r"\1 (`\2` in the repository)", markdown)


def options_page() -> str:
    """The options of keyed models, from the registry that reads them."""
    sys.path.insert(0, str(ROOT / "tests" / "support"))
    import harness

    lines = ["# Options of keyed models", "", "| config | Flink and Paimon | type | default |", "|---|---|---|---|"]
    for name, option in harness.call("options").items():
        default = option.get("default")
        shown = "" if default in (None, [], {}) else f"`{str(default).lower()}`"
        values = option.get("values")
        kind = ", ".join(f"`{value}`" for value in values) if values else option["type"]
        paimon = f"`{option['paimon']}`" if option.get("paimon") else ""
        lines.append(f"| `{name}` | {paimon} | {kind} | {shown} |")
    return "\n".join([*lines, "", "[Merge engines](../engines.md) says what each of them does."]) + "\n"


def macros_page() -> str:
    """The public macros and their arguments, from the `.yml` of each folder."""
    lines = ["# Macros", ""]
    for file in sorted((ROOT / "macros").rglob("*.yml")):
        room = file.parent.relative_to(ROOT / "macros")
        if room.parts[0] not in ("operators", "operations", "stateful", "changelog"):
            continue  # the others are for the package itself
        for macro in yaml.safe_load(file.read_text()).get("macros", []):
            lines += [f"## {macro['name']}", "", str(macro.get("description", "")).strip(), ""]
            arguments = macro.get("arguments") or []
            if arguments:
                lines += ["| argument | type | |", "|---|---|---|"]
            for argument in arguments:
                text = " ".join(str(argument.get("description", "")).split())
                lines.append(f"| `{argument['name']}` | {argument.get('type', '')} | {text} |")
            lines.append("")
    return "\n".join(lines) + "\n"
