"""All that the operator's page shows, in a number of questions that does not grow with what there is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from league.operating.faults import Fault, faults_of_the_hour
from league.operating.notes import Note
from league.operating.selectors.disk import Disk, disk
from league.operating.selectors.findings import Finding, findings_of
from league.operating.selectors.queues import Messages, Queue, messages_by_queue, queues_of
from league.operating.timing import Pace, paces_of_the_day
from league.operating.work import Counted, GivenUp, Lease, Work, kind_of_work, kinds_of_work, notes_by_worker
from league.shared.broker import RedisError, is_full
from league.shared.heartbeat import Worker, clock_goes, workers_seen

MOST_LEASES = 30
MOST_GIVEN_UP = 12  # of a kind
MOST_LISTED = 200  # given up, on the page of one kind
MOST_PACES = 12


@dataclass(frozen=True, slots=True)
class Told:
    """What Redis told; nothing of it while it is away."""

    is_there: bool = False
    is_full: bool = False
    has_clock: bool = False
    workers: Sequence[Worker] = ()
    messages: Mapping[str, Messages] = field(default_factory=dict)
    notes: Mapping[str, Sequence[Note]] = field(default_factory=dict)
    paces: Sequence[Pace] = ()
    faults: Sequence[Fault] = ()


@dataclass(frozen=True, slots=True)
class Overview:
    """The state of the place. Kinds of work of which there is nothing to show are left out."""

    told: Told
    findings: Sequence[Finding]
    queues: Sequence[Queue]
    workers: Sequence[tuple[Worker, Sequence[Note]]]
    leases: Sequence[tuple[Work, Counted[Lease]]]
    given_up: Sequence[tuple[Work, Counted[GivenUp]]]
    disk: Disk


def overview() -> Overview:
    """Read all of it."""
    told, kinds, sizes = told_by_redis(), kinds_of_work(), disk()
    leases = [(work, work.leases(MOST_LEASES)) for work in kinds]
    given_up = [(work, work.given_up(MOST_GIVEN_UP)) for work in kinds]
    queues = _queues(told, kinds, leases)
    return Overview(
        told=told,
        findings=findings_of(
            queues=queues,
            given_up=given_up,
            notes={worker.name: told.notes.get(worker.name, ()) for worker in told.workers if worker.is_at_work},
            faults=told.faults,
            disk=sizes,
            has_redis=told.is_there,
            is_full=told.is_full,
            has_clock=told.has_clock,
        ),
        queues=queues,
        workers=[(worker, told.notes.get(worker.name, ())) for worker in told.workers],
        leases=[(work, held) for work, held in leases if held.total],
        given_up=[(work, found) for work, found in given_up if found.total],
        disk=sizes,
    )


def given_up_of(kind: str) -> tuple[Work, Counted[GivenUp]]:
    """What was given up of one kind, the newest first, and how many in all. Raises `NoSuchPage`."""
    work = kind_of_work(kind)
    return work, work.given_up(MOST_LISTED)


def in_short() -> tuple[int, list[str]]:
    """How many rows were given up, and which queues stand still or have nobody: for those who open their first page."""
    kinds = kinds_of_work()
    given_up = sum(work.given_up(1).total for work in kinds)
    try:
        told = Told(is_there=True, workers=workers_seen(), messages=messages_by_queue())
    except RedisError:
        return given_up, []
    leases = [(work, work.leases(1)) for work in kinds]
    return given_up, [queue.name for queue in _queues(told, kinds, leases) if queue.has_nobody or queue.is_stuck]


def told_by_redis() -> Told:
    """Ask it everything that it knows of the place."""
    try:
        return Told(
            is_there=True,
            is_full=is_full(),
            has_clock=clock_goes(),
            workers=workers_seen(),
            messages=messages_by_queue(),
            notes=notes_by_worker(),
            paces=paces_of_the_day(MOST_PACES),
            faults=faults_of_the_hour(),
        )
    except RedisError:
        return Told()


def _queues(told: Told, kinds: Sequence[Work], leases: Sequence[tuple[Work, Counted[Lease]]]) -> list[Queue]:
    waiting = [(work, one) for work in kinds for one in work.waiting()]
    return queues_of(told.messages, waiting, {work.slug: held.rows for work, held in leases}, told.workers)
