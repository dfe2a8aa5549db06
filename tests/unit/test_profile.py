"""The profile: what one line gives, what is refused, and what stays dbt-spark's. No Spark is started."""

import os
import re
import shlex
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import MISSING, fields
from pathlib import Path
from types import SimpleNamespace

import pytest
from dbt.adapters.contracts.connection import Connection
from dbt.adapters.spark import connections
from dbt.adapters.tablestore.connections import TablestoreConnectionManager
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from dbt.adapters.tablestore.spark import catalog_settings, java_home, launch, metastore, secrets, server_checks
from dbt.adapters.tablestore.spark.errors import TablestoreError, message_of
from dbt.adapters.tablestore.spark.sessions import connect as connect_session
from dbt.adapters.tablestore.spark.settings import settings_of
from dbt_common.exceptions import DbtRuntimeError


def credentials(folder=None, **target):
    made = TablestoreCredentials.from_dict(
        TablestoreCredentials.__pre_deserialize__({"schema": "main", "jars": [], **target})
    )
    if folder is not None:
        made.project_root = folder
    return made


def test_one_line_is_enough(tmp_path):
    made = credentials(tmp_path, warehouse="./lake")
    settings = settings_of(made)
    assert (made.method, made.database, made.file_format) == ("session", "lake", "iceberg")
    assert settings["spark.sql.defaultCatalog"] == "lake"
    assert settings["spark.sql.catalog.lake.uri"].startswith(f"jdbc:sqlite:{tmp_path}/lake/catalog.sqlite")
    assert str(tmp_path / "lake" / "spark_catalog") in settings["spark.hadoop.javax.jdo.option.ConnectionURL"]
    assert "spark.sql.ansi.enabled" not in settings


def test_every_problem_at_once():
    with pytest.raises(DbtRuntimeError) as error:
        credentials(schema=None, catalog={"type": "oracle"})
    assert "`schema` is missing" in str(error.value)
    assert "`catalog.type` is 'oracle'; it must be one of: jdbc, rest, hive, glue" in str(error.value)
    with pytest.raises(DbtRuntimeError, match="`warehouse` is missing"):
        credentials()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"catalog": "lake"}, "`catalog` is 'lake'; write keys and values, for example `catalog: {name: value}`"),
        ({"spark_config": ["a"]}, "`spark_config` is ['a']; write keys and values"),
        ({"jars": "a.jar"}, "`jars` is 'a.jar'; write a list, for example `jars: [a, b]`"),
        ({"jars": [1]}, "`jars` is [1]; write a list"),
        ({"port": "abc"}, "`port` is 'abc'; write a whole number"),
        ({"use_ssl": "yes"}, "`use_ssl` is 'yes'; write `use_ssl: true` or `use_ssl: false`"),
        ({"token": 1234}, "`token` is of the wrong type; write a text"),
        ({"catalog": "jdbc:postgresql://ann:word@db/lake"}, "`catalog` is of the wrong type; write keys and values"),
        ({"spark_config": ["a.secret=1234"]}, "`spark_config` is of the wrong type; write keys and values"),
        ({"server_side_parameters": {"a.secret": 1234}}, "`server_side_parameters.a.secret` is of the wrong type"),
        ({"method": "conect"}, "`method` is 'conect'; it must be one of: session, connect, thrift"),
    ],
)
def test_a_value_of_another_type_is_one_sentence(given, message):
    with pytest.raises(DbtRuntimeError) as error:
        TablestoreCredentials.validate({"schema": "main", "warehouse": "lake"} | given)
    assert message in str(error.value) and "schema[" not in str(error.value) and "1234" not in str(error.value)


def test_any_setting_wins_over_ours(tmp_path):
    config = {"spark.sql.shuffle.partitions": 7, "spark.sql.ansi.enabled": "false"}
    settings = settings_of(credentials(tmp_path, warehouse="lake", spark_config=config))
    assert settings["spark.sql.shuffle.partitions"] == "7"
    assert settings["spark.sql.ansi.enabled"] == "false"


