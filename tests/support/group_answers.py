"""The history of keys of which two sources say something, in plain Python: `scd_type: 2` with sequence groups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from version_answers import RANKS

CRM, SHOP = ("crm_at", "crm_order", "name"), ("shop_at", "city", "note")
"""The columns of each group, of which the first is its time; `crm_order` orders its events of one time."""


class GroupEvent(NamedTuple):
    """A row of a batch: what one source, or both, say about a key."""

    key: int
    crm_at: int | None
    crm_order: int | None
    name: str | None
    shop_at: int | None
    city: str | None
    note: str | None
    kind: str


class GroupVersion(NamedTuple):
    """A row of the history: the row of the key from one time until another."""

    key: int
    crm_at: int | None
    crm_order: int | None
    name: str | None
    shop_at: int | None
    city: str | None
    note: str | None
    updated_at: int
    valid_from: int
    valid_to: int | None


Row = dict[str, Any]


def group_versions(
    events: Iterable[GroupEvent], removes: bool = False, tracked: Sequence[str] = ("name", "city", "note")
) -> list[GroupVersion]:
    """The versions of all keys. With ``removes``, a -D of the CRM removes the row."""
    by_key: dict[int, list[GroupEvent]] = defaultdict(list)
    for event in events:
        by_key[event.key].append(event)
    return [version for key in sorted(by_key) for version in _of_key(key, by_key[key], removes, tracked)]


def _of_key(key: int, events: list[GroupEvent], removes: bool, tracked: Sequence[str]) -> list[GroupVersion]:
    states = list(_states(events, removes))
    runs = [list(run) for _, run in groupby(states, lambda state: state[1] and [state[1][name] for name in tracked])]
    begins = [run[0][0] for run in runs] + [None]
    made: list[GroupVersion] = []
    for run, end in zip(runs, begins[1:], strict=True):
        begin, (last, row) = run[0][0], run[-1]
        if row is not None:
            made.append(GroupVersion(key, **row, updated_at=last, valid_from=begin, valid_to=end))
        elif made:
            made[-1] = made[-1]._replace(valid_to=begin)
        else:
            # nothing to end: the version without a duration remembers what may be needed later
            made.append(GroupVersion(key, *[None] * 6, last, begin, begin))
    return made


def _states(events: list[GroupEvent], removes: bool) -> Iterable[tuple[int, Row | None]]:
    """The row of a key after each time; None if it has no row. It is merged as by partial-update, event by event."""
    row: Row | None = None
    of_crm = [event for event in events if event.crm_at is not None]
    of_shop = [event for event in events if event.shop_at is not None]
    if removes:
        of_shop = [event for event in of_shop if event.kind != "-D" or event.crm_at is None]
    for at in sorted({*(event.crm_at for event in of_crm), *(event.shop_at for event in of_shop)}):
        crm = max((event for event in of_crm if event.crm_at == at), key=_order_of_crm, default=None)
        shop = max((event for event in of_shop if event.shop_at == at), key=_order_of_shop, default=None)
        if removes and crm and crm.kind == "-D":
            row = None
        elif row or any(event and event.kind in ("+I", "+U") for event in (crm, shop)):
            row = row or dict.fromkeys([*CRM, *SHOP])
            if crm:
                kept = crm.name if crm.kind in ("+I", "+U") else None
                row = row | {"crm_at": at, "crm_order": crm.crm_order, "name": kept}
            if shop:
                kept = (shop.city, shop.note) if shop.kind in ("+I", "+U") else (None, None)
                row = row | {"shop_at": at, "city": kept[0], "note": kept[1]}
        yield at, row


def _order_of_crm(event: GroupEvent) -> tuple[Any, ...]:
    return _nulls_first(event.crm_order), RANKS[event.kind], _nulls_first(event.name)


def _order_of_shop(event: GroupEvent) -> tuple[Any, ...]:
    return RANKS[event.kind], _nulls_first(event.city), _nulls_first(event.note)


def _nulls_first(value: Any) -> tuple[bool, Any]:
    return value is not None, value if value is not None else 0
