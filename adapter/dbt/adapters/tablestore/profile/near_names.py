"""What somebody meant who has misspelled a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

_MOST = 3
_CLOSE = 0.7
_SEPARATORS = re.compile(r"[-_.]")
_SHORTEST_BEGINNING = 3


def near_names(name: str, names: Sequence[str]) -> list[str]:
    """The names that are close to a given one, the closest first, or begin with it. Case and separators are ignored."""
    given = _plain(name)
    spelled: dict[str, str] = {}
    for other in names:
        spelled.setdefault(_plain(other), other)
    near = get_close_matches(given, spelled, n=_MOST, cutoff=_CLOSE)
    if len(given) >= _SHORTEST_BEGINNING:
        near += [other for other in spelled if other.startswith(given) and other not in near]
    return [spelled[other] for other in near[:_MOST]]


def _plain(name: str) -> str:
    return _SEPARATORS.sub("", name.lower())