@pytest.mark.parametrize(
    ("method", "given", "missing"),
    [
        ("session", {}, ["`warehouse` is missing: a folder for the tables, for example `warehouse: ./lake`"]),
        ("session", {"catalog": {"type": "hadoop"}}, ["`warehouse` is missing: a folder"]),
        ("session", {"warehouse": "s3://bucket/lake"}, ["`catalog.uri` is missing: the server of the catalog, for `c"]),
        ("session", {"warehouse": "hdfs:/lake", "catalog": {"type": "jdbc"}}, ["only a `warehouse` that is a folder"]),
        ("session", {"catalog": {"warehouse": "lake"}}, ["`catalog.uri` is missing"]),
        ("session", {"catalog": {"type": "rest"}}, ["`catalog.type: rest`; for example `uri: http://host:8181`"]),
        ("session", {"catalog": {"type": "nessie"}}, ["`warehouse` is missing", "`catalog.uri` is missing"]),
        ("session", {"warehouse": "file:///lake"}, []),
        ("session", {"catalog": {"type": "hive"}}, []),
        ("session", {"catalog": {"type": "spark"}}, []),
        ("session", {"catalog": {"type": "rest"}, "spark_config": {"spark.sql.catalog.lake.uri": "http://c"}}, []),
        ("session", {"catalog": {"type": "hadoop", "warehouse": "s3://lake"}}, []),
        ("session", {"catalog": {"type": "hadoop"}, "spark_config": {"spark.sql.catalog.lake.warehouse": "lake"}}, []),
        ("connect", {}, []),
        ("connect", {"catalog": {"name": "x"}}, ["`warehouse` is missing: a URI, for example", "`catalog.uri` is mis"]),
        ("connect", {"catalog": {"type": "hadoop"}}, ["`warehouse` is missing: a URI"]),
        ("connect", {"catalog": {"type": "jdbc"}, "warehouse": "/lake"}, ["`catalog.uri` is missing"]),
        ("connect", {"catalog": {"type": "hadoop"}, "warehouse": "hdfs:/lake"}, []),
        ("connect", {"catalog": {"type": "rest"}, "spark_config": {"spark.sql.catalog.lake.uri": "http://c"}}, []),
        (
            "connect",
            {"catalog": {"type": "nessie"}, "server_side_parameters": {"spark.sql.catalog.other.uri": "http://c"}},
            ["`warehouse` is missing", "`catalog.type: nessie`; for example `uri: http://host:19120/api/v2`"],
        ),
    ],
)
def test_what_a_catalog_needs(method, given, missing):
    target = {"method": method, "schema": "main"} | given | ({"url": "sc://host"} if method == "connect" else {})
    if not missing:
        assert TablestoreCredentials.__pre_deserialize__(target)
        return
    with pytest.raises(DbtRuntimeError) as error:
        TablestoreCredentials.__pre_deserialize__(target)
    assert str(error.value).count("  - ") == len(missing)
    assert all(problem in str(error.value) for problem in missing)


@pytest.mark.parametrize("method", ["session", "connect"])
def test_an_iceberg_catalog_has_not_the_name_of_sparks_own(method):
    target = {"method": method, "schema": "main"} | ({"url": "sc://host"} if method == "connect" else {})
    catalog = {"name": "spark_catalog", "type": "rest", "uri": "http://catalog:8181"}
    with pytest.raises(
        DbtRuntimeError, match=r"`catalog.name` is 'spark_catalog', which is Spark's own catalog: write"
    ):
        TablestoreCredentials.__pre_deserialize__(target | {"catalog": catalog})
    assert TablestoreCredentials.__pre_deserialize__(target | {"catalog": {"name": "spark_catalog", "type": "spark"}})


def test_a_warehouse_in_another_file_system_is_no_folder(tmp_path):
    """Hadoop accepts one slash, too."""
    catalog = {"type": "hadoop"}
    for warehouse in ("hdfs:/lake", "hdfs://name/lake", "s3a:/lake"):
        made = credentials(tmp_path, warehouse=warehouse, catalog=catalog)
        assert made.warehouse_path is None
        assert settings_of(made)["spark.sql.catalog.lake.warehouse"] == warehouse
    for warehouse in ("lake", f"file:{tmp_path}/lake", f"file://{tmp_path}/lake"):
        assert credentials(tmp_path, warehouse=warehouse).warehouse_path == tmp_path / "lake"


