"""The generated pages of the reference, as Markdown: the options of keyed models, and the public macros."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
SENTENCES = yaml.safe_load((Path(__file__).parent / "reference.yml").read_text())
# The rooms of macros for users; the others are for the package itself.
_PUBLIC = ("operators", "operations", "stateful", "changelog")
_TYPES = {
    "columns": "one or several columns",
    "column": "a column",
    "boolean": "`true` or `false`",
    "count": "a positive integer",
    "duration": "a duration, such as `7 d`",
    "ttl": "a duration, such as `7 d`",
    "text": "text",
    "fuse": "a mapping with `max_deleted`, or `false`",
    "maintenance": "a mapping or `false`",
    "tracked": "a list of columns, or `{except: [...]}`",
    "names": "a mapping from dbt's names to others",
}


def options_page() -> str:
    """The options of keyed models, from the registry that reads them."""
    sys.path.insert(0, str(ROOT / "tests" / "support"))
    import harness

    lines = [
        "# Options of keyed models",
        "",
        "The config of a model has them by these names, and `table_options` by those of Flink and Paimon.",
        "",
    ]
    for name, option in harness.call("options").items():
        lines += _option(name, option, SENTENCES["options"][name], "##")
    lines += [
        "## Options of a column",
        "",
        "They are under `fields` and the name of the column: `fields={'total': {'aggregate_function': 'sum'}}`. In",
        "`table_options`, they begin with `fields.` and this name.",
        "",
    ]
    for name, option in harness.call("field_options").items():
        lines += _option(name, option, SENTENCES["fields"][name], "###")
    return "\n".join(lines)


def _option(name: str, option: Mapping[str, Any], sentence: str, level: str) -> list[str]:
    """A heading, what the option does, and what it accepts."""
    values = option.get("values")
    facts = [", ".join(f"`{value}`" for value in values) if values else _TYPES[option["type"]]]
    if option.get("default") not in (None, [], {}, False):
        facts.append(f"default `{option['default']}`")
    if option.get("paimon"):
        facts.append(f"in Paimon {_code(option['paimon'])}")
    heading = f"{level} {_code(name)} {{ #{name} }}"
    return [heading, "", sentence.strip(), "", f"<small>{'; '.join(facts)}</small>", ""]


def macros_page() -> str:
    """The public macros and their arguments, from the `.yml` of each folder."""
    lines = ["# Macros", ""]
    for file in sorted((ROOT / "macros").rglob("*.yml")):
        room = file.parent.relative_to(ROOT / "macros")
        if room.parts[0] not in _PUBLIC:
            continue
        described = yaml.safe_load(file.read_text()).get("macros", [])
        for macro in (macro for macro in described if macro.get("docs", {}).get("show", True)):
            lines += [f"## {macro['name']}", "", str(macro.get("description", "")).strip(), ""]
            arguments = macro.get("arguments") or []
            if arguments:
                lines += ["| argument | type | |", "|---|---|---|"]
            for argument in arguments:
                text = " ".join(str(argument.get("description", "")).split())
                lines.append(f"| `{argument['name']}` | {argument.get('type', '')} | {text} |")
            lines.append("")
    return "\n".join(lines) + "\n"


def _code(name: str) -> str:
    """A name as code that a narrow page can break after an underscore, a dot or a hyphen, and nowhere else."""
    return "<code>" + re.sub(r"([_.-])(?=.)", r"\1<wbr>", name) + "</code>"
