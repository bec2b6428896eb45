"""The line before the threads that answer: whoever asks comes first, and what pages fetch by themselves after them.

A page that brings itself up to date says so by the header `Priority: u=7`, background (RFC 9218, section 4.1). When
more is asked for than can be answered, people wait for people, and open pages are brought up to date a little later.
"""

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

from league.shared.middleware import BACKGROUND

Answer = TypeVar("Answer")

TURN = 10  # each tenth turn is that of the background, if anything waits there


@dataclass(frozen=True, slots=True)
class Place(Generic[Answer]):
    """One place in the line: what is to be done, and who waits for it."""

    work: Callable[[], Answer]
    done: "Future[Answer]"


class Line(Generic[Answer]):
    """Some threads, and those who wait for one. A place that is cancelled before its turn costs nothing."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._lock = Lock()
        self._turns = 0
        self._asked: deque[Place[Answer]] = deque()
        self._background: deque[Place[Answer]] = deque()

    def stand(self, work: Callable[[], Answer], *, in_background: bool = False) -> "Future[Answer]":
        """Take the last place; the answer comes when a thread has done the work."""
        place = Place(work, Future[Answer]())
        with self._lock:
            (self._background if in_background else self._asked).append(place)
        self._threads.submit(self._do_next)
        return place.done

    def _do_next(self) -> None:
        place = self._next()
        if not place.done.set_running_or_notify_cancel():
            return
        try:
            answer = place.work()
        except BaseException as error:
            place.done.set_exception(error)
            del place  # its frame hangs on the error
        else:
            place.done.set_result(answer)

    def _next(self) -> Place[Answer]:
        """The place whose turn it is: for every one that is taken, a thread comes here once."""
        with self._lock:
            self._turns += 1
            if self._turns % TURN:
                return (self._asked or self._background).popleft()
            return (self._background or self._asked).popleft()


def is_in_background(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether nobody waits for the answer to a request with these headers."""
    return (b"priority", BACKGROUND.encode()) in headers