def test_jars_are_added(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    driver = tmp_path / "jars" / "driver.jar"
    package = tmp_path / "dbt-tablestore" / "jars" / "org.example" / "tool-1.jar"
    for jar in (driver, package):
        jar.parent.mkdir(parents=True)
        jar.touch()
    more = {"jars": ["ours.jar"], "packages": ["org.example:tool:1"], "extra_jars": ["jars/driver.jar"]}
    settings = settings_of(credentials(tmp_path, warehouse="lake", **more))
    assert settings["spark.driver.extraClassPath"] == os.pathsep.join(["ours.jar", str(package), str(driver)])
    on_a_cluster = credentials(tmp_path, warehouse="lake", spark_config={"spark.master": "spark://host:7077"}, **more)
    assert settings_of(on_a_cluster)["spark.jars"] == ",".join(["ours.jar", str(package), str(driver)])


def test_jars_that_cannot_be_added(tmp_path):
    with pytest.raises(DbtRuntimeError) as error:
        credentials(warehouse="lake", packages=["postgresql:42.7.4"], extra_jars="driver.jar")
    assert "`packages` has 'postgresql:42.7.4', which is not a Maven coordinate, group:artifact:version" in str(
        error.value
    )
    assert "`extra_jars` is 'driver.jar'; write a list, for example `extra_jars: [drivers/driver.jar]`" in str(
        error.value
    )
    missing = re.escape(f"`extra_jars` names 'no.jar' ({tmp_path}/no.jar), which is not a file; write paths of jars")
    with pytest.raises(TablestoreError, match=missing):
        settings_of(credentials(tmp_path, warehouse="lake", extra_jars=["no.jar"]))


def test_every_jdbc_catalog_has_views(tmp_path):
    catalog = {"type": "jdbc", "uri": "jdbc:postgresql://db/lake"}
    settings = settings_of(credentials(warehouse="s3://bucket/lake", catalog=catalog))
    assert settings["spark.sql.catalog.lake.jdbc.schema-version"] == "V1"
    rest = settings_of(credentials(catalog={"type": "rest", "uri": "http://catalog:8181"}))
    assert "spark.sql.catalog.lake.jdbc.schema-version" not in rest


SECRETS = {
    "jdbc.password": "word-1",
    "uri": "jdbc:postgresql://db:5432/lake?user=ann&password=word-2&ssl=true",
    "s3.secret-access-key": "word-3",
    "credential": "client:word-4",
}
SECRET_SETTINGS = {
    "spark.hadoop.fs.s3a.secret.key": "word-5",
    "spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:mysql://ann:word-6@db/metastore",
    "spark.authenticate.secret": "word-7",
    "spark.hadoop.fs.azure.account.key.lake.dfs.core.windows.net": "word-8",
    "spark.kafka.clusters.shop.sasl.jaas.config": 'LoginModule required username="ann" password="word-9";',
}


def test_secrets_are_not_on_the_command_line_of_java(tmp_path):
    settings = settings_of(credentials(tmp_path, warehouse="lake", catalog=SECRETS, spark_config=SECRET_SETTINGS))
    assert {f"word-{number}" for number in range(1, 10)} <= set(re.findall(r"word-\d", str(settings)))
    given = {key: value for key, value in settings.items() if launch.is_on_command_line(key, value)}
    assert "word-" not in str(given)
    assert {"spark.master", "spark.driver.memory", "spark.driver.defaultJavaOptions"} <= set(given)


def test_messages_contain_no_secret(tmp_path, monkeypatch):
    monkeypatch.setattr(secrets, "_known", set())
    more = {"spark.hadoop.fs.s3a.aws.credentials.provider": "org.example.Provider", "spark.a.token.enabled": "true"}
    made = credentials(tmp_path, warehouse="lake", catalog=SECRETS, spark_config=SECRET_SETTINGS | more)
    secrets.remember(settings_of(made))
    text = f"{SECRETS} {SECRET_SETTINGS}"
    assert "word-" not in message_of(Exception(text))
    assert message_of(Exception("jdbc:postgresql://db?user=ann&password=word-2")).endswith("?user=ann&password=*****")
    assert message_of(Exception("login of ann with word-9 failed")) == "login of ann with ***** failed"
    assert message_of(Exception("org.example.Provider is true, not word")) == "org.example.Provider is true, not word"


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("jdbc:sqlite:/lake/catalog.sqlite?busy_timeout=60000", []),
        ("jdbc:sqlserver://db:1433;databaseName=lake;user=ann;password=word", ["word"]),
        ("jdbc:oracle:thin:ann/word@db:1521:lake", ["word"]),
        ("https://ann:word@catalog:8181/v1?token=other", ["word", "other"]),
        ("http://catalog:8181", []),
        ("jdbc:postgresql://ann:w@rd:x@db/lake", ["w@rd:x"]),
        ("jdbc:postgresql://db/lake?user=ann&password=a,b)c d&ssl=true", ["a,b)c d"]),
        ("jdbc:sqlserver://db:1433;password={a;b};user=ann", ["a;b"]),
        ("jdbc:sqlserver://db:1433;user=ann;password=w@rd", ["w@rd"]),
        ("jdbc:mysql://(host=db,user=ann,password=word),(host=db2,password=other)/lake", ["word", "other"]),
        ("https://ann:w%40rd%2Fx@catalog:8181/v1", ["w%40rd%2Fx", "w@rd/x"]),
    ],
)
def test_the_passwords_of_a_url(url, found):
    assert secrets.in_setting("uri", url) == found


