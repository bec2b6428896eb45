"""Players, pools and results for the tests of the ledger and of what is folded from it."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from django.db import connection, transaction

from league.accounts.models import Player
from league.clubs.models import Club
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Pool, Result
from league.results.services.ledger import enter_results

GAME = "lords-of-scotland"
FIRST_EVENING = datetime(2026, 3, 2, 19, 30, tzinfo=UTC)


def people(*names: str) -> list[Player]:
    """Players of flesh and blood."""
    return [Player.objects.create(name=name) for name in names]


def bots(count: int) -> list[Player]:
    """House bots, numbered from 1."""
    made = [Player(name=f"Bot {number}", kind=Player.Kind.BOT) for number in range(1, count + 1)]
    return Player.objects.bulk_create(made)


def a_pool(kind: str = Player.Kind.PERSON, *, seats: int | None = None, club: Club | None = None) -> Pool:
    """A pool, made without the services, so that it may exist before the game does."""
    slug = f"lords-{kind}-{seats or 'any'}-{club.slug if club else 'site'}"
    return Pool.objects.create(name=slug, slug=slug, game=GAME, player_kind=kind, seats=seats, club=club)


def table(
    *players: Player, places: Sequence[int] = (), at: datetime | None = None, subject: UUID | None = None
) -> ResultDraft:
    """A result in which the players came in the order of their names here, or took `places`."""
    places = places or range(1, len(players) + 1)
    seats = tuple(SeatResult(player.pk, 50 - place, place) for player, place in zip(players, places, strict=True))
    return ResultDraft(subject or uuid4(), seats, played_at=at)


def enter(pool: Pool, *entries: ResultDraft) -> list[Result]:
    """Enter results in a transaction of their own."""
    with transaction.atomic():
        return enter_results(pool=pool, entries=entries)


def evenings() -> Iterator[datetime]:
    """The club meets on Mondays."""
    week = FIRST_EVENING
    while True:
        yield week
        week += timedelta(days=7)


def supersede(old: Result, *seats: SeatResult, how: str = Result.How.PLAYED, is_rated: bool = True) -> Result:
    """Enter a correction as the ledger will hold it: the next number, and no seats where a result is withdrawn."""
    with transaction.atomic(), connection.cursor() as cursor:
        pool = Pool.objects.select_for_update().get(pk=old.pool_id)
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
        new = Result.objects.create(
            pool=pool,
            number=pool.next_number,
            subject=old.subject,
            supersedes=old,
            how=how,
            is_rated=is_rated and how == Result.How.PLAYED,
            reason="The sheet was read wrongly.",
            entered_at=now,
            played_at=old.played_at,
        )
        new.seats.model.objects.bulk_create(
            new.seats.model(result=new, seat=at, player_id=seat.player_id, points=seat.points, place=seat.place)
            for at, seat in enumerate(seats)
        )
        Pool.objects.filter(pk=pool.pk).update(next_number=pool.next_number + 1)
    return new
