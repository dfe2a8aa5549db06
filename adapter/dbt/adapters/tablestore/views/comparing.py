"""The rows of a planned query beside those of the query as its author wrote it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from dbt.adapters.tablestore.sql.literals import literal
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views import building
from dbt.adapters.tablestore.views.operators.differing import is_float
from dbt.adapters.tablestore.views.view import Source
from sqlglot import exp

DIFFERENT = "the planned query gives other rows than the query as it is written"
"""Why a view has a full refresh when its plan was found to be wrong."""
# Values as text that differs when they do, whatever the time zone of the session. After the keyword MAP, Spark takes
# the `>>` of an expression for the end of a type.
_AS_TEXT = (
    "`map`('ignoreNullFields', 'false', 'timeZone', 'UTC', 'dateFormat', 'G yyyy-MM-dd', "
    "'timestampFormat', 'G yyyy-MM-dd HH:mm:ss.SSSSSS', 'timestampNTZFormat', 'G yyyy-MM-dd HH:mm:ss.SSSSSS')"
)
_NUMBER = "-?[0-9]+([.][0-9]+)?(E-?[0-9]+)?"
# How many of the items of a fingerprint are exact; the others are sums of floating-point numbers.
_EXACT = 3
# How far sums may differ: as a part of the sum of the absolute values, and per row where all values are nearly 0.
_RELATIVE, _PER_ROW = 1e-6, 1e-9


def pinned(sql: str, rows: Mapping[str, str], source_of: Callable[[str], Source]) -> str:
    """The text of a query that reads its tables as they are in a refresh, character for character but for their names.

    Args:
        sql: the query.
        rows: what follows FROM in the place of each table.
        source_of: what a name in the query stands for.
    """
    parsed = building.parse(sql)
    known = building.tables_of(parsed)
    places = []
    for table in parsed.find_all(exp.Table):
        name = building.full_name(table) if table.name and not isinstance(table.this, exp.Func) else ""
        if name not in known or (not table.args.get("db") and building.is_common_table(table)):
            continue
        text = rows.get(name)
        if text is None:
            text = f"({pinned(source_of(name).text or '', rows, source_of)}\n)"  # it may end in a comment
        if not table.args.get("alias"):
            text += f" as {quoted(table.name)}"
        places.append((table.parts[0].meta["start"], table.parts[-1].meta["end"] + 1, text))
    for start, end, text in sorted(places, reverse=True):
        sql = sql[:start] + text + sql[end:]
    return sql


def fingerprint(query: str, columns: Mapping[str, str], compared: Mapping[str, bool]) -> str:
    """A query with one row about all rows of another one, in any order: their number, and sums of their hashes.

    Floating-point numbers whose last digits may differ are summed, each multiplied by a number that follows from the
    rest of its row.

    Args:
        query: the query.
        columns: its columns with their types.
        compared: the columns whose values are compared -> whether to the last digit.
    """
    exact, numbers = [], []
    for name, is_exact in compared.items():
        column, kind = quoted(name), columns[name].lower()
        if kind not in ("float", "double"):
            text = f"to_json(named_struct('v', {column}), {_AS_TEXT})"
            if is_exact or not is_float(kind):
                exact.append(text)
                continue
            # the numbers apart from what is around them
            exact.append(f"regexp_replace({text}, '{_NUMBER}', '#')")
            found = f"regexp_extract_all({text}, '{_NUMBER}', 0)"
            numbers.append(f"aggregate({found}, 0D, (_sum, _one) -> 0.9D * _sum + cast(_one as double))")
        elif is_exact:
            exact.append(f"cast({column} + 0D as string)")  # -0.0 equals 0.0
        else:
            is_number = f"abs({column}) < double('infinity')"  # NaN is greater
            exact.append(f"if({is_number}, '#', cast({column} as string))")
            numbers.append(f"if({is_number}, cast({column} as double), 0D)")
    text = f"to_json(`array`({', '.join(exact) or 'null'}))"
    items = [f"xxhash64({text}) as h1", f"xxhash64(1, {text}) as h2"]
    items += [f"{number} as n{at}" for at, number in enumerate(numbers)]
    sums = ["count(*)", *(f"sum(cast({name} as decimal(20,0)))" for name in ("h1", "h2"))]
    for at in range(len(numbers)):
        sums += [f"sum(n{at} * (pmod(h1, 1000) + 1) / 1000D)", f"sum(abs(n{at}))"]
    texts = ", ".join(f"cast({value} as string)" for value in sums)
    given = f"({query}\n) as result({', '.join(map(quoted, columns))})"
    return f"select to_json(`array`({texts})) as fingerprint from (select {', '.join(items)} from {given})"


def read(text: str) -> list[str | None]:
    """A fingerprint from its row; the number of rows comes first."""
    return list(json.loads(text))


def are_equal(one: list[str | None], other: list[str | None]) -> bool:
    """Whether two `read` fingerprints are equal, but for the last digits of sums of floating-point numbers."""
    if one[:_EXACT] != other[:_EXACT]:
        return False
    sums = [[float(value or 0) for value in values[_EXACT:]] for values in (one, other)]
    for at in range(0, len(sums[0]), 2):
        all_values = max(sums[0][at + 1], sums[1][at + 1])
        allowed = _RELATIVE * all_values + _PER_ROW * int(one[0] or 0)
        # infinite sums differ by no number
        if any(abs(sums[0][of] - sums[1][of]) > allowed for of in (at, at + 1)):
            return False
    return True


def differences(
    planned: str, given: str, columns: Mapping[str, str], compared: Mapping[str, bool], most: int = 5
) -> dict[str, str]:
    """Queries of rows that only one of two queries has: what it is called -> its first rows as JSON.

    Args:
        planned: the one query.
        given: the other.
        columns: their columns with their types.
        compared: the columns that are compared -> whether to the last digit.
        most: how many rows to return.
    """
    members = []
    for name, is_exact in compared.items():
        kind = columns[name] if is_exact else columns[name].replace("double", "float")
        members.append(f"{literal(name)}, cast({quoted(name)} as {kind})")
    names, found = ", ".join(map(quoted, columns)), {}
    for words, one, other in (("missing", given, planned), ("additional", planned, given)):
        row = f"select to_json(named_struct({', '.join(members)}), {_AS_TEXT.replace('G ', '')}) as row"
        texts = [f"{row} from ({query}\n) as q({names})" for query in (one, other)]
        found[words] = f"{texts[0]} except all {texts[1]} limit {most}"
    return found if members else {}


def is_other_rows(difference: str) -> bool:
    """Whether a comparison has found other rows, and has not failed."""
    return difference.startswith(DIFFERENT)


__all__ = ["DIFFERENT", "are_equal", "differences", "fingerprint", "is_other_rows", "pinned", "read"]