@pytest.mark.parametrize(
    ("key", "is_secret"),
    [
        ("jdbc.password", True),
        ("fs.s3a.secret.key", True),
        ("ssl.key.passphrase", True),
        ("header.Authorization", True),
        ("catalog.api-key", True),
        ("spark.kafka_of_shop.ssl.keystore.key", True),
        ("s3.sse.key", True),
        ("fs.s3a.encryption.key", True),
        ("eventhubs.connectionString", True),
        ("spark.kafka_of_shop.ssl.keystore.location", False),
        ("spark.sql.catalog.lake.gcs.encryption-key", True),
        ("spark.sql.catalog.lake.gcs.decryption-key", True),
        ("spark.hadoop.fs.azure.encryption.encoded.client-provided-key", True),
        ("parquet.encryption.key.list", True),
        ("s3.sse.type", False),
        ("spark.io.encryption.keygen.algorithm", False),
        ("spark.io.encryption.keySizeBits", False),
        ("spark.sql.catalog.lake.encryption.key-id", False),
        ("token.items", True),
        ("fs.s3a.aws.credentials.provider", False),
        ("token-refresh-enabled", False),
        ("oauth2.token.timeout-ms", False),
    ],
)
def test_settings_that_hold_a_secret(key, is_secret):
    """Also one that looks like a URL."""
    for value in ("letmein", "abcd://x"):
        assert secrets.in_setting(key, value) == ([value] if is_secret else [])


def test_other_users_cannot_read_a_new_warehouse(tmp_path):
    settings_of(credentials(tmp_path, warehouse="lake"))
    assert not (tmp_path / "lake").stat().st_mode & 0o007


def test_java_starts_with_less_memory_than_ours(tmp_path):
    settings = settings_of(credentials(tmp_path, warehouse="lake"))
    options = shlex.split(settings["spark.driver.defaultJavaOptions"])
    subprocess.run([java_home.java(), *options, "-Xmx512m", "-version"], check=True, capture_output=True)


def test_memory_where_the_system_does_not_tell_how_much_there_is(tmp_path, monkeypatch):
    """As on Windows."""
    monkeypatch.delattr(os, "sysconf")
    assert settings_of(credentials(tmp_path, warehouse="lake"))["spark.driver.memory"] == "1024m"


def test_a_cluster_and_a_rest_catalog(tmp_path):
    made = credentials(
        tmp_path,
        warehouse="s3://bucket/lake",
        catalog={"type": "rest", "name": "prod", "uri": "http://catalog:8181", "s3.path-style-access": True},
        spark_config={"spark.master": "spark://head:7077"},
        jars=["/opt/a.jar", "/opt/b.jar"],
    )
    settings = settings_of(made)
    assert made.database == "prod"
    assert settings["spark.sql.catalog.prod.type"] == "rest"
    assert settings["spark.sql.catalog.prod.s3.path-style-access"] == "true"
    assert settings["spark.sql.catalog.prod.warehouse"] == "s3://bucket/lake"
    assert settings["spark.jars"] == "/opt/a.jar,/opt/b.jar"
    assert "spark.hadoop.javax.jdo.option.ConnectionURL" not in settings
    assert "spark.driver.memory" not in settings


