"""The probe project gives the same rows on each configuration of docs/clusters.md."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from probe import Probe

RECORDED = json.loads(Path(__file__).with_name("probe_rows.json").read_text())
WITHOUT_DBT = " without dbt"


@pytest.mark.extended
def test_standalone_with_a_rest_catalog(
    tmp_path: Path, standalone: dict[str, str], rest_catalog: dict[str, str]
) -> None:
    probe = Probe(tmp_path / "probe", "standalone_rest", standalone | rest_catalog)
    assert probe.rows() == RECORDED


@pytest.mark.extended
def test_embedded(tmp_path: Path) -> None:
    """The recorded rows are those of the embedded Spark."""
    probe = Probe(tmp_path / "probe", "embedded", {"WAREHOUSE": str(tmp_path / "lake")})
    assert probe.rows() == RECORDED


@pytest.mark.extended
def test_postgres_and_s3(tmp_path: Path, postgres: dict[str, str], object_store: dict[str, str]) -> None:
    probe = Probe(tmp_path / "probe", "postgres_s3", postgres | object_store)
    assert probe.rows() == RECORDED


@pytest.mark.extended
def test_standalone_with_postgres_and_s3(
    tmp_path: Path, standalone: dict[str, str], postgres: dict[str, str], object_store: dict[str, str]
) -> None:
    probe = Probe(tmp_path / "probe", "standalone_postgres_s3", standalone | postgres | object_store)
    assert probe.rows() == RECORDED
    places = probe.places_of_workers()
    assert places == [str(Path(standalone["WORKER_PYTHON"]).parents[1]) + WITHOUT_DBT]
