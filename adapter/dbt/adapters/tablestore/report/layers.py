"""The layout of a directed graph in layers: few arrows cross, and boxes are near what they are connected with.

This is the method of Sugiyama, Tagawa and Toda (1981). The layer of each box is given; a long arrow goes through a
hidden box of each layer between. Sweeps over the layers order them by the mean place of their neighbours, and swaps
remove crossings. Then each box moves as near to its neighbours as the others of its layer permit, and chains become
straight.
"""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import inf
from random import Random
from statistics import fmean

# Orders that the sweeps start from, and sweeps without an improvement before they go on to the next one.
_STARTS, _PATIENCE = 8, 6
_SWEEPS = 24
# A long arrow is drawn straight before a box is drawn in the middle of its neighbours.
_STRAIGHT = 4.0

Neighbours = Mapping[str, Sequence[str]]
Point = tuple[float, int]


def layout(
    layers: Mapping[str, int], widths: Mapping[str, float], arrows: Sequence[tuple[str, str]], gap: float
) -> tuple[dict[str, float], list[list[Point]]]:
    """The middle of each box, from 0 to the right, and for each arrow its points: a horizontal place and a layer.

    An arrow leads from a layer to a greater one. Boxes of a layer have at least ``gap`` between them.
    """
    routes = [_route(source, target, layers) for source, target in arrows]
    all_layers = dict(layers) | {name: layer for route in routes for name, layer in route}
    steps = dict.fromkeys((before, after) for route in routes for (before, _), (after, _) in pairwise(route))
    above: dict[str, list[str]] = {name: [] for name in all_layers}
    below: dict[str, list[str]] = {name: [] for name in all_layers}
    for before, after in steps:
        above[after].append(before)
        below[before].append(after)
    rows = _ordered(_first_rows(all_layers, below), above, below)
    all_widths = {name: widths.get(name, 0.0) for name in all_layers}
    x = _spread(rows, above, below, all_widths, gap)
    left = min((x[name] - all_widths[name] / 2 for name in x), default=0.0)
    x = {name: place - left for name, place in x.items()}
    return {name: x[name] for name in layers}, [[(x[name], layer) for name, layer in route] for route in routes]


def _route(source: str, target: str, layers: Mapping[str, int]) -> list[tuple[str, int]]:
    """The boxes and hidden boxes of an arrow, with their layers."""
    between = range(layers[source] + 1, layers[target])
    return [
        (source, layers[source]),
        *((f"{source}\n{target}\n{layer}", layer) for layer in between),
        (target, layers[target]),
    ]


def _first_rows(layers: Mapping[str, int], below: Neighbours) -> list[list[str]]:
    """The names of each layer in the order in which a walk down from the first boxes finds them."""
    rows: list[list[str]] = [[] for _ in range(max(layers.values(), default=-1) + 1)]
    found: set[str] = set()
    for start in sorted(layers, key=lambda name: layers[name]):
        waiting = [start]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                rows[layers[name]].append(name)
                waiting += reversed(below[name])
    return rows


def _ordered(rows: list[list[str]], above: Neighbours, below: Neighbours) -> list[list[str]]:
    """The rows in the best order that sweeps from some orders find, the same for the same graph."""
    best, fewest = rows, _crossings(rows, below)
    shuffle = Random(0).shuffle
    for _ in range(_STARTS):
        since = 0
        while fewest and since < _PATIENCE:
            rows = [list(row) for row in rows]
            order, near = (rows, above) if since % 2 == 0 else (rows[::-1], below)
            for fixed, moved in pairwise(order):
                _sort(moved, fixed, near)
            _swap(rows, above, below)
            since += 1
            if (crossings := _crossings(rows, below)) < fewest:
                best, fewest, since = rows, crossings, 0
        rows = [list(row) for row in best]
        for row in rows:
            shuffle(row)
    return best


def _sort(moved: list[str], fixed: list[str], near: Neighbours) -> None:
    """Sorts a row by the mean place of the neighbours in the fixed row; a name without any keeps its place."""
    places = _places(fixed)
    own = [name for name in moved if near[name]]
    ranked = iter(sorted(own, key=lambda name: fmean(places[other] for other in near[name])))
    moved[:] = [next(ranked) if near[name] else name for name in moved]


def _swap(rows: list[list[str]], above: Neighbours, below: Neighbours) -> None:
    """Exchanges neighbours of a row while that removes crossings."""
    for number, row in enumerate(rows):
        around = [
            _ends(row, near, rows[other])
            for near, other in ((above, number - 1), (below, number + 1))
            if 0 <= other < len(rows)
        ]
        compared: set[int] = set(range(len(row) - 1))
        for _ in row:
            place, changed = 0, set()
            for start in sorted(compared):
                place = max(place, start)
                while place < len(row) - 1 and _gain(around, *row[place : place + 2]) > 0:
                    row[place : place + 2] = row[place + 1], row[place]
                    changed.add(max(0, place - 1))  # the only pair before the next one that is another now
                    place += 1
            compared = changed


