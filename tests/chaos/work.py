"""What is played in a run: players, deals with fixed secrets, results on paper and their corrections, by its seed.

Needs Django set up. Everything an errand does is harmless to do again, for the answer to a commit may be lost.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple
from uuid import UUID

from django.db import connection, transaction

from games.bots.models import BuiltinBot
from games.matches.models import Match
from games.matches.run_match import SeatSetup
from games.matches.services import BlockOrder, Rotation, all_rotations, create_block
from league.accounts.models import Player
from league.accounts.services.players import make_bot_player
from league.clubs.services.clubs import found_club
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Pool, Result
from league.results.services.corrections import correct_result
from league.results.services.ledger import enter_results, pool_for
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.games import odd_bots  # noqa: F401  (importing it makes the bots known here)

BOTS = (
    *(("ambler", pace) for pace in range(4, 12)),  # playouts are milliseconds a decision
    *(("lookout", playouts) for playouts in (2, 3)),
    *(("wanderer", 0), ("wanderer", 1), ("wanderer", 2), ("stumbler", 0)),
)


class Ground(NamedTuple):
    """A pool, how large its tables are, and how often something is played there."""

    game: str
    seats: int | None
    tables: tuple[int, ...]
    often: int


GROUNDS = (  # a match of the last two games takes a core far longer than one of the first
    Ground("kings-kilt", None, (2, 3, 4), 4),
    Ground("kings-kilt", 3, (3,), 4),
    Ground("lords-of-scotland", None, (2, 3), 2),
    Ground("lords-of-scotland", 2, (2,), 2),
    Ground("highland-clans", None, (3, 4), 1),
    Ground("highland-clans", 4, (4,), 1),
)

LONG_AGO = datetime(2026, 1, 5, 19, tzinfo=UTC)
PAPERS = 12
"""Results that somebody brings on paper, played before all that is in the ledger; each is corrected later."""

# Blocks of a tournament are made by workers with secrets of their own; here a leg's place in the draw decides.
DEALER = """
CREATE FUNCTION deal_by_the_draw() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE matches_block SET secret = dealt.secret, commitment = encode(sha256(dealt.secret), 'hex')
    FROM (
        SELECT sha256(convert_to(concat_ws('/', '{seed}', round.tournament_id, round.number, pairing.table, leg.number),
            'UTF8')) AS secret
        FROM tournaments_leg leg JOIN tournaments_pairing pairing ON pairing.id = leg.pairing_id
        JOIN tournaments_round round ON round.id = pairing.round_id WHERE leg.subject = NEW.subject
    ) AS dealt WHERE matches_block.id = NEW.block_id;
    RETURN NULL;
END $$;
CREATE TRIGGER dealer AFTER INSERT ON matches_match FOR EACH ROW WHEN (NEW.rotation = 0)
    EXECUTE FUNCTION deal_by_the_draw();
"""


@dataclass(frozen=True, slots=True)
class Deal:
    """A block to be made: all rotations among some players of the field."""

    ground: Ground
    players: tuple[int, ...]
    secret: bytes
    subjects: tuple[UUID, ...]

    def do(self, cast: "Cast") -> None:
        """Make it, unless it is made."""
        if Match.objects.filter(subject=self.subjects[0]).exists():
            return
        seated = all_rotations([cast.seat(player) for player in self.players])
        rotations = (Rotation(seats=one.seats, subject=uuid) for one, uuid in zip(seated, self.subjects, strict=True))
        pool = cast.pool(self.ground)
        create_block(order=BlockOrder(game=pool.game, rotations=tuple(rotations), pool=pool, secret=self.secret))


@dataclass(frozen=True, slots=True)
class Paper:
    """A result that somebody brings late, for the first place before the last."""

    ground: Ground
    players: tuple[int, ...]
    subject: UUID
    played_at: datetime

    def do(self, cast: "Cast") -> None:
        """Enter it, unless it is entered."""
        with transaction.atomic():
            entry = ResultDraft(self.subject, _placed(cast, self.players), played_at=self.played_at)
            enter_results(pool=cast.pool(self.ground), entries=[entry])


@dataclass(frozen=True, slots=True)
class Correction:
    """What somebody finds out about a result on paper: it was the other way round."""

    paper: Paper

    def do(self, cast: "Cast") -> None:
        """Correct it, unless it is corrected."""
        written = Result.objects.select_related("pool").get(subject=self.paper.subject, supersedes=None)
        seats = tuple(
            SeatResult(right.player_id, wrong.points, wrong.place)
            for right, wrong in zip(
                _placed(cast, self.paper.players), _placed(cast, self.paper.players)[::-1], strict=True
            )
        )
        correct_result(result=written, seats=seats, reason="The sheet was read wrongly.", by=None)


Errand = Deal | Paper | Correction


class Cast:
    """The players and pools of a field, as this connection's database has them."""

    def __init__(self) -> None:
        self._players = list(Player.objects.filter(kind="bot").order_by("pk").values_list("pk", flat=True))
        self._pools = {(pool.game, pool.seats): pool for pool in Pool.objects.filter(club=None, player_kind="bot")}

    def player(self, number: int) -> int:
        """The id of a player of the field."""
        return self._players[number]

    def seat(self, number: int) -> SeatSetup:
        """A player of the field and the strategy that plays for them."""
        return SeatSetup(self.player(number), *BOTS[number])

    def pool(self, ground: Ground) -> Pool:
        """The pool of a ground."""
        return self._pools[ground.game, ground.seats]


