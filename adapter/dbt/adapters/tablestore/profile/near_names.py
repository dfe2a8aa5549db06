"""What somebody meant who has misspelled a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

_MOST = 3
_CLOSE = 0.7
# difflib's ratio is 1 - d/n, if d of n letters are others or have changed places
_MISSPELLED_LETTERS = 1.2
_SEPARATORS = re.compile(r"[-_.]")
_SHORTEST_BEGINNING = 3


def near_names(name: str, names: Sequence[str], *, misspelled: bool = False) -> list[str]:
    """The names that are close to a given one, the closest first, or begin with it. Case and separators are ignored.

    With ``misspelled``, those of which all but a letter or two are the same: the name can be one of somebody else.
    """
    given = _plain(name)
    spelled: dict[str, str] = {}
    for other in names:
        spelled.setdefault(_plain(other), other)
    cutoff = max(_CLOSE, 1 - _MISSPELLED_LETTERS / max(1, len(given))) if misspelled else _CLOSE
    near = get_close_matches(given, spelled, n=_MOST, cutoff=cutoff)
    if len(given) >= _SHORTEST_BEGINNING and not misspelled:
        near += [other for other in spelled if other.startswith(given) and other not in near]
    return [spelled[other] for other in near[:_MOST]]


def _plain(name: str) -> str:
    return _SEPARATORS.sub("", name.lower())
