"""Many scripts that differ a little, as a few files for people: each statement once, and what features change in it.

A case is a tuple of features, such as ``("deduplicate", "ttl", "delta")``. Its script has *parts*: the queries and
statements of one kind (`PARTS`), and the part ``steps``, which has their order and all other statements. There, and
in a query that contains another, ``<fold>`` stands for the next text of the part ``fold``. A text is a recorded one,
and changes that are made to it one after the other. ``fold.sql`` has the texts of the part ``fold``, ``fold.diff`` the
changes, and ``cases.md`` names, for each case and part, the text and the changes. What a whole commit contains is not
recorded again: its texts have its name.
"""

from __future__ import annotations

import functools
import re
import textwrap
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from text_changes import Change, applied, difference, length
from text_changes import read as change_of
from text_changes import written as written_change

Case = tuple[str, ...]
# What parts a text has, in order.
Parts = dict[str, list[str]]

CREATES = r"(?:cache lazy table|create(?: or replace)? table(?: if not exists)?)"
# How a statement begins that keeps the rows of a query of a part.
KEEPS = rf"{CREATES} \S*__(?:fold|commit)_(?s:.)*?\nas\n|cache lazy table \S+ as\n"
# How the queries and the statements of a part begin.
QUERIES = {
    "versions": r"with batch as \(\n(?:  .*\n)+\),\n(?:stored|events) as",
    "fold": "with batch as",
    "look-up": "with new as",
}
PARTS = QUERIES | {
    "count": r"select\n  count",
    "merge": r"merge into ",
    "insert": r"insert into \S*\.orders(?:__deleted)?\b",
    "create": rf"{CREATES} \S*\.orders\b",
    "changelog": rf"(?:insert into|{CREATES}|delete from) \S*__(?:changelog|uncompacted)\b",
    "history": rf"(?:insert into|{CREATES}|delete from) \S*__commits\b",
}
STEPS = "steps"
# The parts in which the engines differ; in the others, names do not say "deduplicate".
OF_ENGINES = tuple(QUERIES)
# A query with a WITH of its own in the WITH of another.
INNER = re.compile(r"^( *)(?:with )?(?:new|batch) as \(\n((?=\1  with )(?:\1  .*\n)+)\1\)", re.MULTILINE)
PLACE = re.compile(rf"^( *)<({'|'.join(PARTS)})>", re.MULTILINE)
# A feature whose change has more lines than this share of the text has a text of its own.
MOST = 0.7
# The columns of the table of cases; a longer cell pushes the others to the right.
WIDEST = 30


def parts_of(script: str) -> Parts:
    """The queries and statements of a script by part."""
    found: Parts = defaultdict(list)
    steps = []
    for statement in script.removesuffix(";\n").split(";\n\n"):
        keeps = re.match(KEEPS, statement)
        head = keeps[0] if keeps else ""
        part = _part(statement[len(head) :])
        head, part = (head, part) if part in QUERIES else ("", _part(statement))
        steps.append((f"{head}<{part}>" if part else statement) + ";")
        if part:
            _take(found, part, statement[len(head) :])
    return {**found, STEPS: ["\n".join(steps)]}


def _part(text: str) -> str | None:
    return next((part for part, begins in PARTS.items() if re.match(begins, text)), None)


def _take(found: Parts, part: str, text: str) -> None:
    """Adds a text of a part, and the query that it contains."""
    inner = INNER.search(text) if part in QUERIES else None
    if inner:
        query = textwrap.dedent(inner[2]).removesuffix("\n")
        inner_part = _part(query)
        assert inner_part, query
        _take(found, inner_part, query)
        text = f"{text[: inner.start(2)]}{inner[1]}  <{inner_part}>\n{text[inner.end(2) :]}"
    found[part].append(text)


def script_of(parts: Parts) -> str:
    """The script that has these parts."""
    waiting = {part: iter(texts) for part, texts in parts.items()}
    steps = _filled(next(waiting[STEPS]), waiting)
    return re.sub(r";\n(?!\n)", ";\n\n", steps) + "\n"


def _filled(text: str, waiting: dict[str, Iterator[str]]) -> str:
    return PLACE.sub(lambda place: textwrap.indent(_filled(next(waiting[place[2]]), waiting), place[1]), text)


