import sys

from dbt.adapters.tablestore import session

spark = session(project_dir=sys.argv[1])
for row in spark.table("orders").orderBy("id").collect():
    print(row.id, row.note)
