"""An evening of the club: Morag organises, Hamish and Ailsa are members with accounts, Fergus has none."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from engine.core.game import places_by
from league.accounts.models import Account, Player
from league.accounts.services.players import make_player
from league.clubs.models import Club
from league.clubs.services.members import admit
from league.results.drafts import ResultDraft, SeatResult, own_subject
from league.results.models import Pool, Report, Result
from league.results.services.reports import submit_report
from tests.factories import account_of, glen_club, joins
from tests.league.ledger import a_pool


@dataclass(frozen=True)
class Evening:
    """Who is there, and where their games count."""

    club: Club
    pool: Pool
    morag: Account
    hamish: Player
    ailsa: Player
    fergus: Player

    def report_data(
        self, *players: Player, points: Sequence[int] = (), key: UUID | None = None, **more: Any
    ) -> dict[str, Any]:
        """Return arguments of `submit_report`, with the players in the order of their places or with these points."""
        points = points or [50 - 10 * at for at in range(len(players))]
        places = places_by(points)
        seats = tuple(map(SeatResult, [player.pk for player in players], points, places))
        key = key or uuid4()
        subject = more.pop("subject", None) or own_subject(players[0], key)
        where = {"pool": more.pop("pool", self.pool), "club": more.pop("club", self.club)}
        return {"draft": ResultDraft(subject, seats, **more), "key": key} | where

    def reported(self, *players: Player, by: Player | None = None, **more: Any) -> Report:
        """The report of such a game, by the first named or by another."""
        return submit_report(**self.report_data(*players, **more), by=by or players[0])


def an_evening(*, is_public: bool = True) -> Evening:
    """The club's."""
    morag = account_of("Morag")
    club = glen_club(morag, is_public=is_public)
    hamish, ailsa = account_of("Hamish"), account_of("Ailsa")
    joins(hamish, club)
    joins(ailsa, club)
    fergus = make_player(name="Fergus")
    admit(club=club, player=fergus)
    return Evening(club, a_pool(club=club), morag, hamish.player, ailsa.player, fergus)


def time_passes(report: Report, **span: float) -> None:
    """So much of the time is over until the report confirms itself."""
    if report.confirms_itself_at is not None:
        Report.objects.filter(pk=report.pk).update(confirms_itself_at=report.confirms_itself_at - timedelta(**span))


def ledger() -> list[tuple[int, ...]]:
    """Return the players of each result, from first place to last."""
    rows = Result.objects.order_by("number").prefetch_related("seats")
    return [tuple(seat.player_id for seat in sorted(row.seats.all(), key=lambda seat: seat.place)) for row in rows]


def now(report: Report) -> str:
    """Where the report stands."""
    report.refresh_from_db()
    return report.status