def _ends(row: Sequence[str], near: Neighbours, fixed: Sequence[str]) -> dict[str, list[int]]:
    """The places in a fixed row to which each name of a row has an arrow."""
    places = _places(fixed)
    return {name: sorted(places[other] for other in near[name]) for name in row}


def _gain(around: Sequence[Mapping[str, list[int]]], left: str, right: str) -> int:
    """The crossings that are fewer when two neighbours change places."""
    return sum(_between(ends[left], ends[right]) - _between(ends[right], ends[left]) for ends in around)


def _between(left: Sequence[int], right: Sequence[int]) -> int:
    """The crossings of the arrows of two names when they stand in this order."""
    return sum(bisect(right, place - 1) for place in left)


def _crossings(rows: Sequence[Sequence[str]], below: Neighbours) -> int:
    crossings = 0
    for row, lower in pairwise(rows):
        places = _places(lower)
        ends: list[int] = []
        for name in row:
            mine = sorted(places[other] for other in below[name])
            crossings += sum(len(ends) - bisect(ends, end) for end in mine)
            for end in mine:
                insort(ends, end)
    return crossings


def _places(row: Sequence[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(row)}


def _spread(
    rows: Sequence[Sequence[str]], above: Neighbours, below: Neighbours, widths: Mapping[str, float], gap: float
) -> dict[str, float]:
    """Horizontal places in the order of the rows."""
    x: dict[str, float] = {}
    for row in rows:
        x |= dict(zip(row, _offsets(row, widths, gap), strict=True))
    both = {name: [*above[name], *below[name]] for name in x}
    for near, order in [(above, rows), (below, rows[::-1])] * _SWEEPS + [(both, rows), (both, rows[::-1])] * 2:
        for row in order:
            wanted = [fmean(x[other] for other in near[name]) if near[name] else x[name] for name in row]
            weights = [1.0 if widths[name] else _STRAIGHT for name in row]
            x |= dict(zip(row, _apart(wanted, weights, _offsets(row, widths, gap)), strict=True))
    sides = {
        name: (left, right) for row in rows for left, name, right in zip(["", *row], row, [*row[1:], ""], strict=False)
    }
    chains = [chain for row in rows for name in row if (chain := _chain(name, above, below))]
    for chain in sorted(chains, key=len, reverse=True) * 2:
        _straighten(chain, x, sides, widths, gap)
    return x


def _chain(name: str, above: Neighbours, below: Neighbours) -> list[str]:
    """The names from this one down of which each has only the next one below it, and that only it above."""
    if len(above[name]) == 1 and len(below[above[name][0]]) == 1:
        return []  # part of the chain of the name above
    chain = [name]
    while len(below[name]) == 1 and len(above[below[name][0]]) == 1:
        name = below[name][0]
        chain.append(name)
    return chain


def _straighten(
    chain: Sequence[str],
    x: dict[str, float],
    sides: Mapping[str, tuple[str, str]],
    widths: Mapping[str, float],
    gap: float,
) -> None:
    """Gives the names of a chain one place as far as the names beside them permit."""
    piece: list[str] = []
    least, most = -inf, inf
    for name in chain:
        left, right = sides[name]
        low = x[left] + (widths[left] + widths[name]) / 2 + gap if left else -inf
        high = x[right] - (widths[right] + widths[name]) / 2 - gap if right else inf
        if piece and max(least, low) > min(most, high):
            x |= dict.fromkeys(piece, min(max(fmean(x[other] for other in piece), least), most))
            piece, least, most = [], -inf, inf
        piece.append(name)
        least, most = max(least, low), min(most, high)
    x |= dict.fromkeys(piece, min(max(fmean(x[other] for other in piece), least), most))


def _offsets(row: Sequence[str], widths: Mapping[str, float], gap: float) -> list[float]:
    """The places of a row that stands as close as it may."""
    return list(accumulate(((widths[a] + widths[b]) / 2 + gap for a, b in pairwise(row)), initial=0.0))[: len(row)]


def _apart(wanted: Sequence[float], weights: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """The places nearest to those wanted, by least squares, that are as far apart as the offsets."""
    blocks: list[tuple[float, float, int]] = []  # mean, weight and length of neighbours that stand as close as they may
    for want, weight, offset in zip(wanted, weights, offsets, strict=True):
        mean, total, length = want - offset, weight, 1
        while blocks and blocks[-1][0] > mean:
            before, heavy, long = blocks.pop()
            mean, total, length = (before * heavy + mean * total) / (heavy + total), heavy + total, long + length
        blocks.append((mean, total, length))
    means = (mean for mean, _, length in blocks for _ in range(length))
    return [mean + offset for mean, offset in zip(means, offsets, strict=True)]
