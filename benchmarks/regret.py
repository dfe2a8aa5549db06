"""How often `refresh_policy: auto` chooses the kind of refresh that takes less time, and what wrong choices cost.

    python benchmarks/regret.py --scale 1

Each of the 22 queries of TPC-H is a view three times: with the policies `incremental`, `full` and `auto`. In each round
a part of the orders with their lineitems, of the customers and of the parts changes; then the views are refreshed. The
first two say which kind would have been the best in hindsight; `auto` knows only its own refreshes. A round before the
others is not measured. All shares are measured twice. The first time, the view with `auto` has never seen so many
changes, and tries whether an incremental refresh is worth it. The limits are for the second time.

The choice is right if its kind takes at most a tenth longer than the other one: two refreshes of a kind differ as much.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dbt.adapters.tablestore.spark import session
from dbt.artifacts.schemas.run import RunResult

from _measure import settle
from tpch import KEYS, dbt, differences, options_of, project, write_views

# One of so many orders, customers and parts changes, others in each round.
CONDITION = "pmod(hash({key}, {{{{ env_var('ROUND') }}}}), 1000000) < {{{{ env_var('SHARE') }}}} * 10000"
NEW = "100000000L * {{ env_var('ROUND') }}"
POLICIES = {"_incremental": "incremental", "_full": "full", "_auto": "auto"}
RIGHT, COST = 0.9, 1.1


class Cell(NamedTuple):
    """The refreshes of the three views of a query after one round of changes: what dbt's responses say of them."""

    query: str
    share: float
    incremental: dict[str, Any]
    full: dict[str, Any]
    auto: dict[str, Any]

    @property
    def best(self) -> float:
        """The seconds of the kind that took less time."""
        return min(self.incremental["seconds"], self.full["seconds"])

    @property
    def chosen(self) -> float:
        """The seconds of the kind that `auto` has chosen, by the view of this policy."""
        return float((self.full if self.auto["kind"] == "full" else self.incremental)["seconds"])

    @property
    def is_right(self) -> bool:
        """Whether the choice was right."""
        return self.chosen <= 1.1 * self.best


def measured(queries: list[str], share: float, round_number: int, check: bool) -> tuple[list[Cell], int]:
    """Changes the tables, and refreshes the views; returns the cells, and how many views differ from their query."""
    os.environ |= {"ROUND": str(round_number), "SHARE": str(share)}
    spark = session._root
    assert spark is not None
    dbt(Path(), "run", "--select", *KEYS)
    settle(spark)
    done: dict[str, RunResult] = {}
    # in another order each time: what the first ones read is in memory for the others
    for end in random.Random(round_number).sample(list(POLICIES), len(POLICIES)):
        done |= dbt(Path(), "run", "--select", *(f"{name}{end}" for name in queries))
    wrong = 0
    for name in queries if check else ():
        if count := differences(spark, done[f"{name}_auto"].node, done[f"{name}_full"].node):
            print(f"{name} differs from its query in {count} rows", flush=True)
            wrong += 1
    cells = [Cell(name, share, *(done[f"{name}{end}"].adapter_response for end in POLICIES)) for name in queries]
    return cells, wrong


def report(cells: Sequence[Cell]) -> bool:
    """Prints the cells, and how good the choices were; returns whether they were good enough."""
    print("query  share   incremental   full  auto                 expected")
    for cell in cells:
        expected = ", ".join(f"{kind} {one:.1f}" for kind, one in cell.auto.get("estimated_seconds", {}).items())
        print(
            f"{cell.query:6} {cell.share:>5} % {cell.incremental['seconds']:9.2f} {cell.full['seconds']:8.2f}  "
            f"{cell.auto['kind']:12}{cell.auto['seconds']:6.2f}  {'' if cell.is_right else 'WRONG':6} {expected}"
        )
    right = sum(cell.is_right for cell in cells) / len(cells)
    best = sum(cell.best for cell in cells)
    chosen, auto = sum(cell.chosen for cell in cells) / best, sum(cell.auto["seconds"] for cell in cells) / best
    print(f"{right:.0%} of {len(cells)} choices are right (at least {RIGHT:.0%})")
    print(
        f"the chosen kinds took {chosen:.2f} times as long as the best ones in hindsight (at most {COST}), "
        f"and auto itself {auto:.2f} times",
        flush=True,
    )
    return right >= RIGHT and chosen <= COST


def main() -> None:
    """Loads the tables, and refreshes the views after each round of changes."""
    parser = options_of(__doc__)
    parser.add_argument("--shares", type=float, nargs="*", default=[0.01, 0.1, 1, 10], help="in percent")
    parser.add_argument("--rounds", type=int, default=2, help="how often all shares are measured")
    parser.add_argument("--save", type=Path, help="a file for the measured cells, as JSON")
    parser.add_argument("--check", action="store_true", help="compare the views with their queries")
    options = parser.parse_args()
    queries = options.only
    save = options.save and options.save.absolute()
    with project(options, CONDITION, NEW, SHARE="0") as folder:
        write_views(folder, queries, options.format, POLICIES)
        dbt(folder, "run")
        cells: list[Cell] = []
        wrong, is_good = 0, False
        for round_number, share in enumerate([options.shares[0], *options.shares * options.rounds], 1):
            found, different = measured(queries, share, round_number, options.check)
            cells, wrong = cells + (found if round_number > 1 else []), wrong + different
            if save:
                save.write_text(json.dumps([cell._asdict() for cell in cells]))
            if round_number > 1 and (round_number - 1) % len(options.shares) == 0:
                is_good = report(cells[-len(options.shares) * len(queries) :])
    sys.exit(bool(wrong) or not is_good)


if __name__ == "__main__":
    main()
