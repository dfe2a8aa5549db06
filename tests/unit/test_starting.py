"""What a person meets first: the databases `dbt init` offers, and where a run writes its logs. Without Spark."""

from __future__ import annotations

import importlib.util
import io
import json
import subprocess
import sys
from pathlib import Path

import dbt.adapters
import pytest
import yaml
from dbt.adapters import tablestore
from dbt.adapters.tablestore import starter
from dbt.adapters.tablestore_macros import current_project
from dbt.cli import params
from dbt.cli.main import dbtRunner
from dbt.version import _get_adapter_plugin_names

MODELS = {"orders": "incremental", "orders_by_status": "materialized_view"}
pytestmark = pytest.mark.usefixtures("macros_parsed_once")


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A folder with a project in ``shop``, whose macro ``show`` prints the folders the adapter uses."""
    (tmp_path / "shop" / "macros").mkdir(parents=True)
    folders = ("project_root", "warehouse_path", "log_folder")
    shown = ", ".join(f"'{name}': adapter.config.credentials.{name} | string" for name in folders)
    macro = "{% macro show() %}{{ print(tojson({" + shown + "})) }}{% endmacro %}"
    (tmp_path / "shop" / "macros" / "show.sql").write_text(macro)
    (tmp_path / "shop" / "dbt_project.yml").write_text("{name: shop, profile: shop}")
    target = {"type": "tablestore", "schema": "main", "warehouse": "lake"}
    profile = {"shop": {"target": "dev", "outputs": {"dev": target}}}
    (tmp_path / "shop" / "profiles.yml").write_text(json.dumps(profile))
    return tmp_path


def test_dbt_init_offers_the_adapter_and_writes_a_profile_that_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It does not offer the plugin that brings the package of macros."""
    # dbt lists the folders of installed adapters; those of an editable installation are not among them.
    spec = dbt.adapters.__spec__
    installed = [*spec.submodule_search_locations, str(Path(tablestore.__file__).parent.parent)]
    monkeypatch.setattr(spec, "submodule_search_locations", list(dict.fromkeys(installed)))
    offered = list(_get_adapter_plugin_names())
    assert sorted(offered) == ["spark", "tablestore"]

    monkeypatch.chdir(tmp_path)
    answers = f"{offered.index('tablestore') + 1}\n\n\n\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    # the first releases of dbt 1.11 have no such option, and do not connect
    skipped = ["--skip-debug"] if hasattr(params, "skip_debug") else []
    command = ["init", *skipped, "--profiles-dir", str(tmp_path)]
    projects, say = [], starter.logger.info
    monkeypatch.setattr(starter.logger, "info", lambda text: (projects.append(current_project()), say(text)))
    assert dbtRunner().invoke([*command, "shop"]).success
    assert "has a keyed model and a view of it: cd shop && dbt build" in capsys.readouterr().out
    assert projects == [tmp_path / "shop"], "its connection test makes the warehouse there"
    models = Path(tmp_path, "shop", "models", "example")
    assert {path.name for path in models.iterdir()} == {"orders.sql", "orders_by_status.sql", "schema.yml"}
    target = yaml.safe_load((tmp_path / "profiles.yml").read_text())["shop"]["outputs"]["dev"]
    assert target == {"type": "tablestore", "warehouse": "./lake", "schema": "main", "threads": 4}
    parsed = dbtRunner().invoke(["--quiet", "parse", "--project-dir", str(tmp_path / "shop"), "--profiles-dir", "."])
    assert parsed.success, parsed.exception
    found = {node.name: node.config.materialized for node in parsed.result.nodes.values() if node.name in MODELS}
    assert found == MODELS

    # the models of a project that is not new are the user's
    changed = models / "orders.sql"
    changed.write_text("select 1 as mine")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"y\n{answers}"))
    monkeypatch.chdir(tmp_path / "shop")
    assert dbtRunner().invoke(command).success
    assert changed.read_text() == "select 1 as mine"


@pytest.mark.parametrize(
    ("arguments", "run_in", "logs"),
    [
        (["--project-dir", "shop", "--profiles-dir", "shop"], ".", "shop/logs"),
        (["--project-dir", "shop", "--profiles-dir", "shop", "--log-path", "elsewhere"], ".", "elsewhere"),
        ([], "shop", "shop/logs"),
        (["--log-path", "../elsewhere"], "shop", "elsewhere"),
    ],
)
def test_logs_of_spark_are_beside_those_of_dbt(
    shop: Path,
    arguments: list[str],
    run_in: str,
    logs: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(shop / run_in)
    assert dbtRunner().invoke(["--quiet", "run-operation", "show", *arguments]).success
    folders = {name: Path(folder) for name, folder in json.loads(capsys.readouterr().out).items()}
    assert (shop / logs / "dbt.log").is_file()
    assert folders["log_folder"].is_absolute()
    assert folders["log_folder"].resolve() == (shop / logs).resolve()
    assert folders["project_root"] == shop / "shop"
    assert folders["warehouse_path"] == shop / "shop" / "lake"


def test_what_only_a_run_needs_is_not_imported_with_the_adapter() -> None:
    """Every command imports the adapter. In a process of its own, because this one has imported more."""
    late = {"filelock", "numpy", "pandas", "pyarrow", "pyspark", "sqlglot"}
    code = f"import sys; from dbt.adapters.tablestore import Plugin; print(sorted({late!r} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", "import it in the function that needs it"
    assert all(importlib.util.find_spec(name) for name in late)
