"""The jars and the class archive: once, whole, and without a resolver afterwards. No Spark is started."""

import base64
import hashlib
import os
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from dbt.adapters.tablestore.spark import class_archive, jars, maven
from dbt.adapters.tablestore.spark.errors import TablestoreError

SMALL = "io.delta:delta-storage:4.4.0"


@pytest.fixture
def cache(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "dbt-tablestore"


def test_download_once(monkeypatch, cache):
    monkeypatch.setattr(jars, "JARS", (SMALL,))
    (jar,) = jars.resolve()
    assert jar.parent == cache / "jars"
    assert jar.read_bytes()[:2] == b"PK"
    assert [file.name for file in jar.parent.iterdir()] == [jar.name]
    # Nothing is run the second time: this would fail.
    assert jars.resolve() == [jar]


def test_packages_of_the_profile_are_in_a_folder_per_group(cache):
    (jar,) = jars.resolve(["org.slf4j:slf4j-api:2.0.17"])
    assert jar == cache / "jars" / "org.slf4j" / "slf4j-api-2.0.17.jar"
    assert jar.is_file()
    with pytest.raises(TablestoreError, match="check the coordinate in `packages` and the network"):
        jars.resolve(["org.example.absent:absent:1"])


def test_a_jar_that_cannot_be_had(monkeypatch, cache):
    said = []
    monkeypatch.setattr(jars.logger, "info", said.append)
    monkeypatch.setattr(jars, "JARS", ("org.example.absent:absent:1",))
    with pytest.raises(TablestoreError, match=r"could not download org.example.absent:absent:1.*absent-1.jar into"):
        jars.resolve()
    assert list((cache / "jars").iterdir()) == []
    assert said[0].startswith("fetching 1 jar that Spark needs, once, to ")


class Mirror(SimpleHTTPRequestHandler):
    """A Maven repository that knows one user."""

    user = base64.b64encode(b"anna:s3cret").decode()

    def do_GET(self):
        if self.headers.get("Authorization") == f"Basic {self.user}":
            super().do_GET()
        else:
            self.send_error(401)

    def log_message(self, *_):
        pass


@pytest.fixture
def mirror(tmp_path, monkeypatch):
    """A server with one jar; its URL without the user, and the folder of the jar."""
    folder = tmp_path / "mirror" / Path(maven.relative_path(SMALL)).parent
    folder.mkdir(parents=True)
    (folder / "delta-storage-4.4.0.jar").write_bytes(b"PK of the mirror")
    (folder / "delta-storage-4.4.0.jar.sha1").write_text(hashlib.sha1(b"PK of the mirror").hexdigest() + "  the.jar")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Mirror, directory=str(tmp_path / "mirror")))
    Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(jars, "JARS", (SMALL,))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    yield f"127.0.0.1:{server.server_port}", folder
    server.shutdown()
    server.server_close()


def test_a_mirror_of_the_environment(monkeypatch, cache, mirror):
    address, folder = mirror
    monkeypatch.setenv(maven.MIRROR, f"http://anna:s3cret@{address}/")
    (jar,) = jars.resolve()
    assert jar.read_bytes() == b"PK of the mirror"
    jar.unlink()
    (folder / "delta-storage-4.4.0.jar").write_bytes(b"PK of somebody else")
    with pytest.raises(TablestoreError, match=r"the checksum of .* is wrong") as error:
        jars.resolve()
    assert "s3cret" not in error.value.msg
    monkeypatch.setenv(maven.MIRROR, f"http://anna:wrong@{address}")
    with pytest.raises(TablestoreError, match="HTTP 401"):
        jars.resolve()
    monkeypatch.setenv(maven.MIRROR, "nexus")
    with pytest.raises(TablestoreError, match="unknown url type"):
        jars.resolve()


def test_a_folder_is_a_mirror(monkeypatch, cache, mirror):
    monkeypatch.setenv(maven.MIRROR, mirror[1].parents[3].as_uri())
    (jar,) = jars.resolve()
    assert jar.read_bytes() == b"PK of the mirror"


def test_the_mirror_of_the_settings_of_maven(monkeypatch, cache, mirror, tmp_path):
    monkeypatch.setenv("NEXUS_PASSWORD", "s3cret")
    settings = tmp_path / "home" / ".m2" / "settings.xml"
    settings.parent.mkdir(parents=True)
    settings.write_text(
        f"""<settings xmlns="http://maven.apache.org/SETTINGS/1.2.0">
  <servers><server><id>nexus</id><username>anna</username><password>${{env.NEXUS_PASSWORD}}</password></server></servers>
  <mirrors>
    <mirror><id>others</id><mirrorOf>*,!central</mirrorOf><url>http://others.invalid</url></mirror>
    <mirror><id>nexus</id><mirrorOf>central</mirrorOf><url>http://{mirror[0]}</url></mirror>
  </mirrors>
</settings>"""
    )
    (jar,) = jars.resolve()
    assert jar.read_bytes() == b"PK of the mirror"
    jar.unlink()
    mirror_of_central = (
        "<settings><mirrors><mirror><id>nexus</id><mirrorOf>central</mirrorOf>{}</mirror></mirrors></settings>"
    )
    settings.write_text(mirror_of_central.format(f"<url>http://anna:s3cret@{mirror[0]}</url>"))
    assert "s3cret" not in maven.repository().url
    assert jars.resolve() == [jar]
    jar.unlink()
    settings.write_text(mirror_of_central.format(""))
    with pytest.raises(TablestoreError, match=r"the mirror 'nexus' in .*settings.xml has no url"):
        jars.resolve()
    settings.write_text("<settings>")
    with pytest.raises(TablestoreError, match=r"settings.xml cannot be read"):
        jars.resolve()


