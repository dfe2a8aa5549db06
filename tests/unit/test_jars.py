"""The jars and the class archive: once, whole, and without a resolver afterwards. No Spark is started."""

import os
import time
from pathlib import Path

import pytest
from dbt.adapters.tablestore.spark import class_archive, jars
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.java_home import java
from pyspark.find_spark_home import _find_spark_home

SPARK_JARS = Path(_find_spark_home()) / "jars"
SMALL = "io.delta:delta-storage:4.4.0"


@pytest.fixture
def cache(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "dbt-tablestore"


def test_download_once(monkeypatch, cache):
    monkeypatch.setattr(jars, "JARS", (SMALL,))
    (jar,) = jars.resolve(java(), SPARK_JARS)
    assert jar.parent == cache / "jars"
    assert jar.read_bytes()[:2] == b"PK"
    assert [file.name for file in jar.parent.iterdir()] == [jar.name]
    # Nothing is run the second time: this would fail.
    assert jars.resolve("no-java", SPARK_JARS) == [jar]


def test_packages_of_the_profile_are_in_a_folder_per_group(cache):
    (jar,) = jars.resolve(java(), SPARK_JARS, ["org.slf4j:slf4j-api:2.0.17"])
    assert jar == cache / "jars" / "org.slf4j" / "slf4j-api-2.0.17.jar"
    assert jar.is_file()
    with pytest.raises(TablestoreError, match="check the coordinate in `packages` and the network"):
        jars.resolve(java(), SPARK_JARS, ["org.example.absent:absent:1"])


def test_a_jar_that_cannot_be_had(monkeypatch, cache):
    monkeypatch.setattr(jars, "JARS", ("org.example.absent:absent:1",))
    with pytest.raises(TablestoreError, match=r"could not download org.example.absent:absent:1.*absent-1.jar into"):
        jars.resolve(java(), SPARK_JARS)
    assert list((cache / "jars").iterdir()) == []


@pytest.mark.parametrize("version", ["1.8.0_401", "11.0.21"])
def test_an_old_java_is_the_reason_and_not_the_network(monkeypatch, cache, tmp_path, version):
    java = tmp_path / "java"
    java.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2023-10-17' >&2\nexit 1\n")
    java.chmod(0o755)
    with pytest.raises(TablestoreError, match=r"this Java is too old: Spark needs Java 17 or 21, and .*/java is older"):
        jars.resolve(str(java), SPARK_JARS)


def test_archive_is_written_once_and_used_when_finished(cache):
    (writing,) = [option for option in class_archive.java_options("java", "a.jar") if "ArchiveClassesAtExit" in option]
    candidate = Path(writing.split("=")[1])
    assert candidate.parent == cache / "classes"
    candidate.write_bytes(b"being written")
    assert class_archive.java_options("java", "a.jar") == []
    an_hour_ago = time.time() - 3600
    os.utime(candidate, (an_hour_ago, an_hour_ago))
    (using,) = [option for option in class_archive.java_options("java", "a.jar") if "SharedArchiveFile" in option]
    assert Path(using.split("=")[1]).read_bytes() == b"being written"
    assert not candidate.exists()
    assert "ArchiveClassesAtExit" in class_archive.java_options("java", "other.jar")[0]


def test_archive_can_be_turned_off(monkeypatch, cache):
    monkeypatch.setenv("DBT_TABLESTORE_CLASS_ARCHIVE", "off")
    assert class_archive.java_options("java", "a.jar") == []
