"""Charts of commits as SVG that is as wide as its place in the page: horizontal places are shares of the width.

A chart is empty where no commit has a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count

from dbt.adapters.tablestore.report.facts import Commit
from jinja2 import Environment, PackageLoader, Template

# So many of the newest commits are drawn.
_MOST = 60
_KINDS = ("inserted", "updated", "deleted", "late")
# Pixels: the height of the page's `svg.chart` without its padding, the least width, and a character of a label.
_HEIGHT, _LEAST_WIDTH, _CHARACTER = 130, 240, 7
# Shares of the width in percent: of a commit's place that its bar takes, and of a bar of few commits.
_BAR, _WIDEST = 0.7, 12.0
_UNITS = ((63_072_000, 31_536_000, "y"), (172_800, 86_400, "d"), (7200, 3600, "h"), (120, 60, "min"), (0, 1, "s"))


@dataclass(frozen=True)
class _Mark:
    """A part of a bar, or a point of a line: the number of its commit's place, its value, and where it starts."""

    place: int
    value: float
    start: float = 0.0
    kind: str = ""


def rows(commits: Sequence[Commit]) -> str:
    """Inserted, updated, deleted and late rows of the newest commits, as stacked bars."""
    drawn = _drawn(commits)
    bars: list[_Mark] = []
    texts: list[str] = []
    for place, commit in enumerate(drawn):
        start = 0
        for kind in _KINDS:
            bars.append(_Mark(place, commit.rows[kind], start, kind))
            start += commit.rows[kind]
        texts.append(", ".join(f"{commit.rows[kind]:,} {kind}" for kind in _KINDS if commit.rows[kind]) or "no rows")
    return _chart(drawn, texts, bars=bars)


def seconds(commits: Sequence[Commit]) -> str:
    """How long the newest commits took, as a line."""
    drawn = _drawn(commits)
    return _line(drawn, {commit.number: commit.seconds for commit in drawn if commit.seconds})


def latency(commits: Sequence[Commit], latencies: Mapping[int, float]) -> str:
    """The time from the newest event of a commit to the start of the run that made it, as a line.

    It is unknown where the event is later: it came while the run read, or its clock is another one.
    """
    return _line(_drawn(commits), {number: latency for number, latency in latencies.items() if latency >= 0})


def _line(drawn: Sequence[Commit], values: Mapping[int, float]) -> str:
    """A line through the seconds of the commits that have them."""
    known = {place: values[commit.number] for place, commit in enumerate(drawn) if commit.number in values}
    longest = max(known.values(), default=0.0)
    scale, unit = next((scale, unit) for limit, scale, unit in _UNITS if longest >= limit)
    points = [_Mark(place, value / scale) for place, value in known.items()]
    texts = [f"{known[place] / scale:,.1f} {unit}" if place in known else "unknown" for place in range(len(drawn))]
    return _chart(drawn, texts, points=points, unit=f" {unit}")


def _chart(
    drawn: Sequence[Commit],
    texts: Sequence[str],
    bars: Sequence[_Mark] = (),
    points: Sequence[_Mark] = (),
    unit: str = "",
) -> str:
    if not bars and not points:
        return ""
    ticks = _ticks(max((mark.start + mark.value for mark in (*bars, *points)), default=0.0), bool(bars))
    width = 100 / len(drawn)
    bar = min(width * _BAR, _WIDEST)

    def x(place: int) -> float:
        return round((place + 0.5) * width, 3)

    def y(value: float) -> float:
        return round(_HEIGHT * (1 - value / ticks[-1]), 2)

    svg: str = _template().render(
        height=_HEIGHT,
        legend=_KINDS if bars else (),
        ticks=[{"y": y(tick), "text": _number(tick) + (unit if tick else "")} for tick in ticks],
        labels=[{"x": x(place), "text": drawn[place].number} for place in _labelled(drawn)],
        bars=[
            {
                "kind": mark.kind,
                "x": round(x(mark.place) - bar / 2, 3),
                "y": y(mark.start + mark.value),
                "width": round(bar, 3),
                "height": round(y(mark.start) - y(mark.start + mark.value), 2),
            }
            for mark in bars
            if mark.value
        ],
        points=[{"x": x(mark.place), "y": y(mark.value)} for mark in points],
        commits=[
            {"x": round(place * width, 3), "width": round(width, 3), "text": f"commit {commit.number}: {text}"}
            for place, (commit, text) in enumerate(zip(drawn, texts, strict=True))
        ],
    )
    return svg


@cache
def _template() -> Template:
    """The template, which takes longer to compile than to render."""
    environment = Environment(loader=PackageLoader(__package__, "templates"), autoescape=True, trim_blocks=True)
    return environment.get_template("chart.html")


def _labelled(drawn: Sequence[Commit]) -> range:
    """The places that get a label: the newest commit and every so many before it, none too near to the next."""
    needed = _CHARACTER * (len(str(drawn[-1].number)) + 1)
    step = next(step for step in _steps() if step * _LEAST_WIDTH / len(drawn) >= needed)
    return range((len(drawn) - 1) % int(step), len(drawn), int(step))


def _ticks(greatest: float, is_whole: bool) -> list[float]:
    """From 0 to at least the greatest value in at most four round steps."""
    least = 1.0 if is_whole else 0.001
    step = next(step * least for step in _steps() if step * least * 4 >= greatest)
    ticks = [0.0]
    while ticks[-1] < max(greatest, step):
        ticks.append(step * len(ticks))
    return ticks


def _steps() -> Iterator[float]:
    """1, 2, 5, 10, 20, 50 and so on."""
    return (digit * 10.0**power for power in count() for digit in (1, 2, 5))


def _number(value: float) -> str:
    """A value of the axis: 0.5, 20, 1.5k, 3M."""
    for limit, letter in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= limit:
            return f"{value / limit:g}{letter}"
    return f"{value:g}"


def _drawn(commits: Sequence[Commit]) -> list[Commit]:
    """The commits of a chart, the oldest first: the newest build of the table, without those before it."""
    if not commits:
        return []
    same = [commit for commit in commits if commit.epoch == commits[0].epoch]
    return list(reversed(same[:_MOST]))
