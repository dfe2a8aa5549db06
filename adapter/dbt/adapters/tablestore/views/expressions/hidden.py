"""The names that the stored rows of a view and the queries of a refresh use for themselves."""

from __future__ import annotations

import re

# Those of a batch and of a changelog, those of the stored rows, and those of the queries of a refresh.
_NAMES = frozenset(
    [
        *("_commit", "_committed_at", "_delete_sequence", "_row_kind", "_written_at"),
        *("_before", "_group", "_group_rows", "_row_copy", "_row_hash", "_visible", "_visible_rows"),
        *("_come", "_copy", "_found", "_gone", "_is_lost", "_one", "_w", "_w2"),
    ]
)
# Keys, accumulators and what changes add to them, and what QUALIFY reads.
_NUMBERED = re.compile(r"_(count|k|key|max|min|qualify|state|stored|sum)?_?\d+(_in|_out|_lost)?")


def is_hidden(name: str) -> bool:
    """Whether a column of a result cannot have this name."""
    return name.lower() in _NAMES or _NUMBERED.fullmatch(name.lower()) is not None