@pytest.mark.parametrize(
    ("master", "local"),
    [("local", True), ("local[4]", True), ("local[*]", True), ("local-cluster[2,1,512]", False), ("yarn", False)],
)
def test_only_a_spark_in_one_process_is_local(tmp_path, master, local):
    """Other processes do not have our class for local files, and cannot share a metastore in a folder."""
    settings = settings_of(
        credentials(tmp_path, warehouse="lake", jars=["a.jar"], spark_config={"spark.master": master})
    )
    assert ("spark.driver.extraClassPath" in settings) == local
    assert ("spark.hadoop.javax.jdo.option.ConnectionURL" in settings) == local


@pytest.mark.parametrize(("master", "sent"), [("local[2]", True), ("spark://head:7077", False)])
def test_the_class_for_local_files_is_where_our_jars_are(tmp_path, master, sent):
    settings = settings_of(credentials(tmp_path, warehouse="lake", jars=None, spark_config={"spark.master": master}))
    assert ("spark.sql.catalog.lake.hadoop.fs.file.impl" in settings) == sent


def test_delta_tables_need_a_metastore(tmp_path):
    cluster, rest = {"spark.master": "spark://head:7077"}, {"type": "rest", "uri": "http://catalog:8181"}
    made = credentials(tmp_path, warehouse="s3://bucket", catalog=rest, spark_config=cluster)
    guard = metastore.Metastore(None, catalog_settings.forgets_tables(settings_of(made)))
    with pytest.raises(
        TablestoreError, match=r"Delta tables need a metastore.*`spark.sql.catalogImplementation: hive`"
    ):
        guard.acquire()
    for more in (
        {"spark.sql.catalogImplementation": "hive"},
        {"spark.sql.catalog.spark_catalog": "org.apache.iceberg.spark.SparkSessionCatalog"},
    ):
        made = credentials(tmp_path, warehouse="s3://bucket", catalog=rest, spark_config=cluster | more)
        assert not catalog_settings.forgets_tables(settings_of(made))
    assert not catalog_settings.forgets_tables(settings_of(credentials(tmp_path, warehouse="lake")))


def test_sparks_own_catalog_as_the_default(tmp_path):
    made = credentials(tmp_path, warehouse="lake", catalog={"type": "spark"}, file_format="delta")
    assert made.database == "spark_catalog"
    assert "spark.sql.defaultCatalog" not in settings_of(made)


def test_other_methods_stay_dbt_sparks(monkeypatch):
    """Thrift credentials are checked by dbt-spark and opened by dbt-spark; only the client library is stood in for."""
    asked = {}
    client = SimpleNamespace(connect=lambda **arguments: asked.update(arguments) or "server connection")
    monkeypatch.setattr(connections, "hive", client)
    monkeypatch.setattr(connections, "ThriftState", object())
    monkeypatch.setattr(connections, "THttpClient", object())
    made = credentials(method="thrift", host="server/", user="ann", port=10001)
    assert (made.host, made.database) == ("server", None)
    assert made.server_side_parameters["spark.sql.ansi.enabled"] == "false"
    assert made.server_side_parameters["spark.sql.debug.maxToStringFields"] == "10000"
    connection = TablestoreConnectionManager.open(Connection(type="tablestore", name="x", credentials=made))
    assert (asked["host"], asked["port"], asked["username"]) == ("server", 10001, "ann")
    assert isinstance(connection.handle.connection, connections.PyhiveConnectionWrapper)
    with pytest.raises(DbtRuntimeError, match="Must specify `host`"):
        credentials(method="thrift")


@pytest.mark.parametrize("method", ["thrift", "http", "odbc"])
def test_keys_that_a_server_would_not_get(method):
    given = {"spark_config": {"spark.sql.shuffle.partitions": 8}, "catalog": {"type": "rest"}, "warehouse": "s3://lake"}
    given |= {"jars": ["a.jar"], "packages": ["org.example:tool:1"], "extra_jars": ["b.jar"]}
    with pytest.raises(DbtRuntimeError) as error:
        credentials(method=method, host="server", **given)
    message = str(error.value)
    assert message.count(f"` is not for `method: {method}`: ") == len(given) == message.count("  - ")
    assert f"`spark_config` is not for `method: {method}`: move its settings to `server_side_parameters`" in message


@pytest.mark.parametrize("method", ["thrift", "http"])
def test_a_statement_is_not_sent_twice(method):
    with pytest.raises(DbtRuntimeError, match="`query_retries` is 3; remove it, or write `query_retries: 0`: "):
        credentials(method=method, host="server", query_retries=3)


