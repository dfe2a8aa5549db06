import sys

from pyhive import hive

host, port = sys.argv[1:3]
with hive.connect(host=host, port=int(port), auth="NONE") as connection:
    cursor = connection.cursor()
    cursor.execute("select id, note from lake.main.orders order by id")
    for number, note in cursor.fetchall():
        print(number, note)
