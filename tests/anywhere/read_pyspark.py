import sys
from pathlib import Path

from pyspark.sql import SparkSession

warehouse = sys.argv[1]
jars = Path.home() / ".cache" / "dbt-tablestore" / "jars"
spark = (
    SparkSession.builder.master("local[*]")
    .config("spark.driver.extraClassPath", f"{jars}/*")
    .config("spark.sql.extensions", "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions")
    .config("spark.sql.catalog.lake", "org.apache.iceberg.spark.SparkCatalog")
    .config("spark.sql.catalog.lake.type", "jdbc")
    .config("spark.sql.catalog.lake.jdbc.schema-version", "V1")
    .config("spark.sql.catalog.lake.uri", f"jdbc:sqlite:{warehouse}/catalog.sqlite")
    .config("spark.sql.catalog.lake.warehouse", warehouse)
    .getOrCreate()
)
for row in spark.table("lake.main.orders").orderBy("id").collect():
    print(row.id, row.note)
