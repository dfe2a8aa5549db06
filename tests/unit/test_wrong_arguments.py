"""A wrong argument is an error of the model that has it, and not of `dbt parse`, which every dbt command needs."""

from __future__ import annotations

from pathlib import Path

import yaml
from dbt.cli.main import dbtRunner

import rooms

# Macros of the package that a model calls.
ROOMS = ("operators", "changelog", "stateful")
WRONG = "[0, {'x': none}]"


def test_no_wrong_argument_fails_a_parse(tmp_path: Path, macros_parsed_once: None) -> None:
    called = [
        macro for macro in rooms.macros() if rooms.is_for_users(macro) and rooms.room(macro.path).split("/")[0] in ROOMS
    ]
    assert len(called) > 20
    target = {"type": "tablestore", "schema": "main", "warehouse": str(tmp_path / "lake")}
    (tmp_path / "models").mkdir()
    (tmp_path / "dbt_project.yml").write_text(yaml.safe_dump({"name": "shop", "profile": "shop"}))
    (tmp_path / "profiles.yml").write_text(yaml.safe_dump({"shop": {"target": "dev", "outputs": {"dev": target}}}))
    (tmp_path / "models" / "base.sql").write_text("select 1 as id")
    for macro in called:
        arguments = ", ".join(["ref('base')", *(f"{name}={WRONG}" for name in macro.arguments[1:])])
        path = tmp_path / "models" / f"wrong_{macro.name}.sql"
        path.write_text(f"select * from {{{{ tablestore.{macro.name}({arguments}) }}}}")
    where = ["--project-dir", str(tmp_path), "--profiles-dir", str(tmp_path), "--log-path", str(tmp_path / "logs")]
    done = dbtRunner().invoke(["--quiet", "parse", *where])
    assert done.success, done.exception
    for macro in called:
        node = done.result.nodes[f"model.shop.wrong_{macro.name}"]
        assert node.depends_on.nodes == ["model.shop.base"]