def test_jars_that_a_server_of_spark_connect_would_not_get():
    target = {"url": "sc://host:15002", "spark_config": {"spark.sql.shuffle.partitions": 8}, "jars": ["a.jar"]}
    with pytest.raises(DbtRuntimeError, match="`jars` is not for `method: connect`: the server has its own jars"):
        credentials(method="connect", **target)


def test_names_are_quoted_only_when_they_must_be():
    relation = TablestoreRelation.create(database="lake", schema="main", identifier="a.b")
    assert relation.render() == "lake.main.`a.b`"
    assert TablestoreRelation.create(schema="main", identifier="t").render() == "main.t"


def test_missing_java(monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(TablestoreError, match=r"Spark needs Java 17 or 21, but JAVA_HOME is .* no bin/java"):
        java_home.java()
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(TablestoreError, match=r"but there is no `java` on the PATH"):
        java_home.java()


def test_old_java():
    text = launch._why_no_jvm("Error: LinkageError ... UnsupportedClassVersionError: has been compiled", Path("x"))
    assert "this Java is too old: Spark needs Java 17 or 21" in text


def test_why_spark_has_stopped(tmp_path, monkeypatch):
    """From the end of the output of this process; the log has that of earlier ones before it."""
    log, killed = tmp_path / "spark.log", "WARN Application has been killed. Reason: {}.\n"
    log.write_text(killed.format("an earlier run"))
    assert "Spark has stopped: the log does not say why." in launch.why_stopped(log)
    monkeypatch.setitem(launch._begins, log, log.stat().st_size)
    assert "Spark has stopped: the log does not say why." in launch.why_stopped(log)
    with log.open("a") as sink:
        sink.write("1 ERROR no worker\n")
    assert "Spark has stopped: no worker." in launch.why_stopped(log)
    with log.open("a") as sink:
        sink.write("é" * launch._END_OF_LOG + "\n" + killed.format("all masters are gone"))
    assert "Spark has stopped: all masters are gone." in launch.why_stopped(log)
    assert len(launch._output(log)) <= launch._END_OF_LOG


def test_warehouse_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(TablestoreError, match=r"the warehouse .*file/lake cannot be created"):
        settings_of(credentials(tmp_path, warehouse="file/lake"))


def test_delta_in_use_by_another_process(tmp_path):
    folder = tmp_path / "spark_catalog"
    folder.mkdir()
    lock = str(folder / "in_use.lock")
    hold = "import filelock, sys; lock = filelock.FileLock(sys.argv[1]); lock.acquire(); print(1, flush=True); input()"
    holder = subprocess.Popen([sys.executable, "-c", hold, lock], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout.readline()
    embedded = metastore.Metastore(folder, is_missing=False)
    try:
        with pytest.raises(TablestoreError, match="another process is using the Delta tables of this warehouse"):
            embedded.acquire()
    finally:
        holder.communicate(b"\n")
    embedded.acquire()


def test_threads_that_use_delta_first_at_the_same_time(tmp_path):
    """One of them takes the lock of this process, and the others have it, too."""
    home = tmp_path.absolute() / "spark_catalog"
    metastore.record_home(home)
    embedded, begin = [metastore.Metastore(home, is_missing=False) for _ in range(4)], threading.Barrier(4)

    def acquire(each):
        begin.wait()
        each.acquire()

    with ThreadPoolExecutor(4) as threads:
        for _ in range(20):
            list(threads.map(acquire, embedded))
            assert metastore.recorded_home(home) == home
            metastore._held.pop(home).release()


def test_unknown_keys_are_refused_with_every_other_problem():
    with pytest.raises(DbtRuntimeError) as error:
        credentials(schema=None, file_fromat="delta", spark_conf={}, colour="red", warehouse="lake")
    message = str(error.value)
    assert "`file_fromat` is not a key of a target: did you mean `file_format`?" in message
    assert "`spark_conf` is not a key of a target: did you mean `spark_config`?" in message
    assert "`colour` is not a key of a target\n" in message
    assert "`schema` is missing" in message
    assert "accepted keys are: auth, catalog, cluster, connect_retries" in message
    assert message.index("`colour`") < message.index("accepted keys are")


def test_unknown_keys_are_refused_for_a_server(monkeypatch):
    monkeypatch.setattr(connections, "hive", object())
    monkeypatch.setattr(connections, "ThriftState", object())
    monkeypatch.setattr(connections, "THttpClient", object())
    with pytest.raises(DbtRuntimeError, match="`prot` is not a key of a target: did you mean `port`"):
        credentials(method="thrift", host="server", prot=10001)


def test_every_key_of_dbt_and_dbt_spark_is_accepted():
    keys = {field.name: field.default for field in fields(connections.SparkCredentials) if field.name != "_ALIASES"}
    given = {name: default for name, default in keys.items() if default not in (None, MISSING)}
    assert {"port", "retry_all", "organization"} <= set(given)
    made = credentials(warehouse="lake", type="tablestore", threads=4, user="ann", token="t", cluster="c", **given)
    assert (made.user, made.port) == ("ann", 443)
    assert set(TablestoreCredentials.accepted_keys()) >= {*keys, "type", "threads"}


def test_aliases_of_keys_are_accepted(monkeypatch):
    """dbt-spark has none today; other releases and other adapters have such as ``dbname``."""
    monkeypatch.setattr(TablestoreCredentials, "_ALIASES", {"dbname": "database"})
    made = credentials(warehouse="lake", dbname="lake")
    assert made.database == "lake"
    assert "dbname" in TablestoreCredentials.accepted_keys()


def test_side_tables_in_a_schema_of_their_own(monkeypatch):
    """Shown by `dbt debug`, and in `target` for macros."""
    made = credentials(warehouse="lake", side_tables={"schema": "internal"})
    assert dict(made.connection_info())["side_tables"] == {"schema": "internal"}
    assert "side_tables" not in dict(credentials(warehouse="lake").connection_info())
    for name in ("hive", "ThriftState", "THttpClient"):
        monkeypatch.setattr(connections, name, object())
    made = credentials(method="thrift", host="server", side_tables={"schema": "internal"})
    assert dict(made.connection_info())["side_tables"] == {"schema": "internal"}


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("internal", "`side_tables` is 'internal'; write the name of a schema, for example `side_tables: {schema: in"),
        ({"shcema": "internal"}, "`side_tables.shcema` is not a key of a target; write the name of a schema, for ex"),
        ({"schema": 7}, "`side_tables.schema` is 7, which cannot be the name of a schema; write the name of a schema"),
        ({"schema": "../x"}, "`side_tables.schema` is '../x', which cannot be the name of a schema; write the name"),
        ({"schema": ""}, "`side_tables.schema` is '', which cannot be the name of a schema; write the name of a"),
        (None, "`side_tables` is None; write the name of a schema"),
    ],
)
def test_a_place_of_side_tables_that_cannot_be(given, problem):
    with pytest.raises(DbtRuntimeError) as error:
        credentials(warehouse="lake", side_tables=given)
    assert problem in str(error.value)
    assert str(error.value).count("  - ") == 1


