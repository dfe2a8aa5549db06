"""What views of one command save by reading changes, and computing common parts of their queries, once.

    python benchmarks/sharing.py [--scale 0.1] [--rounds 3] [--format iceberg] [--only q01 ...] [--data DIR]

Two sets of views are refreshed after 0.1 % of the tables of TPC-H have changed, see `tpch.py`: its queries, and a
diamond, which is two aggregates of one join and a view that joins them. There are two twins of each view. In each round
one of them is refreshed together with all others of the set, and the other one in a command of its own.

Prints the seconds of the refreshes of both, without those of dbt's commands, and the ratios with their spread.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from dbt.adapters.tablestore.spark import session

from _measure import settle
from tpch import KEYS, dbt, options_of, project, write_views

JOINED = "from {{ ref('orders') }} as o join {{ ref('customer') }} as c on c.c_custkey = o.o_custkey"
DIAMOND = {
    "by_segment": f"select c_nationkey, c_mktsegment, sum(o_totalprice) as total {JOINED} group by 1, 2",
    "by_priority": f"select c_nationkey, o_orderpriority, count(*) as orders {JOINED} group by 1, 2",
    "both": "select s.c_nationkey, c_mktsegment, o_orderpriority, total, orders "
    "from {{ ref('by_segment@') }} as s join {{ ref('by_priority@') }} as p on p.c_nationkey = s.c_nationkey",
}
TWINS = ("_together", "_apart")


class Times(NamedTuple):
    """The seconds of the refreshes of a round."""

    together: float
    apart: float


def write_diamond(folder: Path, file_format: str) -> None:
    """Writes the views of the diamond."""
    config = f"materialized='materialized_view', refresh_policy='incremental', file_format='{file_format}'"
    for name, query in DIAMOND.items():
        for end in TWINS:
            text = f"{{{{ config({config}) }}}}\n{query.replace('@', end)}\n"
            (folder / "models" / f"{name}{end}.sql").write_text(text)


def seconds(folder: Path, names: Sequence[str]) -> float:
    """Refreshes views in one command; returns the seconds of the refreshes."""
    return sum(float(one.adapter_response["seconds"]) for one in dbt(folder, "run", "--select", *names).values())


def main() -> None:
    """Loads the tables, and refreshes both twins of each view after each round of changes."""
    parser = options_of(__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    sets = {"diamond": list(DIAMOND), f"{len(options.only)} queries of TPC-H": options.only}
    with project(options) as folder:
        write_views(folder, options.only, options.format, dict.fromkeys(TWINS, "incremental"))
        write_diamond(folder, options.format)
        dbt(folder, "run")
        taken: dict[str, list[Times]] = {name: [] for name in sets}
        # the first round is not measured: its statements are compiled for all others
        for number in range(options.rounds + 1):
            os.environ["ROUND"] = str(number + 1)
            dbt(folder, "run", "--select", *KEYS)
            assert session._root is not None
            settle(session._root)
            for name, views in sets.items():
                ways = {
                    "together": lambda views=views: seconds(folder, [f"{view}_together" for view in views]),
                    "apart": lambda views=views: sum(seconds(folder, [f"{view}_apart"]) for view in views),
                }
                found = {way: ways[way]() for way in sorted(ways, reverse=bool(number % 2))}
                if number:
                    taken[name].append(Times(**found))
    for name, times in taken.items():
        ratios = sorted(one.together / one.apart for one in times)
        print(
            f"{name}: together {statistics.median(one.together for one in times):.2f} s, apart "
            f"{statistics.median(one.apart for one in times):.2f} s, ratio {statistics.median(ratios):.2f} "
            f"({ratios[0]:.2f}-{ratios[-1]:.2f})"
        )


if __name__ == "__main__":
    main()
