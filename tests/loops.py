"""An event loop for tests, whatever else the process has."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(what: Coroutine[Any, Any, T]) -> T:
    """Run it to its end in a thread of its own: browser tests leave a loop running in the first thread."""
    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(asyncio.run, what).result()
