"""Bodies of deliveries, made when they are sent.

For a public club they contain what anonymous visitors may read; for a private one what its members may read.
"""

import json
from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from league.accounts.models import Player
from league.clubs.display_names import disambiguated, names_for
from league.clubs.models import Club
from league.integrations.models import Delivery
from league.results.errors import NoSuchResult
from league.results.models import Result
from league.results.queries import chain_of
from league.tournaments.models import Leg, Round, Tournament

Facts = dict[str, Any]
Event = Delivery.Event


def payload_of(delivery: Delivery) -> bytes | None:
    """Return the body as JSON; None where its subject is gone, or hidden."""
    club = delivery.webhook.club
    facts = _TELLERS[Event(delivery.event)](club, delivery.subject)
    if facts is None:
        return None
    head = {
        "delivery": delivery.public_id,
        "event": delivery.event,
        "happened_at": _moment(delivery.created_at),
        "club": {"slug": club.slug, "name": club.name, "url": _address("clubs:club", club.slug)},
    }
    return json.dumps(head | facts, ensure_ascii=False, separators=(",", ":")).encode()


def _ping(club: Club, subject: str) -> Facts | None:  # noqa: ARG001  (as every teller)
    return {}


def _round(club: Club, subject: str) -> Facts | None:
    public_id, _colon, number = subject.partition(":")
    rows = Round.objects.filter(tournament__club=club, tournament__public_id=public_id, number=int(number))
    row = rows.exclude(status=Round.Status.DRAFT).select_related("tournament").first()
    if row is None:
        return None
    facts = {
        "number": row.number,
        "version": row.version,
        "published_at": _moment(row.published_at),
        "due_at": _moment(row.due_at),
        "tables": row.pairings.filter(bye="").count(),
        "url": _of_tournament(row.tournament, "round", row.number),
    }
    return {"tournament": _tournament(row.tournament), "round": facts}


def _result(club: Club, subject: str) -> Facts | None:
    try:
        chain = chain_of(UUID(subject))
    except NoSuchResult:
        return None
    leg = Leg.objects.filter(subject=chain.subject).select_related("pairing__round__tournament").first()
    if chain.pool.club_id != club.pk or (leg and leg.pairing.round.tournament.club_id != club.pk):
        return None
    return (
        {"tournament": None, "table": None}
        | (_table(leg) if leg else {})
        | {"result": _outcome(chain.now, club, chain.pool.game)}
    )


def _table(leg: Leg) -> Facts:
    tournament_round = leg.pairing.round
    tournament = tournament_round.tournament
    table = {
        "round": tournament_round.number,
        "table": leg.pairing.table,
        "game": leg.number,
        "url": _of_tournament(tournament, "round", tournament_round.number),
    }
    return {"tournament": _tournament(tournament), "table": table}


def _outcome(row: Result, club: Club, game: str) -> Facts:
    seats = list(row.seats.all())
    people = {seat.pk: seat.player.merged_into or seat.player for seat in seats}
    names = _names(people.values(), club)
    return {
        "number": row.number,
        "game": game,
        "how": row.how,
        "ending": row.ending or None,
        "is_corrected": row.supersedes_id is not None,
        "entered_at": _moment(row.entered_at),
        "seats": [
            {
                "player": people[seat.pk].public_id,
                "name": names[people[seat.pk].pk],
                "points": seat.points,
                "place": seat.place,
            }
            for seat in seats
        ],
    }


def _finished(club: Club, subject: str) -> Facts | None:
    tournament = club.tournaments.filter(public_id=subject, status=Tournament.Status.FINISHED).first()
    if tournament is None:
        return None
    facts = {
        "finished_at": _moment(tournament.finished_at),
        "entries": tournament.entries.count(),
        "standings_url": _of_tournament(tournament, "standings"),
    }
    return {"tournament": _tournament(tournament) | facts}


def _names(players: Iterable[Player], club: Club) -> dict[int, str]:
    listed = list(players)
    if club.is_public:
        return names_for(listed, club, AnonymousUser(), alone=True)
    names = {player.pk: player.name for player in listed}
    return names | disambiguated(names, club, alone=True)


def _tournament(tournament: Tournament) -> Facts:
    return {
        "id": tournament.public_id,
        "name": tournament.name,
        "game": tournament.game,
        "url": _of_tournament(tournament, "tournament"),
    }


def _of_tournament(tournament: Tournament, page: str, *more: object) -> str:
    return _address(f"tournaments:{page}", tournament.public_id, tournament.slug, *more)


def _address(page: str, *arguments: object) -> str:
    return f"{settings.SITE_ADDRESS}{reverse(page, args=arguments)}"


def _moment(moment: Any) -> str | None:
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z") if moment else None


_TELLERS: Final = {Event.PING: _ping, Event.ROUND: _round, Event.RESULT: _result, Event.FINISHED: _finished}
