"""The faults of a run, one function per kind. Each returns whether it happened, for its target may not exist.

Needs Django set up.
"""

import json
import signal
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from redis.exceptions import RedisError

from games.matches.queueing import send as send_ids
from tests.chaos.arena import QUEUES, Arena
from tests.chaos.restartable import Life, send
from tests.chaos.schedule import Event, Kind
from tests.chaos.witness import holders

MOST_TRIPLED = 40  # messages at a time

T = TypeVar("T")
Happening = Callable[[Arena, Event], bool]


def happen(arena: Arena, event: Event) -> bool:
    """Let it happen; False when there is nobody to whom it could happen now."""
    return HAPPENINGS[event.kind](arena, event)


def kill_child(arena: Arena, event: Event) -> bool:
    """As the kernel does when memory is short, and to one that plays a match."""
    child = _pick(playing(arena), event)
    return child is not None and send(child, signal.SIGKILL)


def kill_main(arena: Arena, event: Event) -> bool:
    """Its children find out by themselves, when they have finished what they do."""
    main = _pick(arena.at_work(), event)
    return main is not None and send(main.pid, signal.SIGKILL)


def cut_power(arena: Arena, event: Event) -> bool:
    """A main and all its children at once."""
    return _cut_off(_pick(arena.at_work(), event))


def kill_beat(arena: Arena, event: Event) -> bool:
    """For a while nobody sweeps."""
    return _cut_off(arena.beat if arena.beat and arena.beat.runs else None)


def pause_child(arena: Arena, event: Event) -> bool:
    """One that plays a match; its heartbeat stops with it."""
    child = _pick(playing(arena), event)
    return child is not None and _paused(arena, child, event)


def pause_main(arena: Arena, event: Event) -> bool:
    """A main and all its children, as when a machine sleeps."""
    main = _pick(arena.at_work(), event)
    return main is not None and _paused(arena, -main.pid, event)


def flush_redis(arena: Arena, event: Event) -> bool:
    """Everything that waits, and everything that is in somebody's hands, is forgotten."""
    return _of_redis(arena, lambda line: line.flushall())


def kill_redis(arena: Arena, event: Event) -> bool:
    """It comes back with what it wrote down."""
    if not (arena.broker_answers and arena.database_answers):
        return False
    arena.redis.cut_off()
    arena.later(event.seconds, arena.redis.begin)
    return True


def stop_postgres(arena: Arena, event: Event) -> bool:
    """Stop PostgreSQL at once, as a crash: every connection breaks, and uncommitted changes are lost."""
    if not (arena.broker_answers and arena.database_answers):
        return False
    send(arena.postgres.pid, signal.SIGQUIT)
    arena.postgres.await_end()
    arena.later(event.seconds, arena.postgres.begin)
    return True


def triple_messages(arena: Arena, event: Event) -> bool:
    """What waits, and what workers have in their hands, comes twice more."""

    def triple(line: Any) -> bool:
        found = [(queue, message) for queue in QUEUES for message in line.lrange(queue, 0, MOST_TRIPLED)]
        found += [_in_hand(value) for value in line.hvals("unacked")[:MOST_TRIPLED]]
        for queue, message in found:
            line.lpush(queue, message, message)
        return bool(found)

    return _of_redis(arena, triple)


def tell_again(arena: Arena, event: Event) -> bool:
    """Some matches, each alone and all together, whether they are done or in somebody's hands."""
    if not (arena.broker_answers and arena.matches):
        return False
    told = Random(event.whom).sample(arena.matches, min(5, len(arena.matches)))
    return all(send_ids(ids) for _ in range(3) for ids in [*[[match] for match in told], told])


HAPPENINGS: dict[Kind, Happening] = {
    Kind.CHILD_KILLED: kill_child,
    Kind.MAIN_KILLED: kill_main,
    Kind.POWER_CUT: cut_power,
    Kind.BEAT_KILLED: kill_beat,
    Kind.CHILD_PAUSED: pause_child,
    Kind.MAIN_PAUSED: pause_main,
    Kind.REDIS_FLUSHED: flush_redis,
    Kind.REDIS_KILLED: kill_redis,
    Kind.POSTGRES_STOPPED: stop_postgres,
    Kind.MESSAGES_TRIPLED: triple_messages,
    Kind.MATCHES_TOLD_AGAIN: tell_again,
}


def playing(arena: Arena) -> list[int]:
    """The children that hold a match now."""
    if not arena.database_answers:
        return []
    held = {name.rpartition("/")[2] for name in holders()}
    return [child for child in arena.children() if str(child) in held]


def _pick(among: list[T], event: Event) -> T | None:
    return among[int(event.whom * len(among))] if among else None


def _cut_off(life: Life | None) -> bool:
    if life is None:
        return False
    life.cut_off()
    return True


def _paused(arena: Arena, whom: int, event: Event) -> bool:
    if not send(whom, signal.SIGSTOP):
        return False
    arena.later(event.seconds, lambda: send(whom, signal.SIGCONT))
    return True


def _of_redis(arena: Arena, ask: Callable[[Any], object]) -> bool:
    if not arena.broker_answers:
        return False
    with arena.line() as line:
        try:
            return bool(ask(line))
        except RedisError:
            return False


def _in_hand(value: bytes) -> tuple[str, str]:
    """A message that a worker has not acknowledged, as it waited, and its queue."""
    message, _exchange, queue = json.loads(value)
    return queue, json.dumps(message)
