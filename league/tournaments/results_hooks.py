"""Games of tournaments for links and score sheets."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from league.accounts.models import Player
from league.clubs.permissions import User
from league.clubs.queries import clubs_seen_by, hidden_clubs
from league.common.validators import whole_number
from league.competition.format import seats_in_leg
from league.results.score_sheets.queries import SheetTable
from league.results.subjects import SubjectLink
from league.tournaments.models import Entry, Leg, Round, Tournament


def links_to_tables(subjects: Collection[UUID], user: User) -> Mapping[UUID, SubjectLink]:
    """Return the links to tables by subject, for games that the user may see. At most two queries."""
    found = Leg.objects.filter(subject__in=list(subjects)).select_related("pairing__round__tournament__club")
    legs = [(leg, leg.pairing.round.tournament.club) for leg in found]
    hidden = hidden_clubs([(club.pk, club.is_public) for _leg, club in legs], user)
    return {leg.subject: _link(leg) for leg, club in legs if club.pk not in hidden}


def _link(leg: Leg) -> SubjectLink:
    tournament: Tournament = leg.pairing.round.tournament
    number, table = leg.pairing.round.number, leg.pairing.table
    address = reverse("tournaments:round", args=[tournament.public_id, tournament.slug, number])
    words = _("%(tournament)s, round %(round)d, table %(table)d")
    return SubjectLink(
        f"{address}#table-{table}", words % {"tournament": tournament.name, "round": number, "table": table}
    )


def leg_for_sheet(name: str, user: User) -> SheetTable | None:
    """Return the table of a game by name ("pairing public id.number"); None if there is none."""
    public_id, _, digits = name.partition(".")
    number = whole_number(digits)
    if number is None:
        return None
    legs = Leg.objects.filter(pairing__public_id=public_id, number=number)
    legs = legs.filter(pairing__round__tournament__club__in=clubs_seen_by(user))
    legs = legs.exclude(pairing__round__status=Round.Status.DRAFT)
    leg = legs.select_related("pairing__round__tournament__club", "pairing__round__tournament__pool__club").first()
    return _table_of(leg, name, user) if leg else None


def _table_of(leg: Leg, name: str, user: User) -> SheetTable:
    tournament = leg.pairing.round.tournament
    seats = leg.pairing.seats.select_related("entry__player__merged_into")
    players = [_named(seat.entry) for seat in seats]
    link = links_to_tables([leg.subject], user)[leg.subject]
    return SheetTable(
        name=name,
        subject=leg.subject,
        club=tournament.club,
        pool=tournament.pool,
        players=seats_in_leg(players, leg.number),
        words=link.words,
        href=link.href,
        options=tournament.options,
        endings=tournament.endings,
    )


def _named(entry: Entry) -> Player:
    """Return the entered player, with the name of the player they were merged into."""
    player = entry.player
    if player.merged_into is not None:
        player.name, player.is_for_reading = player.merged_into.name, True
    return player
