"""A wrong config ends in one error that names the model, each option, what was given and what to write."""

from __future__ import annotations

from project import Project

COLUMNS = "id int, v string, at int"
ROWS = [(1, "a", 1)]


def test_all_problems_of_a_model_at_once_and_before_anything_is_written(
    project: Project, statements: list[str]
) -> None:
    project.model(
        "orders",
        COLUMNS,
        ROWS,
        primary_key="idd",
        sequence_fields="at",
        merge_engine="dedup",
        ignore_delete="yes",
        incremental_strategy="append",
        unique_key="id",
        file_format="csv",
        table_options={"merge-engin": "x", "sequence.field": "nope"},
    )
    error = project.error()
    for text in [
        "model 'orders' cannot be built as a keyed table",
        "'primary_key' names 'idd', which is not a column of the SELECT (it has id, v, at), did you mean 'id'?",
        "config 'sequence_fields' is not an option, did you mean 'sequence_field'",
        "'merge_engine' is 'dedup'; accepted are deduplicate",
        "'ignore_delete' is 'yes'; write true or false",
        "incremental_strategy 'append' cannot be combined with a primary key",
        "'unique_key' cannot be combined with the options of a keyed model: write primary_key instead",
        "file_format 'csv' cannot hold a keyed table; accepted are iceberg, delta",
        "table_options has 'merge-engin', which is not an option, did you mean 'merge-engine'?",
        "'sequence_field' names 'nope'",
    ]:
        assert text in error, error
    assert not any(sql.startswith(("create or replace table", "drop table", "alter")) for sql in statements)


def test_a_failed_connection_shows_no_password(project: Project) -> None:
    """Neither in the error nor in the logs: Java puts the URL into its message."""
    project.target["catalog"] = {"uri": "jdbc:nothing://db/lake?user=ann&password=hidden-word", "type": "jdbc"}
    project.write("models/orders.sql", "select 1 as id")
    error = project.error("--debug")
    assert "no JDBC driver" in error and "packages" in error
    logs = [path.read_text() for path in (project.folder / "logs").iterdir()]
    assert logs and not any("hidden-word" in text for text in [error, *logs])


def test_a_database_that_is_not_a_catalog(project: Project) -> None:
    """The error names what is in it, and the catalogs, also those that no statement has used."""
    project.target["spark_config"] = project.target["spark_config"] | {
        "spark.sql.catalog.other": "org.apache.iceberg.spark.SparkCatalog",
        "spark.sql.catalog.other.type": "hadoop",
        "spark.sql.catalog.other.warehouse": str(project.folder / "other"),
    }
    project.write("models/orders.sql", "{{ config(database='nodb') }} select 1 as id")
    project.write("models/good.sql", "select 1 as id")
    project.write("seeds/codes.csv", "id\n1\n")
    project.write("seeds/codes.yml", {"seeds": [{"name": "codes", "config": {"database": "nodb"}}]})
    for command in ("run", "seed"):
        message = project.fail(command).message
        assert message.splitlines()[-1].strip() == (
            "model 'orders', seed 'codes': 'database' is 'nodb', which is not a catalog; the catalogs are lake, other, "
            "spark_catalog. Write one of them, or leave it out for 'lake'; `spark.sql.catalog.nodb` under "
            "`spark_config` in profiles.yml adds a catalog"
        ), message
    project.succeed("run", "--select", "good")
