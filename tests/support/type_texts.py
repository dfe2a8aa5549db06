"""Types as DESCRIBE writes them and as SQL, for the macros and for the adapter: both read DESCRIBE."""

from __future__ import annotations

FIELDS = [
    *(
        "a.b",
        "a,b",
        "#x",
        " sp ace ",
        "%s",
        "é",
        "a`b",
        "`a`",
        "a:b",
        "a<b",
        "a>b",
        "<",
        ">",
        "<>",
        "it's",
        '"',
        "1a",
        "a:int",
        "x:y,z",
    ),
    *("{value}", "array<int>", "-", "😀", "(", "int)", "/*", "--"),
]
"""Names of fields that need backticks."""

PLAIN = [
    "tinyint",
    "decimal(10,2)",
    "interval day to second",
    "string collate utf8_lcase",
    "varchar(3)",
    "timestamp_ntz",
]


def pairs() -> dict[str, str]:
    """Types as DESCRIBE writes them -> as SQL."""
    found = {
        "struct<>": "struct<>",
        "struct<a:struct<>,b:int>": "struct<a:struct<>,b:int>",
        "map<string,array<int>>": "map<string,array<int>>",
        "struct<a:odd>": "struct<a:odd>",
    }
    for number, name in enumerate(FIELDS):
        kind, quoted = PLAIN[number % len(PLAIN)], f"`{name.replace('`', '``')}`"
        shape = "array<map<string,struct<tinyint:{kind},{name}:{kind},Z:struct<{name}:map<{kind},{kind}>>>>>"
        found[shape.format(name=name, kind=kind)] = shape.format(name=quoted, kind=kind)
    return found
