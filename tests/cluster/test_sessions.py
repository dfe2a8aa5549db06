"""The embedded session on a standalone cluster."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from servers import spark

SETTINGS = {"spark.executor.memory": "512m", "spark.cores.max": "1", "spark.driver.memory": "1g"}
FILES = {
    "python/shop_prices.py": "def doubled(price):\n    return price * 2\n",
    "functions/doubled.py": "import shop_prices\n\n\ndef doubled(price: int) -> int:\n"
    "    return shop_prices.doubled(price)\n",
    "functions/functions.yml": "functions:\n  - {name: doubled, config: {entry_point: doubled},"
    " arguments: [{name: price, data_type: bigint}], returns: {data_type: bigint}}\n",
    "seeds/orders.csv": "id,price\n1,10\n2,20\n",
    "models/totals.sql": "{{ config(materialized='incremental', primary_key='id') }}\n"
    "select id, {{ function('doubled') }}(price) as price from {{ ref('orders') }}\n",
    "models/sorted.py": "def model(dbt, spark):\n    return dbt.ref('totals').orderBy('id').limit(1)\n",
    "tests/expected.sql": "select id, price from {{ ref('totals') }} except values (1, 20), (2, 40)\n"
    "union all (select id, price from {{ ref('sorted') }} where price != 20)\n",
}


def write(folder: Path, files: dict[str, str], **target: Any) -> None:
    """A project with these files and this target."""
    project = {"name": "shop", "version": "1.0", "profile": "shop", "flags": {"send_anonymous_usage_stats": False}}
    profile = {"shop": {"target": "dev", "outputs": {"dev": {"type": "tablestore", "schema": "main", **target}}}}
    files = files | {"dbt_project.yml": yaml.safe_dump(project), "profiles.yml": yaml.safe_dump(profile)}
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def dbt(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a dbt command in a process of its own, from the folder above the project."""
    where = ["--project-dir", folder.name, "--profiles-dir", folder.name, "--no-use-colors"]
    command = [sys.executable, "-W", "ignore", "-m", "dbt.cli.main", *arguments, *where]
    variables = {**os.environ, **environment}
    return subprocess.run(command, cwd=folder.parent, env=variables, capture_output=True, text=True, timeout=300)


@pytest.mark.extended
def test_a_project_in_a_relative_folder(standalone: dict[str, str], tmp_path: Path) -> None:
    """The workers get its helper modules, and run the Python of the profile; the environment names another one."""
    settings = {"spark.master": standalone["SPARK_MASTER"], "spark.pyspark.python": standalone["WORKER_PYTHON"]}
    write(tmp_path / "shop", FILES, warehouse=str(tmp_path / "lake"), spark_config=SETTINGS | settings)
    done = dbt(tmp_path / "shop", "build", PYSPARK_PYTHON="no-such-python", SPARK_REMOTE="sc://nowhere")
    assert done.returncode == 0 and "ERROR=0" in done.stdout, done.stdout


@pytest.mark.extended
def test_executors_that_cannot_start(tmp_path: Path) -> None:
    """The workers cannot make a folder for them."""
    models = {"models/m.sql": "{{ config(materialized='table') }} select count(*) as n from range(10)"}
    with spark.standalone(tmp_path) as master:
        for number in range(1, spark.WORKERS + 1):
            shutil.rmtree(tmp_path / f"worker_{number}")
            (tmp_path / f"worker_{number}").write_text("")
        write(tmp_path / "shop", models, warehouse=str(tmp_path / "lake"), spark_config={"spark.master": master})
        done = dbt(tmp_path / "shop", "run")
    assert done.returncode != 0
    assert "Master removed our application: FAILED" in done.stdout, done.stdout
    assert "If its executors could not start" in done.stdout and "stopped SparkContext" not in done.stdout, done.stdout
