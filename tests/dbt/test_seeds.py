"""Seeds hold exactly what the file says."""

import datetime as dt
import time
from decimal import Decimal

ODD = r"""
id,name,note,big,amount,day,at,flag
1,O'Hara,a\nb \\ "quoted",1234567890123456789,1.10,2026-01-31,2026-01-31 10:11:12,true
2,,,9007199254740993,,,,
3,None,"two
lines",3,2.5,2026-02-01,2026-02-01 00:00:00,false
"""


def test_values_survive(project, format, place):
    project.settings["seeds"] = {"+file_format": format}
    project.write("seeds/odd.csv", ODD)
    result = project.succeed("seed")
    assert result.nodes["odd"].adapter_response["rows_affected"] == 3
    assert project.ordered(f"select * from {place}.odd order by id") == [
        (
            1,
            "O'Hara",
            r'a\nb \\ "quoted"',
            1234567890123456789,
            1.1,
            dt.date(2026, 1, 31),
            dt.datetime(2026, 1, 31, 10, 11, 12),
            True,
        ),
        (2, None, None, 9007199254740993, None, None, None, None),
        (3, "None", "two\nlines", 3, 2.5, dt.date(2026, 2, 1), dt.datetime(2026, 2, 1), False),
    ]


def test_declared_types_and_odd_names(project):
    project.settings["seeds"] = {
        "shop": {"typed": {"+column_types": {"code": "string", "price": "decimal(10,2)", "n": "int"}}},
    }
    project.write("seeds/typed.csv", "code,price,n,a b\n007,1.10,5,x\n,,,\n")
    project.succeed("seed")
    assert project.ordered("select * from {iceberg}.typed order by n nulls last") == [
        ("007", Decimal("1.10"), 5, "x"),
        (None, None, None, None),
    ]
    kinds = {row[0]: row[1] for row in project.ordered("describe {iceberg}.typed")}
    assert (kinds["code"], kinds["price"], kinds["n"], kinds["a b"]) == ("string", "decimal(10,2)", "int", "string")


def test_second_run_and_full_refresh(project, format, place):
    project.settings["seeds"] = {"+file_format": format}
    project.write("seeds/s.csv", "id\n1\n2\n")
    project.succeed("seed")
    project.write("seeds/s.csv", "id,extra\n3,x\n")
    project.succeed("seed")
    assert project.ordered(f"select * from {place}.s") == [(3, "x")]
    project.succeed("seed", "--full-refresh")
    assert project.ordered(f"select * from {place}.s") == [(3, "x")]


def test_numbers_keep_every_digit(project):
    huge, longest = 123456789012345678901234567891, 1234567890123456789012345678901234567890123
    project.write(
        "seeds/numbers.csv", f"n,huge,longest,price\n12345678901234567890,{huge},{longest},4.00\n1,2,3,2.00\n"
    )
    project.succeed("seed")
    assert project.ordered("select * from {iceberg}.numbers order by price") == [
        (Decimal(1), Decimal(2), "3", Decimal("2.00")),
        (Decimal("12345678901234567890"), Decimal(huge), str(longest), Decimal("4.00")),
    ]
    kinds = {row[0]: row[1] for row in project.ordered("describe {iceberg}.numbers")}
    assert kinds == {"n": "decimal(38,0)", "huge": "decimal(38,0)", "longest": "string", "price": "decimal(18,2)"}


def test_time_is_linear(project):
    """Ten times the rows take about ten times as long; dbt-spark's loader takes a hundred times."""
    seconds = []
    for count in (2_000, 20_000):
        project.write("seeds/long.csv", "id,name\n" + "".join(f"{n},name {n}\n" for n in range(count)))
        started = time.perf_counter()
        project.succeed("seed")
        seconds.append(time.perf_counter() - started)
    assert project.ordered("select count(*), max(id) from {iceberg}.long") == [(20_000, 19_999)]
    assert seconds[1] < 20 * seconds[0]