def test_a_database_is_a_catalog_of_the_target():
    with pytest.raises(
        DbtRuntimeError, match="`database` is 'main'; the catalogs of the target are lake, spark_catalog: conf"
    ):
        credentials(warehouse="lake", database="main")
    other = {"spark.sql.catalog.other": "org.apache.iceberg.spark.SparkCatalog", "spark.sql.catalog.other.type": "hive"}
    for database in ("lake", "spark_catalog", "other"):
        assert credentials(warehouse="lake", database=database, spark_config=other).database == database


def connect(**target):
    return TablestoreCredentials.from_dict(
        TablestoreCredentials.__pre_deserialize__({"method": "connect", "schema": "main", **target})
    )


def test_a_server_of_spark_connect(monkeypatch):
    monkeypatch.delenv("SPARK_REMOTE", raising=False)
    made = connect(url="sc://host:15002/;use_ssl=true;token=a%2Fb", user="ann", file_format="delta")
    assert made.remote == "sc://host:15002/;use_ssl=true;token=a%2Fb;user_id=ann"
    assert made.url_parameters == {"use_ssl": "true", "token": "a/b", "user_id": "ann"}
    assert dict(made.connection_info()) == {
        "method": "connect",
        "url": "sc://host:15002",
        "database": None,
        "schema": "main",
        "file_format": "delta",
    }
    assert connect(url="sc://host", token="word").remote == "sc://host/;token=word"
    assert connect(url="sc://host", catalog={"name": "prod", "type": "rest", "uri": "http://c"}).database == "prod"
    monkeypatch.setenv("SPARK_REMOTE", "sc://other:1")
    assert (connect().url, connect().warehouse_path) == ("sc://other:1", None)


