"""Clauses of random queries for materialized views: conditions on the current time, and what is seldom in FROM."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

_TODAY = "datediff(current_date(), date '2024-01-01')"
"""The number of the day, which is about as large as the numbers in the tables."""


def moving(chance: random.Random, values: Sequence[str]) -> str:
    """A condition on the current time and some of these values, as nested as people write it."""
    one, other = chance.choice(values), chance.choice(values)
    today = chance.choice([_TODAY, _TODAY, f"{_TODAY} - 1", f"{_TODAY} + {one}"])
    plain = [f"{one} {sign} {today}" for sign in (">", "<", "<=", ">=", "=", "<>", "<=>")]
    simple = [
        *plain,
        f"{one} between {_TODAY} - 2 and {_TODAY}",
        f"{one} not between {_TODAY} - 1 and {other}",
        f"{one} in ({_TODAY}, {_TODAY} - 1)",
        f"{one} is distinct from {_TODAY}",
        f"coalesce({one} > {_TODAY}, {other} is null)",
        f"case when {one} > 1 then {other} < {_TODAY} else {one} = {_TODAY} end",
    ]
    first, second = chance.choice(simple), chance.choice([*simple, f"{other} > 1", f"{one} is null"])
    return chance.choice(
        [
            *(first for _ in range(4)),
            f"not ({first})",
            f"({first} or {second})",
            f"not ({first} or {second})",
            f"not ({first} and {second})",
            f"(({first} and {second}) or {other} is null)",
        ]
    )


def moving_group(chance: random.Random, value: str) -> str:
    """A condition of HAVING on the current time."""
    return moving(chance, ["count(*)", f"sum({value})", f"max({value})", f"min({value})", f"count({value})"])


def pivoted(chance: random.Random, source: str, numbers: Sequence[str]) -> tuple[str, dict[str, str]]:
    """A query with PIVOT over some numbers of what is in FROM."""
    names = chance.sample(["k", "g", "v", "w"], min(len(numbers), 4))
    items = ", ".join(
        f"{value} as {name}" for value, name in zip(chance.sample(list(numbers), len(names)), names, strict=True)
    )
    of, value = names[0], names[-1]
    values = chance.choice(["1 as p1, 2 as p2", "0 as p1, null as p2, 3 as p3", "2 as p1"])
    call = chance.choice([f"sum({value})", f"max({value})", f"min({value} + 1)", f"max_by({value}, {value})"])
    both = chance.random() < 0.3
    calls = f"{call} as a, max({value}) as b" if both else call
    outputs = [one.split()[-1] for one in values.split(", ")]
    outputs = [f"{output}_{name}" for output in outputs for name in "ab"] if both else outputs
    keys = [name for name in names if name not in (of, value)]
    text = f"select * from (select {items}{source}) pivot ({calls} for {of} in ({values}))"
    return text, dict.fromkeys([*keys, *outputs], "bigint")


def unpivoted(chance: random.Random, source: str, numbers: Sequence[str]) -> tuple[str, dict[str, str]]:
    """A query with UNPIVOT of some numbers of what is in FROM."""
    names = chance.sample(["k", "g", "v", "w", "h"], min(len(numbers), 5))
    items = ", ".join(
        f"{value} as {name}" for value, name in zip(chance.sample(list(numbers), len(names)), names, strict=True)
    )
    if len(names) > 3 and chance.random() < 0.4:
        # without INCLUDE NULLS, DuckDB leaves out rows of which one value is null, and Spark those of which all are
        clause = f"include nulls ((x, y) for c in (({names[0]}, {names[1]}) as p, ({names[2]}, {names[3]}) as q))"
        rest, outputs = names[4:], ["x", "y"]
    else:
        count = chance.randrange(1, len(names) + 1)
        nulls = chance.choice(["", "", "include nulls ", "exclude nulls "])
        clause = f"{nulls}(x for c in ({', '.join(names[:count])}))"
        rest, outputs = names[count:], ["x"]
    of_name = "case c when 'k' then 1 when 'p' then 2 else 3 end as o0"
    text = f"select {', '.join([*rest, of_name, *outputs])} from (select {items}{source}) unpivot {clause}"
    return text, dict.fromkeys([*rest, "o0", *outputs], "bigint")


def fields(chance: random.Random, source: str, numbers: Sequence[str]) -> tuple[str, dict[str, str]]:
    """A query with the fields of a struct."""
    one, other = chance.choice(numbers), chance.choice(numbers)
    inner = f"select named_struct('f1', {one}, 'f2', {other} + 1) as st, {other} as o0{source}"
    return f"select st.*, o0 from ({inner})", {"f1": "bigint", "f2": "bigint", "o0": "bigint"}


def first_rows(chance: random.Random, source: str, plain: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The first rows by a column or an expression that is not in the result."""
    names = chance.sample(list(plain), min(len(plain), 2))
    items = ", ".join(f"{name} as o{number}" for number, name in enumerate(names))
    result = {f"o{number}": plain[name] for number, name in enumerate(names)}
    hidden = chance.choice([name for name, kind in plain.items()])
    key = f"{hidden}{chance.choice(['', ' desc', ' nulls last'])}"
    offset = chance.choice(["", "", " offset 1"])
    limit = chance.randrange(1, 5)
    if chance.random() < 0.3:
        group = ", ".join(names)
        key = f"count({hidden}) desc, max({hidden})"
        return f"select {items}{source} group by {group} order by {key}, {', '.join(result)} limit {limit}", result
    return f"select {items}{source} order by {key}, {', '.join(result)} limit {limit}{offset}", result


