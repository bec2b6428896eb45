"""Invariants that must hold after every chaos test and every long run, whatever faults happened.

The checks read only database rows, and describe each violation.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any
from uuid import UUID

from django.db.models import Count

from engine.core.errors import EngineError
from engine.core.record import replay
from engine.notation import from_text
from games.matches.models import Block, Match
from league.ratings.models import Fold
from league.ratings.queries import is_behind, systems_of
from league.ratings.recompute import recompute_fold, stored_content
from league.ratings.services import fold_pool
from league.results.models import Pool, Result
from league.tournaments.models import Leg, Round, Tournament
from tests.chaos.gates import eventually
from tests.chaos.witness import is_watched, testimony

Faults = dict[str, list[str]]
"""What is wrong, by kind; without a fault, empty."""

NO_WORD = "ended without a word: its worker was lost."


def examine(*, attempts: int, given_up: Collection[int] = ()) -> Faults:
    """Return every violated invariant.

    A match may have at most `attempts` attempts. The matches in `given_up` are known to kill their workers.
    """
    found: Faults = {
        "lost": list(lost()),
        "doubled": list(doubled()),
        "stuck": [*stuck_matches(given_up), *stuck_tournaments()],
        "gaps": list(gaps()),
        "untrue": list(untrue()),
        "given back": list(given_back()),
        "tried on": list(tried_on(attempts)),
        "folded otherwise": list(folded_otherwise()),
    }
    if is_watched():
        found |= testimony()
    return {kind: sentences for kind, sentences in found.items() if sentences}


def lost() -> Iterator[str]:
    """Matches that are done, and of which something is missing."""
    done = Match.objects.filter(status="done")
    entered = set(Result.objects.values_list("subject", flat=True))
    for match in done.exclude(pool=None):
        if match.subject not in entered:
            yield f"match {match.pk} is done and has no result"
    for key in done.filter(record=None).values_list("pk", flat=True):
        yield f"match {key} is done and has no record"
    for key in done.filter(seats__place=None).distinct().values_list("pk", flat=True):
        yield f"match {key} is done and a seat of it has no place"


def doubled() -> Iterator[str]:
    """Yield results and matches that count twice."""
    for subject, times in _repeated(Result.objects.filter(supersedes=None).values_list("subject", flat=True)):
        yield f"{subject} has {times} first results"
    for subject, times in _repeated(Match.objects.values_list("subject", flat=True)):
        yield f"{subject} has {times} matches"
    seats_of = dict(Match.objects.annotate(n=Count("seats")).values_list("subject", "n"))
    for result in Result.objects.exclude(how="withdrawn").annotate(n=Count("seats")):
        if result.n != seats_of.get(result.subject, result.n):
            yield f"result {result.number} of pool {result.pool_id} has {result.n} seats"


def stuck_matches(given_up: Collection[int]) -> Iterator[str]:
    """Matches that nobody finished, and deals that stay sealed."""
    for match in Match.objects.exclude(status="done").exclude(pk__in=given_up).order_by("pk"):
        yield f"match {match.pk} is {match.status} after {match.attempt} attempts"
    closed = Block.objects.filter(finished_at=None).exclude(matches__status__in=["queued", "running", "dead"])
    for key in closed.values_list("pk", flat=True):
        yield f"block {key} is sealed although all its matches are done"


def stuck_tournaments() -> Iterator[str]:
    """Tournaments that do not come to their end."""
    for event in Tournament.objects.filter(status="running", venue="machine"):
        yield f"{event} is not finished"
    for one in Round.objects.filter(tournament__venue="machine").exclude(status="closed"):
        yield f"round {one.number} of {one.tournament} is {one.status}"
    played = Match.objects.values("subject")
    on_the_machine = Leg.objects.filter(pairing__round__tournament__venue="machine")
    for leg in on_the_machine.exclude(subject__in=played):
        yield f"leg {leg} has no match"


def gaps() -> Iterator[str]:
    """Ledgers that do not count 1, 2, 3 up to their pool's next number."""
    for pool in Pool.objects.all():
        numbers = list(pool.results.order_by("number").values_list("number", flat=True))
        if numbers != list(range(1, pool.next_number)):
            yield f"the ledger of {pool} counts {_in_short(numbers)}, and {pool.next_number} comes next"


def untrue() -> Iterator[str]:
    """Records that do not replay, or that say something else than the match, or the ledger of the match."""
    entered = {result.subject: result for result in Result.objects.filter(supersedes=None).prefetch_related("seats")}
    for match in Match.objects.filter(status="done").select_related("record").prefetch_related("seats"):
        seats = [(seat.player_id, seat.points, seat.place) for seat in match.seats.all()]
        if said := _untruth(match, [points for _player, points, _place in seats]):
            yield f"match {match.pk}: {said}"
        result = entered.get(match.subject)
        if result is not None and result.how == "played" and _seats(result) != seats:
            yield f"match {match.pk} and its result do not say the same"


def given_back() -> Iterator[str]:
    """Matches that a worker could not play or store; those whose worker was lost are not among them."""
    for match in Match.objects.exclude(attempt_log=""):
        faults = [line for line in match.attempt_log.splitlines() if line.startswith("Attempt") and NO_WORD not in line]
        if faults:
            yield f"match {match.pk} was given back: {match.attempt_log.strip().splitlines()[-1]}"


def tried_on(attempts: int) -> Iterator[str]:
    """Matches that were tried more often than they may be."""
    for match in Match.objects.filter(attempt__gt=attempts):
        yield f"match {match.pk} was tried {match.attempt} times"


def folded_otherwise() -> Iterator[str]:
    """Yield pools whose ratings are behind the results, or differ when computed from the start."""
    for pool in Pool.objects.exclude(next_number=1):
        for system in (one.slug for one in systems_of(pool)):
            number = Fold.objects.filter(pool=pool, system=system).values_list("folded_number", flat=True).first()
            if number != pool.next_number - 1:
                yield f"{pool} is folded by {system} up to {number} of {pool.next_number - 1}"
            elif stored_content(pool.pk, system) != recompute_fold(pool.pk, system):
                yield f"{pool} comes out otherwise when it is folded by {system} from the beginning"


def _untruth(match: Match, points: list[int | None]) -> str:
    if not hasattr(match, "record"):
        return ""  # it is among the lost
    try:
        record = from_text(match.record.text)
        replay(record)
    except EngineError as error:
        return f"its record does not replay: {error}"
    same = record.outcome is not None and list(record.outcome.points) == points
    return "" if same else "its record ends otherwise than its seats"


def _seats(result: Result) -> list[tuple[int, int, int]]:
    return [(seat.player_id, seat.points, seat.place) for seat in result.seats.all()]


def _repeated(subjects: Iterable[UUID]) -> list[tuple[Any, int]]:
    return [(subject, times) for subject, times in Counter(subjects).items() if times > 1]


def _in_short(numbers: list[int]) -> str:
    return str(numbers) if len(numbers) < 12 else f"{len(numbers)} numbers from {numbers[0]} to {numbers[-1]}"


def found(*, attempts: int, given_up: Collection[int] = ()) -> Faults:
    """Return the violated invariants once all ratings are up to date."""
    eventually(all_folded, "a pool stays behind its ledger although nobody enters anything")
    return examine(attempts=attempts, given_up=given_up)


def all_folded() -> bool:
    """Fold every pool; not all are up to their ledgers while a worker is at one, for then a fold leaves it alone."""
    pools = list(Pool.objects.values_list("pk", flat=True))
    for pool in pools:
        fold_pool(pool_id=pool)
    return not any(is_behind(pool) for pool in pools)