def errands(seed: int, matches: int) -> list[Errand]:
    """At least so many matches in deals, with papers and their corrections strewn in: a function of the seed."""
    luck = Random(f"field/{seed}")
    deals: list[Errand] = []
    made = 0
    while made < matches:
        deal = _deal(luck)
        deals.append(deal)
        made += len(deal.subjects)
    papers = [_paper(luck, number) for number in range(PAPERS)]
    return _strewn(deals, papers, luck)


def matches_in(some: Sequence[Errand]) -> int:
    """How many matches these errands make."""
    return sum(len(errand.subjects) for errand in some if isinstance(errand, Deal))


def furnish(seed: int) -> None:
    """Put players, pools and tournaments into an empty database; the tournaments wait for their start."""
    players = [make_bot_player(name=f"{strategy} {playouts}") for strategy, playouts in BOTS]
    BuiltinBot.objects.bulk_create(
        BuiltinBot(player=player, strategy=strategy, playouts=playouts)
        for player, (strategy, playouts) in zip(players, BOTS, strict=True)
    )
    for ground in GROUNDS:
        pool_for(game=ground.game, player_kind="bot", seats=ground.seats)
    _draft("Duels", "kings-kilt", players[1:4], seed, "round-robin", {"legs": 2})
    tables = {"table_size": 3, "largest": 3, "rounds": 2, "legs": 3}
    _draft("Tables", "lords-of-scotland", players[2:8], seed, "table-round-robin", tables)
    with connection.cursor() as cursor:
        cursor.execute(DEALER.format(seed=seed))


def start_tournaments() -> None:
    """Start those that wait."""
    for event in Tournament.objects.filter(status="draft").order_by("pk"):
        start(tournament=event, by=None)


def _draft(name: str, game: str, players: list[Player], seed: int, slug: str, options: dict[str, int]) -> None:
    club = found_club(name=f"{name} Club")
    event = make_tournament(
        club=club, name=name, game=game, format=slug, format_options=options, venue="machine", pace="round", by=None
    )
    enter_players(tournament=event, players=players, by=None)
    Tournament.objects.filter(pk=event.pk).update(seed=seed)


def _deal(luck: Random) -> Deal:
    (ground,) = luck.choices(GROUNDS, [one.often for one in GROUNDS])
    players = tuple(luck.sample(range(len(BOTS)), luck.choice(ground.tables)))
    return Deal(ground, players, luck.randbytes(32), tuple(_uuid(luck) for _ in players))


def _paper(luck: Random, number: int) -> Paper:
    (ground,) = luck.choices(GROUNDS, [one.often for one in GROUNDS])
    players = tuple(luck.sample(range(len(BOTS)), luck.choice(ground.tables)))
    return Paper(ground, players, _uuid(luck), LONG_AGO - number * timedelta(days=1))


def _strewn(deals: list[Errand], papers: list[Paper], luck: Random) -> list[Errand]:
    """Each paper somewhere among the deals, and its correction somewhere after it."""
    at = [(luck.random() * 0.6, luck.random() * 0.4, paper) for paper in papers]
    steps: list[tuple[float, int, Errand]] = [(number / len(deals), 0, deal) for number, deal in enumerate(deals)]
    steps += [(begin, 1, paper) for begin, _later, paper in at]
    steps += [(begin + later, 2, Correction(paper)) for begin, later, paper in at]
    return [errand for _when, _which, errand in sorted(steps, key=lambda step: step[:2])]


def _placed(cast: Cast, players: Sequence[int]) -> tuple[SeatResult, ...]:
    return tuple(SeatResult(cast.player(number), 20 - place, place) for place, number in enumerate(players, 1))


def _uuid(luck: Random) -> UUID:
    return UUID(int=luck.getrandbits(128), version=4)
