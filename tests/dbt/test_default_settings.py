"""A project with nothing in its profile but a schema and a warehouse, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

# What a user types, and then which class writes the files of the Iceberg catalog and of everybody else.
SCRIPT = """
import json
from pathlib import Path
from dbt.adapters.tablestore.spark import session
from dbt.cli.main import dbtRunner
from pyspark import SparkContext

done = dbtRunner().invoke(["build", "--quiet"])
assert done.success, done.exception or [result.message for result in done.result]
spark = session._root
table = spark.table("lake.main.orders")._jdf.queryExecution().analyzed().collectLeaves().head()
path = spark._jvm.org.apache.hadoop.fs.Path(Path("lake").absolute().as_uri())
files = {
    "iceberg": path.getFileSystem(table.table().table().io().conf()),
    "other": path.getFileSystem(spark._jsc.hadoopConfiguration()),
}
print(json.dumps({name: system.getClass().getSimpleName() for name, system in files.items()}))
print(json.dumps(Path(f"/proc/{SparkContext._gateway.proc.pid}/cmdline").read_text().split("\\0")))
for query in ["select * from lake.main.orders order by id", "select * from csv.`link`"]:
    print(json.dumps([list(row) for row in spark.sql(query).collect()]))
"""
ORDERS = """
{{ config(materialized='incremental', primary_key='id', sequence_field='at') }}
select * from values (1, 'new', 1), (1, 'paid', 2), (2, 'new', 1) as batch (id, status, at)
"""


SECRETS = {
    "catalog": {"s3.secret-access-key": "hidden-1"},
    "spark_config": {"spark.hadoop.fs.s3a.secret.key": "hidden-2"},
}
FLIGHTS = """
{{ config(materialized='table', file_format='delta', schema='delta', database='spark_catalog') }}
select 1 as id
"""


@pytest.mark.extended
def test_a_keyed_model_and_the_files_of_its_table(tmp_path: Path) -> None:
    """Java itself writes the files of Iceberg's catalog, without other processes and with checksums beside them.

    Other users can read neither the files nor the secrets of the profile.
    """
    target = {"type": "tablestore", "schema": "main", "warehouse": "lake"} | SECRETS
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "orders.sql").write_text(ORDERS)
    (tmp_path / "models" / "flights.sql").write_text(FLIGHTS)
    (tmp_path / "lake").mkdir(mode=0o755)
    (tmp_path / "dbt_project.yml").write_text(yaml.safe_dump({"name": "shop", "profile": "shop"}))
    (tmp_path / "profiles.yml").write_text(yaml.safe_dump({"shop": {"target": "dev", "outputs": {"dev": target}}}))
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "rows.csv").write_text("1,a\n")
    (tmp_path / "link").symlink_to(tmp_path / "given")
    done = subprocess.run([sys.executable, "-c", SCRIPT], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    classes, command_line, rows, linked = (json.loads(line) for line in done.stdout.splitlines()[-4:])
    assert classes["iceberg"] == "BareLocalFileSystem" != classes["other"]
    assert rows == [[1, "paid", 2], [2, "new", 1]]
    assert linked == [["1", "a"]]
    (data,) = (tmp_path / "lake" / "main" / "orders" / "data").rglob("*.parquet")
    assert data.with_name(f".{data.name}.crc").is_file()
    assert any("java" in argument for argument in command_line)
    assert not any("hidden-" in argument for argument in command_line)
    locks = (".lock", ".pid")
    files = [path for path in (tmp_path / "lake").rglob("*") if path.is_file() and path.suffix not in locks]
    logs = [tmp_path / "logs" / name for name in ("dbt.log", "spark.log")]
    assert len(files) > 20
    assert [path for path in files + logs if path.stat().st_mode & 0o007] == []
