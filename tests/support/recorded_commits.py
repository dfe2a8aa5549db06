"""Many scripts that differ a little, as a few files for people: each statement once, and what features change in it.

A case is a tuple of features, such as ``("deduplicate", "ttl", "delta")``. Its script has *parts*: the statements of
one kind (`PARTS`), and the part ``steps``, which has their order and all other statements. A part of a case is a
recorded text, and changes that are made to it one after the other. ``fold.sql`` has the texts of the part ``fold``,
``fold.diff`` its changes, and ``cases.md`` names, for each case and part, the text and the changes.
"""

from __future__ import annotations

import difflib
import functools
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path

Case = tuple[str, ...]
# Hunks of lines that begin with " " (found in the text), "-" (removed) or "+" (added), in this order.
Change = list[list[str]]

CREATES = r"(?:cache lazy table|create(?: or replace)? table(?: if not exists)?)"
# How the statements of a part begin.
PARTS = {
    "fold": rf"{CREATES} \S*__(?:fold|input)_|{CREATES} \S*__commit_(?s:.)*\nas\nwith batch as",
    "look-up": rf"{CREATES} \S*__commit_",
    "count": r"select\n  count",
    "merge": r"merge into ",
    "insert": r"insert into \S*\.orders(?:__deleted)?\b",
    "create": rf"{CREATES} \S*\.orders\b",
    "changelog": rf"(?:insert into|{CREATES}|delete from) \S*__(?:changelog|uncompacted)\b",
    "history": rf"(?:insert into|{CREATES}|delete from) \S*__commits\b",
}
STEPS = "steps"
# The parts in which the engines differ: each engine has a whole text there.
OF_ENGINES = ("fold", "look-up")
# A feature whose change has more lines than this share of the text has a text of its own.
MOST = 0.7
# The columns of the table of cases; a longer cell pushes the others to the right.
WIDEST = 44


def parts_of(script: str) -> dict[str, str]:
    """The statements of a script by part."""
    found: dict[str, list[str]] = defaultdict(list)
    for statement in script.removesuffix(";\n").split(";\n\n"):
        part = next((part for part, begins in PARTS.items() if re.match(begins, statement)), STEPS)
        if part != STEPS:
            found[part].append(f"{statement};")
        found[STEPS].append(f"{statement};" if part == STEPS else f"<{part}>")
    return {part: ("\n" if part == STEPS else "\n\n").join(statements) for part, statements in found.items()}


def script_of(parts: dict[str, str]) -> str:
    """The script that has these parts."""
    waiting = {part: iter(re.split(r"(?<=;)\n\n", text)) for part, text in parts.items() if part != STEPS}
    steps = parts[STEPS].split("\n")
    return "\n\n".join(next(waiting[step[1:-1]]) if step.startswith("<") else step for step in steps) + "\n"


def difference(old: str, new: str) -> Change:
    """What makes ``new`` of ``old``, with as few lines before the changed ones as `applied` needs to find them."""
    before, after = old.split("\n"), new.split("\n")
    codes = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for context in range(len(before)):
        change, last = [], 0
        for tag, start, end, new_start, new_end in codes:
            if tag != "equal":
                lines = max(context, 1) if tag == "insert" else context
                change.append(
                    [f" {line}" for line in before[max(last, start - lines) : start]]
                    + [f"-{line}" for line in before[start:end]]
                    + [f"+{line}" for line in after[new_start:new_end]]
                )
                last = end
        if applied(change, old) == new:
            return change
    raise AssertionError("no number of lines is enough")


def applied(change: Change, text: str) -> str | None:
    """The text after a change, each of whose hunks applies to the first lines that fit; None if none fit."""
    rest, done = text.split("\n"), []
    for hunk in change:
        old = [line[1:] for line in hunk if line[0] != "+"]
        place = next((place for place in range(len(rest) + 1) if rest[place : place + len(old)] == old), None)
        if place is None:
            return None
        done += rest[:place] + [line[1:] for line in hunk if line[0] != "-"]
        rest = rest[place + len(old) :]
    return "\n".join(done + rest)


