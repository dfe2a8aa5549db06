"""Random queries for materialized views, random changes of their tables, and what a refresh makes of them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views import building, planner, repeatable, rules
from dbt.adapters.tablestore.views.equal_values import signed_columns
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import Functions
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.sql import listed
from dbt.adapters.tablestore.views.operators.times import Time, Times
from dbt.adapters.tablestore.views.operators.uniqueness import keys_of
from dbt.adapters.tablestore.views.operators.values import Kept, Table
from dbt.adapters.tablestore.views.results.columns import as_struct
from dbt.adapters.tablestore.views.results.reading import read_query
from dbt.adapters.tablestore.views.results.result import Result
from dbt.adapters.tablestore.views.results.storing import result_of

import view_clauses
from view_answers import Answers, plain
from view_engines import Engine, Row, frozen
from view_groups import GroupsOfView

TABLES = {
    "r": "k int, g int, v int, n string",
    "s": "k int, h int, w int, a array<int>",
    "u": "g int, h int, x decimal(30,2)",
    "z": "k int, y string",
}
"""Small tables with small values, nulls and equal rows."""


# Values that are equal to one of another type, and not to each other.
_NEAR: dict[str, Sequence[Any]] = {
    "bigint": (2**53, 2**53 + 1, 1),
    "double": (float(2**53), 1.0),
    "varchar(4)": ("1", "01", "2"),
}


def columns(table: str, tables: Mapping[str, str] = TABLES) -> dict[str, str]:
    """The columns of a table with their types."""
    return dict(_typed(tables[table]))


def written(file: str) -> list[list[str]]:
    """The queries of a file beside this one, in the parts that its comments begin."""
    parts = re.split("^-- ", Path(__file__).with_name(file).read_text(), flags=re.MULTILINE)[1:]
    return [part.splitlines()[1:] for part in parts]


class Queries:
    """Writes random SELECTs. Each method returns SQL, and the columns of its result with their types.

    With ``ties``, the order of one window function may have ties, see `view_answers`. With ``rare``, there are
    subqueries that are seldom written, such as aggregates over no rows with HAVING.
    """

    def __init__(self, chance: random.Random, ties: bool = True, rare: bool = True) -> None:
        self._chance, self._names, self._has_ties, self._rare = chance, 0, not ties, rare

    def query(self, depth: int) -> tuple[str, dict[str, str]]:
        """A SELECT, or a UNION of two, over tables and queries of less depth."""
        if depth > 0 and self._chance.random() < 0.1:
            union = self._union(depth)
            if union:
                return union
        source, known = self._source(depth)
        plain = {name: kind for name, kind in known.items() if not kind.startswith("array")}
        numbers = _numbers(known)
        if not plain or not numbers:
            return f"select 1 as o0{source}", {"o0": "int"}
        if self._chance.random() < 0.15:
            return self._seldom(source, plain, numbers)
        pick = self._chance.random()
        if pick < 0.35:
            return self._groups(source, known)
        if pick < 0.5:
            return self._windows(source, known, numbers)
        items, result = [], {}
        for output in self._outputs(self._chance.choice([1, 2, 3])):
            name = self._chance.choice(list(plain))
            text, kind = (name, plain[name]) if self._chance.random() < 0.5 else (self._value(numbers), "bigint")
            items.append(f"{text} as {output}")
            result[output] = kind
        if depth > 0 and self._chance.random() < 0.2:
            table, inner = self._table()
            items.append(f"{self._scalar(table, inner, self._chance.choice(numbers))} as sc")
            result["sc"] = "bigint"
        return f"select {self._chance.choice(['', '', 'distinct '])}{', '.join(items)}{source}", result

    def _seldom(self, source: str, plain: dict[str, str], numbers: list[str]) -> tuple[str, dict[str, str]]:
        """A query with a clause that few have."""
        kind = self._chance.choice(["pivot", "unpivot", "struct", "first", "first", "numbered", "numbered"])
        if kind == "first":
            return view_clauses.first_rows(self._chance, source, plain)
        if kind == "numbered":
            return view_clauses.numbered(self._chance, source, plain)
        if kind == "struct" or len(numbers) < 2:
            return view_clauses.fields(self._chance, source, numbers)
        if kind == "unpivot":
            return view_clauses.unpivoted(self._chance, source, numbers)
        return view_clauses.pivoted(self._chance, source, numbers)

    def rows(self, depth: int) -> str:
        """A SELECT of most columns of tables, joins and queries of less depth, as which it often has their keys."""
        source, known = self._source(depth)
        names = [name for name in known if self._chance.random() < 0.9] or list(known)
        return f"select {', '.join(f'{name} as o{number}' for number, name in enumerate(names))}{source}"

    def _name(self) -> str:
        self._names += 1
        return f"t{self._names}"

    def _outputs(self, count: int) -> list[str]:
        """Names of result columns; many are those of other columns of the tables."""
        return self._chance.sample(["o0", "o1", "o2", "k", "g", "v", "h", "w"], count)

    def _table(self) -> tuple[str, dict[str, str]]:
        name = self._chance.choice(list(TABLES))
        return name, columns(name)

    def _of(self, inner: Mapping[str, str], alias: str) -> str:
        return f"{alias}.{self._chance.choice(_numbers(inner))}"

    def _scalar(self, table: str, inner: Mapping[str, str], outer: str) -> str:
        """A number for each row: aggregates of the rows of a table, of which there may be none."""
        x, y = self._of(inner, "i"), self._of(inner, "i")
        if not self._rare:
            value = self._chance.choice(["max", "count", "sum"])
            return f"(select {value}({x}) from {table} as i where {self._of(inner, 'i')} = {outer})"
        value = self._chance.choice(
            [
                *(f"{call}({x})" for call in ("max", "count", "sum")),
                f"greatest(sum({x}), 0)",
                f"coalesce(max({x}), count(*), 7)",
                f"cast(concat_ws('', max({x}), '1') as int)",
                f"size(array(max({x}), 1))",
                f"case when max({x}) <=> null or count(*) > 1 then 5 else min({y}) end",
                f"regr_count({x}, {y}) + 1",
                f"count(distinct {x})",
            ]
        )
        more = self._chance.choice(["", "", f" and {y} > 0"])
        if self._chance.random() < 0.2:
            more += f" and {y} >= (select {self._chance.choice(['count(*)', 'min(j.k)'])} from z as j where j.k = {x})"
        having = self._chance.choice(
            ["", "", "", " having count(*) > 1", " having count(*) < 1", f" having max({x}) is null"]
        )
        return f"(select {value} from {table} as i where {self._of(inner, 'i')} = {outer}{more}{having})"

    def _union(self, depth: int) -> tuple[str, dict[str, str]] | None:
        (one, of_one), (two, of_two) = self.query(depth - 1), self.query(depth - 1)
        pairs = list(zip(_numbers(of_one)[:2], _numbers(of_two)[:2], strict=False))
        if not pairs:
            return None
        first = ", ".join(f"{left} as o{number}" for number, (left, _) in enumerate(pairs))
        kind = self._chance.choice(["union all", "union", "intersect", "intersect all", "except", "except all"])
        text = f"select {first} from ({one}) {kind} select {', '.join(right for _, right in pairs)} from ({two})"
        return text, {f"o{number}": "bigint" for number, _ in enumerate(pairs)}

    def _relation(self, depth: int) -> tuple[str, dict[str, str]]:
        alias = self._name()
        if self._chance.random() < 0.04:
            return f"(values (1, 2), (null, 3), (2, 2)) as {alias}(k, c)", {f"{alias}.k": "int", f"{alias}.c": "int"}
        if depth <= 0 or self._chance.random() < 0.35:
            text, known = self._table()
        else:
            query, known = self.query(depth - 1)
            if self._chance.random() < 0.1 and not any(kind.startswith("array") for kind in known.values()):
                query = f"select * from ({query}) order by {', '.join(known)} limit {self._chance.randrange(1, 5)}"
            text = f"({query})"
        return f"{text} as {alias}", {f"{alias}.{name}": kind for name, kind in known.items()}

    def _source(self, depth: int) -> tuple[str, dict[str, str]]:
        """FROM, joins, LATERAL VIEW and WHERE."""
        text, known = self._relation(depth)
        for _ in range(self._chance.choice([0, 0, 1, 1, 2])):
            other, more = self._relation(depth - 1)
            left, right = _numbers(known), _numbers(more)
            if not left or not right:
                break
            on = f"{self._chance.choice(left)} = {self._chance.choice(right)}"
            if self._chance.random() < 0.3:
                sign = self._chance.choice(["<", "<>", "<=>"])
                on += f" and {self._chance.choice(left)} {sign} {self._chance.choice(right)}"
            kind = self._chance.choice(
                ["join", "join", "left join", "right join", "full join", "left semi join", "left anti join"]
            )
            if self._chance.random() < 0.08:
                on += f" and {view_clauses.moving(self._chance, [*left, *right])}"
            # Spark has no correlated scalar subqueries in ON
            if kind == "join" and self._rare and self._chance.random() < 0.08:
                on += f" and {self._condition([*left, *right], 1)}"
            text += f" {kind} {other} on {on}"
            known = known if kind in ("left semi join", "left anti join") else {**known, **more}
        if _numbers(known) and self._chance.random() < 0.07:
            table, inner = self._table()
            alias = self._name()
            text += view_clauses.lateral(self._chance, self._chance.choice(_numbers(known)), table, inner, alias)
            known = {**known, f"{alias}.lm": "bigint"}
        arrays = [name for name, kind in known.items() if kind.startswith("array")]
        if arrays and self._chance.random() < 0.4:
            alias = self._name()
            outer = self._chance.choice(["", "outer "])
            text += f" lateral view {outer}explode({self._chance.choice(arrays)}) {alias} as e"
            known = {**known, f"{alias}.e": "int"}
        if _numbers(known) and self._chance.random() < 0.5:
            conditions = [self._condition(_numbers(known), depth) for _ in range(self._chance.choice([1, 1, 2]))]
            text += f" where {' and '.join(conditions)}"
        return f" from {text}", known

    def _value(self, numbers: list[str]) -> str:
        one, other = self._chance.choice(numbers), self._chance.choice(numbers)
        calls = [f"case when {one} > 1 then {other} else -1 end", f"coalesce({one}, 7)"]
        return self._chance.choice([*calls, f"({one} + {other}) % 5", f"{one} - {other}", f"-{one}"])

    def _condition(self, numbers: list[str], depth: int) -> str:
        one, other = self._chance.choice(numbers), self._chance.choice(numbers)
        if depth <= 0 or self._chance.random() > 0.5:
            constant = self._chance.randrange(4)
            if self._chance.random() < 0.2:
                return view_clauses.moving(self._chance, numbers)
            plain = [f"{one} > {constant % 3}", f"{one} = {other}", f"{one} is not null", f"{one} in (0, 2, 3)"]
            loose = [f"{one} > 2 or {other} = {constant}", f"not {one} > {constant % 3}", f"{one} - {other} < 2"]
            return self._chance.choice([*plain, *loose, f"({one} <= {constant} or {other} is null)"])
        table, inner = self._table()
        alias = self._name()
        key, value = self._of(inner, alias), self._of(inner, alias)
        more = self._chance.choice(["", f" and {value} > 1", f" and {value} <> {other}"])
        aggregate = self._chance.choice(["max", "min", "count", "sum"])
        return self._chance.choice(
            [
                f"exists (select 1 from {table} {alias} where {key} = {one}{more})",
                f"not exists (select 1 from {table} {alias} where {key} = {one}{more})",
                f"{one} in (select {key} from {table} {alias})",
                f"{one} in (select {key} from {table} {alias} where {value} = {other})",
                f"{one} >= (select {aggregate}({value}) from {table} {alias} where {key} = {other})",
                f"{one} >= {self._scalar(table, inner, other)}",
                *(self._correlated(one, other, table, inner, alias) if self._rare else []),
                f"({one} > 2 or exists (select 1 from {table} {alias} where {key} = {one}))",
                f"{one} > (select avg({value}) from {table} {alias})",
                view_clauses.several(self._chance, one, other, table, _numbers(inner)),
            ]
        )

    def _correlated(self, one: str, other: str, table: str, inner: Mapping[str, str], alias: str) -> list[str]:
        """Conditions with correlated subqueries that are grouped, have windows, or are compared with NOT IN."""
        key, value, third = (self._of(inner, alias) for _ in range(3))
        where = f"from {table} {alias} where {key} = {other}"
        kind = self._chance.choice(["in", "not in"])
        having = self._chance.choice(["", "", f" having count(*) {self._chance.choice(['> 1', '= 0', '< 3'])}"])
        aggregate = self._chance.choice([f"max({value})", "count(*)", f"coalesce(sum({value}), 1)"])
        window = self._chance.choice(
            [f"rank() over (order by {value})", f"max({value}) over (partition by {third})", f"count({value}) over ()"]
        )
        inside = f"count({value}) over (partition by {third})"
        return [
            f"{one} {kind} (select {value} {where}{self._chance.choice(['', f' and {third} > 0'])})",
            f"{one} {kind} (select {aggregate} {where}{having})",
            f"{one} {kind} (select {aggregate} {where} group by {third}{having})",
            f"({one} {kind} (select {value} {where}) or {other} = 1)",
            f"case when {one} {kind} (select {aggregate} {where}{having}) then {one} > 0 else {other} > 0 end",
            f"{self._chance.choice(['', 'not '])}exists (select {aggregate} {where}{having})",
            f"{one} {kind} (select {window} {where})",
            f"exists (select {value} {where} qualify {window} > 1)",
            f"{one} >= (select max(j.o) from (select {inside} as o, {key} as p from {table} {alias}) j "
            f"where j.p = {other})",
        ]

    def _groups(self, source: str, known: Mapping[str, str]) -> tuple[str, dict[str, str]]:
        numbers = _numbers(known)
        keys = self._chance.sample(numbers, min(len(numbers), self._chance.choice([0, 1, 1, 1, 2])))
        calls = []
        for _ in range(self._chance.choice([1, 2, 3])):
            x, y = self._chance.choice(numbers), self._chance.choice(numbers)
            x = self._chance.choice([x, x, x, f"{x} - {y}", f"-{x}"])
            plain = ["count(*)", f"count({x})", f"sum({x})", f"min({x})", f"max({x})", f"avg({x})"]
            plain.append(f"count({x} > 1 or {y} = 0)")
            calls.append(
                self._chance.choice(
                    [
                        *(*plain, f"count(distinct {x})", f"sum(distinct {x})", f"sum({x}) filter (where {y} > 1)"),
                        self._chance.choice([f"size(collect_list({x}))", f"max_by({x}, {x})"]),
                    ]
                )
            )
        calls += [
            f"{self._chance.choice(['sum', 'max', 'avg'])}({name})"
            for name, kind in known.items()
            if kind.startswith("decimal")
        ][:1]
        outputs = self._outputs(len(keys))
        items = [f"{key} as {output}" for output, key in zip(outputs, keys, strict=True)]
        items += [f"{call} as p{number}" for number, call in enumerate(calls)]
        result = dict.fromkeys(outputs, "bigint")
        for number, call in enumerate(calls):
            exact = not call.startswith("avg") and not any(
                f"({name})" in call for name, kind in known.items() if kind.startswith("decimal")
            )
            result[f"p{number}"] = "bigint" if exact else "double"
        group = f" group by {', '.join(keys)}" if keys else ""
        if len(keys) > 1 and self._chance.random() < 0.4:
            sets = f"grouping sets (({keys[0]}), ({', '.join(keys)}), ({keys[1]}))"
            # of no rows, Spark has no total, and DuckDB has one
            one_by_one = [f"{keys[0]}, {kind} ({keys[1]})" for kind in ("rollup", "cube")]
            group = f" group by {self._chance.choice([sets, *one_by_one])}"
        having = ""
        if self._chance.random() < 0.3:
            x = self._chance.choice(numbers)
            plain = ["count(*) > 1", f"sum({x}) > 2", f"max({x}) is not null", f"max({x}) > 2 or not count(*) > 1"]
            having = f" having {self._chance.choice([*plain, view_clauses.moving_group(self._chance, x)])}"
        return f"select {', '.join(items)}{source}{group}{having}", result

    def _by_place(self, key: str, value: str, other: str, rest: list[str]) -> str:
        """A window function whose result depends on the order of ties."""
        ties = f"<ties {', '.join(rest)}>" if rest else ""
        order = f"partition by {key} order by {value}{self._chance.choice(['', ' desc'])}{ties}"
        moving = "rows between 1 preceding and current row"
        return self._chance.choice(
            [
                *(f"row_number() over ({order})" for _ in range(3)),
                f"ntile(2) over ({order})",
                f"lag({other}) over ({order})",
                f"lead({other}, 1, 7) over ({order})",
                f"first_value({other}) over ({order})",
                f"last_value({other}) over ({order} rows between unbounded preceding and unbounded following)",
                f"nth_value({other}, 2) over ({order} {moving})",
                f"sum({other}) over ({order} rows unbounded preceding)",
                f"count({other}) over ({order} {moving})",
            ]
        )

    def _windows(self, source: str, known: Mapping[str, str], numbers: list[str]) -> tuple[str, dict[str, str]]:
        plain = {name: kind for name, kind in known.items() if not kind.startswith("array")}
        key, value = self._chance.choice(numbers), self._chance.choice(numbers)
        call = self._chance.choice(
            [
                f"sum({value}) over (partition by {key})",
                f"rank() over (partition by {key} order by {value})",
                f"dense_rank() over (partition by {key} order by {value} desc)",
                f"count(*) over (partition by {key}, {value})",
                f"max({value}) over (partition by {key} order by {value})",
                f"count(*) over (partition by null, {key})",
                f"max({value}) over (partition by {key}, 1 order by {value})",
            ]
        )
        rest = [name for name in known if name not in (key, value)]
        if len(rest) < 4 and not self._has_ties and self._chance.random() < 0.6:
            self._has_ties, call = True, self._by_place(key, value, self._chance.choice(numbers), rest)
        names = self._chance.sample(list(plain), min(len(plain), 2))
        outputs = self._outputs(len(names))
        items = [f"{name} as {output}" for output, name in zip(outputs, names, strict=True)]
        text = f"select {', '.join(items)}, {call} as w0{source}"
        result = {**{output: plain[name] for output, name in zip(outputs, names, strict=True)}, "w0": "bigint"}
        return (f"select * from ({text}) where w0 <= 2" if self._chance.random() < 0.5 else text), result


class Simulation:
    """Keeps the result of a query up to date while its tables change at random.

    ``kinds`` counts how the results were stored, ``groups`` how often those of operators below were, and ``full`` says
    why queries had a full refresh. Of ``unchanged`` tables, only the order of their rows changes. No two rows of a
    table are equal in its columns among ``keys``. ``tables`` are the columns of each table, with their types.
    With ``stores_groups``, all groups of operators that can be stored are.
    """

    def __init__(
        self,
        engine: Engine,
        unchanged: str = "",
        keys: Mapping[str, tuple[str, ...]] | None = None,
        tables: Mapping[str, str] = TABLES,
        stores_groups: bool = False,
    ) -> None:
        self._stores_all = stores_groups
        self._unchanged, self._keys, self._tables = unchanged, keys or {}, tables
        self._engine, self._kept = engine, 0
        self._orders = random.Random(0)
        self.functions = Functions({}, engine.is_builtin)
        self.kinds: Counter[str] = Counter()
        self._times, self._days = Times(), random.Random(1)
        self._stores = random.Random(2)
        self.groups: Counter[str] = Counter()
        self.full: dict[str, str] = {}

    def differences(self, sql: str, chance: random.Random, batches: int) -> list[str]:
        """What a result that is refreshed incrementally has more or less than the query; empty for a full refresh."""
        given, sql = sql, plain(sql)
        data = {
            name: [random_row(chance, name, self._tables) for _ in range(chance.randrange(14))] for name in self._tables
        }
        data = {name: self._by_key(name, rows) for name, rows in data.items()}
        for name, rows in data.items():
            self._table(name, rows, self._tables[name])
        try:
            parsed = building.parse(sql)
            used = {name: name.strip("`") for name in building.tables_of(parsed)}
            types = {name: columns(table, self._tables) for name, table in used.items()}
            query = building.build(parsed, types, self.functions, types_of=self._engine.types)
            self._times = Times(_day(self._days))
            now = Changes({name: Table(table) for name, table in used.items()}, self._keep, times=self._times)
            facts = rules.Facts(tables=types, types_of=self._engine.types, now=now.now)
            query = rules.applied(rules.RULES_THAT_ASK_SPARK, query, facts)
            known = keys_of(query.root, {name: self._keys.get(table, ()) for name, table in used.items()}, types)
            signed = signed_columns(query, known.types, self._engine.types, now.now)
            result = result_of(sql, query, self._columns(sql, query.names), self._engine.types, now.now, known)
        except CannotPlanError as error:
            self.full[sql] = str(error)
            return []
        self.kinds[type(result).__name__] += 1
        self._engine.keep("stored", result.stored(now))
        groups = GroupsOfView(self._engine, self._keep, query, self._stores, self._stores_all)
        different = self._compared(given, result, used) or self._repeated(sql, result, now)
        for _ in range(batches if not different else 0):
            inputs = {}
            for name, table in used.items():
                changes = self._change(chance, table, data)
                # other views of the command can read all columns
                together = tuple(sorted(columns(table, self._tables))) if chance.random() < 0.5 else ()
                inputs[name] = Table(table, changes, chance.randrange(3) << 30, together=together)
            self._times = Times(_day(self._days), self._times.now)
            try:
                changes = Changes(
                    inputs,
                    self._keep,
                    times=self._times,
                    bounds=self._bounds,
                    keys=known,
                    signed=signed,
                    groups=groups.tables,
                )
                batch = result.changed_batch(changes, "stored")
            except CannotPlanError as error:
                self.full[sql] = str(error)
                return []
            # changes are read while the batch is computed, where an error makes the refresh a full one
            assert not batch or "changes_" not in batch, batch
            if batch:
                self._engine.keep("batch", batch)
                same = " and ".join(f"s.`{name}` <=> b.`{name}`" for name in result.key)
                if result.has_before and (wrong := self._wrong_before(result, same)):
                    return [f"{given}\nhas other rows before its changes than are stored: {wrong}"]
                kept = f"select s.* from stored as s left anti join batch as b on {same}"
                columns_of_rows = listed([*result.columns, *result.hidden])
                self._engine.keep(
                    "stored", f"{kept} union all select {columns_of_rows} from batch where _row_kind = '+I'"
                )
            groups.commit(changes)
            different = self._compared(given, result, used)
            if different:
                break
        self.groups += groups.used
        return different

    def _wrong_before(self, result: Result, same: str) -> Counter[Row]:
        """The stored rows that the batch has beside its own and that are others; ``same`` compares the keys."""
        row = as_struct([*result.columns, *result.hidden], "s")
        return self._engine.rows(
            f"select b._before, s._found from batch as b left join (select *, true as _found from stored) as s\n"
            f"on {same} where not (b._before <=> if(s._found, {row}, null))"
        )

    def _columns(self, sql: str, names: Sequence[str]) -> dict[str, str]:
        """The columns of a query with their types; those without a name have another one in each engine."""
        named = f"({planner.for_spark(self._today(sql))}) as q({', '.join(map(quoted, names))})"
        types = self._engine.types(f"select * from {named}")
        return {name: types[name.lower()] for name in names}

    def _by_key(self, table: str, rows: Sequence[Row]) -> list[Row]:
        """The last row of each key, or all if the table has none."""
        names = list(columns(table, self._tables))
        if table not in self._keys:
            return list(rows)
        return list({tuple(row[names.index(name)] for name in self._keys[table]): row for row in rows}.values())

    def _compared(self, given: str, result: Result, used: Mapping[str, str]) -> list[str]:
        key = ", ".join(map(quoted, result.key))
        if twice := self._engine.rows(f"select {key}, count(*) from stored group by {key} having count(*) > 1"):
            return [f"{given}\nhas rows with the same key ({key}): {twice}"]
        answers = Answers(self._engine, given, lambda sql: planner.for_spark(self._today(sql)))
        found = self._engine.rows(read_query(result, "stored"))
        if different := answers.differences(found):
            return [f"{given}\n{different}"]
        if answers.are_several:
            now = Changes({name: Table(table) for name, table in used.items()}, self._keep, times=self._times)
            self._engine.keep("again", result.stored(now))
            again = self._engine.rows(read_query(result, "again"))
            if answers.differences(again) or (answers.are_reproducible and again != found):
                return [f"{given}\nis not what a full refresh gives"]
        return []

    def _repeated(self, sql: str, result: Result, now: Changes) -> list[str]:
        """What the plan gives in other rows than the query in columns that are the same each time."""
        assert result.query is not None
        named = f"({planner.for_spark(self._today(sql))}) as q({', '.join(map(quoted, result.columns))})"
        columns = self._columns(sql, result.columns)
        try:
            compared = repeatable.columns_to_compare(result.query, columns, self._engine.types, now.now)
        except CannotPlanError:
            return []
        items = ", ".join(map(quoted, compared)) or "1"
        found = self._engine.rows(f"select {items} from ({read_query(result, 'stored')}) as q")
        expected = self._engine.rows(f"select {items} from {named}")
        return [] if found == expected else [f"{sql}\n{list(compared)} differ: {dict(found - expected)}"]

    def _today(self, sql: str) -> str:
        """A query with the date of this refresh."""
        assert self._times.now
        return sql.replace("current_date()", f"date '{self._times.now.local[:10]}'")

    def _keep(self, query: str) -> Kept:
        self._kept += 1
        name = f"`_kept_{self._kept}`"
        return Kept(name, self._engine.keep(name, query))

    def _bounds(self, view: str, column: str) -> tuple[str, str] | None:
        found = self._engine.rows(f"select {column} as x from {view}")
        values = [value for (value,) in found]
        return (str(min(values)), str(max(values))) if values and all(type(one) is int for one in values) else None

    def _table(self, name: str, rows: list[Row], schema: str) -> None:
        """Writes a table; its rows are in another order each time, as compaction and Spark may leave them."""
        self._engine.keep(name, values_query(self._orders.sample(rows, len(rows)), schema))

    def _change(self, chance: random.Random, name: str, data: dict[str, list[Row]]) -> str | None:
        """Changes a table; returns the name of its changes, or None."""
        before = list(data[name])
        if name not in self._unchanged:
            changed_rows(chance, name, data[name], self._tables)
            data[name] = self._by_key(name, data[name])
        changes = differences(before, data[name])
        self._table(name, data[name], self._tables[name])
        if not changes:
            return None
        self._table(f"changes_{name}", changes, f"{self._tables[name]}, _w bigint")
        return f"changes_{name}"


def _day(chance: random.Random) -> Time:
    """One of the first days of 2024, some of which come before others."""
    return Time(0, f"2024-01-0{chance.randrange(1, 6)} 00:00:00", "UTC")


def changed_rows(chance: random.Random, table: str, rows: list[Row], tables: Mapping[str, str] = TABLES) -> list[Row]:
    """Changes the rows of a table in place; returns those that were added and removed, with a weight of 1 and -1."""
    before = list(rows)
    for _ in range(chance.randrange(4) if chance.random() < 0.6 else 0):
        pick = chance.random()
        if pick < 0.4 or not rows:
            rows.append(random_row(chance, table, tables))
        elif pick < 0.7:
            rows[chance.randrange(len(rows))] = random_row(chance, table, tables)
        else:
            rows.pop(chance.randrange(len(rows)))
    return differences(before, rows)


def differences(before: list[Row], after: list[Row]) -> list[Row]:
    """The rows that were added and removed, with a weight of 1 and -1."""
    old, new = Counter(map(frozen, before)), Counter(map(frozen, after))
    added, removed = (new - old).elements(), (old - new).elements()
    return [(*row, 1) for row in added] + [(*row, -1) for row in removed]


def values_query(rows: list[Row], schema: str) -> str:
    """A query of these rows with the columns of a schema."""
    typed = _typed(schema)
    values = [f"({', '.join(_of_type(*pair) for pair in zip(row, typed, strict=True))})" for row in rows]
    kinds = list(enumerate(typed, 1))
    names = ", ".join(f"cast(c{number} as {kind}) as `{column}`" for number, (column, kind) in kinds)
    aliases = ", ".join(f"c{number}" for number, _ in kinds)
    nothing = f"({', '.join('null' for _ in kinds)})"
    rows_or_none = f"{', '.join(values) or nothing} as t({aliases}){'' if values else ' where false'}"
    return f"select {names} from values {rows_or_none}"


def _typed(schema: str) -> list[tuple[str, str]]:
    return [(name, kind) for name, kind in (column.strip().split(" ", 1) for column in schema.split(", "))]


def _of_type(value: Any, column: tuple[str, str]) -> str:
    """A literal; of decimals with different numbers of digits in one column, DuckDB cuts digits off."""
    return f"cast({_literal(value)} as {column[1]})" if isinstance(value, Decimal) else _literal(value)


def _literal(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, tuple):
        return f"array({', '.join(map(_literal, value))})"
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, float):  # -0.0 without quotes is a decimal, which has no sign
        return f"cast('{value}' as double)"
    if isinstance(value, date):
        return f"date '{value}'"
    return f"'{value}'" if isinstance(value, str) else str(value)


def _numbers(known: Mapping[str, str]) -> list[str]:
    return [name for name, kind in known.items() if kind in ("int", "bigint")]


def random_row(chance: random.Random, table: str, tables: Mapping[str, str] = TABLES) -> Row:
    """A row of a table."""
    return tuple(_random_value(chance, kind) for kind in columns(table, tables).values())


def _random_value(chance: random.Random, kind: str) -> Any:
    if chance.random() < 0.15:
        return None
    if kind == "int":
        return chance.randrange(4)
    if kind == "string":
        return chance.choice("abc")
    if kind in _NEAR:
        return chance.choice(_NEAR[kind])
    if kind == "date":
        return date(2024, 1, chance.randrange(1, 6))
    if kind.startswith("array"):
        return tuple(chance.choice([None, 1, 2]) for _ in range(chance.randrange(3)))
    precision, scale = map(int, kind.removeprefix("decimal").strip("()").split(","))
    if precision < 10:
        return Decimal(chance.randrange(400)).scaleb(-scale)
    # most sums and products fit
    digits = precision - 6 if chance.random() < 0.8 else precision
    return Decimal(chance.randrange(-(10**digits) + 1, 10**digits)).scaleb(-scale)