def test_jars_that_maven_has_are_copied(cache, mirror, tmp_path):
    local = tmp_path / "home" / ".m2" / "repository" / maven.relative_path(SMALL)
    local.parent.mkdir(parents=True)
    local.write_bytes(b"PK of Maven")
    (jar,) = jars.resolve()
    assert jar.read_bytes() == b"PK of Maven"


def test_snapshots_of_maven_are_not_copied(cache, mirror, tmp_path):
    """Each build replaces them."""
    coordinate = "com.acme:udf:1.0-SNAPSHOT"
    local = tmp_path / "home" / ".m2" / "repository" / maven.relative_path(coordinate)
    local.parent.mkdir(parents=True)
    for build in (b"PK of today", b"PK of tomorrow"):
        local.write_bytes(build)
        (jar,) = jars.resolve([coordinate])
        assert jar.read_bytes() == build


def option_of_archive(name: str, jar: str = "a.jar") -> Path:
    """The file of the option that writes (ArchiveClassesAtExit) or uses (SharedArchiveFile) an archive."""
    (option,) = [option for option in class_archive.java_options("java", jar) if name in option]
    assert option.endswith('"') and option.count('"') == 2, "a folder can have a space in its name"
    return Path(option.split("=")[1].strip('"'))


def test_archive_is_written_once_and_used_when_finished(cache):
    candidate = option_of_archive("ArchiveClassesAtExit")
    assert candidate.parent == cache / "classes"
    candidate.write_bytes(bytes(8) + b"being written")
    assert class_archive.java_options("java", "a.jar") == []
    candidate.write_bytes(b"written.")
    assert option_of_archive("SharedArchiveFile").read_bytes() == b"written."
    assert not candidate.exists()
    assert option_of_archive("ArchiveClassesAtExit", "other.jar") != candidate


def test_archive_of_a_process_that_was_killed_goes(cache):
    """Java refuses an incomplete archive silently, so starts would stay slow."""
    candidate = option_of_archive("ArchiveClassesAtExit")
    candidate.write_bytes(bytes(8) + b"killed")
    an_hour_ago = time.time() - 3600
    os.utime(candidate, (an_hour_ago, an_hour_ago))
    assert option_of_archive("ArchiveClassesAtExit") == candidate
    assert not candidate.exists()


def test_archive_belongs_to_the_files_that_java_compares(monkeypatch, cache, tmp_path):
    """Java ignores the archive of another installation of this Spark, and of the same one after it is reinstalled."""

    def archive() -> str:
        return class_archive.java_options("java", str(mine))[0].rpartition(".")[0]

    mine, spark = tmp_path / "mine.jar", tmp_path / "spark"
    monkeypatch.setenv("SPARK_HOME", str(spark))
    theirs = spark / "jars" / "theirs.jar"
    theirs.parent.mkdir(parents=True)
    for jar in (mine, theirs):
        jar.write_bytes(b"PK")
        os.utime(jar, (0, 0))
    first = archive()
    assert archive() == first
    others = []
    for jar in (mine, theirs):
        os.utime(jar, (1, 1))
        others.append(archive())
    spark.rename(tmp_path / "moved")
    monkeypatch.setenv("SPARK_HOME", str(tmp_path / "moved"))
    assert len({first, *others, archive()}) == 4


def test_archives_that_were_used_last_are_kept(cache):
    folder = cache / "classes"
    folder.mkdir(parents=True)
    for day in range(6):
        archive = folder / (f"{day}.jsa.7" if day == 4 else f"{day}.jsa")  # one was written, and never used
        archive.write_bytes(b"written.")
        os.utime(archive, (day * 86_400, day * 86_400))
    class_archive.java_options("java", "a.jar")
    assert sorted(file.name for file in folder.iterdir()) == ["3.jsa", "4.jsa", "5.jsa"]


def test_archive_can_be_turned_off(monkeypatch, cache):
    monkeypatch.setenv("DBT_TABLESTORE_CLASS_ARCHIVE", "off")
    assert class_archive.java_options("java", "a.jar") == []