class Recording:
    """What the files say: texts and changes by part and name, and the names of which each part of a case consists."""

    def __init__(self) -> None:
        self.texts: dict[str, dict[str, str]] = defaultdict(dict)
        self.changes: dict[str, dict[str, Change]] = defaultdict(dict)
        self.cases: dict[str, dict[str, list[str]]] = {}

    def text(self, part: str, names: list[str]) -> str:
        """A text after changes."""
        text = self.texts[part][names[0]]
        for name in names[1:]:
            found = applied(self.changes[part][name], text)
            assert found is not None, f"the change {name} does not fit to the text of {part}"
            text = found
        return text

    def script(self, case: str) -> str:
        """The script of a case, by its name in ``cases.md``."""
        return script_of({part: self.text(part, names) for part, names in self.cases[case].items()})

    def files(self) -> dict[str, str]:
        """The files by their names."""
        parts = [part for part in (*PARTS, STEPS) if part in self.texts]
        files = {}
        for part in parts:
            files[f"{part}.sql"] = "\n\n".join(f"-- {name}\n{text}" for name, text in self.texts[part].items())
            changes = [
                f"@@ {name} @@\n" + "\n@@\n".join("\n".join(hunk) for hunk in change)
                for name, change in self.changes[part].items()
            ]
            files |= {f"{part}.diff": "\n".join(changes)} if changes else {}
        cells = [[" + ".join(names.get(part, ["-"])) for part in parts] for names in self.cases.values()]
        rows = [["case", *parts], *([case, *row] for case, row in zip(self.cases, cells, strict=True))]
        widths = [min(WIDEST, max(map(len, column))) for column in zip(*rows, strict=True)]
        rows.insert(1, ["-" * width for width in widths])
        files["cases.md"] = "\n".join("| " + " | ".join(map(str.ljust, row, widths)) + " |" for row in rows)
        return {name: f"{text}\n" for name, text in files.items()}


def recording(files: dict[str, str]) -> Recording:
    """The recording in files, the inverse of `Recording.files`."""
    read = Recording()
    for name, content in files.items():
        part, kind = name.split(".")
        if kind == "sql":
            entries = re.split(r"^-- (.*)\n", content, flags=re.MULTILINE)[1:]
            read.texts[part] = {name: text.strip("\n") for name, text in zip(entries[::2], entries[1::2], strict=True)}
        elif kind == "diff":
            entries = re.split(r"^@@ (.*) @@\n", content, flags=re.MULTILINE)[1:]
            for name, text in zip(entries[::2], entries[1::2], strict=True):
                read.changes[part][name] = [hunk.split("\n") for hunk in text.strip("\n").split("\n@@\n")]
        else:
            heads, _, *rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in content.splitlines()]
            for case, *cells in rows:
                composed = zip(heads[1:], cells, strict=True)
                read.cases[case] = {part: cell.split(" + ") for part, cell in composed if cell != "-"}
    return read


def read(folder: Path) -> Recording:
    """The recording in the files of a folder."""
    return recording({path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.is_file()})


def recorded(cases: Iterable[Case], rendered: Callable[[Case], str]) -> Recording:
    """The recording of cases. What a feature changes is what the case that ends with it has, and the one before not."""
    made = Recording()
    parts = functools.cache(lambda case: parts_of(rendered(case)))
    for case in cases:
        made.cases[", ".join(case)] = names = {}
        for part in (*PARTS, STEPS):
            composed: list[str] = []
            for number in range(1, len(case) + 1):
                text = parts(case[:number]).get(part)
                composed = [] if text is None else _names(made, part, case[:number], composed, text)
            if composed:
                names[part] = composed
    return made


def _names(made: Recording, part: str, case: Case, before: list[str], text: str) -> list[str]:
    """Of what a text consists; ``before`` is that without the last feature of the case. What is new is recorded."""
    texts, changes = made.texts[part], made.changes[part]
    own = ", ".join(case[1:] if part not in OF_ENGINES and case[0] == "deduplicate" else case) or "plain"
    bases = [before] if before else []
    for names in [*([name] for name in texts), *(names[part] for names in made.cases.values() if names.get(part))]:
        bases += [names] if names not in bases else []
    for names in bases:
        if made.text(part, names) == text:
            return names
    alike = sorted(changes, key=lambda name: name.split(" (")[0] != case[-1])
    for names in bases:
        for name in alike:
            if applied(changes[name], made.text(part, names)) == text:
                return [*names, name]
    for names in bases if len(case) > 1 or part not in OF_ENGINES else []:
        change = difference(made.text(part, names), text)
        if sum(map(len, change)) + len(change) < MOST * len(text.split("\n")):
            possible = [case[-1], f"{case[-1]} ({case[-2]})", own] if names == before else [own]
            name = next(name for name in possible if name not in changes)
            changes[name] = change
            return [*names, name]
    texts[own] = text
    return [own]
