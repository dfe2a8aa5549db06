"""Tables are read outside of dbt: the scripts of docs/anywhere.md, after updates and deletes."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "anywhere.md"
SCRIPTS = sorted(path for path in HERE.glob("read_*") if path.suffix in (".py", ".sh"))
ROWS = "1 x\n3 c\n4 d\n"
FIRST, SECOND = "(1, 'a', '+I'), (2, 'b', '+I'), (3, 'c', '+I')", "(1, 'x', '+U'), (2, 'b', '-D'), (4, 'd', '+I')"
LIBRARIES = {
    "read_pyiceberg.py": ["pyiceberg"],
    "read_pandas.py": ["pyiceberg", "pandas"],
    "read_polars.py": ["pyiceberg", "polars"],
    "read_duckdb.py": ["pyiceberg", "duckdb"],
    "read_delta.py": ["deltalake"],
}
DBT = Path(sys.executable).parent / "dbt"


@pytest.fixture(scope="module", params=[2, 3], ids=["version 2", "version 3"])
def shop(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """A project whose tables had an update, a delete and an insert. Its runs are processes: one Spark at a time."""
    folder = tmp_path_factory.mktemp("anywhere")
    (folder / "models").mkdir()
    (folder / "dbt_project.yml").write_text("name: shop\nprofile: shop\nflags: {send_anonymous_usage_stats: false}\n")
    target = "{type: tablestore, schema: main, warehouse: ./lake, threads: 1}"
    (folder / "profiles.yml").write_text(f"shop: {{target: dev, outputs: {{dev: {target}}}}}\n")
    for name, layout in (("orders", f"format_version={request.param}"), ("payments", "file_format='delta'")):
        (folder / "models" / f"{name}.sql").write_text(
            f"{{{{ config(materialized='incremental', primary_key='id', {layout}) }}}}\n"
            "select * from values {{ var('rows') }} as t (id, note, _row_kind)\n"
        )
    for rows in (FIRST, SECOND):
        command = [DBT, "--quiet", "run", "--vars", f'{{rows: "{rows}"}}']
        subprocess.run(command, cwd=folder, check=True, timeout=300)
    assert bool(list(folder.rglob("*.puffin"))) == (request.param == 3), "version 3 has deletion vectors"
    return folder


@pytest.mark.parametrize("script", [path.name for path in SCRIPTS if path.name != "read_thrift.py"])
def test_a_script_reads_the_rows(shop: Path, script: str) -> None:
    missing = [name for name in LIBRARIES.get(script, []) if find_spec(name) is None]
    if missing:
        pytest.skip(f"make anywhere installs {', '.join(missing)}")
    command = [str(HERE / script)] if script.endswith(".sh") else [sys.executable, str(HERE / script)]
    place = shop if script == "read_notebook.py" else shop / "lake"
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [*command, str(place)], capture_output=True, text=True, timeout=300, env=os.environ | {"PATH": path}
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.endswith(ROWS), done.stdout


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_the_page_has_the_script(script: Path) -> None:
    language = {".py": "python", ".sh": "bash"}[script.suffix]
    assert f"```{language}\n{script.read_text()}```" in PAGE.read_text()
