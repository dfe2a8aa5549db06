#!/usr/bin/env bash
warehouse=$1
spark-sql -S \
  --driver-class-path "$HOME/.cache/dbt-tablestore/jars/*" \
  --conf spark.sql.catalog.lake=org.apache.iceberg.spark.SparkCatalog \
  --conf spark.sql.catalog.lake.type=jdbc \
  --conf spark.sql.catalog.lake.jdbc.schema-version=V1 \
  --conf "spark.sql.catalog.lake.uri=jdbc:sqlite:$warehouse/catalog.sqlite" \
  --conf "spark.sql.catalog.lake.warehouse=$warehouse" \
  -e "select concat(id, ' ', note) from lake.main.orders order by id"
