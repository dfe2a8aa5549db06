"""Folders of dropped tables are removed, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

from dbt.adapters.tablestore.spark.table_folders import local_folder, remove_if_empty, remove_left

LEFT = [
    "t__claim_3_new",
    "t__claim_17_0f0f0f0f",
    "t__commit_a1a1a1a1",
    "t__commit_12_a1a1a1a1",
    "t__input_3_a1a1a1a1",
    "t__batch_a1a1a1a1",
]
KEPT = ["t__commits", "t__changelog", "t__commit_ours", "tt__commit_a1a1a1a1", "other"]


def folders(root: Path) -> None:
    for name in [*LEFT, *KEPT]:
        (root / name / "metadata").mkdir(parents=True)
        (root / name / "data" / "id=1").mkdir(parents=True)


def test_only_empty_folders_of_tables_of_one_commit_are_removed(tmp_path: Path) -> None:
    folders(tmp_path)
    kept = tmp_path / LEFT[0] / "metadata" / "00000.json"
    kept.write_text("{}")
    assert remove_left(tmp_path / "t__commits", young=False) == len(LEFT) - 1
    assert kept.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*KEPT, LEFT[0]])


def test_a_young_folder_stays_if_another_run_may_use_it(tmp_path: Path) -> None:
    folders(tmp_path)
    os.utime(tmp_path / LEFT[1], (0, 0))
    assert remove_left(tmp_path / "t__commits") == 1
    assert not (tmp_path / LEFT[1]).exists() and (tmp_path / LEFT[2]).exists()


def test_a_folder_that_is_gone_or_has_a_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "file").touch()
    assert not remove_if_empty(tmp_path / "a") and (tmp_path / "a" / "b" / "file").exists()
    assert not remove_if_empty(tmp_path / "missing")


def test_the_folder_of_a_location() -> None:
    assert local_folder("/lake/main/t") == Path("/lake/main/t")
    assert local_folder("file:/lake/a%20b") == Path("/lake/a%20b")
    assert local_folder("file:///lake/t") == Path("/lake/t")
    assert local_folder("s3://bucket/t") is None
    assert local_folder("hdfs://host/t") is None
