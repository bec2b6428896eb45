"""What is wrong with the place, each in a sentence with what to do about it. The worst stands first."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.operating.faults import Fault
from league.operating.notes import Note
from league.operating.selectors.disk import Disk
from league.operating.selectors.queues import Queue
from league.operating.work import Counted, GivenUp, Work

DAYS_LEFT = 14  # with fewer the disk is something to see to
MOST_ROUTES = 5  # that one sentence names


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong: a sentence that says what, and one that says what to do."""

    kind: str  # of a note: error or warning
    head: str
    text: str


def findings_of(
    *,
    queues: Sequence[Queue],
    given_up: Sequence[tuple[Work, Counted[GivenUp]]],
    notes: Mapping[str, Sequence[Note]],
    faults: Sequence[Fault],
    disk: Disk,
    has_redis: bool,
    is_full: bool,
    has_clock: bool,
) -> list[Finding]:
    """Everything that an operator should see to."""
    if not has_redis:
        return [_redis_is_away()]
    clock = [] if has_clock else [_clock_stands()]
    return [
        *([_redis_is_full()] if is_full else []),
        *_unserved(queues),
        *clock,
        *_broken([one for one in faults if not one.is_put_off]),
        *_stuck(queues),
        *_put_off([one for one in faults if one.is_put_off]),
        *_given_up(given_up),
        *_sandboxless(notes),
        *_disk(disk),
    ]


def _redis_is_away() -> Finding:
    return Finding(
        "error",
        _("Redis does not answer."),
        _("Pages answer, but no worker hears of new work and no page follows along. Start Redis; nothing is lost."),
    )


def _redis_is_full() -> Finding:
    return Finding(
        "error",
        _("Redis is full, and takes nothing more."),
        _(
            "Pages answer, but no worker hears of new work or can say that it is there. See below which queue holds so "
            "much, and stop who fills it; then empty Redis, or give it more memory. Nothing is lost."
        ),
    )


def _unserved(queues: Iterable[Queue]) -> Iterator[Finding]:
    for queue in queues:
        if queue.has_nobody:
            head = _("No worker takes from the queue %(queue)s, and something waits in it.")
            text = _("Start one with this queue (-Q %(queue)s), or see in its log why it ended.")
            yield Finding("error", head % {"queue": queue.name}, text % {"queue": queue.name})


def _clock_stands() -> Finding:
    return Finding(
        "error",
        _("The clock (beat) was not seen lately."),
        _("Until it runs no mail leaves, and nothing that was lost is found again. Start it, one for the whole place."),
    )


def _broken(faults: Sequence[Fault]) -> Iterator[Finding]:
    count = sum(one.count for one in faults)
    if count:
        head = ngettext(
            "%(count)d request of the last hour met a fault of ours: %(routes)s.",
            "%(count)d requests of the last hour met a fault of ours: %(routes)s.",
            count,
        )
        text = _(
            "Find “a request was not answered” in the log of the web server: the lines before it with the same "
            "request_id say why. Mend what they name, such as a full disk; report anything else with them."
        )
        yield Finding("error", head % {"count": count, "routes": _routes(faults)}, text)


def _put_off(faults: Sequence[Fault]) -> Iterator[Finding]:
    count = sum(one.count for one in faults)
    if count:
        head = ngettext(
            "%(count)d request of the last hour was put off: %(routes)s.",
            "%(count)d requests of the last hour were put off: %(routes)s.",
            count,
        )
        text = _(
            "A part of the place was away, or too much was asked at once; the log of the web server says which. "
            "Where requests stood in line for too long, more web processes help (MOOTHILL_WEB)."
        )
        yield Finding("warning", head % {"count": count, "routes": _routes(faults)}, text)


def _routes(faults: Sequence[Fault]) -> str:
    """Such as `clubs:club (3), matches:hall (1)`; of many the most frequent."""
    counts: Counter[str] = Counter()
    for one in faults:
        counts[one.route] += one.count
    named = [f"{route} ({count})" for route, count in counts.most_common(MOST_ROUTES)]
    return ", ".join([*named, "…"] if len(counts) > MOST_ROUTES else named)


def _stuck(queues: Iterable[Queue]) -> Iterator[Finding]:
    for queue in queues:
        if queue.is_stuck:
            head = _("The queue %(queue)s stands still, though workers are there.")
            text = _("See in their log why they take nothing; to start them again is harmless.")
            yield Finding("warning", head % {"queue": queue.name}, text)


def _given_up(kinds: Iterable[tuple[Work, Counted[GivenUp]]]) -> Iterator[Finding]:
    for work, found in kinds:
        if found.total:
            head = ngettext("%(kind)s: %(count)d was given up.", "%(kind)s: %(count)d were given up.", found.total)
            text = _("Read below what went wrong, see to the cause, and then try again.")
            yield Finding("warning", head % {"kind": work.title, "count": found.total}, text)


def _sandboxless(notes: Mapping[str, Sequence[Note]]) -> Iterator[Finding]:
    for worker, told in notes.items():
        for note in told:
            if not note.is_well:
                text = _("It runs no program of a stranger, and below stands why. They wait for a worker that may.")
                yield Finding("warning", _("%(worker)s: %(words)s") % {"worker": worker, "words": note.words}, text)


def _disk(disk: Disk) -> Iterator[Finding]:
    left = disk.days_left
    if disk.volume.is_scarce or (left is not None and left < DAYS_LEFT):
        text = _("Make room, or give the database a larger volume, before it stops.")
        yield Finding("warning", _how_long(left), text)


def _how_long(days: int | None) -> str:
    if days is None:
        return _("Less than a tenth of the disk is free.")
    words = ngettext(
        "The disk fills up: at this pace it is full in %(days)d day.",
        "The disk fills up: at this pace it is full in %(days)d days.",
        days,
    )
    return words % {"days": days}
