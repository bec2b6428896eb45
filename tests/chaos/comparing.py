"""The outcome of a run, to compare with an undisturbed run on the same matches.

Numbers and times differ between the two, because matches finish in another order. These must be equal: every record,
every version of every result, and every place in every tournament. Ratings must be equal byte for byte after the
results of the undisturbed run are entered in the order of the disturbed one.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from games.matches.models import Match
from league.ratings.models import Fold, Rating, RatingStep
from league.ratings.services import fold_pool
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Pool, Result
from league.results.services.corrections import correct_result
from league.results.services.ledger import enter_results
from league.tournaments.models import Leg, Tournament
from league.tournaments.queries import standings_cache

Key = tuple[object, ...]
"""What a result is about: a leg by its place in the draw, anything else by its subject."""


class Version(NamedTuple):
    """One row of the ledger, without what depends on when it was entered."""

    how: str
    is_rated: bool
    seats: tuple[SeatResult, ...]


class Played(NamedTuple):
    """The outcome of a match."""

    record: str
    seats: tuple[tuple[int, int, int, str], ...]  # player, points, place, fault


class Came(NamedTuple):
    """The outcome of a whole run."""

    matches: Mapping[Key, Played]
    ledger: Mapping[Key, tuple[Version, ...]]  # first results, and what superseded them
    standings: Mapping[str, tuple[Any, ...]]


class Entered(NamedTuple):
    """The position of a result among the results of its pool."""

    pool: int
    key: Key
    version: int  # 0 for a first result
    subject: Any
    played_at: datetime


def came() -> Came:
    """Return the outcome in this connection's database."""
    keys = _keys()
    matches = {
        keys.get(match.subject, (match.subject,)): Played(
            match.record.text,
            tuple((seat.player_id or 0, seat.points or 0, seat.place or 0, seat.fault) for seat in match.seats.all()),
        )
        for match in Match.objects.filter(status="done").select_related("record").prefetch_related("seats")
    }
    ledger: dict[Key, tuple[Version, ...]] = {}
    for row in _rows():
        key = keys.get(row.subject, (row.subject,))
        ledger[key] = (*ledger.get(key, ()), _version(row))
    return Came(matches, ledger, {event.name: _standings(event) for event in Tournament.objects.order_by("pk")})


def unlike(here: Came, undisturbed: Came) -> Iterator[str]:
    """Return the differences between two runs, a sentence each."""
    for part in Came._fields:
        mine: Mapping[object, object] = getattr(here, part)
        theirs: Mapping[object, object] = getattr(undisturbed, part)
        for key in sorted(mine.keys() | theirs.keys(), key=str):
            if mine.get(key) != theirs.get(key):
                yield f"{part} of {key}: here {mine.get(key)!s:.300}, undisturbed {theirs.get(key)!s:.300}"


def order_of_entry() -> list[Entered]:
    """Every row of every ledger, pool by pool, in the order of its numbers."""
    keys, versions, order = _keys(), dict[Key, int](), []
    for row in _rows():
        key = keys.get(row.subject, (row.subject,))
        versions[key] = versions.get(key, -1) + 1
        order.append(Entered(row.pool_id, key, versions[key], row.subject, row.played_at))
    return order


def enter_in_order(order: list[Entered], what: Came) -> None:
    """Enter the results of one run into this connection's database in the order of another, and update ratings."""
    pools = Pool.objects.in_bulk()
    for place in order:
        version = what.ledger[place.key][place.version]
        if place.version:
            last = Result.objects.filter(subject=place.subject).order_by("-number")[0]
            correct_result(result=last, seats=version.seats, reason="As in the other run.", by=None, how=version.how)
        else:
            _enter(pools[place.pool], place, version, what.matches.get(place.key))
    for pool in pools:
        fold_pool(pool_id=pool)


def ratings() -> dict[tuple[str, str], tuple[object, ...]]:
    """By pool and system: the bytes of the fold, every rating and every step, the results by their numbers."""
    folds = Fold.objects.exclude(pool__next_number=1).select_related("pool")
    return {(fold.pool.slug, fold.system): _bytes(fold) for fold in folds}


def _bytes(fold: Fold) -> tuple[object, ...]:
    standing = Rating.objects.filter(fold=fold, generation=fold.generation).order_by("player")
    steps = RatingStep.objects.filter(fold=fold).order_by("player", "ordinal")
    return (
        bytes(fold.state),
        fold.folded_number,
        list(standing.values("player", "value", "uncertainty", "games", "wins", "change", "form", "by_seat")),
        list(standing.values("player", "is_provisional", "last_played_at")),
        list(steps.values_list("player", "ordinal", "result__number", "before", "after", "uncertainty", "games")),
    )


def _enter(pool: Pool, place: Entered, version: Version, match: Played | None) -> None:
    failed = tuple(at for at, seat in enumerate(match.seats) if seat[3]) if match else ()
    entry = ResultDraft(
        place.subject,
        version.seats,
        how=version.how,
        is_rated=version.is_rated,
        played_at=place.played_at,
        placed_last=failed,
    )
    with transaction.atomic():
        enter_results(pool=pool, entries=[entry])


def _rows() -> list[Result]:
    return list(Result.objects.order_by("pool", "number").prefetch_related("seats"))


def _version(row: Result) -> Version:
    seats = tuple(SeatResult(seat.player_id, seat.points, seat.place) for seat in row.seats.all())
    return Version(row.how, row.is_rated, seats)


def _keys() -> dict[object, Key]:
    place = ("pairing__round__tournament__name", "pairing__round__number", "pairing__table", "number")
    return {subject: tuple(where) for subject, *where in Leg.objects.values_list("subject", *place)}


def _standings(event: Tournament) -> tuple[Any, ...]:
    standings_cache._read.cache_clear()  # it knows tournaments by their key alone, and two databases have the same
    return tuple(standings_cache.sheet_of(event).rows)
