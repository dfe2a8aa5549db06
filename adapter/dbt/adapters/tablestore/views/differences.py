"""How the operators of a query differ from those of before, as a line per operator tells them."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

# How many characters of a long operator are shown, and how many of these are before what is different.
_SHOWN, _BEFORE = 80, 30
_DIFFERENCES = 3


def between(before: Sequence[str], now: Sequence[str]) -> str:
    """How the operators of a query differ from those of before, in words; empty if no text does."""
    words = []
    for kind, a, b, c, d in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        pairs, gone, come = _pairs(before[a:b], now[c:d])
        words += [_is_now(one, other) for one, other in pairs]
        words += [f"without {_short(one)}" for one in gone] + [f"with {_short(one)}" for one in come]
    words = list(dict.fromkeys(words))
    more = f"; {len(words) - _DIFFERENCES} more" if len(words) > _DIFFERENCES else ""
    return "; ".join(words[:_DIFFERENCES]) + more


def _pairs(gone: Sequence[str], come: Sequence[str]) -> tuple[list[tuple[str, str]], list[str], list[str]]:
    """Which operators became which, and those that have no other: as many in order, otherwise those of one kind."""
    if len(gone) == len(come):
        return [*zip(gone, come, strict=True)], [], []
    pairs, single, left = [], [], [*come]
    for line in gone:
        other = next((each for each in left if _kind(each) == _kind(line)), None)
        if other is None:
            single.append(line)
        else:
            left.remove(other)
            pairs.append((line, other))
    return pairs, single, left


def _kind(line: str) -> str:
    return line.partition("(")[0]


def _is_now(one: str, other: str) -> str:
    """Both around the first character that is another."""
    shorter = min(len(one), len(other))
    first = next((place for place in range(shorter) if one[place] != other[place]), shorter)
    return f"{_short(one, first)} is now {_short(other, first)}"


def _short(line: str, first: int = 0) -> str:
    """An operator, or of a long one its kind and what is around the character ``first``."""
    if len(line) <= _SHOWN:
        return line
    head = f"{_kind(line)}("
    begin = first - _BEFORE
    if begin <= len(head):
        return f"{line[:_SHOWN]} ..."
    begin = line.find(" ", begin, first) + 1 or begin
    text = line[begin:]
    return f"{head}... {text}" if len(text) <= _SHOWN else f"{head}... {text[:_SHOWN]} ..."
