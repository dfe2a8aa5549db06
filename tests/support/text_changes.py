"""What makes one text of another, as a few lines for people: a change is hunks, in the order of the text.

A line of a hunk begins with " " (found in the text), "-" (removed) or "+" (added), in this order. ``-...`` stands for
the lines between the removed lines around it. A hunk applies to the first lines that fit, after the hunk before it.
"""

from __future__ import annotations

import difflib

Hunk = list[str]
Change = list[Hunk]

ORDER = " -+"
BETWEEN = "-..."
SEPARATOR = "@@"
# More removed lines than these are shortened.
REMOVED = 4


def difference(old: str, new: str) -> Change:
    """What makes ``new`` of ``old``, each hunk with as few lines before it as it needs to be found."""
    before, after = old.split("\n"), new.split("\n")
    codes = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    change: Change = []
    last = 0
    for tag, start, end, new_start, new_end in codes:
        if tag != "equal":
            added = [f"+{line}" for line in after[new_start:new_end]]
            change.append(_hunk(before[last:start], before[start:end], before[end:], added))
            last = end
    assert applied(change, old) == new
    return change


def _hunk(before: list[str], removed: list[str], behind: list[str], added: list[str]) -> Hunk:
    """The shortest hunk that is found behind the lines ``before``."""
    for context in range(0 if removed else min(1, len(before)), len(before) + 1):
        found = [f" {line}" for line in before[len(before) - context :]]
        whole = [f"-{line}" for line in removed]
        short = [whole[0], BETWEEN, whole[-1]] if len(removed) > REMOVED else whole
        for lines in (short, whole):
            hunk = found + lines + added
            if _place(hunk, before + removed + behind) == (len(before) - context, len(before) + len(removed)):
                return hunk
    raise AssertionError("the hunk is not found even with all lines before it")


def _place(hunk: Hunk, lines: list[str]) -> tuple[int, int] | None:
    """The first lines to which a hunk applies: the first of them, and the first behind them."""
    fits = [line for line in hunk if line[0] != "+"]
    parts = fits.index(BETWEEN) if BETWEEN in fits else len(fits)
    first, rest = ([line[1:] for line in part] for part in (fits[:parts], fits[parts + 1 :]))
    for start in range(len(lines) - len(first) + 1):
        if lines[start : start + len(first)] == first:
            ends = range(start + len(first), len(lines) - len(rest) + 1)
            end = next((end for end in ends if lines[end : end + len(rest)] == rest), None)
            return None if end is None else (start, end + len(rest))
    return None


def applied(change: Change, text: str) -> str | None:
    """The text after a change; None if a hunk does not fit."""
    rest, done = text.split("\n"), []
    for hunk in change:
        place = _place(hunk, rest)
        if place is None:
            return None
        context = [line[1:] for line in hunk if line[0] == " "]
        done += [*rest[: place[0]], *context, *(line[1:] for line in hunk if line[0] == "+")]
        rest = rest[place[1] :]
    return "\n".join(done + rest)


def written(change: Change) -> str:
    """The text of a change. Between hunks is a separator only where it would not be seen that another begins."""
    lines: list[str] = []
    for hunk in change:
        if lines and ORDER.index(hunk[0][0]) >= ORDER.index(lines[-1][0]):
            lines.append(SEPARATOR)
        lines += hunk
    return "\n".join(lines)


def read(text: str) -> Change:
    """The change of which `written` made a text."""
    change: Change = [[]]
    for line in text.split("\n"):
        if line == SEPARATOR or (change[-1] and ORDER.index(line[0]) < ORDER.index(change[-1][-1][0])):
            change.append([])
        if line != SEPARATOR:
            change[-1].append(line)
    return change


def length(change: Change) -> int:
    """The lines of a change in a file, with its head."""
    return written(change).count("\n") + 2
