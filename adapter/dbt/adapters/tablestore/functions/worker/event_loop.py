"""The event loop of the async functions of a task.

asyncio is imported where it is used, because that takes long and few functions need it.
"""

from __future__ import annotations

import weakref
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class EventLoop:
    """An event loop that ends with this object: ``asyncio.run`` would make one for each batch."""

    def __init__(self) -> None:
        import asyncio

        self._loop = asyncio.new_event_loop()
        weakref.finalize(self, _close, self._loop)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of a coroutine."""
        return self._loop.run_until_complete(work)


def _close(loop: Any) -> None:
    """Ends what still runs in a loop, as ``asyncio.run`` does."""
    import asyncio

    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()

    async def ended() -> None:
        await asyncio.gather(*left, return_exceptions=True)

    loop.run_until_complete(ended())
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()