def numbered(chance: random.Random, source: str, plain: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Windows without PARTITION BY, with a bound or without one."""
    names = list(plain)[:4]
    items = ", ".join(f"{name} as o{number}" for number, name in enumerate(names))
    result = {f"o{number}": plain[name] for number, name in enumerate(names)}
    value = chance.choice(names)
    order = f"order by {value}{chance.choice(['', ' desc'])}, {', '.join(names)}"
    keys = [value + chance.choice(["", " desc"]), *chance.sample(names, chance.randrange(2))]
    call = chance.choice(
        [
            f"row_number() over ({order})",
            *(f"{kind}() over (order by {', '.join(keys)})" for kind in ("rank", "dense_rank")),
            "count(*) over ()",
            f"max({value}) over ()",
        ]
    )
    text = f"select {items}, {call} as w0{source}"
    result = {**result, "w0": plain[value] if call.startswith("max") else "bigint"}
    bound = chance.choice(["w0 <= 2", "w0 < 4", "w0 = 1", "w0 > 1"])
    return (text if call.startswith("max") else f"select * from ({text}) where {bound}"), result


def lateral(chance: random.Random, outer: str, table: str, inner: Mapping[str, str], alias: str) -> str:
    """A LATERAL query after FROM, with a column `lm`."""
    key, value, third = (chance.choice([name for name, kind in inner.items() if kind == "int"]) for _ in range(3))
    sign = chance.choice(["=", "=", "<=>", ">"])
    where = f"from {table} as i where i.{key} {sign} {outer}"
    queries = [f"select i.{value} as lm {where}"]
    if sign != ">":
        queries += [f"select max(i.{value}) as lm {where}", f"select count(*) as lm {where} group by i.{third}"]
    kind = chance.choice(["join", "left join"])
    return f" {kind} lateral ({chance.choice(queries)}) as {alias} on true"


def several(chance: random.Random, one: str, other: str, table: str, numbers: Sequence[str]) -> str:
    """A condition with IN of two to five columns."""
    count = chance.choice([2, 2, 3, 4, 5])
    outer = [one, other, *(chance.choice([one, other, f"{one} + 0"]) for _ in range(count - 2))]
    inner = [f"i.{chance.choice(numbers)}" for _ in range(count)]
    third = chance.choice(numbers)
    more = chance.choice(["", f" where i.{third} = {one}", f" where i.{third} > {other}"])
    kind = chance.choice(["in", "not in", "not in"])
    text = f"({', '.join(outer)}) {kind} (select {', '.join(inner)} from {table} as i{more})"
    return f"({text} or {one} = 1)" if chance.random() < 0.3 else text
