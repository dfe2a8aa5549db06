"""Delta tables of a project whose folder was copied: their metastore points to the original until it is relocated."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from dbt.adapters.tablestore.spark import jars

MODEL = """
{{ config(materialized='incremental', primary_key='id', file_format='delta') }}
select {{ env_var('ORDER_ID') }} as id
"""
DBT = "import sys; from dbt.cli.main import cli; cli(sys.argv[1:])"
RELOCATE = "import sys; from dbt.adapters.tablestore.cli import main; sys.exit(main(['relocate', sys.argv[1]]))"


def command(code: str, folder: Path, *arguments: str, number: int = 1) -> tuple[int, str]:
    environment = os.environ | {"ORDER_ID": str(number), "DBT_PROFILES_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(autouse=True)
def _cache_with_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache folder with a space in its path, and the jars that were downloaded before."""
    cache = tmp_path / "a cache" / "dbt-tablestore"
    cache.mkdir(parents=True)
    (cache / "jars").symlink_to(jars.cache_folder())
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache.parent))
    monkeypatch.delenv("DBT_TABLESTORE_CLASS_ARCHIVE", raising=False)


def commits(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("lake/spark_catalog/main.db/orders/_delta_log/*.json"))


@pytest.mark.extended
def test_a_copy_writes_to_its_own_tables_after_it_was_relocated(tmp_path: Path) -> None:
    original, copy = tmp_path / "josé 1%20", tmp_path / "josé 2%20"
    (original / "models").mkdir(parents=True)
    (original / "models" / "orders.sql").write_text(MODEL)
    target = {"type": "tablestore", "schema": "main", "warehouse": "lake"}
    (original / "dbt_project.yml").write_text(yaml.safe_dump({"name": "shop", "profile": "shop"}))
    (original / "profiles.yml").write_text(yaml.safe_dump({"shop": {"target": "dev", "outputs": {"dev": target}}}))
    code, output = command(DBT, original, "run")
    assert code == 0, output
    shutil.copytree(original, copy)
    before = commits(original)

    code, output = command(DBT, copy, "run", number=2)
    assert code == 2 and "were moved or copied: their metastore points to" in output, output
    code, output = command(RELOCATE, copy, "lake")
    assert code == 0 and f"moved the Delta tables from {original}" in output, output
    code, output = command(DBT, copy, "run", number=2)
    assert code == 0 and "OK 1 inserted" in output, output
    assert commits(original) == before and len(commits(copy)) > len(before)
    assert "nothing to do" in command(RELOCATE, copy, "lake")[1]
