"""The keys of a batch limit which files of the table its look-up and its merge read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlparse

import pytest
from dbt.adapters.tablestore.sql.literals import literal

from formats import CATALOGS, FORMATS
from project import Project, spark

KEYS = {
    "tinyint": ["-128", "5", "127"],
    "int": ["-2147483648", "7", "2147483647"],
    "bigint": ["-9223372036854775808", "7", "9223372036854775807"],
    "decimal(38,0)": ["-99999999999999999999999999999999999999", "7", "99999999999999999999999999999999999999"],
    "decimal(10,2)": ["-10.25", "-9.75", "100.00"],
    "date": ["0001-01-01", "2026-02-28", "9999-12-31"],
    "timestamp": ["0001-01-01 00:00:00.000001", "2026-10-25 02:30:00.123456", "9999-12-31 23:59:59.999999"],
    "timestamp_ntz": ["1900-01-01 00:00:00", "2026-10-25 02:30:00.123456", "2100-01-01 00:00:00"],
    "string": ["", "null", "\\ 'q'\n${x}", "\U0001f600"],
    "bytes that are no text": ["80", "FF01", "61"],
    "boolean": ["false", "true"],
    "binary": ["", "ab", "zz"],
}


SAMPLE = ["string", "bytes that are no text"]


def select(type: str, keys: list[str], value: int) -> str:
    texts = ", ".join(f"({literal(key)})" for key in keys)
    key = "string(unhex(text))" if "bytes" in type else f"cast(text as {type})"
    return f"select {key} as k, 1 as part, {value} as v from values {texts} as keys (text)"


@pytest.mark.parametrize(
    "types",
    [SAMPLE, pytest.param([type for type in KEYS if type not in SAMPLE], marks=pytest.mark.extended)],
    ids=["sample", "others"],
)
def test_keys_of_every_type_are_found(project: Project, types: list[str]) -> None:
    """Each key is updated in a batch of its own, and with all others; none is inserted a second time."""
    cases = {f"t{number}_{format}": (type, format) for number, type in enumerate(types) for format in FORMATS}
    batches = max(len(KEYS[type]) for type in types) + 2
    for batch in range(batches):
        for name, (type, format) in cases.items():
            keys = KEYS[type]
            chosen = [keys[batch - 1]] if 0 < batch <= len(keys) else keys
            config = f"materialized='incremental', primary_key=['k', 'part'], file_format='{format}'"
            text = f"{{{{ config({config}) }}}}\n{select(type, chosen, batch)}\n"
            project.write(f"models/{name}.sql", text)
        project.run()
    for name, (type, format) in cases.items():
        found = project.rows(f"select v, count(*) from {{{format}}}.{name} group by v")
        assert found == [(batches - 1, len(KEYS[type]))], (type, format)


@contextmanager
def hidden(files: list[Path]) -> Iterator[None]:
    """Nobody can read these files."""
    for file in files:
        file.rename(file.with_suffix(".hidden"))
    try:
        yield
    finally:
        for file in files:
            file.with_suffix(".hidden").rename(file)


def test_only_files_with_these_keys_are_read(project: Project) -> None:
    """A batch of one old key and recent keys needs two of ten files: the others cannot be read."""
    for format in FORMATS:
        table = f"{CATALOGS[format]}.{project.schema}.t_{format}"
        spark().sql(f"create schema if not exists {CATALOGS[format]}.{project.schema}")
        spark().sql(f"create table {table} (k bigint, v int) using {format}")
        for part in range(10):
            spark().sql(f"insert into {table} select id + {part} * 10000, 0 from range(0, 10000, 1, 1)")
        unneeded: list[Path] = []
        for size in (0, 10, 1500):
            config = f"materialized='incremental', primary_key='k', file_format='{format}'"
            query = f"select id + 95000 as k, {size} as v from range({size}) union all select 7, {size}"
            project.write(f"models/t_{format}.sql", f"{{{{ config({config}) }}}}\n{query}\n")
            with hidden(unneeded):
                project.run("--select", f"t_{format}")
            found = spark().sql(f"select input_file_name() as file, min(k) as k from {table} group by file").collect()
            unneeded = [Path(urlparse(row.file).path) for row in found if 10000 <= row.k < 90000]
            assert len(unneeded) == 8
        assert project.rows(f"select v, count(*) from {{{format}}}.t_{format} group by v") == [(0, 98499), (1500, 1501)]