def test_every_problem_of_a_target_of_spark_connect(monkeypatch):
    monkeypatch.delenv("SPARK_REMOTE", raising=False)
    with pytest.raises(DbtRuntimeError) as error:
        connect(schema=None, warehouse="./lake")
    message = str(error.value)
    assert message.count("  - ") == 3
    assert "`schema` is missing" in message
    assert "`url` is missing: the address of the Spark Connect server, for example `url: sc://host:15002`" in message
    assert "`warehouse` belongs to the catalog of the profile, and this target has none: remove it" in message
    with pytest.raises(DbtRuntimeError) as error:
        connect(url="http://host/;token=word", warehouse="./lake", catalog={"type": "rest"})
    message = str(error.value)
    assert message.count("  - ") == 3 and "word" not in message
    assert "`url` is 'http://host/'; write it as sc://host:15002" in message
    assert "`catalog.uri` is missing" in message
    for port in ("abc", "0", "99999", "1:2"):
        with pytest.raises(DbtRuntimeError, match=f"`url` is 'sc://host:{port}/'; write it as sc://host:15002"):
            connect(url=f"sc://host:{port}/;token=word")
    assert connect(url="sc://[::1]:65535/;x=y").remote == "sc://[::1]:65535/;x=y"
    with pytest.raises(DbtRuntimeError, match="`url` has the parameter `session_id`: all threads would share") as error:
        connect(url="sc://host/;token=word;session_id=00112233-4455-4677-8899-aabbccddeeff")
    assert "word" not in str(error.value)
    for url in ("sc://host?token=word", "sc://host#token=word", "sc://ann:word@host"):
        with pytest.raises(DbtRuntimeError, match="`url` is 'sc://host'; write it as") as error:
            connect(url=url)
        assert "word" not in str(error.value)
    assert "`warehouse` is './lake', relative to this project, which the server does not have: write a URI" in message
    with pytest.raises(DbtRuntimeError, match="`method` is 'conect'; it must be one of: session, connect, thrift"):
        credentials(method="conect")
    with pytest.raises(DbtRuntimeError, match="`url` is for `method: connect`, and this target has `method: session`"):
        credentials(warehouse="lake", url="sc://host")


def test_the_client_of_spark_connect_is_not_installed(monkeypatch):
    monkeypatch.setattr(connect_session, "find_spec", lambda name: None if name == "grpc" else object())
    with pytest.raises(TablestoreError, match=r"\(grpc is missing\): .*pip install 'pyspark\[connect\]=="):
        connect_session.ConnectSession.open(connect(url="sc://host"))


def test_a_server_that_does_not_answer(tmp_path):
    """The client of Spark Connect is real, and Java is not there."""
    code = """
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials as C
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.sessions.connect import ConnectSession
for url in ("sc://[:::]/;token=letmein", "sc://127.0.0.1:1/;token=letmein"):
    try:
        ConnectSession.open(C.from_dict(C.__pre_deserialize__({"method": "connect", "schema": "main", "url": url})))
    except TablestoreError as error:
        print(error.msg)
"""
    # in a process of its own, because pyspark has one kind of session per process
    environment = {**os.environ, "JAVA_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    wrong, silent = done.stdout.splitlines()
    assert wrong.startswith("`url` in profiles.yml cannot be used: "), done.stderr
    assert silent.startswith("the Spark Connect server sc://127.0.0.1:1 does not answer ("), done.stderr
    assert done.stdout.endswith("with TLS, the url ends with /;use_ssl=true\n") and "letmein" not in done.stdout
    assert done.stderr == ""


def test_the_spark_of_a_server():
    for version in ("4.0.1", "4.1.4 abc", "5.0"):
        server_checks.check_version(version, "the server x")
    with pytest.raises(TablestoreError, match=r"the server x runs Spark 3.5.6; dbt-tablestore supports servers with"):
        server_checks.check_version("3.5.6", "the server x")


def test_how_a_server_is_asked(monkeypatch):
    """A statement is sent once, and looked at often."""
    for name in ("hive", "ThriftState", "THttpClient"):
        monkeypatch.setattr(connections, name, object())
    made = credentials(method="thrift", host="server", user="ann")
    assert (made.query_retries, made.poll_interval) == (0, 0.2)
    assert dict(made.connection_info())["method"] == "thrift"
