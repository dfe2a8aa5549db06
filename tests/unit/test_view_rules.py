"""Every rule of the planner of views is in a list, and every operator opens with its rule."""

from __future__ import annotations

import ast
from pathlib import Path

from dbt.adapters.tablestore.views import operators, rules

KINDS = {"Join", "Operator", "Unary"}
"""Classes from which operators inherit, and which are none themselves."""


def trees(package: Path) -> dict[str, ast.Module]:
    """The modules of a package by their names."""
    return {file.stem: ast.parse(file.read_text()) for file in sorted(package.glob("*.py"))}


def test_every_rule_is_listed_once() -> None:
    written = [
        node.name
        for module in trees(Path(rules.__file__).parent).values()
        for node in module.body
        if isinstance(node, ast.FunctionDef) and [arg.arg for arg in node.args.args] == ["query", "facts"]
    ]
    listed = [rule.__name__ for rule in (*rules.RULES, *rules.RULES_THAT_ASK_SPARK)]  # type: ignore[attr-defined]
    assert sorted(written) == sorted(listed)


def test_a_file_has_one_operator() -> None:
    """The file has the operator's name, and says in its first lines what becomes of changes."""
    found = {}
    for name, module in trees(Path(operators.__file__).parent).items():
        classes = [
            node.name
            for node in module.body
            if isinstance(node, ast.ClassDef)
            and node.name not in KINDS
            and {base.id for base in node.bases if isinstance(base, ast.Name)} & {*KINDS, "Stateful"}
        ]
        if classes:
            assert len(classes) == 1 and classes[0].lower() == name.replace("_", "")
            found[name] = " ".join((ast.get_docstring(module) or "").split())
    assert len(found) >= 13
    for name in found.keys() - {"stateful_join", "stateful_aggregate"}:
        assert "change" in found[name], f"{name}.py does not say what becomes of changes"