class Recording:
    """What the files say: texts and changes by part and name, and the names of which each text of a case consists."""

    def __init__(self, commits: dict[str, str]) -> None:
        """Takes the scripts of the whole commits by name."""
        self.texts: dict[str, dict[str, str]] = defaultdict(dict)
        self.changes: dict[str, dict[str, Change]] = defaultdict(dict)
        self.cases: dict[str, dict[str, list[list[str]]]] = {}
        for name, script in commits.items():
            for part, texts in parts_of(script).items():
                for text in texts:
                    if text not in self.texts[part].values():
                        self.texts[part][_unused([name], self.texts[part])] = text
        self.shown = {part: set(texts) for part, texts in self.texts.items()}

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
        composed = self.cases[case].items()
        return script_of({part: [self.text(part, names) for names in texts] for part, texts in composed})

    def files(self) -> dict[str, str]:
        """The files by their names."""
        parts = [part for part in (*PARTS, STEPS) if part in self.texts]
        files = {}
        for part in parts:
            shown = self.shown.get(part, set())
            texts = [f"-- {name}\n{text}" for name, text in self.texts[part].items() if name not in shown]
            changes = [f"@@ {name} @@\n{written_change(change)}" for name, change in self.changes[part].items()]
            files |= {f"{part}.sql": "\n\n".join(texts)} if texts else {}
            files |= {f"{part}.diff": "\n".join(changes)} if changes else {}
        cells = [
            ["; ".join(map(" + ".join, texts.get(part, []))) or "-" for part in parts] for texts in self.cases.values()
        ]
        rows = [["case", *parts], *([case, *row] for case, row in zip(self.cases, cells, strict=True))]
        widths = [min(WIDEST, max(map(len, column))) for column in zip(*rows, strict=True)]
        rows.insert(1, ["-" * width for width in widths])
        files["cases.md"] = "\n".join("| " + " | ".join(map(str.ljust, row, widths)) + " |" for row in rows)
        return {name: f"{text}\n" for name, text in files.items()}


def recording(files: dict[str, str], commits: dict[str, str]) -> Recording:
    """The recording in files, the inverse of `Recording.files`."""
    read = Recording(commits)
    for name, content in files.items():
        part, kind = name.split(".")
        if kind == "sql":
            entries = re.split(r"^-- (.*)\n", content, flags=re.MULTILINE)[1:]
            read.texts[part] |= {name: text.strip("\n") for name, text in zip(entries[::2], entries[1::2], strict=True)}
        elif kind == "diff":
            entries = re.split(r"^@@ (.*) @@\n", content, flags=re.MULTILINE)[1:]
            for name, text in zip(entries[::2], entries[1::2], strict=True):
                read.changes[part][name] = change_of(text.strip("\n"))
        else:
            heads, _, *rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in content.splitlines()]
            for case, *cells in rows:
                composed = zip(heads[1:], cells, strict=True)
                read.cases[case] = {
                    part: [names.split(" + ") for names in cell.split("; ")] for part, cell in composed if cell != "-"
                }
    return read


def recorded(cases: Iterable[Case], rendered: Callable[[Case], str], commits: dict[str, str]) -> Recording:
    """The recording of cases. What a feature changes is what the case that ends with it has, and the one before not."""
    made = Recording(commits)
    parts = functools.cache(lambda case: parts_of(rendered(case)))
    for case in cases:
        names: dict[str, list[list[str]]] = {}
        for features in (case[:number] for number in range(1, len(case) + 1)):
            before, names = names, {}
            for part, texts in parts(features).items():
                like = [*before.get(part, []), *([[]] * len(texts))]
                names[part] = [_names(made, part, features, *pair) for pair in zip(like, texts, strict=False)]
        made.cases[", ".join(case)] = names
    return made


def _names(made: Recording, part: str, case: Case, before: list[str], text: str) -> list[str]:
    """Of what a text consists; ``before`` is that without the last feature of the case. What is new is recorded."""
    texts, changes = made.texts[part], made.changes[part]
    bases = [before] if before else []
    for names in [[name] for name in texts] + [
        names for composed in made.cases.values() for names in composed.get(part, [])
    ]:
        bases += [names] if names not in bases else []
    for names in bases:
        if made.text(part, names) == text:
            return names
    alike = sorted(changes, key=lambda name: name.split(" (")[0] != case[-1])
    for names in bases:
        for name in alike:
            if applied(changes[name], made.text(part, names)) == text:
                return [*names, name]
    own = ", ".join(case[1:] if part not in OF_ENGINES and case[0] == "deduplicate" else case) or "plain"
    made_of = [(difference(made.text(part, names), text), names) for names in bases]
    change, names = min(made_of, key=lambda pair: length(pair[0]), default=([], []))
    if names and length(change) < MOST * len(text.split("\n")):
        possible = [case[-1], f"{case[-1]} ({case[-2]})", own] if names == before else [own]
        name = _unused(possible, changes)
        changes[name] = change
        return [*names, name]
    name = _unused([own], texts)
    texts[name] = text
    return [name]


def _unused(possible: list[str], names: Iterable[str]) -> str:
    more = (f"{possible[-1]} {number}" for number in range(2, 100))
    return next(name for name in [*possible, *more] if name not in names)
