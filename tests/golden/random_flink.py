"""Random cases of Flink's windows, joins, top-n and deduplication, in the form of the recorded ones.

    python tests/golden/random_flink.py --seed SEED [--count N] > cases.json

Flink itself records the answers, and `flink.py` replays them (see CONTRIBUTING.md). The same seed makes the same
cases. Each has `op`, the computation that the package's macros do, and `sql`, the same computation in Flink's SQL.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Any

from random_cases import write

Op = dict[str, Any]

ORIGINS = [
    "1969-12-31 23:59:59",
    "1970-01-01 00:00:00",
    "1900-01-01 00:00:00",
    "2020-04-15 08:00:00",
    "2021-06-30 00:00:04",
]
UNITS = {"millisecond": 1, "second": 1000, "minute": 60_000, "hour": 3_600_000, "day": 86_400_000}
LATENESS = "INTERVAL '999' DAY(3)"
WINDOW = ["window_start", "window_end"]


class Draw:
    """One case from a random generator."""

    def __init__(self, chance: random.Random, number: int) -> None:
        self.chance = chance
        self.number = number
        self.mode = chance.choice(["batch", "streaming"])
        self.origin = datetime.fromisoformat(chance.choice(ORIGINS))
        self.unit = chance.choice(list(UNITS))
        self.tables: dict[str, Any] = {}
        self.upsert_key: list[str] | None = None

    def case(self) -> dict[str, Any]:
        """The case of a random kind."""
        kinds = {
            "windows": self.windows,
            "aggregate": self.aggregate,
            "cascade": self.cascade,
            "topn": self.topn,
            "wtopn": self.window_topn,
            "dedup": self.deduplicate,
            "wdedup": self.window_deduplicate,
            "wjoin": self.window_join,
            "asof": self.asof_join,
            "interval": self.interval_join,
        }
        kind = self.chance.choice(list(kinds))
        op, output, sql = kinds[kind]()
        columns = ", ".join(f"`{name}`" for name in output)
        return {
            "name": f"f{self.number:03}_{kind}_{op.get('how') or op.get('rank') or op['kind']}",
            "mode": self.mode,
            "tables": self.tables,
            "upsert_key": self.upsert_key,
            "op": {**op, "output": output},
            "sql": sql.replace("{columns}", columns),
        }

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def duration(self, factor: int) -> tuple[str, int]:
        """A duration as text, and in milliseconds."""
        if self.often(0.2) and self.unit == "second":
            return f"{factor * 1000 + 250} milliseconds", factor * 1000 + 250
        return f"{factor} {self.unit}{'s' if abs(factor) != 1 else ''}", factor * UNITS[self.unit]

    def moment(self, spread: int = 12) -> str:
        """A time near the origin, often at the edge of a window."""
        shift = self.chance.randint(-spread, spread) * UNITS[self.unit] + self.chance.choice([0, 0, 0, -1, 1, 327])
        return (self.origin + timedelta(milliseconds=shift)).isoformat(" ", timespec="milliseconds")

    def events(self, name: str = "t", distinct: bool = False, nulls: bool = True) -> None:
        """A table of events. `distinct` keeps the times apart where their order decides."""
        rows: list[list[Any]] = []
        taken: set[str | None] = set()
        for number in range(self.chance.randint(4, 12)):
            at = None if nulls and self.mode == "batch" and self.often(0.08) else self.moment()
            if distinct and at in taken:
                continue
            taken.add(at)
            key = self.chance.choice(["a", "a", "b", "c", None])
            rows.append([at, key, self.chance.choice([None, *range(-3, 9)]), number])
        columns = [["ts", "TIMESTAMP(3)"], ["k", "STRING"], ["v", "INT"], ["id", "INT"]]
        self.tables[name] = self.table(columns, rows, "ts")

    @staticmethod
    def table(
        columns: list[list[str]], rows: list[list[Any]], time: str, key: list[str] | None = None
    ) -> dict[str, Any]:
        return {"columns": columns, "rows": rows, "time_attribute": time, "primary_key": key, "watermark": LATENESS}

    def window(self, source: str, time: str = "ts", kind: str | None = None, sql: str | None = None) -> tuple[Op, str]:
        """A window of a kind over a table, as an op and as SQL."""
        kind = kind or self.chance.choice(["tumble", "hop", "cumulate", "session"])
        op: Op = {"kind": kind, "input": {"kind": "source", "table": source}, "time": time}
        rows = sql or f"TABLE `{source}`"
        if kind == "session":
            op["gap"], gap = self.duration(self.chance.randint(1, 4))
            op["partition_by"] = ["k"] if sql is None and (self.often(0.7) or self.mode == "streaming") else []
            by = " PARTITION BY (`k`)" if op["partition_by"] else ""
            return op, f"TABLE(SESSION({rows}{by}, DESCRIPTOR(`{time}`), {interval(gap)}))"
        step, step_ms = self.duration(self.chance.randint(1, 8))
        count = self.chance.randint(1, 5)
        size_ms = step_ms if kind == "tumble" else step_ms * count
        size = step if kind == "tumble" or count == 1 else f"{size_ms} milliseconds"
        offset_ms = self.chance.randint(-size_ms, size_ms) if self.often(0.3) else None
        op |= {"tumble": {}, "hop": {"slide": step}, "cumulate": {"step": step}}[kind]
        op |= {"size": size, "offset": None if offset_ms is None else f"{offset_ms} milliseconds"}
        lengths = [size_ms] if kind == "tumble" else [step_ms, size_ms]
        lengths += [] if offset_ms is None else [offset_ms]
        return op, f"TABLE({kind.upper()}({rows}, DESCRIPTOR(`{time}`), {', '.join(map(interval, lengths))}))"

    def windows(self) -> tuple[Op, list[str], str]:
        self.events()
        op, sql = self.window("t")
        return op, ["id", *WINDOW, "window_time"], f"SELECT {{columns}} FROM {sql}"

    def aggregate(self) -> tuple[Op, list[str], str]:
        self.events()
        window, source = self.window("t")
        session = window["kind"] == "session"
        keys = list(window["partition_by"]) if session else (["k"] if self.often(0.6) else [])
        sets = [["k"], []] if keys and not session and self.often(0.4) else None
        functions: list[dict[str, str]] = [{"fn": "count", "column": "*", "as": "c"}]
        options = [("sum", "v"), ("min", "v"), ("max", "v"), ("count", "v"), ("max", "ts"), ("count_distinct", "k")]
        for fn, column in self.chance.sample(options, 2):
            functions.append({"fn": fn, "column": column, "as": f"{fn}_{column}"})
        op = {
            "kind": "aggregate",
            "input": window,
            "group_by": [*WINDOW, *keys],
            "grouping_sets": sets,
            "aggregates": functions,
        }
        output = [*WINDOW, *keys, *(function["as"] for function in functions)]
        items = [*(f"`{name}`" for name in [*WINDOW, *keys]), *map(aggregate_sql, functions)]
        group = [
            *(f"`{name}`" for name in WINDOW),
            *(["GROUPING SETS ((`k`), ())"] if sets else [f"`{key}`" for key in keys]),
        ]
        return (
            op,
            output,
            f"SELECT {{columns}} FROM (SELECT {', '.join(items)} FROM {source} GROUP BY {', '.join(group)})",
        )

    def cascade(self) -> tuple[Op, list[str], str]:
        """A window over the results of a smaller one."""
        self.events(nulls=False)
        inner, source = self.window("t", kind="tumble")
        inner = {**inner, "offset": None}
        source = f"TABLE(TUMBLE(TABLE `t`, DESCRIPTOR(`ts`), {interval(milliseconds(inner['size']))}))"
        sums = [{"fn": "sum", "column": "v", "as": "p"}, {"fn": "count", "column": "*", "as": "n"}]
        grouped = {
            "kind": "aggregate",
            "input": inner,
            "group_by": [*WINDOW, "window_time"],
            "grouping_sets": None,
            "aggregates": sums,
        }
        middle = {"kind": "project", "input": grouped, "columns": [["window_time", "rowtime"], ["p", "p"], ["n", "n"]]}
        size = milliseconds(inner["size"]) * self.chance.randint(1, 4)
        outer = {"kind": "tumble", "input": middle, "time": "rowtime", "size": f"{size} milliseconds", "offset": None}
        totals = [{"fn": "sum", "column": "p", "as": "p2"}, {"fn": "sum", "column": "n", "as": "n2"}]
        op = {"kind": "aggregate", "input": outer, "group_by": WINDOW, "grouping_sets": None, "aggregates": totals}
        rows = (
            f"(SELECT `window_time` AS `rowtime`, SUM(`v`) AS `p`, COUNT(*) AS `n` FROM {source} "
            "GROUP BY `window_start`, `window_end`, `window_time`)"
        )
        sql = (
            "SELECT {columns} FROM (SELECT `window_start`, `window_end`, SUM(`p`) AS `p2`, SUM(`n`) AS `n2` "
            f"FROM TABLE(TUMBLE({rows}, DESCRIPTOR(`rowtime`), {interval(size)})) "
            "GROUP BY `window_start`, `window_end`)"
        )
        return op, [*WINDOW, "p2", "n2"], sql

    def ranking(self, source: str, op_input: Op, partition: list[str], output: list[str]) -> tuple[Op, list[str], str]:
        dense = op_input["kind"] == "source" and self.mode == "batch" and self.often(0.5)
        nulls = None if dense else self.chance.choice([None, "first", "last"])
        order = [{"column": "v", "direction": self.chance.choice(["asc", "desc"]), "nulls": nulls}]
        order += [] if dense else [{"column": "id", "direction": "asc", "nulls": None}]
        if self.mode == "streaming":
            order[0]["nulls"] = None
        first = 1 if dense or self.mode == "streaming" else self.chance.randint(1, 2)
        last = first + self.chance.randint(0, 2)
        column = None if dense else "rn"
        op = {
            "kind": "topn", "input": op_input, "partition_by": partition, "order_by": order,
            "rank": "dense_rank" if dense else "row_number", "from": first, "to": last, "rank_column": column,
        }  # fmt: skip
        by = ", ".join(f"`{name}`" for name in partition)
        items = [
            f"`{o['column']}` {o['direction'].upper()}{' NULLS ' + o['nulls'].upper() if o['nulls'] else ''}"
            for o in order
        ]
        name = column or "rk__"
        condition = f"`{name}` <= {last}" if first == 1 else f"`{name}` >= {first} AND `{name}` <= {last}"
        sql = (
            f"SELECT {{columns}} FROM (SELECT *, {op['rank'].upper()}() "
            f"OVER (PARTITION BY {by} ORDER BY {', '.join(items)}) AS `{name}` FROM {source}) WHERE {condition}"
        )
        return op, output + ([column] if column else []), sql

    def topn(self) -> tuple[Op, list[str], str]:
        self.events(nulls=False)
        op, output, sql = self.ranking("`t`", {"kind": "source", "table": "t"}, ["k"], ["id", "k"])
        if op["to"] == 1 and self.mode == "streaming":
            self.upsert_key = ["k"]  # Flink sends updates without the rows before them
        return op, output, sql

    def window_topn(self) -> tuple[Op, list[str], str]:
        self.events(nulls=False)
        op, sql = self.window("t")
        by_key = ["k"] if op.get("partition_by") or (op["kind"] != "session" and self.often(0.6)) else []
        return self.ranking(sql, op, [*WINDOW, *by_key], ["id", *WINDOW])

    def deduplicate(self) -> tuple[Op, list[str], str]:
        self.events(nulls=False, distinct=True)
        keys, keep = self.chance.choice([["k"], ["k", "v"]]), self.chance.choice(["first", "last"])
        return self.first_or_last("`t`", {"kind": "source", "table": "t"}, keys, keep, ["id", "k", "ts"])

    def window_deduplicate(self) -> tuple[Op, list[str], str]:
        self.events(nulls=False, distinct=True)
        op, sql = self.window("t")
        keys = [*WINDOW, *(["k"] if op.get("partition_by") or (op["kind"] != "session" and self.often(0.5)) else [])]
        return self.first_or_last(sql, op, keys, self.chance.choice(["first", "last"]), ["id", *WINDOW])

    @staticmethod
    def first_or_last(
        source: str, op_input: Op, keys: list[str], keep: str, output: list[str]
    ) -> tuple[Op, list[str], str]:
        op = {
            "kind": "deduplicate",
            "input": op_input,
            "keys": keys,
            "order": "ts",
            "keep": keep,
            "ties": "unspecified",
        }
        by, direction = ", ".join(f"`{key}`" for key in keys), "ASC" if keep == "first" else "DESC"
        sql = (
            "SELECT {columns} FROM (SELECT *, ROW_NUMBER() "
            f"OVER (PARTITION BY {by} ORDER BY `ts` {direction}) AS rk__ FROM {source}) WHERE rk__ = 1"
        )
        return op, output, sql

    def window_join(self) -> tuple[Op, list[str], str]:
        self.events("l", nulls=False)
        self.events("r", nulls=False)
        kind = self.chance.choice(["tumble", "hop", "cumulate"])
        window, first = self.window("l", kind=kind)
        how = self.chance.choice(["inner", "left", "right", "full", "semi", "anti"])
        sides, queries = {}, {}
        for side in ("l", "r"):
            names = {"id": f"{side}_id", "k": f"{side}_k", **{name: f"{side}_{name}" for name in WINDOW}}
            given = {**window, "input": {"kind": "source", "table": side}}
            sides[side] = {"kind": "project", "input": given, "columns": [list(pair) for pair in names.items()]}
            items = ", ".join(f"`{source}` AS `{name}`" for source, name in names.items())
            queries[side] = f"(SELECT {items} FROM {first.replace('`l`', f'`{side}`')})"
        keys = [["l_k", "r_k"]] if self.often(0.7) else []
        op = {"kind": "join", "how": how, "left": sides["l"], "right": sides["r"], "keys": keys, "window": True}
        pairs = [*keys, *([f"l_{name}", f"r_{name}"] for name in WINDOW)]
        condition = " AND ".join(f"L.`{left}` = R.`{right}`" for left, right in pairs)
        output = ["l_id", "l_window_start", "l_window_end"]
        if how in ("semi", "anti"):
            exists = f"{'NOT ' if how == 'anti' else ''}EXISTS (SELECT 1 FROM {queries['r']} AS R WHERE {condition})"
            return op, output, f"SELECT {{columns}} FROM {queries['l']} AS L WHERE {exists}"
        output += ["r_id", "r_window_start", "r_window_end"]
        return (
            op,
            output,
            f"SELECT {{columns}} FROM {queries['l']} AS L {how.upper()} JOIN {queries['r']} AS R ON {condition}",
        )

    def two_sides(self, version_key: bool) -> None:
        left = [
            [f"o{i}", self.chance.choice(["a", "b", "c", None]), self.moment(8)]
            for i in range(self.chance.randint(3, 10))
        ]
        self.tables["o"] = self.table([["l_id", "STRING"], ["l_k", "STRING"], ["l_t", "TIMESTAMP(3)"]], left, "l_t")
        count = self.chance.randint(3, 10)
        if version_key:
            seen: set[tuple[str, str]] = set()
            rows: list[list[Any]] = []
            for number in range(count):
                key, at = self.chance.choice("abc"), self.moment(8)
                if (key, at) not in seen:
                    rows.append([key, number, at])
                seen.add((key, at))
            columns = [["r_k", "STRING"], ["r_v", "INT"], ["r_t", "TIMESTAMP(3)"]]
            self.tables["r"] = self.table(columns, rows, "r_t", ["r_k"])
        else:
            rows = [[str(i), self.chance.choice(["a", "b", "c", None]), self.moment(8)] for i in range(count)]
            self.tables["r"] = self.table([["r_id", "STRING"], ["r_k", "STRING"], ["r_t", "TIMESTAMP(3)"]], rows, "r_t")

    def asof_join(self) -> tuple[Op, list[str], str]:
        self.mode = "streaming"
        self.two_sides(version_key=True)
        how = self.chance.choice(["inner", "left"])
        op = {
            "kind": "asof_join", "how": how,
            "left": {"kind": "source", "table": "o"}, "right": {"kind": "source", "table": "r"},
            "keys": [["l_k", "r_k"]], "left_time": "l_t", "right_time": "r_t", "ties": "last_arrived", "extra": None,
        }  # fmt: skip
        join = f"{how.upper()} JOIN `r` FOR SYSTEM_TIME AS OF L.`l_t` AS R ON L.`l_k` = R.`r_k`"
        return (
            op,
            ["l_id", "l_k", "l_t", "r_v", "r_t"],
            f"SELECT L.`l_id`, L.`l_k`, L.`l_t`, R.`r_v`, R.`r_t` FROM `o` AS L {join}",
        )

    def interval_join(self) -> tuple[Op, list[str], str]:
        self.two_sides(version_key=False)
        how = self.chance.choice(["inner", "left", "right", "full"])
        low = self.chance.randint(-4, 3)
        (lower, low_ms), (upper, high_ms) = self.duration(low), self.duration(self.chance.randint(low, 4))
        if low_ms > high_ms:
            upper, high_ms = lower, low_ms
        op = {
            "kind": "interval_join", "how": how,
            "left": {"kind": "source", "table": "o"}, "right": {"kind": "source", "table": "r"},
            "keys": [["l_k", "r_k"]], "left_time": "l_t", "right_time": "r_t", "lower": lower, "upper": upper,
        }  # fmt: skip
        between = f"R.`r_t` + {day_interval(low_ms)} AND R.`r_t` + {day_interval(high_ms)}"
        join = f"{how.upper()} JOIN `r` AS R ON L.`l_k` = R.`r_k` AND L.`l_t` BETWEEN {between}"
        return op, ["l_id", "l_t", "r_id", "r_t"], f"SELECT L.`l_id`, L.`l_t`, R.`r_id`, R.`r_t` FROM `o` AS L {join}"


def interval(length: int) -> str:
    """A length in milliseconds as a literal of Flink."""
    return f"INTERVAL '{'-' if length < 0 else ''}{abs(length) // 1000}.{abs(length) % 1000:03}' SECOND(10, 3)"


def day_interval(length: int) -> str:
    """The same as a literal that Flink adds to a time; there it takes no more than nine digits of seconds."""
    days, rest = divmod(abs(length), UNITS["day"])
    clock = f"{rest // 3_600_000:02}:{rest // 60_000 % 60:02}:{rest // 1000 % 60:02}.{rest % 1000:03}"
    return f"INTERVAL '{'-' if length < 0 else ''}{days} {clock}' DAY(3) TO SECOND(3)"


def milliseconds(duration: str) -> int:
    """The length of a duration that a case has as text."""
    number, unit = duration.split()
    return int(number) * UNITS[unit.removesuffix("s")]


def aggregate_sql(function: dict[str, str]) -> str:
    column = "*" if function["column"] == "*" else f"`{function['column']}`"
    name, distinct = (
        function["fn"].removesuffix("_distinct"),
        "DISTINCT " if function["fn"].endswith("distinct") else "",
    )
    return f"{name.upper()}({distinct}{column}) AS `{function['as']}`"


if __name__ == "__main__":
    write(Draw, "Random cases of Flink's operators.")
